"""``companion cards``, as a person types it."""

import sys
from collections.abc import Callable
from pathlib import Path

import pytest
from click.testing import CliRunner

from companion.cli.main import main

Run = Callable[..., tuple[int, str]]

SHIPPED = """\
Local Project: 0 complete, 41 partly known, 9 unknown
starting card: 0 complete, 13 partly known, 17 unknown
Global Project: 7 complete, 2 partly known, 2 unknown
Crisis: 20 complete, 6 partly known, 4 unknown
all cards: 27 complete, 62 partly known, 32 unknown
8 cards have a provisional number.
9 cards have no known name.
"""


@pytest.fixture
def run(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Run:
    """Runs ``companion cards`` for an owner with an empty data folder."""
    monkeypatch.setenv("COMPANION_DATA", str(tmp_path))

    def command(*words: str, lang: str = "en", typed: str = "") -> tuple[int, str]:
        result = CliRunner().invoke(main, ["--lang", lang, "cards", *words], input=typed)
        return result.exit_code, result.output

    return command


@pytest.fixture
def editor(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Callable[..., None]:
    """An editor that replaces some text each time it is opened."""

    def opens(*changes: tuple[str, str]) -> None:
        script, turn = tmp_path / "editor.py", tmp_path / "turn"
        script.write_text(
            "import pathlib, sys\n"
            f"changes, turn = {changes!r}, pathlib.Path({str(turn)!r})\n"
            "at = int(turn.read_text()) if turn.exists() else 0\n"
            "turn.write_text(str(at + 1))\n"
            "file = pathlib.Path(sys.argv[1])\n"
            "text = file.read_text(encoding='utf-8').replace(*changes[at])\n"
            "file.write_text(text, encoding='utf-8')\n",
            encoding="utf-8",
        )
        monkeypatch.setenv("EDITOR", f"{sys.executable} {script}")

    return opens


# --- list, show, check ---------------------------------------------------------------------------


def test_the_list_says_number_name_kind_tags_and_how_much_is_known(run: Run) -> None:
    code, said = run("list", "--owner", "china")

    assert code == 0
    assert "1.205  Clean Electricity Plants    starting card  Grid, ?        partly known" in said
    assert said.endswith("5 cards.\n")


def test_names_are_in_the_readers_language_where_a_source_has_them(run: Run) -> None:
    said = run("list", "--owner", "china", lang="es")[1]

    assert "Central eléctrica limpia" in said
    assert "Green Tech Exports" in said
    assert "Exportação de Tecnologia Verde" in run("list", "--owner", "china", lang="pt")[1]


def test_the_list_can_be_searched_in_any_language(run: Run) -> None:
    said = run("list", "--search", "tormentas")[1]

    assert said.startswith("1.415  Storms")
    assert said.endswith("1 card.\n")


def test_the_list_can_be_of_one_kind(run: Run) -> None:
    assert run("list", "--kind", "global")[1].endswith("11 cards.\n")


def test_a_search_without_a_card_says_so(run: Run) -> None:
    assert run("list", "--search", "zebra") == (0, "0 cards.\n")


@pytest.mark.parametrize("option", ["--kind", "--owner"])
def test_a_kind_or_power_that_does_not_exist_is_refused(run: Run, option: str) -> None:
    code, said = run("list", option, "zebra")

    assert code == 2
    assert "zebra is not known here" in said


def test_show_says_what_a_card_does_and_where_it_was_read(run: Run) -> None:
    assert run("show", "1.206") == (
        0,
        "1.206  Dirty Electricity Phaseout\n"
        "starting card, China\n"
        "  Tags: Regulation, ?\n"
        "  Action: discard 1 card → −1 Dirty Energy for each Regulation tag\n"
        "  No limit: as often as it is paid for\n"
        "Read in: https://daybreakgame.org/de/card/1206 (high)\n"
        "https://daybreakgame.org/card/1206\n",
    )


def test_a_card_that_is_in_no_pack_cannot_be_shown(run: Run) -> None:
    code, said = run("show", "1.999")

    assert code == 2
    assert said == "No pack has a card 1.999. [no_such_card]\n"


def test_check_counts_what_is_known_truthfully(run: Run) -> None:
    assert run("check") == (0, SHIPPED)


def test_check_looks_at_one_file(run: Run, tmp_path: Path) -> None:
    file = tmp_path / "ours.toml"
    file.write_text('[[cards]]\nnumber = "1.001"\nkind = "local"\nname = { en = "Ours" }\n')

    assert run("check", str(file))[1].startswith("Local Project: 0 complete, 0 partly known, 1")


def test_check_fails_on_a_bad_file(run: Run, tmp_path: Path) -> None:
    file = tmp_path / "ours.toml"
    file.write_text('[[cards]]\nnumber = "1.001"\nkind = "lokal"\n')

    code, said = run("check", str(file))

    assert code == 2
    assert "ours.toml: card 1.001, " in said
    assert "[bad_pack]" in said


def test_check_fails_on_a_bad_pack_among_the_owners(run: Run, tmp_path: Path) -> None:
    (tmp_path / "packs").mkdir()
    (tmp_path / "packs" / "ours.toml").write_text("x = 1\n")

    assert run("check")[0] == 2


# --- edit ----------------------------------------------------------------------------------------


def test_tags_are_entered_without_an_editor_and_are_then_all_there_are(run: Run) -> None:
    assert run("edit", "1.206", "--tags", "regulation, energy")[0] == 0

    assert "Tags: Regulation, Energy\n" in run("show", "1.206")[1]
    assert "starting card: 1 complete, 12 partly known, 17 unknown" in run("check")[1]


def test_a_wrong_tag_is_refused_and_nothing_is_written(run: Run, tmp_path: Path) -> None:
    code, said = run("edit", "1.206", "--tags", "gird")

    assert code == 2
    assert 'tags[0] = "gird"' in said
    assert not (tmp_path / "packs").exists()


def test_a_provisional_number_is_replaced_by_the_printed_one(run: Run) -> None:
    run("edit", "?.citizen-assemblies", "--number", "1.031", "--tags", "society")

    assert run("show", "?.citizen-assemblies")[1].startswith("1.031  Citizen Assemblies")
    assert "7 cards have a provisional number." in run("check")[1]


def test_a_mistyped_number_can_be_corrected(run: Run) -> None:
    run("edit", "?.citizen-assemblies", "--number", "1.031")
    run("edit", "1.031", "--number", "1.032")

    assert run("show", "?.citizen-assemblies")[1].startswith("1.032  Citizen Assemblies")


def test_a_nameless_card_gives_its_power_to_the_card_that_takes_its_number(run: Run) -> None:
    run("edit", "?.community-solar", "--number", "1.200")

    assert "1.200  Community Solar" in run("list", "--owner", "solo")[1]


@pytest.mark.parametrize(
    ("words", "code"),
    [
        (("1.064", "--number", "1.031"), "number_printed"),
        (("?.soil-education", "--number", "1.205"), "number_taken"),
        (("?.soil-education", "--number", "12"), "bad_pack"),
        (("?.nobody", "--tags", "grid"), "no_such_card"),
        (("9.001", "--tags", "grid"), "no_such_card"),
        (("1.415", "--tags", "grid"), "bad_pack"),
    ],
)
def test_an_impossible_edit_is_refused(run: Run, words: tuple[str, ...], code: str) -> None:
    status, said = run("edit", *words)

    assert status == 2
    assert f"[{code}]" in said


def test_a_name_is_entered_in_the_owners_language(run: Run) -> None:
    run("edit", "1.415", "--name", "Temporales", lang="es")

    assert "Temporales" in run("list", "--kind", "crisis", lang="es")[1]
    assert "Storms" in run("list", "--kind", "crisis")[1]


def test_a_card_that_no_pack_has_is_begun_from_its_number(run: Run) -> None:
    run("edit", "1.001", "--name", "Local Currency", "--tags", "society")

    assert "Local Project" in run("list", "--search", "currency")[1]


def test_cards_are_completed_in_an_editor_and_keep_their_comments(
    run: Run, editor: Callable[..., None], tmp_path: Path
) -> None:
    editor(("limit =", '# once, says the box\ntoken = "?"\nlimit ='), ('token = "?"\n', ""))

    code, said = run("edit", "1.133", typed="y\n")

    assert code == 0
    assert "no card has such a field" in said
    pack = (tmp_path / "packs" / "daybreak" / "own.toml").read_text(encoding="utf-8")
    assert pack.startswith("# The limit is the rulebook's; what the action does was not read.\n")
    assert "# once, says the box" in pack


def test_whoever_gives_up_in_the_editor_changes_nothing(
    run: Run, editor: Callable[..., None], tmp_path: Path
) -> None:
    editor(("number", "nummer"))

    assert run("edit", "1.133", typed="n\n")[1].endswith("Nothing was changed.\n")
    assert not (tmp_path / "packs").exists()


def test_two_cards_in_the_editor_are_one_too_many(run: Run, editor: Callable[..., None]) -> None:
    editor(("[[cards]]", '[[cards]]\nnumber = "1.001"\nkind = "local"\nname.en = "A"\n\n[[cards]]'))

    assert "there should be one card, and there are 2" in run("edit", "1.064", typed="n\n")[1]


def test_a_second_edit_changes_the_same_pack_and_leaves_the_rest_of_it(
    run: Run, tmp_path: Path
) -> None:
    (tmp_path / "packs").mkdir()
    pack = tmp_path / "packs" / "friends.toml"
    pack.write_text(
        '# from friends\n\n[[cards]]\nnumber = "1.001"\nkind = "local"\nname.en = "A" # ours\n\n'
        '[[cards]]\nnumber = "1.002"\nkind = "local"\nname.en = "B"\n'
    )

    run("edit", "1.002", "--tags", "grid")

    assert pack.read_text().startswith("# from friends\n\n[[cards]]")
    assert 'name.en = "A" # ours' in pack.read_text()
    assert 'tags = ["grid"]' in pack.read_text()


def test_tags_may_be_called_as_they_are_shown_in_any_language_and_case(run: Run) -> None:
    for tags in ("SOLAR,Energy", "energía solar,Electricidad", " Solar , energia "):
        assert run("edit", "1.064", "--tags", tags)[0] == 0
        assert "Tags: Solar, Energy" in run("show", "1.064")[1]
    assert "[bad_pack]" in run("edit", "1.064", "--tags", "Sonne")[1]


# --- import and export ---------------------------------------------------------------------------


def test_what_one_owner_exports_another_one_imports(run: Run, tmp_path: Path) -> None:
    run("edit", "1.064", "--tags", "grid,energy")
    run("edit", "?.citizen-assemblies", "--number", "1.031")
    file, other = tmp_path / "ours.toml", tmp_path / "other"

    assert run("export", str(file))[1] == f"2 cards are in {file}.\n"
    assert run("import", str(file), "--data", str(other))[0] == 0

    assert "Tags: Grid, Energy" in run("show", "1.064", "--data", str(other))[1]
    assert run("show", "?.citizen-assemblies", "--data", str(other))[1].startswith("1.031")


def test_a_bad_pack_is_not_imported(run: Run, tmp_path: Path) -> None:
    file = tmp_path / "ours.toml"
    file.write_text('[[cards]]\nnumber = "1.001"\n')

    code, said = run("import", str(file))

    assert code == 2
    assert said.startswith(f"Card pack {file}: card 1.001, kind: this is missing")
    assert not (tmp_path / "packs").exists()


def test_an_export_does_not_write_over_a_file(run: Run, tmp_path: Path) -> None:
    run("edit", "1.064", "--tags", "grid")
    file = tmp_path / "ours.toml"
    file.write_text("mine\n")

    assert "[file_exists]" in run("export", str(file))[1]
    assert file.read_text() == "mine\n"


def test_without_cards_of_ones_own_there_is_nothing_to_export(run: Run, tmp_path: Path) -> None:
    assert "[no_own_cards]" in run("export", str(tmp_path / "ours.toml"))[1]


def test_a_folder_that_cannot_be_written_is_an_error_with_a_sentence(
    run: Run, tmp_path: Path
) -> None:
    (tmp_path / "packs").write_text("a file where the folder should be")

    assert "cannot be written" in run("edit", "1.064", "--tags", "grid")[1]
