"""What happened, in words: each event as a sentence, and the reason of a tie."""

from collections.abc import Iterator

from companion.games.council_of_shadows.model import board_events as b
from companion.games.council_of_shadows.model import events as e
from companion.games.council_of_shadows.model.state import State
from companion.games.council_of_shadows.model.terms import SEATS, STAGES, roman
from companion.games.council_of_shadows.text.names import REASONS, gems, named, upgrade, whose, why
from companion.games.shared.text import joined
from companion.i18n.message import Message, count, say, signed


def tell(state: State, event: e.Event) -> Message | None:
    """An event as a sentence, from the state before it."""
    match event:
        case e.RoundBegan(number):
            return say("Round {n}.", n=number)
        case e.StageBegan(stage):
            return say("Now: {stage}.", stage=STAGES[stage])
        case e.TurnBegan(seat):
            return say("It is {seat}'s turn.", seat=SEATS[seat])
        case b.Revealed(seat, printed, moved):
            return revealed(state, seat, printed, moved)
        case b.OrderFound(order):
            return say("New order: {order}.", order=joined(in_order(state, order)))
        case b.LevelReached(seat, level):
            return say(
                "{seat} rises to level {level}: {energy} − {consumption} = {left} energy.",
                seat=SEATS[seat],
                level=roman(level),
                energy=state.players[seat].energy,
                consumption=state.players[seat].consumption,
                left=state.players[seat].energy - state.players[seat].consumption,
            )
        case b.ThroneTaken(seat):
            return say("{seat} takes the throne: this is the last round.", seat=SEATS[seat])
        case b.DarkTaken(seat, card):
            return say("{seat} takes {card}.", seat=SEATS[seat], card=named(state, card))
        case b.ConsumptionLowered(seat, by):
            return say("{seat}: consumption −{n}.", seat=SEATS[seat], n=by)
        case b.ReachRaised(seat, id):
            return say("{seat}: {what}.", seat=SEATS[seat], what=upgrade(id))
        case e.GameEnded(winners, reason):
            return ending(winners, reason)
        case b.EnergyGained(seat, energy, reason) if energy or reason:
            now = state.players[seat].energy + energy
            return because(
                state,
                reason,
                say("{seat}: {by} energy, {now} now", seat=SEATS[seat], by=signed(energy), now=now),
            )
        case b.GemsChanged(seat, found, reason):
            return because(state, reason, say("{seat}: {gems}", seat=SEATS[seat], gems=gems(found)))
        case b.BonusTaken(seat, cards, kept, reason) if kept < cards:
            swapped = say("{seat} has four bonus cards: swap one, or not", seat=SEATS[seat])
            return because(state, reason, swapped)
        case b.BonusTaken(seat, cards, _, reason):
            drawn = count(
                "{seat} draws {n} light bonus card",
                "{seat} draws {n} light bonus cards",
                cards,
                seat=SEATS[seat],
            )
            return because(state, reason, drawn)
        case b.Bought(seat, _, _, paid) if paid and any(paid.values()):
            return say("{seat} pays {gems}.", seat=SEATS[seat], gems=gems(paid))
        case b.Scored(seat, galaxy, True):
            return say("{seat} leads: {galaxy}.", **whose(seat, galaxy))
        case b.Scored(seat, galaxy, _):
            return say("{seat} does not lead: {galaxy}.", **whose(seat, galaxy))
        case b.CubeRemoved(seat, galaxy, space) if space is not None:
            return say(
                "{seat} takes a cube off space {n}: {galaxy}.", **whose(seat, galaxy), n=space
            )
        case b.CubeRemoved(seat, galaxy):
            return say("{seat} takes a cube off: {galaxy}.", **whose(seat, galaxy))
        case b.CardsSlid(seat):
            return say("{seat}'s cards slide one slot to the right.", seat=SEATS[seat])
        case b.BonusCounted(seat, card, number):
            values = {"seat": SEATS[seat], "card": named(state, card), "n": number}
            return say("{seat} counts {n}: {card}.", **values)
    return None


def because(state: State, reason: str, what: Message) -> Message:
    """A sentence with what it came from in brackets."""
    known = why(state, reason)
    if known is None:
        return Message("{what}.", {"what": what})
    return Message("{what} ({why}).", {"what": what, "why": known})


def revealed(state: State, seat: str, printed: int, moved: int) -> Message:
    now = state.players[seat].consumption + moved
    values = {"seat": SEATS[seat], "by": signed(moved), "now": now}
    if printed != moved:
        return say(
            "{seat} consumes {by} instead of {all}: {now} now, as far as the token goes.",
            **values,
            all=signed(printed),
        )
    return say("{seat} consumes {by}: {now} now.", **values)


def ending(winners: tuple[str, ...], reason: str) -> Message:
    names = joined(SEATS[seat] for seat in winners)
    if len(winners) > 1:
        return say("{winners} share the victory: {reason}.", winners=names, reason=REASONS[reason])
    return say("{winners} wins: {reason}.", winners=names, reason=REASONS[reason])


# --- the order of turns --------------------------------------------------------------------------


def in_order(state: State, order: tuple[str, ...]) -> Iterator[Message]:
    """Every seat with its order token, and why it stands before the next one in a tie."""
    for at, seat in enumerate(order, start=1):
        told = Message("{n} {seat}", {"n": at, "seat": SEATS[seat]})
        reason = tie_reason(state, seat, order[at]) if at < len(order) else None
        yield Message("{who} ({why})", {"who": told, "why": reason}) if reason else told


def tie_reason(state: State, seat: str, behind: str) -> Message | None:
    """Why a seat is before another one that consumes as much; None where it consumes more."""
    one, other = state.players[seat], state.players[behind]
    if one.round_consumption != other.round_consumption:
        return None
    if one.energy != other.energy:
        return say("more energy than {seat}", seat=SEATS[behind])
    return say("on {n} before {seat}", n=one.energy, seat=SEATS[behind])
