"""The story of a game from everything that happened, and in words: turns, people, stores, dice."""

from collections import Counter
from collections.abc import Iterable, Iterator, Mapping
from dataclasses import asdict, dataclass, field
from fractions import Fraction

from companion.games import Document
from companion.games.naufragos.model import camp_events as c
from companion.games.naufragos.model import events as e
from companion.games.naufragos.model import people_events as p
from companion.games.naufragos.model.state import Outcome, Roll, State
from companion.games.naufragos.model.terms import BUILDINGS, COLOURS
from companion.games.naufragos.odds.document import home_at
from companion.games.naufragos.text.names import ENDINGS, people
from companion.games.shared.odds import chance
from companion.games.shared.text import percent
from companion.i18n.message import Message, count, say


@dataclass(slots=True)
class TurnTold:
    """What happened in a turn, and how everybody stood at its end."""

    round: int
    energy: dict[str, int] = field(default_factory=dict)
    traumas: dict[str, int] = field(default_factory=dict)
    furthest: int = 0
    """The highest difficulty of the way back in this turn; 0 if nobody was away."""


@dataclass(slots=True)
class WayHome:
    """Rolls for the way home, and how many of them were to be expected to succeed."""

    rolls: int = 0
    home: int = 0
    expected: Fraction = Fraction()


@dataclass(slots=True)
class Story:
    seats: tuple[str, ...] = ()
    turns: list[TurnTold] = field(default_factory=list)
    food: Counter[str] = field(default_factory=Counter)
    """Units found, eaten and rotten."""
    wood: Counter[str] = field(default_factory=Counter)
    """Wood found, burned and built with."""
    way: WayHome = field(default_factory=WayHome)
    faces: Counter[int] = field(default_factory=Counter)
    hungry: int = 0
    died: list[tuple[str, int]] = field(default_factory=list)
    """Who died, and in which turn."""
    built: list[tuple[str, int]] = field(default_factory=list)
    scores: Mapping[str, int] = field(default_factory=dict)
    outcome: Outcome | None = None


def tell_story(happened: Iterable[tuple[State, e.Event]]) -> Story:
    """From every event of the live branch, each with the state before it."""
    story = Story()
    for before, event in happened:
        after = event.after(before)
        story.seats = after.seats
        note(story, before, event)
        if isinstance(event, e.RoundBegan):
            story.turns.append(TurnTold(event.round))
        if after.round and story.turns:
            look(story.turns[-1], after)
        story.outcome = after.outcome
        story.scores = {
            seat: one.score for seat, one in after.castaways.items() if one.score is not None
        }
    return story


def look(told: TurnTold, state: State) -> None:
    """How everybody stands now."""
    told.energy = {seat: one.energy for seat, one in state.castaways.items()}
    told.traumas = {seat: one.traumas for seat, one in state.castaways.items()}
    told.furthest = max(told.furthest, state.furthest_away)


def note(story: Story, before: State, event: e.Event) -> None:
    """What an event adds to the counts."""
    match event:
        case c.FoodFound(_, _, units):
            story.food["found"] += units
        case c.Ate():
            story.food["eaten"] += event.units
        case c.FoodRotted(units):
            story.food["rotten"] += units
        case c.WoodFound():
            story.wood["found"] += 1
        case c.WoodBurned():
            story.wood["burned"] += 1
        case c.BuildingGrew(wood=wood):
            story.wood["built"] += wood
        case c.Built(_, building):
            story.wood["built"] += before.cost_of(building).wood
            story.built.append((building, before.round))
        case c.BuildingFinished(_, building):
            story.built.append((building, before.round))
        case c.WentHungry():
            story.hungry += 1
        case p.Died(seat):
            story.died.append((seat, before.round))
        case e.DiceRolled(roll):
            note_roll(story, roll)


def note_roll(story: Story, roll: Roll) -> None:
    if roll.free:
        return
    story.faces.update(roll.faces)
    if roll.what in ("return", "lost"):
        story.way.rolls += 1
        story.way.home += roll.success is True
        story.way.expected += home_at(roll.difficulty, roll.modifier)


def story_document(story: Story) -> Document:
    return {
        "seats": list(story.seats),
        "turns": [asdict(told) for told in story.turns],
        "food": {what: story.food[what] for what in ("found", "eaten", "rotten")},
        "wood": {what: story.wood[what] for what in ("found", "burned", "built")},
        "way_home": {
            "rolls": story.way.rolls,
            "home": story.way.home,
            "expected": chance(story.way.expected / story.way.rolls) if story.way.rolls else None,
        },
        "faces": {str(face): story.faces[face] for face in range(1, 7)},
        "hungry": story.hungry,
        "died": [{"castaway": seat, "round": round_} for seat, round_ in story.died],
        "built": [{"building": building, "round": round_} for building, round_ in story.built],
        "scores": dict(story.scores),
        "won": story.outcome.won if story.outcome else None,
        "reason": story.outcome.reason if story.outcome else None,
    }


def describe_story(story: Story) -> tuple[Message, ...]:
    """Line by line; the last one says how it ended."""
    return (*lines(story), ending(story))


def ending(story: Story) -> Message:
    if story.outcome is None:
        return say("The game goes on.")
    told = ENDINGS[story.outcome.reason]
    if not story.outcome.winners:
        return told
    return say("{ending} Most points: {who}.", ending=told, who=people(story.outcome.winners))


def lines(story: Story) -> Iterator[Message]:
    if not story.turns:
        return
    yield count("{n} turn was played.", "{n} turns were played.", len(story.turns))
    yield say(
        "Food: {found} found, {eaten} eaten, {rotten} rotten; {n} times somebody went hungry.",
        found=story.food["found"],
        eaten=story.food["eaten"],
        rotten=story.food["rotten"],
        n=story.hungry,
    )
    yield say(
        "Wood: {found} found, {burned} burned, {built} built with.",
        found=story.wood["found"],
        burned=story.wood["burned"],
        built=story.wood["built"],
    )
    for building, round_ in story.built:
        yield say("Turn {n}: {building} finished.", n=round_, building=BUILDINGS[building])
    far = max(story.turns, key=lambda told: told.furthest)
    if far.furthest:
        yield say(
            "Furthest from camp: difficulty {n}, in turn {turn}.", n=far.furthest, turn=far.round
        )
    if story.way.rolls:
        yield say(
            "The way home: {home} of {rolls} rolls; {percent} were to be expected.",
            home=story.way.home,
            rolls=story.way.rolls,
            percent=percent(story.way.expected / story.way.rolls),
        )
    for seat, round_ in story.died:
        yield say("{who} died in turn {n}.", who=COLOURS[seat], n=round_)
    for seat, points in story.scores.items():
        yield count("{who}: {n} point.", "{who}: {n} points.", points, who=COLOURS[seat])
