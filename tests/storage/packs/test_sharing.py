"""Two owners and their packs: what is given away, what is taken, and where they disagree."""

from collections.abc import Callable
from pathlib import Path
from typing import Any

import pytest
from click.testing import CliRunner

from companion.cli.main import main
from companion.games import game
from companion.storage.packs.load import load_cards

Run = Callable[..., tuple[int, str]]


@pytest.fixture
def run(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Run:
    """``companion cards`` of one of the owners, ``ana`` or ``rui``."""
    monkeypatch.chdir(tmp_path)

    def command(owner: str, *words: str, typed: str = "", lang: str = "en") -> tuple[int, str]:
        folder = tmp_path / owner
        folder.mkdir(exist_ok=True)
        ran = ["--lang", lang, "cards", *words, "--data", str(folder)]
        result = CliRunner().invoke(main, ran, input=typed)
        return result.exit_code, result.output

    return command


@pytest.fixture
def card(tmp_path: Path) -> Callable[[str, str], Any]:
    return lambda owner, number: load_cards(game("daybreak"), tmp_path / owner).find(number).card


def own(folder: Path, owner: str, text: str) -> None:
    pack = folder / owner / "packs" / "daybreak" / "own.toml"
    pack.parent.mkdir(parents=True, exist_ok=True)
    pack.write_text(text, encoding="utf-8")


def test_what_only_they_have_read_is_taken_and_what_only_you_have_stays(
    run: Run, card: Callable[..., Any]
) -> None:
    run("rui", "edit", "1.064", "--tags", "grid,energy")
    run("rui", "edit", "1.035", "--tags", "regulation,ecology")
    run("ana", "edit", "1.035", "--name", "Tree Farms!")
    run("rui", "export", "rui.toml")

    code, said = run("ana", "import", "rui.toml")
    assert code == 0
    assert "1.064 Electrify Everything: new: tags" in said
    assert said.endswith("2 cards were changed.\n0 cards agree.\n")
    trees = card("ana", "1.035")
    assert (trees.name.en, trees.tags, trees.unread_tags) == (
        *("Tree Farms!", ("regulation", "ecology")),
        0,
    )
    assert run("ana", "import", "rui.toml")[1] == ("0 cards were changed.\n2 cards agree.\n")


@pytest.mark.parametrize(
    ("words", "typed", "tags"),
    [
        (("--take",), "", ("grid",)),
        (("--keep",), "", ("solar",)),
        ((), "y\n", ("grid",)),
        ((), "n\n", ("solar",)),
        (("--look",), "", ("solar",)),
    ],
)
def test_where_two_owners_differ_somebody_says_whose_words_count(
    run: Run, card: Callable[..., Any], words: tuple[str, ...], typed: str, tags: tuple[str, ...]
) -> None:
    run("rui", "edit", "1.064", "--tags", "grid")
    run("ana", "edit", "1.064", "--tags", "solar")
    run("rui", "export", "rui.toml")

    said = run("ana", "import", "rui.toml", *words, typed=typed)[1]

    assert "1.064 Electrify Everything: tags: yours solar, theirs grid" in said
    assert ("Take theirs? [y/N]" in said) == (not words)
    assert "1 card differs." in said
    assert card("ana", "1.064").tags == tags


def test_tags_and_how_many_of_them_are_known_go_together(
    run: Run, card: Callable[..., Any], tmp_path: Path
) -> None:
    head = '[[cards]]\nnumber = "1.064"\nkind = "local"\nname = { en = "Electrify Everything" }\n'
    own(tmp_path, "ana", f'{head}tags = ["solar"]\ntags_known = "part"\ntags_counted = ["grid"]\n')
    run("rui", "edit", "1.064", "--tags", "solar,wind")
    run("rui", "export", "rui.toml")

    run("ana", "import", "rui.toml", "--take")
    taken = card("ana", "1.064")
    assert (taken.tags, taken.tags_known, taken.tags_counted) == (("solar", "wind"), "all", ())


def test_a_printed_number_is_taken_for_a_card_that_had_none(
    run: Run, card: Callable[..., Any]
) -> None:
    run("rui", "edit", "?.citizen-assemblies", "--number", "1.031")
    run("ana", "edit", "?.citizen-assemblies", "--tags", "society")
    run("rui", "export", "rui.toml")

    assert run("ana", "import", "rui.toml")[0] == 0
    taken = card("ana", "?.citizen-assemblies")
    assert (taken.number, taken.tags) == ("1.031", ("society",))


def test_an_export_has_facts_and_no_words_of_one_s_own(run: Run, tmp_path: Path) -> None:
    head = '[[cards]]\nnumber = "1.064"\nkind = "local"\nname = { en = "Electrify Everything" }\n'
    own(tmp_path, "ana", f'{head}tags = ["grid"]\nnote = "as long as it rains"\n')

    assert run("ana", "export", "ana.toml", "--edition", "English, 2023")[0] == 0
    text = (tmp_path / "ana.toml").read_text(encoding="utf-8")
    assert text.startswith('game = "daybreak"\nedition = "English, 2023"\n\n[[cards]]\n')
    assert "rains" not in text
    assert run("ana", "check", "ana.toml")[0] == 0


def test_a_pack_of_another_edition_says_so(run: Run, tmp_path: Path) -> None:
    own(tmp_path, "ana", 'edition = "Español, 2024"\n')
    run("ana", "edit", "1.064", "--tags", "grid")
    run("rui", "edit", "1.064", "--tags", "grid")
    run("rui", "export", "rui.toml", "--edition", "English, 2023")

    said = run("ana", "import", "rui.toml")[1]
    assert said.startswith("It is for the edition English, 2023; yours is Español, 2024.\n")

    run("ana", "export", "ana.toml")
    assert 'edition = "Español, 2024"' in (tmp_path / "ana.toml").read_text(encoding="utf-8")


def test_a_pack_of_another_game_is_refused(run: Run, tmp_path: Path) -> None:
    run("ana", "edit", "1.064", "--tags", "grid")
    run("ana", "export", "ana.toml")

    said = run("ana", "import", "ana.toml", "--game", "naufragos")[1]
    assert "it is for another game, daybreak [bad_pack]" in said


def test_what_a_pack_says_of_itself_is_text(run: Run, tmp_path: Path) -> None:
    (tmp_path / "odd.toml").write_text("edition = 3\n")
    assert "edition should be a text [bad_pack]" in run("ana", "check", "odd.toml")[1]
