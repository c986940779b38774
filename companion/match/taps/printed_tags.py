"""Tag cards: tapped after a card, they say what it prints, with hands only.

A card whose tags nobody has read says so when it is played, and nothing waits for it.
"""

from companion.errors import Refusal
from companion.games import AnyGame
from companion.games.taps import Gesture
from companion.i18n.message import Message, say
from companion.match.match import Revision
from companion.match.taps.effects import Steps, Submit
from companion.storage.packs.card_json import card_line, updated_card
from companion.storage.packs.load import guide_of


class Printing:
    """Which card the tag cards are for, and which of them were tapped after it so far."""

    def __init__(self, game: AnyGame) -> None:
        self._game = game
        self._card = ""
        self._tags: tuple[str, ...] = ()

    def after(self, gesture: Gesture, change: Revision) -> Message | None:
        """Of a card that was played: that nobody knows its tags; None where they are known.

        A card that is tapped twice lies there already, and what follows it is where it goes.
        """
        self._turn_to("")
        first = gesture.things[0]
        played = first.kind == "card" and not gesture.mode and gesture.things.count(first) == 1
        if not (played and self._game.layout.printed):
            return None
        known = updated_card(self._game, change.state, first.name, {})
        if guide_of(self._game).tags_read(known) is not False:
            return None
        self._turn_to(first.name)
        return say("Tags? Tap them.")

    def enter(self, gesture: Gesture) -> Steps[tuple[Revision, Message]]:
        """The last thing of a gesture is one more tag of the card before it; what that says."""
        *before, tag = gesture.things
        tapped = [thing.name for thing in before if thing.kind == "card"]
        if tapped and tapped[-1] != self._card:
            self._turn_to(tapped[-1])
        if not self._card:
            why = say("Tap a card first, and then the tags that it prints.")
            raise Refusal("no_card_before", why)
        guide, tags = guide_of(self._game), (*self._tags, tag.name)
        change = yield Submit(card_line(self._card, guide.tagged(tags)))
        self._tags = tags
        words = guide.tags(guide.in_force(change.state)[self._card])
        return change, Message("{card}: {tags}", {"card": self._card, "tags": words})

    def _turn_to(self, card: str) -> None:
        self._card, self._tags = card, ()
