"""What the script runner says about scripts that hold, do not hold, or cannot be read."""

import json
import re
from pathlib import Path

import pytest
from click.testing import CliRunner, Result

from companion.cli.main import main

START = "game daybreak\nseat china\nseat us\nstart\n"


def run(tmp_path: Path, source: str, *options: str) -> Result:
    file = tmp_path / "game.table"
    file.write_text(source, encoding="utf-8")
    return CliRunner().invoke(main, ["--lang", "en", "play", str(file), *options])


def test_a_script_that_holds_exits_with_0(tmp_path: Path) -> None:
    result = run(tmp_path, START + "expect round 1\n")

    assert result.exit_code == 0
    assert "1.2 °C" in result.output


def test_json_prints_the_final_state_document(tmp_path: Path) -> None:
    result = run(tmp_path, START + "to crisis\n", "--json")
    document = json.loads(result.stdout)

    assert document["stage"] == "crisis"
    assert document["game"] == "daybreak"
    assert document["revision"] == 5


@pytest.mark.parametrize(
    ("lines", "said"),
    [
        ("expect round 2\n", "expected round to be 2, and it is 1"),
        ("expect wind 2\n", "The state document has no wind."),
        ("expect china.emissions.steel 2\n", "has no china.emissions.steel"),
        ("expect seats.7 us\n", "has no seats.7"),
        ("expect round.x 2\n", "has no round.x"),
        ("next\nrefused\n", "the line before was not refused"),
        ("seat us\nrefused seat_taken\n", "refused, but with already_started"),
        ("seat us\n", "refused: The game has started already. [already_started]"),
        ("seat us\nnext\n", "refused: The game has started already."),
    ],
)
def test_what_does_not_hold_names_its_line_and_exits_with_1(
    tmp_path: Path, lines: str, said: str
) -> None:
    result = run(tmp_path, START + lines)

    assert result.exit_code == 1
    assert said in result.stderr
    assert "line 5" in result.stderr or "line 6" in result.stderr


@pytest.mark.parametrize(
    ("source", "said"),
    [
        (START + "dance\nset china.dirty 0\n", "line 5: dance"),
        (START + "roll planetary\n", "line 5: roll planetary"),
        (START + 'choose "a\n', "A quotation mark is open"),
        (START + "lose trees many\n", "line 5"),
        (START + "set china.dirty\n", "line 5"),
        (START + "expect round\n", "line 5"),
        ("seat china\n", "line 1: seat china"),
        ("game chess\n", "There is no game chess here"),
        ("# nothing\n", "The script is empty."),
    ],
)
def test_a_line_that_cannot_be_read_is_named_and_exits_with_2(
    tmp_path: Path, source: str, said: str
) -> None:
    result = run(tmp_path, source)

    assert result.exit_code == 2
    assert said in result.stderr
    assert "Traceback" not in result.output


def test_a_bad_box_in_a_script_names_the_line_and_the_file(tmp_path: Path) -> None:
    result = run(tmp_path, "game daybreak\nbox nowhere.toml\n")

    assert result.exit_code == 2
    assert "line 2: box nowhere.toml" in result.stderr


def test_a_file_that_cannot_be_read_says_so(tmp_path: Path) -> None:
    result = CliRunner().invoke(main, ["--lang", "en", "play", str(tmp_path / "none.table")])

    assert result.exit_code == 2
    assert "none.table cannot be read" in result.stderr


def test_a_comment_ends_a_line_but_not_inside_quotation_marks(tmp_path: Path) -> None:
    result = run(tmp_path, START + 'choose "#1" # the first\nrefused nothing_to_choose\n')

    assert result.exit_code == 0


def test_values_are_compared_as_people_write_them(tmp_path: Path) -> None:
    lines = (
        "expect thermometer.celsius 1.2\n"
        'expect thermometer.celsius "1.2"\n'
        "expect outcome none\n"
        "expect outcome null\n"
        "expect drawdown false\n"
        'expect seats ["china", "us"]\n'
        "expect powers.china.dirty 9\n"
        "expect china.dirty 9\n"
    )

    assert run(tmp_path, START + lines).exit_code == 0
    assert run(tmp_path, START + "expect drawdown 0\n").exit_code == 1


def test_a_crash_changes_nothing_but_the_process(tmp_path: Path) -> None:
    before = json.loads(run(tmp_path, START + "to crisis\nundo\n", "--json").stdout)
    after = json.loads(
        run(tmp_path, START + "crash\nto crisis\ncrash\nundo\ncrash\n", "--json").stdout
    )

    assert after == before


DEEP, ENDLESS = "[" * 100_000, "9" * 5000


@pytest.mark.parametrize(
    ("line", "code"),
    [
        (f"set trees {DEEP}", "refused"),
        (f"set trees {'[' * 900}{']' * 900}", "refused"),
        (f"set powers.china.stacks.{ENDLESS} 1", "refused"),
        (f"expect trees {DEEP}", "expectation"),
        (f"expect china.stacks.{ENDLESS} 1", "expectation"),
        (f"lose trees {ENDLESS}", "malformed"),
        (f"act china {ENDLESS}", "refused"),
        (f"play 1.035 china {ENDLESS}", "malformed"),
        (f"tap china {ENDLESS}", "refused"),
    ],
)
def test_what_is_beyond_all_measure_is_refused_in_a_sentence(
    tmp_path: Path, line: str, code: str
) -> None:
    result = run(tmp_path, f"{START}{line}\n")

    assert result.exit_code in (1, 2)
    assert result.stderr.endswith(f"[{code}]\n")


@pytest.mark.parametrize("depth", [900, 100_000])
@pytest.mark.parametrize(
    ("opens", "closes"), [("cards [", "]"), ('cards {"number":', "}"), ('box {"facts":', "}")]
)
def test_brackets_within_brackets_open_no_box(
    tmp_path: Path, opens: str, closes: str, depth: int
) -> None:
    word, opens = opens.split()
    result = run(tmp_path, f"game daybreak\n{word} {opens * depth}7{closes * depth}\n")

    assert result.exit_code == 2
    assert re.search(r"\[(bad_pack|bad_box|malformed)\]$", result.stderr)
