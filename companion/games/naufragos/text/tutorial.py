"""For people in their first game: what happens at each step and why it matters, and its words."""

from companion.games.capabilities import Lesson, Term
from companion.games.naufragos.model.state import State
from companion.i18n.message import say

LESSONS: dict[str, Lesson] = {
    "setup": Lesson(
        say(
            "Everybody takes the pawns and cubes of a colour and a place at the table; "
            "whoever begins has the white pawn."
        ),
        say("You are saved together, or not at all; only then do points matter."),
    ),
    "event event": Lesson(
        say(
            "An event card moves the weather, may wash up part of the wreck, and then does "
            "what it says."
        ),
        say(
            "Storms put out the campfire and make every way home harder; heat costs "
            "everybody energy."
        ),
    ),
    "actions place": Lesson(
        say("Two pawns each: place them on actions one by one, in turn."),
        say("Whatever nobody does today, food, wood or fire, is missing tonight."),
    ),
    "actions explore": Lesson(
        say("The expedition turns over cards of the island; each explorer goes on, or goes back."),
        say(
            "Only at the promontory can the end be decided, but every card may make the way"
            " home longer."
        ),
    ),
    "actions lost": Lesson(
        say("Whoever is lost spends a pawn to look for the way home, and rolls two dice."),
        say("Those who are lost when you are rescued are left behind."),
    ),
    "actions resolve": Lesson(
        say("The actions are carried out in the order of the board."),
        say("So wood that is found in time can still feed the fire or become a shelter."),
    ),
    "survival": Lesson(
        say("Everybody eats: each unit of food gives back one energy."),
        say("Who eats nothing loses energy and is hurt twice; what is left over mostly rots."),
    ),
    "end": Lesson(
        say("The night: injuries may become traumas, food rots, and the first player changes."),
        say("A trauma never heals, and the fourth one kills: rest before it comes to that."),
    ),
}
GLOSSARY: tuple[Term, ...] = (
    Term(say("energy"), say("What everything costs; food and rest bring it back.")),
    Term(
        say("injuries"),
        say(
            "White cubes from the top of the scale: they leave less room for energy until "
            "they heal."
        ),
    ),
    Term(say("trauma"), say("A black cube for ever; the fourth kills.")),
    Term(say("weather"), say("From storm to heat; each event may move it.")),
    Term(say("expedition"), say("Everybody with a pawn on Explore goes out together.")),
    Term(
        say("promontory"),
        say("The last space of the track: whoever is there decides when the game ends."),
    ),
    Term(
        say("lost"),
        say("Away from camp without the way home; not there to act, eat or be rescued."),
    ),
    Term(say("white pawn"), say("One action more for the first player, on a camp card.")),
    Term(
        say("rescue"),
        say(
            "A card left in the event deck whose marks you all meet: constructions that "
            "stand, objects that you have."
        ),
    ),
)


def lesson(state: State) -> Lesson | None:
    if state.outcome:
        return None
    if not state.round:
        return LESSONS["setup"]
    return LESSONS.get(f"{state.stage} {state.step}") or LESSONS.get(OF_A_STAGE[state.stage])


OF_A_STAGE = {
    "event": "event event",
    "actions": "actions resolve",
    "survival": "survival",
    "end": "end",
}
