"""Virtual decks: shuffled outside the rules, and what is drawn lies in somebody's hand."""

import re
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path

import pytest

from companion.errors import Malformed, Refusal
from companion.games import game, names
from companion.games.display import Page, Prose
from companion.match.session import Session
from companion.web.virtual_table.decks import Decks
from tests.support.games.outside import installed
from tests.support.phone import Room

SEATED = {
    "daybreak": ("seat china", "start"),
    "naufragos": ("seat red", "start"),
    "council_of_shadows": ("seat red", "seat blue automa", "start"),
}


def in_order(cards: list[str]) -> None:
    """The lowest number lies on top."""
    cards.sort(reverse=True)


@contextmanager
def at_the_table(folder: Path, name: str, *lines: str) -> Iterator[Session]:
    room = Room(folder, name)
    for line in lines:
        room.session.writer.ask(line)
    yield room.session
    room.session.close()


def left(decks: Decks, deck: str, *laid: str) -> int:
    return next(pile.left for pile in decks.piles(laid) if pile.deck == deck)


def test_each_deck_has_every_card_of_its_kind_once(room: Room) -> None:
    decks = Decks(room.played().session)
    crises = left(decks, "crisis")
    drawn = [decks.draw("crisis", "", ()) for _ in range(crises)]

    assert len(set(drawn)) == crises > 10
    assert all(room.session.cards().cards[card].kind == "crisis" for card in drawn)


def test_shuffled_decks_differ(room: Room) -> None:
    room.played()
    orders = {
        tuple(decks.draw("local", "", ()) for _ in range(9))
        for decks in [Decks(room.session) for _ in range(5)]
    }

    assert len(orders) == 5


def test_a_card_that_lies_on_the_table_is_not_drawn_and_one_that_was_laid_leaves_the_hand(
    room: Room,
) -> None:
    decks = Decks(room.played().session, in_order)
    first = decks.draw("global", "china", ())
    second = decks.draw("global", "china", [first])

    assert second != first
    assert decks.hands([first]) == {"china": (second,)}


def test_an_empty_deck_is_shuffled_again_from_what_is_out_of_play(room: Room) -> None:
    decks = Decks(room.played().session, in_order)
    cards = [decks.draw("crisis", "", ()) for _ in range(left(decks, "crisis"))]
    with pytest.raises(Refusal, match="No card of this deck is left"):
        decks.draw("crisis", "", ())

    decks.put_away(cards[3])

    assert decks.draw("crisis", "", ()) == cards[3]


def test_another_game_has_decks_of_its_own(room: Room) -> None:
    decks = Decks(room.played().session)
    decks.draw("local", "us", ())

    room.session.begin("daybreak")

    assert decks.hands(()) == {}


def test_there_is_no_other_deck(room: Room) -> None:
    with pytest.raises(Malformed):
        Decks(room.played().session).draw("starting", "", ())


def test_who_has_no_box_draws_on_the_page_into_the_hand_of_the_chosen_reader(room: Room) -> None:
    host = room.played().host()
    page = host.post("/virtual", draw="local", zone="seat:2").text
    hand = page.partition("In the hand: United States")[2].partition("</ol>")[0]
    card = hand.partition('name="away" value="')[2].partition('"')[0]

    assert card in room.session.cards().cards
    assert "In the hand" not in host.post("/virtual", away=card).text


def test_what_was_played_has_left_the_hand_until_it_is_taken_back(tmp_path: Path) -> None:
    with at_the_table(tmp_path, "naufragos", "seat red", "start") as session:
        decks = Decks(session)
        card = decks.draw("event", "", ())
        session.writer.ask(f"event {card} sun 3")
        assert decks.hands(()) == {}

        session.writer.ask("undo")
        assert decks.hands(()) == {"": (card,)}


def test_a_kind_of_cards_may_be_several_decks(tmp_path: Path) -> None:
    with at_the_table(tmp_path, "council_of_shadows", "seat red", "seat violet") as session:
        decks = Decks(session)
        shown = {pile.deck: pile.left for pile in decks.piles(())}
        tiles = {decks.draw("p2", "", ())[:2] for _ in range(shown["p2"])}

    assert shown == {"ai": 25, "light": 18, "secret": 9, "p1": 10, "p2": 11, "p3": 10}
    assert tiles == {"p2"}


def test_a_deck_comes_into_use_with_whoever_plays_from_it(tmp_path: Path) -> None:
    with at_the_table(tmp_path, "council_of_shadows", "seat red") as session:
        decks = Decks(session)
        before = [pile.deck for pile in decks.piles(())]
        session.writer.ask("seat blue automa")

        assert "automa-0" not in before
        assert left(decks, "automa-0") == 6


def test_every_game_draws_cards_that_can_be_tapped(tmp_path: Path) -> None:
    for name in names():
        with at_the_table(tmp_path / name, name, *SEATED[name]) as session:
            decks, state = Decks(session), session.writer.current.state
            drawn = [decks.draw(pile.deck, "", ()) for pile in decks.piles(())]

            assert drawn
            assert [card for card in drawn if not game(name).tap_handler.thing(state, card)] == []


def test_a_game_without_cards_has_none(tmp_path: Path) -> None:
    with installed(tmp_path / "outside"), at_the_table(tmp_path / "kept", "ladder") as session:
        assert Decks(session).piles(()) == []


def test_a_card_that_waits_to_pay_leaves_the_hand_and_lies_before_its_power(
    tmp_path: Path,
) -> None:
    lines = ("seat china", "seat us", "start", "to local")
    with at_the_table(tmp_path, "daybreak", *lines) as session:
        decks = Decks(session, in_order)
        card = decks.draw("local", "china", ())
        other = decks.draw("local", "china", ())

        def before(whose: str) -> list[str]:
            match = session.writer.match
            return list(match.game.tap_handler.before(match.state, whose))

        session.writer.ask(f"act china 1 paying {card}")
        assert (before(""), before("china"), before("us")) == ([], [card], [])
        assert decks.hands(before("china")) == {"china": (other,)}

        session.writer.ask("choose 1")
        assert before("china") == []
        assert decks.hands(()) == {"china": (other,)}


def test_a_project_that_was_not_kept_leaves_the_hand_until_that_is_taken_back(room: Room) -> None:
    decks = Decks(room.played().session, in_order)
    kept, rejected = (decks.draw("global", "china", ()) for _ in range(2))

    room.session.writer.ask(f"project {kept}")
    assert decks.hands([kept]) == {}

    room.session.writer.ask("undo")
    assert decks.hands(()) == {"china": (kept, rejected)}


def test_a_seat_draws_all_cards_of_its_round_with_one_touch(room: Room) -> None:
    room.played("to local")
    host = room.host()
    page = host.get("/virtual").text

    assert 'name="deal" value="china local"' in page
    assert "draws 5 cards at once" in page
    host.post("/virtual", deal="china local", zone="centre")
    drawn = host.get("/virtual").text
    assert drawn.count('class="place filled held"') == 5
    assert 'value="china local"' not in drawn
    assert 'name="deal" value="us local"' in drawn
    assert "Drawn:" in drawn


def test_who_drew_some_cards_one_by_one_draws_the_rest_with_one_touch(room: Room) -> None:
    decks = Decks(room.played("to local").session)
    for _ in range(2):
        decks.draw("local", "china", ())
    due = next(deal for deal in decks.deals() if deal.seat == "china")
    decks.deal("local", "china", ())

    assert due.cards == 3
    assert len(decks.hands(())["china"]) == 5
    assert len(decks.newest) == 3
    with pytest.raises(Malformed):
        decks.deal("local", "china", ())


def test_the_next_round_has_cards_of_its_own_to_draw(room: Room) -> None:
    decks = Decks(room.played("to local").session)
    decks.deal("local", "china", ())
    room.session.writer.ask("set round 2")

    assert "china" in [deal.seat for deal in decks.deals()]


def test_what_was_drawn_last_is_told_with_what_it_does(room: Room) -> None:
    room.played("to local")
    host = room.host()
    host.post("/virtual", draw="local", zone="centre")
    told = host.get("/virtual").text.partition("Drawn:")[2].partition("</p>")[0]

    assert re.search(r"<b>(1\.\d{3}|\?) ", told)


def test_the_small_screen_says_which_card_was_drawn_and_what_it_does(room: Room) -> None:
    room.played("to local")
    shown: list[Page] = []
    room.virtual.show = shown.append
    host = room.host()
    cards = room.session.cards().cards

    host.post("/virtual", draw="crisis", zone="centre")
    [page] = shown
    card = next(card for number, card in cards.items() if str(page.title).startswith(number))
    [prose] = page.parts
    assert isinstance(prose, Prose)
    assert str(page.title).endswith(card.name.en)
    guide = room.session.writer.match.game.cards
    assert guide
    does = guide.face(card).does
    assert str(prose.text) == str(does or "Nobody has entered yet what it does.")

    host.post("/virtual", deal="china local")
    assert str(shown[-1].title) == "5 cards drawn"


def test_a_touch_completes_a_card_of_which_nobody_knows_what_it_does(room: Room) -> None:
    room.played("to local", "tuck 1.116 china 1")
    guide = room.session.writer.match.game.cards
    page = room.host().get("/virtual").text

    assert guide
    assert room.session.cards().cards["1.205"].known != "all"
    assert 'href="/cards/1.205" target="_blank">complete it' in page
