"""Hands that do anything at all: the table stays in order, and says in one line why not."""

from typing import Any

import pytest
from hypothesis import given
from hypothesis import strategies as st

from companion.devices.drawing.pages import drawing
from companion.errors import CompanionError
from companion.games import game
from companion.games.display import Page
from companion.games.taps import Thing
from companion.i18n.catalogs import LANGUAGES, Language
from companion.i18n.message import Message
from companion.match.match import Match
from companion.match.taps.effects import Ports
from companion.match.taps.screen_page import page_of
from companion.match.taps.tags import Tags
from companion.storage.journal import MemoryJournal
from tests.support.effort import examples
from tests.support.labels import undo_label
from tests.support.taps import Taps

DAYBREAK = game("daybreak")
HANDS = DAYBREAK.tap_handler
IN_LOCAL = ("seat china", "seat us", "start", "crisis 1.432", "project 1.309", "to local")
BEFORE = (
    (),
    ("seat china", "seat us", "seat europe", "seat majority_world", "start"),
    IN_LOCAL,
    (*IN_LOCAL, "act us 3 paying ?"),
    (*IN_LOCAL, "set trees 60", "to crisis"),
    (*IN_LOCAL, "set trees 60", "to crisis", "set dice.rolls_due 0", "crisis 1.432"),
    (*IN_LOCAL, "set us.communities 12"),
)
"""Where people may be when it begins: an empty table, each kind of stage and question, the end."""
CARDS = (
    *("1.205", "1.206", "1.207", "1.210", "1.212", "1.213", "1.215", "1.223"),
    *("1.004", "1.035", "1.094", "1.102", "1.126", "1.133"),
    *("1.300", "1.302", "1.309", "1.315", "1.322"),
    *("1.401", "1.415", "1.420", "1.426", "1.432", "1.440", "1.442", "1.447"),
)
PLACES = ("china 1", "china 2", "us 3", "us 5", "europe 1", "global 1", "global 4", "crisis 1")
SEATS = ("china", "us", "europe", "majority_world")
ROLES = ("next", "undo", "tuck", "discard", "info", "die:planetary", "die:geoengineering", "die:?")
UNKNOWN = "04a1b2c3d4e580"
TAGS = {
    "04000000000001": Thing("command", "next"),
    "04000000000002": Thing("command", "hold undo"),
    "04000000000003": Thing("command", "turn -1"),
    "04000000000004": Thing("command", "turn about"),
    "04000000000005": Thing("card", "9.999"),
    "04000000000006": Thing("place", "moon"),
    "04000000000007": Thing("seat", "atlantis"),
}
"""Command cards, and tags that somebody imported for things that this game does not have."""

taps = st.tuples(
    st.just("tap"),
    st.sampled_from((*CARDS, *CARDS, *PLACES, *SEATS)),
    st.sampled_from(("", "", "china", "us", "centre")),
)
cards = st.tuples(st.just("tap"), st.sampled_from(CARDS), st.just(""))
presses = st.tuples(st.just("press"), st.sampled_from(ROLES))
NEXT, TUCK, DISCARD, UNDO = (st.just(("press", role)) for role in ROLES[:4])
gestures = st.one_of(
    # What people mean to do …
    st.tuples(NEXT),
    st.tuples(taps, taps),
    st.tuples(cards, NEXT, cards),
    st.tuples(cards, NEXT, DISCARD, NEXT),
    st.tuples(TUCK, taps, taps),
    st.tuples(DISCARD, cards),
    st.tuples(UNDO, UNDO),
    st.tuples(st.just(("press", "die:planetary")), st.just(("press", "die:geoengineering"))),
    # … and what happens instead.
    st.tuples(taps),
    st.tuples(presses),
    st.tuples(st.tuples(st.just("hold"), st.sampled_from(ROLES))),
    st.tuples(st.tuples(st.just("read"), st.sampled_from((*TAGS, UNKNOWN)))),
    st.tuples(st.tuples(st.just("turn"), st.integers(-3, 3))),
)
pauses = st.sampled_from((2.0, 2.0, 1.0, 0.5, 0.1, 0.0, 20.0))


class Somebody:
    """One pair of hands, and what must be true after each of their movements."""

    def __init__(self, lines: tuple[str, ...]) -> None:
        self.table = Match(DAYBREAK, MemoryJournal())
        for line in lines:
            self.table.submit(line)
        tags = Tags(game=DAYBREAK.id)
        for uid, thing in TAGS.items():
            tags.bind(uid, thing)
        self.taps = Taps(self.table, Ports(tags))
        self.now = 100.0

    def move(self, pause: float, what: str, *about: Any) -> None:
        self.now += pause
        self.taps.pass_time(self.now)
        before = self.table.revision
        refused = self._refused(what, *about)
        assert self.table.revision <= before + (refused is None)
        if refused:
            assert self.taps.notice == refused
            self.read_in_every_language(refused)
        assert what != "turn" or self.table.revision == before
        due = self.taps.due(self.now)
        assert due is None or due > self.now
        self.page()

    def _refused(self, what: str, *about: Any) -> Message | None:
        try:
            self._move(what, *about)
        except CompanionError as refusal:
            return refusal.message
        return None

    def _move(self, what: str, *about: Any) -> None:
        match what, *about:
            case "tap", name, zone:
                thing = HANDS.thing(self.table.state, name)
                assert thing
                self.taps.tap(thing, zone, self.now)
            case "press", role:
                self.taps.press(role, self.now)
            case "hold", role:
                self.taps.hold(role, self.now)
            case "read", uid:
                self.taps.read(uid, "centre", self.now)
            case "turn", step:
                self.taps.turn(step, self.now)

    def page(self) -> Page:
        return page_of(DAYBREAK, self.table.history[-1], self.taps, self.now)

    def read_in_every_language(self, said: Message) -> None:
        page = self.page()
        assert page.notice == said
        for code in LANGUAGES:
            language = Language(code, DAYBREAK.id)
            words = language.say(said)
            assert "\n" not in words
            assert words not in drawing(page, language).lost


@pytest.mark.slow
@examples(12, soak=600)
@given(st.sampled_from(BEFORE), st.lists(st.tuples(pauses, gestures), min_size=15, max_size=50))
def test_whatever_hands_do_is_counted_or_refused_and_can_be_undone(
    lines: tuple[str, ...], done: list[tuple[float, tuple[tuple[Any, ...], ...]]]
) -> None:
    somebody = Somebody(lines)
    for pause, gesture in done:
        for movement in gesture:
            somebody.move(pause, *movement)

    table = somebody.table
    again = Match(DAYBREAK, MemoryJournal(list(table.entries())))
    assert again.document == table.document
    while undo_label(table):
        table.submit("undo")
    assert table.state == Match(DAYBREAK, MemoryJournal()).state
