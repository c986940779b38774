"""docs/naufragos.md tells every path, fact, question, field and line that there is."""

import re

import pytest

from companion.games import game
from companion.games.naufragos.model.box import ROOT as FACTS
from companion.games.naufragos.model.box import paths
from companion.games.naufragos.model.card import Card
from companion.games.naufragos.model.terms import ACTIONS
from companion.games.naufragos.rules.prompts import QUESTIONS
from tests.docs.test_documented_data import documents, flat, never_seen, not_told, told
from tests.support.docs.documentation import PAGES, first_cells

PAGE = PAGES["docs/naufragos.md"]


@pytest.mark.slow
def test_the_state_document_has_what_is_told_and_nothing_else() -> None:
    patterns = told(PAGE, "The document")
    seen = {path for document in documents("naufragos") for path in flat(document, "")}

    assert not_told(seen, patterns) == []
    assert never_seen(seen, patterns) == []


@pytest.mark.slow
def test_every_kind_of_question_is_told() -> None:
    asked = {document["prompt"]["kind"] for document in documents("naufragos")}

    assert set(told(PAGE, "What is asked")) == asked
    assert len(asked) > len(QUESTIONS) / 2


def test_every_path_of_a_box_is_told() -> None:
    facts = {".".join((FACTS, *path)) for path in paths()}
    patterns = told(PAGE, "Your box")

    assert not_told(facts, patterns) == []
    assert never_seen(facts, patterns) == []


def test_every_field_of_a_card_is_told() -> None:
    fields = {name.removesuffix("_") for name in Card.__dataclass_fields__}

    assert set(told(PAGE, "Your cards")) == fields


def test_every_line_that_is_told_can_be_read() -> None:
    played = game("naufragos")
    lines = [
        line
        for cell in first_cells(PAGE.sections()["Lines"])
        for line in re.findall("`([^`]+)`", cell)
    ]
    assert {line.split()[0] for line in lines} >= {"seat", "event", "place", "eat", "gain", "play"}
    for line in lines:
        played.read(line)


def test_every_action_is_told() -> None:
    assert set(ACTIONS) <= set(re.findall("`([a-z]+)`", PAGE.sections()["Lines"]))
