"""Whole games with hands only: simulated tags on simulated readers, simulated fingers on pins.

The drivers are the real ones. What the table counts is what the same game's script counts, and the
screen, read back from its bus, shows the page of it.
"""

from collections.abc import Iterator
from contextlib import nullcontext
from itertools import pairwise
from pathlib import Path

import pytest

from companion.errors import Refusal
from companion.games import Document, game
from companion.games.daybreak.model.card_events import CardTagged
from companion.match.match import Match
from companion.match.script import Script
from companion.match.script_syntax import Line, lines
from companion.storage.atomic_files import write
from companion.storage.journal import MemoryJournal
from companion.storage.packs.load import FOLDER
from companion.storage.packs.own_packs import OWN, OwnPacks
from companion.storage.packs.toml_files import write_card
from tests.support.devices.simulated_controller import GOLDEN, never, sitting_at
from tests.support.documents import without_revision
from tests.support.games.script_in_taps import Translator

TAPS = Path(__file__).parents[1] / "taps" / "games"


def same_by_hand(source: str, table: Match, board: str, told: Document) -> None:
    with sitting_at(board, table, stepwise=True) as played:
        for line in Translator(played, zones=board == "full_table").play(source):
            assert played.shown, line
    assert without_revision(played.document) == without_revision(told)


@pytest.mark.slow
def test_a_whole_game_is_played_with_hands_only() -> None:
    """Two people at a board with a reader for each place; four at one reader are below."""
    file = TAPS / "two_powers.table"
    source = file.read_text(encoding="utf-8")

    told = Script(source, file).play().document
    same_by_hand(source, Match(game("daybreak"), MemoryJournal()), "full_table", told)


@pytest.mark.slow
def test_what_people_were_asked_once_they_are_not_asked_again(tmp_path: Path) -> None:
    """Four people play with the cards as they ship, and then the same game a second time."""
    file = TAPS / "four_powers.table"
    source = file.read_text(encoding="utf-8")
    scripted = Script(source, file).play().document
    first = Match(game("daybreak"), MemoryJournal(), packs=tmp_path)
    with sitting_at("single_reader", first, stepwise=True) as played:
        asked = []
        for line in Translator(played, zones=False).play(source):
            if played.document["prompt"]["kind"] == "tags":
                asked.append((played.document["prompt"]["of"], played.document["prompt"]["tag"]))
            assert played.shown, line
    assert without_revision(played.document) == without_revision(scripted)
    answered = [step for step in first.steps if any(map(tells, step.events))]
    assert len(asked) == len(set(asked)) == len(answered) > 30

    told = "\n".join(line.text for line in unasked(first))
    again = Match(game("daybreak"), MemoryJournal(), packs=tmp_path)
    with sitting_at("single_reader", again, never, stepwise=True) as played:
        for _ in Translator(played, zones=False).play(told):
            assert played.document["prompt"]["kind"] != "tags"

    assert not any(tells(event) for step in again.steps for event in step.events)
    assert without_revision(again.document) == without_revision(first.document)


def tells(event: object) -> bool:
    return isinstance(event, CardTagged)


def unasked(table: Match) -> Iterator[Line]:
    """The lines of a game without the answers that are known by now."""
    for step in table.steps[1:]:
        if not any(map(tells, step.events)):
            yield from lines(step.line)


@pytest.mark.slow
def test_four_people_win_at_one_reader_with_cards_alone(tmp_path: Path) -> None:
    """The longest golden game; its owner knows beforehand which tags the cards print."""
    file = GOLDEN / "four_powers_by_cards.table"
    source, tags = without_entries(file.read_text(encoding="utf-8"))
    own_pack(tmp_path, tags)
    told, played = (Match(game("daybreak"), MemoryJournal(), packs=tmp_path) for _ in range(2))
    for line, then in pairwise([*lines(source), *lines("end")]):
        with pytest.raises(Refusal) if then.words[0] == "refused" else nullcontext():
            if line.words[0] not in ("game", "refused"):
                told.take(line.text)

    assert told.document["outcome"] == {"won": True, "reason": "drawdown"}
    same_by_hand(source, played, "single_reader", told.document)


def without_entries(source: str) -> tuple[str, dict[str, list[str]]]:
    """What only a phone can enter: tags, which go into a pack, and the result of one crisis."""
    kept: list[str] = []
    tags: dict[str, list[str]] = {}
    for line in lines(source):
        match line.words:
            case ["tags", card, *printed]:
                tags[card] = printed
            case ["choose", entered] if "+" in entered:
                kept.append("next")
            case ["expect", *_]:
                continue
            case _:
                kept.append(line.text)
    return "\n".join(kept), tags


def own_pack(folder: Path, tags: dict[str, list[str]]) -> None:
    own = OwnPacks(game("daybreak"), folder)
    cards = ({**own.raw(number), "tags": printed} for number, printed in tags.items())
    cards = ({name: each[name] for name in each if name != "tags_known"} for each in cards)
    write(folder / FOLDER / OWN, "\n".join(map(write_card, cards)))
