"""What lies where on the island, in camp, in the store and before each castaway."""

from collections.abc import Iterator, Mapping, Sequence
from typing import Any

from companion.games.capabilities import LaidPlace
from companion.games.naufragos.model import terms
from companion.games.naufragos.model.state import Expedition, LostGroup, SeenEvent, State
from companion.games.naufragos.text.cards import WEATHER_MARKS
from companion.games.naufragos.text.names import as_said, card_called, pawn_of, people
from companion.games.naufragos.text.numbers import NUMBERS, OF_SOMEBODY
from companion.games.shared.laid_out import ALWAYS, Words, below, place
from companion.games.shared.text import joined
from companion.i18n.message import Message, count, say

BOARD = (
    *("round", "first", ALWAYS + "weather.position", "wreck.left", "wreck.ashore"),
    *("fire.lit", "fire.wood", "supply.forage", "supply.fish"),
    *("constructions.shelter", "constructions.sand_sign.progress", "constructions.sand_sign.done"),
    *("constructions.bonfire.progress", "constructions.bonfire.done"),
    *("constructions.raft.open", "constructions.raft.done"),
    *("decks.coast", "decks.interior", "decks.heart"),
)
STORE = ("store.perishable", "store.food", "store.wood", "store.ropes", "store.sails")
CARDS: Mapping[str, Message] = {
    "event": say("event of this turn"),
    "expedition": say("expedition"),
    "lost": say("lost groups"),
    "cards_used": say("camp cards with a pawn"),
    "turned": say("cards that are in no deck any more"),
    "gone": say("objects that are out of the game"),
}
OWN = (
    *("character", ALWAYS + "energy", "injuries", "traumas", "track", "story", "food"),
    *("return_bonus", "objects"),
)


def laid_out(state: State) -> tuple[LaidPlace, ...]:
    if not state.round:
        return ()

    def words(path: str, value: Any) -> Words:
        return in_words(state, path, value)

    pawns = [
        (f"actions.{on}", name) for on, name in terms.ACTIONS.items() if any(state.pawns_on(on))
    ]
    own = {seat: below(f"castaways.{seat}", named(OWN, OF_SOMEBODY)) for seat in state.seats}
    dead = (seat for seat in state.seats if seat not in state.alive)
    return (
        place(
            say("Island and camp"), state, (*named(BOARD, NUMBERS), *pawns, *CARDS.items()), words
        ),
        place(say("Store"), state, named(STORE, NUMBERS), words),
        *(place(terms.COLOURS[seat], state, own[seat], words, seat) for seat in state.alive),
        *(
            place(say("{who}, who has died", who=terms.COLOURS[seat]), state, own[seat], words)
            for seat in dead
        ),
    )


def named(paths: Sequence[str], names: Mapping[str, Message]) -> list[tuple[str, Message]]:
    return [(path, names[path.removeprefix(ALWAYS)]) for path in paths]


def in_words(state: State, path: str, value: Any) -> Words:
    if path == "weather.position":
        return say("{weather}, space {n}", weather=terms.WEATHER[state.label], n=value + 1)
    if path.startswith("castaways.") and path.endswith(".track"):
        sector = terms.SECTORS[state.sector(path.split(".")[1])]
        return say("space {n}, {sector}", n=value, sector=sector)
    match value:
        case Expedition() | LostGroup():
            return group(value.members, value.difficulty)
        case SeenEvent(weather, wreck, card):
            marks: list[Message | str] = [WEATHER_MARKS[weather]]
            if wreck is not None:
                marks.append(say("wreck number {n}", n=wreck))
            return joined([*([card_called(state, card)] if card else ()), *marks])
        case tuple() if path.startswith("actions."):
            return joined([pawn for at, each in enumerate(value) for pawn in on(at, each, value)])
        case tuple():
            known = [one(state, each) for each in value if each != ""]
            if nameless := len(value) - len(known):
                known.append(count("{n} without a name", "{n} without names", nameless))
            return joined(known)
    shown_value: Words = as_said(value)  # type: ignore[assignment]
    return shown_value


def on(at: int, pawn: str | None, row: tuple[str | None, ...]) -> Iterator[Message | str]:
    """A pawn, with its space where others are left free."""
    if pawn is not None:
        who = pawn_of(pawn)
        yield say("{who} on space {n}", who=who, n=at + 1) if None in row else who


def one(state: State, value: Any) -> Message | str:
    if isinstance(value, LostGroup):
        return group(value.members, value.difficulty)
    return card_called(state, value)


def group(members: tuple[str, ...], difficulty: int) -> Message:
    return say("{who}, difficulty {n}", who=people(members), n=difficulty)
