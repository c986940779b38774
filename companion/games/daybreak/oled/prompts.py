"""What the table waits for, on the small screen: a question with its answers, a roll, a result."""

from importlib import resources

from companion.games.daybreak.model.stacks import called
from companion.games.daybreak.model.state import Roll, State, Task
from companion.games.daybreak.model.terms import EFFECTS, POWERS, TAGS
from companion.games.daybreak.rules.prompts import question, unread
from companion.games.daybreak.text.effects import deed
from companion.games.daybreak.text.instructions import answer, of_a_crisis
from companion.games.daybreak.text.short_words import DICE, QUESTIONS, printed
from companion.games.display import Choice, Choices, Dice, Page, Part, Prose
from companion.i18n.message import Message, count, say

DRAWINGS = resources.files(__package__).joinpath("die_faces.txt")
FACES = {
    face: tuple(rows)
    for face, *rows in map(str.split, DRAWINGS.read_text(encoding="ascii").split("\n\n"))
}
"""The faces of the Planetary Effects die, dot by dot."""


def prompt(state: State) -> Page | None:
    """The open question, or the roll that is due; None if nothing is asked."""
    if state.tasks and (asked := question(state)):
        return asking(state, state.tasks[0], *asked)
    if tie := state.dice.tie:
        return Page(
            "prompt",
            DICE["geoengineering"],
            (
                Prose(say("{power} rolls.", power=POWERS[tie.next_to_roll])),
                Prose(say("The single lowest roll is hit.")),
            ),
            corner=f"{len(tie.rolls) + 1}/{len(tie.powers)}",
        )
    if due := state.dice.rolls_due:
        rolls = count("Roll the die: {n} roll to go.", "Roll the die: {n} rolls to go.", due)
        return Page("prompt", DICE["planetary"], (Prose(rolls),))
    return None


def asking(state: State, task: Task, kind: str, options: tuple[str, ...]) -> Page:
    parts: list[Part] = [Prose(short_question(state, kind))]
    if kind in ("part", "less") and task.effect:
        parts.append(Prose(deed(task.effect, task.amount)))
    if task.card in EFFECTS:
        parts.insert(0, Prose(EFFECTS[task.card]))
    if options and kind != "roll":
        answers = (Choice(option, answer(state, task, option)) for option in options)
        parts.append(Choices(tuple(answers)))
    everybody = not task.power or of_a_crisis(state, task)
    title = say("Everybody") if everybody else POWERS[task.power]
    corner = "" if task.card in EFFECTS else printed(task.card)
    return Page("prompt", title, tuple(parts), corner=corner)


def short_question(state: State, kind: str) -> Message:
    lacking = unread(state)
    if lacking is None:
        return QUESTIONS[kind]
    card, tag = lacking
    return Message(QUESTIONS["tags"].text, {"tag": TAGS[tag], "card": called(state, card)})


def rolled(state: State, roll: Roll) -> Page:
    """A die's face, large, with what it does and how many rolls are still due."""
    return Page(
        "die",
        DICE[roll.die],
        (die(roll.face), Prose(result(state, roll))),
        corner="" if roll.free else count("{n} to go", "{n} to go", still_due(state, roll.die)),
    )


def still_due(state: State, die: str) -> int:
    if die == "planetary":
        return state.dice.rolls_due
    tie = state.dice.tie
    return len(tie.powers) - len(tie.rolls) if tie else 0


def die(face: str | int) -> Dice:
    """What a die shows: a number, or an effect with its picture."""
    return Dice((EFFECTS.get(str(face), str(face)),), FACES.get(str(face), ()))


def result(state: State, roll: Roll) -> Message:
    if roll.free:
        return say("No roll is due, so nothing changes.")
    if roll.die == "geoengineering":
        assert roll.power is not None
        return say("{power} rolls {face}.", power=POWERS[roll.power], face=roll.face)
    effect = str(roll.face)
    track, at = state.box.tracks[effect], state.planetary[effect]
    if at and track[at - 1]:
        return say("Tipping Point! {what}", what=tipping(effect, state.players))
    return say("Space {n}/{last}: nothing tips.", n=at, last=len(track))


def tipping(effect: str, players: int) -> Message:
    """What a Tipping Point does with this many players, as the rules do it."""
    match effect:
        case "weather":
            return say("+2 Crisis cards")
        case "desertification":
            return count("−{n} Tree", "−{n} Trees", players)
        case "amazon":
            return count("+{n} carbon, −{n} Tree", "+{n} carbon, −{n} Trees", players)
        case "arctic":
            return say("+{n} on the Thermometer", n=2 * players)
        case "permafrost":
            return say("+{n} in Recent Emissions", n=2 * players)
    return count("−{n} Ocean", "−{n} Oceans", players)


def rolling(state: State, kind: str, frame: int) -> Page:
    """A moment of a die that rolls: it goes through its faces."""
    faces = tuple(EFFECTS) if kind == "planetary" else state.box.geoengineering
    return Page(f"rolling {kind} {frame}", DICE[kind], (die(faces[frame % len(faces)]),))
