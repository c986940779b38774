"""Which game lies on the table, who chooses it, and what follows it there."""

from collections.abc import Iterator, Sequence
from contextlib import closing
from pathlib import Path

import pytest

from companion.errors import Refusal
from companion.games import game
from companion.games.display import Choice
from companion.games.taps import Thing
from companion.match.lobby import Lobby
from companion.match.session import Session
from companion.match.taps.tags import Tags
from companion.storage.packs.load import load_cards
from companion.storage.saved_games import SavedGames
from tests.support.games.outside import installed

OWN = '[[cards]]\nnumber = "1.101"\nkind = "local"\nname = { en = "Ours" }\n'


@pytest.fixture(autouse=True)
def tally_on_every_table() -> None:
    """Only games that are installed, here."""


@pytest.fixture(autouse=True)
def two_games(tmp_path: Path) -> Iterator[None]:
    (tmp_path / "site").mkdir()
    with installed(tmp_path / "site"):
        yield


@pytest.fixture
def session(tmp_path: Path) -> Iterator[Session]:
    with closing(Session(SavedGames(tmp_path / "data"))) as opened:
        yield opened


def chosen(session: Session, line: str) -> str:
    """What lies on the table once a choice was made."""
    lobby = session.active
    session.writer.ask(line)
    session.after(lobby)
    return session.writer.match.game.id


def test_with_nothing_unfinished_people_choose_among_all_games(session: Session) -> None:
    question = session.writer.match.game.tap_handler.question(session.writer.current.state)

    assert session.choosing
    assert question
    offered = [(choice.answer, str(choice.text)) for choice in question.choices]
    assert ("play daybreak", "Daybreak (1–4, 90 min)") in offered
    assert ("play ladder", "Ladder (1–3, 5 min)") in offered


def choices(session: Session) -> Sequence[Choice]:
    question = session.writer.match.game.tap_handler.question(session.writer.current.state)
    assert question
    return question.choices


def first_choice(session: Session) -> str:
    return choices(session)[0].answer


def test_before_any_game_was_played_the_mark_stands_on_daybreak(session: Session) -> None:
    assert first_choice(session) == "play daybreak"


def test_after_a_start_the_mark_stands_on_the_game_played_last(tmp_path: Path) -> None:
    with closing(Session(SavedGames(tmp_path), "ladder")) as before:
        before.archive(before.active.number)
        before.choose_again()
    with closing(Session(SavedGames(tmp_path))) as after:
        assert after.choosing
        assert first_choice(after) == "play ladder"


def test_a_game_that_was_not_meant_is_put_away_and_chosen_again(session: Session) -> None:
    chosen(session, "play ladder")
    session.choose_again()

    assert session.choosing
    assert [kept.archived for kept in session.kept()] == [True]
    assert "resume 1" not in [choice.answer for choice in choices(session)]


def test_a_game_in_which_something_was_done_is_kept_for_another_time(session: Session) -> None:
    chosen(session, "play ladder")
    session.writer.ask("seat ant")
    session.writer.ask("undo")
    session.choose_again()

    assert session.choosing
    assert "resume 1" in [choice.answer for choice in choices(session)]


def test_what_is_chosen_comes_onto_the_table(session: Session) -> None:
    assert chosen(session, "play ladder") == "ladder"
    assert not session.choosing


def test_a_game_that_is_not_there_cannot_be_chosen(session: Session) -> None:
    with pytest.raises(Refusal, match="there is"):
        session.writer.ask("play chess")
    assert session.choosing


def test_the_game_played_last_is_resumed_without_a_question(tmp_path: Path) -> None:
    with closing(Session(SavedGames(tmp_path), "ladder")) as before:
        before.writer.ask("seat ant")
    with closing(Session(SavedGames(tmp_path))) as after:
        assert after.writer.current.document["seats"] == ["ant"]


def test_a_named_game_is_begun_beside_an_unfinished_one_of_another_kind(tmp_path: Path) -> None:
    with closing(Session(SavedGames(tmp_path), "daybreak")) as before:
        before.writer.ask("seat china")
    with closing(Session(SavedGames(tmp_path), "ladder")) as after:
        assert after.writer.match.game.id == "ladder"
        assert [kept.name for kept in after.kept()] == ["ladder", "daybreak"]


def test_an_unfinished_game_can_be_gone_on_with_from_the_choice(session: Session) -> None:
    chosen(session, "play daybreak")
    session.writer.ask("seat china")
    session.choose()

    assert isinstance(session.writer.match.game, Lobby)
    assert chosen(session, "resume 1") == "daybreak"
    assert session.writer.current.document["seats"] == ["china"]


def test_the_choice_offers_what_is_unfinished_first_and_then_the_game_of_before(
    session: Session,
) -> None:
    chosen(session, "play ladder")
    session.choose()

    question = session.writer.match.game.tap_handler.question(session.writer.current.state)
    assert question
    assert [choice.answer for choice in question.choices][:2] == ["resume 1", "play ladder"]


def test_tags_are_those_of_the_game_on_the_table(session: Session, tmp_path: Path) -> None:
    tags = Tags(tmp_path / "tags.json", lambda: session.writer.match.game.id)
    chosen(session, "play daybreak")
    tags.bind("04a1b2c3d4e580", Thing("seat", "china"))
    session.begin("ladder")
    assert tags.find("04a1b2c3d4e580") is None

    session.resume(1)
    assert tags.find("04a1b2c3d4e580") == Thing("seat", "china")


def test_an_owners_packs_belong_to_one_game(tmp_path: Path) -> None:
    for place in ("packs/daybreak/own.toml", "packs/ladder/theirs.toml"):
        (tmp_path / place).parent.mkdir(parents=True)
    (tmp_path / "packs" / "daybreak" / "own.toml").write_text(OWN, encoding="utf-8")
    (tmp_path / "packs" / "ladder" / "theirs.toml").write_text("nonsense", encoding="utf-8")

    assert load_cards(game("daybreak"), tmp_path).cards["1.101"].name.en == "Ours"


def test_packs_from_before_there_were_several_games_are_still_read(tmp_path: Path) -> None:
    (tmp_path / "packs").mkdir()
    (tmp_path / "packs" / "own.toml").write_text(OWN, encoding="utf-8")

    assert load_cards(game("daybreak"), tmp_path).cards["1.101"].name.en == "Ours"
