"""Playing, tucking and discarding cards, and what is printed on them (rulebook pages 20 to 22)."""

from collections.abc import Sequence
from typing import get_args

from companion.errors import Refusal
from companion.games.daybreak.model import card_events as c
from companion.games.daybreak.model.card import MOST_TAGS, TAGGED, Card, Tag
from companion.games.daybreak.model.stacks import (
    called,
    card_of,
    in_play,
    lies_there,
    promised,
    refuse_alone,
)
from companion.games.daybreak.model.state import State
from companion.games.daybreak.model.terms import ANY_CARD, POWERS, STACKS, STAGES, TAGS
from companion.games.daybreak.rules.consequences import Rule
from companion.i18n.message import count, say


def play_card(state: State, card: str, power: str, stack: int) -> Rule:
    """A card from the hand goes in front of a stack, whatever its requirement says."""
    only_in(state, "local")
    stack_of(state, power, stack)
    check_own(state, card, power)
    return (yield c.CardPlayed(power, stack - 1, card))


def tuck_card(state: State, card: str, power: str, stack: int, behind: int | None) -> Rule:
    """A card from the hand goes behind a stack, or behind its first few cards."""
    only_in(state, "local")
    there = stack_of(state, power, stack)
    if not there:
        raise Refusal("empty_stack", say("Stack {n} is empty: play a card there.", n=stack))
    check_own(state, card, power)
    position = len(there) if behind is None else behind
    if not 1 <= position <= len(there):
        places = count(
            "The stack has {n} card to tuck behind.",
            "The stack has {n} cards to tuck behind.",
            len(there),
        )
        raise Refusal("no_such_place", places)
    return (yield c.CardTucked(power, stack - 1, card, position))


def discard_card(state: State, card: str, power: str) -> Rule:
    """A card leaves the hand, or the play area."""
    seated(state, power)
    own = {number for stack in state.powers[power].stacks for number in stack}
    if card != ANY_CARD and card not in own:
        from_hand(state, card)
    return (yield c.CardDiscarded(power, card))


def tell_hand(state: State, power: str, cards: Sequence[str]) -> Rule:
    """The cards of a power's hand, all that it wants to name."""
    seated(state, power)
    for card in cards:
        check_own(state, card, power)
    return (yield c.HandTold(power, tuple(cards)))


def seated(state: State, power: str) -> None:
    if power not in state.seats:
        words = say("{power} does not sit at this table.", power=POWERS.get(power, power))
        raise Refusal("unknown_power", words)


def stack_of(state: State, power: str, stack: int) -> tuple[str, ...]:
    seated(state, power)
    if not 1 <= stack <= STACKS:
        raise Refusal("no_such_stack", say("A power has stacks 1 to {n}.", n=STACKS))
    return state.powers[power].stacks[stack - 1]


def local_project(state: State, card: str) -> Card:
    known = card_of(state, card)
    if known.kind not in TAGGED:
        raise Refusal("wrong_kind", say("{card} is not a Local Project.", card=called(state, card)))
    return known


def from_hand(state: State, card: str) -> Card:
    """A Local Project that can come from a hand: it lies nowhere on the table."""
    known = local_project(state, card)
    if card in in_play(state):
        raise lies_there(state, card)
    refuse_promised(state, card)
    if state.discarded(card):
        words = say(
            "{card} was discarded: take it again once it is drawn.", card=called(state, card)
        )
        raise Refusal("discarded", words)
    return known


def refuse_promised(state: State, card: str) -> None:
    """What something waits to spend can be spent by nothing else."""
    if card in promised(state):
        words = say(
            "{card} is spoken for in the open question: take another.", card=called(state, card)
        )
        raise Refusal("already_there", words)


def check_own(state: State, card: str, power: str) -> None:
    """A card for a power's play area: the starting cards of the others stay in the box."""
    known = from_hand(state, card)
    refuse_alone(state, known)
    own = "solo" if state.players == 1 else power
    if known.power not in (None, own):
        words = say("{card} is the starting card of another power.", card=called(state, card))
        raise Refusal("not_yours", words)


def only_in(state: State, stage: str) -> None:
    if state.stage != stage:
        raise Refusal(
            "not_your_stage", say("Not now: that waits for the {stage}.", stage=STAGES[stage])
        )


# --- what a card prints --------------------------------------------------------------------------


def enter_tags(state: State, card: str, tags: Sequence[str]) -> Rule:
    """Somebody says which tags a card prints, all of them."""
    local_project(state, card)
    for tag in tags:
        if tag not in TAGS:
            raise Refusal("unknown_tag", say("There is no tag {tag}.", tag=tag))
    if len(tags) > MOST_TAGS:
        raise Refusal("too_many_tags", say("A card prints at most {n} tags.", n=MOST_TAGS))
    return (yield c.CardTagged(card, tuple(tags)))  # type: ignore[arg-type]


def counted_tags(state: State, number: str, tag: str, n: int) -> c.CardTagged:
    """A card prints so many tags of this kind, and nobody has said more of it than before."""
    card = card_of(state, number)
    others = tuple(each for each in card.tags or () if each != tag)
    tags = (*others, *(tag,) * n)
    counted = tuple(dict.fromkeys((*card.tags_counted, tag)))
    return as_far_as_read(number, tags, counted)


def one_tag(state: State, number: str, tag: str) -> c.CardTagged:
    """A card prints this tag, at least once."""
    card = card_of(state, number)
    return as_far_as_read(number, (*(card.tags or ()), tag), card.tags_counted)


def as_far_as_read(number: str, tags: tuple[str, ...], counted: tuple[str, ...]) -> c.CardTagged:
    """With three tags, or with every kind counted, nothing is left to be read."""
    if len(tags) == MOST_TAGS or set(counted) == set(get_args(Tag)):
        return c.CardTagged(number, tags)  # type: ignore[arg-type]
    return c.CardTagged(number, tags, "part", counted)  # type: ignore[arg-type]
