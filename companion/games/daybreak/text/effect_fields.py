"""One effect of a card as blanks: what happens, to which tokens, how many, what multiplies it."""

from typing import Any

from companion.games.card_fields import Blank, Choice, Flag, Rows, Several
from companion.games.daybreak.model.card_checks import MOST, TOKENED
from companion.games.daybreak.model.terms import RESILIENCES, SINKS, TAGS
from companion.games.daybreak.text.effects import TOKENS, signed
from companion.games.shared.replace import replace
from companion.i18n.message import Message, say

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
COUNTED = tuple(deed for deed in DEEDS if deed not in UNCOUNTED)
NONE: dict[str | None, Message] = {None: say("none")}


def numbers(*usual: int) -> dict[int, Message]:
    return {n: Message(str(n)) for n in usual}


def how_many(name: str, words: Message, *usual: int, **more: Any) -> Choice:
    """A number of something that most cards do not say: then there is none of it."""
    return Choice(
        name=name,
        words=words,
        choices=numbers(*usual),
        usual=usual,
        numbers=range(MOST + 1),
        otherwise=0,
        **more,
    )


def amounts(*usual: int) -> dict[int, Message]:
    """Numbers of what comes or goes."""
    return {n: Message(signed(n)) for n in usual}


def tokens(usual: tuple[str, ...]) -> tuple[Choice, Choice]:
    """Which tokens, and how many; the usual ones are a touch away."""
    return (
        Choice(name="token", words=say("Tokens"), choices=TOKEN_NAMES, usual=usual),
        Choice(
            name="by",
            words=say("How many"),
            choices=amounts(-2, -1, 1, 2),
            usual=(-2, -1, 1, 2),
            numbers=range(-MOST, MOST + 1),
            otherwise=1,
        ),
    )


def done(deeds: tuple[str, ...], usual: tuple[str, ...]) -> tuple[Blank, ...]:
    """What happens, and to which tokens."""
    which, by = tokens(usual)
    return (
        Choice(
            name="do", words=say("What happens"), choices=DEEDS, usual=deeds, otherwise="change"
        ),
        replace(which, only={"do": TOKENED}),
        replace(by, only={"do": COUNTED}),
    )


def each_tag(*, rare: bool = False) -> Blank:
    return Choice(
        name="per",
        words=say("for each tag of this kind in the stack"),
        choices=NONE | TAGS,
        rare=rare,
    )


def each_band(*, rare: bool = False) -> Blank:
    return Flag(name="per_band", words=say("for each Temperature Band"), rare=rare)


STEPS = Rows(
    name="steps",
    words=say("By steps instead"),
    of=(
        Choice(
            name="tags",
            words=say("With so many tags"),
            choices=numbers(2, 3, 4, 5, 6),
            usual=(2, 3, 4, 5, 6),
            numbers=range(1, MOST + 1),
        ),
        Choice(
            name="by",
            words=say("How many"),
            choices=amounts(1, 2, 3),
            usual=(1, 2, 3),
            numbers=range(-MOST, MOST + 1),
        ),
    ),
    only={"per": tuple(TAGS)},
)
ALONE = Choice(
    name="solo",
    words=say("How many in the solo game"),
    choices=NONE | amounts(-1, 1),
    usual=(None, -1, 1),
    numbers=range(-MOST, MOST + 1),
    only={"do": COUNTED},
    rare=True,
)
CARDS = (
    Choice(
        name="tag",
        words=say("only cards with this tag"),
        choices=NONE | TAGS,
        only={"do": ("discard",)},
    ),
    Choice(
        name="keep",
        words=say("How many of them are kept"),
        choices={None: say("all that fit")} | numbers(1, 2),
        usual=(None, 1, 2),
        numbers=range(1, MOST + 1),
        only={"do": ("draw",)},
    ),
    Several(
        name="keep_tags",
        words=say("only those with one of these tags are kept"),
        choices=TAGS,
        only={"do": ("draw",)},
    ),
)
DIE = (
    Rows(
        name="table",
        words=say("What a total gives"),
        of=(
            Choice(
                name="total",
                words=say("From this total on"),
                choices=numbers(1, 2, 4, 5, 6, 7, 8),
                usual=(1, 2, 4, 5, 6, 7, 8),
                numbers=range(MOST + 1),
            ),
            how_many("bands", say("Temperature Bands that leave"), 0, 1, 2),
            how_many("crises", say("Crisis cards more"), 0, 1, 2),
            Choice(
                name="fact",
                words=say("The bands are a box fact"),
                choices=NONE | {"sulfur_bands": say("Stratospheric Sulfur, 5 and 6")},
                rare=True,
            ),
            Flag(name="unread", words=say("nobody has read what it does"), rare=True),
        ),
        shown=1,
        only={"do": ("die",)},
    ),
    Flag(
        name="temporary",
        words=say("the bands come back at the end of the round"),
        only={"do": ("die",)},
    ),
)
WHERE = (
    Choice(
        name="board",
        words=say("On whose board"),
        choices={"own": say("one's own"), "any": say("any one board")},
        usual=("own", "any"),
        otherwise="own",
        only={"do": ("change",)},
        rare=True,
    ),
    Flag(name="optional", words=say("if you like"), rare=True),
)
RESILIENCE = tuple(f"resilience.{kind}" for kind in RESILIENCES)
HELPS = ("clean", "dirty", *RESILIENCE, "trees")
EFFECT: tuple[Blank, ...] = (
    *done(("change", "draw"), HELPS),
    *CARDS,
    each_tag(),
    STEPS,
    *DIE,
    *WHERE,
    each_band(rare=True),
    ALONE,
)
COST: tuple[Blank, ...] = (
    *tokens(("demand", *RESILIENCE)),
    each_tag(rare=True),
    each_band(rare=True),
)
BLOW: tuple[Blank, ...] = (
    *done(("change", "discard"), ("communities", *RESILIENCE, "trees")),
    *CARDS,
    each_band(),
    ALONE,
    each_tag(rare=True),
    STEPS,
    *DIE,
    *WHERE,
)
