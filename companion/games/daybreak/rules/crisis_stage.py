"""The Crisis stage (rulebook pages 28 to 31): effects, targets, losses."""

from collections.abc import Callable

from companion.errors import Refusal
from companion.games.daybreak.model import events as e
from companion.games.daybreak.model.state import State
from companion.games.daybreak.rules.consequences import Rule
from companion.i18n.message import count, say


def begin_crisis_stage(state: State) -> Rule:
    """One roll of the Planetary Effects die for each Temperature Band."""
    if bands := state.thermometer.bands:
        state = yield e.RollsChanged(bands)
    return state


def advance_track(state: State, effect: str) -> Rule:
    """The token moves one space; on a Tipping Point, and at the end of its track, it acts."""
    track = state.box.tracks[effect]
    if state.planetary[effect] < len(track):
        state = yield e.TrackAdvanced(effect)
    if track[state.planetary[effect] - 1]:
        state = yield e.Tipped(effect)
        state = yield from tip(state, effect)
    return state


def tip(state: State, effect: str) -> Rule:
    """What a Tipping Point does."""
    match effect:
        case "weather":
            return (yield e.CrisisCardsAdded(2))
        case "desertification":
            return (yield from lose_sinks(state, "trees", state.players))
        case "amazon":
            state = yield e.CarbonReleased(state.players, effect)
            return (yield from lose_sinks(state, "trees", state.players))
        case "arctic":
            cubes = min(2 * state.players, state.thermometer.room)
            return (yield e.ThermometerHeated(cubes, effect))
        case "permafrost":
            return (yield e.CarbonReleased(2 * state.players, effect))
    assert effect == "acidification"
    return (yield from lose_sinks(state, "oceans", state.players))


def lose_sinks(state: State, sink: str, tokens: int) -> Rule:
    """Trees or Oceans go; for each one that is not there, every power adds a community."""
    there = min(tokens, getattr(state, sink))
    if there:
        state = yield e.SinksLost(sink, there)
    if missing := tokens - there:
        for seat in state.seats:
            state = yield e.CommunitiesAdded(seat, missing, sink)
    return state


def lose_resilience(state: State, seat: str, resilience: str, tokens: int) -> Rule:
    """Resilience goes; for each token that is not there, that power adds a community."""
    there = min(tokens, state.powers[seat].resilience[resilience])
    if there:
        state = yield e.ResilienceLost(seat, resilience, there)
    if missing := tokens - there:
        state = yield e.CommunitiesAdded(seat, missing, resilience)
    return state


def find_target(state: State, extreme: Callable[..., int], measure: Callable[[str], int]) -> Rule:
    """The power with the least or the most of something; tied powers roll for it."""
    worst = extreme(measure(seat) for seat in state.seats)
    tied = tuple(seat for seat in state.seats if measure(seat) == worst)
    return (yield e.Targeted(tied[0]) if len(tied) == 1 else e.TieArose(tied))


def roll_for_tie(state: State, face: int) -> Rule:
    """When all tied powers have rolled, the single lowest is hit; ties among the lowest go on."""
    assert state.dice.tie is not None
    state = yield e.TieRolled(state.dice.tie.next_to_roll, face)
    assert state.dice.tie is not None
    powers, rolls = state.dice.tie.powers, state.dice.tie.rolls
    if len(rolls) == len(powers):
        lowest = tuple(seat for seat, roll in zip(powers, rolls, strict=True) if roll == min(rolls))
        state = yield e.Targeted(lowest[0]) if len(lowest) == 1 else e.TieArose(lowest)
    return state


def refuse_while_rolls_are_due(state: State) -> None:
    """Nobody goes on before the dice have been rolled and the questions answered."""
    refuse_while_asking(state)
    if state.dice.tie:
        raise tie_first()
    if state.dice.rolls_due:
        words = count(
            "Roll the Planetary Effects die first: {n} roll to go.",
            "Roll the Planetary Effects die first: {n} rolls to go.",
            state.dice.rolls_due,
        )
        raise Refusal("roll_due", words)


def tie_first() -> Refusal:
    return Refusal(
        "roll_due", say("The tied powers roll the Geoengineering die first, then press NEXT.")
    )


def refuse_while_asking(state: State) -> None:
    if state.tasks:
        raise Refusal("choice_due", say("Answer the open question first."))
