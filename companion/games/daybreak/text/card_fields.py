"""What cards may say, as blanks in the order in which a card prints them."""

from collections.abc import Mapping
from typing import Any

from companion.games.card_fields import Blank, Choice, Counts, Flag, Inner, Rows, Several, Text
from companion.games.daybreak.model.card_checks import COMPARED, MOST, TOKENED, TOTALS
from companion.games.daybreak.model.terms import EFFECTS, RESILIENCES, SINKS, TAGS
from companion.games.daybreak.text.cards import ONGOING
from companion.games.daybreak.text.effects import TOKENS
from companion.i18n.message import Message, say, signed

Blanks = tuple[Blank, ...]
Only = Mapping[str, tuple[str, ...]]
"""Fields beside a blank, and what they must say for it to mean anything."""
NONE: dict[str | None, Message] = {None: say("none")}


def counts(name: str, words: Message, **more: Any) -> Counts:
    return Counts(name, words, choices=TAGS, most=MOST, **more)


def shown(*usual: int) -> dict[int, Message]:
    return {n: Message(str(n)) for n in usual}


def how_many(name: str, words: Message, *usual: int, **more: Any) -> Choice:
    """A number of something that most cards do not say: then there is none of it."""
    numbers = range(MOST + 1)
    return Choice(name, words, shown(*usual), usual=usual, numbers=numbers, otherwise=0, **more)


def change(name: str, words: Message, *usual: int, **more: Any) -> Choice:
    """A number of what comes or goes."""
    choices = {n: Message(signed(n)) for n in usual}
    return Choice(name, words, choices, usual=usual, numbers=range(-MOST, MOST + 1), **more)


# --- one effect ----------------------------------------------------------------------------------

TOKEN_NAMES: dict[str, Message] = {
    **{token: name for token, name in TOKENS.items() if not token.startswith("tags.")},
    **SINKS,
    "recent": say("carbon in Recent Emissions"),
}
DEEDS: dict[str, Message] = {
    "change": say("tokens come or go"),
    "draw": say("draw cards"),
    "give": say("give tokens to another power"),
    "take": say("take tokens from another power"),
    "give_card": say("give hand cards to another power"),
    "reveal": say("turn unknown Crisis cards face up"),
    "die": say("roll the Geoengineering die"),
    "discard": say("discard cards from hand or play area"),
    "discard_project": say("discard Global Projects"),
    "draw_next": say("draw cards more or fewer in the next round"),
    "pass_communities": say("Communities in Crisis go to the power on the right"),
    "shortage": say("Communities in Crisis for each energy that demand is short of"),
}
UNCOUNTED = ("die", "shortage")
ALWAYS: Only = {}
TOKENS_MOVE: Only = {"do": TOKENED}
COUNTED: Only = {"do": tuple(deed for deed in DEEDS if deed not in UNCOUNTED)}
DISCARDED: Only = {"do": ("discard",)}
DRAWN: Only = {"do": ("draw",)}
ROLLED: Only = {"do": ("die",)}


def tokens(usual: tuple[str, ...], which: Only = ALWAYS, by: Only = ALWAYS) -> Blanks:
    """Which tokens, and how many; the usual ones are a touch away."""
    return (
        Choice("token", say("Tokens"), TOKEN_NAMES, usual=usual, only=which),
        change("by", say("How many"), -2, -1, 1, 2, otherwise=1, only=by),
    )


def done(deeds: tuple[str, ...], usual: tuple[str, ...]) -> Blanks:
    """What happens, and to which tokens."""
    return (
        Choice("do", say("What happens"), DEEDS, usual=deeds, otherwise="change"),
        *tokens(usual, which=TOKENS_MOVE, by=COUNTED),
    )


def each_tag(*, rare: bool = False) -> Blank:
    return Choice("per", say("for each tag of this kind in the stack"), NONE | TAGS, rare=rare)


def each_band(*, rare: bool = False) -> Blank:
    return Flag("per_band", say("for each Temperature Band"), rare=rare)


STEPS = Rows(
    "steps",
    say("By steps instead"),
    (
        Choice(
            "tags",
            say("With so many tags"),
            shown(2, 3, 4, 5, 6),
            usual=(2, 3, 4, 5, 6),
            numbers=range(1, MOST + 1),
        ),
        change("by", say("How many"), 1, 2, 3),
    ),
    only={"per": tuple(TAGS)},
)
SOLO_AMOUNTS = NONE | {n: Message(signed(n)) for n in (-1, 1)}
ALONE = Choice(
    "solo",
    say("How many in the solo game"),
    SOLO_AMOUNTS,
    usual=(None, -1, 1),
    numbers=range(-MOST, MOST + 1),
    only=COUNTED,
    rare=True,
)
CARDS: Blanks = (
    Choice("tag", say("only cards with this tag"), NONE | TAGS, only=DISCARDED),
    Choice(
        "keep",
        say("How many of them are kept"),
        {None: say("all that fit")} | shown(1, 2),
        usual=(None, 1, 2),
        numbers=range(1, MOST + 1),
        only=DRAWN,
    ),
    Several("keep_tags", say("only those with one of these tags are kept"), TAGS, only=DRAWN),
)
SULFUR = {"sulfur_bands": say("Stratospheric Sulfur, 5 and 6")}
DIE: Blanks = (
    Rows(
        "table",
        say("What a total gives"),
        (
            Choice(
                "total",
                say("From this total on"),
                shown(1, 2, 4, 5, 6, 7, 8),
                usual=(1, 2, 4, 5, 6, 7, 8),
                numbers=range(MOST + 1),
            ),
            how_many("bands", say("Temperature Bands that leave"), 0, 1, 2),
            how_many("crises", say("Crisis cards more"), 0, 1, 2),
            Choice("fact", say("The bands are a box fact"), NONE | SULFUR, rare=True),
            Flag("unread", say("nobody has read what it does"), rare=True),
        ),
        shown=1,
        only=ROLLED,
    ),
    Flag("temporary", say("the bands come back at the end of the round"), only=ROLLED),
)
WHERE: Blanks = (
    Choice(
        "board",
        say("On whose board"),
        {"own": say("one's own"), "any": say("any one board")},
        usual=("own", "any"),
        otherwise="own",
        only={"do": ("change",)},
        rare=True,
    ),
    Flag("optional", say("if you like"), rare=True),
)
RESILIENCE = tuple(f"resilience.{kind}" for kind in RESILIENCES)
EFFECT: Blanks = (
    *done(("change", "draw"), ("clean", "dirty", *RESILIENCE, "trees")),
    *CARDS,
    each_tag(),
    STEPS,
    *DIE,
    *WHERE,
    each_band(rare=True),
    ALONE,
)
COST: Blanks = (*tokens(("demand", *RESILIENCE)), each_tag(rare=True), each_band(rare=True))
CRISIS_EFFECT: Blanks = (
    *done(("change", "discard"), ("communities", *RESILIENCE, "trees")),
    *CARDS,
    each_band(),
    ALONE,
    each_tag(rare=True),
    STEPS,
    *DIE,
    *WHERE,
)

# --- whole cards ---------------------------------------------------------------------------------

ALL_OF_IT = Choice(
    "known",
    say("Is that all?"),
    {
        "all": say("That is all that the card says"),
        "part": say("There is more, which stays by hand"),
    },
    usual=("all", "part"),
    otherwise="all",
    copied=False,
)
LIMITS: dict[str | None, Message] = {
    None: say("as often as it is paid for"),
    "round": say("once a round"),
    **{tag: say("once for each {tag} tag", tag=name) for tag, name in TAGS.items()},
}
ACTION: Blanks = (
    how_many("discard", say("Cards to discard"), 0, 1, 2, 3),
    Rows("cost", say("Tokens that it costs"), COST),
    counts("needs", say("Tags that it needs")),
    Rows("effects", say("What it does"), EFFECT, shown=1),
    Rows("one_of", say("Of which one is chosen, before that"), EFFECT, rare=True),
    Choice("limit", say("How often"), LIMITS, usual=(None, "round")),
    Several(
        "ignores", say("Planetary Effects of which a result may be ignored"), EFFECTS, rare=True
    ),
    ALL_OF_IT,
)
TARGETS = {
    "all": say("every power"),
    "lowest": say("the power with the least"),
    "highest": say("the power with the most"),
}
TUCKED = {"tag": tuple(TAGS)}
TUCK: Blanks = (
    Choice("tag", say("with this tag"), NONE | TAGS),
    how_many("ignore_at", say("so many of them end it"), 0, 1, 2, only=TUCKED),
    Choice(
        "ignore_at_solo",
        say("so many in the solo game"),
        NONE | shown(1, 2),
        usual=(None, 1, 2),
        numbers=range(1, MOST + 1),
        only=TUCKED,
    ),
    how_many("reduce", say("each reduces it by"), 0, 1, 2, only=TUCKED),
)
CRISIS: Blanks = (
    Choice("target", say("Whom it hits"), TARGETS, usual=tuple(TARGETS), otherwise="all"),
    Choice(
        "of",
        say("Of what"),
        {total: TOKENS[total] for total in TOKENS if total in COMPARED},
        usual=RESILIENCE,
        otherwise="",
        only={"target": ("lowest", "highest")},
    ),
    Rows("effects", say("What it does"), CRISIS_EFFECT, shown=1),
    Choice("reduced_by", say("Reduced by"), NONE | RESILIENCES, usual=(None, *RESILIENCES)),
    Inner("tuck", say("Cards tucked under it"), TUCK),
    Choice("ongoing", say("As long as it lies there"), NONE | ONGOING, rare=True),
    ALL_OF_IT,
)
STORED = {"store": ("any", *TAGS)}
PROJECT: Blanks = (
    counts("needs", say("Tags that make it active")),
    Flag("per_player", say("for each player"), rare=True),
    counts("needs_of_many", say("Tags that make it active with 3 or 4 players"), rare=True),
    Choice(
        "store",
        say("Active at once; these cards can be tucked under it"),
        NONE | {"any": say("any cards")} | TAGS,
    ),
    Choice(
        "none_left",
        say("Active once a power has none of these"),
        NONE | {total: TOKENS[total] for total in TOKENS if total in TOTALS},
        rare=True,
    ),
    how_many("draw", say("Cards more for every power in each Local stage"), 0, 1, 2),
    Choice("doubles", say("Twice the Clean Energy from cards with this tag"), NONE | TAGS),
    Several(
        "ignores",
        say("Planetary Effects of which one result a round is ignored"),
        EFFECTS,
        rare=True,
    ),
    Choice(
        "shields",
        say("Once a round, one power ignores a crisis that this reduces"),
        NONE | RESILIENCES,
    ),
    how_many("relief", say("A card spent from under it reduces a crisis by"), 0, 1, 2, only=STORED),
    how_many(
        "spend_draw",
        say("A card spent from under it lets a power keep one of so many drawn"),
        *(0, 2, 3),
        only=STORED,
    ),
    Several(
        "gives_cards",
        say("Powers may give each other cards with one of these tags"),
        TAGS,
        rare=True,
    ),
    Inner("action", say("An action for every power"), ACTION, rare=True),
    how_many(
        "spend_for_die", say("Cards that may be spent for +1 to its die"), 0, 1, 2, 3, rare=True
    ),
    ALL_OF_IT,
)
NOTE = Text("note", say("A note of your own, for what stays by hand"), copied=False)
NOT_ALONE = Flag("solo", say("It has the mark: not for solo play"), says=False)
LOCAL: Blanks = (Inner("action", say("Its action"), ACTION), NOT_ALONE, NOTE)
CARD_BLANKS: dict[str, Blanks] = {
    "local": LOCAL,
    "starting": LOCAL,
    "global": (Inner("project", say("The project"), PROJECT), NOT_ALONE, NOTE),
    "crisis": (Inner("crisis", say("The crisis"), CRISIS), NOT_ALONE, NOTE),
    "challenge": (NOTE,),
}
