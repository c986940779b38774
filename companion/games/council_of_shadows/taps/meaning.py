"""What a gesture means: a card, a galaxy, a slot or a seat, in each stage of the game."""

from companion.errors import Refusal
from companion.games.council_of_shadows.model.state import State
from companion.games.council_of_shadows.model.terms import GALAXIES, KINDS, SEATS
from companion.games.council_of_shadows.rules.checks import known_galaxy, known_seat
from companion.games.council_of_shadows.taps.counting import (
    ask_cost,
    count_consumption,
    unread_costs,
)
from companion.games.council_of_shadows.taps.layout import GALAXY
from companion.games.display import Choice
from companion.games.taps import NEXT, Do, Gesture, Thing, Wait
from companion.i18n.message import say

SETTLING = ("science", "expedition", "settlement")
"""Dark Tech cards that put cubes on the board at once."""


def take_seat(state: State, thing: Thing) -> Do | Wait:
    """Before the game: a seat's marker, one of its cards, or a leader."""
    if thing.kind == "seat":
        return Do(f"seat {thing.name}")
    kind = KINDS.get(thing.name)
    if kind == "action":
        return Do(f"seat {thing.name.partition('-')[0]}")
    if kind == "leader" and (waiting := state.without_leader):
        last = state.seats[-1]  # who has just sat down, or else whoever chooses next
        return Do(f"set {last if last in waiting else waiting[0]}.leader {thing.name}")
    raise Refusal("not_started", say("First everybody taps a card of their colour."))


def meaning(state: State, gesture: Gesture) -> Do | Wait:
    """A slot's marker or a tile waits for what belongs to it; everything else stands alone."""
    *before, thing = gesture.things
    if thing == NEXT:
        gesture = Gesture(tuple(before), gesture.mode, gesture.zones[:-1])
        *before, thing = gesture.things
    first = before[-1] if before else None
    if thing.kind == "seat":
        return look_at_seat(state, gesture.last_alone())
    if thing.kind == "place":
        where, _, word = thing.name.partition(" ")
        if where == GALAXY:
            return at_galaxy(state, gesture, word, first)
        return at_slot(state, gesture.last_alone(), where, int(word))
    return with_card(state, gesture, thing.name, first)


# --- seats and slots -----------------------------------------------------------------------------


def look_at_seat(state: State, gesture: Gesture) -> Wait:
    (thing,) = gesture.things
    known_seat(state, thing.name)
    if state.stage == "plan" and not state.tracks("cards"):
        return count_consumption(state, thing.name)
    return Wait(say("NEXT goes back."), gesture, f"seat {thing.name}")


def at_slot(state: State, gesture: Gesture, seat: str, slot: int) -> Wait:
    player = known_seat(state, seat)
    if slot > len(player.reach):
        raise Refusal("no_such_slot", say("There are slots 1 to {n}.", n=len(player.reach)))
    words = say("Tap the card for slot {n}.", n=slot) if state.stage == "plan" else None
    return Wait(words or say("NEXT goes back."), gesture, f"seat {seat}")


# --- galaxies ------------------------------------------------------------------------------------


def at_galaxy(state: State, gesture: Gesture, galaxy: str, first: Thing | None) -> Do | Wait:
    known_galaxy(state, galaxy)
    if first and KINDS.get(first.name) == "tile":
        return lay_tile(state, first.name, galaxy)
    look = Wait(say("NEXT goes back."), gesture.last_alone(), f"galaxy {galaxy}")
    if not state.tracks("galaxies") or state.turn is None or state.tasks:
        return look
    if state.step == "score" or effect(state) == "dominant":
        return Do(f"score {state.turn} {galaxy}")
    zoe = state.stage == "buy" and state.players[state.turn].leader == "zoe"
    if state.step == "actions" or effect(state) in SETTLING or zoe:
        return Do(f"colony {state.turn} 1 {galaxy}")
    return look


def effect(state: State) -> str:
    """The Dark Tech card that lets people do something now."""
    dark = state.players[state.turn].dark if state.turn and state.step == "effect" else ()
    return dark[-1] if dark else ""


def lay_tile(state: State, tile: str, galaxy: str) -> Wait:
    """On which of the galaxy's free spaces?"""
    systems = state.galaxies[galaxy].systems if state.galaxies else ()
    choices = tuple(
        Choice(f"play {tile} {galaxy} {at}", say("space {n}", n=at))
        for at, system in enumerate(systems, start=1)
        if system.tile is None
    )
    if not choices:
        raise Refusal("no_such_space", say("No space is free there, or none is followed."))
    asked = say("{tile}: which space, {galaxy}?", tile=tile, galaxy=GALAXIES[galaxy])
    return Wait(asked, choices=choices)


def lying_at(state: State, tile: str) -> str:
    """The galaxy and the space of a tile that lies there, and whose yield somebody has read."""
    if state.box.rests_on_a_stand_in(f"facts.tiles.{tile}.yield.energy"):
        return ""
    for galaxy, lying in (state.galaxies or {}).items():
        for at, system in enumerate(lying.systems, start=1):
            if system.tile == tile:
                return f"{galaxy} {at}"
    return ""


# --- cards ---------------------------------------------------------------------------------------


def with_card(state: State, gesture: Gesture, card: str, first: Thing | None) -> Do | Wait:
    asked = state.tasks[0].do if state.tasks else ""
    if asked == "dark_tech" and KINDS[card] == "dark":
        return Do(f"choose {card}")
    match KINDS[card]:
        case "action" | "ai" if state.stage == "plan":
            return lay(state, card, first)
        case "ai" if state.turn and (state.step == "buy" or effect(state) == "information"):
            return buy(state, state.turn, card)
        case "automa":
            # Without the AI the table says that the card is for nobody.
            ais = (seat for seat in state.seats if state.players[seat].automa)
            return Do(f"play {card} {next(ais, state.seats[0])}")
        case "bonus":
            return Do(f"play {card} {state.turn or state.seats[0]}")
        case "tile":
            if state.step == "actions" and (where := lying_at(state, card)):
                return Do(f"harvest {state.turn} 1 {where}")
            words = say("{tile}: tap its galaxy.", tile=card)
            return Wait(words, gesture.last_alone())
    raise Refusal("not_your_stage", say("This card has no use now."))


def buy(state: State, seat: str, card: str) -> Do | Wait:
    if state.step == "effect":
        return Do(f"buy {seat} {card} free")
    if unread_costs(state, card) and state.owner(card) is None:
        return ask_cost(state, card)
    return Do(f"buy {seat} {card}")


def lay(state: State, card: str, first: Thing | None) -> Do | Wait:
    """On the slot whose marker was tapped, or on the leftmost empty one."""
    owner = card.partition("-")[0] if KINDS[card] == "action" else state.owner(card)
    if owner is None:
        raise Refusal("not_in_hand", say("That card is in nobody's hand."))
    player = known_seat(state, owner)
    if first and first.kind == "place" and first.name.startswith(f"{owner} "):
        return Do(f"play {card} {first.name}")
    empty = [
        at
        for at, pile in enumerate(player.slots or (), start=1)
        if not pile and str(at) not in player.plan.cards
    ]
    if empty or not player.slots:
        return Do(f"play {card} {owner} {empty[0] if empty else 1}")
    choices = tuple(
        Choice(f"play {card} {owner} {at}", say("slot {n}", n=at))
        for at in range(1, len(player.slots) + 1)
    )
    return Wait(say("{seat}: on which slot?", seat=SEATS[owner]), choices=choices)


def thing_called(text: str, most_slots: int) -> Thing | None:
    """``galaxy blue`` and ``red 2`` are places; every id is a card."""
    if text in SEATS:
        return Thing("seat", text)
    if text in KINDS:
        return Thing("card", text)
    match text.split():
        case ["galaxy", galaxy] if galaxy in GALAXIES:
            return Thing("place", f"{GALAXY} {galaxy}")
        case [seat, slot] if seat in SEATS and slot in map(str, range(1, most_slots + 1)):
            return Thing("place", f"{seat} {slot}")
    return None
