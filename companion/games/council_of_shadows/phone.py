"""What the phone page shows beside the state document: names, both tracks, and what can be done.

The templates of the page are in ``web/games/council_of_shadows``; whatever they ask for that is not
on the table is refused with a sentence.
"""

from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass

from companion.games.council_of_shadows.model import terms
from companion.games.council_of_shadows.model.box import KIND_OF, consumption_path
from companion.games.council_of_shadows.model.state import State
from companion.games.council_of_shadows.rules.checks import known_seat
from companion.games.council_of_shadows.rules.corrections import CORRECTIONS, full_path
from companion.games.council_of_shadows.rules.planning import ready
from companion.games.council_of_shadows.rules.prompts import NUMBERS, question
from companion.games.council_of_shadows.rules.scoring import Pay, leads, payable
from companion.games.council_of_shadows.taps import counting
from companion.games.council_of_shadows.taps.taps import answer, orders, setting_up
from companion.games.council_of_shadows.text.cards import describe
from companion.games.council_of_shadows.text.events import tie_reason
from companion.games.council_of_shadows.text.names import (
    GALAXY_WORDS,
    REASONS,
    fact,
    named,
    number,
    upgrade,
    why,
)
from companion.games.shared.corrections import NumberPage
from companion.games.shared.icons import Icons
from companion.games.shared.text import joined
from companion.i18n.message import Message, say

LEFT, RIGHT, ROW, TOP = 66, 352, 46, 26


@dataclass(frozen=True, slots=True)
class Track:
    """One seat's two tokens, in the coordinates of the picture."""

    seat: str
    y: int
    energy: int
    consumption: int
    energy_x: float
    consumption_x: float
    needed: int
    level: int


def tracks(state: State) -> Iterator[Track]:
    """The seats by order token, from the top; the last space is 100, or as far as somebody's energy
    has counted on."""
    most = max(terms.MOST_CONSUMPTION, *(player.energy for player in state.players.values()))
    for at, seat in enumerate(state.order):
        player = state.players[seat]
        energy, consumption = player.energy, player.consumption
        x, y = (round(LEFT + (RIGHT - LEFT) * space / most, 1) for space in (energy, consumption))
        yield Track(seat, TOP + ROW * at, energy, consumption, x, y, player.needed, player.level)


class Page(NumberPage):
    icons = Icons(__package__)
    corrections = CORRECTIONS
    number = staticmethod(number)
    roman = staticmethod(terms.roman)
    upgrade = staticmethod(upgrade)
    seats = terms.SEATS
    galaxies = terms.GALAXIES
    colours = GALAXY_WORDS
    gems = terms.GEMS
    techs = terms.TECHS
    leaders = terms.LEADERS
    stations = terms.STATIONS
    stages = terms.STAGES
    details = terms.DETAILS
    reasons = REASONS
    tiles = terms.TILES
    bonus_cards = (*terms.LIGHT, *terms.SECRET)
    automa_cards = terms.AUTOMA_CARDS
    usual_energy = tuple(range(1, 11))
    least_consumed, most_consumed = counting.LEAST, counting.MOST

    # --- numbers ---------------------------------------------------------------------------------

    def stand_in(self, *paths: str) -> bool:
        """Does one of these numbers rest on what nobody verified?"""
        known = (*self._state.doubtful, *self._state.box.standins)
        return any(".".join(full_path(path)) in known for path in paths)

    def name(self, word: str) -> Message | str:
        return named(self._state, word)

    def text(self, card: str) -> tuple[Message, ...]:
        """What a card does, line by line."""
        known = self._state.cards.get(card)
        return describe(known) if known else ()

    def verified(self, card: str) -> bool:
        known = self._state.cards.get(card)
        return known is not None and known.known == "all"

    def in_order(self, seats: str) -> Message:
        """``red violet`` as people read it."""
        return joined(terms.SEATS[seat] for seat in seats.split())

    def why(self, reason: str) -> Message:
        return why(self._state, reason) or say("by hand")

    def account(self, seat: str) -> Iterator[tuple[Message, int]]:
        """The final account of a seat, line by line."""
        for posting in self._state.players[seat].account:
            yield self.why(posting.why), posting.energy

    # --- set-up ----------------------------------------------------------------------------------

    def setup_choices(self) -> list[tuple[str, Message | str]]:
        """Lines of the set-up with their words; the order is drawn by a form of its own."""
        return [(each.answer, each.text) for each in setting_up(self._state) if each.answer]

    def orders(self) -> list[str]:
        """Every way in which the order tokens may be dealt."""
        return [each.answer.removeprefix("order ") for each in orders(self._state)]

    def fact_groups(self, seats: Sequence[str]) -> Sequence[tuple[Message, Mapping[str, Message]]]:
        """The facts that matter with these seats, by what prints them."""
        groups = {
            "back" if len(seats) == 2 else "galaxies": say("Galaxies"),
            "actions": say("Starting cards"),
            "ai": say("AI cards"),
            "upgrades": say("Upgrades"),
            "stations": say("Stations"),
            "compensation": say("Gems for those behind"),
            "automa": say("Automa cards"),
        }
        covered = terms.COVERED if len(seats) == 3 else ()
        return tuple((title, dict(facts_of(group, covered))) for group, title in groups.items())

    # --- both tracks -----------------------------------------------------------------------------

    def tracks(self) -> list[Track]:
        return list(tracks(self._state))

    def tie(self, at: int) -> Message | None:
        """Why the seat with this order token is before the next one, where they are tied."""
        order = self._state.order
        if self._state.stage != "act" or at + 1 >= len(order):
            return None
        return tie_reason(self._state, order[at], order[at + 1])

    # --- plans -----------------------------------------------------------------------------------

    def all_ready(self) -> bool:
        return all(ready(self._state, seat) for seat in self._state.seats)

    def consumption_of(self, card: str) -> Message:
        return counting.consumes(self._state, card)

    def unread(self) -> list[tuple[str, str, int]]:
        """Laid cards that nobody has read: the card, the path of the fact, the number in force."""
        return [
            (card, ".".join(consumption_path(card)), self._state.box.consumption(card))
            for card in counting.unread_consumptions(self._state)
        ]

    # --- buying ----------------------------------------------------------------------------------

    def for_sale(self, seat: str) -> list[tuple[str, Message]]:
        known_seat(self._state, seat)
        return list(counting.for_sale(self._state, seat))

    def cards_for_sale(self, seat: str) -> list[tuple[str, Message]]:
        """AI cards that are nobody's, each with its line and what it consumes."""
        return [
            (f"buy {seat} {card}", joined((card, self.consumption_of(card)), " "))
            for card, _ in self.open_cards()
        ]

    def price_is_read(self, line: str) -> bool:
        """Nobody is asked what the card of this purchase costs?"""
        return not self.unread_cost(line.split()[-1])

    def open_cards(self) -> list[tuple[str, list[Message]]]:
        """AI cards that are nobody's, each with what is known of it."""
        return [
            (card, list(self.text(card)))
            for card in terms.AI_CARDS
            if self._state.owner(card) is None
        ]

    def unread_cost(self, card: str) -> dict[str, int]:
        """The gems of a price that nobody has read, with the numbers in force."""
        if card not in terms.AI_CARDS:
            return {}
        cost = self._state.box.cost("ai", card, "cost")
        return {gem: cost[gem] for gem in counting.unread_costs(self._state, card)}

    # --- the end ---------------------------------------------------------------------------------

    def bonus_to_show(self, seat: str) -> list[tuple[str, str, Message, bool]]:
        """Bonus cards that nobody has shown yet: the line of each, its words, and are they sure?"""
        shown = {card for player in self._state.players.values() for card in player.played}
        return [
            (card, f"play {card} {seat}", joined(self.text(card)[:1]), self.verified(card))
            for card in self.bonus_cards
            if card not in shown
        ]

    # --- galaxies and questions ------------------------------------------------------------------

    def pays(self, galaxy: str, seat: str) -> Pay | None:
        """What scoring a galaxy now would bring a seat."""
        return payable(self._state, seat).get(galaxy)

    @property
    def in_one_go(self) -> bool:
        """Can a turn be told as a whole? Not where it may be asked which cube comes off."""
        galaxies = (self._state.galaxies or {}).values()
        systems = [system for galaxy in galaxies for system in galaxy.systems]
        return not any(cubes for system in systems for cubes in system.colonies.values())

    def paying(self, seat: str) -> list[tuple[str, Pay]]:
        """The galaxies that a seat could score now, in their order."""
        return list(payable(self._state, seat).items())

    def standing(self, galaxy: str) -> list[tuple[str, int, bool]]:
        """Who has cubes in a galaxy: the most first, with whom it would pay as a majority."""
        there = (self._state.galaxies or {})[galaxy]
        found = [
            (seat, there.cubes(seat), leads(self._state, there, seat))
            for seat in self._state.order
            if there.cubes(seat)
        ]
        return sorted(found, key=lambda each: -each[1])

    def answers(self) -> list[tuple[str, Message | str]]:
        """What can be chosen now, with the words for it; nothing where a number is asked."""
        kind, options = question(self._state) or ("", ())
        return [(option, answer(self._state, kind, option)) for option in options]

    def number_asked(self) -> bool:
        kind, _ = question(self._state) or ("", ())
        return kind in NUMBERS


def facts_of(group: str, covered: Sequence[str] = ()) -> Iterator[tuple[str, Message]]:
    """Every number of a group of facts, by its path; without what is covered in this game."""
    for path, kind in KIND_OF.items():
        if path[1] != group or path[2] in covered:
            continue
        if kind == "number" and (name := fact(path[1:])):
            yield ".".join(path), name
