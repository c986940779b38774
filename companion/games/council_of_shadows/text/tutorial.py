"""For people in their first game: what happens at each step and why it matters, and its words."""

from companion.games.capabilities import Lesson, Term
from companion.games.council_of_shadows.model.state import State
from companion.i18n.message import say

LESSONS: dict[str, Lesson] = {
    "setup": Lesson(
        say("Everybody takes a colour; all begin at level 0 with a consumption of 20."),
        say("It is a race of two tokens: your energy has to catch up with your own consumption."),
    ),
    "buy": Lesson(
        say(
            "In the order of the order tokens, each may make up to three purchases: AI "
            "cards, upgrades, stations."
        ),
        say(
            "What you buy now makes your plans of every later round better, so early gems "
            "are worth most."
        ),
    ),
    "plan": Lesson(
        say(
            "In secret, everybody lays cards on their slots; the numbers of the top cards "
            "are added to the consumption."
        ),
        say(
            "Strong actions cost consumption, but whoever consumes most in this planning "
            "goes first."
        ),
    ),
    "act actions": Lesson(
        say(
            "The cards are carried out from left to right: colonize, harvest, discover, "
            "take or refine gems."
        ),
        say("Cubes in a galaxy are what you score with, and what others have to outnumber."),
    ),
    "act score": Lesson(
        say(
            "Each galaxy with an own colony may be scored once: a cube comes off, and "
            "energy comes in."
        ),
        say(
            "Whoever has more cubes there than anybody else gets the larger reward: score "
            "while you lead."
        ),
    ),
    "dark_tech": Lesson(
        say("Energy has reached consumption: one level higher, and a Dark Tech card for it."),
        say("Level III takes the throne and makes this the last round."),
    ),
    "final": Lesson(
        say("The final account: gems, AI cards and bonus cards become energy."),
        say("The highest level wins; only among equals does energy decide."),
    ),
}
GLOSSARY: tuple[Term, ...] = (
    Term(
        say("energy"), say("What scoring brings; where it reaches consumption, you rise a level.")
    ),
    Term(
        say("consumption"),
        say("What your cards cost, added up round by round: the goal that your energy runs after."),
    ),
    Term(
        say("level"), say("Counts before energy; the third brings the throne and the last round.")
    ),
    Term(say("galaxy"), say("A part of the board that is scored on its own.")),
    Term(say("colony"), say("Own cubes on a planet; one comes off when its galaxy is scored.")),
    Term(say("gems"), say("The money: a dearer one may stand for a cheaper, without change.")),
    Term(say("order tokens"), say("Who goes first: the highest consumption of this planning.")),
    Term(say("Dark Tech"), say("Cards for reaching a level, for the rest of the game.")),
    Term(say("throne"), say("Taken at level III: this round is the last.")),
    Term(
        say("AI cards"),
        say("Bought cards: better than the starting six, and 2 energy each at the end."),
    ),
)


def lesson(state: State) -> Lesson | None:
    if state.outcome:
        return None
    if not state.round:
        return LESSONS["setup"]
    if state.step in ("dark_tech", "effect"):
        return LESSONS["dark_tech"]
    return LESSONS.get(f"{state.stage} {state.step}") or LESSONS[state.stage]
