"""What the phone page shows beside the state document: names, cards in words, and what can be done.

The templates of the page are in ``web/games/daybreak``; whatever they ask for that is not on the
table is refused with a sentence.
"""

import json
from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass
from itertools import permutations

from companion.errors import Refusal
from companion.games.daybreak.model import terms
from companion.games.daybreak.model.box import NUMBERS as REFERENCE_NUMBERS
from companion.games.daybreak.model.box import SOLO as SOLO_CARD
from companion.games.daybreak.model.card import Card
from companion.games.daybreak.model.stacks import (
    Tally,
    card_name,
    card_of,
    in_no_hand,
    needs_of,
    printed_numbers,
    span,
    tally,
    uses_left,
)
from companion.games.daybreak.model.state import Setup, Slot, State, setup_for
from companion.games.daybreak.odds.page import OutlookPage
from companion.games.daybreak.rules.actions import local_action, why_not
from companion.games.daybreak.rules.answers import COUNTED, ON_BOARD, check_change, there
from companion.games.daybreak.rules.corrections import CORRECTIONS
from companion.games.daybreak.rules.face_up_crises import due_face_up
from companion.games.daybreak.rules.play_area import seated
from companion.games.daybreak.rules.projects import slot_of
from companion.games.daybreak.rules.prompts import question
from companion.games.daybreak.text.cards import OWNERS, action_words, describe
from companion.games.daybreak.text.effects import effect_words
from companion.games.daybreak.text.instructions import asker, choice, crises_left, reminders
from companion.games.daybreak.text.names import EFFECT_OF, celsius, named, number
from companion.games.daybreak.text.short_words import RESILIENCE_KINDS
from companion.games.shared.corrections import NumberPage
from companion.games.shared.icons import Icons
from companion.games.shared.inputs import is_number
from companion.i18n.message import Message, count, say

NAMELESS = "?"
MOST_BY_HAND = 9
"""As much of a kind as one card changes."""


@dataclass(frozen=True, slots=True)
class Stack:
    """One of a power's five stacks, as people see it."""

    place: int
    front: Card | None
    behind: tuple[Card, ...]
    tags: Tally
    uses_left: tuple[int, int] | None
    """At least and at most."""
    lines: tuple[Message, ...]
    """What the action of the front card does."""
    discards: int
    """Hand cards that the action costs."""
    why_not: Message | None
    """Why the action cannot be taken now."""


@dataclass(frozen=True, slots=True)
class Project:
    """A Global Project in play, with what is still to be tucked under it."""

    card: Card
    active: bool
    tags: Tally
    needs: Mapping[str, int]
    acts: bool
    """May powers do something with it, now that it is active?"""
    spends: bool
    """Is that paid with cards that lie under it?"""
    discards: int
    """Hand cards that it costs."""


@dataclass(frozen=True, slots=True)
class WayToSit:
    """Who has whom on the right: the one before in this order, and the first one the last."""

    seats: tuple[str, ...]
    line: str
    """What puts it right."""


class Page(NumberPage):
    icons = Icons(__package__)
    corrections = CORRECTIONS
    number = staticmethod(number)
    celsius = staticmethod(celsius)
    span = staticmethod(span)
    describe = staticmethod(describe)
    powers = terms.POWERS
    emissions = terms.EMISSIONS
    resiliences = terms.RESILIENCES
    resilience_kinds = RESILIENCE_KINDS
    effects = terms.EFFECTS
    effect_of = EFFECT_OF
    sinks = terms.SINKS
    tags = terms.TAGS
    dice = terms.DICE
    stages = terms.STAGES
    difficulties = terms.DIFFICULTIES
    last_round = terms.LAST_ROUND
    most_bands = terms.BANDS_TO_LOSE
    most_communities = terms.COMMUNITIES_TO_LOSE

    def __init__(self, state: State) -> None:
        super().__init__(state)
        self.outlook = OutlookPage(state)

    # --- set-up ----------------------------------------------------------------------------------

    def other_ways_to_sit(self) -> Iterator[WayToSit]:
        """Every other order round the table; with whom it begins does not matter."""
        first, *others = self._state.seats
        for rest in permutations(others):
            if (first, *rest) != self._state.seats:
                yield WayToSit((first, *rest), f"set seats {json.dumps((first, *rest))}")

    def setup(self, seats: Sequence[str]) -> Setup | None:
        """What these powers start with together; None without any."""
        known = tuple(seat for seat in terms.POWERS if seat in seats)
        return setup_for(known) if known else None

    def fact_groups(self, seats: Sequence[str]) -> Sequence[tuple[Message, Mapping[str, Message]]]:
        """The facts that matter with these powers: each one's Reference card, and the board."""
        cards = [seat for seat in terms.POWERS if seat in seats]
        if len(seats) == 1:
            cards = [SOLO_CARD]
        groups = [(OWNERS[card], dict(reference_facts(card))) for card in cards]
        tracks = {f"facts.tracks.{effect}": name for effect, name in terms.EFFECTS.items()}
        rest = {
            f"facts.crisis_cards.{n}": count(
                "Crisis cards with {n} band", "Crisis cards with {n} bands", n
            )
            for n in range(terms.BANDS_TO_LOSE)
        }
        rest["facts.geoengineering"] = terms.DICE["geoengineering"]
        others = ((say("Planetary tracks"), tracks), (say("Thermometer and die"), rest))
        return (*groups, *others)

    # --- cards -----------------------------------------------------------------------------------

    def name(self, word: str) -> Message | str:
        return named(self._state, word)

    def card(self, card: str) -> Card:
        return card_of(self._state, card)

    def card_name(self, card: Card) -> Message | str:
        """Its name alone; the number where nobody knows a name."""
        return card.number if card.name.en in (NAMELESS, card.number) else card_name(card)

    def tags_missing(self, card: Card) -> bool:
        return card.unread_tags > 0

    def stacks(self, seat: str) -> list[Stack]:
        seated(self._state, seat)
        return [self.stack(seat, place) for place in range(1, terms.STACKS + 1)]

    def stack(self, seat: str, place: int | str) -> Stack:
        """A stack by the number of its place, as a page's address may say it."""
        place = int(place) if is_number(str(place)) else 0
        seated(self._state, seat)
        if not 1 <= place <= terms.STACKS:
            raise Refusal("no_such_stack", say("A power has stacks 1 to {n}.", n=terms.STACKS))
        cards = self._state.powers[seat].stacks[place - 1]
        if not cards:
            return Stack(place, None, (), Tally({}), None, (), 0, None)
        front, *behind = (card_of(self._state, card) for card in cards)
        why = why_not(self._state, local_action(self._state, seat, place))
        return Stack(
            place,
            front,
            tuple(behind),
            tally(self._state, cards),
            uses_left(self._state, cards),
            tuple(action_words(front.action)) if front.action else (),
            front.action.discard if front.action else 0,
            why.message if why else None,
        )

    def projects(self) -> list[Project]:
        return [self._project(slot) for slot in self._state.globals]

    def project(self, card: str) -> Project:
        return self._project(slot_of(self._state, card))

    def _project(self, slot: Slot) -> Project:
        card = card_of(self._state, slot.number)
        rules = card.project
        action = rules.action if rules else None
        spends = rules is not None and bool(rules.spend_draw or rules.spend_for_die)
        return Project(
            card,
            slot.active,
            tally(self._state, slot.tucked),
            needs_of(self._state, rules) if rules else {},
            acts=slot.active and (rules is None or action is not None or spends),
            spends=spends,
            discards=action.discard if action else 0,
        )

    def tucked(self, card: str) -> list[Card]:
        """What lies under a project or a crisis."""
        slots = {slot.number: slot.tucked for slot in self._state.globals}
        under = {**self._state.crises.tucked, **slots}
        return [self.card(each) for each in under.get(card, ())]

    def off_table(self, *kinds: str) -> Iterator[Card]:
        """Cards of these kinds that lie nowhere yet: what somebody can hold in their hand. Of a
        card that is in no pack there is the number."""
        everywhere = printed_numbers(self._state) | set(self._state.cards)
        for each in sorted(everywhere - in_no_hand(self._state)):
            card = card_of(self._state, each)
            if card.kind in kinds:
                yield card

    def hand(self, seat: str) -> list[Card]:
        """The cards of a hand that somebody has told of."""
        power = self._state.powers.get(seat)
        return [self.card(number) for number in power.hand] if power else []

    def laid(self, seat: str) -> list[Card]:
        """The cards of a power's stacks."""
        seated(self._state, seat)
        return [self.card(card) for stack in self._state.powers[seat].stacks for card in stack]

    def crises_to_show(self) -> list[Card]:
        """Those that lie face up, and then what the deck may still have."""
        face_up = [self.card(number) for number in self._state.crises.face_up]
        return [*face_up, *self.off_table("crisis")]

    def in_reach(self, seat: str) -> Iterator[Card]:
        """The cards that a power may hold: not those that somebody else has told of, and no
        starting cards of others."""
        own = "solo" if self._state.players == 1 else seat
        told = {card for other in self._state.powers.values() for card in other.hand}
        for card in self.off_table("local", "starting"):
            if card.power in (None, own) and card.number not in told:
                yield card

    # --- what is asked and what comes next -------------------------------------------------------

    def asked_by(self) -> Message | None:
        """Who is asked, and by which card."""
        return asker(self._state) if self._state.tasks else None

    def unread_in(self, stack: Stack) -> list[Card]:
        """The cards of a stack of which nobody has read all tags."""
        return [card for card in (stack.front, *stack.behind) if card and self.tags_missing(card)]

    def reminders(self, seat: str) -> tuple[Message, ...]:
        """What one power easily forgets."""
        return tuple(reminders(self._state, (seat,)))

    @property
    def _acting(self) -> str:
        power: str = self._state.tasks[0].power if self._state.tasks else self._state.seats[0]
        return power

    def countable(self) -> Iterator[tuple[str, Message, int]]:
        """What a card may have changed that people carried out: its id, its name, how many."""
        for token in COUNTED:
            name = number(token.rpartition(".")[2])
            yield token, name, self._state.owned(self._acting, token)
        for token in ON_BOARD:
            yield token, number(token), there(self._state, token)

    def changes(self, token: str) -> tuple[int, int]:
        """How much of it can go by hand, and come."""
        possible = [by for by in range(-MOST_BY_HAND, MOST_BY_HAND + 1) if self._can(token, by)]
        return (possible[0], possible[-1]) if possible else (0, 0)

    def _can(self, token: str, by: int) -> bool:
        try:
            check_change(self._state, self._acting, token, by)
        except Refusal:
            return False
        return True

    def crises_left(self) -> int:
        """Crisis cards of this round that nobody has resolved yet."""
        return crises_left(self._state)

    def to_resolve(self) -> list[Card]:
        """Those of them that lie face up, in order: the first one is next."""
        if self._state.stage != "crisis":
            return []
        return [self.card(number) for number in due_face_up(self._state)[:1]]

    def answers(self) -> list[tuple[str, Message]]:
        """What can be chosen now, with the words for it."""
        asked = question(self._state) if self._state.tasks else None
        if asked is None:
            return []
        kind, options = asked
        if kind == "one_of":
            choices = zip(options, self._state.tasks[0].choices, strict=True)
            return [(key, effect_words(task.effect)) for key, task in choices if task.effect]
        return [(option, choice(self._state, option)) for option in options]


def reference_facts(card: str) -> Iterator[tuple[str, Message]]:
    """Everything that a Reference card prints, by the path of the fact."""
    own = f"powers.{card}"
    for name in REFERENCE_NUMBERS:
        yield f"{own}.{name}", number(f"facts.{name}")
    for kind, title in terms.EMISSIONS.items():
        yield f"{own}.emissions.{kind}", say("{kind} Emissions", kind=title)
    for kind, title in terms.RESILIENCES.items():
        yield f"{own}.resilience.{kind}", title
