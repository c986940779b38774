"""Phase 2, plan: what is laid in secret, the reveal, and the order of turns with all its ties."""

from companion.errors import Refusal
from companion.games.council_of_shadows.model import board_events as b
from companion.games.council_of_shadows.model.box import consumption_path
from companion.games.council_of_shadows.model.inputs import NOTHING
from companion.games.council_of_shadows.model.state import Player, State
from companion.games.council_of_shadows.model.terms import LEAST_CONSUMPTION, MOST_CONSUMPTION
from companion.games.council_of_shadows.rules import checks
from companion.games.council_of_shadows.rules.consequences import Rule
from companion.i18n.message import say

ANY_SUM = checks.Between(-99, 99)
AIS_SLOT = 0


def lay_card(state: State, card: str, seat: str, slot: int) -> Rule:
    """A card on top of a slot; a second one in the same planning replaces the first."""
    kind = "" if card == NOTHING else checks.known_card(card)
    player = checks.known_seat(state, seat)
    checks.known_slot(player, slot)
    checks.nothing_asked(state)
    checks.only_in(state, "plan")
    checks.tracked(state, "cards")
    if kind not in ("", "action", "ai"):
        raise checks.wrong_kind(card)
    elsewhere = [each for at, each in player.plan.cards.items() if at != str(slot)]
    if kind and (card not in (player.hand or ()) or card in elsewhere):
        raise Refusal("not_in_hand", say("That card is not in this hand."))
    return (yield b.Planned(seat, slot, card if kind else None))


def turn_automa_card(state: State, card: str, seat: str) -> Rule:
    """The AI's card of this round."""
    player = checks.known_seat(state, seat)
    checks.nothing_asked(state)
    checks.only_in(state, "plan")
    if not player.automa:
        raise checks.wrong_kind(card)
    return (yield b.Planned(seat, AIS_SLOT, card))


def say_number(state: State, seat: str, number: int | None) -> Rule:
    """The round's consumption as a number, which wins over the cards."""
    checks.known_seat(state, seat)
    checks.nothing_asked(state)
    checks.only_in(state, "plan")
    if number is not None:
        ANY_SUM.check(number)
    return (yield b.NumberPlanned(seat, number))


# --- what a plan leads to ------------------------------------------------------------------------


def top_cards(player: Player) -> tuple[str | None, ...]:
    """What would lie on top of each slot at the reveal."""
    if player.automa:
        return (player.plan.cards.get(str(AIS_SLOT)),)
    return tuple(
        player.plan.cards.get(str(at)) or (pile[0] if pile else None)
        for at, pile in enumerate(player.slots or (), start=1)
    )


def ready(state: State, seat: str) -> bool:
    """Has this seat planned all that its reveal needs?"""
    player = state.players[seat]
    if state.stage != "plan":
        return False
    if player.plan.number is not None:
        return True
    if not player.automa and not state.tracks("cards"):
        return state.perpetual(seat)
    return all(top_cards(player))


def planned_sum(state: State, seat: str) -> int:
    """What a seat consumes in this round, before the ends of the track."""
    player = state.players[seat]
    if state.perpetual(seat):
        return 0
    if player.plan.number is not None:
        return player.plan.number
    return sum(state.box.consumption(card) for card in top_cards(player) if card)


def unverified(state: State, seat: str) -> tuple[str, ...]:
    """The cards of a plan whose consumption nobody has read, if it matters."""
    player = state.players[seat]
    if player.plan.number is not None or state.perpetual(seat):
        return ()
    return tuple(
        card
        for card in top_cards(player)
        if card and state.box.rests_on_a_stand_in(".".join(consumption_path(card)))
    )


def consumption_steps(player: Player, by: int) -> int:
    """How far the consumption token really moves: up to 100; down to 20 and above the energy."""
    if by >= 0:
        return min(by, MOST_CONSUMPTION - player.consumption)
    floor = max(LEAST_CONSUMPTION, player.energy + 1)
    return min(0, max(player.consumption + by, floor) - player.consumption)


def reveal(state: State) -> Rule:
    """The tokens move and the order tokens are handed out."""
    waiting = [seat for seat in state.seats if not ready(state, seat)]
    if waiting:
        raise Refusal("plan_due", say("Not everybody has planned yet."))
    for seat in state.seats:
        printed = planned_sum(state, seat)
        moved = consumption_steps(state.players[seat], printed)
        state = yield b.Revealed(seat, printed, moved, bool(unverified(state, seat)))
    return (yield b.OrderFound(new_order(state)))


def new_order(state: State) -> tuple[str, ...]:
    """Most consumption of this planning first; ties by energy, then by who came there first."""

    def rank(seat: str) -> tuple[int, int, int]:
        player = state.players[seat]
        return -(player.round_consumption or 0), -player.energy, player.arrived

    return tuple(sorted(state.seats, key=rank))


def ties(state: State) -> tuple[str, ...]:
    """The seats as a tie in consumption would order them now."""
    return tuple(
        sorted(
            state.seats, key=lambda seat: (-state.players[seat].energy, state.players[seat].arrived)
        )
    )
