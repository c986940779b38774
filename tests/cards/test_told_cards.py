"""What an owner reads on a card counts in the game on the table from that moment, and is kept."""

import json
from collections.abc import Iterator
from pathlib import Path

import pytest

from companion.errors import BadPack, CompanionError
from companion.games import game, playable
from companion.table.keeping.export import as_script, replays
from companion.table.keeping.journal import MemoryJournal
from companion.table.keeping.shelf import Shelf
from companion.table.own_cards import save_card
from companion.table.packs.loading import FOLDER, load_cards
from companion.table.packs.own import OWN, OwnPacks
from companion.table.session import Session
from companion.table.table import Table

DAYBREAK = game("daybreak")
TAGGED = {"tags": ["grid"], "tags_known": None, "tags_counted": None}
BUILDS = {"discard": 1, "effects": [{"token": "clean", "by": 2}]}


@pytest.fixture
def session(tmp_path: Path) -> Iterator[Session]:
    """China and the US in the Local stage, at a table with an owner."""
    shelf = Shelf(tmp_path)
    session = Session(shelf, "daybreak")
    for line in ("seat china", "seat us", "start", "to local"):
        session.clerk.ask(line)
    yield session
    session.close()


def at_table(session: Session) -> Table:
    return session.clerk.table


def test_what_is_saved_counts_at_once(session: Session) -> None:
    assert save_card(session, "1.210", TAGGED).at_once

    change = session.clerk.ask("act us 1 paying ?")
    assert change.document["prompt"]["kind"] == "none"
    assert change.document["powers"]["us"]["clean"] == 4


def test_it_answers_the_question_that_is_open(session: Session) -> None:
    assert session.clerk.ask("act us 1 paying ?").document["prompt"]["kind"] == "tags"

    save_card(session, "1.210", TAGGED)

    document = session.clerk.current.document
    assert (document["prompt"]["kind"], document["powers"]["us"]["clean"]) == ("none", 4)


def test_an_action_that_nobody_knew_is_carried_out(session: Session) -> None:
    session.clerk.ask("play 1.105 us 1")
    save_card(session, "1.105", {**TAGGED, "action": BUILDS})

    before = session.clerk.current.document["powers"]["us"]["clean"]
    after = session.clerk.ask("act us 1 paying ?").document["powers"]["us"]["clean"]

    assert after == before + 2


def test_undo_takes_it_out_of_the_game_and_of_the_pack(session: Session, tmp_path: Path) -> None:
    before = session.clerk.current.document["powers"]
    save_card(session, "1.210", TAGGED)
    save_card(session, "1.105", {**TAGGED, "name": {"en": "Ours"}})

    assert str(session.clerk.current.undoes.label) == "What card 1.105 prints"  # type: ignore[union-attr]
    session.clerk.ask("undo")
    session.clerk.ask("undo")

    assert session.clerk.current.document["powers"] == before
    assert (tmp_path / FOLDER / "daybreak" / OWN).read_text(encoding="utf-8") == ""
    session.clerk.ask("redo")
    assert load_cards(DAYBREAK, tmp_path).cards["1.210"].tags == ("grid",)


def test_it_is_an_input_of_the_journal_and_of_the_export(session: Session) -> None:
    save_card(session, "1.210", TAGGED)
    session.clerk.ask("act us 1 paying ?")

    script = as_script(at_table(session))

    assert 'card {"number": "1.210", "tags": ["grid"]' in script
    assert replays(at_table(session), script)
    again = Table(DAYBREAK, MemoryJournal(at_table(session).entries()))
    assert again.document == at_table(session).document


def test_what_the_table_knows_already_is_no_input(session: Session) -> None:
    save_card(session, "1.210", TAGGED)
    revision = session.clerk.current.revision

    assert save_card(session, "1.210", TAGGED).at_once
    assert session.clerk.current.revision == revision


def test_a_mistake_changes_nothing_anywhere(session: Session, tmp_path: Path) -> None:
    revision = session.clerk.current.revision

    with pytest.raises(BadPack, match=r"1\.210, tags"):
        save_card(session, "1.210", {**TAGGED, "tags": ["grid"] * 4})

    assert session.clerk.current.revision == revision
    assert not (tmp_path / FOLDER).exists()


def test_after_the_end_it_is_kept_for_the_next_game(session: Session, tmp_path: Path) -> None:
    session.clerk.ask("set us.communities 12")
    assert session.clerk.current.over

    assert not save_card(session, "1.210", TAGGED).at_once
    assert load_cards(DAYBREAK, tmp_path).cards["1.210"].tags == ("grid",)


def test_a_card_of_another_game_is_kept_for_that_one(session: Session, tmp_path: Path) -> None:
    naufragos, revision = game("naufragos"), session.clerk.current.revision

    saved = save_card(session, "E07", {"name": {"en": "Ours"}}, naufragos)

    assert not saved.at_once
    assert session.clerk.current.revision == revision
    assert load_cards(naufragos, tmp_path).cards["E07"].name.en == "Ours"


def test_a_pack_that_is_damaged_is_put_aside_and_the_answer_kept(
    session: Session, tmp_path: Path
) -> None:
    pack = tmp_path / FOLDER / "daybreak" / OWN
    pack.parent.mkdir(parents=True)
    pack.write_bytes(b"[[cards]\n\xff")

    session.clerk.ask("tags 1.210 grid")

    assert load_cards(DAYBREAK, tmp_path).cards["1.210"].tags == ("grid",)
    (aside,) = pack.parent.glob("own.toml.broken-*")
    assert aside.read_bytes() == b"[[cards]\n\xff"
    assert any(aside.name in str(warning) for warning in session.shelf.warnings)


def test_what_cannot_be_kept_is_told(session: Session, tmp_path: Path) -> None:
    (tmp_path / FOLDER).write_text("a file where a folder should be", encoding="utf-8")

    session.clerk.ask("tags 1.210 grid")

    assert any("is not kept" in str(warning) for warning in session.shelf.warnings)


@pytest.mark.parametrize("name", [name for name, each in playable().items() if each.cards])
def test_in_every_game_with_cards_a_card_can_be_told(name: str, tmp_path: Path) -> None:
    """Before the start as well: an owner who reads their box has no game to play."""
    each = game(name)
    table = Table(each, MemoryJournal(), packs=tmp_path)
    number = next(iter(load_cards(each).cards))
    before = table.document

    table.take(f'card {{"number": "{number}", "name": {{"en": "As printed"}}}}')
    assert each.cards
    assert each.cards.in_force(table.state)[number].name.en == "As printed"
    assert load_cards(each, tmp_path).cards[number].name.en == "As printed"

    table.submit("undo")
    assert {**table.document, "revision": 1} == before
    assert load_cards(each, tmp_path).cards[number] == load_cards(each).cards[number]


@pytest.mark.parametrize(
    "told", ["{", "[]", "{}", '{"number": 1}', '{"number": "9.999"}', '{"number": "1.210", "x": 1}']
)
def test_a_line_that_is_no_card_is_refused(told: str) -> None:
    table = Table(DAYBREAK, MemoryJournal())
    with pytest.raises(CompanionError) as refused:
        table.take(f"card {told}")
    assert refused.value.code in ("bad_pack", "no_such_card")
    assert table.revision == 1


def test_the_pack_says_what_was_said_and_no_more(tmp_path: Path) -> None:
    entry = OwnPacks(DAYBREAK, tmp_path).say("1.105", {"action": BUILDS, "tags": None})

    raw = json.loads(json.dumps(entry.raw))
    assert raw == {"number": "1.105", "kind": "local", "name": {"en": "?"}, "action": BUILDS}
