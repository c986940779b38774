"""Náufragos (Castaways): up to four people survive on an island, and hope for a ship."""

from companion.games.display import Page
from companion.games.naufragos.model import events
from companion.games.naufragos.model.card_checks import told
from companion.games.naufragos.model.inputs import Input
from companion.games.naufragos.model.state import State
from companion.games.naufragos.model.terms import COLOURS, DECKS
from companion.games.naufragos.oled import pages, prompts
from companion.games.naufragos.phone import Page as Phone
from companion.games.naufragos.taps.layout import drawn_from
from companion.games.naufragos.text import cards
from companion.games.naufragos.text.names import correctable
from companion.games.shared.staged_game import StagedGame, card_guide
from companion.i18n.message import say


class Naufragos(StagedGame[State, Input, events.Event]):
    """What the convention of ``StagedGame`` does not find."""

    id = "naufragos"
    name = say("Náufragos")
    minutes = 120
    about = say("Stay alive on an island until a ship comes")
    beginnings = (events.GameStarted, events.RoundBegan, events.StageBegan)
    seats = COLOURS
    group = "castaways"
    cards = card_guide(
        __name__,
        tags=cards.mark_words,
        decks={kind: cards.KINDS[kind] for kind in ("event", *DECKS, "wreck")},
        deck_of=lambda state, card: drawn_from(card),
        printed=cards.printed_marks,
        told=told,
    )
    numbers = staticmethod(correctable)
    headline = staticmethod(pages.headline)
    rolling_page = staticmethod(prompts.rolling)

    def rolled_page(self, state: State, die: str, faces: tuple[str, ...]) -> Page:
        assert state.dice.last, "whoever asks has seen the roll taken"
        return prompts.rolled(state, state.dice.last)

    def last_round_of(self, state: State) -> int:
        return state.turns

    def phone(self, state: State) -> Phone:
        due = self.tap_handler.due(state)
        return Phone(state, self.tap_handler.throw(state, "dice") if due == "die:dice" else None)


GAME = Naufragos()
