"""Phase 1, buy: AI cards, upgrades and stations, and the gems that they cost."""

from collections import Counter
from collections.abc import Mapping, Sequence

from companion.errors import Refusal
from companion.games.council_of_shadows.model import terms
from companion.games.council_of_shadows.model.board_events import Bought
from companion.games.council_of_shadows.model.state import State
from companion.games.council_of_shadows.rules import checks
from companion.games.council_of_shadows.rules.consequences import Rule
from companion.games.council_of_shadows.rules.energy import receive
from companion.i18n.message import say

ONCE = tuple(upgrade for upgrade in terms.UPGRADES if not upgrade.startswith("range"))
"""Upgrades that are there once; those of reach are there for every slot."""


def buy(
    state: State, seat: str, what: str, number: int | None, paying: Sequence[str], free: bool
) -> Rule:
    """An AI card goes to the hand; an upgrade is a cube on the own board."""
    player = checks.known_seat(state, seat)
    if what == "range":
        checks.known_slot(player, number or 0)
    elif number is not None:
        what = f"{what}-{number}"
    if what != "range" and what not in ONCE:
        if what not in terms.KINDS:
            raise Refusal("unknown_card", say("There is nothing called {what} to buy.", what=what))
        if terms.KINDS[what] != "ai":
            raise checks.wrong_kind(what)
    may_buy(state, seat, paying, free)
    if terms.KINDS.get(what) == "ai":
        return (yield from buy_card(state, seat, what, paying, free))
    return (yield from buy_upgrade(state, seat, what, number, paying, free))


def may_buy(state: State, seat: str, paying: Sequence[str], free: bool) -> None:
    """The door of every purchase; a gift comes through it in any step of a turn."""
    checks.nothing_asked(state)
    if free:
        checks.in_a_turn(state)
    else:
        checks.only_in(state, "buy", "buy")
    checks.on_turn(state, seat)
    player = state.players[seat]
    if player.automa:
        raise Refusal("forbidden", say("The AI buys nothing."))
    if paying and player.gems is None:
        raise checks.untracked("full")
    if not free and not player.purchases_left:
        raise Refusal("limit_reached", say("Three purchases were made in this turn."))


def buy_card(state: State, seat: str, card: str, paying: Sequence[str], free: bool) -> Rule:
    if state.owner(card):
        raise Refusal("already_there", say("{card} is somebody's already.", card=card))
    if not free and state.players[seat].leader == "casares" and card == state.box.tree["tower3"]:
        raise Refusal("forbidden", say("Casares may not buy the tower of three."))
    paid = price(state, seat, state.box.cost("ai", card, "cost"), paying, free)
    return (yield Bought(seat, "ai", card, paid, counted=not free))


def buy_upgrade(
    state: State, seat: str, what: str, slot: int | None, paying: Sequence[str], free: bool
) -> Rule:
    player = state.players[seat]
    printed = id = what
    if slot is not None and what == "range":
        parsec = player.reach[slot - 1] + 1
        if parsec > terms.FARTHEST:
            raise already_bought()
        printed, id = f"range-{parsec}", f"range-{slot}-{parsec}"
    elif id in player.upgrades:
        raise already_bought()
    paid = price(state, seat, state.box.cost("upgrades", printed, "cost"), paying, free)
    state = yield Bought(seat, "upgrade", id, paid, counted=not free)
    energy = state.box.tree["upgrades"][printed]["energy"]
    if not energy:
        return state
    doubtful = state.box.rests_on_a_stand_in(f"facts.upgrades.{printed}.energy")
    return (yield from receive(state, seat, id, energy=energy, doubtful=doubtful))


def already_bought() -> Refusal:
    return Refusal("already_bought", say("That was bought already."))


def buy_station(
    state: State, seat: str, kind: str, galaxy: str, paying: Sequence[str], free: bool
) -> Rule:
    """A station stays for good in a galaxy with an own colony and no other station."""
    player = checks.known_seat(state, seat)
    if kind not in terms.STATIONS:
        raise Refusal("unknown_card", say("There is no station {kind}.", kind=kind))
    checks.known_galaxy(state, galaxy)
    may_buy(state, seat, paying, free)
    if not state.modules.stations:
        raise checks.no_module()
    if player.stations[kind] is not None:
        raise already_bought()
    if state.station_in(galaxy):
        raise Refusal("already_there", say("A galaxy has room for one station."))
    if state.galaxies is not None and not state.galaxies[galaxy].colonies[seat]:
        raise Refusal("no_colony", say("A station needs an own colony in that galaxy."))
    paid = price(state, seat, state.box.cost("stations", kind, "cost"), paying, free)
    return (yield Bought(seat, "station", kind, paid, counted=not free, galaxy=galaxy))


def price(
    state: State, seat: str, cost: Mapping[str, int], paying: Sequence[str], free: bool
) -> dict[str, int] | None:
    """The gems that are paid; None for a gift, and where purses are not followed."""
    purse = state.players[seat].gems
    if free or purse is None:
        return None
    named = Counter(paying)
    if any(named[gem] > purse[gem] for gem in terms.GEMS):
        raise Refusal("cost", say("Those gems are not in the purse."))
    paid = cheapest(cost, dict(named) if paying else purse)
    if paid is None or (paying and named.total() > sum(paid.values())):
        raise Refusal("cost", say("The gems do not come to the price: no change is given."))
    return paid


def cheapest(cost: Mapping[str, int], purse: Mapping[str, int]) -> dict[str, int] | None:
    """From the dearest gem down, each with the cheapest one that is worth at least as much."""
    values = list(terms.GEMS)
    left = {gem: purse.get(gem, 0) for gem in terms.GEMS}
    paid = dict.fromkeys(terms.GEMS, 0)
    for gem in reversed(values):
        for _ in range(max(0, cost[gem])):
            found = next((each for each in values[values.index(gem) :] if left[each]), None)
            if found is None:
                return None
            left[found] -= 1
            paid[found] += 1
    return paid
