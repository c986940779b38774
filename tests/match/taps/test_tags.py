"""Which tag is which thing: kept in one file, changed by one command at a time."""

import json
from pathlib import Path

import pytest
from click.testing import CliRunner

from companion.cli.main import main
from companion.errors import CompanionError, Refusal
from companion.games.taps import Thing
from companion.match.taps.tags import FILE, BadTags, Tags

UID, OTHER = "04a1b2c3d4e580", "deadbeef"
CARD, UNDO = Thing("card", "1.035"), Thing("command", "undo")


def run(data: Path, *words: str) -> tuple[int, str]:
    result = CliRunner().invoke(main, ["--lang", "en", "tags", *words, "--data", str(data)])
    return result.exit_code, result.output


@pytest.fixture
def file(tmp_path: Path) -> Path:
    return tmp_path / FILE


def test_a_tag_is_what_it_was_bound_to_also_after_a_restart(file: Path) -> None:
    Tags(file, "daybreak").bind(UID, CARD)

    assert Tags(file, "daybreak").find(UID) == CARD
    assert Tags(file, "daybreak").find(OTHER) is None


def test_a_tag_of_one_game_is_nothing_in_another_but_a_command_is_the_same(file: Path) -> None:
    tags = Tags(file, "daybreak")
    tags.bind(UID, CARD)
    tags.bind(OTHER, UNDO)

    other = Tags(file, "chess")
    assert other.find(UID) is None
    assert other.find(OTHER) == UNDO


def test_what_another_process_binds_counts_at_once(file: Path) -> None:
    playing = Tags(file, "daybreak")
    assert playing.find(UID) is None

    Tags(file, "daybreak").bind(UID, CARD)

    assert playing.find(UID) == CARD


def test_two_processes_do_not_undo_each_other(file: Path) -> None:
    one, two = Tags(file, "daybreak"), Tags(file, "daybreak")
    one.bind(UID, CARD)
    two.bind(OTHER, UNDO)
    one.bind("04000000", Thing("seat", "china"))

    assert len(Tags(file, "daybreak").all()) == 3


@pytest.mark.parametrize("uid", ["", "04a1", "04A1B2C3D4E580", "04a1b2c3d4e58", "xyzxyzxy"])
def test_only_the_number_of_a_tag_is_bound(file: Path, uid: str) -> None:
    with pytest.raises(Refusal) as refused:
        Tags(file, "daybreak").bind(uid, CARD)

    assert refused.value.code == "bad_uid"
    assert not file.exists()


@pytest.mark.parametrize(
    "content",
    [
        b"",
        b"not json",
        b"[]",
        b'{"table_companion_tags": 1}',
        b'{"table_companion_tags": 1, "tags": [], "more": ' + b"[" * 100_000,
        b'{"table_companion_tags": 99, "tags": []}',
        b'{"table_companion_tags": 1, "tags": [{"uid": "deadbeef", "kind": "dog", "name": "x"}]}',
        b'{"table_companion_tags": 1, "tags": [{"uid": "dea\xe4beef", "kind": "card"}]}',
    ],
)
def test_a_file_that_cannot_be_used_is_named_and_kept(file: Path, content: bytes) -> None:
    file.write_bytes(content)

    with pytest.raises(BadTags) as bad:
        Tags(file, "daybreak").bind(UID, CARD)

    assert str(file) in str(bad.value)
    assert file.read_bytes() == content


def test_a_folder_that_cannot_be_written_says_so(tmp_path: Path) -> None:
    blocked = tmp_path / "file"
    blocked.write_text("", encoding="utf-8")

    with pytest.raises(CompanionError) as failed:
        Tags(blocked / FILE, "daybreak").bind(UID, CARD)

    assert failed.value.code == "cannot_write"


@pytest.mark.parametrize(
    ("what", "kind", "name"),
    [
        ("1.035", "card", "1.035"),
        ("china", "seat", "china"),
        ("china 2", "place", "china 2"),
        ("global 4", "place", "global 4"),
        ("crisis 1", "place", "crisis 1"),
        ("next", "command", "next"),
        ("hold undo", "command", "hold undo"),
        ("planetary", "command", "die:1"),
        ("hold die:geoengineering", "command", "hold die:2"),
        ("turn -1", "command", "turn -1"),
    ],
)
def test_everything_that_can_be_tapped_can_be_bound(
    tmp_path: Path, what: str, kind: str, name: str
) -> None:
    assert run(tmp_path, "bind", UID.upper(), *what.split())[0] == 0

    [bound] = json.loads((tmp_path / FILE).read_text(encoding="utf-8"))["tags"]
    assert (bound["uid"], bound["kind"], bound["name"]) == (UID, kind, name)
    assert UID in run(tmp_path, "list")[1]


@pytest.mark.parametrize("what", ["china 6", "global 5", "mars", "mars 1", "2.035", "dance"])
def test_nothing_else_can_be_bound(tmp_path: Path, what: str) -> None:
    code, said = run(tmp_path, "bind", UID, *what.split())

    assert code == 2
    assert "[malformed]" in said


def test_a_tag_that_is_forgotten_says_what_it_was(tmp_path: Path) -> None:
    run(tmp_path, "bind", UID, "1.035")

    assert "1.035" in run(tmp_path, "forget", UID)[1]
    assert run(tmp_path, "list")[1] == "0 tags.\n"
    assert "[not_enrolled]" in run(tmp_path, "forget", UID)[1]


def test_tags_travel_to_another_table(tmp_path: Path) -> None:
    here, there, file = tmp_path / "here", tmp_path / "there", tmp_path / "tags.json"
    run(here, "bind", UID, "1.035")
    run(here, "bind", OTHER, "undo")

    assert "2 tags" in run(here, "export", str(file))[1]
    assert "[file_exists]" in run(here, "export", str(file))[1]
    assert "2 tags were added" in run(there, "import", str(file))[1]
    assert run(there, "list") == run(here, "list")
