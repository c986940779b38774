"""Sentences on the wire: every language says them, and none of them does any harm."""

from typing import Any

import msgspec
import pytest

from companion.i18n.catalogs import Language
from companion.i18n.message import Message, count, decimal, name, say
from companion.mqtt.message_codec import WireMessage, decode, encode

LANGUAGES = [Language(code, "daybreak") for code in ("en", "es", "pt")]


@pytest.mark.parametrize(
    "message",
    [
        say("NEXT"),
        say("{power} draws {n}.", power=say("China"), n=5),
        count("{n} table", "{n} tables", 1),
        count("{n} table", "{n} tables", 7),
        decimal(1.4),
        name("Solar", es="Solar", pt="Solar {x}"),
        say("{n} is not {m}", n="{odd}", m=1.5),
    ],
)
def test_a_sentence_arrives_in_every_language_as_it_was_meant(message: Message) -> None:
    wire = msgspec.json.encode(encode(message))
    arrived = decode(msgspec.json.decode(wire, type=WireMessage))

    assert [each.say(arrived) for each in LANGUAGES] == [each.say(message) for each in LANGUAGES]


def test_plain_words_stay_plain() -> None:
    assert str(decode(msgspec.convert(encode("50 % {of} it"), WireMessage))) == "50 % {of} it"


@pytest.mark.parametrize(
    "wire",
    [
        {"id": "{n:9999999999}", "text": "wide", "values": {"n": 1}},
        {"id": "{n.__class__.__mro__}", "text": "deep", "values": {"n": 1}},
        {"id": "{n[0]}", "text": "item", "values": {"n": "abc"}},
        {"id": "{n!r}", "text": "turned", "values": {"n": "abc"}},
        {"id": "{missing}", "text": "nothing", "values": {}},
        {"id": "{} {0}", "text": "places", "values": {"0": 1}},
        {"id": "{", "text": "half", "values": {}},
        {"id": "{n} a", "plural": "{n} b", "text": "none", "values": {"n": "many"}},
        {"id": "{n}", "text": "wrong", "values": {"n": {"id": 7}}},
        {"id": "{n}", "text": "a list", "values": {"n": [1, 2]}},
    ],
)
def test_a_pattern_that_asks_for_more_than_its_values_is_not_filled_in(wire: Any) -> None:
    for language in LANGUAGES:
        said = language.say(decode(msgspec.convert(wire, WireMessage)))
        assert said in (wire["text"], "[1, 2]")


def test_messages_within_messages_come_to_an_end() -> None:
    wire: dict[str, Any] = {"id": "x", "text": "x"}
    for _ in range(500):
        wire = {"id": "{n}{n}", "text": "deep", "values": {"n": wire}}

    assert len(str(decode(msgspec.convert(wire, WireMessage)))) < 1000
