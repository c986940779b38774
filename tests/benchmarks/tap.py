"""A tap, from the tag in the field to the first byte of the new picture, part by part.

Radio and waiting are counted on simulated chips with a virtual clock, the rest is measured: no
reader and no screen was touched. The tap is one that plays a card, so it is kept on the disk.
"""

from collections.abc import Iterable, Iterator
from contextlib import closing, contextmanager
from pathlib import Path
from random import Random
from statistics import median, quantiles
from tempfile import TemporaryDirectory
from time import perf_counter

from companion.clock import VirtualClock
from companion.devices.board import profile
from companion.devices.board.parts import Oled, Rc522Reader
from companion.devices.drawing.pages import draw
from companion.devices.readers.presence import CardArrived, Report
from companion.devices.readers.readers import Readers
from companion.devices.readers.watcher import Pace
from companion.devices.screen.screen import Screen, open_screen
from companion.devices.simulator.board import made_up_uid
from companion.devices.simulator.i2c import Bus, install
from companion.devices.simulator.oled import SSD1306
from companion.devices.simulator.rfid.readers import TRANSFER_OVERHEAD_S, SimulatedReaders
from companion.devices.simulator.rfid.tags import Tag
from companion.games import first, game, resource
from companion.i18n.catalogs import Language
from companion.match.match import Match
from companion.match.script_syntax import lines
from companion.match.taps.effects import Ports
from companion.match.taps.screen_page import page_of
from companion.match.taps.tags import Tags
from companion.match.writer import MatchWriter
from companion.storage.data_folder import data_folder
from companion.storage.journal import Entry
from companion.storage.sqlite import INSERT, SqliteJournal, Store, connect, row_of
from tests.benchmarks.measuring import Figures
from tests.support.taps import Taps

GAME = game(first())
SCRIPT = "tap.table"
"""Of the game: what is played first, and two things that are tapped then."""
TAPS = 200
PLACES = profile.load("full_table").readers_of(Rc522Reader)
ADDRESS = 0x3C
FIRST_BYTES = 2 * 9 / 400_000
"""Seconds for the address and the first byte at 400 kHz."""


def script() -> tuple[list[str], list[str]]:
    """What is played first, and what is tapped then, by the game's own script."""
    file = resource(GAME, SCRIPT)
    assert file, "the first game says how it is tapped"
    told = [line.text for line in lines(file.read_text(encoding="utf-8"))][1:]
    tapped = [line.removeprefix("tap ") for line in told if line.startswith("tap ")]
    return [line for line in told if not line.startswith("tap ")], tapped


def figures() -> Figures:
    data_folder().mkdir(parents=True, exist_ok=True)
    radio, least_radio = one_look(), one_look(overhead=0.0)
    waits = [1000 * wait for wait in waiting(radio)]
    with TemporaryDirectory(prefix="bench-", dir=data_folder()) as folder:
        measured = Measured(Path(folder))
        measured.play()
    parts = zip(waits, measured.decide, measured.journal, measured.draw, strict=True)
    totals = [1000 * (radio + FIRST_BYTES) + sum(part) for part in parts]
    percentiles = quantiles(totals, n=100, method="inclusive")
    return {
        "taps": float(len(totals)),
        "p50_ms": percentiles[49],
        "p99_ms": percentiles[98],
        "physical_least_ms": 1000 * (least_radio + FIRST_BYTES) + median(measured.bare),
        "radio_ms": 1000 * radio,
        "wait_ms": median(waits),
        "decide_ms": median(measured.decide),
        "journal_ms": median(measured.journal),
        "draw_ms": median(measured.draw),
        "bare_commit_ms": median(measured.bare),
    }


def one_look(overhead: float = TRANSFER_OVERHEAD_S) -> float:
    """Seconds that a look takes which finds a card: field, air and SPI."""
    clock = VirtualClock()
    table = SimulatedReaders([(0, 0)], clock, overhead=overhead)
    seen: list[Report] = []
    with table.installed():
        readers = Readers(PLACES[:1], seen.append, clock=clock)
        readers.step()
        table.lay((0, 0), Tag(made_up_uid(SCRIPT)))
        clock.advance(1.0)
        start = clock.now()
        while not seen:
            readers.step()
    return clock.now() - start


def waiting(radio: float) -> Iterator[float]:
    """Seconds until one of five readers looks, for cards that come at any time."""
    clock, random, pace = VirtualClock(), Random(1), Pace()
    table = SimulatedReaders([(place.bus, place.device) for place in PLACES], clock)
    arrived: list[float] = []

    def take_down(report: Report) -> None:
        if isinstance(report, CardArrived):
            arrived.append(clock.now())

    with table.installed():
        readers = Readers(PLACES, take_down, clock=clock, pace=pace)
        readers.step()
        for n in range(TAPS):
            laid_at = clock.now() + random.uniform(0, pace.fast)
            tag = Tag(made_up_uid(str(n)))
            place = random.choice(PLACES)
            field = table.fields[place.bus, place.device]
            field.lay(tag, laid_at)
            while len(arrived) <= n:
                readers.step()
            field.take(tag, clock.now())
            yield max(0.0, arrived[n] - laid_at - radio)


class TimedJournal:
    """A journal that remembers its last entry, and how long that took."""

    last: Entry

    def __init__(self, journal: SqliteJournal) -> None:
        self._journal = journal
        self.took = 0.0

    def entries(self) -> Iterable[Entry]:
        return self._journal.entries()

    def append(self, entry: Entry) -> None:
        start = perf_counter()
        self._journal.append(entry)
        self.took = 1000 * (perf_counter() - start)
        self.last = entry


class FirstByte(SSD1306):
    """A panel that remembers when it was first spoken to."""

    def __init__(self) -> None:
        self.listen()
        super().__init__()

    def listen(self) -> None:
        self._spoken_to: list[float] = []

    def begin(self) -> None:
        self._spoken_to.append(perf_counter())
        super().begin()

    @property
    def spoken_to(self) -> float:
        return self._spoken_to[0]


class Measured:
    """The same card played and taken back again and again: milliseconds of each part."""

    def __init__(self, folder: Path) -> None:
        self.decide: list[float] = []
        self.journal: list[float] = []
        self.draw: list[float] = []
        self.bare: list[float] = []
        """One INSERT of the same line and events, in turns with the taps on the same disk."""
        self._folder = folder

    def play(self) -> None:
        language, panel = Language("en", GAME.id), FirstByte()
        opening, (card, place) = script()
        with (
            closing(Store(connect(self._folder / "journal.sqlite3"))) as store,
            closing(connect(self._folder / "bare.sqlite3")) as bare,
            screen_on(panel) as screen,
        ):
            journal = TimedJournal(SqliteJournal(store, store.begin(GAME.id, at="")))
            number = Store(bare).begin(GAME.id, at="")
            with closing(MatchWriter(Match(GAME, journal))) as writer:
                for line in opening:
                    writer.ask(line)
                tags = Tags(game=GAME.id)
                for name in (card, place):
                    if thing := GAME.tap_handler.thing(writer.current.state, name):
                        tags.bind(made_up_uid(name), thing)
                taps = Taps(writer, Ports(tags))
                for n in range(TAPS):
                    taps.read(made_up_uid(card), "", float(n))
                    page = page_of(GAME, writer.current, taps, float(n))
                    screen.show(draw(page, language))
                    screen.step()

                    start = perf_counter()
                    taps.read(made_up_uid(place), "", float(n))
                    decided = perf_counter()
                    panel.listen()
                    page = page_of(GAME, writer.current, taps, float(n))
                    screen.show(draw(page, language))
                    screen.step()
                    self.decide.append(1000 * (decided - start) - journal.took)
                    self.journal.append(journal.took)
                    self.draw.append(1000 * (panel.spoken_to - decided))
                    row = row_of(number, journal.last)
                    start = perf_counter()
                    bare.execute(INSERT, row)
                    self.bare.append(1000 * (perf_counter() - start))
                    writer.ask("undo")


@contextmanager
def screen_on(panel: SSD1306) -> Iterator[Screen]:
    clock = VirtualClock()
    bus = Bus(clock)
    bus.attach(ADDRESS, panel)
    with install({1: bus}):
        screen = open_screen(Oled("ssd1306"), clock, lambda report: None)
        yield screen
        screen.stop()
