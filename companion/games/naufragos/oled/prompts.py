"""What the table waits for, on the small screen: a question with its answers, a roll, a result."""

from companion.games.display import Choice, Choices, Dice, Page, Part, Prose, Words
from companion.games.naufragos.model.state import Roll, State
from companion.games.naufragos.model.terms import BUILDINGS, COLOURS, DICE
from companion.games.naufragos.rules.dice import lost_group, modifier
from companion.games.naufragos.rules.prompts import NUMBERED, Question, question
from companion.games.naufragos.text.events import in_sum
from companion.games.naufragos.text.names import answer_words, card_called, people
from companion.games.naufragos.text.short_words import ANSWERS, QUESTIONS, ROLLS
from companion.i18n.message import Message, count, say

MOST_DICE = 6
"""Faces that are shown side by side; of more dice, whether there is a 1."""


def front_question(state: State) -> Page | None:
    """The open question, or the roll that is due; None if nothing is asked, or on the way."""
    asked = question(state)
    if asked is None or asked.kind == "explore":
        return None
    return rolling_for(state, asked) if asked.kind == "roll" else asking(state, asked)


def who(asked: Question) -> Words:
    return COLOURS[asked.seat] if asked.seat else people(asked.members)


def asking(state: State, asked: Question) -> Page:
    parts: list[Part] = [Prose(BUILDINGS[asked.what] if asked.what else QUESTIONS[asked.kind])]
    if asked.options:
        choices = (Choice(option, short(state, asked, option)) for option in asked.options)
        parts.append(Choices(tuple(choices)))
    title = who(asked) if asked.seat or asked.members else say("Everybody")
    return Page("prompt", title, tuple(parts), corner=corner(state, asked))


def short(state: State, asked: Question, option: str) -> Words:
    if option in COLOURS:
        return say("token: {who}", who=COLOURS[option])
    return ANSWERS.get(option) or answer_words(state, asked.kind, option)


def corner(state: State, asked: Question) -> Words:
    match asked.kind:
        case "share" | "pay":
            return count("{n} missing", "{n} missing", asked.missing)
        case "by_hand":
            return card_called(state, asked.card)
        case "score":
            return say("draw {n}", n=asked.draw)
    return "" if asked.kind in NUMBERED or asked.kind != "event" else f"{state.round}/{state.turns}"


def rolling_for(state: State, asked: Question) -> Page:
    """Who rolls how many dice, and what for."""
    needed = Message(ROLLS[asked.what].text, {"n": needed_for(state, asked)})
    dice = "" if asked.dice == 1 else f"×{asked.dice}"
    return Page("prompt", DICE["dice"], (Prose(who(asked)), Prose(needed)), corner=dice)


def needed_for(state: State, asked: Question) -> int:
    """What the dice must show."""
    if asked.what == "fire":
        return state.tasks[0].amount
    if asked.what == "lost":
        return lost_group(state, asked.members).difficulty - modifier(state, asked.members)
    if asked.what == "return":
        assert state.expedition is not None
        return state.expedition.difficulty - modifier(state, asked.members)
    return 0


def rolled(state: State, roll: Roll) -> Page:
    """What the dice show, large, and what it means: "7 − 1 against 8: home"."""
    parts: list[Part] = []
    if 0 < len(roll.faces) <= MOST_DICE:
        parts.append(Dice(tuple(str(face) for face in roll.faces)))
    parts.append(Prose(meaning(roll)))
    return Page("die", DICE[roll.die], tuple(parts))


def meaning(roll: Roll) -> Message:
    if roll.free:
        return say("Not due: nothing changes.")
    match roll.what, roll.success:
        case "fire", True:
            return say("It burns!")
        case "fire", _:
            return say("More than {n}: no fire.", n=roll.difficulty)
        case "injury", True:
            return say("No 1, no trauma.")
        case "injury", _:
            return say("A 1!")
        case "rest", _:
            return say("Rested.")
    values = {"sum": in_sum(roll), "n": roll.difficulty}
    if roll.success:
        return say("{sum} against {n}: home!", **values)
    return say("{sum} against {n}: not found.", **values)


def rolling(state: State, die: str, frame: int) -> Page:
    """A moment of dice that roll."""
    asked = question(state)
    due = asked.dice if die == "dice" and asked and asked.kind == "roll" else 1
    faces = tuple(str(1 + (frame * 7 + 3 * at) % 6) for at in range(min(due, MOST_DICE)))
    return Page(f"rolling {die} {frame}", DICE[die], (Dice(faces),))
