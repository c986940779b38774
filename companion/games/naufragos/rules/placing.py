"""Placing pawns (rulebook, "Acciones"), with every reason why one may not stand somewhere."""

from companion.errors import Refusal
from companion.games.naufragos.model import terms
from companion.games.naufragos.model.camp_events import FireFed, PawnPlaced
from companion.games.naufragos.model.events import TasksAdded
from companion.games.naufragos.model.state import State
from companion.games.naufragos.rules.camp import tasks_of
from companion.games.naufragos.rules.cards import card_of, card_of_kind
from companion.games.naufragos.rules.consequences import Rule
from companion.games.naufragos.rules.people import living, present, spend
from companion.games.naufragos.rules.tasks import carry_on
from companion.games.shared.inputs import is_number
from companion.i18n.message import Message, say

CAMP_KINDS = ("camp", "plot", "coast", "interior", "heart")


def place(state: State, pawn: str, action: str, where: str | None) -> Rule:
    """A pawn on an action: its printed energy is spent at once."""
    white = pawn == terms.WHITE
    seat = state.first if white else pawn
    check_pawn(state, seat, action, white=white)
    card = camp_card(state, where) if action == terms.CAMP else None
    space = free_space(state, action, where, card)
    if action == terms.SALVAGE and not state.wreck.ashore:
        raise Refusal("no_wreck", say("Nothing has come ashore."))
    if card == terms.FISH and state.label == terms.STORM:
        raise Refusal("no_fishing", say("Nobody fishes in a storm."))
    known = state.cards.get(terms.FISHING if card == terms.FISH else card or "")
    cost = state.box.actions[action][space] + ((known.energy or 0) if known else 0)
    state = yield from spend(state, seat, cost, action)
    state = yield PawnPlaced(seat, action, space, card, white)
    if white and (action != terms.CAMP or card == terms.FISH):
        state = yield TasksAdded((tasks_of(action, seat, card),))
    return (yield from carry_on(state))


def check_pawn(state: State, seat: str, action: str, *, white: bool) -> None:
    """May this pawn go onto that action at all?"""
    if action not in terms.ACTIONS:
        words = say(
            "There is no action {action}; there is {all}.",
            action=action,
            all=", ".join(terms.ACTIONS),
        )
        raise Refusal("unknown_action", words)
    if white:
        check_white(state, seat, action)
    else:
        present(state, seat)
        if not state.castaways[seat].pawns:
            raise Refusal("no_pawns", say("{who} has used both pawns.", who=terms.COLOURS[seat]))
    if state.does(seat, action) and not (white and state.solo):
        raise Refusal(
            "same_action", say("{who} does that already this turn.", who=terms.COLOURS[seat])
        )


def check_white(state: State, seat: str, action: str) -> None:
    """The first player's extra action: in camp only, or alone on the island anything at home."""
    living(state, seat)
    if action == terms.EXPLORE or (action != terms.CAMP and not state.solo):
        raise Refusal(
            "camp_only", say("The white pawn goes to camp; in a solo game, anywhere but exploring.")
        )
    if state.place(seat) != terms.CAMP or seat in state.lost_at_dawn:
        raise Refusal("lost", say("{who} was lost when this began.", who=terms.COLOURS[seat]))
    if state.white:
        raise Refusal("no_pawns", say("The white pawn is used already."))


def camp_card(state: State, where: str | None) -> str | None:
    """Which camp card; fishing is called by its name. Without one it is unnamed."""
    if where is None:
        return None
    if where in (terms.FISH, terms.FISHING):
        return terms.FISH
    return card_of_kind(state, where, *CAMP_KINDS).number


def free_space(state: State, action: str, where: str | None, card: str | None) -> int:
    """The first free space, or the rest space that was named."""
    spaces, taken = state.box.actions[action], state.actions[action]
    full = Refusal("no_space", say("{action}: no space is free.", action=terms.ACTIONS[action]))
    if action == terms.REST:
        if where is None:
            free = (at for at, pawn in enumerate(taken) if pawn is None)
            if (first := next(free, None)) is None:
                raise full
            return first
        if not is_number(where) or not 1 <= int(where) <= len(taken):
            raise Refusal("impossible_value", say("There are rest spaces 1 to {n}.", n=len(taken)))
        if taken[int(where) - 1] is not None:
            raise full
        return int(where) - 1
    if where is not None and action != terms.CAMP:
        raise Refusal("impossible_value", say("A pawn goes onto the first free space."))
    if len(taken) >= len(spaces) or (card is not None and card in state.cards_used):
        raise full
    return len(taken)


def feed(state: State) -> Rule:
    """A wood from the store onto the fire: at any time of the actions, by anybody."""
    if state.stage != "actions":
        raise Refusal("not_your_stage", say("The fire is fed during the actions."))
    if not state.fire.lit:
        raise Refusal("fire_out", say("The fire is out: it must be lit again."))
    if state.fire.wood:
        raise Refusal("already_fed", say("There is a wood on the fire already."))
    if not state.store.wood:
        raise Refusal("no_wood", say("There is no wood in the store."))
    state = yield FireFed()
    return (yield from carry_on(state))


CARDS = "cards"


def pawns_flaw(state: State, action: str, value: object) -> Message | None:
    """What a list of pawns, or of the camp cards that they are on, should be if it is not."""
    spaces = len(state.box.actions[terms.CAMP if action == CARDS else action])
    most = {
        terms.REST: spaces,
        terms.CAMP: len(state.cards_used),
        CARDS: len(state.actions[terms.CAMP]),
    }
    if not isinstance(value, list) or len(value) != most.get(action, min(len(value), spaces)):
        return say("a list with a place for each of them")
    placed = [each for each in value if each is not None]
    if len(placed) != len({str(each) for each in placed}):
        return say("a list in which nothing is twice")
    if action == CARDS:
        for card in placed:
            if card != terms.FISH:
                card_of(state, str(card))
        return None
    pawns = (*state.seats, terms.WHITE) if action == terms.CAMP else state.seats
    allowed = (*pawns, None) if action == terms.REST else pawns
    fits = all(each in allowed for each in value)
    return None if fits else say("a list of {words}", words=", ".join(pawns))
