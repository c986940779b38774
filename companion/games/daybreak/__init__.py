"""Daybreak (e-Mission): up to four World Powers stop climate change together."""

from companion.games import Teaching, Told
from companion.games.daybreak.model import card_events, events
from companion.games.daybreak.model.card_checks import rules_read, tags_read
from companion.games.daybreak.model.inputs import Input
from companion.games.daybreak.model.state import State
from companion.games.daybreak.model.terms import LAST_ROUND, POWERS
from companion.games.daybreak.oled import pages, prompts, result_page
from companion.games.daybreak.photos import uses
from companion.games.daybreak.text import cards, names, tutorial
from companion.games.display import Page
from companion.games.shared.staged_game import StagedGame, card_guide
from companion.i18n.message import Message, say

TAG_FIELDS = ("tags", "tags_known", "tags_counted")


def told(event: events.Event) -> Told | None:
    """The card of which somebody has said something, for the owner's pack."""
    match event:
        case card_events.CardTagged(number):
            return Told(number, TAG_FIELDS)
        case card_events.CardTold(card, fields):
            return Told(card.number, fields)
    return None


def let_go(event: events.Event) -> str:
    """Two Global Projects are drawn, and what is not kept goes back."""
    return "global" if isinstance(event, card_events.ProjectChosen) else ""


def to_draw(state: State, seat: str) -> dict[str, int]:
    """At the start of a Local stage every power draws its cards."""
    begun = state.stage == "local" and seat in state.seats
    return {"local": state.powers[seat].draw} if begun else {}


class Daybreak(StagedGame[State, Input, events.Event]):
    """What the convention of ``StagedGame`` does not find."""

    id = "daybreak"
    name = say("Daybreak")
    legacy_default = True
    minutes = 90
    about = say("Stop climate change together")
    beginnings = (
        *(events.GameStarted, events.RoundBegan, events.StageBegan),
        *(events.CrisisCardsCalled, events.RollsChanged),
    )
    seats = POWERS
    group = "powers"
    cards = card_guide(
        __name__,
        owners=cards.OWNERS,
        owner="power",
        tags=cards.tag_words,
        decks={kind: cards.KINDS[kind] for kind in ("local", "global", "crisis")},
        printed=cards.printed_tags,
        let_go=let_go,
        to_draw=to_draw,
        told=told,
        tags_read=tags_read,
        rules_read=rules_read,
        tagged=lambda tags: {**dict.fromkeys(TAG_FIELDS), "tags": list(tags)},
    )
    teaching = Teaching(tutorial.lesson, tutorial.GLOSSARY, tutorial.ADVICE.get)
    headline = staticmethod(pages.headline)
    came_page = staticmethod(result_page.came)
    uses = staticmethod(uses)

    def rolling_page(self, state: State, die: str, frame: int) -> Page:
        return prompts.rolling(state, die, frame)

    def rolled_page(self, state: State, die: str, faces: tuple[str, ...]) -> Page:
        assert state.dice.last, "whoever asks has seen the roll taken"
        return prompts.rolled(state, state.dice.last)

    def begins(self, state: State, event: events.Event) -> bool:
        """Crisis cards that heat has added in the midst of a round are news."""
        more = isinstance(event, events.CrisisCardsCalled) and state.crises.called
        return super().begins(state, event) and not more

    def last_round_of(self, state: State) -> int:
        return LAST_ROUND

    def name_of(self, state: State, path: str) -> Message:
        return names.derived(path) or super().name_of(state, path)


GAME = Daybreak()
