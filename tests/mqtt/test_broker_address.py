"""Where a broker is, and how its password is kept to ourselves."""

from pathlib import Path

import pytest

from companion.mqtt.broker import BadBroker, Broker, broker_at
from companion.mqtt.topics import machine_id, slug


@pytest.mark.parametrize(
    ("address", "broker"),
    [
        ("mqtt://hall.local", Broker("hall.local", 1883)),
        ("hall.local", Broker("hall.local", 1883)),
        ("mqtt://table-4@10.0.0.2:2883", Broker("10.0.0.2", 2883, "table-4")),
        ("mqtts://hall@hall.local", Broker("hall.local", 8883, "hall", tls=True)),
        ("mqtt://[::1]:1884", Broker("::1", 1884)),
    ],
)
def test_an_address_names_a_broker(address: str, broker: Broker) -> None:
    assert broker_at(address, {}) == broker


@pytest.mark.parametrize(
    ("address", "why"),
    [
        ("http://hall.local", "mqtt://"),
        ("mqtt://", "mqtt://"),
        ("mqtt://hall.local:manyports", "not the address"),
        ("mqtt://table-4:secret@hall.local", "does not belong into the address"),
    ],
)
def test_what_is_no_address_is_told(address: str, why: str) -> None:
    with pytest.raises(BadBroker, match=why) as refused:
        broker_at(address, {})
    assert "secret" not in str(refused.value)


def test_a_password_comes_from_the_environment_or_from_a_file(tmp_path: Path) -> None:
    file = tmp_path / "password"
    file.write_text("from the file\n", encoding="utf-8")
    given = {"COMPANION_BROKER_PASSWORD": "from the environment"}

    assert broker_at("mqtt://a@b", given).password == "from the environment"
    given["COMPANION_BROKER_PASSWORD_FILE"] = str(file)
    assert broker_at("mqtt://a@b", given).password == "from the file"


@pytest.mark.parametrize("name", ["COMPANION_BROKER_PASSWORD_FILE", "COMPANION_BROKER_CA"])
def test_a_file_that_is_not_there_is_told(tmp_path: Path, name: str) -> None:
    with pytest.raises(BadBroker, match="cannot be read"):
        broker_at("mqtts://a@b", {name: str(tmp_path / "nothing")})


@pytest.mark.parametrize(
    ("name", "word"),
    [
        ("Table 4", "table-4"),
        ("  Mesa 4 · Salão ", "mesa-4-salao"),
        ("Hall", "table-hall"),
        ("卓", "table-"),
        ("a" * 99, "a" * 39),
    ],
)
def test_a_name_becomes_a_word_of_a_topic(name: str, word: str) -> None:
    assert slug(name) == word.rstrip("-")


def test_two_tables_of_one_machine_are_told_apart(tmp_path: Path) -> None:
    assert machine_id(tmp_path / "a") != machine_id(tmp_path / "b")
    assert machine_id(tmp_path / "a") == machine_id(tmp_path / "a")
