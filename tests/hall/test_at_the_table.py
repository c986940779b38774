"""What a hall is to the people at a table: a name, a line to read, and somebody who comes."""

from collections.abc import Iterator
from pathlib import Path

import pytest

from companion.app import from_the_hall, running
from companion.devices.board.choice import choose_board
from companion.games.display import Prose
from companion.i18n.catalogs import Language
from companion.i18n.message import Message, say
from companion.match.session import Session
from companion.match.taps.effects import Ports
from companion.match.taps.situations import Browsing, Idle
from companion.match.taps.tap_grammar import LAST
from companion.mqtt.broker import Broker
from companion.splash import splash_screen
from companion.storage.saved_games import SavedGames
from companion.web.app import create_app
from companion.web.live.event_stream import StreamLimits, ping
from companion.web.security.pairing import Pairing
from tests.support.hall.brokers import Around, eventually, mood_of, tile_of
from tests.support.phone import Phone, take_compiled
from tests.support.taps import Taps

LINE = Message("{text}", {"text": "Ten minutes left"})


class PretendHall:
    def __init__(self) -> None:
        self.lines: tuple[Message, ...] = ()
        self.helping = False

    def call(self, help: bool = True) -> Message:
        self.helping = help
        return say("Help is called: somebody will come to this table.")


@pytest.fixture
def session(tmp_path: Path) -> Iterator[Session]:
    opened = Session(SavedGames(tmp_path), "daybreak")
    yield opened
    opened.close()


def phone_of(session: Session, hall: PretendHall | None, role: str = "") -> Phone:
    pairing = Pairing()
    app = create_app(session, pairing, StreamLimits(), name="Table 4", hall=hall)
    take_compiled(app.jinja_env)
    phone = Phone(app.test_client())
    if role:
        phone.post("/pair", code=pairing.code, role=role)
    return phone


def test_a_phone_shows_the_name_and_the_line_from_the_hall(session: Session) -> None:
    hall = PretendHall()
    page = phone_of(session, hall).get("/").text
    assert "Table 4" in page
    hall.lines = (LINE,)

    assert "<p>Ten minutes left</p>" in phone_of(session, hall).get("/").text
    assert '"said": ["Ten minutes left"]' in ping((), hall.lines, Language("en"), lessons=False)


def test_a_paired_phone_asks_for_help_and_takes_it_back(session: Session) -> None:
    hall = PretendHall()
    phone = phone_of(session, hall, "host")
    assert "Ask the hall for help" in phone.get("/").text
    phone.post("/help", call="1")
    assert hall.helping
    assert "Help is on its way" in phone.get("/").text
    phone.post("/help", call="0")

    assert not hall.helping


def test_a_phone_that_only_watches_calls_nobody(session: Session) -> None:
    hall = PretendHall()
    phone = phone_of(session, hall)

    assert "Ask the hall for help" not in phone.get("/").text
    assert phone.post("/help", call="1").status_code == 403
    assert not hall.helping


def test_a_table_without_a_hall_has_nothing_of_it(session: Session) -> None:
    phone = phone_of(session, None, "host")

    assert 'id="said"' not in phone.get("/").text
    assert phone.post("/help").status_code == 404


def test_info_held_twice_calls_for_help(session: Session) -> None:
    hall, writer = PretendHall(), session.writer
    taps = Taps(writer, Ports(call_hall=hall.call))
    taps.hold("info", 0.0)
    assert (taps.situation, hall.helping) == (Browsing(LAST), False)
    taps.hold("info", 2.0)

    assert (taps.situation, hall.helping) == (Idle(), True)
    assert str(taps.notice) == "Help is called: somebody will come to this table."


def test_without_a_hall_info_held_twice_shows_how_to_join(session: Session) -> None:
    writer = session.writer
    taps = Taps(writer)
    taps.hold("info", 0.0)
    taps.hold("info", 2.0)

    assert isinstance(taps.situation, Browsing)


def test_a_whole_companion_is_a_table_of_the_hall(around: Around, tmp_path: Path) -> None:
    hall = around.hall()
    board, folder = choose_board("simulator", None, safe=False), tmp_path / "table"
    with (
        splash_screen(board, Language("en")) as parts,
        running(
            parts, folder, "daybreak", port=0, broker=around.broker, name="Table 4"
        ) as companion,
    ):
        tile = tile_of(hall)
        assert tile.card
        assert tile.card.link == companion.server.address
        hall.say("Ten minutes left", 10)
        eventually(lambda: companion.controller.step() or companion.controller.taps.notice)
        assert str(companion.controller.taps.notice) == "Ten minutes left"

    eventually(lambda: mood_of(hall) == "away")


def test_a_hall_that_cannot_be_reached_is_a_fault_among_the_others(tmp_path: Path) -> None:
    board = choose_board("simulator", None, safe=False)
    with (
        splash_screen(board, Language("en")) as parts,
        running(parts, tmp_path, "daybreak", port=0, broker=Broker("127.0.0.1", 1)) as companion,
    ):
        faults = eventually(lambda: companion.session.faults)
        assert "cannot be reached" in str(faults[0])
        companion.session.report((say("NEXT"),))
        assert len(companion.session.faults) == 2


def test_the_small_screen_has_a_page_for_what_the_hall_says(around: Around) -> None:
    table, hall = around.table(), around.hall()
    tile_of(hall)
    assert list(from_the_hall(None)) == list(from_the_hall(table.publisher)) == []
    hall.say("Ten minutes left", 10)
    eventually(lambda: table.publisher.lines)

    [page] = from_the_hall(table.publisher)
    assert page.parts == (Prose(LINE),)
