"""The play areas: five stacks a power, projects and crises, and what they lay down."""

from collections.abc import Iterator, Mapping

from companion.errors import Refusal
from companion.games.daybreak.model.card import Card, Project, kind_by_number
from companion.games.daybreak.model.state import State
from companion.games.daybreak.model.terms import STACKS
from companion.games.shared.names import Names
from companion.i18n.message import say


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


def needs_of(state: State, rules: Project) -> dict[str, int]:
    """The tags to tuck, for this many players."""
    many = state.players > 2 and rules.needs_of_many
    times = state.players if rules.per_player else 1
    return {tag: n * times for tag, n in (rules.needs_of_many if many else rules.needs).items()}
