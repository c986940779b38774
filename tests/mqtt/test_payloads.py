"""What a table tells of any game: from what the game says itself, and nothing that it hides."""

from dataclasses import dataclass, replace
from typing import Any

import msgspec

from companion.errors import Malformed
from companion.games import ANYBODY, Document, Game, Viewer
from companion.games.defaults import headline_of
from companion.games.display import Cell, Cells, Figure, Gauge, Headline, Page, Row, Rows
from companion.hall.demo import SimulatedSession
from companion.hall.table_messages import Ended, State
from companion.i18n.message import Message, say
from companion.mqtt.payloads import ended_of, news_of, state_of


@dataclass(frozen=True, slots=True)
class Plans:
    round: int = 1
    secret: str = ""
    shown: bool = False


@dataclass(frozen=True, slots=True)
class Planned:
    plan: str


@dataclass(frozen=True, slots=True)
class Revealed:
    pass


class HiddenPlans(Game[Plans, str, Any]):
    """A game that somebody else wrote: a plan is made in secret, and shown at the end, perhaps."""

    id = "hidden-plans"
    name = say("Hidden plans")
    events = {"Planned": Planned, "Revealed": Revealed}  # noqa: RUF012
    blank = Plans()
    secretive = True

    def read(self, line: str) -> str:
        if line.split()[0] not in ("plan", "reveal", "stop"):
            raise Malformed(say("What is {line}?", line=line))
        return line

    def decide(self, state: Plans, given: str) -> tuple[Any, ...]:
        word, _, plan = given.partition(" ")
        return (Planned(plan),) if word == "plan" else (Revealed(),) if word == "reveal" else ()

    def evolve(self, state: Plans, event: Any) -> Plans:
        if isinstance(event, Planned):
            return replace(state, secret=event.plan)
        return replace(state, shown=True)

    def view(self, state: Plans, viewer: Viewer = ANYBODY) -> Document:
        seen = state.shown or viewer.role == "host"
        outcome = {"plan": state.secret} if state.shown else None
        return {
            "round": state.round,
            "outcome": outcome,
            "seats": ["a", "b"],
            "plan": state.secret if seen else None,
        }

    def label(self, state: Plans, given: str) -> Message:
        return say("{what} is done", what=given)

    def tell(self, state: Plans, event: Any) -> Message | None:
        return say("The plan is {plan}", plan=getattr(event, "plan", "shown"))

    def redact(self, now: Plans, before: Plans, given: str, viewer: Viewer) -> Message | None:
        return None if now.shown else say("A plan is made")


def told_of(*lines: str) -> tuple[dict[str, Any], dict[str, Any], SimulatedSession]:
    session = SimulatedSession(HiddenPlans())
    for line in lines:
        session.active.writer.ask(line)
    session.close()
    change = session.active.writer.current
    return state_of(session.active, change), news_of(change), session


def test_a_step_that_a_game_hides_is_told_in_its_veiled_words() -> None:
    state, news, _ = told_of("plan dynamite")

    assert (news["label"], news["told"]) == ("A plan is made", [])
    assert b"dynamite" not in msgspec.json.encode([state, news])


def test_neither_is_it_told_when_it_is_taken_back() -> None:
    state, news, _ = told_of("plan dynamite", "undo")

    assert news["label"] == "Undone: A plan is made"
    assert b"dynamite" not in msgspec.json.encode([state, news])


def test_what_may_be_told_is_told() -> None:
    _, news, _ = told_of("plan dynamite", "reveal")

    assert news["label"] == "reveal is done"


def test_a_game_that_somebody_else_wrote_has_a_headline_with_nothing_added() -> None:
    state, _, _ = told_of("plan dynamite")
    read = msgspec.json.decode(msgspec.json.encode(state), type=State)

    head = read.headline
    assert (head.figure, head.unit.text, head.level, head.alarm) == (1, "round", 0, False)
    assert head.guide[0].text == "NEXT goes on."
    assert head.title is not None
    assert head.title.text == "Hidden plans"
    assert head.heading is not None
    assert head.heading.text == "Round 1"


def test_a_result_of_any_game_can_be_read() -> None:
    *_, session = told_of("plan dynamite", "reveal")
    told = ended_of(session.active, session.active.writer.current, "Table 4", "machine1")
    read = msgspec.json.decode(msgspec.json.encode(told), type=Ended)

    assert read.won is None
    assert read.curve == [(1, 1.0)]
    assert bytes(read.story) == b"null"


def test_the_first_number_of_a_page_is_its_headline() -> None:
    label = say("Gold")
    assert headline_of(Figure("7", (Gauge(label, 1, 2, alarm=True),))) == Headline("7", alarm=True)
    assert headline_of(Gauge(label, 3, 12)) == Headline("3/12", label)
    assert headline_of(Cells((Cell("4", label),))) == Headline("4", label)
    assert headline_of(Row(label, "-5", alarm=True)) == Headline(-5, label, alarm=True)
    assert headline_of(Rows((Row(label, "5*"),))) == Headline("5*", label)
    assert headline_of(Rows(())) is None


def test_a_game_without_any_number_is_known_by_its_round() -> None:
    class Wordless(HiddenPlans):
        def pages(self, state: Plans) -> tuple[Page, ...]:
            return (Page("home", self.name, ()),)

    assert Wordless().headline(Plans(round=3)) == Headline(3, say("Round"))
