"""Whatever people do in whatever order, the document is what the journal's live branch says."""

from pathlib import Path
from tempfile import TemporaryDirectory

from hypothesis import settings
from hypothesis import strategies as st
from hypothesis.stateful import RuleBasedStateMachine, invariant, precondition, rule

from companion.errors import CompanionError
from companion.games import AnyGame, Document, game
from companion.match.match import Match
from companion.storage.journal import Entry, read_events
from companion.storage.recovery.power_cut import PowerCutStore
from tests.support.effort import examples
from tests.support.labels import redo_label, undo_label
from tests.support.tally import TALLY


def live_branch(entries: list[Entry]) -> list[Entry]:
    """A second reading of what undo and redo mean, apart from the table's own."""
    live: list[Entry] = []
    taken_back: list[Entry] = []
    for entry in entries:
        if entry.kind == "undo":
            taken_back.append(live.pop())
        elif entry.kind == "redo":
            live.append(taken_back.pop())
        else:
            live.append(entry)
            taken_back = []
    return live


def fresh_fold(rules: AnyGame, entries: list[Entry]) -> Document:
    state = rules.blank
    for entry in live_branch(entries):
        for event in read_events(rules, entry):
            state = rules.evolve(state, event)
    return {"game": rules.id, "revision": len(entries), **rules.view(state)}


class AnyOrder(RuleBasedStateMachine):
    played: AnyGame = TALLY
    lines = st.one_of(
        st.integers(0, 40).map(lambda points: f"add {points}"),
        st.integers(1, 6).map(lambda face: f"roll {face}"),
        st.sampled_from(("next", "dance", "add 13")),
    )

    def __init__(self) -> None:
        super().__init__()
        self.folder = TemporaryDirectory()
        self.outlet = PowerCutStore(Path(self.folder.name), self.played.id)
        self.table = Match(self.played, self.outlet.journal)

    def teardown(self) -> None:
        self.outlet.close()
        self.folder.cleanup()

    @rule(data=st.data(), id=st.sampled_from(("", "", "a", "b", "c")))
    def an_input(self, data: st.DataObject, id: str) -> None:
        before = self.table.document
        try:
            self.table.take(data.draw(self.lines), id)
        except CompanionError:
            assert self.table.document == before

    @precondition(lambda self: undo_label(self.table) is not None)
    @rule()
    def undo(self) -> None:
        label, redo = undo_label(self.table), self.table.history[-1].state
        self.table.take("undo")
        assert redo_label(self.table) == label
        assert self.table.history[-1].redoes is not None
        assert self.table.history[-1].redoes.after == redo

    @precondition(lambda self: redo_label(self.table) is not None)
    @rule()
    def redo(self) -> None:
        label = redo_label(self.table)
        self.table.take("redo")
        assert undo_label(self.table) == label

    @rule()
    def undo_everything_and_redo_it(self) -> None:
        before = self.table.document
        steps = len(self.table.steps) - 1
        for line in ("undo", "redo"):
            for _ in range(steps):
                self.table.take(line)
        assert {**self.table.document, "revision": 0} == {**before, "revision": 0}

    @rule()
    def crash(self) -> None:
        before = self.table
        self.outlet.cut()
        self.table = Match(self.played, self.outlet.journal)
        assert self.table.history == before.history
        assert redo_label(self.table) == redo_label(before)

    @invariant()
    def the_document_is_a_fresh_fold_of_the_live_branch(self) -> None:
        assert self.table.document == fresh_fold(self.played, list(self.table.entries()))


class AnyOrderOfDaybreak(AnyOrder):
    played = game("daybreak")
    lines = st.sampled_from(
        (
            "seat china",
            "seat us",
            "start",
            "next",
            "to local",
            "to emissions",
            "to crisis",
            "to growth",
            "to global",
            "roll planetary arctic",
            "roll planetary weather",
            "roll geoengineering 4",
            "set china.dirty 9",
            "set thermometer.bands 7",
            "set trees 0",
        )
    )


TestAnyOrder = AnyOrder.TestCase
TestAnyOrder.settings = settings(examples(12, soak=400), stateful_step_count=25)
TestAnyOrderOfDaybreak = AnyOrderOfDaybreak.TestCase
TestAnyOrderOfDaybreak.settings = settings(examples(8, soak=250), stateful_step_count=25)
