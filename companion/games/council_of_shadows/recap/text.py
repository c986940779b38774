"""The story of a game in words."""

from collections import Counter
from collections.abc import Iterator

from companion.games.council_of_shadows.model.terms import SEATS, TECHS, roman
from companion.games.council_of_shadows.recap.recap import SOURCES, RoundTold, Story
from companion.games.council_of_shadows.text.events import ending
from companion.games.council_of_shadows.text.names import listed
from companion.i18n.message import Message, say

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
    seats = listed(
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
        "{seat} got {n} energy: {parts}.", seat=SEATS[seat], n=got.total(), parts=listed(parts)
    )
