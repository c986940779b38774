"""A camera as a reader: how many cards it reads, whether it ever reads a wrong one, what it costs.

Every picture is rendered in the run and spoilt with a seed of its own. Nothing was photographed.
"""

import sys
from collections.abc import Callable, Iterator, Sequence
from contextlib import closing
from pathlib import Path
from random import Random
from statistics import quantiles
from tempfile import TemporaryDirectory
from time import perf_counter, thread_time

from companion.clock import VirtualClock
from companion.devices.board.parts import CameraReader
from companion.devices.camera.decoding import read_codes
from companion.devices.camera.frames import FRAMES_PER_SECOND
from companion.devices.camera.pictures import Picture
from companion.devices.camera.rpicam import RpiCamera
from companion.devices.readers.camera.camera_readers import CameraSlot
from companion.devices.readers.watcher import Pace
from companion.games import first, game
from companion.match.taps.printed_codes import card_of
from companion.storage.packs.load import load_cards
from tests.benchmarks.measuring import Figures
from tests.benchmarks.tap import FIRST_BYTES, Measured
from tests.support.camera.films import as_yuv420
from tests.support.camera.photographs import Spoilt, cards

FRAMES = 10_000
SHAKING_SHARE, ROWS_SHARE = 0.05, 0.01
IDLE_S = 60
"""So long nothing moves before the camera."""
ROW = 5
LARGE, ROW_DOTS_A_MM = (4000, 3000), 11.5
"""A phone's picture of 12 million dots, and a row of five cards that fills it."""
DOTS_A_MM = 10.0
"""A camera of 720p that sees 13 centimetres."""
ADDRESS = "https://example.org/c/{card}"
Take = Callable[[Sequence[str], int], Picture]
"""Takes a picture of cards with these texts, the same for the same seed."""
LATE_S = 1 / FRAMES_PER_SECOND


def figures(frames: int = FRAMES) -> Figures:
    deck = load_cards(game(first()), None).cards
    links = dict.fromkeys(deck, "")
    shaking, rows = round(frames * SHAKING_SHARE), max(1, round(frames * ROWS_SHARE))
    sharp = frames - shaking - rows
    trial = Trial(links)
    read = trial.run(sharp, sharp_picture)
    decode_ms = trial.took_ms.copy()
    read_shaking = trial.run(shaking, shaking_picture)
    read_rows = trial.run(rows, row_of_five, many=ROW)
    taps_ms = list(taps(decode_ms))
    return {
        "frames": float(sharp + shaking + rows),
        "wrong": float(trial.wrong),
        "read_percent": 100 * read,
        "read_percent_shaking": 100 * read_shaking,
        "row_of_five_percent": 100 * read_rows,
        "decode_p50_ms": percentile(decode_ms, 50),
        "decode_p99_ms": percentile(decode_ms, 99),
        "idle_cpu_percent": idle_cpu_percent(),
        "tap_p50_ms": percentile(taps_ms, 50),
        "tap_p99_ms": percentile(taps_ms, 99),
    }


def percentile(values: Sequence[float], percent: int) -> float:
    return quantiles(values, n=100, method="inclusive")[percent - 1]


def sharp_picture(texts: Sequence[str], seed: int) -> Picture:
    """A card that is held still: tilted, in uneven light, with grain, as a JPEG."""
    return photographed(texts, seed, shakes=False)


def shaking_picture(texts: Sequence[str], seed: int) -> Picture:
    return photographed(texts, seed, shakes=True)


def photographed(texts: Sequence[str], seed: int, *, shakes: bool) -> Picture:
    chance = Random(seed)
    spoilt = Spoilt(
        tilt=chance.uniform(-15, 15),
        slant=chance.uniform(0, 0.08),
        shadow=chance.uniform(0, 0.5),
        glare=chance.choice((0.0, 0.0, 0.4)),
        blur=chance.uniform(0.8, 1.8) if shakes else 0.0,
        noise=chance.uniform(2, 8),
        jpeg=chance.randint(60, 95),
    )
    return Picture.of(cards(texts, dots_a_mm=DOTS_A_MM, spoilt=spoilt, seed=seed))


def row_of_five(texts: Sequence[str], seed: int) -> Picture:
    chance = Random(seed)
    spoilt = Spoilt(
        tilt=chance.uniform(-4, 4),
        shadow=chance.uniform(0, 0.4),
        noise=chance.uniform(2, 6),
        jpeg=chance.randint(70, 95),
    )
    return Picture.of(cards(texts, size=LARGE, dots_a_mm=ROW_DOTS_A_MM, spoilt=spoilt, seed=seed))


class Trial:
    """Cards of one deck in pictures: which of them were read, and which read as another."""

    def __init__(self, links: dict[str, str]) -> None:
        self.wrong = 0
        self.took_ms: list[float] = []
        self._links = links
        # Not those whose number nobody knows: no code could say it.
        self._deck = [each for each in sorted(links) if self._meant(each) == each]
        self._seed = 0

    def _meant(self, card: str) -> str | None:
        return card_of(ADDRESS.format(card=card), self._links)

    def run(self, times: int, taken: Take, many: int = 1) -> float:
        """The share of the cards that were read."""
        self.took_ms.clear()
        return sum(self._once(taken, many) for _ in range(times)) / max(1, times * many)

    def _once(self, taken: Take, many: int) -> int:
        self._seed += 1
        shown = Random(self._seed).sample(self._deck, many)
        texts = [ADDRESS.format(card=card) for card in shown]
        picture = taken(texts, self._seed)
        began = perf_counter()
        codes = read_codes(picture, thorough=many > 1)
        self.took_ms.append(1000 * (perf_counter() - began))
        read = [card for code in codes if (card := card_of(code.text, self._links))]
        others = [card for card in read if card not in shown]
        self.wrong += len(others) or read != [card for card in shown if card in read]
        return len(set(shown).intersection(read))


def idle_cpu_percent() -> float:
    """What the thread of a camera takes while nothing moves, with a real pipe and 720p pictures.

    ``thread_time`` counts this thread only: what writes the pictures is no part of it.
    """
    place, clock = CameraReader("centre"), VirtualClock()
    picture = as_yuv420(sharp_picture([ADDRESS.format(card="1.035")], 1))
    with TemporaryDirectory(prefix="bench-") as folder:
        frame = Path(folder) / "frame"
        frame.write_bytes(picture)
        program = Path(folder) / "rpicam-vid"
        program.write_text(
            f"#!{sys.executable}\nimport sys, time\npicture = open({str(frame)!r}, 'rb').read()\n"
            "try:\n    while True:\n        sys.stdout.buffer.write(picture)\n"
            "        sys.stdout.buffer.flush()\n        time.sleep(0.02)\n"
            "except BrokenPipeError:\n    sys.exit()\n"
        )
        program.chmod(0o700)
        with closing(RpiCamera(place, str(program))) as camera:
            slot = CameraSlot(place, lambda report: None, clock, Pace(), lambda place: camera)
            began, pictures = thread_time(), IDLE_S * FRAMES_PER_SECOND
            for _ in range(pictures):
                clock.advance(LATE_S)
                slot.step(10.0)
            spent = thread_time() - began
    return 100 * spent / IDLE_S


def taps(decode_ms: Sequence[float]) -> Iterator[float]:
    """From a card in the picture to the first byte of the next one on the small screen.

    It comes at any time between two pictures, the second of which makes it sure; each is read, then
    what follows of a tap is measured as ``companion bench tap`` does.
    """
    chance = Random(1)
    with TemporaryDirectory(prefix="bench-") as folder:
        measured = Measured(Path(folder))
        measured.play()
    for rest in zip(measured.decide, measured.journal, measured.draw, strict=True):
        wait_s = chance.uniform(0, LATE_S) + LATE_S
        yield 1000 * (wait_s + FIRST_BYTES) + chance.choice(decode_ms) + sum(rest)
