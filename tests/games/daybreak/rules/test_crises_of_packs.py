"""What a pack may say of a crisis that no shipped card does."""

import json

from companion.match.match import Match
from tests.conftest import SetTable

ENDED_ALONE = {
    "number": "1.499",
    "kind": "crisis",
    "name": {"en": "Ended alone"},
    "crisis": {
        "effects": [{"token": "communities", "by": 3}],
        "tuck": {"tag": "grid", "ignore_at": 0, "ignore_at_solo": 1, "reduce": 1},
    },
}


def test_a_crisis_that_only_the_solo_game_ends_is_ignored_there(daybreak: SetTable) -> None:
    table = daybreak(
        *(f"card {json.dumps(ENDED_ALONE)}", "crisis 1.499", "to local", "tags 1.035 grid"),
        *("tuck 1.035 under 1.499 by china", "set trees 60", "to crisis"),
        seats="china",
    )
    before = table.document["powers"]["china"]["communities"]

    table.submit("crisis 1.499")

    assert table.document["powers"]["china"]["communities"] == before
    assert table.document["crises"]["resolved"] == ["1.499"]


def by_tags(**effect: object) -> str:
    card = {
        "number": "1.499",
        "kind": "crisis",
        "name": {"en": "By tags"},
        "crisis": {"effects": [{"token": "communities", "by": 1, "per": "grid", **effect}]},
    }
    return f"card {json.dumps(card)}"


STACKS = ("to local", "play 1.035 china 1", "tags 1.035 grid grid", "play 1.094 us 1")
KNOWN = (*STACKS, "tags 1.205 grid", "tags 1.094 solar")
STRUCK = ("set trees 60", "to crisis", "crisis 1.499")


def hit(table: Match, tags: str = "0") -> list[int]:
    """The communities after every question about a card has been answered."""
    while table.document["prompt"]["kind"] == "tags":
        table.submit(f"choose {tags}")
    return [power["communities"] for power in table.document["powers"].values()]


def test_a_crisis_counts_the_tags_of_the_play_area_that_it_hits(daybreak: SetTable) -> None:
    before = hit(daybreak(by_tags(), *KNOWN))

    after = hit(daybreak(by_tags(), *KNOWN, *STRUCK))

    assert [now - was for was, now in zip(before, after, strict=True)] == [3, 0]


def test_tags_that_nobody_has_read_are_asked_for_before_it_hits(daybreak: SetTable) -> None:
    table = daybreak(by_tags(), *KNOWN, *STRUCK)

    prompt = table.document["prompt"]

    assert (prompt["kind"], prompt["tag"]) == ("tags", "grid")
    assert prompt["power"] == "china"


def test_steps_of_tags_say_how_hard_it_hits(daybreak: SetTable) -> None:
    steps = by_tags(steps=[{"tags": 2, "by": 1}, {"tags": 3, "by": 2}])
    before = hit(daybreak(steps, *KNOWN))

    after = hit(daybreak(steps, *KNOWN, *STRUCK))

    assert [now - was for was, now in zip(before, after, strict=True)] == [2, 0]


def test_nobody_foresees_what_depends_on_tags(daybreak: SetTable) -> None:
    table = daybreak(by_tags(), *KNOWN, "crisis 1.499")

    odds = table.history[-1].with_odds()["outlook"]["odds"]

    assert odds["crises"]["uncounted"] == ["1.499"]


def test_a_die_that_a_crisis_rolls_counts_the_tags_that_it_hits(daybreak: SetTable) -> None:
    rows = [{"total": 1, "bands": 0}, {"total": 8, "crises": 1}]
    rolls = {"do": "die", "per": "grid", "table": rows}
    card = {"number": "1.499", "kind": "crisis", "name": {"en": "A die"}}
    told = f"card {json.dumps({**card, 'crisis': {'effects': [rolls]}})}"
    table = daybreak(told, *KNOWN, *STRUCK)
    hit(table)
    due = table.document["crises"]["due"]

    table.submit("roll geoengineering 6")

    assert table.document["crises"]["due"] == due + 1
