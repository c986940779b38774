"""Anything that hands can do to real parts: the table goes on, and the glass shows its page."""

from hypothesis import given
from hypothesis import strategies as st

from companion.games import game
from companion.match.match import Match
from companion.storage.journal import MemoryJournal
from tests.support.devices.simulated_controller import PlayedTable, sitting_at
from tests.support.effort import examples

CARDS = ("1.205", "1.206", "1.133", "1.126", "1.309", "1.415", "1.432", "china 2", "us")
BUTTONS = ("next", "undo", "mode:1", "mode:2", "die:1", "die:2")
ZONES = ("centre", "china", "us")

deeds = st.one_of(
    st.tuples(st.just("tap"), st.sampled_from(CARDS), st.sampled_from(ZONES)),
    st.tuples(st.just("lay"), st.sampled_from(CARDS), st.sampled_from(ZONES)),
    st.tuples(st.just("lift"), st.sampled_from(CARDS), st.sampled_from(ZONES)),
    st.tuples(st.just("press"), st.sampled_from(BUTTONS)),
    st.tuples(st.just("hold"), st.sampled_from(BUTTONS)),
    st.tuples(st.just("push"), st.sampled_from(BUTTONS)),
    st.tuples(st.just("release"), st.sampled_from(BUTTONS)),
    st.tuples(st.just("turn"), st.integers(-5, 5)),
    st.tuples(st.just("wait"), st.sampled_from((0.02, 0.3, 1.0, 16.0))),
)


def do(table: PlayedTable, deed: tuple[object, ...]) -> None:
    simulated = table.simulated
    match deed:
        case "tap", str(what), str(zone):
            simulated.tap(table.keyboard.tag(what), zone)
        case "lay", str(what), str(zone):
            simulated.lay(table.keyboard.tag(what), zone)
        case "lift", str(what), str(zone):
            simulated.lift(table.keyboard.tag(what), zone)
        case "press", str(role):
            simulated.pins.press(role)
        case "hold", str(role):
            simulated.pins.hold(role)
        case "push", str(role):
            simulated.pins.push(role)
        case "release", str(role):
            simulated.pins.release(role)
        case "turn", int(step):
            simulated.pins.turn(step)
        case "wait", float(seconds):
            table.wait(seconds)
    table.wait(0.1)


@examples(3, soak=60)
@given(st.lists(deeds, min_size=8, max_size=25))
def test_whatever_is_done_to_the_parts_the_table_goes_on(done: list[tuple[object, ...]]) -> None:
    table = Match(game("daybreak"), MemoryJournal())
    for line in ("seat china", "seat us", "start", "to local"):
        table.take(line)
    with sitting_at(table=table) as played:
        for deed in done:
            do(played, deed)
        played.wait(2)  # a die has stopped rolling
        assert played.shown

        document = played.document
        again = Match(game("daybreak"), MemoryJournal(list(table.entries())))
        assert again.document == document
