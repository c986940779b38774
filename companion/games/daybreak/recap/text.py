"""The story of a game in words."""

from collections.abc import Iterator

from companion.games.daybreak.model.terms import EFFECTS, POWERS, SINKS
from companion.games.daybreak.odds.text import percent
from companion.games.daybreak.recap.recap import RoundTold, Story, totals
from companion.games.daybreak.text.effects import joined
from companion.games.daybreak.text.names import NUMBERS, celsius, ending
from companion.i18n.message import Message, count, decimal, say, signed

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
        *(line for line in (sinks(story),) if line),
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


def sinks(story: Story) -> Message | None:
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
