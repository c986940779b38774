"""The play areas: five stacks a power, the tags that count in them, the actions that are left."""

from collections import Counter
from collections.abc import Iterable, Iterator, Mapping

from companion.errors import Refusal
from companion.games.daybreak.model.card import Action, Card, Names, Project, kind_by_number
from companion.games.daybreak.model.state import Slot, State
from companion.games.daybreak.model.terms import STACKS
from companion.message import say


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


def refuse_alone(state: State, card: Card) -> None:
    """Cards with the mark against solo play are taken out of that game."""
    if state.players == 1 and not card.solo:
        raise Refusal(
            "not_for_solo", say("{card} is not for the solo game: draw another.", card=card.number)
        )


def tags_of(state: State, cards: Iterable[str]) -> Counter[str]:
    """The tags of some cards, counted; unknown tags count once somebody enters them."""
    return Counter(tag for number in cards for tag in card_of(state, number).tags or ())


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


def forbidden_by(crisis: str) -> Refusal:
    return Refusal("forbidden", say("The ongoing crisis {card} forbids it.", card=crisis))


def limit_of(action: Action, tags: Mapping[str, int]) -> int | None:
    """How often an action may be taken in a round; None is as often as it is paid for."""
    if action.limit is None:
        return None
    return 1 if action.limit == "round" else tags.get(action.limit, 0)


def uses_left(state: State, stack: tuple[str, ...]) -> int | None:
    """What is left this round of the front card's action; None where nothing limits it."""
    action = card_of(state, stack[0]).action if stack else None
    if action is None or action.limit is None:
        return None
    limit = limit_of(action, tags_of(state, stack))
    return None if limit is None else max(0, limit - state.uses.get(stack[0], 0))


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
    tags = tags_of(state, slot.tucked)
    needed = needs_of(state, rules)
    return bool(needed) and all(tags[tag] >= n for tag, n in needed.items())


def needs_of(state: State, rules: Project) -> dict[str, int]:
    """The tags to tuck, for this many players."""
    many = state.players > 2 and rules.needs_of_many
    times = state.players if rules.per_player else 1
    return {tag: n * times for tag, n in (rules.needs_of_many if many else rules.needs).items()}
