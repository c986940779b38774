"""The story of a game, and in words: both tracks by round, who rose when, and what paid.

It is gathered from the events alone, so a game that was kept years ago has one as well.
"""

from collections import Counter
from collections.abc import Iterable, Iterator, Mapping
from dataclasses import asdict, dataclass, field

from companion.games import Document
from companion.games.council_of_shadows.model import board_events as b
from companion.games.council_of_shadows.model import events as e
from companion.games.council_of_shadows.model.state import Outcome, State
from companion.games.council_of_shadows.model.terms import LEADERS, SEATS, TECHS, roman
from companion.games.council_of_shadows.text.events import ending
from companion.games.shared.text import joined
from companion.i18n.message import Message, say

SOURCES = ("galaxies", "actions", "harvest", "cards", "upgrades", "account")
"""What energy comes from, as a story adds it up."""


@dataclass(frozen=True, slots=True)
class Standing:
    """One seat's two tokens at the end of a round."""

    level: int
    energy: int
    consumption: int


@dataclass(frozen=True, slots=True)
class RoundTold:
    round: int
    order: tuple[str, ...]
    seats: Mapping[str, Standing]


@dataclass(frozen=True, slots=True)
class Rise:
    """A level that was reached."""

    round: int
    seat: str
    level: int


@dataclass(frozen=True, slots=True)
class Story:
    seats: tuple[str, ...] = ()
    rounds: tuple[RoundTold, ...] = ()
    rises: tuple[Rise, ...] = ()
    cards: tuple[tuple[str, str], ...] = ()
    """Dark Tech cards with who took them, in order."""
    paid: Mapping[str, Counter[str]] = field(default_factory=dict)
    """Energy by what it came from."""
    outcome: Outcome | None = None


def source_of(why: str, final: bool) -> str:
    """The kind of thing that energy came from."""
    if final:
        return "account"
    head = why.split(" ")[0]
    if head == "galaxy":
        return "galaxies"
    if head in TECHS or head in LEADERS:
        return "cards"
    return {"": "actions", "harvest": "harvest"}.get(why, "upgrades")


def tell_story(happened: Iterable[tuple[State, e.Event]]) -> Story:
    """From every event of the live branch, each with the state before it."""
    seats: tuple[str, ...] = ()
    rounds: dict[int, RoundTold] = {}
    rises: list[Rise] = []
    cards: list[tuple[str, str]] = []
    paid: dict[str, Counter[str]] = {}
    outcome = None
    for before, event in happened:
        match event:
            case b.EnergyGained(seat, energy, why):
                final = before.stage == "final"
                paid.setdefault(seat, Counter())[source_of(why, final)] += energy
            case b.LevelReached(seat, level):
                rises.append(Rise(before.round, seat, level))
            case b.DarkTaken(seat, card):
                cards.append((seat, card))
        state = event.after(before)
        seats, outcome = state.seats, state.outcome
        if state.round:
            rounds[state.round] = told(state)
    return Story(seats, tuple(rounds.values()), tuple(rises), tuple(cards), paid, outcome)


def told(state: State) -> RoundTold:
    """How a round stands; the last time it is asked is its end."""
    standing = {
        seat: Standing(player.level, player.energy, player.consumption)
        for seat, player in state.players.items()
    }
    return RoundTold(state.round, state.order, standing)


def story_document(story: Story) -> Document:
    return {
        "seats": list(story.seats),
        "rounds": [{**asdict(told), "order": list(told.order)} for told in story.rounds],
        "levels": [asdict(rise) for rise in story.rises],
        "dark": [{"seat": seat, "card": card} for seat, card in story.cards],
        "paid": {
            seat: {source: story.paid.get(seat, Counter())[source] for source in SOURCES}
            for seat in story.seats
        },
        "outcome": {"winners": list(story.outcome.winners), "reason": story.outcome.reason}
        if story.outcome
        else None,
    }


PAID: dict[str, Message] = {
    "galaxies": say("galaxies"),
    "actions": say("actions"),
    "harvest": say("harvests"),
    "cards": say("Dark Tech and leaders"),
    "upgrades": say("upgrades"),
    "account": say("final account"),
}


def describe_story(story: Story) -> tuple[Message, ...]:
    """How it went, from the first round to the end."""
    if not story.rounds:
        return (say("This game has not started."),)
    return (
        *(one_round(told) for told in story.rounds),
        *rises(story),
        *(what_paid(story, seat) for seat in story.seats),
        ending(story.outcome.winners, story.outcome.reason)
        if story.outcome
        else say("The game goes on."),
    )


def one_round(told: RoundTold) -> Message:
    seats = joined(
        Message(
            "{seat} {level} {energy}/{consumption}",
            {
                "seat": SEATS[seat],
                "level": roman(told.seats[seat].level),
                "energy": told.seats[seat].energy,
                "consumption": told.seats[seat].consumption,
            },
        )
        for seat in told.order
    )
    return say("Round {n}: {seats}.", n=told.round, seats=seats)


def rises(story: Story) -> Iterator[Message]:
    for rise in story.rises:
        yield say(
            "{seat} reached level {level} in round {n}.",
            seat=SEATS[rise.seat],
            level=roman(rise.level),
            n=rise.round,
        )
    for seat, card in story.cards:
        yield say("{seat} took {card}.", seat=SEATS[seat], card=TECHS[card])


def what_paid(story: Story, seat: str) -> Message:
    got = story.paid.get(seat, Counter())
    parts = [
        Message("{what} {n}", {"what": PAID[source], "n": got[source]})
        for source in SOURCES
        if got[source]
    ]
    if not parts:
        return say("{seat} got no energy.", seat=SEATS[seat])
    return say(
        "{seat} got {n} energy: {parts}.", seat=SEATS[seat], n=got.total(), parts=joined(parts)
    )
