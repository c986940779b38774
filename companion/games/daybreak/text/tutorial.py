"""For people in their first game: what happens at each step and why it matters, and its words."""

from companion.games.capabilities import Lesson, Term
from companion.games.daybreak.model.state import State
from companion.i18n.message import say

LESSONS: dict[str, Lesson] = {
    "setup": Lesson(
        say("Every power lays out its board as its Reference card says."),
        say("From now on every token is counted for you: you only move cards and roll dice."),
    ),
    "global crises": Lesson(
        say(
            "Crisis cards are drawn for this round, as many as the Thermometer asks for; "
            "the first one lies face up as the Forecast."
        ),
        say(
            "You know one blow before it falls, and have the whole Local stage to get ready for it."
        ),
    ),
    "global project": Lesson(
        say("Two Global Projects are drawn, and all of you choose which one stays."),
        say(
            "As soon as cards with the right tags lie under it, it works for every power, "
            "round after round."
        ),
    ),
    "local draw": Lesson(
        say("Everybody draws cards, fewer with many Communities in Crisis."),
        say(
            "Each card can be played, lend its tags or pay a cost, so every card you lose "
            "is an option less."
        ),
    ),
    "local play": Lesson(
        say(
            "All play at the same time: put a card in front of a stack, tuck one behind it "
            "for its tags, or take the action in front."
        ),
        say(
            "An action counts the tags of its whole stack: deep stacks of one kind do far "
            "more than single cards."
        ),
    ),
    "emissions demand": Lesson(
        say("On each board, Dirty Energy and Clean Energy together must reach the Energy Demand."),
        say(
            "Whatever is missing becomes Communities in Crisis, and twelve of them on one "
            "board lose the game for all."
        ),
    ),
    "emissions emit": Lesson(
        say("Each token of Dirty Energy and of Emissions puts one carbon into Recent Emissions."),
        say(
            "This is the number to bring down: the fewer such tokens you have, the less the"
            " planet heats up in every round to come."
        ),
    ),
    "emissions sequester": Lesson(
        say("Trees, Oceans and Direct Air Capture take one carbon each out of Recent Emissions."),
        say(
            "If no carbon is left and one of them is still free, that is Drawdown: get "
            "through one more Crisis stage, and you have won."
        ),
    ),
    "emissions temperature": Lesson(
        say(
            "What is left of the carbon goes onto the Thermometer, and a full row becomes a"
            " Temperature Band."
        ),
        say(
            "Each band makes crises harder and brings a roll of the Planetary Effects die; "
            "the eighth ends the game."
        ),
    ),
    "crisis rolls": Lesson(
        say(
            "The Planetary Effects die is rolled once for each Temperature Band, and moves "
            "a token on its track."
        ),
        say(
            "At a Tipping Point the planet answers by itself, and never again as gently as before."
        ),
    ),
    "crisis crises": Lesson(
        say("The Crisis cards are resolved one after the other, the Forecast first."),
        say(
            "Resilience of the kind that a card names takes away from its harm: it pays to "
            "have some of each."
        ),
    ),
    "growth demand": Lesson(
        say("Every Energy Demand moves up as the Reference card says, and a new round begins."),
        say(
            "What was enough this time will not be next time: Clean Energy must grow faster"
            " than demand."
        ),
    ),
}
GLOSSARY: tuple[Term, ...] = (
    Term(say("Forecast"), say("The one Crisis card of a round that is seen beforehand.")),
    Term(
        say("Global Project"),
        say("A project of all powers: active once cards with its tags lie under it."),
    ),
    Term(say("Local Project"), say("A card of one power's hand, with tags and mostly an action.")),
    Term(say("Energy Demand"), say("How much energy a power needs in each round.")),
    Term(say("Dirty Energy"), say("Meets demand, and makes one carbon a token in every round.")),
    Term(say("Clean Energy"), say("Meets demand, and makes no carbon.")),
    Term(
        say("Recent Emissions"),
        say("Where this round's carbon lies until sinks take it or it heats the planet."),
    ),
    Term(
        say("Direct Air Capture"),
        say("A sink that people build: it takes one carbon a round, as Trees and Oceans do."),
    ),
    Term(say("Thermometer"), say("Carbon that no sink took; it fills up row by row.")),
    Term(
        say("Temperature Band"),
        say("A full row of the Thermometer, a tenth of a degree: eight of them lose the game."),
    ),
    Term(say("Drawdown"), say("The sinks take more carbon than all powers make: the way to win.")),
    Term(
        say("Communities in Crisis"),
        say("What shortages and crises do to people; twelve on one board lose the game."),
    ),
    Term(
        say("Resilience"),
        say("Social, Ecological or Infrastructure: it takes away from the harm of crises."),
    ),
    Term(say("Tipping Point"), say("A space on a planetary track at which something is set off.")),
    Term(say("Planetary Effects die"), say("Says which planetary track moves on.")),
)
ADVICE = {
    1: say("Any power: its Reference card has a side for playing alone."),
    2: say("China and the United States."),
    3: say("The United States, Europe and the Majority World."),
    4: say("All four powers."),
}
"""Who plays, by the number of players, as the set-up of the rulebook has it."""


def lesson(state: State) -> Lesson | None:
    if state.outcome:
        return None
    if not state.round:
        return LESSONS["setup"]
    if state.dice.rolls_due:
        return LESSONS["crisis rolls"]
    return LESSONS.get(f"{state.stage} {state.step}")
