"""One table as the hall knows it, and how much it needs somebody to look at it."""

import re
from dataclasses import dataclass
from datetime import datetime

from companion.hall.table_messages import Ended, News, State, TableInfo
from companion.i18n.message import Message, count, say
from companion.mqtt.hall_messages import parse_time
from companion.mqtt.message_codec import decode, verbatim
from companion.web.live.wall_display import LIGHTS

MAX_CLOCK_SKEW_S = 60
"""A larger difference between a table's clock and the hall's is noted on its tile."""
MAX_GUIDE_LINES = 3


@dataclass(frozen=True, slots=True)
class Tile:
    table: str
    """The slug in its topics."""
    version: int = 0
    """Of the registry, when the tile changed last."""
    online: bool = False
    since: datetime | None = None
    """When it went or came, by the hall's clock."""
    card: TableInfo | None = None
    state: State | None = None
    news: News | None = None
    ended: Ended | None = None
    help: bool = False
    clock_skew_s: int = 0
    """By how much its clock was ahead of the hall's."""
    fault: Message | None = None
    """What it tells and nobody here can read."""

    @property
    def name(self) -> str:
        return " ".join(self.card.name.split())[:48] if self.card else self.table

    @property
    def over(self) -> bool:
        return bool(self.state and self.state.headline.over)

    @property
    def won(self) -> bool | None:
        """How its game ended, if it has and the table wins or loses as one."""
        return self.ended.won if self.over and self.ended else None

    @property
    def playing(self) -> bool:
        return bool(self.state and self.state.headline.round and not self.over)

    @property
    def alarm(self) -> bool:
        return bool(self.state and self.state.headline.alarm and not self.over)

    @property
    def mood(self) -> str:
        """In one word what this table needs: the first of these that is so."""
        if self.help:
            return "help"
        if not self.online:
            return "lost" if self.playing else "away"
        if self.alarm:
            return "alarm"
        if self.over:
            return "over"
        return "playing" if self.playing else "waiting"

    @property
    def game(self) -> str | None:
        return self.state.game if self.state else None

    @property
    def title(self) -> Message | None:
        if self.state is None:
            return None
        title = self.state.headline.title
        return decode(title) if title else verbatim(self.state.game)

    @property
    def heading(self) -> Message | None:
        """Where in its game the table is."""
        heading = self.state.headline.heading if self.state else None
        return decode(heading) if heading else None

    @property
    def unit(self) -> Message | str:
        return decode(self.state.headline.unit) if self.state else ""

    @property
    def of(self) -> Message | str:
        """What the figure is."""
        told = self.state.headline.of if self.state else None
        return decode(told) if told else ""

    @property
    def level(self) -> int:
        """How many lights of its bar are lit, as far as a tile can show."""
        return max(0, min(LIGHTS, self.state.headline.level)) if self.state else 0

    @property
    def percent(self) -> int | None:
        """How likely it is that something comes of which the game warns."""
        odds = self.state.headline.odds if self.state else None
        return round(100 * odds.odds) if odds and 0 <= odds.odds <= 1 else None

    @property
    def odds_of(self) -> Message | str:
        odds = self.state.headline.odds if self.state else None
        return decode(odds.label) if odds else ""

    @property
    def guide(self) -> list[Message]:
        return (
            [decode(line) for line in self.state.headline.guide[:MAX_GUIDE_LINES]]
            if self.state
            else []
        )

    def notes(self, own_version: str) -> list[Message]:
        """What somebody who looks after the tables should know of this one."""
        found = [self.fault] if self.fault else []
        if self.since and not self.online:
            found.append(say("Offline since {time}.", time=f"{self.since.astimezone():%H:%M}"))
        if self.card and newer(self.card.version, own_version):
            found.append(
                say("It has a newer version ({version}) than this hall.", version=self.card.version)
            )
        if abs(self.clock_skew_s) >= MAX_CLOCK_SKEW_S:
            minutes = max(1, abs(self.clock_skew_s) // 60)
            found.append(
                count("Its clock is {n} minute ahead.", "Its clock is {n} minutes ahead.", minutes)
                if self.clock_skew_s > 0
                else count(
                    "Its clock is {n} minute behind.", "Its clock is {n} minutes behind.", minutes
                )
            )
        return found


MOODS = ("help", "lost", "alarm", "playing", "waiting", "over", "away")
"""From what needs somebody now to what needs nobody any more."""


def urgency(tile: Tile) -> tuple[object, ...]:
    """The order of the tiles: who needs somebody first; among equals, who is closest to losing."""
    danger = (-(tile.percent or 0), -tile.level) if tile.mood in ("alarm", "playing") else (0, 0)
    return (
        MOODS.index(tile.mood),
        tile.fault is None,
        danger,
        natural_order(tile.name),
        tile.table,
    )


def natural_order(name: str) -> list[tuple[bool, int, str]]:
    """Table 2 comes before Table 10."""
    pieces = re.findall(r"\d{1,9}|\D+", name.casefold())
    return [(not each.isdecimal(), int(each) if each.isdecimal() else 0, each) for each in pieces]


def newer(one: str, other: str) -> bool:
    return numbers(one) > numbers(other)


def numbers(version: str) -> list[int]:
    return [int(each) for each in re.findall(r"\d{1,9}", version.partition("+")[0])]


def clock_skew_s(at: str, now: datetime) -> int:
    found = parse_time(at)
    return int((found - now).total_seconds()) if found else 0
