"""What lies on the table, as frozen data: boards, store, fire, castaways, and who is away.

Attribute names are the names of the state document, so that a path in it is a path in here.
"""

from collections.abc import Iterator, Mapping
from dataclasses import dataclass, field

from companion.games.naufragos.model import terms
from companion.games.naufragos.model.box import Box, Cost
from companion.games.naufragos.model.card import Card
from companion.games.shared.odds import OutlookShown
from companion.games.shared.replace import look_up, put, replace


@dataclass(frozen=True, slots=True)
class Weather:
    position: int = 0


@dataclass(frozen=True, slots=True)
class Wreck:
    left: int = 0
    ashore: bool = False


@dataclass(frozen=True, slots=True)
class Fire:
    lit: bool = False
    wood: int = 0


@dataclass(frozen=True, slots=True)
class Store:
    perishable: int = 0
    """Units of food that rot at the end of the turn."""
    food: int = 0
    wood: int = 0
    ropes: int = 0
    sails: int = 0


@dataclass(frozen=True, slots=True)
class Supply:
    forage: int = 0
    fish: int = 0


@dataclass(frozen=True, slots=True)
class Growing:
    """A construction that is built over several turns."""

    progress: int = 0
    done: bool = False


@dataclass(frozen=True, slots=True)
class Raft:
    open: bool = False
    done: bool = False


@dataclass(frozen=True, slots=True)
class Constructions:
    shelter: int = 0
    sand_sign: Growing = Growing()
    bonfire: Growing = Growing()
    raft: Raft = Raft()


@dataclass(frozen=True, slots=True)
class Castaway:
    """One person: injuries and traumas cover the energy scale from its top."""

    character: str | None
    max: int
    energy: int
    return_bonus: int = 0
    injuries: int = 0
    traumas: int = 0
    alive: bool = True
    pawns: int = terms.PAWNS
    eaten: int = 0
    track: int = 0
    story: int = 0
    food: int = 0
    objects: tuple[str, ...] = ()
    score: int | None = None

    @property
    def cap(self) -> int:
        """As much energy as there is room for."""
        return max(0, self.max - self.injuries - self.traumas)


@dataclass(frozen=True, slots=True)
class Expedition:
    members: tuple[str, ...]
    """In marching order; whoever has left is not among them."""
    difficulty: int
    turn: str
    order: tuple[str, ...] = ()
    """Everybody who set out."""

    def behind(self, seat: str, gone: tuple[str, ...] = ()) -> str:
        """Whose turn it is after this one's, once those who are gone have left."""
        at = self.order.index(seat) + 1
        round_ = (*self.order[at:], *self.order[:at])
        return next((each for each in round_ if each in self.members and each not in gone), seat)


@dataclass(frozen=True, slots=True)
class LostGroup:
    members: tuple[str, ...]
    difficulty: int
    sought: bool = False
    """Has it looked for the way home this turn?"""


@dataclass(frozen=True, slots=True)
class Task:
    """Something that is not finished: most of the time, a question."""

    do: str
    seat: str = ""
    members: tuple[str, ...] = ()
    card: str | None = None
    what: str = ""
    """What is built, or rolled for, or which step begins."""
    amount: int = 0
    """Energy that was given so far, or spent on a fire; tokens that were drawn."""
    repeated: bool = False
    """Has a story token repeated this roll already?"""


@dataclass(frozen=True, slots=True)
class Roll:
    die: str
    faces: tuple[int, ...]
    total: int | None
    what: str | None
    free: bool
    success: bool | None
    members: tuple[str, ...] = ()
    modifier: int = 0
    difficulty: int = 0
    """What a total with its modifier was held against."""


@dataclass(frozen=True, slots=True)
class Dice:
    last: Roll | None = None


@dataclass(frozen=True, slots=True)
class SeenEvent:
    weather: str
    wreck: int | None
    card: str | None = None


@dataclass(frozen=True, slots=True)
class Outcome:
    won: bool
    reason: str
    winners: tuple[str, ...] = ()


@dataclass(frozen=True, slots=True)
class State:
    facts: Box | None = None
    standins: tuple[str, ...] = ()
    """Paths of what nobody verified, and nobody corrected since."""
    seats: tuple[str, ...] = ()
    characters: Mapping[str, str] = field(default_factory=dict)
    """Which character each has, of those who have one."""
    turns: int = 0
    ending: int | None = None
    first: str = ""
    difficulty: str = "standard"
    round: int = 0
    stage: str = "setup"
    step: str = "seats"
    outcome: Outcome | None = None
    event: SeenEvent | None = None
    weather: Weather = Weather()
    wreck: Wreck = Wreck()
    fire: Fire = Fire()
    store: Store = Store()
    supply: Supply = Supply()
    constructions: Constructions = Constructions()
    decks: Mapping[str, bool] = field(default_factory=lambda: dict.fromkeys(terms.DECKS, True))
    castaways: Mapping[str, Castaway] = field(default_factory=dict)
    actions: Mapping[str, tuple[str | None, ...]] = field(
        default_factory=lambda: dict.fromkeys(terms.ACTIONS, ())
    )
    cards_used: tuple[str | None, ...] = ()
    """The camp card of each pawn on ``camp``."""
    white: str = ""
    """Who has used the white pawn this turn."""
    lost_at_dawn: tuple[str, ...] = ()
    """Who was lost when the actions of this turn began: they have no white pawn."""
    expedition: Expedition | None = None
    lost: tuple[LostGroup, ...] = ()
    told: tuple[str, ...] = ()
    """Of whom people have said what they eat tonight."""
    dice: Dice = Dice()
    yesterday: Mapping[str, tuple[str, ...]] = field(default_factory=dict)
    """Where each pawn stood last turn, as a line names it; the white one is ``white``."""
    numbers_told: Mapping[str, tuple[int, ...]] = field(default_factory=dict)
    """The numbers of tiles that people have read, by supply; and energy staked on the ``fire``."""
    turned: tuple[str, ...] = ()
    """Events and cards of the island that were turned over, by their ids."""
    gone: tuple[str, ...] = ()
    """Objects that were discarded, by their ids."""
    cards: Mapping[str, Card] = field(default_factory=dict)
    """What the packs in force say of each card."""
    tasks: tuple[Task, ...] = ()
    """What is still to be done; the first one asks."""
    outlook: OutlookShown = field(default_factory=OutlookShown)

    @property
    def box(self) -> Box:
        """The box facts in force; there are some as soon as a game has been opened."""
        assert self.facts is not None
        return self.facts

    @property
    def solo(self) -> bool:
        return len(self.seats) == 1

    @property
    def label(self) -> str:
        """The weather's name."""
        return self.box.weather[self.weather.position]

    @property
    def last_space(self) -> int:
        return len(self.box.track) - 1

    # Who is where.

    def clockwise(self, start: str = "") -> tuple[str, ...]:
        """Everybody, from the first player or whoever is named."""
        at = self.seats.index(start or self.first)
        return (*self.seats[at:], *self.seats[:at])

    @property
    def alive(self) -> tuple[str, ...]:
        return tuple(seat for seat in self.seats if self.castaways[seat].alive)

    @property
    def at_camp(self) -> tuple[str, ...]:
        """Alive and not lost, clockwise from the first player."""
        return tuple(seat for seat in self.clockwise() if self.here(seat))

    def here(self, seat: str) -> bool:
        """Is somebody alive and not lost? Explorers come back before the night."""
        return self.castaways[seat].alive and self.group_of(seat) is None

    def group_of(self, seat: str) -> int | None:
        """The number of the lost group that somebody is in."""
        found = (at for at, group in enumerate(self.lost) if seat in group.members)
        return next(found, None)

    @property
    def exploring(self) -> Expedition | None:
        """The expedition, as long as anybody is out there."""
        return self.expedition if self.expedition and self.expedition.members else None

    @property
    def furthest_away(self) -> int:
        """The highest difficulty of the way back; 0 if nobody is away."""
        out = self.exploring.difficulty if self.exploring else 0
        return max(out, *(group.difficulty for group in self.lost), 0)

    def explores(self, seat: str) -> bool:
        return self.expedition is not None and seat in self.expedition.members

    def place(self, seat: str) -> str:
        if not self.castaways[seat].alive:
            return "dead"
        if self.group_of(seat) is not None:
            return "lost"
        return "expedition" if self.explores(seat) else "camp"

    def sector(self, seat: str) -> str:
        return self.box.track[min(self.castaways[seat].track, self.last_space)]

    def on_promontory(self) -> tuple[str, ...]:
        """Alive on the last space, clockwise from the first player."""
        return tuple(
            seat
            for seat in self.clockwise()
            if self.castaways[seat].alive and self.sector(seat) == terms.PROMONTORY
        )

    def pawns_on(self, action: str) -> Iterator[tuple[int, str]]:
        """Each pawn on an action: the number of its space, from 0, and whose it is."""
        for at, pawn in enumerate(self.actions[action]):
            if pawn is not None:
                yield at, pawn

    def places(self) -> dict[str, tuple[str, ...]]:
        """Where each pawn stands, as a line names it."""
        found: dict[str, tuple[str, ...]] = {}
        for action in terms.ACTIONS:
            for at, pawn in self.pawns_on(action):
                where = action
                if action == terms.REST:
                    where = f"{action} {at + 1}"
                elif action == terms.CAMP and self.cards_used[at]:
                    where = f"{action} {self.cards_used[at]}"
                found[pawn] = (*found.get(pawn, ()), where)
        return found

    def with_number_told(self, what: str, number: int) -> "State":
        told = (*self.numbers_told.get(what, ()), number)
        return replace(self, numbers_told={**self.numbers_told, what: told})

    def does(self, seat: str, action: str) -> bool:
        """Has somebody a pawn there? The white one is that of whoever placed it."""
        pawns = {pawn for _, pawn in self.pawns_on(action)}
        return seat in pawns or (terms.WHITE in pawns and seat == self.white)

    # What constructions need.

    def cost_of(self, building: str) -> Cost:
        """What a construction of a single turn asks for."""
        if building == terms.RAFT:
            return self.box.raft
        return self.box.shelters[str(self.constructions.shelter + 1)]

    def growing(self, building: str) -> Growing:
        found: Growing = getattr(self.constructions, building)
        return found

    def is_done(self, building: str) -> bool:
        if building == terms.SHELTER:
            return self.constructions.shelter == len(self.box.shelters)
        done: bool = getattr(self.constructions, building).done
        return done

    def full_size(self, building: str) -> int:
        return {terms.SAND_SIGN: self.box.sand_sign, terms.BONFIRE: self.box.bonfire}[building]

    # Changes.

    def with_castaway(self, seat: str, **changes: object) -> "State":
        """With somebody changed; energy is pushed down where its scale is covered."""
        one: Castaway = replace(self.castaways[seat], **changes)
        one = replace(one, energy=min(one.energy, one.cap))
        return replace(self, castaways={**self.castaways, seat: one})

    def with_more(self, seat: str, **by: int) -> "State":
        """With so many more, or fewer, of what somebody has."""
        one = self.castaways[seat]
        return self.with_castaway(seat, **{what: getattr(one, what) + n for what, n in by.items()})

    def with_goods(self, **by: int) -> "State":
        """With so many more, or fewer, of what lies in the store."""
        goods = {what: getattr(self.store, what) + n for what, n in by.items()}
        return replace(self, store=replace(self.store, **goods))

    def with_value(self, path: tuple[str, ...], value: object) -> "State":
        """This state with another value at a path of the state document."""
        changed: State = put(self, path, value)
        if path[0] == "castaways":
            return changed.with_castaway(path[1])
        return changed

    def number(self, path: tuple[str, ...]) -> int:
        """The number at a path of the state document."""
        found: int = look_up(self, path)
        return found


def no_pawns(box: Box) -> dict[str, tuple[str | None, ...]]:
    """Actions on which nobody is: rest has places that are left free."""
    return {
        **dict.fromkeys(terms.ACTIONS, ()),
        terms.REST: (None,) * len(box.actions[terms.REST]),
        terms.CAMP: (),
    }
