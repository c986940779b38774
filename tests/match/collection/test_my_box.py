"""My box: what is known of a game's cards, which comes next, and the walk with its taps."""

from collections.abc import Iterator
from pathlib import Path

import pytest
from click.testing import CliRunner

from companion.cli.main import main
from companion.errors import Refusal
from companion.games import game, playable
from companion.games.taps import Thing
from companion.i18n.message import Message
from companion.match.collection.my_box import MyBox
from companion.match.collection.walk import AWAY_AFTER_S, Walk
from companion.match.session import Session
from companion.match.taps.effects import Ports
from companion.storage.saved_games import SavedGames
from tests.support.taps import Taps

DAYBREAK = game("daybreak")
UID = "04a1b2c3d4e580"


def bars(box: MyBox) -> dict[str, tuple[int, int]]:
    return {str(bar.label): (bar.value, bar.most) for bar in box.bars()}


@pytest.mark.parametrize(
    ("name", "typed", "found"),
    [
        ("daybreak", "1.035", ("1.035",)),
        ("daybreak", " 1035 ", ("1.035",)),
        ("daybreak", "35", ("1.035",)),
        ("daybreak", "tree farms", ("1.035",)),
        ("daybreak", "granja de", ("1.035",)),
        ("daybreak", "1140", ("1.140",)),
        ("daybreak", "140", ("1.140",)),
        ("daybreak", "999", ()),
        ("daybreak", "", ()),
        ("naufragos", "e7", ("E07",)),
    ],
)
def test_a_card_is_found_as_people_would_say_it(
    name: str, typed: str, found: tuple[str, ...], tmp_path: Path
) -> None:
    assert MyBox(game(name), tmp_path).find(typed) == found


@pytest.mark.parametrize("name", [name for name, each in playable().items() if each.cards])
def test_every_game_with_cards_has_its_bars_and_a_first_card(name: str, tmp_path: Path) -> None:
    box = MyBox(game(name), tmp_path)

    assert bars(box)["Cards with a tag"] == (0, len(box.numbers))
    assert box.due(readers=True) == box.numbers[0]


def test_a_card_that_is_complete_is_not_asked_for(tmp_path: Path) -> None:
    box = MyBox(game("council_of_shadows"), tmp_path)
    first = box.numbers[0]

    assert box.known(first).rules
    assert box.due(readers=False) != first
    box.bind(UID, first)
    assert box.due(readers=True) == box.numbers[1]


def test_the_walk_goes_on_behind_the_last_card_and_then_from_the_first(tmp_path: Path) -> None:
    box = MyBox(DAYBREAK, tmp_path)
    box.remember("1.446", absent=False)

    again = MyBox(DAYBREAK, tmp_path)
    assert again.due(readers=True) == "1.447"
    again.remember("1.447", absent=True)
    provisional = again.due(readers=True)
    assert provisional
    assert again.due(provisional, {"1.000"}, readers=True) != "1.000"


@pytest.mark.parametrize("content", [b'{"absent": ["1.0', b'{"absent": ["1.0\xe40"]}', b"[" * 9000])
def test_what_is_remembered_of_a_walk_and_damaged_is_put_aside(
    tmp_path: Path, content: bytes
) -> None:
    (tmp_path / "daybreak-walk.json").write_bytes(content)
    told: list[Message] = []

    box = MyBox(DAYBREAK, tmp_path, told.append)

    assert box.due(readers=True) == "1.000"
    assert list(tmp_path.glob("daybreak-walk.json.broken-*"))
    assert len(told) == 1


def test_the_terminal_shows_the_bars(tmp_path: Path) -> None:
    shown = CliRunner().invoke(main, ["box", "--data", str(tmp_path)]).output

    assert "Printed tags known" in shown
    assert "0/167" in shown
    assert "Next: 1.000" in shown


# Taps while somebody walks.


class Time:
    now = 0.0


@pytest.fixture
def walk(tmp_path: Path) -> Walk:
    """One phone is on 1.035."""
    walk = Walk(tmp_path, now=lambda: Time.now)
    walk.come("phone", "china", "daybreak", "1.035", wants_tag=True)
    return walk


def bound(walk: Walk, uid: str) -> str:
    return str(walk.box(DAYBREAK).tags.find(uid))


def test_two_reads_in_one_tap_bind_a_tag(walk: Walk) -> None:
    assert str(walk.read(UID)) == "Read once."
    assert walk.lifted(UID, 1) is None
    assert str(walk.lifted(UID, 2)) == "Enrolled: 1.035."
    assert bound(walk, UID) == "card 1.035"


def test_a_card_that_lies_there_while_the_next_is_shown_is_still_itself(walk: Walk) -> None:
    walk.read(UID)
    walk.come("phone", "china", "daybreak", "1.036", wants_tag=True)
    walk.lifted(UID, 9)

    assert bound(walk, UID) == "card 1.035"


def test_a_tag_of_something_else_is_refused(walk: Walk) -> None:
    walk.box(DAYBREAK).tags.bind(UID, Thing("seat", "china"))

    with pytest.raises(Refusal, match="already"):
        walk.read(UID)


def test_without_a_card_that_waits_a_new_tag_is_offered(walk: Walk) -> None:
    walk.come("other", "us", "daybreak", "1.036", wants_tag=True)
    walk.read(UID)
    walk.lifted(UID, 5)

    assert bound(walk, UID) == "None"
    walk.claim("other", "1.036")
    assert bound(walk, UID) == "card 1.036"


def test_among_several_a_known_tag_is_shown_and_nobody_is_moved(walk: Walk) -> None:
    walk.come("other", "us", "daybreak", "1.036", wants_tag=True)
    walk.box(DAYBREAK).bind(UID, "1.052")
    walk.read(UID)

    assert {each.number for each in walk.walkers().values()} == {"1.035", "1.036"}
    assert walk.offered
    assert walk.offered.number == "1.052"


def test_somebody_of_whom_nothing_is_heard_is_not_there_any_more(walk: Walk) -> None:
    Time.now += AWAY_AFTER_S + 1

    assert walk.game == ""
    Time.now = 0.0


def test_another_game_s_box_ends_the_walk_through_the_first(walk: Walk) -> None:
    walk.come("other", "us", "naufragos", "E07", wants_tag=True)

    assert walk.game == "naufragos"
    assert {each.number for each in walk.walkers().values()} == {"E07"}


@pytest.fixture
def taps(walk: Walk, tmp_path: Path) -> Iterator[Taps]:
    """Hands at China's table, while somebody walks."""
    session = Session(SavedGames(tmp_path), "daybreak")
    writer = session.writer
    for line in ("seat china", "start", "to local"):
        writer.ask(line)
    tags = walk.box(DAYBREAK).tags
    yield Taps(writer, Ports(tags, walk=walk))
    session.close()


def test_while_somebody_walks_a_tap_is_no_move(walk: Walk, taps: Taps) -> None:
    taps.read(UID, "seat:1", 0.0)
    taps.lifted(UID, 2, 0.1)
    assert str(taps.notice) == "Enrolled: 1.035."

    walk.leave("phone")
    taps.read(UID, "seat:1", 1.0)
    assert "1.035" in str(taps.situation)
