"""The play areas: what lies there, which rules it lays down, and the tags that count.

What is unknown is not zero: tags that nobody has read make a count a least and a most, and whoever
needs to know more asks for the tags of one card after the other.
"""

from collections import Counter
from collections.abc import Iterable, Iterator, Mapping
from dataclasses import dataclass

from companion.errors import Refusal
from companion.games.capabilities import Names
from companion.games.daybreak.model.card import Action, Card, Project, kind_by_number
from companion.games.daybreak.model.state import Slot, State
from companion.games.daybreak.model.terms import STACKS
from companion.i18n.message import Message, name, say

LAST_PRINTED = {"1.0": "1.133", "1.2": "1.224", "1.3": "1.323", "1.4": "1.447"}
"""The highest number of each kind of card that anybody has seen."""


def starting_stacks(cards: Mapping[str, Card], power: str) -> tuple[tuple[str, ...], ...]:
    """A power's five starting cards, one a stack, in the order of their numbers."""
    numbered = (
        card.number
        for card in cards.values()
        if card.kind == "starting" and card.power == power and not card.number.startswith("?")
    )
    laid = [(number,) for number in sorted(numbered)][:STACKS]
    return (*laid, *((),) * (STACKS - len(laid)))


def card_of(state: State, number: str) -> Card:
    """What is known of a card; one that is in no pack is known by its number alone."""
    if card := state.cards.get(number):
        return card
    if kind := kind_by_number(number):
        return Card(number=number, kind=kind, name=Names(en=number))
    raise Refusal("unknown_card", say("There is no card {card}.", card=number))


def printed_numbers(state: State) -> set[str]:
    """Every number that may be printed, whether a pack has the card or not."""
    numbers = {
        f"1.{number:03}"
        for first, last in LAST_PRINTED.items()
        for number in range(int(first[2:]) * 100, int(last[2:]) + 1)
    }
    return numbers | {number for number in state.cards if number[0].isdecimal()}


def card_name(card: Card) -> Message:
    """A card's name as its pack has it, in the reader's language where it is printed in it."""
    return name(card.name.en, es=card.name.es, pt=card.name.pt)


def called(state: State, number: str) -> Message | str:
    """A card by its printed number; one whose number nobody knows, by its name."""
    card = state.cards.get(number)
    return card_name(card) if card and number.startswith("?") else number


def refuse_alone(state: State, card: Card) -> None:
    """Cards with the mark against solo play are taken out of that game."""
    if state.players == 1 and not card.solo:
        words = say(
            "{card} is not for the solo game: draw another.", card=called(state, card.number)
        )
        raise Refusal("not_for_solo", words)


def lies_there(state: State, card: str) -> Refusal:
    words = say("{card} lies on the table already.", card=called(state, card))
    return Refusal("already_there", words)


def not_in_play(state: State, card: str) -> Refusal:
    return Refusal("not_in_play", say("{card} is not in play.", card=called(state, card)))


def in_play(state: State) -> Iterator[str]:
    """Every card that lies somewhere on the table."""
    for power in state.powers.values():
        for stack in power.stacks:
            yield from stack
    for slot in state.globals:
        yield slot.number
        yield from slot.tucked
    yield from state.crises.face_up
    yield from state.crises.ongoing
    for tucked in state.crises.tucked.values():
        yield from tucked


SPENDING = ("act", "use", "support")
"""Tasks that wait for tags before they spend cards."""


def promised(state: State, power: str | None = None) -> Iterator[str]:
    """Cards that are spent as soon as a question is answered, by one power or by any."""
    for task in state.tasks:
        if task.do in SPENDING and power in (None, task.power):
            yield from task.options


def in_no_hand(state: State) -> set[str]:
    """Every card that surely nobody holds now."""
    discarded = (card for card in state.discards if state.discarded(card))
    return {*in_play(state), *promised(state), *discarded}


def active_projects(state: State) -> Iterator[Project]:
    for slot in state.globals:
        if slot.active and (project := card_of(state, slot.number).project):
            yield project


def cards_of_projects(state: State) -> int:
    """What the active projects add to the cards that every power draws."""
    return sum(project.draw for project in active_projects(state))


def ongoing_rule(state: State, rule: str) -> str | None:
    """The crisis that goes on and lays down this rule, if there is one."""
    for number in state.crises.ongoing:
        crisis = card_of(state, number).crisis
        if crisis and crisis.ongoing == rule:
            return number
    return None


def forbidden_by(state: State, crisis: str) -> Refusal:
    return Refusal(
        "forbidden", say("The ongoing crisis {card} forbids it.", card=called(state, crisis))
    )


def needs_of(state: State, rules: Project) -> dict[str, int]:
    """The tags to tuck, for this many players."""
    many = state.players > 2 and rules.needs_of_many
    times = state.players if rules.per_player else 1
    return {tag: n * times for tag, n in (rules.needs_of_many if many else rules.needs).items()}


UNKNOWN = "?"


@dataclass(frozen=True, slots=True)
class Tally:
    """The tags of some cards."""

    counted: Mapping[str, int]
    """By name; those that are surely there."""
    unread: tuple[Card, ...] = ()
    """The cards that may print more."""

    def least(self, tag: str) -> int:
        return self.counted.get(tag, 0)

    def most(self, tag: str) -> int:
        return self.least(tag) + sum(room(card, tag) for card in self.unread)

    def sure(self, tag: str) -> bool:
        return self.least(tag) == self.most(tag)

    def first_unread(self, tag: str) -> str | None:
        """The first card of which it is not known how many of these tags it prints."""
        return next((card.number for card in self.unread if room(card, tag)), None)


def room(card: Card, tag: str) -> int:
    """How many more tags of this kind a card may print than are known."""
    return 0 if tag in card.tags_counted else card.unread_tags


def tally(state: State, cards: Iterable[str]) -> Tally:
    counted: Counter[str] = Counter()
    unread: list[Card] = []
    for number in cards:
        card = card_of(state, number)
        counted.update(card.tags or ())
        if card.unread_tags:
            unread.append(card)
    return Tally(dict(counted), tuple(unread))


def span(least: int, most: int) -> str:
    """A number that may be more: ``2 + ?``, and ``0 + ?`` where nothing of it is known."""
    return str(least) if least == most else f"{least} + {UNKNOWN}"


def limit_of(action: Action, tags: Tally) -> tuple[int, int] | None:
    """How often an action may be taken in a round, at least and at most; None is without limit."""
    if action.limit is None:
        return None
    return (
        (1, 1) if action.limit == "round" else (tags.least(action.limit), tags.most(action.limit))
    )


def uses_left(state: State, stack: tuple[str, ...]) -> tuple[int, int] | None:
    """What is left this round of the front card's action, at least and at most."""
    action = card_of(state, stack[0]).action if stack else None
    limit = limit_of(action, tally(state, stack)) if action else None
    if limit is None:
        return None
    used = state.uses.get(stack[0], 0)
    return max(0, limit[0] - used), max(0, limit[1] - used)


def met(state: State, slot: Slot) -> bool:
    """Is what a project needs there? One whose text nobody could read never activates by itself."""
    rules = card_of(state, slot.number).project
    if rules is None:
        return False
    if rules.store:
        return True
    if rules.none_left:
        path = tuple(rules.none_left.split("."))
        return any(state.number(("powers", seat, *path)) == 0 for seat in state.seats)
    tags = tally(state, slot.tucked)
    needed = needs_of(state, rules)
    return bool(needed) and all(tags.least(tag) >= n for tag, n in needed.items())


def undecided(state: State, rules: Project, tucked: Iterable[str]) -> tuple[str, str] | None:
    """The card, and the kind of tag, that may make a project active with these cards under it."""
    tags = tally(state, tucked)
    for tag, needed in needs_of(state, rules).items():
        if tags.least(tag) < needed <= tags.most(tag):
            card = tags.first_unread(tag)
            return (card, tag) if card else None
    return None
