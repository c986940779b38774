"""docs/http.md names every address, and every code with its status."""

from pathlib import Path

from companion.web.live.event_stream import MAX_STREAMS
from companion.web.responses import STATUS
from tests.support.phone import Room
from tests.web.security.test_request_checks import known_rules

TEXT = (Path(__file__).parents[2] / "docs" / "http.md").read_text(encoding="utf-8")


def test_every_route_is_documented(room: Room) -> None:
    missing = {f"{method} {rule}" for method, rule in known_rules(room.app)}

    assert {route for route in missing if f"`{route}`" not in TEXT} == set()


def test_every_code_is_documented_with_its_status() -> None:
    rows = {line.split("|")[1].strip(): line for line in TEXT.splitlines() if line.startswith("| ")}

    assert [code for code, status in STATUS.items() if f"`{code}`" not in rows[str(status)]] == []


def test_the_number_of_streams_is_documented() -> None:
    assert f"At most {MAX_STREAMS} streams" in TEXT
