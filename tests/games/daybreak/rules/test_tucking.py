"""What cards tucked under a crisis do to it, as a pack may say it."""

import json

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
