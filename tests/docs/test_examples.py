"""The examples of the docs do what they say: scripts are played, files loaded, commands typed."""

import ast
import json
import re
import shlex
import sys
from collections.abc import Callable, Iterator
from contextlib import closing
from importlib.resources import files
from pathlib import Path
from textwrap import dedent

import msgspec
import pytest
from click.testing import CliRunner

from companion.cli.main import main
from companion.devices.board import profile
from companion.games import game, names
from companion.match.script import Script
from companion.match.script_syntax import lines as script_lines
from companion.match.script_syntax import look_up
from companion.storage.packs.box_facts import open_box
from companion.storage.packs.load import FOLDER, parse_pack, shipped_cards
from companion.storage.saved_games import SavedGames
from companion.web.views.act import Input
from firmware_config.installer.command import read_options
from tests.support.docs.documentation import FENCES, PAGES, ROOT, Fence, Page
from tests.support.docs.documented_commands import NAME, find
from tests.support.games.outside import as_it_was
from tests.support.phone import OURS, Room
from tests.support.programs import run_program

DAYBREAK = game("daybreak")
SKIPPED = "…"
PARSED_ONLY = {
    "run": "goes on until somebody ends it",
    "serve": "goes on until somebody ends it",
    "enrol": "wants a reader",
    "doctor": "looks at the machine that it runs on",
    "drivers": "fetches packages",
    "card-setup": "wants a card",
}
OTHER_PROGRAMS = {
    "pip install table-companion": "the wheel of a release, which the tests build and run",
    "openscad": "tests/hardware/test_case.py compiles every part",
    "sudo systemctl": "wants a Pi with the service",
    "sudo nmcli": "wants a Pi with the hotspot",
}
PICTURE = "text"
"""Drawn in letters for people: nothing to run."""


def lets_people_type(fence: Fence) -> list[tuple[str, str]]:
    """What is typed after each ``$``, with what is then said."""
    _, *pieces = re.split(r"^\$ (.*)$", fence.text, flags=re.MULTILINE)
    return [(typed, said.strip()) for typed, said in zip(pieces[::2], pieces[1::2], strict=True)]


TOY = (ROOT / "tests" / "toy" / "ladder" / "__init__.py").read_text(encoding="utf-8")
CHECKS: dict[str, Callable[[Fence, Path], None]] = {}


def check(tag: str) -> Callable[[Callable[[Fence, Path], None]], Callable[[Fence, Path], None]]:
    """Registers what is done with the examples of a tag."""

    def register(how: Callable[[Fence, Path], None]) -> Callable[[Fence, Path], None]:
        CHECKS[tag] = how
        return how

    return register


@check("table")
def play(fence: Fence, folder: Path) -> None:
    Script(fence.text, folder / "example.table").play()


@check("toml box")
def open_a_box(fence: Fence, folder: Path) -> None:
    """Of the game that the fence names, or of the first one."""
    (folder / "box.toml").write_text(fence.text, encoding="utf-8")
    named = fence.tag.split()[-1]
    open_box(game(named) if named in names() else DAYBREAK, "box.toml", folder)


@check("toml pack")
def read_a_pack(fence: Fence, folder: Path) -> None:
    """And its cards do what those do that ship, so that nobody learns it wrong."""
    for entry in parse_pack(DAYBREAK, fence.text, folder / "example.toml"):
        assert entry.card.known == "all"
        assert entry.card.action == shipped_cards(DAYBREAK)[entry.card.number].card.action


@check("toml profile")
def read_a_profile(fence: Fence, folder: Path) -> None:
    profile.parse(fence.text, "example.toml")


@check("json input")
def could_be_sent(fence: Fence, folder: Path) -> None:
    given = msgspec.json.decode(fence.text, type=Input)
    with closing(Room(folder).played().session) as session:
        DAYBREAK.read(given.line)
        for path in given.expects:
            look_up(session.writer.current.document, path)


@check("json refusal")
def is_answered(fence: Fence, folder: Path) -> None:
    room = Room(folder)
    with closing(room.session):
        answer = room.app.test_client().post("/api/act", json={"line": "next"}, headers=OURS)
        assert answer.get_json() == json.loads(fence.text)


@check("python excerpt")
def stands_in_a_module(fence: Fence, folder: Path) -> None:
    modules = (path.read_text(encoding="utf-8") for path in (ROOT / "companion").rglob("*.py"))
    assert any(fence.text in module for module in modules)


@check("python game")
def is_a_part_of_the_toy_game(fence: Fence, folder: Path) -> None:
    assert fence.text in TOY


@check("python beacon")
def is_python(fence: Fence, folder: Path) -> None:
    """``test_adding_a_game`` puts the steps together and runs each."""
    ast.parse(dedent(fence.text))


@check("table beacon")
def is_a_script(fence: Fence, folder: Path) -> None:
    assert next(line.words[0] for line in script_lines(fence.text)) == "seat"


@check("python")
def names_only_what_there_is(fence: Fence, folder: Path) -> None:
    """By the type checker: an example for programs may wait for phones that never come."""
    (folder / "example.py").write_text(fence.text, encoding="utf-8")
    settings = [f"--config-file={ROOT / 'pyproject.toml'}", f"--cache-dir={ROOT / '.mypy_cache'}"]
    # Not within this process: it would change how deep Python may go for all other tests.
    command = [sys.executable, "-m", "mypy", *settings, str(folder / "example.py")]
    done = run_program(command)
    assert done.returncode == 0, done.stdout


@check("console")
def type_it(fence: Fence, folder: Path) -> None:
    for typed, said in lets_people_type(fence):
        words = shlex.split(typed.removeprefix("sudo "), comments=True)
        if other := next((each for each in OTHER_PROGRAMS if typed.startswith(each)), None):
            assert OTHER_PROGRAMS[other]
        elif words[0] == "make":
            makefile = (ROOT / "Makefile").read_text(encoding="utf-8")
            assert re.search(rf"^{words[1]}:", makefile, re.MULTILINE), typed
        elif words[0].endswith("install.py"):
            assert (ROOT / words[0]).is_file()
            read_options(words[1:])
        else:
            assert words[0] == NAME, f"{fence}: nobody knows how to check {typed}"
            answer(words[1:], said)


def answer(words: list[str], said: str) -> None:
    command, rest = find(words)
    if command.name in PARSED_ONLY:
        command.make_context(command.name, rest)
        return
    result = CliRunner().invoke(main, words)
    assert result.exit_code == (2 if said.endswith("]") else 0), result.output
    wanted = ".*".join(re.escape(piece) for piece in said.split(SKIPPED))
    if said:
        assert re.fullmatch(wanted, result.output.strip(), re.DOTALL), result.output


@pytest.fixture
def home(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Iterator[Path]:
    """A folder with a game that was begun, and with the files that the examples name."""
    monkeypatch.chdir(tmp_path)
    monkeypatch.setenv("COMPANION_DATA", str(tmp_path / "data"))
    monkeypatch.setenv("COMPANION_LANG", "en")
    with closing(SavedGames(tmp_path / "data")) as saved_games:
        table = saved_games.resume_or_begin("daybreak")
        for line in ("seat china", "seat us", "start"):
            table.take(line)
    card = '[[cards]]\nnumber = "1.064"\nkind = "local"\nname = { en = "?" }\ntags = '
    demo = files("companion.games.daybreak") / "demo.table"
    for name, text in {
        "my.table": demo.read_text(encoding="utf-8"),
        "theirs.toml": card.replace("1.064", "1.101") + '["grid"]\n',
        "mistaken.toml": card + '["grid", "gird"]\n',
    }.items():
        (tmp_path / name).write_text(text, encoding="utf-8")
    for fence in FENCES:
        if fence.tag.startswith("toml") and fence.tag.endswith(".toml"):
            (tmp_path / fence.tag.split()[-1]).write_text(fence.text, encoding="utf-8")
    with as_it_was():
        yield tmp_path
    assert not list((tmp_path / FOLDER).glob("*")), "packs belong into the data folder"


def way_to_check(fence: Fence) -> Callable[[Fence, Path], None] | None:
    """By the tag, without the name of a file that may stand behind it."""
    language, *kind = fence.tag.split() or [""]
    return CHECKS.get(" ".join([language, *kind[:1]]))


@pytest.mark.slow
@pytest.mark.parametrize("fence", [each for each in FENCES if each.tag != PICTURE], ids=str)
def test_the_example_holds(fence: Fence, home: Path) -> None:
    checked = way_to_check(fence)
    assert checked, f"nobody knows how to check an example with the tag {fence.tag!r}"
    checked(fence, home)


def test_the_tutorial_tells_the_whole_toy_game() -> None:
    pieces = [fence.text for fence in FENCES if fence.tag == "python game"]

    assert "\n\n".join(pieces) == TOY


@pytest.mark.parametrize("page", PAGES.values(), ids=str)
def test_no_example_hides_behind_spaces(page: Page) -> None:
    assert re.findall(r"\n\n {4}\S.*", page.prose) == []


def test_there_is_an_example_of_everything_that_people_write() -> None:
    shown = {way_to_check(fence) for fence in FENCES}

    assert [tag for tag, checked in CHECKS.items() if checked not in shown] == []
