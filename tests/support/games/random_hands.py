"""Hands that tap at random through whole games, above all the same few tags again and again."""

from collections.abc import Callable, Sequence
from random import Random
from typing import Any

from companion.errors import CompanionError
from companion.games import game, several
from companion.games.daybreak.model.card_events import Dropped
from companion.games.display import Choice
from companion.games.taps import THEN, Wait
from companion.match.match import Match, Revision
from companion.match.taps import situations as s
from companion.match.taps.effects import Ports
from companion.storage.journal import MemoryJournal
from tests.support.taps import Taps

PAUSES_S = (0.1, 0.5, 1.0, 3.0, 20.0)
FEW = 6
"""So many tags are tapped more often than all others together."""
ASIDE = ("Put aside", "Nothing was chosen", "Nothing was entered", "A question waits")
"""How a table says that what it asked is not asked any more, or not now."""
ANSWERS = ("choose", "roll", "undo", "redo")
"""Lines that answer what the game asks, or take back what made it ask."""
CORRECTIONS = ("set", "gain", "lose")


class RandomHands:
    """One pair of hands at a table, and what must be true after each of their movements.

    ``lines`` set the table up; ``typed`` are lines of phones, which come in between.
    """

    def __init__(
        self,
        random: Random,
        game_id: str,
        lines: Sequence[str],
        tags: Sequence[str],
        typed: Sequence[str] = (),
    ) -> None:
        self.random = random
        self.table = Match(game(game_id), MemoryJournal())
        for line in lines:
            self.table.take(line)
        self.handler = self.table.game.tap_handler
        self.taken: list[str] = []
        self.taps = Taps(self.table, Ports(pick=random.choice), submit=self._submit)
        self.taps.stepwise = random.random() < 0.5
        self.tags, self.typed = tags, typed
        self.few = random.sample(self.tags, FEW)
        self.last = self.few[0]
        self.now = 100.0
        self.ways: tuple[tuple[Callable[[], None], int], ...] = (
            (self.tap_again, 3),
            (self.tap_one_of_few, 3),
            (self.tap_anything, 2),
            (self.go_on, 8),
            (self.press_anything, 1),
            (self.turn, 1),
            (self.type_a_line, bool(typed)),
        )

    def _submit(self, line: str, *, seen: int | None = None) -> Revision:
        change = self.table.take(line, seen=seen)
        self.taken.append(line)
        return change

    def play(self, most_movements: int) -> None:
        """Until the game has ended, or people have had enough of it."""
        for _ in range(most_movements):
            if self.table.history[-1].over:
                return
            self.move()

    def move(self) -> None:
        self.now += self.random.choice(PAUSES_S)
        asked, words = self.asked, self.words
        if self.taps.pass_time(self.now) and asked:
            self.check_said_aside()
            asked = ()
        state, revision, self.taken = self.table.state, self.table.revision, []
        (way,) = self.random.choices(*zip(*self.ways, strict=True))
        refused = None
        try:
            way()
        except CompanionError as refusal:
            refused = refusal.message
        if refused:
            assert way == self.type_a_line or self.taps.notice == refused
            assert self.table.revision == revision, "a refusal changed something"
        if asked and self.words != words:
            self.check_answered(asked, way)
        self.check_tasks(state)

    # What hands do.

    def tap_again(self) -> None:
        self.tap(self.last)

    def tap_one_of_few(self) -> None:
        self.tap(self.random.choice(self.few))

    def tap_anything(self) -> None:
        self.tap(self.random.choice(self.tags))

    def tap(self, name: str) -> None:
        thing = self.handler.thing(self.table.state, name)
        assert thing, name
        self.last = name
        seated = self.table.game.seated(self.table.state)
        self.taps.tap(thing, self.random.choice(("", "", *seated)), self.now)

    def go_on(self) -> None:
        """What the table waits for: an answer, a die, or NEXT."""
        if self.asked or self.handler.question(self.table.state):
            self.taps.turn(self.random.randint(-3, 3), self.now)
        self.now += 0.5
        due = self.handler.due(self.table.state)
        self.taps.press(due if due.startswith("die:") else "next", self.now)

    def press_anything(self) -> None:
        layout = self.table.game.layout
        dice = [f"die:{die}" for die in layout.dice]
        role = self.random.choice((*layout.modes, *dice, "undo", "info"))
        press = self.taps.hold if self.random.random() < 0.2 else self.taps.press
        press(role, self.now)

    def turn(self) -> None:
        self.taps.turn(self.random.choice((-1, 1)), self.now)

    def type_a_line(self) -> None:
        self._submit(self.random.choice(self.typed))
        self.taps.look_again(self.now)

    # No question is lost silently.

    @property
    def asked(self) -> tuple[Choice, ...]:
        """The answers to what is asked about a gesture, or of whoever enters a die."""
        match self.taps.situation:
            case s.Pending(Wait(choices=choices)):
                return choices
            case s.EnteringRoll() as entering:
                return entering.choices
        return ()

    @property
    def words(self) -> object:
        """What is asked; the answers may become others when somebody changes the game."""
        match self.taps.situation:
            case s.Pending(wait):
                return wait.words
            case s.EnteringRoll(throw=throw):
                return throw
        return None

    def check_answered(self, asked: tuple[Choice, ...], way: Callable[[], None]) -> None:
        answers = {each.answer for choice in asked for each in (choice, *choice.drawn)}
        if answers & {*self.taken} or any(line.startswith("roll") for line in self.taken):
            return
        if way == self.go_on and any(answer.startswith(THEN) for answer in answers):
            return
        if way == self.press_anything and self.taps.notice is None:
            return  # UNDO takes back what is half said
        self.check_said_aside()

    def check_said_aside(self) -> None:
        said = f"{self.taps.notice} {self.taps.asks}"
        assert any(words in said for words in ASIDE), (self.last, said, self.taps.situation)

    def check_tasks(self, before: Any) -> None:
        """What the game asks stays until a line answers it, takes back what made it ask or corrects
        what it is about; what cannot be done after all is told."""
        if not self.taken or self.table.history[-1].over:
            return
        (line,) = self.taken
        question = self.handler.question(before)
        offered = {choice.answer for choice in question.choices} if question else set()
        for part in several.parts(line):  # the button of a die may answer first
            if part.split()[0] in (*ANSWERS, *CORRECTIONS) or part in offered:
                return
        if any(task.do == line for task in before.tasks[:1]):
            return  # such as a fire that is fed while that is asked
        told = any(isinstance(event, Dropped) for event in self.table.steps[-1].events)
        assert told or {*before.tasks} <= {*self.table.state.tasks}, line
