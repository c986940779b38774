"""What a table asks of whoever stands at it, in words, and which things it would take now.

The small screen says the same in few letters; a page beside it can say it to somebody who is new.
"""

from collections.abc import Iterable
from dataclasses import dataclass, field, replace
from typing import Any

from companion.errors import CompanionError
from companion.games import AnyGame, several
from companion.games.display import Choice, Words
from companion.games.taps import NEXT, Do, Ending, Gesture, Thing, Wait
from companion.i18n.message import Message, say
from companion.match.match import Revision, is_secret
from companion.match.taps import situations as s
from companion.match.taps.common_pages import CHOOSE_AGAIN
from companion.match.taps.tap_state import TapState

NEXT_GAME = say("NEXT, pressed twice, begins the next game; phones tell the story of this one.")


@dataclass(frozen=True, slots=True)
class Prompt:
    asked: tuple[Words, ...]
    """What to do now, the most important line first."""
    choices: tuple[Choice, ...] = ()
    mark: int = 0
    """At which of the choices the mark is."""
    due: str = ""
    """The button that the table waits for."""
    work_first: bool = False
    """Do people do what is asked first, and press it then?"""
    gesture: Gesture = field(default_factory=Gesture)
    """What was tapped so far."""
    notice: Message | None = None
    """What the last movement did, or why it did nothing."""
    covered: Words | None = None
    """What the game asks as well, while something else is half said."""
    revision: int = 0
    new_code: str = ""
    """The tag of a printed code of which people have to say which card it is."""


def prompt_of(current: Revision, taps: TapState) -> Prompt:
    came = (
        taps.situation.came if isinstance(taps.situation, s.ShowingRoll | s.ShowingResult) else None
    )
    prompt, notice = asked_by(current, taps), taps.notice or came
    asked = (taps.asks, *prompt.asked) if taps.notice and taps.asks else prompt.asked
    covered = covered_by(prompt, current, taps)
    if covered and notice == s.WAITS:
        notice = None  # it is said in full
    return replace(
        prompt,
        asked=asked,
        notice=notice,
        covered=covered,
        revision=current.revision,
        new_code=taps.new_code.uid if taps.new_code else "",
    )


def covered_by(prompt: Prompt, current: Revision, taps: TapState) -> Words | None:
    """The question of the game that is open, where people are asked something else."""
    game, state = current.step.game, current.state
    question = game.tap_handler.question(state) if game.round_of(state) else None
    if question is None or question.words in prompt.asked:
        return None
    if isinstance(taps.situation, s.Pending) and s.is_about(taps.situation.wait, question):
        return None
    return question.words


def asked_by(current: Revision, taps: TapState) -> Prompt:
    """What is half said comes before what the game asks, and that before what people do anyway."""
    game, state = current.step.game, current.state
    match taps.situation:
        case s.Pending(wait, mark):
            due = "next" if goes_on(game, state, wait) else ""
            return Prompt((wait.words,), wait.choices, mark, due, gesture=wait.gesture)
        case s.EnteringRoll(mark=mark) as entering:
            return Prompt((entered(entering),), entering.choices, mark, "next")
        case s.Enrolling(enrolment):
            return Prompt((enrolment.words,))
        case s.ConfirmingUndo(label):
            return Prompt((say("UNDO again takes it back."), label), due="undo")
        case s.ConfirmingChoice():
            return Prompt((CHOOSE_AGAIN,), due="undo")
        case s.ConfirmingNewGame():
            return Prompt((say("NEXT again begins a new game."),), due="next")
        case s.ConfirmingNext(ending):
            return Prompt((ending.words, *still_open(ending)), due="next")
        case situation:
            turned = situation.turned if isinstance(situation, s.Idle) else 0
    hands, offer = game.tap_handler, taps.offer
    mark = offer.at(turned)
    if current.over and taps.clears:
        return Prompt((*game.guide(state), NEXT_GAME), due="next")
    if question := hands.question(state):
        return Prompt((question.words,), offer.choices, mark, hands.due(state))
    if not offer.choices:
        due = hands.due(state)
        return Prompt(game.guide(state), due=due, work_first=due == "next")
    asked = (*game.guide(state), next_takes(offer.choices[mark]))
    return Prompt(asked, offer.choices, mark, "next")


def next_takes(likely: Choice) -> Message:
    """What one press of NEXT carries out, in words."""
    return say("NEXT: {what}", what=likely.text)


def goes_on(game: AnyGame, state: Any, wait: Wait) -> bool:
    """Is NEXT of use to what is half said? Not where the same would be asked again."""
    if wait.choices or not wait.gesture.things:
        return bool(wait.choices)
    gesture = wait.gesture.then(NEXT)
    if not is_taken(game, state, gesture):
        return False
    meaning = game.tap_handler.means(state, gesture)
    return isinstance(meaning, Do) or meaning.words != wait.words


def still_open(ending: Ending) -> tuple[Message, ...]:
    """What is left to do before something ends for everybody."""
    return ending.open or (say("Nothing is left open."),)


def entered(entering: s.EnteringRoll) -> Message:
    """What is asked of somebody who enters wooden dice."""
    if entering.throw.entries or entering.throw.dice > 1:
        asked = say("What do the dice show?")
        if not entering.shown:
            return asked
        return Message("{asked} {shown}", {"asked": asked, "shown": " ".join(entering.shown)})
    return say("What does the die show?")


def taken(game: AnyGame, state: Any, gesture: Gesture, things: Iterable[Thing]) -> list[Thing]:
    """Those of the things that may be tapped now, after what was tapped so far."""
    return [thing for thing in things if is_taken(game, state, gesture.then(thing))]


def is_taken(game: AnyGame, state: Any, gesture: Gesture) -> bool:
    """Whether a secret would be refused is one itself: it looks as if it were taken."""
    try:
        meaning = game.tap_handler.means(state, gesture)
        if isinstance(meaning, Do) and not is_secret(game, state, meaning.line):
            several.decide(game, state, meaning.line)
    except CompanionError:
        return False
    return True
