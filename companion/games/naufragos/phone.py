"""What the phone page shows beside the state document: names, what can be done, odds.

The templates of the page are in ``web/games/naufragos``; whatever they ask for that is not on the
table is refused with a sentence.
"""

from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass
from fractions import Fraction

from companion.errors import Refusal
from companion.games.naufragos.model import inputs, terms
from companion.games.naufragos.model.box import ROOT, paths
from companion.games.naufragos.model.card import OF_SOMEBODY as COUNTED
from companion.games.naufragos.model.card import SHARED, Card
from companion.games.naufragos.model.state import State
from companion.games.naufragos.odds.document import (
    coming_home,
    found_again,
    lighting,
    odds_wanted,
    trauma,
    tries_to_pay,
    with_paid_tries,
)
from companion.games.naufragos.odds.text import percent
from companion.games.naufragos.rules.camp import AT_ONCE
from companion.games.naufragos.rules.corrections import CORRECTIONS, current, full_path
from companion.games.naufragos.rules.corrections import PLACES as SETTABLE_PLACES
from companion.games.naufragos.rules.decisions import decide
from companion.games.naufragos.rules.ending import met
from companion.games.naufragos.rules.people import seated
from companion.games.naufragos.rules.prompts import question
from companion.games.naufragos.rules.survival import meal
from companion.games.naufragos.text.cards import WEATHER_MARKS, wanted_words
from companion.games.naufragos.text.instructions import fire_words, white_is_free
from companion.games.naufragos.text.names import (
    PLACES,
    answer_words,
    card_called,
    fact_name,
    number,
)
from companion.games.naufragos.text.numbers import OF_SOMEBODY
from companion.games.shared.icons import Icons
from companion.games.shared.number_page import NumberPage
from companion.games.taps import Throw
from companion.i18n.message import Message, say

MOST_TRIES = 3


@dataclass(frozen=True, slots=True)
class Share:
    text: str
    width: int
    """Of a bar of a hundred."""


def share(odds: Fraction) -> Share:
    return Share(percent(odds), round(100 * odds))


class OutlookPage:
    def __init__(self, state: State) -> None:
        self._state = state
        self.wanted = odds_wanted(state)

    def home(self) -> Share | None:
        odds = coming_home(self._state)
        return share(odds) if odds is not None else None

    def paid(self) -> list[tuple[int, Share]]:
        """The way home with one to three paid tries more, as many as can be paid."""
        odds = coming_home(self._state)
        if odds is None:
            return []
        most = min(MOST_TRIES, tries_to_pay(self._state))
        return [(n, share(with_paid_tries(odds, n))) for n in range(1, most + 1)]

    def lost(self, at: int) -> Share:
        return share(found_again(self._state, self._state.lost[at]))

    def trauma(self, seat: str) -> Share:
        return share(trauma(self._state.castaways[seat].injuries))

    def fire(self, energy: int) -> Share:
        return share(lighting(energy))


Words = Message | str


@dataclass(frozen=True, slots=True)
class Space:
    """An action that somebody might take: its line, its name, its cost, and why not."""

    line: str
    name: Words
    cost: int
    why_not: Message | None

    @property
    def action(self) -> str:
        return self.line.split()[2]

    @property
    def at(self) -> str:
        """Which space of resting, or which camp card; nothing where an action has one."""
        return " ".join(self.line.split()[3:])


@dataclass(frozen=True, slots=True)
class Building:
    id: str
    name: Words
    done: bool
    there: int
    size: int
    """Of one that grows: how much of it is there, of how much."""
    missing: tuple[Message, ...]
    """Of one that is built at once: what is missing of its materials."""
    energy: int
    stand_in: bool


@dataclass(frozen=True, slots=True)
class Wanted:
    name: Words
    met: bool


class Page(NumberPage):
    icons = Icons(__package__)
    corrections = CORRECTIONS
    number = staticmethod(number)
    colours = terms.COLOURS
    characters = terms.CHARACTERS
    actions = terms.ACTIONS
    stages = terms.STAGES
    sectors = terms.SECTORS
    decks = terms.DECKS
    weather = terms.WEATHER
    marks: Mapping[str, Message] = {mark: WEATHER_MARKS[mark] for mark in terms.MARKS}
    places = PLACES
    of_somebody = OF_SOMEBODY
    difficulties = terms.DIFFICULTIES
    materials = terms.MATERIALS

    def __init__(self, state: State, throw: Throw | None) -> None:
        super().__init__(state)
        self.throw = throw
        """The dice that are waited for."""
        self.outlook = OutlookPage(state)

    # --- numbers ---------------------------------------------------------------------------------

    def value(self, path: str) -> object:
        return current(self._state, full_path(path))

    def options(self, path: str) -> Mapping[str, Words]:
        """What may stand there, if it is no number."""
        parts = full_path(path)
        match parts:
            case ("first",):
                return {seat: terms.COLOURS[seat] for seat in self._state.alive}
            case ("difficulty",):
                return terms.DIFFICULTIES
            case ("castaways", _, "place"):
                return {place: PLACES[place] for place in SETTABLE_PLACES}
            case ("castaways", _, "character"):
                return {"none": "–", **terms.CHARACTERS}
        return {}

    def stand_in(self, *paths: str) -> bool:
        """Did nobody verify one of these facts?"""
        return bool(set(paths) & set(self._state.standins))

    # --- set-up ----------------------------------------------------------------------------------

    def fact_groups(self, seats: Sequence[str]) -> Sequence[tuple[Message, Mapping[str, Message]]]:
        """Everything that is printed on boards, tiles and character cards."""
        titles = {
            "actions": say("Actions: energy of each space"),
            "shelters": say("Shelters"),
            "raft": say("Raft"),
            "rest": say("Resting"),
            "characters": say("Characters"),
            "turns": say("Turns"),
        }
        groups: dict[str, dict[str, Message]] = {"": {}, **{head: {} for head in titles}}
        for path in paths():
            head = path[0] if path[0] in titles else ""
            groups[head][".".join((ROOT, *path))] = fact_name(path)
        named = ((titles.get(head, say("Boards")), facts) for head, facts in groups.items())
        return tuple(named)

    # --- what can be done ------------------------------------------------------------------------

    def spaces(self, pawn: str) -> list[Space]:
        """Every action for a pawn: what it costs, and why it cannot be taken now."""
        if pawn != terms.WHITE:
            seated(self._state, pawn)
        lines = [
            f"place {pawn} {action}"
            for action in terms.ACTIONS
            if action not in (terms.CAMP, terms.REST)
        ]
        rests = self._state.actions[terms.REST]
        lines += [f"place {pawn} {terms.REST} {at + 1}" for at in range(len(rests))]
        lines += [
            f"place {pawn} {terms.CAMP} {card}" for card in (terms.FISH, "B2", "B3", "B4", "B5")
        ]
        return [self._space(line) for line in (*lines, f"place {pawn} {terms.CAMP}")]

    def _space(self, line: str) -> Space:
        _, _, action, *where = line.split()
        costs, taken = self._state.box.actions[action], self._state.actions[action]
        at = int(where[0]) - 1 if action == terms.REST and where else len(taken)
        cost = costs[at] if at < len(costs) else 0
        name: Words = terms.ACTIONS[action]
        if where and action == terms.REST:
            name = say("Rest {n}", n=where[0])
        elif action == terms.CAMP:
            name = card_called(self._state, where[0] if where else None)
        try:
            decide(self._state, inputs.read(line))
        except Refusal as refusal:
            return Space(line, name, cost, refusal.message)
        return Space(line, name, cost, None)

    def free_spaces(self, pawn: str) -> list[Space]:
        """What a pawn can do now; of the rest spaces each, since each is another moment."""
        return [space for space in self.spaces(pawn) if space.why_not is None]

    @property
    def has_white_pawn(self) -> bool:
        return self._state.step == "place" and white_is_free(self._state)

    @property
    def can_feed(self) -> bool:
        fire = self._state.fire
        ready = fire.lit and not fire.wood and self._state.store.wood > 0
        return ready and self._state.stage == "actions"

    def answers(self) -> list[tuple[str, Words]]:
        """What can be chosen now, with the words for it."""
        asked = question(self._state)
        if asked is None or asked.kind in ("explore", "roll", "event"):
            return []
        return [(each, answer_words(self._state, asked.kind, each)) for each in asked.options]

    def portions(self) -> list[tuple[str, int, int]]:
        """Who eats tonight: a castaway, what it ate already, and what is proposed besides."""
        proposed = meal(self._state)
        return [
            (seat, self._state.castaways[seat].eaten, proposed[seat].all if seat in proposed else 0)
            for seat in self._state.at_camp
        ]

    def countable(self) -> Iterator[tuple[str, Message]]:
        """What a card may give or take."""
        for seat in self._state.alive:
            for what in COUNTED:
                yield f"{seat}.{what}", number(f"{seat}.{what}")
        for group, names in SHARED.items():
            for name in names:
                yield f"{group}.{name}", number(f"{group}.{name}")
        if self._state.exploring:
            yield "expedition.difficulty", number("expedition.difficulty")
        for at in range(len(self._state.lost)):
            yield f"lost.{at}.difficulty", number(f"lost.{at}.difficulty")

    # --- what stands, and what is asked for ------------------------------------------------------

    def buildings(self) -> list[Building]:
        return [self._building(building) for building in terms.BUILDINGS]

    def _building(self, building: str) -> Building:
        state, done = self._state, self._state.is_done(building)
        if building not in AT_ONCE:
            size = state.full_size(building)
            there = size if done else state.growing(building).progress
            unsure = self.stand_in(f"facts.{building}")
            return Building(building, terms.BUILDINGS[building], done, there, size, (), 0, unsure)
        level = state.constructions.shelter
        name: Words = terms.BUILDINGS[building]
        if building == terms.SHELTER:
            name = say("Shelter {n}", n=level if done else level + 1)
        if done:
            return Building(building, name, True, 1, 1, (), 0, False)
        cost = state.cost_of(building)
        missing = tuple(
            Message("{n} {what}", {"n": lacks, "what": words})
            for material, words in terms.MATERIALS.items()
            if (lacks := getattr(cost, material) - getattr(state.store, material)) > 0
        )
        head = f"facts.shelters.{level + 1}" if building == terms.SHELTER else "facts.raft"
        unsure = self.stand_in(*(f"{head}.{each}" for each in ("energy", *terms.MATERIALS)))
        return Building(building, name, False, 0, 0, missing, cost.energy, unsure)

    def rescue(self) -> list[Wanted]:
        """What the ship of this turn's event must see, if its card is known."""
        seen = self._state.event
        card = self._state.cards.get(seen.card) if seen and seen.card else None
        return [
            Wanted(wanted_words(wanted), met(self._state, wanted))
            for wanted in (card.rescue or () if card else ())
        ]

    def fire(self) -> Message:
        return fire_words(self._state.fire.lit, self._state.fire.wood)

    def card_name(self, card: str | None) -> Words:
        return card_called(self._state, card)

    def cards(self, *kinds: str) -> list[Card]:
        """Cards of these kinds that packs know by name, for whoever types one."""
        return [card for card in self._state.cards.values() if card.kind in kinds]
