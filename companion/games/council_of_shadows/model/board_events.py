"""Plans and their reveal, cards that slide, and cubes on the game board."""

from dataclasses import dataclass

from companion.games.council_of_shadows.model.changes import doubted, moved_cubes
from companion.games.council_of_shadows.model.events import Event
from companion.games.council_of_shadows.model.state import Plan, State
from companion.games.shared.replace import replace


@dataclass(frozen=True, slots=True)
class Planned(Event):
    """A card on a slot, in secret; none takes back what was laid there in this planning."""

    seat: str
    slot: int
    card: str | None

    def after(self, state: State) -> State:
        plan = state.players[self.seat].plan
        cards = {slot: card for slot, card in plan.cards.items() if slot != str(self.slot)}
        if self.card is not None:
            cards[str(self.slot)] = self.card
        return state.with_player(self.seat, plan=replace(plan, cards=cards))


@dataclass(frozen=True, slots=True)
class NumberPlanned(Event):
    seat: str
    number: int | None

    def after(self, state: State) -> State:
        plan = replace(state.players[self.seat].plan, number=self.number)
        return state.with_player(self.seat, plan=plan)


@dataclass(frozen=True, slots=True)
class Revealed(Event):
    """The screens are lifted: laid cards lie on their slots, and the consumption token moves."""

    seat: str
    printed: int
    """What the cards add up to, or what was said."""
    moved: int
    doubtful: bool = False

    def after(self, state: State) -> State:
        player = state.players[self.seat]
        laid = player.plan.cards
        hand, slots = player.hand, player.slots
        if hand is not None and slots is not None and not player.automa:
            hand = tuple(card for card in hand if card not in laid.values())
            slots = tuple(
                (laid[str(at)], *pile) if str(at) in laid else pile
                for at, pile in enumerate(slots, start=1)
            )
        changed = state.with_player(
            self.seat,
            consumption=player.consumption + self.moved,
            round_consumption=self.moved,
            hand=hand,
            slots=slots,
            plan=Plan(),
        )
        return doubted(changed, f"players.{self.seat}.consumption") if self.doubtful else changed


@dataclass(frozen=True, slots=True)
class OrderFound(Event):
    """The order tokens of this round; for each seat why it stands where it does."""

    order: tuple[str, ...]

    def after(self, state: State) -> State:
        return replace(state, order=self.order)


@dataclass(frozen=True, slots=True)
class CardsSlid(Event):
    seat: str

    def after(self, state: State) -> State:
        player = state.players[self.seat]
        *stay, last = player.slots or ()
        return state.with_player(self.seat, slots=((), *stay), hand=(*(player.hand or ()), *last))


@dataclass(frozen=True, slots=True)
class Colonized(Event):
    seat: str
    cubes: int
    galaxy: str
    space: int | None = None

    def after(self, state: State) -> State:
        return moved_cubes(state, self.seat, self.cubes, self.galaxy, self.space)


@dataclass(frozen=True, slots=True)
class TileLaid(Event):
    tile: str
    galaxy: str
    space: int

    def after(self, state: State) -> State:
        path = ("galaxies", self.galaxy, "systems", str(self.space - 1), "tile")
        return state.with_value(path, self.tile)


@dataclass(frozen=True, slots=True)
class Scored(Event):
    """A galaxy pays; the energy and the card are told by what follows."""

    seat: str
    galaxy: str
    majority: bool

    def after(self, state: State) -> State:
        scored = state.players[self.seat].scored
        return state.with_player(self.seat, scored=(*scored, self.galaxy))


@dataclass(frozen=True, slots=True)
class CubeRemoved(Event):
    seat: str
    galaxy: str
    space: int | None = None

    def after(self, state: State) -> State:
        return moved_cubes(state, self.seat, -1, self.galaxy, self.space)
