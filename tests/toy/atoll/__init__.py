"""Atoll: together people save four relics from an atoll that floods, and leave from the jetty."""

from collections.abc import Iterable, Iterator, Mapping
from dataclasses import dataclass

from companion.games.declared import (
    DeclaredGame,
    Ended,
    Ending,
    Message,
    Rule,
    Stage,
    TableState,
    action,
    add,
    change,
    counter,
    say,
    states,
    to_stage,
)

SEATS = {
    "red": say("Red"),
    "blue": say("Blue"),
    "green": say("Green"),
    "white": say("White"),
}
ROLES = {"sailor": say("Sailor"), "mason": say("Mason"), "scholar": say("Scholar")}
RELICS = {
    "conch": say("Conch"),
    "pearl": say("Pearl"),
    "mask": say("Mask"),
    "compass": say("Compass"),
}
SHRINES = {
    "conch": ("grotto", "reef"),
    "pearl": ("lagoon", "oyster_bank"),
    "mask": ("temple", "graves"),
    "compass": ("wreck", "lighthouse"),
}
TILES = {
    "jetty": say("Jetty"),
    "grotto": say("Grotto"),
    "reef": say("Reef"),
    "lagoon": say("Lagoon"),
    "oyster_bank": say("Oyster bank"),
    "temple": say("Temple"),
    "graves": say("Graves"),
    "wreck": say("Wreck"),
    "lighthouse": say("Lighthouse"),
    "palms": say("Palms"),
    "mangroves": say("Mangroves"),
    "well": say("Well"),
    "dunes": say("Dunes"),
    "market": say("Market"),
    "garden": say("Garden"),
    "cliff": say("Cliff"),
    "arch": say("Arch"),
    "spring": say("Spring"),
    "huts": say("Huts"),
    "boathouse": say("Boathouse"),
    "orchard": say("Orchard"),
    "salt_pans": say("Salt pans"),
    "ferns": say("Ferns"),
    "lookout": say("Lookout"),
}
DRY, FLOODED, SUNK = "dry", "flooded", "sunk"
STEPS = {DRY: say("Dry"), FLOODED: say("Flooded"), SUNK: say("Sunk")}
WAVE = "wave"
STAGES = {
    "roles": Stage(say("Roles"), say("{who}: who are you?")),
    "flood": Stage(say("Tide"), say("{who} turns over tide cards. Left: {left}")),
    "act": Stage(say("Actions"), say("{who} acts, then NEXT. Left: {left}")),
    "draw": Stage(say("Cards"), say("{who} draws cards. Left: {left}")),
    "discard": Stage(say("Hand limit"), say("{who} lays down cards: five may stay.")),
}
ENDINGS = {
    "won": Ending(say("All relics are saved, and everybody has left."), won=True),
    "jetty": Ending(say("The jetty is gone: nobody can leave.")),
    "shrine": Ending(say("Both shrines of a hidden relic are gone.")),
    "water": Ending(say("The water is above everything.")),
}
TAGS = {**TILES, **RELICS, WAVE: say("Wave")}
MODES = {"shore": say("Shore up"), "give": say("Give")}
TIDES = (2, 2, 3, 3, 3, 4, 4, 5, 5)
HAND_LIMIT, SET, SCHOLARS_SET = 5, 4, 3


@dataclass(frozen=True, slots=True)
class State(TableState):
    water: int = counter(say("Water level"), start=1, least=1, most=10, alarm=8, headline=True)
    left: int = counter(say("Left to do"), most=9, shown=False)
    shored: int = counter(say("Shored up by the mason"), most=1, shown=False)
    tiles: Mapping[str, str] = states(say("Tiles"), STEPS, each=TILES)
    relics: Mapping[str, str] = states(
        say("Relics"), {"hidden": say("Hidden"), "saved": say("Saved")}, each=RELICS
    )
    roles: Mapping[str, str] = states(say("Role"), ROLES, seats=True)
    hands: Mapping[str, Mapping[str, int]] = counter(say("Cards"), most=5, each=RELICS, seats=True)

    @property
    def role(self) -> str:
        return self.roles[self.turn]

    @property
    def hand(self) -> Mapping[str, int]:
        return self.hands[self.turn]


def free_roles(state: State) -> Iterator[str]:
    taken = [role for role in state.roles.values() if role != "sailor"]
    return (role for role in ROLES if role not in taken)


def flooded(state: State) -> Iterator[str]:
    return (tile for tile, step in state.tiles.items() if step == FLOODED)


def above_water(state: State) -> Iterator[str]:
    return (tile for tile, step in state.tiles.items() if step != SUNK)


def held(state: State) -> Iterator[str]:
    return (relic for relic, n in state.hand.items() if n)


def others(state: State) -> Iterator[str]:
    return (seat for seat in state.seats if seat != state.turn)


def sets(state: State) -> Iterator[str]:
    """Relics of which enough cards are held, and a shrine is not sunk."""
    enough = SCHOLARS_SET if state.role == "scholar" else SET
    for relic, n in state.hand.items():
        hidden = state.relics[relic] == "hidden"
        if hidden and n >= enough and any(state.tiles[tile] != SUNK for tile in SHRINES[relic]):
            yield relic


def cards(state: State) -> tuple[str, ...]:
    return (*RELICS, WAVE)


def nothing_left(state: State) -> Message | None:
    return None if state.left else say("No actions are left: NEXT ends them.")


def missing(state: State) -> Message | None:
    if all(each == "saved" for each in state.relics.values()):
        return None
    return say("A relic is still hidden.")


class Atoll(DeclaredGame[State]):
    id, name = "atoll", say("Atoll")
    players, minutes = range(2, 5), 30
    seats, blank = SEATS, State()
    stages, endings, tags, modes = STAGES, ENDINGS, TAGS, MODES

    def consequences(self, before: State, state: State) -> Iterable[Ended]:
        hidden = [relic for relic, each in state.relics.items() if each == "hidden"]
        if state.tiles["jetty"] == SUNK:
            yield Ended("jetty")
        elif any(all(state.tiles[it] == SUNK for it in SHRINES[relic]) for relic in hidden):
            yield Ended("shrine")
        elif state.water == 10:
            yield Ended("water")

    @action("role {role}", say("{who} is the {role}"), stage="roles", role=free_roles)
    def take_role(self, state: State, role: str) -> Rule[State]:
        state = yield change(f"roles.{state.turn}", role)
        yield from self.turn_after(state, "roles")

    def turn_after(self, state: State, stage: str) -> Rule[State]:
        """The next seat's turn; when all have a role, the first seat begins with the tide."""
        at = state.seats.index(state.turn) + 1
        if at < len(state.seats):
            state = yield to_stage(state, stage, turn=state.seats[at])
        else:
            round = state.round + (stage == "flood")
            state = yield to_stage(state, "flood", turn=state.seats[0], round=round)
        if state.stage == "flood":
            state = yield change("left", TIDES[state.water - 1])
            yield change("shored", 0)

    @action(
        "shore {tile}",
        say("Shore up {tile}"),
        stage="act",
        when=nothing_left,
        mode="shore",
        tile=flooded,
    )
    def shore_up(self, state: State, tile: str) -> Rule[State]:
        """The mason's first one in a turn costs nothing."""
        state = yield change(f"tiles.{tile}", DRY, say("{tile} is dry again.", tile=tile))
        if state.role == "mason" and not state.shored:
            yield change("shored", 1)
        else:
            yield add(state, "left", -1)

    @action(
        "give {relic} {to}",
        say("Give {to} a card: {relic}"),
        stage="act",
        when=nothing_left,
        mode="give",
        relic=held,
        to=others,
    )
    def give(self, state: State, relic: str, to: str) -> Rule[State]:
        state = yield add(state, f"hands.{state.turn}.{relic}", -1)
        told = say("{to} has {n} of {relic}.", to=to, relic=relic)
        state = yield add(state, f"hands.{to}.{relic}", 1, told)
        yield add(state, "left", -1)

    @action(
        "save {relic}", say("Save the relic: {relic}"), stage="act", when=nothing_left, relic=sets
    )
    def save(self, state: State, relic: str) -> Rule[State]:
        cost = SCHOLARS_SET if state.role == "scholar" else SET
        state = yield add(state, f"hands.{state.turn}.{relic}", -cost)
        state = yield change(f"relics.{relic}", "saved", say("{relic} is saved!", relic=relic))
        yield add(state, "left", -1)

    @action("move", say("Any other action"), stage="act", when=nothing_left)
    def move(self, state: State) -> Rule[State]:
        yield add(state, "left", -1)

    @action("leave", say("Everybody leaves"), stage="act", when=missing)
    def leave(self, state: State) -> Rule[State]:
        yield Ended("won")

    @action("next", say("To the cards"), stage="act")
    def end_actions(self, state: State) -> Rule[State]:
        state = yield to_stage(state, "draw")
        yield change("left", 2)

    @action("draw {card}", say("Drawn: {card}"), stage="draw", card=cards)
    def draw(self, state: State, card: str) -> Rule[State]:
        if card == WAVE:
            state = yield add(state, "water", 1, say("The water rises to {n}."))
        else:
            told = say("{who} has {n} of {card}.", card=card)
            state = yield add(state, f"hands.{state.turn}.{card}", 1, told)
        state = yield add(state, "left", -1)
        if not state.left:
            yield from self.look_at_hand(state)

    def look_at_hand(self, state: State) -> Rule[State]:
        if sum(state.hand.values()) > HAND_LIMIT:
            yield to_stage(state, "discard")
        else:
            yield from self.turn_after(state, "flood")

    @action("discard {relic}", say("Laid down: {relic}"), stage="discard", relic=held)
    def discard(self, state: State, relic: str) -> Rule[State]:
        state = yield add(state, f"hands.{state.turn}.{relic}", -1)
        yield from self.look_at_hand(state)

    @action("flood {tile}", say("Tide: {tile}"), stage="flood", tile=above_water)
    def flood(self, state: State, tile: str) -> Rule[State]:
        if state.tiles[tile] == DRY:
            told = say("{tile} is flooded.", tile=tile)
            state = yield change(f"tiles.{tile}", FLOODED, told)
        else:
            state = yield change(f"tiles.{tile}", SUNK, say("{tile} is gone.", tile=tile))
        state = yield add(state, "left", -1)
        if not state.left:
            state = yield to_stage(state, "act")
            yield change("left", 3)


GAME = Atoll()
