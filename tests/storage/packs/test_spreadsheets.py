"""``companion cards sheet``: all cards as a table, read back whole or not at all."""

import csv
from collections.abc import Callable
from pathlib import Path

import pytest
from click.testing import CliRunner

from companion.cli.main import main
from companion.games import game
from companion.storage.packs.load import load_cards

Run = Callable[..., tuple[int, str]]
Edit = Callable[..., None]


@pytest.fixture
def run(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Run:
    monkeypatch.setenv("COMPANION_DATA", str(tmp_path))
    monkeypatch.chdir(tmp_path)

    def command(*words: str, lang: str = "en") -> tuple[int, str]:
        result = CliRunner().invoke(main, ["--lang", lang, "cards", *words])
        return result.exit_code, result.output

    return command


@pytest.fixture
def edit(run: Run, tmp_path: Path) -> Edit:
    """Writes the sheet of all cards, with other words in some cells: ``{"1.064.tags": "grid"}``."""

    def change(between: str = ",", more: tuple[str, ...] = (), **cells: str) -> None:
        run("sheet", "ours.csv", "--replace")
        file = tmp_path / "ours.csv"
        with file.open(encoding="utf-8-sig", newline="") as stream:
            rows = list(csv.DictReader(stream))
        for place, text in cells.items():
            number, name = place.split("/")
            next(row for row in rows if row["number"] == number)[name] = text
        rows += [{"number": number} for number in more]
        with file.open("w", encoding="utf-8", newline="") as stream:
            sheet = csv.DictWriter(stream, list(rows[0]), delimiter=between)
            sheet.writeheader()
            sheet.writerows(rows)

    return change


def packs(folder: Path) -> bool:
    return (folder / "packs").exists()


@pytest.mark.parametrize("name", ["daybreak", "naufragos", "council_of_shadows"])
def test_a_sheet_that_nobody_has_changed_changes_nothing(
    run: Run, tmp_path: Path, name: str
) -> None:
    cards = len(load_cards(game(name)).cards)
    written = run("sheet", "all.csv", "--game", name)
    assert written == (0, f"{cards} cards are in all.csv.\n")

    assert run("sheet", "all.csv", "--read", "--game", name) == (0, "0 cards were changed.\n")
    assert not packs(tmp_path)


def test_what_was_entered_in_a_sheet_is_in_the_owner_s_pack(
    run: Run, edit: Edit, tmp_path: Path
) -> None:
    effects = '[{ token = "clean", by = 2, per = "wind" }]'
    edit(
        **{
            "1.021/tags": "wind, ELECTRICIDAD",
            "1.021/action.discard": "1",
            "1.021/action.effects": effects,
            "1.205/name.es": "Centrales",
        }
    )
    assert run("sheet", "ours.csv", "--read") == (0, "2 cards were changed.\n")

    cards = load_cards(game("daybreak"), tmp_path)
    wind = cards.find("1.021").card
    assert (wind.tags, wind.action.discard) == (("wind", "energy"), 1)
    assert (wind.action.effects[0].by, wind.action.effects[0].per) == (2, "wind")
    assert cards.find("1.205").card.name.es == "Centrales"
    assert run("sheet", "ours.csv", "--read") == (0, "0 cards were changed.\n")


def test_every_mistake_is_told_by_its_cell_and_nothing_is_taken(
    run: Run, edit: Edit, tmp_path: Path
) -> None:
    edit(
        **{
            "1.021/tags": "wind, gird",
            "1.021/action.discard": "many",
            "1.064/action.effects": "[{ token = ",
            "1.065/tags": "grid",
            "1.401/tags": "grid",
        },
        more=("9.999", "1.004"),
    )
    code, said = run("sheet", "ours.csv", "--read")

    assert code == 2
    *mistakes, last = said.splitlines()
    rows = {number: row for row, number in enumerate(load_cards(game("daybreak")).cards, 2)}
    assert [line.partition(": ")[0] for line in mistakes] == [
        f"G{rows['1.021']}, tags",
        f"J{rows['1.021']}, action.discard",
        f"M{rows['1.064']}, action.effects",
        f"G{rows['1.401']}, tags",
        *("A123, number", "A124, number"),
    ]
    assert "it is not TOML" in mistakes[2]
    assert mistakes[-1].endswith("this card is in row 2 already")
    assert last == "Sheet ours.csv: it has 6 mistakes, so nothing of it was taken [bad_sheet]"
    assert not packs(tmp_path)


def test_an_empty_cell_takes_back_what_was_said_but_never_the_name(
    run: Run, edit: Edit, tmp_path: Path
) -> None:
    edit(**{"1.034/action.effects": "", "1.034/action.limit": "", "1.034/name.en": ""})
    assert run("sheet", "ours.csv", "--read")[1] == "1 card was changed.\n"

    card = load_cards(game("daybreak"), tmp_path).find("1.034").card
    assert (card.action, card.name.en) == (None, "Women & Girls' Education")


def test_a_number_that_no_pack_has_is_a_new_card(run: Run, edit: Edit, tmp_path: Path) -> None:
    edit(more=("1.150",))
    assert run("sheet", "ours.csv", "--read")[1] == "1 card was changed.\n"
    assert load_cards(game("daybreak"), tmp_path).find("1.150").card.kind == "local"


def test_a_card_that_has_its_printed_number_by_now_is_told(run: Run, edit: Edit) -> None:
    run("edit", "?.citizen-assemblies", "--number", "1.031")
    edit(more=("?.citizen-assemblies",))
    assert "this card has the number 1.031 now" in run("sheet", "ours.csv", "--read")[1]


def test_a_sheet_may_have_semicolons_and_fewer_columns(
    run: Run, edit: Edit, tmp_path: Path
) -> None:
    edit(between=";", **{"1.021/tags": "wind"})
    assert run("sheet", "ours.csv", "--read")[1] == "1 card was changed.\n"

    (tmp_path / "few.csv").write_text("number;tags\n1.014;grid\n\n")
    assert run("sheet", "few.csv", "--read")[1] == "1 card was changed.\n"
    card = load_cards(game("daybreak"), tmp_path).find("1.014").card
    assert (card.tags, card.action.discard) == (("grid",), 1)


def test_a_sheet_of_one_kind_has_the_columns_of_that_kind(run: Run, tmp_path: Path) -> None:
    run("sheet", "crises.csv", "--kind", "crisis")
    header = (tmp_path / "crises.csv").read_text(encoding="utf-8-sig").partition("\n")[0]
    assert "crisis.target" in header
    assert "action." not in header


def test_a_file_that_is_no_sheet_is_refused(run: Run, tmp_path: Path) -> None:
    for content in ("", "name,tags\nx,y\n", 'number\n"1.0\x0004\n'):
        (tmp_path / "none.csv").write_text(content)
        code, said = run("sheet", "none.csv", "--read")
        assert (code, "[bad_sheet]" in said) == (2, True), said

    (tmp_path / "odd.csv").write_text("number,colour\n1.004,red\n")
    assert "B1, colour: no card has such a field" in run("sheet", "odd.csv", "--read")[1]


def test_a_sheet_does_not_write_over_a_file(run: Run, tmp_path: Path) -> None:
    (tmp_path / "mine.csv").write_text("mine")
    assert "[file_exists]" in run("sheet", "mine.csv")[1]
    assert (tmp_path / "mine.csv").read_text() == "mine"
