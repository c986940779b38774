"""What lies ahead, for the board: worked out beside the requests, so that nobody waits for it.

A board waits for a moment, in which odds are nearly always there. What is not there by then it
comes without; it says so, and the phone looks again.
"""

from collections.abc import Hashable
from dataclasses import dataclass
from typing import Any

from companion.games import Document, Odds
from companion.games.display import Chance
from companion.match.match import Revision
from companion.match.worker import Answer, BackgroundCache
from companion.web.live.form_to_line import whole_number

WAIT_S = 0.05
"""Seconds. A tap waits no longer than that for a hand that makes boards."""
MAX_BETTER = 999


@dataclass(frozen=True, slots=True)
class Ahead:
    """``odds`` as in the document; ``more`` if things get ``better`` by so much each round."""

    odds: Answer[Document | None]
    more: Answer[Document | None]
    better: int | None

    @property
    def key(self) -> tuple[object, ...]:
        return self.odds.soon, self.more.soon, self.better


class OddsCache:
    def __init__(self) -> None:
        # Two of them: odds are quick, and never wait for what takes longer.
        self._odds: BackgroundCache[tuple[Odds, Any], Document | None] = BackgroundCache(
            lambda about: about[0].document(about[1])
        )
        self._more: BackgroundCache[tuple[Odds, Any, int], Document | None] = BackgroundCache(
            lambda about: about[0].more(about[1], about[2])
        )
        self._chance: BackgroundCache[tuple[Odds, Any], Chance] = BackgroundCache(
            lambda about: about[0].chance(about[1])
        )

    def look(self, change: Revision, better: int | None) -> Ahead:
        known = keyed(change)
        if known is None:
            return Ahead(Answer(), Answer(), better)
        key, (odds, state) = known
        found = self._odds.ask(key, (odds, state), WAIT_S)
        if better is None:
            return Ahead(found, Answer(), None)
        return Ahead(found, self._more.ask((key, better), (odds, state, better)), better)

    def chance(self, change: Revision) -> Answer[Chance]:
        """The odds in one line; nothing where there are none to tell."""
        known = keyed(change)
        return self._chance.ask(*known, WAIT_S) if known else Answer()


def keyed(change: Revision) -> tuple[Hashable, tuple[Odds, Any]] | None:
    """The key of a state's odds, and what they are worked out from; None where there are none."""
    odds, state = change.step.game.odds, change.state
    key = odds.cache_key(state) if odds else None
    return None if odds is None or key is None else (key, (odds, state))


def assumed(text: str | None) -> int | None:
    """How much better things are to get each round, as an address says it; None if it does not."""
    return None if text is None else min(whole_number(text) or 0, MAX_BETTER)
