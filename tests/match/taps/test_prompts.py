"""What a table asks of whoever stands at it, in words."""

from companion.games import game
from companion.games.taps import Thing
from companion.i18n.catalogs import Language
from companion.match.match import Match
from companion.match.taps.prompts import Prompt, is_taken, prompt_of
from companion.storage.journal import MemoryJournal
from tests.support.taps import Taps

ENGLISH = Language("en", "daybreak")
GAME = game("daybreak")


class AtTheTable:
    """Hands at a table, a step every few seconds."""

    def __init__(self, *lines: str) -> None:
        self.table = Match(GAME, MemoryJournal())
        for line in lines:
            self.table.take(line)
        self.taps = Taps(self.table)
        self.now = 0.0

    def later(self) -> float:
        self.taps.look_again(self.now)
        self.now += 3
        return self.now

    @property
    def prompt(self) -> Prompt:
        return prompt_of(self.table.history[-1], self.taps)

    @property
    def asked(self) -> list[str]:
        return [ENGLISH.say(words) for words in self.prompt.asked]  # type: ignore[arg-type]

    @property
    def covered(self) -> str | None:
        words = self.prompt.covered
        return words if words is None or isinstance(words, str) else ENGLISH.say(words)


LOCAL = ("seat china", "seat us", "start", "to local", "next")


def test_before_the_game_it_asks_who_plays() -> None:
    at = AtTheTable()

    assert at.asked == ["Who plays?"]
    assert [choice.answer for choice in at.prompt.choices][:2] == ["seat china", "seat us"]


def test_else_it_says_what_people_do_and_which_button_is_waited_for() -> None:
    at = AtTheTable("seat china", "seat us", "start")

    assert at.asked == [
        "Draw 3 Crisis cards: the first face up as the Forecast.",
        "Nobody has seen the Forecast: tap it.",
    ]
    assert at.prompt.due == "next"


def test_what_was_tapped_waits_for_its_place() -> None:
    at = AtTheTable(*LOCAL)
    at.taps.tap(Thing("card", "1.035"), "", at.later())

    assert at.asked == ["1.035 Tree Farms: tap where it goes."]
    assert at.prompt.gesture.things == (Thing("card", "1.035"),)


TAGS = "China: how many Grid tags does 1.205 Clean Electricity Plants print?"


def with_a_question() -> AtTheTable:
    """China acts, and nobody has read how many tags its card prints."""
    at = AtTheTable(*LOCAL)
    for card in ("1.205", "1.112"):
        at.taps.tap(Thing("card", card), "", at.later())
    return at


def test_what_a_card_leads_to_ask_comes_before_the_tags_that_it_prints() -> None:
    at = with_a_question()

    assert at.asked == [TAGS]
    assert len(at.prompt.choices) == 3


def test_a_question_that_another_tap_covers_is_told_until_it_comes_back() -> None:
    at = with_a_question()
    at.taps.tap(Thing("card", "1.206"), "", at.later())

    assert str(at.taps.notice) == "A question waits meanwhile."
    assert at.asked == ["Tap 1 card to pay, or press DISCARD."]
    assert at.covered == TAGS

    at.taps.press("next", at.later())
    at.taps.press("undo", at.later())
    assert at.asked == [TAGS]
    assert at.covered is None


def test_a_step_is_taken_back_by_the_second_undo() -> None:
    at = AtTheTable("seat china", "seat us", "start")
    at.taps.press("undo", at.later())

    assert at.asked == ["UNDO again takes it back.", "The game starts"]
    assert at.prompt.due == "undo"


def test_a_thing_that_is_understood_but_cannot_be_done_is_not_taken() -> None:
    at = AtTheTable("seat china")
    state = at.table.state

    assert is_taken(GAME, state, at.prompt.gesture.then(Thing("seat", "us")))
    assert not is_taken(GAME, state, at.prompt.gesture.then(Thing("seat", "china")))
    assert not is_taken(GAME, state, at.prompt.gesture.then(Thing("card", "1.415")))
