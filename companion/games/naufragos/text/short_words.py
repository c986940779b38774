"""The game's words as short as a small screen needs them, and its numbers with their marks."""

from companion.games.naufragos.model.state import State
from companion.games.naufragos.model.terms import COLOURS
from companion.i18n.message import Message, say

STAGES: dict[str, Message] = {
    "setup": say("Set-up"),
    "event": say("Event"),
    "actions": say("Actions"),
    "survival": say("Night"),
    "end": say("End"),
}
QUESTIONS: dict[str, Message] = {
    "event": say("Turn over the event: tap it, or NEXT."),
    "forage": say("Forage: which number?"),
    "fish": say("Fish: which number?"),
    "fire": say("Energy for the fire?"),
    "score": say("How many points?"),
    "build": say("Build what?"),
    "by_hand": say("Do what the card says."),
    "reroll": say("Roll again?"),
    "pay": say("Energy for the roll?"),
    "feed": say("Wood on the fire?"),
    "rescue": say("Rescued? Tap the events."),
    "ending": say("Promontory! Last turn?"),
}
ANSWERS: dict[str, Message] = {
    "now": say("this turn"),
    "next": say("next turn"),
    "energy": say("for energy"),
    "divide": say("divide energy"),
    "keep": say("leave it"),
    "lost": say("be lost"),
}
ROLLS: dict[str, Message] = {
    "fire": say("Campfire: not above {n}."),
    "rest": say("Rest: roll a die."),
    "injury": say("Injuries: a 1 is a trauma."),
    "return": say("The way back: {n} or more."),
    "lost": say("Lost: {n} or more."),
}
FIRST, LOST, DEAD = "→", "?", "—"
INJURY, TRAUMA = "□", "×"
"""A white cube and a cross: what lies on the energy scale."""


def hurts(state: State, seat: str) -> str:
    """Injuries and traumas, where there are any."""
    one = state.castaways[seat]
    marks = ((INJURY, one.injuries), (TRAUMA, one.traumas))
    return "".join(f" {mark}{n}" for mark, n in marks if n)


def called(state: State, seat: str) -> Message:
    """A castaway with a mark for the first player, the lost and the dead, and with its hurts."""
    place = {"lost": f" {LOST}", "dead": f" {DEAD}"}.get(state.place(seat), "")
    first = FIRST if seat == state.first else ""
    values = {"first": first, "who": COLOURS[seat], "rest": hurts(state, seat) + place}
    return Message("{first}{who}{rest}", values)
