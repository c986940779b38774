"""What is said of a card at the table stays in the owner's pack, for every game to come."""

from collections.abc import Callable
from concurrent.futures import ThreadPoolExecutor
from pathlib import Path

import pytest

from companion.games import game
from companion.match.match import Match
from companion.storage.journal import MemoryJournal
from companion.storage.packs.load import FOLDER, load_cards
from companion.storage.packs.own_packs import OWN, OwnPacks
from companion.storage.packs.toml_files import write_card

DAYBREAK = game("daybreak")
Sit = Callable[..., Match]


@pytest.fixture
def sit(tmp_path: Path) -> Sit:
    """China and the US at a table whose owner has a data folder."""

    def down(*lines: str) -> Match:
        table = Match(DAYBREAK, MemoryJournal(), packs=tmp_path)
        for line in ("seat china", "seat us", "start", *lines):
            table.submit(line)
        return table

    return down


def own_pack(folder: Path) -> Path:
    return folder / FOLDER / "daybreak" / OWN


def tags(folder: Path, number: str) -> tuple[object, ...]:
    card = load_cards(DAYBREAK, folder).cards[number]
    return card.tags, card.tags_known, card.tags_counted


def test_an_answer_is_kept_and_the_next_game_does_not_ask(sit: Sit, tmp_path: Path) -> None:
    table = sit("to local", "act us 1 paying ?")
    assert table.document["prompt"]["kind"] == "tags"
    table.submit("choose 1")
    assert table.document["powers"]["us"]["clean"] == 4

    assert tags(tmp_path, "1.210") == (("grid",), "part", ("grid",))
    again = sit("to local", "act us 1 paying ?")
    assert again.document["prompt"]["kind"] == "none"
    assert again.document["powers"]["us"]["clean"] == 4


def test_all_tags_of_a_card_are_kept_as_all(sit: Sit, tmp_path: Path) -> None:
    sit("tags 1.210 grid energy")

    assert tags(tmp_path, "1.210") == (("grid", "energy"), "all", ())


def test_a_card_of_which_three_tags_were_counted_is_read(sit: Sit, tmp_path: Path) -> None:
    sit("to local", "act us 1 paying ?", "choose 3")

    assert tags(tmp_path, "1.210") == (("grid", "grid", "grid"), "all", ())


def test_what_is_undone_leaves_the_pack_and_comes_back_with_redo(sit: Sit, tmp_path: Path) -> None:
    table = sit("to local", "act us 1 paying ?", "choose 1")

    table.submit("undo")
    assert tags(tmp_path, "1.210") == (None, "all", ())
    assert own_pack(tmp_path).read_text(encoding="utf-8") == ""
    assert table.document["prompt"]["kind"] == "tags"

    table.submit("redo")
    assert tags(tmp_path, "1.210") == (("grid",), "part", ("grid",))


def test_undo_leaves_alone_what_the_owner_wrote_since(sit: Sit, tmp_path: Path) -> None:
    table = sit("tags 1.210 grid")
    packs = OwnPacks(DAYBREAK, tmp_path)
    packs.put("1.210", write_card({**packs.raw("1.210"), "tags": ["grid", "wind"]}))

    table.submit("undo")

    assert tags(tmp_path, "1.210") == (("grid", "wind"), "all", ())


def test_a_comment_and_another_card_stay_where_they_were(sit: Sit, tmp_path: Path) -> None:
    pack = own_pack(tmp_path)
    pack.parent.mkdir(parents=True)
    mine = '# Ours.\n[[cards]]\nnumber = "1.101"\nkind = "local"\nname = { en = "Ours" }\n'
    pack.write_text(mine, encoding="utf-8")

    table = sit("tags 1.210 grid", "tags 1.211 incentive")
    assert mine.strip() in pack.read_text(encoding="utf-8")
    table.submit("undo")
    table.submit("undo")

    assert pack.read_text(encoding="utf-8").strip() == mine.strip()


def test_a_card_that_no_pack_has_is_kept_by_its_number(sit: Sit, tmp_path: Path) -> None:
    sit("tags 1.105 wind")

    assert tags(tmp_path, "1.105") == (("wind",), "all", ())


def test_what_cannot_be_written_is_counted_all_the_same(sit: Sit, tmp_path: Path) -> None:
    (tmp_path / FOLDER).write_text("a file where a folder should be", encoding="utf-8")

    table = sit("tags 1.210 grid")

    assert table.document["powers"]["us"]["stacks"][0]["tags"] == {"grid": 1}


def test_several_who_write_at_once_lose_nothing(tmp_path: Path) -> None:
    numbers = [f"1.2{at:02}" for at in range(5, 25)]

    def learn(number: str) -> None:
        OwnPacks(DAYBREAK, tmp_path).learn(number, {"tags": ["wind"], "tags_known": None})

    with ThreadPoolExecutor(8) as people:
        list(people.map(learn, numbers))

    assert {tags(tmp_path, number)[0] for number in numbers} == {("wind",)}
    assert [file.name for file in own_pack(tmp_path).parent.glob("*new*")] == []
