"""The story of a game, from everything that happened: turns, people, food and wood, the dice."""

from collections import Counter
from collections.abc import Iterable, Mapping
from dataclasses import asdict, dataclass, field
from fractions import Fraction

from companion.games import Document
from companion.games.naufragos.model import camp_events as c
from companion.games.naufragos.model import events as e
from companion.games.naufragos.model import people_events as p
from companion.games.naufragos.model.state import Outcome, Roll, State
from companion.games.naufragos.odds.document import chance, home_at


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
    away_ = [group.difficulty for group in state.lost]
    if state.exploring:
        away_.append(state.exploring.difficulty)
    told.furthest = max(told.furthest, *away_, 0)


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


def furthest_turn(story: Story) -> TurnTold | None:
    """The turn in which somebody was furthest away."""
    away_ = [told for told in story.turns if told.furthest]
    return max(away_, key=lambda told: told.furthest, default=None)


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
