"""What a table keeps until a hall has confirmed it."""

from pathlib import Path
from typing import Any

import pytest

from companion.mqtt import outbox
from companion.mqtt.outbox import FILE, ResultOutbox


def result(number: int, **more: Any) -> dict[str, Any]:
    return {"id": "a1b2", "number": number, "began": "2026-11-18T20:00:00", **more}


def test_results_are_there_after_a_restart(tmp_path: Path) -> None:
    ResultOutbox(tmp_path / FILE).put(result(1))

    assert [*ResultOutbox(tmp_path / FILE).all().values()] == [result(1)]


def test_a_game_has_one_result_and_a_number_may_come_again(tmp_path: Path) -> None:
    kept = ResultOutbox(tmp_path / FILE)
    kept.put(result(1, won=True))
    kept.put(result(1, won=False))
    kept.put(result(1, began="2026-12-01T20:00:00"))

    assert [each.get("won") for each in kept.all().values()] == [False, None]


def test_a_confirmation_of_an_earlier_result_leaves_the_later_one(tmp_path: Path) -> None:
    kept = ResultOutbox(tmp_path / FILE)
    kept.put(result(1, won=True))
    [(key, earlier)] = kept.all().items()
    kept.put(result(1, won=False))
    kept.remove(key, earlier)
    assert len(kept.all()) == 1

    kept.remove(key, kept.all()[key])
    assert ResultOutbox(tmp_path / FILE).all() == {}


def test_where_there_is_never_a_hall_the_oldest_give_way(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(outbox, "MAX_RESULTS", 2)
    kept = ResultOutbox()
    for number in range(1, 5):
        kept.put(result(number))

    assert [each["number"] for each in kept.all().values()] == [3, 4]


@pytest.mark.parametrize("content", [b"{", b"\xff", b"[]", b'{"results": 3}', b"[" * 9000])
def test_a_file_that_cannot_be_read_is_put_aside(tmp_path: Path, content: bytes) -> None:
    (tmp_path / FILE).write_bytes(content)
    kept = ResultOutbox(tmp_path / FILE)
    assert "put aside" in str(kept.fault)

    kept.put(result(1))
    assert len(ResultOutbox(tmp_path / FILE).all()) == 1
    assert len([*tmp_path.glob(f"{FILE}.broken-*")]) == 1


def test_a_folder_that_takes_nothing_is_a_fault_and_the_result_is_sent_all_the_same(
    tmp_path: Path,
) -> None:
    (tmp_path / "data").write_text("a file", encoding="utf-8")
    kept = ResultOutbox(tmp_path / "data" / FILE)
    kept.put(result(1))

    assert "cannot be written" in str(kept.fault)
    assert len(kept.all()) == 1
