"""The tap handler of Council of Shadows: its things, what it asks and what it waits for."""

from collections.abc import Iterator, Sequence
from itertools import permutations

from companion.errors import CompanionError
from companion.games.council_of_shadows.model import terms
from companion.games.council_of_shadows.model.state import State
from companion.games.council_of_shadows.rules.decisions import decide
from companion.games.council_of_shadows.rules.planning import ready
from companion.games.council_of_shadows.rules.prompts import NUMBERS, question
from companion.games.council_of_shadows.taps import counting
from companion.games.council_of_shadows.taps.layout import GALAXY, MOST_SLOTS
from companion.games.council_of_shadows.taps.meaning import meaning, take_seat, thing_called
from companion.games.council_of_shadows.taps.proposals import implied
from companion.games.council_of_shadows.text.inputs import MODULES
from companion.games.council_of_shadows.text.instructions import asking
from companion.games.council_of_shadows.text.names import ANSWERS, named
from companion.games.display import Choice
from companion.games.shared.inputs import Next, Start
from companion.games.shared.text import joined, pair
from companion.games.taps import Do, Gesture, TapHandler, Thing, Wait
from companion.i18n.message import Message, say

LIGHTS = (0, 3, 6, 8)
"""Of the bar, for the highest level at the table."""


class Taps(TapHandler):
    implied = staticmethod(implied)
    taken_up = staticmethod(counting.taken_up)

    def thing(self, state: State, text: str) -> Thing | None:
        return thing_called(text, MOST_SLOTS)

    def name(self, state: State, thing: Thing) -> Message:
        if thing != self.thing(state, thing.name):
            return Message("{name}", {"name": thing.name})
        if thing.kind == "place":
            where, _, word = thing.name.partition(" ")
            if where in terms.SEATS:
                return say("{seat}, slot {n}", seat=terms.SEATS[where], n=word)
            return terms.GALAXIES[word]
        return Message("{card}", {"card": named(state, thing.name)})

    def lying(self, state: State, place: str) -> Sequence[str]:
        """Piles on slots, and the tiles of a galaxy; never what is only planned."""
        where, _, word = place.partition(" ")
        if where == GALAXY:
            galaxy = (state.galaxies or {}).get(word)
            return [system.tile for system in galaxy.systems if system.tile] if galaxy else ()
        piles = state.players[where].slots if where in state.players else None
        return piles[int(word) - 1] if piles and int(word) <= len(piles) else ()

    def before(self, state: State, whose: str) -> Sequence[str]:
        """Leader, Dark Tech cards and the hand, as far as they are followed."""
        if not whose:
            return ()
        player = state.players[whose]
        leader = (player.leader,) if player.leader else ()
        held = player.owned if player.hand is None else player.hand
        return (*leader, *player.dark, *held)

    def deck(self, state: State) -> Sequence[str]:
        """What is tapped most comes first."""
        usual = (*terms.STARTING, *terms.AI_CARDS, *terms.TECHS, *terms.LIGHT, *terms.SECRET)
        return (*usual, *terms.AUTOMA_CARDS, *terms.LEADERS, *terms.TILES)

    def meaning(self, state: State, gesture: Gesture) -> Do | Wait:
        if not state.round:
            return take_seat(state, gesture.things[-1])
        return meaning(state, gesture)

    def question(self, state: State) -> Wait | None:
        if not state.round:
            return Wait(say("Who plays, and how?"), choices=tuple(setting_up(state)))
        if card := counting.half_read(state):
            return counting.ask_cost(state, card)
        asked = None if state.outcome else question(state)
        if asked is None:
            return None
        kind, options = asked
        answers = options or tuple(map(str, range(counting.MOST_ENERGY + 1)))
        choices = (Choice(f"choose {each}", answer(state, kind, each)) for each in answers)
        return Wait(asking(state, kind), choices=tuple(choices))

    def next(self, state: State) -> Do | Wait:
        """In the planning NEXT asks for what is missing: a plan, then what nobody has read."""
        if not state.round:
            return Do("start")
        if state.stage == "plan" and not all(ready(state, seat) for seat in state.seats):
            return counting.count_consumption(state, counting.next_to_plan(state))
        for card in counting.unread_consumptions(state)[:1]:
            return counting.ask_consumption(state, card)
        return Do("next")

    def due(self, state: State) -> str:
        """NEXT, whenever it would be taken."""
        try:
            decide(state, Next() if state.round else Start())
        except CompanionError:
            return ""
        return "next"

    def level(self, state: State) -> int:
        highest = max((player.level for player in state.players.values()), default=0)
        return LIGHTS[min(highest, len(LIGHTS) - 1)]


def setting_up(state: State) -> Iterator[Choice]:
    """Start, seats, the AI, leaders, order tokens, how much is followed."""
    if len(state.seats) > 1:
        yield Choice("start", say("Start"))
    for seat, name in terms.SEATS.items():
        if seat not in state.seats:
            yield Choice(f"seat {seat}", name)
    if terms.AUTOMA not in state.seats and len(state.seats) < 2:
        yield Choice(f"seat {terms.AUTOMA} automa", say("The AI plays blue"))
    if state.modules.leaders:
        yield from leaders(state)
    if len(state.seats) > 1:
        yield Choice("", say("Draw the order"), drawn=tuple(orders(state)))
    for detail, name in terms.DETAILS.items():
        if detail != state.detail:
            yield Choice(f"set detail {detail}", say("Follow: {detail}", detail=name))
    for module, name in MODULES.items():
        there = getattr(state.modules, module)
        words = say("Without {module}", module=name) if there else say("With {module}", module=name)
        yield Choice(f"set modules.{module} {'false' if there else 'true'}", words)


def leaders(state: State) -> Iterator[Choice]:
    taken = {player.leader for player in state.players.values()}
    for seat in state.without_leader[:1]:
        for leader, name in terms.LEADERS.items():
            if leader not in taken:
                yield Choice(f"set {seat}.leader {leader}", pair(terms.SEATS[seat], name))


def orders(state: State) -> Iterator[Choice]:
    for order in permutations(state.seats):
        yield Choice(f"order {' '.join(order)}", joined(terms.SEATS[seat] for seat in order))


def answer(state: State, kind: str, option: str) -> Message | str:
    """What can be answered, as people read it."""
    if kind in NUMBERS:
        return option
    if kind == "cube":
        return say("space {n}", n=option)
    return ANSWERS.get(option) or named(state, option)
