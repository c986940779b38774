"""Which game comes onto the table: a question like any other, so every device can answer it.

It is a game itself, of one input and never kept: phones, the small screen and taps show and answer
it as they do the questions of every game.
"""

from collections.abc import Sequence
from dataclasses import dataclass, replace
from typing import Any

from companion.errors import Malformed, Refusal
from companion.games import (
    ANYBODY,
    AnyGame,
    Document,
    Game,
    PhonePage,
    Viewer,
    first,
    playable,
)
from companion.games.display import Choice, Choices, Page, Prose
from companion.games.shared.inputs import is_number
from companion.games.taps import TapHandler, Wait
from companion.i18n.message import Message, say
from companion.storage.sqlite import SavedGame, day

ASKS = say("Which game do you play?")


@dataclass(frozen=True, slots=True)
class State:
    """What was chosen: the name of a new game, or the number of a kept one."""

    game: str = ""
    number: int = 0


@dataclass(frozen=True, slots=True)
class Chosen:
    game: str = ""
    number: int = 0


@dataclass(frozen=True, slots=True)
class Offer:
    """A game to begin, or a kept one to go on with, as a page shows it."""

    choice: Choice
    game: AnyGame
    kept: SavedGame | None = None

    @property
    def needs(self) -> Message:
        """What people must have at hand."""
        if self.game.cards and self.game.cards.decks:
            return say("Its box, or cards that are drawn here")
        return say("Its box")

    @property
    def players(self) -> str:
        few, many = self.game.players[0], self.game.players[-1]
        return str(few) if few == many else f"{few}–{many}"


@dataclass(frozen=True, slots=True)
class LobbyPage(PhonePage):
    offers: Sequence[Offer]


class LobbyHands(TapHandler):
    def __init__(self, lobby: "Lobby") -> None:
        super().__init__(lobby)
        self._choices = lobby.choices

    def question(self, state: Any) -> Wait | None:
        return None if state != State() else Wait(ASKS, choices=self._choices)

    def due(self, state: Any) -> str:
        return ""


class Lobby(Game[State, Chosen, Chosen]):
    id = "lobby"
    name = say("Table Companion")
    events = {"Chosen": Chosen}  # noqa: RUF012
    blank = State()

    def __init__(self, kept: Sequence[SavedGame], last: str = "") -> None:
        """What is unfinished comes first. ``last`` is the game that people played last: they often
        play it again. Before there is one, the game comes first that was there before others could
        be added."""
        first_choice = last if last in playable() else first()
        games = sorted(
            playable().values(), key=lambda game: (game.id != first_choice, str(game.name))
        )
        open_games = [each for each in kept if not (each.over or each.archived)]
        self.offers = (
            *(
                Offer(Choice(f"resume {each.number}", resumed(each)), playable()[each.name], each)
                for each in open_games
                if each.name in playable()
            ),
            *(Offer(Choice(f"play {game.id}", offered(game)), game) for game in games),
        )
        self.choices = tuple(offer.choice for offer in self.offers)
        self._tap_handler = LobbyHands(self)

    @property
    def tap_handler(self) -> TapHandler:
        return self._tap_handler

    def read(self, line: str) -> Chosen:
        match line.split():
            case ["play", game]:
                return Chosen(game=game)
            case ["resume", number] if is_number(number):
                return Chosen(number=int(number))
        example = self.choices[0].answer
        raise Malformed(say("First say which game you play, as in: {line}", line=example))

    def decide(self, state: State, given: Chosen) -> tuple[Chosen, ...]:
        line = f"resume {given.number}" if given.number else f"play {given.game}"
        if line not in [choice.answer for choice in self.choices]:
            games = ", ".join(playable())
            raise Refusal(
                "no_such_game", say("There is no such game; there is {games}.", games=games)
            )
        return (given,)

    def evolve(self, state: State, event: Chosen) -> State:
        return replace(state, game=event.game, number=event.number)

    def view(self, state: State, viewer: Viewer = ANYBODY) -> Document:
        chosen = state.game or state.number or None
        options = [choice.answer for choice in self.choices]
        return {
            "round": 0,
            "outcome": {"chosen": chosen} if chosen else None,
            "prompt": {"kind": "none" if chosen else "game", "options": options},
        }

    def label(self, state: State, given: Chosen) -> Message:
        if given.number:
            return say("On with game {n}", n=given.number)
        game = playable().get(given.game)
        return say("A new game of {game}", game=game.name if game else given.game)

    def tell(self, state: State, event: Chosen) -> Message | None:
        return None

    def phone(self, state: State) -> LobbyPage:
        return LobbyPage(self.offers)

    def glance(self, state: State) -> tuple[Message, ...]:
        return ()

    def pages(self, state: State) -> tuple[Page, ...]:
        return (Page("home", say("Choose, then NEXT"), (Prose(ASKS), Choices(self.choices))),)


def offered(game: AnyGame) -> Message:
    """A game with what people want to know before they choose it."""
    few, many = game.players[0], game.players[-1]
    values: dict[str, object] = {"game": game.name, "few": few, "many": many, "min": game.minutes}
    if game.minutes:
        return Message(say("{game} ({few}–{many}, {min} min)").text, values)
    return Message(say("{game} ({few}–{many})").text, values)


def resumed(kept: SavedGame) -> Message:
    game = playable()[kept.name].name
    return say("Go on: {game}, game {n} of {day}", game=game, n=kept.number, day=day(kept.played))
