"""What the doctor says of readers on the air, with a real broker."""

from pathlib import Path
from typing import Any

import pytest

from companion.devices.board import profile
from companion.devices.doctor import air
from companion.devices.readers.air.slot import Pairings
from tests.support.devices.seat_reader import ROOT, SeatReader
from tests.support.hall.brokers import Around, eventually
from tests.support.hall.hall_fixtures import around

__all__ = ("around",)

BOARD = profile.parse(
    "".join(
        f'[[readers]]\nkind = "mqtt"\n{each}\n'
        for each in (
            'zone = "seat:1"\nname = "seat-1"',
            'zone = "seat:2"\nname = "seat-2"',
            'zone = "seat:3"',
            'zone = "seat:4"',
            'zone = "centre"\ntopic = "tasmota/tag"',
        )
    ),
    "air.toml",
)


def found(folder: Path) -> list[tuple[str, str]]:
    return [(each.state, str(each.found)) for each in air.readers(BOARD, folder)]


def test_each_reader_is_looked_for_at_the_broker(
    around: Around, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setenv("COMPANION_READERS", str(around.broker))
    monkeypatch.setattr(air, "SETTLE_S", 0.1)
    Pairings(tmp_path).pair("seat:3", "reader-1f")
    seat = SeatReader(around.broker, "seat-1")
    listener: Any = around.listener()
    try:
        eventually(lambda: listener.last(f"{ROOT}/seat-1/status"))
        assert found(tmp_path) == [
            ("ok", f"The broker {around.broker} lets us in."),
            ("ok", "The reader seat-1 at seat:1 is there."),
            ("bad", "The reader seat-2 at seat:2 is out of reach."),
            ("bad", "The reader reader-1f at seat:3 is out of reach."),
            ("warning", "No reader is paired with seat:4 yet."),
            ("ok", "centre listens to tasmota/tag."),
        ]
    finally:
        seat.close()


def test_a_broker_that_is_not_there_is_the_only_thing_told(
    around: Around, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    around.mosquitto.stop()
    monkeypatch.setenv("COMPANION_READERS", str(around.broker))
    [(state, said)] = found(tmp_path)
    assert state == "bad"
    assert "cannot be reached" in said


def test_an_address_that_is_none_is_told(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("COMPANION_READERS", "http://nowhere")
    [(state, said)] = found(tmp_path)
    assert state == "bad"
    assert "is not the address of a broker" in said


def test_a_board_without_any_is_not_asked(tmp_path: Path) -> None:
    assert not [*air.readers(profile.load("single_reader"), tmp_path)]
