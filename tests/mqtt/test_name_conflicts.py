"""Two tables of one name: what the broker has kept decides whose it is."""

import pytest

from companion.mqtt import topics
from companion.mqtt.topics import IncomingMessage, NameClaim, topic


def hears(payload: bytes) -> NameClaim:
    """Somebody is online under the name of this table, and says this of themselves."""
    namesake = NameClaim("Table 4", "machine2")
    namesake.hear(IncomingMessage(topic("table-4", topics.TABLE), payload, True))
    namesake.hear(IncomingMessage(topic("table-4", topics.STATUS), topics.ONLINE, True))
    return namesake


def test_a_name_that_another_machine_goes_by_is_taken() -> None:
    assert hears(b'{"id": "machine1"}').must_yield(told=False)


@pytest.mark.parametrize("payload", [b"", b"null", b'{"id": 7}', b'{"id": "\xe5"}', b"[" * 90_000])
def test_who_cannot_be_read_has_taken_no_name(payload: bytes) -> None:
    assert not hears(payload).must_yield(told=False)
