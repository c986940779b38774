"""What the phone page shows beside the state document: names, what can be done, odds.

The templates of the page are in ``web/games/naufragos``; whatever they ask for that is not on the
table is refused with a sentence.
"""

from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass
from functools import cached_property

from companion.errors import Refusal
from companion.games import several
from companion.games.naufragos.model import inputs, terms
from companion.games.naufragos.model.box import ROOT, paths
from companion.games.naufragos.model.card import OF_ALL, Card
from companion.games.naufragos.model.card import OF_SOMEBODY as COUNTED
from companion.games.naufragos.model.state import State
from companion.games.naufragos.odds.text import OutlookPage
from companion.games.naufragos.rules.camp import AT_ONCE
from companion.games.naufragos.rules.corrections import CORRECTIONS, current, full_path
from companion.games.naufragos.rules.corrections import PLACES as SETTABLE_PLACES
from companion.games.naufragos.rules.decisions import decide
from companion.games.naufragos.rules.ending import met
from companion.games.naufragos.rules.people import seated
from companion.games.naufragos.rules.prompts import kind_asked, question
from companion.games.naufragos.rules.survival import meal
from companion.games.naufragos.text.cards import WEATHER_MARKS, describe, wanted_words
from companion.games.naufragos.text.instructions import fire_words, white_is_free
from companion.games.naufragos.text.names import (
    PLACES,
    answer_words,
    card_called,
    fact_name,
    number,
)
from companion.games.naufragos.text.numbers import OF_SOMEBODY
from companion.games.shared.corrections import NumberPage
from companion.games.shared.icons import Icons
from companion.games.shared.inputs import Next
from companion.games.shared.rules import fold
from companion.games.taps import Throw
from companion.i18n.message import Message, say

Words = Message | str


@dataclass(frozen=True, slots=True)
class Space:
    """An action that somebody might take: its line, its name, its cost, and why not."""

    line: str
    """With what goes before it and follows from it, see ``to_placing`` and ``is_last``."""
    action: str
    at: str
    """Which space of resting, or which camp card; nothing where an action has one."""
    name: Words
    cost: int
    why_not: Message | None


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


NEXT = "next"


def to_placing(state: State) -> tuple[str, State]:
    """What must be said before a pawn is placed, and the state in which it is: the first pawn ends
    the event, where nothing is asked."""
    if (state.stage, state.step) != ("event", "effect") or question(state):
        return "", state
    return NEXT, fold(state, decide(state, Next()))


def is_last(state: State, pawn: str) -> bool:
    """Is this the last pawn of all? Then nothing can follow but the actions themselves."""
    left = sum(state.castaways[seat].pawns for seat in state.at_camp)
    return left == 1 and pawn != terms.WHITE and not white_is_free(state)


class Page(NumberPage):
    icons = Icons(__package__)
    corrections = CORRECTIONS
    number = staticmethod(number)
    marks_of = staticmethod(describe)
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
        return [(titles.get(head, say("Boards")), facts) for head, facts in groups.items()]

    # --- what can be done ------------------------------------------------------------------------

    @cached_property
    def _to_placing(self) -> tuple[str, State]:
        return to_placing(self._state)

    @property
    def _placing(self) -> State:
        return self._to_placing[1]

    def spaces(self, pawn: str) -> list[Space]:
        """Every action for a pawn: what it costs, and why it cannot be taken now."""
        state = self._placing
        if pawn != terms.WHITE:
            seated(state, pawn)
        actions = [each for each in terms.ACTIONS if each not in (terms.CAMP, terms.REST)]
        rests = [f"{terms.REST} {at + 1}" for at in range(len(state.actions[terms.REST]))]
        cards = [f"{terms.CAMP} {card}" for card in (terms.FISH, "B2", "B3", "B4", "B5")]
        where = (*actions, *rests, *cards, terms.CAMP)
        return [self._space(f"place {pawn} {each}", state) for each in where]

    def _space(self, line: str, state: State) -> Space:
        _, pawn, action, *where = line.split()
        costs, taken = state.box.actions[action], state.actions[action]
        at = int(where[0]) - 1 if action == terms.REST and where else len(taken)
        cost = costs[at] if at < len(costs) else 0
        name: Words = terms.ACTIONS[action]
        if where and action == terms.REST:
            name = say("Rest {n}", n=where[0])
        elif action == terms.CAMP:
            name = card_called(state, where[0] if where else None)
        why_not = None
        try:
            decide(state, inputs.read(line))
        except Refusal as refusal:
            why_not = refusal.message
        said = several.together(self._to_placing[0], line, NEXT if is_last(state, pawn) else "")
        return Space(said, action, " ".join(where), name, cost, why_not)

    def free_spaces(self, pawn: str) -> list[Space]:
        """What a pawn can do now; of the rest spaces each, since each is another moment."""
        return [space for space in self.spaces(pawn) if space.why_not is None]

    @property
    def can_place(self) -> bool:
        """Is it time for pawns, or would the first one make it so?"""
        return self._placing.step == "place" and question(self._placing) is None

    @property
    def has_white_pawn(self) -> bool:
        return self.can_place and white_is_free(self._placing)

    def white_fishes(self) -> list[str]:
        """Lines for the white pawn that fishes, with each number that the tile may have."""
        fishing = f"place {terms.WHITE} {terms.CAMP} {terms.FISH}"
        if not self.has_white_pawn or not self._placing.supply.fish:
            return []
        if self._space(fishing, self._placing).why_not:
            return []
        first = self._to_placing[0]
        found = range(terms.MOST_FOUND + 1)
        return [several.together(first, fishing, f"choose {n}") for n in found]

    @property
    def last_pawn(self) -> bool:
        """Does nothing follow the next pawn but the actions themselves?"""
        return self.can_place and is_last(self._placing, "")

    def next_events(self) -> list[tuple[str, Card]]:
        """The events whose marks are known, each with its line; the one that is turned over in a
        new turn ends the turn before."""
        state = self._state
        ends = (state.stage, state.step) == ("end", "done") and state.round < state.turns
        asked = question(state)
        if asked.kind != "event" if asked else not ends:
            return []
        return [
            (several.together(NEXT if asked is None else "", f"event {card.number}"), card)
            for card in self.cards("event")
            if card.weather and card.wreck is not None
        ]

    def then_rolls(self, line: str) -> bool:
        """Are dice due after this input?"""
        after = fold(self._state, decide(self._state, inputs.read(line)))
        return kind_asked(after) == "roll"

    def explorable(self) -> list[tuple[str, list[Card]]]:
        """Cards of the island whose marks are known, deck by deck: where the furthest are first."""
        asked = question(self._state)
        decks = asked.options if asked and asked.kind == "explore" else ()
        known = [card for card in self._state.cards.values() if card.explored]
        found = [
            (deck, [card for card in known if card.deck == deck])
            for deck in reversed(decks)
            if deck in terms.DECKS
        ]
        return [(deck, cards) for deck, cards in found if cards]

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

    def changes_by_one(self, seat: str) -> Iterator[tuple[Message, list[tuple[str, Message, int]]]]:
        """What a card mostly gives or takes, with its number now: of somebody, and of all."""
        if seat in self._state.alive:
            own = [(f"{seat}.{what}", OF_SOMEBODY[what]) for what in COUNTED]
            yield terms.COLOURS[seat], [(*each, self._now(each[0])) for each in own]
        yield say("In camp"), [(path, number(path), self._now(path)) for path in OF_ALL]

    def _now(self, path: str) -> int:
        now: int = self._state.number(full_path(path))
        return now

    def countable(self) -> list[tuple[str, Message]]:
        """What a card may give or take."""
        paths = [f"{seat}.{what}" for seat in self._state.alive for what in COUNTED]
        paths += [*OF_ALL, *(["expedition.difficulty"] if self._state.exploring else [])]
        paths += [f"lost.{at}.difficulty" for at in range(len(self._state.lost))]
        return [(path, number(path)) for path in paths]

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
            Message("{what} {n}", {"n": lacks, "what": words})
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
