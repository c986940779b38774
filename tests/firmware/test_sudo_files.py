"""``sudo companion import FILE``: the file is the person's, the games are the table's user's."""

import os
import stat
import subprocess
from collections.abc import Iterator
from functools import partial
from multiprocessing import Pipe
from pathlib import Path
from threading import Thread

import pytest

from companion.cli.sudo import CannotGive, Stage, serve
from tests.support.programs import run_program
from tests.support.shared_python import shared_python

PERSON, TABLE = 65534, "daemon"
"""Users that every Debian has: nobody sits at the keyboard, and daemon keeps the games."""
needs_root = pytest.mark.skipif(os.geteuid() != 0, reason="only root can become somebody else")


@pytest.fixture
def stage() -> Iterator[Stage]:
    ours, theirs = Pipe()
    person = Thread(target=serve, args=(theirs,), daemon=True)
    person.start()
    staged = Stage()
    staged.open(ours)
    yield staged
    staged.close()
    ours.close()
    person.join(5)


def test_a_file_that_is_read_is_called_by_its_own_name(stage: Stage, tmp_path: Path) -> None:
    (tmp_path / "game.table").write_text("seat one\n", encoding="utf-8")
    staged = stage.take(str(tmp_path / "game.table"))
    assert staged.read_text(encoding="utf-8") == "seat one\n"
    assert str(staged) == str(tmp_path / "game.table")
    assert os.fspath(staged) != str(staged)


def test_a_file_that_is_not_there_is_not_there(stage: Stage, tmp_path: Path) -> None:
    assert not stage.take(str(tmp_path / "none")).exists()


def test_what_is_written_arrives_where_it_was_meant_to(stage: Stage, tmp_path: Path) -> None:
    folder = stage.take(str(tmp_path / "new/sheets"))
    folder.mkdir(parents=True)
    (folder / "one.svg").write_text("<svg/>", encoding="utf-8")
    stage.take(str(tmp_path / "copy")).write_bytes(b"games")
    stage.give_back()
    assert (tmp_path / "new/sheets/one.svg").read_text(encoding="utf-8") == "<svg/>"
    assert (tmp_path / "copy").read_bytes() == b"games"


def test_what_lies_in_a_folder_is_called_by_its_own_name_too(stage: Stage, tmp_path: Path) -> None:
    folder = stage.take("sheets")
    assert str(folder / "one.svg") == "sheets/one.svg"


def test_a_file_that_was_only_read_is_left_alone(stage: Stage, tmp_path: Path) -> None:
    file = tmp_path / "game.table"
    file.write_text("seat one\n", encoding="utf-8")
    before = file.stat().st_mtime_ns
    stage.take(str(file)).read_text(encoding="utf-8")
    stage.give_back()
    assert file.stat().st_mtime_ns == before


def test_what_the_person_may_not_write_is_told_in_a_sentence(stage: Stage, tmp_path: Path) -> None:
    (tmp_path / "file").touch()
    stage.take(str(tmp_path / "file/below")).write_bytes(b"")
    with pytest.raises(CannotGive, match="cannot be written") as refused:
        stage.give_back()
    assert "Errno" not in str(refused.value)


@pytest.mark.slow
@needs_root
def test_a_file_in_a_private_home_is_read_and_a_backup_there_belongs_to_the_person() -> None:
    world = Path("/tmp") / f"companion-test-{os.getpid()}"
    home, data = world / "home", world / "data"
    home.mkdir(parents=True)
    data.mkdir()
    world.chmod(0o755)
    home.chmod(0o700)
    try:
        run = partial(run_at_home, shared_python(world / "shared"), home, data)
        (home / "play.table").write_text("game daybreak\nseat china\n", encoding="utf-8")
        (home / "own.toml").write_text("readers = 1\n", encoding="utf-8")
        (home / "own.toml").chmod(0o600)
        os.chown(home / "own.toml", PERSON, -1)
        os.chown(home, PERSON, -1)
        os.chown(home / "play.table", PERSON, -1)
        (home / "play.table").chmod(0o600)
        os.chown(data, 1, 1)
        done = run("doctor", "--profile", "own.toml")
        assert "own.toml: readers = 1: a list belongs here." in done.stderr
        for words in (("import", "play.table"), ("backup", "all.sqlite3")):
            done = run(*words)
            assert (done.returncode, done.stderr) == (0, "")
            assert words[1] in done.stdout
        made = (home / "all.sqlite3").stat()
        assert made.st_uid == PERSON
        assert made.st_size > 0
        assert (data / "journal.sqlite3").stat().st_uid == 1
        assert stat.S_ISREG(made.st_mode)
    finally:
        run_program(["rm", "-r", str(world)], check=True)


def run_at_home(
    shared: tuple[str, dict[str, str]], home: Path, data: Path, *words: str
) -> "subprocess.CompletedProcess[str]":
    python, variables = shared
    code = "from companion.__main__ import main; main()"
    own = {"COMPANION_USER": TABLE, "SUDO_UID": str(PERSON), "SUDO_GID": "65534"}
    return run_program(
        [python, "-c", code, "--lang", "en", *words],
        env={**own, **variables, "COMPANION_DATA": str(data)},
        cwd=home,
    )
