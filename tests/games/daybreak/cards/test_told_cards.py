"""What an owner reads on a card counts in the game on the table from that moment, and is kept."""

import json
from collections.abc import Iterator
from pathlib import Path

import pytest

from companion.errors import BadPack, CompanionError
from companion.games import game, playable
from companion.match.collection.card_answers import save_card
from companion.match.match import Match
from companion.match.session import Session
from companion.storage.journal import MemoryJournal
from companion.storage.packs.load import FOLDER, load_cards
from companion.storage.packs.own_packs import OWN, OwnPacks
from companion.storage.saved_games import SavedGames
from companion.storage.transfer import as_script, replays

DAYBREAK = game("daybreak")
TAGGED = {"tags": ["grid"], "tags_known": None, "tags_counted": None}
BUILDS = {"discard": 1, "effects": [{"token": "clean", "by": 2}]}


@pytest.fixture
def session(tmp_path: Path) -> Iterator[Session]:
    """China and the US in the Local stage, at a table with an owner."""
    saved_games = SavedGames(tmp_path)
    session = Session(saved_games, "daybreak")
    for line in ("seat china", "seat us", "start", "to local"):
        session.writer.ask(line)
    yield session
    session.close()


def at_table(session: Session) -> Match:
    return session.writer.match


def test_what_is_saved_counts_at_once(session: Session) -> None:
    assert save_card(session, "1.210", TAGGED).at_once

    change = session.writer.ask("act us 1 paying ?")
    assert change.document["prompt"]["kind"] == "none"
    assert change.document["powers"]["us"]["clean"] == 4


def test_it_answers_the_question_that_is_open(session: Session) -> None:
    assert session.writer.ask("act us 1 paying ?").document["prompt"]["kind"] == "tags"

    save_card(session, "1.210", TAGGED)

    document = session.writer.current.document
    assert (document["prompt"]["kind"], document["powers"]["us"]["clean"]) == ("none", 4)


def test_an_action_that_nobody_knew_is_carried_out(session: Session) -> None:
    session.writer.ask("play 1.105 us 1")
    save_card(session, "1.105", {**TAGGED, "action": BUILDS})

    before = session.writer.current.document["powers"]["us"]["clean"]
    after = session.writer.ask("act us 1 paying ?").document["powers"]["us"]["clean"]

    assert after == before + 2


def test_undo_takes_it_out_of_the_game_and_of_the_pack(session: Session, tmp_path: Path) -> None:
    before = session.writer.current.document["powers"]
    save_card(session, "1.210", TAGGED)
    save_card(session, "1.105", {**TAGGED, "name": {"en": "Ours"}})

    assert str(session.writer.current.undoes.label) == "What card 1.105 prints"  # type: ignore[union-attr]
    session.writer.ask("undo")
    session.writer.ask("undo")

    assert session.writer.current.document["powers"] == before
    assert (tmp_path / FOLDER / "daybreak" / OWN).read_text(encoding="utf-8") == ""
    session.writer.ask("redo")
    assert load_cards(DAYBREAK, tmp_path).cards["1.210"].tags == ("grid",)


def test_it_is_an_input_of_the_journal_and_of_the_export(session: Session) -> None:
    save_card(session, "1.210", TAGGED)
    session.writer.ask("act us 1 paying ?")

    script = as_script(at_table(session))

    assert 'card {"number": "1.210", "tags": ["grid"]' in script
    assert replays(at_table(session), script)
    again = Match(DAYBREAK, MemoryJournal(at_table(session).entries()))
    assert again.document == at_table(session).document


def test_what_the_table_knows_already_is_no_input(session: Session) -> None:
    save_card(session, "1.210", TAGGED)
    revision = session.writer.current.revision

    assert save_card(session, "1.210", TAGGED).at_once
    assert session.writer.current.revision == revision


def test_a_mistake_changes_nothing_anywhere(session: Session, tmp_path: Path) -> None:
    revision = session.writer.current.revision

    with pytest.raises(BadPack, match=r"1\.210, tags"):
        save_card(session, "1.210", {**TAGGED, "tags": ["grid"] * 4})

    assert session.writer.current.revision == revision
    assert not (tmp_path / FOLDER).exists()


def test_after_the_end_it_is_kept_for_the_next_game(session: Session, tmp_path: Path) -> None:
    session.writer.ask("set us.communities 12")
    assert session.writer.current.over

    assert not save_card(session, "1.210", TAGGED).at_once
    assert load_cards(DAYBREAK, tmp_path).cards["1.210"].tags == ("grid",)


def test_a_card_of_another_game_is_kept_for_that_one(session: Session, tmp_path: Path) -> None:
    naufragos, revision = game("naufragos"), session.writer.current.revision

    saved = save_card(session, "E07", {"name": {"en": "Ours"}}, naufragos)

    assert not saved.at_once
    assert session.writer.current.revision == revision
    assert load_cards(naufragos, tmp_path).cards["E07"].name.en == "Ours"


def test_a_pack_that_is_damaged_is_put_aside_and_the_answer_kept(
    session: Session, tmp_path: Path
) -> None:
    pack = tmp_path / FOLDER / "daybreak" / OWN
    pack.parent.mkdir(parents=True)
    pack.write_bytes(b"[[cards]\n\xff")

    session.writer.ask("tags 1.210 grid")

    assert load_cards(DAYBREAK, tmp_path).cards["1.210"].tags == ("grid",)
    (aside,) = pack.parent.glob("own.toml.broken-*")
    assert aside.read_bytes() == b"[[cards]\n\xff"
    assert any(aside.name in str(warning) for warning in session.saved_games.warnings)


def test_what_cannot_be_kept_is_told(session: Session, tmp_path: Path) -> None:
    (tmp_path / FOLDER).write_text("a file where a folder should be", encoding="utf-8")

    session.writer.ask("tags 1.210 grid")

    assert any("is not kept" in str(warning) for warning in session.saved_games.warnings)


@pytest.mark.parametrize("name", [name for name, each in playable().items() if each.cards])
def test_in_every_game_with_cards_a_card_can_be_told(name: str, tmp_path: Path) -> None:
    """Before the start as well: an owner who reads their box has no game to play."""
    each = game(name)
    table = Match(each, MemoryJournal(), packs=tmp_path)
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
    table = Match(DAYBREAK, MemoryJournal())
    with pytest.raises(CompanionError) as refused:
        table.take(f"card {told}")
    assert refused.value.code in ("bad_pack", "no_such_card")
    assert table.revision == 1


def test_the_pack_says_what_was_said_and_no_more(tmp_path: Path) -> None:
    entry = OwnPacks(DAYBREAK, tmp_path).say("1.105", {"action": BUILDS, "tags": None})

    raw = json.loads(json.dumps(entry.raw))
    assert raw == {"number": "1.105", "kind": "local", "name": {"en": "?"}, "action": BUILDS}
