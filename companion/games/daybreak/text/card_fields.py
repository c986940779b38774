"""What cards may say, as blanks in the order in which a card prints them."""

from companion.games.card_fields import Blank, Choice, Counts, Flag, Inner, Rows, Several, Text
from companion.games.daybreak.model.card_checks import COMPARED, MOST, TOTALS
from companion.games.daybreak.model.terms import EFFECTS, RESILIENCES, TAGS
from companion.games.daybreak.text.cards import ONGOING
from companion.games.daybreak.text.effect_fields import (
    BLOW,
    COST,
    EFFECT,
    NONE,
    RESILIENCE,
    how_many,
    numbers,
)
from companion.games.daybreak.text.effects import TOKENS
from companion.i18n.message import say

ALL_OF_IT = Choice(
    name="known",
    words=say("Is that all?"),
    choices={
        "all": say("That is all that the card says"),
        "part": say("There is more, which stays by hand"),
    },
    usual=("all", "part"),
    otherwise="all",
    copied=False,
)
ACTION: tuple[Blank, ...] = (
    how_many("discard", say("Cards to discard"), 0, 1, 2, 3),
    Rows(name="cost", words=say("Tokens that it costs"), of=COST),
    Counts(name="needs", words=say("Tags that it needs"), choices=TAGS, most=MOST),
    Rows(name="effects", words=say("What it does"), of=EFFECT, shown=1),
    Rows(name="one_of", words=say("Of which one is chosen, before that"), of=EFFECT, rare=True),
    Choice(
        name="limit",
        words=say("How often"),
        choices={
            None: say("as often as it is paid for"),
            "round": say("once a round"),
            **{tag: say("once for each {tag} tag", tag=name) for tag, name in TAGS.items()},
        },
        usual=(None, "round"),
    ),
    Several(
        name="ignores",
        words=say("Planetary Effects of which a result may be ignored"),
        choices=EFFECTS,
        rare=True,
    ),
    ALL_OF_IT,
)
CRISIS: tuple[Blank, ...] = (
    Choice(
        name="target",
        words=say("Whom it hits"),
        choices={
            "all": say("every power"),
            "lowest": say("the power with the least"),
            "highest": say("the power with the most"),
        },
        usual=("all", "lowest", "highest"),
        otherwise="all",
    ),
    Choice(
        name="of",
        words=say("Of what"),
        choices={total: TOKENS[total] for total in TOKENS if total in COMPARED},
        usual=RESILIENCE,
        otherwise="",
        only={"target": ("lowest", "highest")},
    ),
    Rows(name="effects", words=say("What it does"), of=BLOW, shown=1),
    Choice(
        name="reduced_by",
        words=say("Reduced by"),
        choices=NONE | RESILIENCES,
        usual=(None, *RESILIENCES),
    ),
    Inner(
        name="tuck",
        words=say("Cards tucked under it"),
        of=(
            Choice(name="tag", words=say("with this tag"), choices=NONE | TAGS),
            how_many(
                "ignore_at", say("so many of them end it"), 0, 1, 2, only={"tag": tuple(TAGS)}
            ),
            Choice(
                name="ignore_at_solo",
                words=say("so many in the solo game"),
                choices=NONE | numbers(1, 2),
                usual=(None, 1, 2),
                numbers=range(1, MOST + 1),
                only={"tag": tuple(TAGS)},
            ),
            how_many("reduce", say("each reduces it by"), 0, 1, 2, only={"tag": tuple(TAGS)}),
        ),
    ),
    Choice(
        name="ongoing",
        words=say("As long as it lies there"),
        choices=NONE | ONGOING,
        rare=True,
    ),
    ALL_OF_IT,
)
PROJECT: tuple[Blank, ...] = (
    Counts(name="needs", words=say("Tags that make it active"), choices=TAGS, most=MOST),
    Flag(name="per_player", words=say("for each player"), rare=True),
    Counts(
        name="needs_of_many",
        words=say("Tags that make it active with 3 or 4 players"),
        choices=TAGS,
        most=MOST,
        rare=True,
    ),
    Choice(
        name="store",
        words=say("Active at once; these cards can be tucked under it"),
        choices=NONE | {"any": say("any cards")} | TAGS,
    ),
    Choice(
        name="none_left",
        words=say("Active once a power has none of these"),
        choices=NONE | {total: TOKENS[total] for total in TOKENS if total in TOTALS},
        rare=True,
    ),
    how_many("draw", say("Cards more for every power in each Local stage"), 0, 1, 2),
    Choice(
        name="doubles",
        words=say("Twice the Clean Energy from cards with this tag"),
        choices=NONE | TAGS,
    ),
    Several(
        name="ignores",
        words=say("Planetary Effects of which one result a round is ignored"),
        choices=EFFECTS,
        rare=True,
    ),
    Choice(
        name="shields",
        words=say("Once a round, one power ignores a crisis that this reduces"),
        choices=NONE | RESILIENCES,
    ),
    how_many(
        "relief",
        say("A card spent from under it reduces a crisis by"),
        0,
        1,
        2,
        only={"store": ("any", *TAGS)},
    ),
    how_many(
        "spend_draw",
        say("A card spent from under it lets a power keep one of so many drawn"),
        0,
        2,
        3,
        only={"store": ("any", *TAGS)},
    ),
    Several(
        name="gives_cards",
        words=say("Powers may give each other cards with one of these tags"),
        choices=TAGS,
        rare=True,
    ),
    Inner(name="action", words=say("An action for every power"), of=ACTION, rare=True),
    how_many(
        "spend_for_die", say("Cards that may be spent for +1 to its die"), 0, 1, 2, 3, rare=True
    ),
    ALL_OF_IT,
)
NOTE = Text(name="note", words=say("A note of your own, for what stays by hand"), copied=False)
NOT_ALONE = Flag(name="solo", words=say("It has the mark: not for solo play"), says=False)
LOCAL: tuple[Blank, ...] = (
    Inner(name="action", words=say("Its action"), of=ACTION),
    NOT_ALONE,
    NOTE,
)
CARD_BLANKS: dict[str, tuple[Blank, ...]] = {
    "local": LOCAL,
    "starting": LOCAL,
    "global": (Inner(name="project", words=say("The project"), of=PROJECT), NOT_ALONE, NOTE),
    "crisis": (Inner(name="crisis", words=say("The crisis"), of=CRISIS), NOT_ALONE, NOTE),
    "challenge": (NOTE,),
}
