"""Files of an owner's own: many change them at once, some are broken, and nobody is stopped."""

import errno
import os
import sys
from collections.abc import Callable
from concurrent.futures import ThreadPoolExecutor
from contextlib import ExitStack, closing
from pathlib import Path

import pytest

from companion.errors import BadPack
from companion.games import Document, game
from companion.games.taps import Thing
from companion.i18n.message import Message
from companion.match.session import Session
from companion.match.taps.tags import Tags
from companion.storage.atomic_files import CannotWrite, locked, write
from companion.storage.packs.box_facts import OwnBox
from companion.storage.packs.load import load_cards
from companion.storage.packs.own_packs import OwnPacks
from companion.storage.recovery.backups import Backups, check
from companion.storage.saved_games import FILE, SavedGames
from companion.storage.sqlite import connect
from tests.support.programs import LIMIT_S, started_program

DAYBREAK = game("daybreak")
NUMBERS = [number for number in load_cards(DAYBREAK).cards if number.startswith("1.")][:24]
FIRST, SECOND = NUMBERS[:2]
SOAK = int(os.environ.get("SOAK", "1"))
SAVER = """
import os, sys
from pathlib import Path
from companion.storage.atomic_files import locked, write
file, me = Path(sys.argv[1]), sys.argv[2]
for number in range(10_000):
    with locked(file):
        lines = file.read_text() if file.exists() else ""
        write(file, f"{lines}{me} {number}\\n")
    os.write(1, f"{me} {number}\\n".encode())
"""


def named(name: str) -> Callable[[Document], None]:
    """Somebody enters the name of a card."""

    def change(raw: Document) -> None:
        raw["name"] = {"en": name}

    return change


def complete(folder: Path, number: str) -> None:
    OwnPacks(DAYBREAK, folder).change(number, named(f"Card {number}"))


def test_cards_that_are_completed_in_the_same_moment_are_all_there(folder: Path) -> None:
    with ThreadPoolExecutor(4) as phones:
        list(phones.map(lambda number: complete(folder, number), NUMBERS))
    cards = load_cards(DAYBREAK, folder).cards
    assert [cards[number].name.en for number in NUMBERS] == [f"Card {n}" for n in NUMBERS]


def test_two_who_complete_the_same_card_both_count(folder: Path) -> None:
    packs = [OwnPacks(DAYBREAK, folder) for _ in range(2)]
    packs[0].change(FIRST, named("Wind"))

    packs[1].change(FIRST, lambda raw: raw.update(source="my box"))
    card = load_cards(DAYBREAK, folder).cards[FIRST]
    assert (card.name.en, card.source) == ("Wind", "my box")


@pytest.mark.slow
def test_what_was_saved_before_a_kill_is_there_after_it(folder: Path) -> None:
    """Two processes save in turns, and are killed in the midst of it, again and again."""
    file = folder / "list"
    told: list[str] = []
    for kill in range(6 * SOAK):
        with ExitStack() as both:
            processes = [
                both.enter_context(
                    started_program([sys.executable, "-c", SAVER, str(file), f"{kill}{name}"])
                )
                for name in "ab"
            ]
            for process in processes:
                assert process.stdout
                told += [process.stdout.readline() for _ in range(3 + kill % 4)]
            for process in processes:
                process.kill()
                # Not communicate(): it knows nothing of the half line that was read ahead.
                rest = process.stdout.read() if process.stdout else ""
                process.wait(LIMIT_S)
                told += [line for line in rest.splitlines(keepends=True) if line.endswith("\n")]
    assert set(told) <= set(file.read_text().splitlines(keepends=True))
    with locked(file):
        assert [path.name for path in folder.iterdir()] == ["list"]


def test_a_file_that_cannot_be_written_leaves_no_draft(
    folder: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    def full(handle: int) -> None:
        raise OSError(errno.ENOSPC, "No space left on device")

    monkeypatch.setattr(os, "fsync", full)
    with pytest.raises(CannotWrite, match="No space left"):
        write(folder / "list", "something")
    assert list(folder.iterdir()) == []


def test_tags_that_two_processes_bind_in_the_same_moment_are_all_there(folder: Path) -> None:
    file = folder / "tags.json"
    tables = [Tags(file, "daybreak") for _ in range(4)]
    uids = [f"{number:08x}" for number in range(40)]

    def bind(uid: str) -> None:
        tables[int(uid, 16) % 4].bind(uid, Thing("seat", "china"))

    with ThreadPoolExecutor(4) as hands:
        list(hands.map(bind, uids))
    assert [each.uid for each in Tags(file, "daybreak").all()] == uids


def test_backups_that_are_made_in_the_same_moment_are_all_good(folder: Path) -> None:
    with closing(SavedGames(folder)) as saved_games:
        table = saved_games.resume_or_begin("tally")

        def back_up(number: int) -> Path:
            with closing(connect(folder / FILE)) as source:
                return Backups(folder, saved_games.now).make(source)

        with ThreadPoolExecutor(8) as phones:
            for _ in range(3):
                table.take("add 1")
                made = set(phones.map(back_up, range(16)))
                assert len(made) == 1
    backups = Backups(folder, saved_games.now).newest_first()
    assert len(backups) == 3
    for backup in backups:
        check(backup)
    assert len(list((folder / "backups").iterdir())) == 3


# A broken file of an owner's stops nothing.


def broken_pack(folder: Path) -> Path:
    complete(folder, FIRST)
    pack = folder / "packs" / "daybreak" / "own.toml"
    pack.write_text(pack.read_text() + "[[cards]\nnumber", encoding="utf-8")
    return pack


def test_a_broken_pack_is_left_out_and_told_while_people_play(folder: Path) -> None:
    broken_pack(folder)
    with closing(Session(SavedGames(folder), "daybreak")) as session:
        session.writer.ask("seat china")
        assert "1.205" in session.cards().cards
        [told] = map(str, session.saved_games.warnings)
    assert told.endswith("Its cards are left out until it is mended.")
    assert "own.toml" in told


def test_its_owner_is_told_what_to_mend(folder: Path) -> None:
    broken_pack(folder)
    with pytest.raises(BadPack, match=r"own\.toml"):
        load_cards(DAYBREAK, folder)


def test_a_card_is_completed_though_the_pack_is_broken_and_the_old_text_stays(
    folder: Path,
) -> None:
    pack, told = broken_pack(folder), list[Message]()
    before = pack.read_bytes()
    OwnPacks(DAYBREAK, folder, told.append).change(SECOND, named("Sun"))
    assert load_cards(DAYBREAK, folder).cards[SECOND].name.en == "Sun"
    [aside] = pack.parent.glob("own.toml.broken-*")
    assert aside.read_bytes() == before
    assert str(told[-1]).startswith(f"own.toml could not be read: it was put aside as {aside.name}")


def test_a_broken_box_file_is_put_aside_and_the_shipped_facts_are_used(folder: Path) -> None:
    told: list[Message] = []
    box = OwnBox(DAYBREAK, folder, told.append)
    shipped = box.facts()
    folder.mkdir(exist_ok=True)
    (folder / "daybreak-box.toml").write_bytes(b"\xff\x00 = [")
    assert box.facts() == shipped
    [aside] = folder.glob("daybreak-box.toml.broken-*")
    assert aside.read_bytes() == b"\xff\x00 = ["
    assert "put aside" in str(told[0])
    box.keep({"id": "own"})
    assert box.facts() == shipped


def test_a_tag_is_bound_though_the_file_is_broken_and_the_tags_known_before_stay(
    folder: Path,
) -> None:
    file, told = folder / "tags.json", list[Message]()
    tags = Tags(file, "daybreak", told.append)
    tags.bind("00000001", Thing("seat", "china"))
    file.write_text("{", encoding="utf-8")
    tags.bind("00000002", Thing("seat", "us"))
    assert [each.uid for each in Tags(file, "daybreak").all()] == ["00000001", "00000002"]
    assert "put aside" in str(told[0])
