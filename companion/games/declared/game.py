"""The game that declarations make: it fills in everything that the contract asks."""

from collections.abc import Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass
from typing import Any, Generic, TypeVar, cast

from companion.errors import Refusal
from companion.games.capabilities import ANYBODY, Document, Recap, Viewer
from companion.games.contract import Game
from companion.games.declared import actions as acts
from companion.games.declared import pages, story
from companion.games.declared.actions import Act, Action, Rule
from companion.games.declared.corrections import correct, value_name
from companion.games.declared.events import Changed, Ended, Seated, StageBegan
from companion.games.declared.fields import (
    States,
    TableState,
    declared_in,
    must_be_said,
    path_name,
    paths_of,
)
from companion.games.declared.taps import DeclaredTaps
from companion.games.display import Choice, Headline, Page
from companion.games.layout import Layout, Mode
from companion.games.shared.document import plain
from companion.games.shared.events import Event, kinds
from companion.games.shared.inputs import Correct, Start, not_an_input, value_in, words_of
from companion.games.shared.replace import look_up
from companion.games.shared.rules import carry_out
from companion.i18n.message import Message, say

TS = TypeVar("TS", bound=TableState)


@dataclass(frozen=True, slots=True)
class Stage:
    """A part of a turn or round: its name, and what people are told to do in it."""

    name: Message
    asks: Message
    """May have ``{who}`` for the seat whose turn it is, and the name of any plain counter."""

    def __post_init__(self) -> None:
        must_be_said(self.name, self.asks)


@dataclass(frozen=True, slots=True)
class Ending:
    """One way in which the game ends."""

    told: Message
    won: bool = False

    def __post_init__(self) -> None:
        must_be_said(self.told)


@dataclass(frozen=True, slots=True)
class TakeSeat:
    """``seat red``"""

    seat: str


Given = TakeSeat | Start | Correct | Act


class DeclaredGame(Game[TS, Given, Event], Generic[TS]):
    """A game of seats and stages whose numbers, states and actions are declared."""

    stages: Mapping[str, Stage]
    """By id, in their order; the game begins with the first."""
    endings: Mapping[str, Ending] = {}
    tags: Mapping[str, Message] = {}
    """Cards, tiles and other things that have a tag of their own, by the id that an action takes
    as a word. They need no pack."""
    modes: Mapping[str, Message] = {}
    """The two buttons for actions with a ``mode``, and what they are called."""
    dice: Mapping[str, Message] = {}
    """The dice of actions with a ``die``."""
    more_events: tuple[type[Event], ...] = ()
    """Events of the game's own, where a declared change is not enough."""
    beginnings = (StageBegan,)

    def begin(self, state: TS) -> Rule[TS]:
        """What happens when the game starts, after the first stage has begun."""
        yield from ()

    def consequences(self, before: TS, state: TS) -> Iterable[Event]:
        """What follows at once from any change, whoever caused it, such as an ending."""
        return ()

    # All below is made of the declarations.

    actions: tuple[Action, ...] = ()
    names: Mapping[str, Message] = {}
    """Every id that is declared, with its name."""

    def __init_subclass__(cls, **options: Any) -> None:
        super().__init_subclass__(**options)
        cls.actions = acts.actions_of(cls)
        if "stages" not in vars(cls):
            return
        must_be_said(cls.name, cls.about)
        for names in (cls.seats, cls.tags, cls.modes, cls.dice):
            must_be_said(*names.values())
        declared = declared_in(cls.blank).values()
        values = [what.values for what in declared if isinstance(what, States)]
        cls.names = {
            name: said
            for names in (*(what.each for what in declared), *values, cls.tags, cls.seats)
            for name, said in names.items()
        }
        cls.events = kinds(Seated, StageBegan, Changed, Ended, *cls.more_events)
        if cls.dice or cls.modes:
            modes = {
                mode: Mode(name, say("{mode}: tap what it is for.", mode=name), name)
                for mode, name in cls.modes.items()
            }
            cls.layout = Layout(dice=cls.dice, modes=modes)

    def filled(self, message: Message, state: TS, **values: object) -> Message:
        """The sentence with names for ids; ``{who}`` is whose turn it is."""
        plain = {
            name: getattr(state, name)
            for name, what in declared_in(state).items()
            if not what.each and not what.seats
        }
        given = {"round": state.round, "who": state.turn, **plain, **message.values, **values}
        named = {name: self.names.get(cast(str, it), it) for name, it in given.items()}
        return Message(message.text, named, message.plural)

    def read(self, line: str) -> Given:
        match words := words_of(line):
            case ["seat", seat]:
                return TakeSeat(seat)
            case ["start"]:
                return Start()
            case ["set", path, _, *_]:
                return Correct(path, value_in(line))
        if act := acts.read_act(self.actions, words):
            return act
        raise not_an_input(line)

    def decide(self, state: TS, given: Given) -> tuple[Event, ...]:
        if state.outcome:
            raise Refusal("game_over", say("The game has ended. UNDO takes the last step back."))
        return carry_out(self.rule_of(state, given), state, self.consequences, over)

    def rule_of(self, state: TS, given: Given) -> Rule[TS]:
        """The rule that an input is carried out by; ``Refusal`` where it is not possible."""
        match given:
            case TakeSeat(seat):
                return self.take_seat(state, seat)
            case Start():
                return self.start(state)
        if not state.round:
            raise Refusal("not_started", say("The game has not started: take seats, then start."))
        if isinstance(given, Correct):
            return correct(state, self.names, given)
        act = self.meant(state, given)
        acts.check(act, state)
        return cast(Rule[TS], act.action.rule(self, state, *act.values))

    def meant(self, state: TS, act: Act) -> Act:
        """Where several actions have the same line, such as ``next``: the one of this stage."""
        same = (each for each in self.actions if each.line == act.action.line)
        now = (each for each in same if acts.is_due(each, state))
        return Act(next(now, act.action), act.values)

    def take_seat(self, state: TS, seat: str) -> Rule[TS]:
        if state.round:
            raise Refusal("already_started", say("The game has started already."))
        if seat not in self.seats:
            known = ", ".join(self.seats)
            words = say("There is no seat {seat}; there is {known}.", seat=seat, known=known)
            raise Refusal("unknown_seat", words)
        if seat in state.seats or len(state.seats) >= self.players[-1]:
            raise Refusal("seat_taken", say("This seat is not free."))
        yield Seated(seat)

    def start(self, state: TS) -> Rule[TS]:
        if state.round:
            raise Refusal("already_started", say("The game has started already."))
        if len(state.seats) < (least := self.players[0]):
            raise Refusal("too_few_seats", say("At least {n} seats are taken first.", n=least))
        state = yield StageBegan(next(iter(self.stages)), state.seats[0], 1)
        yield from self.begin(state)

    def evolve(self, state: TS, event: Event) -> TS:
        after: TS = event.after(state)
        return after

    def view(self, state: TS, viewer: Viewer = ANYBODY) -> Document:
        ended = self.endings.get(state.outcome)
        return {
            "seats": list(state.seats),
            "round": state.round,
            "stage": state.stage,
            "turn": state.turn or None,
            **{name: plain(getattr(state, name)) for name in declared_in(state)},
            "outcome": {"won": ended.won, "reason": state.outcome} if ended else None,
        }

    def label(self, state: TS, given: Given) -> Message:
        match given:
            case TakeSeat(seat):
                return say("{who} takes a seat", who=self.seats.get(seat, seat))
            case Start():
                return say("The game starts")
            case Correct(path, value):
                was = look_up(state, tuple(path.split(".")))
                return say(
                    "{number} set from {was} to {value}",
                    number=self.name_of(state, path),
                    was=value_name(self.names, was),
                    value=value_name(self.names, value),
                )
        act = self.meant(state, given)
        return self.filled(act.action.label, state, **act.named)

    def tell(self, state: TS, event: Event) -> Message | None:
        match event:
            case Changed(told=told, values=values) if told:
                return self.filled(Message(told), state, **values)
            case Ended(outcome):
                return self.filled(self.endings[outcome].told, state)
        return None

    def legal(self, state: TS) -> Iterator[Act]:
        """Everything that is possible now: what is offered, and what is taken."""
        return acts.legal(self.actions, state) if state.round and not state.outcome else iter(())

    def legal_actions(self, state: TS) -> Sequence[Choice]:
        if not state.round:
            return self.tap_handler.seats_and_start(state)
        return tuple(
            Choice(act.line, self.filled(act.action.label, state, **act.named))
            for act in self.legal(state)
            if not act.action.die
        )

    @property
    def tap_handler(self) -> DeclaredTaps:
        return DeclaredTaps(self)

    def seated(self, state: TS) -> tuple[str, ...]:
        return state.seats

    def round_of(self, state: TS) -> int:
        return state.round

    def stage_of(self, state: TS) -> str:
        return state.stage

    def over(self, state: TS) -> bool:
        return over(state)

    def numbers(self, state: TS) -> Mapping[str, Message]:
        return {
            ".".join(path): path_name(path, what, self.names)
            for name, what in declared_in(state).items()
            for path in paths_of(state, name)
        }

    def name_of(self, state: TS, path: str) -> Message:
        return self.numbers(state).get(path) or super().name_of(state, path)

    def values_at(self, state: TS, path: str) -> Mapping[str, Message]:
        what = declared_in(state).get(path.partition(".")[0])
        return what.values if isinstance(what, States) else {}

    def guide(self, state: TS) -> tuple[Message, ...]:
        if state.outcome:
            return (self.filled(self.endings[state.outcome].told, state),)
        if not state.round:
            return super().guide(state)
        return (self.filled(self.stages[state.stage].asks, state),)

    def glance(self, state: TS) -> tuple[Message, ...]:
        return tuple(pages.glance(self, state))

    def headline(self, state: TS) -> Headline:
        return pages.headline(self, state) or super().headline(state)

    def pages(self, state: TS) -> tuple[Page, ...]:
        return tuple(pages.pages(self, state))

    def now_page(self, state: TS) -> Page:
        return Page("now", pages.title(self, state), pages.instructions(self, state))

    @property
    def recap(self) -> Recap:  # type: ignore[override]  # made anew of the declarations
        return story.recap(self)


def over(state: TableState) -> bool:
    return bool(state.outcome)
