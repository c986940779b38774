"""The first page after a restart: what it costs does not grow with the game."""

from collections import Counter

import pytest

from tests.support.phone import Room


@pytest.mark.parametrize("more", [0, 200])
def test_it_looks_at_a_few_states_however_long_the_game_is(
    room: Room, monkeypatch: pytest.MonkeyPatch, more: int
) -> None:
    room.played(*(f"set trees {at % 9}" for at in range(more)))
    rules = room.session.writer.match.game
    seen: Counter[str] = Counter()
    view = room.session.writer.match.game.view

    def counted(*given: object, **named: object) -> object:
        seen["view"] += 1
        return view(*given, **named)  # type: ignore[arg-type]

    monkeypatch.setattr(rules, "view", staticmethod(counted))
    assert room.watching().get("/").status_code == 200
    assert seen["view"] < 40
