"""Everything that people read is there in English, Spanish and Portuguese."""

import re
from collections.abc import Iterator
from pathlib import Path

import pytest

from companion.games import playable
from companion.i18n.catalogs import Language
from companion.i18n.message import Message, count, decimal, say
from companion.match.taps.tags import commands
from tests.support.catalogs import (
    TRANSLATIONS,
    collected,
    compiled,
    domains,
    po_file,
    said,
    translations,
    untranslated,
)
from tests.support.games.outside import installed

CATALOGS = [(domain, language) for domain in domains() for language in TRANSLATIONS]
each_catalog = pytest.mark.parametrize(("domain", "language"), CATALOGS)


@each_catalog
def test_no_message_is_missing_or_doubtful(domain: str, language: str) -> None:
    assert untranslated(collected(domain, language)) == []


@each_catalog
def test_no_translation_is_left_over(domain: str, language: str) -> None:
    kept = {message.id for message in translations(domain, language) if message.id}

    assert kept == set(said(domain))


def translated(domain: str, language: str) -> Iterator[tuple[str, str]]:
    """Each English text and its translation, with all their forms."""
    for message in translations(domain, language):
        texts = [message.id] if isinstance(message.id, str) else message.id
        strings = [message.string] if isinstance(message.string, str) else message.string or ()
        yield from zip(texts, strings, strict=True)


@each_catalog
def test_a_translation_fills_in_the_same_names(domain: str, language: str) -> None:
    for text, string in translated(domain, language):
        if text:
            assert set(re.findall(r"{\w+}", text)) == set(re.findall(r"{\w+}", string)), text


QUOTES = {"es": ("«", "»"), "pt": ("“", "”")}


@each_catalog
def test_a_translation_has_the_signs_of_its_language(domain: str, language: str) -> None:
    opening, closing = QUOTES[language]
    for text, string in filter(all, translated(domain, language)):
        assert text[-1] not in "?!:…" or string[-1] == text[-1], text
        assert string.count(opening) == string.count(closing), text
        assert not ({*"«»“”"} - {opening, closing}) & {*string}, text
        assert not re.search(r"(^|\s)-\d| …", string), text
        if language == "es":
            asked = re.findall(r"(?<=[\w})»])\?", string)
            assert (string.count("¿"), string.count("¡")) == (len(asked), string.count("!")), text


INSTEAD = {
    "es": {
        "teléfono": "móvil",
        "broker": "bróker",
        "boca arriba": "bocarriba",
        "boca abajo": "bocabajo",
        "tablero central": "tablero principal",
        "comando": "orden",
    },
    "pt": {
        "telefone": "celular",
        "senta-se": "se senta",
        "absorvid": "sequestrad",
        "fileira": "linha",
    },
}
"""What is called otherwise everywhere else: one word for one thing."""


@each_catalog
def test_one_thing_has_one_word(domain: str, language: str) -> None:
    for text, string in translated(domain, language):
        for other, word in INSTEAD[language].items():
            said = re.search(rf"(?<![-_\w{{]){other}", string, re.IGNORECASE)
            assert not said, f"{text}: {word}"


@each_catalog
def test_the_compiled_catalog_is_up_to_date(domain: str, language: str) -> None:
    mo = po_file(domain, language).with_suffix(".mo")

    assert mo.read_bytes() == compiled(translations(domain, language)), "run: make catalogs"


@each_catalog
def test_a_button_is_called_as_its_label_calls_it(domain: str, language: str) -> None:
    cards = [word for each in playable().values() for word in commands(each.layout).values()]
    labels = {str(word): Language(language).say(word) for word in cards}
    elsewhere = set(labels) - set(labels.values())
    for text, string in translated(domain, language):
        words = set(re.findall(r"\w+", string))
        assert {labels[word] for word in labels if word in re.findall(r"\w+", text)} <= words, text
        assert not elsewhere & words, text


def test_decimals_are_written_as_the_language_writes_them() -> None:
    assert [Language(code).say(decimal(1.4)) for code in ("en", "es", "pt")] == [
        "1.4",
        "1,4",
        "1,4",
    ]


@pytest.mark.parametrize("language", TRANSLATIONS)
def test_nothing_is_said_as_nothing_and_not_as_the_head_of_a_catalog(language: str) -> None:
    assert Language(language, "daybreak").say(Message("")) == ""


@pytest.mark.parametrize("language", ["en", *TRANSLATIONS])
def test_a_number_below_nothing_has_a_minus_and_no_hyphen(language: str) -> None:
    sentence = say("It is {value} now; it can be {low} to {high}.", value=0, low=-9, high=9)

    said = Language(language, "naufragos").say(sentence)

    assert "−9" in said
    assert "-" not in said


def test_messages_inside_messages_are_said_in_the_same_language() -> None:
    sentence = say("{power} emits {n} carbon.", power=say("Majority World"), n=3)

    assert Language("es", "daybreak").say(sentence) == "Resto del mundo emite 3 de Carbono."
    assert Language("pt", "daybreak").say(sentence) == "Países Emergentes: 3 de Carbono emitido."
    assert Language("en", "daybreak").say(sentence) == "Majority World emits 3 carbon."


@pytest.mark.parametrize(("n", "said"), [(1, "Queda 1 tirada"), (2, "Quedan 2 tiradas")])
def test_one_and_many_differ_in_every_language(n: int, said: str) -> None:
    one = "{n} roll of the Planetary Effects die is due."
    message = count(one, "{n} rolls of the Planetary Effects die are due.", n)

    assert Language("es").say(message).startswith(said)


@pytest.mark.parametrize("language", TRANSLATIONS)
def test_a_game_never_speaks_in_the_words_of_another_one(tmp_path: Path, language: str) -> None:
    own = {text for text, _ in translated("companion", language)}
    # Without those that have a plural: before Python 3.11.7 only ``ngettext`` finds them.
    found = translations("daybreak", language)
    theirs = {str(each.id): str(each.string) for each in found if isinstance(each.id, str)}
    candidates = (text for text, said in theirs.items() if text not in own and said != text)
    text = next(text for text in candidates if "{" not in text)

    with installed(tmp_path):
        assert Language(language, "ladder").say(Message(text)) == text
        assert Language(language, "daybreak").say(Message(text)) == theirs[text]
        assert Language(language).say(Message(text)) == theirs[text], "where people choose a game"
