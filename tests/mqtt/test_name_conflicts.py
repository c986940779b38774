"""Two tables of one name: what the broker has kept decides whose it is."""

import pytest

from companion.mqtt import topics
from companion.mqtt.topics import IncomingMessage, NameClaim, topic


def hears(payload: bytes) -> NameClaim:
    """Somebody is online under the name of this table, and says this of themselves."""
    claim = NameClaim("Table 4", "machine2")
    claim.receive(IncomingMessage(topic("table-4", topics.TABLE), payload, True))
    claim.receive(IncomingMessage(topic("table-4", topics.STATUS), topics.ONLINE, True))
    return claim


def test_a_name_that_another_machine_goes_by_is_taken() -> None:
    assert hears(b'{"id": "machine1"}').is_lost(published=False)


@pytest.mark.parametrize("payload", [b"", b"null", b'{"id": 7}', b'{"id": "\xe5"}', b"[" * 90_000])
def test_who_cannot_be_read_has_taken_no_name(payload: bytes) -> None:
    assert not hears(payload).is_lost(published=False)
