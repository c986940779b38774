"""What the knob counts or leafs through: energy, gems, upgrades, and numbers that nobody has read.

What a card consumes would betray a plan, so it is asked for when everybody has planned; what it
costs is asked for when somebody buys it.
"""

from collections.abc import Iterable, Iterator
from itertools import pairwise

from companion.errors import Refusal
from companion.games.council_of_shadows.model import terms
from companion.games.council_of_shadows.model.box import consumption_path
from companion.games.council_of_shadows.model.state import State
from companion.games.council_of_shadows.rules.buying import ONCE
from companion.games.council_of_shadows.rules.checks import not_in_a_turn, untracked
from companion.games.council_of_shadows.rules.planning import ready, unverified
from companion.games.council_of_shadows.taps.layout import ENERGY
from companion.games.council_of_shadows.text.names import GALAXY_WORDS, gems, named, short_gems
from companion.games.display import Choice
from companion.games.shared.text import MARK
from companion.games.taps import Wait
from companion.i18n.message import Message, say, signed

MOST_ENERGY = 60
SHORT: dict[str, Message] = {
    "desert": say("desert"),
    "volcanic": say("volcanic"),
    "stacking": say("extension"),
    **{f"energy-{n}": say("project {n}", n=n) for n in range(1, 5)},
}
STATION_WORDS: dict[str, Message] = {
    "harvest": say("harvest:"),
    "score": say("score:"),
    "settle": say("settle:"),
}
CONSUMPTIONS = (*range(31), *range(-9, 0))
"""From 0 up; what is less than nothing is reached by turning back."""


def taken_up(state: State, mode: str) -> Wait:
    """ENERGY or GEMS, pressed with nothing tapped before."""
    if mode == ENERGY:
        if state.stage == "plan":
            return count_consumption(state, next_to_plan(state))
        if state.turn is None or state.tasks:
            raise not_in_a_turn()
        return count_energy(state, state.turn)
    if state.stage == "buy" and state.step == "buy" and state.turn:
        return shop(state, state.turn)
    if state.stage not in ("buy", "act") or state.turn is None or state.tasks:
        raise not_in_a_turn()
    if state.players[state.turn].gems is None:
        raise untracked("full")
    return count_gems(state, state.turn)


def count_energy(state: State, seat: str) -> Wait:
    """Each number with what it would do to the level."""
    choices = tuple(
        Choice(f"gain {seat} energy {n}", energy_after(state, seat, n))
        for n in range(1, MOST_ENERGY + 1)
    )
    return Wait(say("{seat} gains energy:", seat=terms.SEATS[seat]), choices=choices)


def energy_after(state: State, seat: str, gained: int) -> Message:
    player = state.players[seat]
    energy, consumption = player.energy + gained, player.consumption
    values = {"by": f"+{gained}", "energy": energy, "consumption": consumption}
    if energy < consumption:
        return say("{by}: {energy} of {consumption}", **values)
    levels = energy // consumption
    return say(
        "{by}: level {level}, {left} left",
        by=values["by"],
        level=terms.roman(player.level + levels),
        left=energy - levels * consumption,
    )


def next_to_plan(state: State) -> str:
    """Whose plan is missing; the AI's card is turned last."""
    waiting = [seat for seat in state.order if not ready(state, seat)]
    if not waiting:
        raise Refusal("already_planned", say("Everybody has planned. NEXT lifts the screens."))
    return min(waiting, key=lambda seat: state.players[seat].automa)


def count_consumption(state: State, seat: str) -> Wait:
    choices = tuple(Choice(f"consume {seat} {n}", signed(n)) for n in CONSUMPTIONS)
    return Wait(say("How much does {seat} consume?", seat=terms.SEATS[seat]), choices=choices)


def count_gems(state: State, seat: str) -> Wait:
    """One gem more, or one that becomes dearer."""
    names = list(terms.GEMS)
    more = [Choice(f"gain {seat} {gem} 1", gems({gem: 1})) for gem in names]
    refined = [
        Choice(
            f"gain {seat} {cheap} -1 {dear} 1",
            Message("{a} → {b}", {"a": terms.GEMS[cheap], "b": terms.GEMS[dear]}),
        )
        for cheap, dear in pairwise(names)
    ]
    return Wait(say("{seat} gets gems:", seat=terms.SEATS[seat]), choices=(*more, *refined))


def shop(state: State, seat: str) -> Wait:
    """Upgrades and stations that can still be bought, each with its price."""
    choices = tuple(Choice(line, words) for line, words in for_sale(state, seat))
    return Wait(say("{seat} buys:", seat=terms.SEATS[seat]), choices=choices)


def for_sale(state: State, seat: str) -> Iterator[tuple[str, Message]]:
    player = state.players[seat]
    for id in ONCE:
        if id not in player.upgrades:
            word = id.replace("energy-", "energy ")
            yield f"buy {seat} {word}", priced(state, SHORT[id], "upgrades", id)
    for slot, reach in enumerate(player.reach, start=1):
        if reach < terms.FARTHEST:
            name = say("slot {n} to {parsec}", n=slot, parsec=reach + 1)
            yield f"buy {seat} range {slot}", priced(state, name, "upgrades", f"range-{reach + 1}")
    if state.modules.stations:
        for kind in terms.STATIONS:
            if player.stations[kind] is None:
                for galaxy in open_to_stations(state, seat):
                    words = {"s": STATION_WORDS[kind], "g": GALAXY_WORDS[galaxy]}
                    name = Message("{s} {g}", words)
                    yield (
                        f"buy {seat} station {kind} {galaxy}",
                        priced(state, name, "stations", kind),
                    )


def open_to_stations(state: State, seat: str) -> Iterable[str]:
    """Galaxies without a station, with an own colony as far as that is followed."""
    for galaxy in state.in_play:
        settled = state.galaxies is None or state.galaxies[galaxy].colonies[seat]
        if settled and state.station_in(galaxy) is None:
            yield galaxy


def priced(state: State, what: Message, group: str, id: str) -> Message:
    """What something costs, with a mark where nobody has read the price."""
    cost = state.box.cost(group, id, "cost")
    paths = (f"facts.{group}.{id}.cost.{gem}" for gem in terms.GEMS)
    mark = MARK if state.box.rests_on_a_stand_in(*paths) else ""
    price = Message("{gems}{mark}", {"gems": short_gems(cost), "mark": mark})
    return Message("{what} {price}", {"what": what, "price": price})


LEAST, MOST = -5, 15
"""What a card may consume: the widest that the rulebook tells of."""
DEAREST = 5


def unread_consumptions(state: State) -> tuple[str, ...]:
    """Cards of this planning that nobody has read, once everybody is ready."""
    if state.stage != "plan" or not all(ready(state, seat) for seat in state.seats):
        return ()
    found = (card for seat in state.seats for card in unverified(state, seat))
    return tuple({consumption_path(card): card for card in found}.values())


def ask_consumption(state: State, card: str) -> Wait:
    """The number in force first; the others around it, as the knob turns."""
    path, now = ".".join(consumption_path(card)), state.box.consumption(card)
    numbers = (*range(now, MOST + 1), *range(LEAST, now))
    choices = tuple(Choice(f"set {path} {n}", signed(n)) for n in numbers)
    return Wait(say("What does {card} consume?", card=named(state, card)), choices=choices)


def unread_costs(state: State, card: str) -> tuple[str, ...]:
    """The gems of a price that nobody has read on the card, where gems are paid."""
    if not state.tracks("full"):
        return ()
    paths = {gem: f"facts.ai.{card}.cost.{gem}" for gem in terms.GEMS}
    return tuple(gem for gem, path in paths.items() if state.box.rests_on_a_stand_in(path))


def ask_cost(state: State, card: str) -> Wait:
    """One colour after the other."""
    gem = unread_costs(state, card)[0]
    path = f"facts.ai.{card}.cost.{gem}"
    choices = tuple(Choice(f"set {path} {n}", str(n)) for n in range(DEAREST + 1))
    asked = say("What does {card} cost: {gem}?", card=named(state, card), gem=terms.GEMS[gem])
    return Wait(asked, choices=choices)


def half_read(state: State) -> str | None:
    """An AI card of whose price somebody has said a part."""
    if state.stage != "buy" or state.step != "buy":
        return None
    for card in terms.AI_CARDS:
        if 0 < len(unread_costs(state, card)) < len(terms.GEMS):
            return card
    return None


def consumes(state: State, card: str) -> Message:
    """What a card consumes, with its mark."""
    path = ".".join(consumption_path(card))
    mark = MARK if state.box.rests_on_a_stand_in(path) else ""
    return Message("{n}{mark}", {"n": signed(state.box.consumption(card)), "mark": mark})
