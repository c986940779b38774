"""A camera as a reader: from pictures to cards that came and went."""

import pytest
from PIL import Image

from companion.clock import VirtualClock
from companion.devices.board.parts import CameraReader
from companion.devices.camera.motion import Motion
from companion.devices.camera.pictures import Picture
from companion.devices.readers.camera import camera_readers
from companion.devices.readers.camera.camera_readers import REST_AFTER_S, CameraReaders
from companion.devices.readers.presence import (
    CameraLooks,
    CardArrived,
    CardGone,
    ReaderBack,
    ReaderLost,
    ReaderSays,
    Report,
)
from companion.devices.readers.watcher import Pace
from tests.support.camera.frames import HeldCamera, picture
from tests.support.camera.photographs import Spoilt, spoil

PLACE = CameraReader("centre")
EMPTY, CARD, TWO = picture(), picture("1.035"), picture("1.133", "1.035")


class Table:
    def __init__(self, place: CameraReader = PLACE) -> None:
        self.told_looks = False
        """Is it of interest here whether the camera is on?"""
        self.clock = VirtualClock(100.0)
        self.camera = HeldCamera()
        self.reports: list[Report] = []
        self.readers = CameraReaders(
            [place], self.reports.append, self.clock, Pace(), lambda place: self.camera
        )

    def sees(self, *pictures: Picture, zone: str = "") -> list[Report]:
        """One picture after the other, five in a second; what was told of them."""
        self.camera.show(*pictures, zone=zone)
        for _ in pictures:
            self.pass_time(0.2)
        told, self.reports[:] = self.reports.copy(), []
        return [each for each in told if self.told_looks or not isinstance(each, CameraLooks)]

    def pass_time(self, seconds: float) -> None:
        self.clock.advance(seconds)
        self.readers.step()


@pytest.fixture
def table() -> Table:
    return Table()


def test_a_card_that_is_shown_is_tapped(table: Table) -> None:
    assert table.sees(EMPTY, CARD, CARD) == [CardArrived("centre", "code:1.035")]
    assert table.readers.conditions()[0].card == "code:1.035"


def test_several_cards_are_tapped_from_left_to_right(table: Table) -> None:
    assert table.sees(TWO, TWO) == [
        CardArrived("centre", "code:1.133"),
        CardArrived("centre", "code:1.035"),
    ]


def test_a_card_that_is_taken_away_is_gone(table: Table) -> None:
    table.sees(CARD, CARD)

    assert table.sees(*[EMPTY] * 7) == [CardGone("centre", "code:1.035", 2)]


def test_where_nothing_moves_nothing_is_read(table: Table, monkeypatch: pytest.MonkeyPatch) -> None:
    read: list[Picture] = []
    table.sees(*[CARD] * 10)
    monkeypatch.setattr(camera_readers, "read_codes", read.append)

    table.sees(*[CARD] * 20)

    assert read == []
    assert table.readers.conditions()[0].card == "code:1.035"


def test_grain_is_no_movement_and_a_hand_is() -> None:
    motion = Motion()
    noisy = [Picture.of(spoil(CARD.image, Spoilt(noise=8), seed)) for seed in range(4)]
    stills = [motion.is_still(each, 2.0 * at) for at, each in enumerate(noisy)]
    assert stills == [False, True, True, True]

    assert not motion.is_still(EMPTY, 8.0)


def test_a_camera_that_is_lost_is_named_once_and_comes_back(table: Table) -> None:
    table.sees(CARD, CARD)
    table.camera.missing = True

    told = table.sees(EMPTY)
    assert [type(each) for each in told] == [CardGone, ReaderLost]
    assert table.camera.closed == 1
    table.clock.advance(6)
    assert table.sees(EMPTY) == []

    table.camera.missing = False
    table.clock.advance(6)
    assert table.sees(EMPTY) == [ReaderBack("centre")]


def test_everything_is_gone_when_the_camera_looks_no_more(table: Table) -> None:
    table.sees(CARD, CARD)
    table.camera.looks = False

    assert table.sees(EMPTY) == [CardGone("centre", "code:1.035", 2)]


@pytest.mark.parametrize(
    ("shown", "advice"),
    [
        (Image.new("L", (640, 480), 5), "More light"),
        (picture("1.035", spoilt=Spoilt(blur=6)).image, "blurred"),
    ],
)
def test_why_nothing_is_read_is_said_once(table: Table, shown: Image.Image, advice: str) -> None:
    moving = [Picture.of(shown.point(lambda dot, by=by: max(0, dot - by))) for by in (0, 20)]
    if "light" in advice:
        moving = [Picture.of(shown), Picture.of(Image.new("L", (640, 480), 25))]

    told = table.sees(*moving * 15)

    assert [type(each) for each in told] == [ReaderSays]
    assert isinstance(told[0], ReaderSays)
    assert advice in str(told[0].words)


def test_hands_between_cards_are_no_reason_to_complain(table: Table) -> None:
    table.sees(CARD, CARD)
    hand = Picture.of(Image.new("L", (640, 480), 120))

    assert table.sees(*[EMPTY, hand] * 20) == [CardGone("centre", "code:1.035", 2)]


def test_threads_read_what_comes_and_end(table: Table) -> None:
    table.readers.start()
    table.readers.stop()

    assert table.camera.closed <= 1


def test_a_camera_is_switched_off_when_nobody_plays_and_on_when_somebody_does(
    table: Table,
) -> None:
    table.told_looks = True
    assert table.sees(EMPTY) == [CameraLooks("centre", on=True)]

    table.clock.advance(REST_AFTER_S)
    assert table.sees(EMPTY) == [CameraLooks("centre", on=False)]
    assert table.camera.closed == 1
    assert table.sees(CARD, CARD, CARD) == []

    table.camera.frames.clear()
    table.readers.wake()
    assert table.sees(CARD, CARD)[-1] == CardArrived("centre", "code:1.035")


def test_a_card_that_comes_keeps_the_camera_on(table: Table) -> None:
    table.clock.advance(REST_AFTER_S - 1)
    table.sees(CARD, CARD)
    table.clock.advance(REST_AFTER_S - 1)

    table.sees(CARD)

    assert table.camera.closed == 0


def test_before_a_camera_that_hangs_upside_down_the_order_is_turned() -> None:
    table = Table(CameraReader("centre", rotation=180))

    assert [str(each) for each in table.sees(TWO, TWO)] == [
        str(CardArrived("centre", f"code:{text}")) for text in ("1.035", "1.133")
    ]


def test_a_condition_says_how_well_it_reads(table: Table) -> None:
    def told() -> str:
        return str(table.readers.conditions()[0].quality)

    assert told() == "the camera is off"
    table.sees(EMPTY)
    assert "blurred" in told()
    table.sees(CARD)
    assert told() == "1 code, 2.3 dots a square: closer"
    table.sees(picture("1.035", dots_a_mm=7.0))
    assert told() == "1 code, 3.3 dots a square"
