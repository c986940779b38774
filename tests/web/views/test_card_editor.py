"""What a card does, entered through the page alone."""

import json
from collections.abc import Iterator
from pathlib import Path
from typing import Any

import msgspec
import pytest

from companion.games import game
from companion.i18n.catalogs import LANGUAGES
from companion.storage.packs.card_forms import to_draft
from companion.storage.packs.load import Entry, guide_of, load_cards, shipped_cards
from companion.storage.packs.own_packs import OWN
from companion.storage.packs.toml_files import write_card
from tests.benchmarks.box_filling import Filling, likeliest
from tests.support.phone import Room

ENOUGH = 7
"""Touches for what a card does, with the one that saves it: with its tap and two tags, ten."""


class Owner:
    """Somebody whose packs know every card but the one in their hand."""

    def __init__(self, folder: Path, name: str) -> None:
        self.room = Room(folder, name)
        self.phone = self.room.paired(next(iter(self.room.session.writer.match.game.seats)))
        self.game = self.room.session.writer.match.game
        self.guide = guide_of(self.game)
        self.pack = folder / "packs" / name / OWN
        self.pack.parent.mkdir(parents=True)

    def forget(self, entry: Entry) -> None:
        blanks = self.guide.rules[entry.card.kind]
        names = {blank.name for blank in blanks}
        bare = {name: value for name, value in entry.raw.items() if name not in names}
        self.pack.write_text(write_card(bare), encoding="utf-8")

    def enter(self, entry: Entry, like: str = "") -> Filling:
        """The card as its pack has it, entered where nothing is known of it."""
        blanks = self.guide.rules[entry.card.kind]
        self.forget(entry)
        filling = Filling(self.phone, entry.card.number)
        if like:
            filling.press("like", like)
        filling.fill(to_draft(blanks, entry.raw))
        filling.keep()
        return filling

    def kept(self, number: str) -> Any:
        return load_cards(self.game, self.room.session.folder).find(number).card

    def likeliest(self, entry: Entry) -> str:
        """The card that is offered to begin with and has the most of it; nothing if none has."""
        blanks = self.guide.rules[entry.card.kind]
        self.forget(entry)
        raws = {number: dict(each.raw) for number, each in shipped_cards(self.game).items()}
        filling = Filling(self.phone, entry.card.number)
        return likeliest(filling, blanks, to_draft(blanks, entry.raw), raws)


@pytest.fixture
def owner(tmp_path: Path, request: pytest.FixtureRequest) -> Iterator[Owner]:
    made = Owner(tmp_path, getattr(request, "param", "daybreak"))
    yield made
    made.room.session.close()


def with_rules(owner: Owner) -> list[Entry]:
    """Every card of the shipped packs of which anything is said that its blanks say."""
    return [
        entry
        for entry in shipped_cards(owner.game).values()
        if any(blank.name in entry.raw for blank in owner.guide.rules[entry.card.kind])
    ]


@pytest.mark.slow
@pytest.mark.parametrize("owner", ["daybreak", "naufragos"], indirect=True)
def test_every_card_of_the_shipped_packs_is_entered_through_the_page_alone(owner: Owner) -> None:
    entries = with_rules(owner)
    assert entries
    for entry in entries:
        owner.enter(entry)
        assert unordered(owner.kept(entry.card.number)) == unordered(entry.card)


@pytest.mark.parametrize("owner", ["council_of_shadows"], indirect=True)
def test_a_card_that_is_told_in_words_is_told_in_each_language_by_itself(owner: Owner) -> None:
    one_of_a_kind = {entry.card.kind: entry for entry in with_rules(owner)}
    for entry in one_of_a_kind.values():
        owner.enter(entry)
        for language in LANGUAGES[1:]:
            again = Filling(owner.phone, entry.card.number, language)
            again.fill(to_draft(owner.guide.rules[entry.card.kind], entry.raw))
            again.keep()
        assert owner.kept(entry.card.number) == entry.card


@pytest.mark.slow
def test_a_usual_card_takes_few_touches(owner: Owner) -> None:
    """Whatever is quicker: from nothing, or from a card that is offered to begin with."""
    whole = [entry for entry in with_rules(owner) if '"part"' not in json.dumps(entry.raw)]
    local = [entry for entry in whole if entry.card.kind == "local"]
    touches = [
        min(owner.enter(entry).touches, owner.enter(entry, owner.likeliest(entry)).touches)
        for entry in local
    ]

    average = sum(touches) / len(local)
    print(f"{average:.1f} touches on average for {len(local)} cards, with what saves them")
    assert average <= ENOUGH


def unordered(card: Any) -> Any:
    """A card, in which words of which any counts may stand in any order."""

    def sort(value: Any) -> Any:
        if isinstance(value, dict):
            return {key: sort(each) for key, each in value.items()}
        if isinstance(value, list | tuple):
            words = all(isinstance(each, str) for each in value)
            return sorted(value) if words else [sort(each) for each in value]
        return value

    return sort(msgspec.to_builtins(card))


def test_the_sentence_in_words_follows_every_touch(owner: Owner) -> None:
    filling = Filling(owner.phone, "1.064")
    filling.fill({"action": {"effects": [{"token": "clean", "per": "grid"}]}})
    assert "Action: +1 Clean Energy for each Grid tag" in filling.page

    filling.fill({"action": {"discard": 2}})
    assert "Action: discard 2 cards → +1 Clean Energy for each Grid tag" in filling.page
    assert not owner.pack.exists(), "nobody has kept it yet"


def test_a_mistake_says_which_word_and_is_not_kept(owner: Owner) -> None:
    answer = owner.phone.post(
        "/cards/1.064/sentence",
        **{"sentence": "1", "action.effects.0.do": "change", "action.effects.0.by": "2"},
    )
    assert answer.status_code == 400
    assert "Tokens: it must be said which tokens" in answer.text

    wrong = {"sentence": "1", "action.discard": "~", "action.discard~": "many"}
    answer = owner.phone.post("/cards/1.064/sentence", **wrong)
    assert "Cards to discard: many is no number from 0 to 99" in answer.text
    assert 'value="many"' in answer.text
    assert not owner.pack.exists()


def test_a_word_that_no_card_has_is_told(owner: Owner) -> None:
    page = owner.phone.post(
        "/cards/1.064/sentence", **{"sentence": "1", "look": "1", "action.limit": "magic"}
    ).text
    assert "How often: magic is not what can stand here" in page


def test_another_card_is_begun_with_by_its_number(owner: Owner) -> None:
    like = {"sentence": "1", "like": "", "as": "1.035", "part": "1"}
    assert "+1 Tree with 3 Ecology tags" in owner.phone.post("/cards/1.064/sentence", **like).text

    page = owner.phone.post("/cards/1.064/sentence", **{**like, "as": "9.999"}).text
    assert "As card: No pack has a card 9.999." in page


def test_cards_of_the_same_name_and_neighbours_are_offered_first(owner: Owner) -> None:
    owner.forget(shipped_cards(owner.game)["1.127"])
    offered = Filling(owner.phone, "1.127").form.named("like", "button")
    assert offered[0].value == "1.126"


def test_what_cannot_be_said_stays_by_hand_with_a_note(owner: Owner) -> None:
    filling = Filling(owner.phone, "1.064")
    filling.fill({"action": {"discard": 1, "known": "part"}, "note": "as many as fit {here}"})
    filling.keep()

    card = owner.kept("1.064")
    assert (card.known, card.action.discard, card.action.known) == ("part", 1, "part")
    assert "Note: as many as fit {here}" in owner.phone.get("/cards/1.064").text


def test_rows_are_added_and_taken_out(owner: Owner) -> None:
    filling = Filling(owner.phone, "1.064")
    filling.fill({"action": {"effects": [{"token": "clean"}, {"token": "dirty", "by": -1}]}})
    filling.press("less", "action.effects.0")
    filling.keep()

    (left,) = owner.kept("1.064").action.effects
    assert (left.token, left.by) == ("dirty", -1)


def test_without_a_script_a_button_shows_what_it_has_come_to(owner: Owner) -> None:
    sent = {"sentence": "1", "action.discard": "3", "action.effects.0.token": "clean"}
    page = owner.phone.post("/cards/1.064/sentence", **sent, more="action.cost").text
    assert "<title>" in page
    assert "discard 3 cards" in page
    assert 'name="action.cost.0.token"' in page


def test_who_only_watches_enters_nothing(owner: Owner) -> None:
    watching = owner.room.watching()
    assert watching.get("/cards/1.064/sentence").status_code == 403
    assert watching.post("/cards/1.064/sentence", sentence="1").status_code == 403


def test_a_card_that_is_not_there_has_no_blanks(owner: Owner) -> None:
    assert owner.phone.get("/cards/9.999/sentence").status_code == 404
    assert owner.phone.post("/cards/9.999/sentence", sentence="1").status_code == 404


def test_on_the_walk_tags_and_action_are_saved_in_one_touch(owner: Owner) -> None:
    page = owner.phone.get("/box/1.021").text
    assert page.index('name="add"') < page.index('id="sentence"') < page.index('id="save"')
    sent = {"sentence": "1", "action.effects.0.token": "clean", "tags": ["wind"], "save": "1"}

    looked = owner.phone.post("/cards/1.021/sentence", **sent, part="1").text
    assert "Tags: Wind" in looked
    answer = owner.phone.post("/box/1.021", **sent)
    assert answer.status_code == 303
    card = owner.kept("1.021")
    assert (card.tags, card.action.effects[0].token) == (("wind",), "clean")


def test_on_the_walk_a_mistake_keeps_what_was_touched(owner: Owner) -> None:
    sent = {"sentence": "1", "action.effects.0.by": "2", "tags": ["wind"], "save": "1"}
    answer = owner.phone.post("/box/1.021", **sent)

    assert answer.status_code == 400
    assert "Tokens: it must be said which tokens" in answer.text
    assert 'name="tags" value="wind"' in answer.text
    assert not owner.pack.exists()


def test_on_the_walk_a_row_is_added_without_a_script(owner: Owner) -> None:
    page = owner.phone.post("/box/1.021", sentence="1", tags=["wind"], more="action.cost").text
    assert 'name="action.cost.0.token"' in page
    assert 'name="tags" value="wind"' in page


def test_what_a_card_says_already_is_not_said_again(owner: Owner) -> None:
    filling = Filling(owner.phone, "1.034")
    filling.keep()
    assert not owner.pack.exists()


def test_a_card_of_another_game_is_entered_by_its_address(owner: Owner) -> None:
    sent = {"sentence": "1", "weather": "sun", "wreck": "~", "wreck~": "3"}
    answer = owner.phone.post("/cards/E05/sentence?game=naufragos", **sent)
    assert owner.phone.get(answer.headers["Location"]).status_code == 200

    card = load_cards(game("naufragos"), owner.room.session.folder).find("E05").card
    assert (card.weather, card.wreck) == ("sun", 3)
