"""What cards do, as blanks: a sentence of one's own, and whether that is all of it."""

from companion.games.card_fields import Blank, Choice, Text
from companion.games.council_of_shadows.text.cards import KINDS
from companion.i18n.message import say

BLANKS: tuple[Blank, ...] = (
    Text("text", say("What it does, in words of your own"), translated=True),
    Choice(
        "known",
        say("How much of it is that?"),
        {
            "all": say("all that the card says"),
            "part": say("a part of it"),
            "none": say("nobody knows"),
        },
        usual=("all", "part", "none"),
        otherwise="all",
        copied=False,
    ),
)
CARD_BLANKS: dict[str, tuple[Blank, ...]] = dict.fromkeys(KINDS, BLANKS)
