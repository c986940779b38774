"""The cards that lie before a camera, and a new sticker that is to be that of the only one."""

from dataclasses import dataclass, field

from companion.games.taps import Thing
from companion.match.taps.enrolment import READS


@dataclass(slots=True)
class Sight:
    cards: dict[str, Thing] = field(default_factory=dict)
    """By their codes."""
    sticker: str = ""
    """One that was read while one card lay there."""

    @property
    def only_card(self) -> Thing | None:
        """Where several lie there, a sticker could be that of any."""
        return next(iter(self.cards.values())) if len(self.cards) == 1 else None

    def lift(self, uid: str, reads: int) -> Thing | None:
        """A code or a tag is gone; answers the card that has this sticker now."""
        self.cards.pop(uid, None)
        sticker, self.sticker = self.sticker, ""
        return self.only_card if uid == sticker and reads >= READS else None
