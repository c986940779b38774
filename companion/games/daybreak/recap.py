"""The story of a game, from all that happened, and in words: rounds, people, turning point."""

from collections import Counter
from collections.abc import Iterable, Iterator, Mapping
from dataclasses import dataclass, field
from fractions import Fraction
from itertools import pairwise

from companion.games import Document
from companion.games.daybreak.model import events as e
from companion.games.daybreak.model.card_events import TokensChanged
from companion.games.daybreak.model.state import Outcome, Power, State, Thermometer
from companion.games.daybreak.model.terms import EFFECTS, POWERS, SINKS
from companion.games.daybreak.odds.crisis_cards.deck import Range
from companion.games.daybreak.odds.document import between
from companion.games.daybreak.odds.later_rounds import look_ahead
from companion.games.daybreak.odds.next_stage import CAUSES
from companion.games.daybreak.text.names import NUMBERS, celsius, ending
from companion.games.shared.document import members, plain
from companion.games.shared.odds import chance
from companion.games.shared.text import joined, percent
from companion.i18n.message import Message, count, decimal, say, signed

HORIZON = 2
"""Rounds that are looked ahead, to say how a round changed the odds."""
LEAST_TURN = Fraction(1, 100)


@dataclass(frozen=True, slots=True)
class Prospect:
    """The odds of winning and of losing (but for time) within two rounds, had nothing changed."""

    won: Fraction
    lost: Fraction
    """At least: with the Crisis cards of this round, if those that nobody has read do nothing."""
    lost_at_most: Fraction = Fraction()

    @property
    def balance(self) -> Fraction:
        return self.won - self.lost


@dataclass(slots=True)
class RoundTold:
    """What happened in a round, and how things stood at its end."""

    round: int
    thermometer: Thermometer
    emitted: Counter[str] = field(default_factory=Counter)
    """Carbon by power."""
    absorbed: int = 0
    released: int = 0
    """Carbon that the planet itself set free, Crisis cards such as fires included."""
    rolls: Counter[str] = field(default_factory=Counter)
    tipped: int = 0
    to_be_expected: Fraction = Fraction()
    """Tipping Points that these rolls would bring on average."""
    prospect: Prospect | None = None
    """At the end of the Local stage."""
    communities: Mapping[str, int] = field(default_factory=dict)


@dataclass(frozen=True, slots=True)
class Turn:
    """A round that changed the odds."""

    round: int
    before: Prospect
    after: Prospect

    @property
    def step(self) -> Fraction:
        """Above zero, it was for the better."""
        return self.after.balance - self.before.balance


@dataclass(slots=True)
class Story:
    seats: tuple[str, ...] = ()
    rounds: list[RoundTold] = field(default_factory=list)
    start: Mapping[str, Power] = field(default_factory=dict)
    end: Mapping[str, Power] = field(default_factory=dict)
    sinks_at_start: Mapping[str, int] = field(default_factory=dict)
    sinks_at_end: Mapping[str, int] = field(default_factory=dict)
    outcome: Outcome | None = None

    @property
    def rolls(self) -> Counter[str]:
        return sum((told.rolls for told in self.rounds), Counter())

    @property
    def tipped(self) -> int:
        return sum(told.tipped for told in self.rounds)

    @property
    def to_be_expected(self) -> Fraction:
        return sum((told.to_be_expected for told in self.rounds), Fraction())

    @property
    def turn(self) -> Turn | None:
        """The greatest step towards how the game ended; None where none is worth telling."""
        known = [(told.round, told.prospect) for told in self.rounds if told.prospect]
        turns = [Turn(round, before, after) for (_, before), (round, after) in pairwise(known)]
        if self.outcome:
            turns = [turn for turn in turns if (turn.step > 0) == self.outcome.won]
        greatest = max(turns, key=lambda turn: abs(turn.step), default=None)
        return greatest if greatest and abs(greatest.step) >= LEAST_TURN else None


def tell_story(happened: Iterable[tuple[State, e.Event]]) -> Story:
    """From every event, each with the state before it."""
    story = Story()
    for before, event in happened:
        after = event.after(before)
        if isinstance(event, e.RoundBegan):
            story.rounds.append(RoundTold(event.round, after.thermometer))
        if setting_up(story, after):
            story.seats, story.start = after.seats, after.powers
            story.sinks_at_start = sinks(after)
        if story.rounds:
            note(story.rounds[-1], before, event, after)
        story.end, story.sinks_at_end, story.outcome = after.powers, sinks(after), after.outcome
    return story


def setting_up(story: Story, state: State) -> bool:
    """Until the first Local stage, people put right what lies on the boards: nobody acts yet."""
    return len(story.rounds) <= 1 and state.stage == "global"


def note(told: RoundTold, before: State, event: e.Event, after: State) -> None:
    told.round, told.thermometer = after.round, after.thermometer
    told.communities = {seat: power.communities for seat, power in after.powers.items()}
    match event:
        case e.StepBegan("demand") if after.stage == "emissions":
            told.prospect = prospect(after)
        case e.CarbonEmitted(power, cubes):
            told.emitted[power] += cubes
        case e.CarbonSequestered(cubes) | e.ThermometerCooled(cubes):
            told.absorbed += cubes
        case e.CarbonReleased(cubes) | e.ThermometerHeated(cubes):
            told.released += cubes
        case TokensChanged(token="recent", by=cubes):
            told.released += cubes
        case e.EffectRolled(effect):
            told.rolls[effect] += 1
            told.to_be_expected += Fraction(sum(tips_next(before)), len(EFFECTS))
        case e.Tipped():
            told.tipped += 1


def tips_next(state: State) -> list[bool]:
    """For each face: would it bring a Tipping Point now?"""
    return [
        track[min(state.planetary[effect], len(track) - 1)]
        for effect, track in state.box.tracks.items()
    ]


def prospect(state: State) -> Prospect | None:
    ahead = look_ahead(state, rounds=HORIZON)
    if not ahead:
        return None
    end = ahead[-1]
    heat = sum((end.lost[cause] for cause in CAUSES if cause != "time"), Fraction())
    least, most = (heat + odds for odds in (end.by_cards.least, end.by_cards.most))
    return Prospect(max(Fraction(), end.won - end.crises.least), least, most)


def sinks(state: State) -> dict[str, int]:
    return {sink: state.number((sink,)) for sink in SINKS}


def story_document(story: Story) -> Document:
    """The story as data."""
    turn = story.turn
    return {
        "outcome": plain(story.outcome),
        "rounds": [
            {
                "round": told.round,
                **members(told.thermometer, "celsius", "bands", "cubes"),
                **members(told, "emitted", "absorbed", "released", "rolls", "tipped"),
                "tips_expected": round(float(told.to_be_expected), 3),
                "prospect": told.prospect and prospects(told.prospect),
                "communities": dict(told.communities),
            }
            for told in story.rounds
        ],
        "powers": {
            seat: {"start": totals(story.start[seat]), "end": totals(story.end[seat])}
            for seat in story.seats
        },
        "sinks": {"start": dict(story.sinks_at_start), "end": dict(story.sinks_at_end)},
        "dice": {
            "rolls": {effect: story.rolls[effect] for effect in EFFECTS},
            "tipped": story.tipped,
            "tips_expected": round(float(story.to_be_expected), 3),
        },
        "turn": turn
        and {"round": turn.round, "before": prospects(turn.before), "after": prospects(turn.after)},
    }


def prospects(seen: Prospect) -> Document:
    most = max(seen.lost, seen.lost_at_most)
    return {"won": chance(seen.won), "lost": between(Range(seen.lost, most))}


def totals(power: Power) -> dict[str, int]:
    return {
        **members(power, "carbon", "dirty", "clean"),
        "emissions": sum(power.emissions.values()),
        "resilience": sum(power.resilience.values()),
        "communities": power.communities,
    }


TOTALS: dict[str, Message] = {
    "dirty": NUMBERS["dirty"],
    "clean": NUMBERS["clean"],
    "emissions": say("Emissions"),
    "resilience": say("Resilience"),
    "communities": NUMBERS["communities"],
}


def describe_story(story: Story) -> tuple[Message, ...]:
    """How it went, from the first round to the end."""
    if not story.rounds:
        return (say("This game has not started."),)
    return (
        *(one_round(told) for told in story.rounds),
        *(one_power(story, seat) for seat in story.seats),
        *(line for line in (sinks_changed(story),) if line),
        *dice(story),
        turning_point(story),
        how_it_ended(story),
    )


def how_it_ended(story: Story) -> Message:
    if story.outcome is None:
        return say("The game goes on.")
    return ending(story.outcome.reason, story.end)


def one_round(told: RoundTold) -> Message:
    return say(
        "Round {n}: {celsius} °C at its end; {emitted} carbon emitted, {absorbed} absorbed, "
        "{released} set free by the planet.",
        n=told.round,
        celsius=celsius(told.thermometer.bands),
        emitted=told.emitted.total(),
        absorbed=told.absorbed,
        released=told.released,
    )


def one_power(story: Story, seat: str) -> Message:
    was, now = totals(story.start[seat]), totals(story.end[seat])
    changed = [
        Message("{what} {by}", {"what": what, "by": signed(now[name] - was[name])})
        for name, what in TOTALS.items()
        if now[name] != was[name]
    ]
    values = {"power": POWERS[seat], "was": was["carbon"], "now": now["carbon"]}
    if not changed:
        return say("{power}: {was} carbon a round, as at the start.", **values)
    return say(
        "{power}: from {was} to {now} carbon a round ({changes}).",
        **values,
        changes=joined(changed),
    )


def sinks_changed(story: Story) -> Message | None:
    changed = [
        Message("{sink} {by}", {"sink": SINKS[sink], "by": signed(now - was)})
        for sink, now in story.sinks_at_end.items()
        if now != (was := story.sinks_at_start[sink])
    ]
    return say("Sinks: {changes}.", changes=joined(changed)) if changed else None


def dice(story: Story) -> Iterator[Message]:
    rolls = story.rolls
    if not rolls:
        yield say("The Planetary Effects die was never rolled.")
        return
    yield say(
        "{rolls} brought {tipped}; {expected} were to be expected.",
        rolls=count(
            "{n} roll of the Planetary Effects die",
            "{n} rolls of the Planetary Effects die",
            rolls.total(),
        ),
        tipped=count("{n} Tipping Point", "{n} Tipping Points", story.tipped),
        expected=decimal(float(story.to_be_expected)),
    )
    (often, times), *_ = rolls.most_common(1)
    yield count(
        "Rolled most: {effect}, {n} time, where {expected} were to be expected.",
        "Rolled most: {effect}, {n} times, where {expected} were to be expected.",
        times,
        effect=EFFECTS[often],
        expected=decimal(rolls.total() / len(EFFECTS)),
    )


def turning_point(story: Story) -> Message:
    turn = story.turn
    if turn is None and story.outcome is None:
        return say("No turning point so far: no round has changed the odds much.")
    if turn is None:
        return say("There was no turning point: no round changed the odds much.")
    won_before, won_after = percent(turn.before.won), percent(turn.after.won)
    lost_before, lost_after = percent(turn.before.lost), percent(turn.after.lost)
    winning = say(
        "the odds of winning went from {before} to {after}", before=won_before, after=won_after
    )
    losing = say(
        "the odds of losing went from {before} to {after}", before=lost_before, after=lost_after
    )
    changes = [winning] * (won_before != won_after) + [losing] * (lost_before != lost_after)
    return say(
        "The turning point was round {n}: looking two rounds ahead, {changes}.",
        n=turn.round,
        changes=joined(changes or [winning]),
    )
