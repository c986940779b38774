"""The story of a game in words; the last line says how it ended."""

from collections.abc import Iterator

from companion.games.naufragos.model.terms import BUILDINGS, COLOURS
from companion.games.naufragos.odds.text import percent
from companion.games.naufragos.recap.recap import Story, furthest_turn
from companion.games.naufragos.text.names import ENDINGS, people
from companion.i18n.message import Message, count, say


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
    if (told := furthest_turn(story)) is not None:
        yield say(
            "Furthest from camp: difficulty {n}, in turn {turn}.", n=told.furthest, turn=told.round
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
