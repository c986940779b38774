"""My box: which cards an owner has, what is known of each, and which comes next.

Whatever the game: its ``CardGuide`` says what there is to know of a card.
"""

import re
from collections.abc import Callable, Collection, Iterator
from dataclasses import dataclass, replace
from functools import cached_property
from pathlib import Path
from typing import Any

import msgspec

from companion.games import AnyGame
from companion.games.taps import Thing
from companion.i18n.message import Message, say
from companion.match.match import Match
from companion.match.taps.tags import FILE as TAGS
from companion.match.taps.tags import Tags
from companion.storage.atomic_files import locked, set_aside, write
from companion.storage.journal import MemoryJournal
from companion.storage.json_file import DECODE_ERRORS
from companion.storage.packs.box_facts import OwnBox
from companion.storage.packs.card_search import find_numbers, last_digits
from companion.storage.packs.load import FOLDER, Entry, NoSuchCard, guide_of, load_cards, parse_card
from companion.storage.packs.own_packs import left_out

FILE = "walk.json"
Tell = Callable[[Message], None]


@dataclass(frozen=True, slots=True)
class WalkRecord:
    """What is remembered of a walk through a box."""

    absent: tuple[str, ...] = ()
    """Cards that are not in this box: nobody is asked for them again."""
    walked: tuple[str, ...] = ()
    """Cards that somebody has had in their hand and saved."""
    last: str = ""


@dataclass(frozen=True, slots=True)
class Bar:
    """So many of so many; ``short`` is what it is called where there is little room."""

    label: Message
    short: Message
    value: int
    most: int
    to: str = ""
    """The page on which more of it is entered."""

    @property
    def percent(self) -> int:
        return 100 * self.value // self.most


@dataclass(frozen=True, slots=True)
class CardKnowledge:
    """What is known of one card; None where there is nothing to know."""

    number: str
    enrolled: bool
    tags: bool | None
    rules: bool | None

    @property
    def complete(self) -> bool:
        return self.enrolled and self.tags is not False and self.rules is not False


class MyBox:
    """One game's box as it is now; whoever wants to see what has changed opens it again."""

    def __init__(self, game: AnyGame, data: Path, tell: Tell | None = None) -> None:
        """``tell`` hears of a file that could not be used, and nobody is stopped."""
        self.game = game
        self.guide = guide_of(game)
        self._data = data
        self._tell = tell
        self._file = data / f"{game.id}-{FILE}"
        pass_over = (lambda error: tell(left_out(error))) if tell else None
        self.cards = load_cards(game, data, pass_over=pass_over)
        self.tags = Tags(data / TAGS, game.id, tell, lambda: self.cards.links(self.numbers))

    @cached_property
    def numbers(self) -> tuple[str, ...]:
        """Every number that a card of this game may have, in printed order; then those without."""
        warnings: list[Message] | None = [] if self._tell else None
        blank = Match(self.game, MemoryJournal(), packs=self._data, warnings=warnings)
        deck = self.game.tap_handler.deck(blank.state)
        return tuple(dict.fromkeys((*deck, *self.cards.entries)))

    @cached_property
    def enrolled(self) -> frozenset[str]:
        return frozenset(each.name for each in self.tags.all() if each.kind == "card")

    @cached_property
    def kept(self) -> WalkRecord:
        if not self._file.is_file():
            return WalkRecord()
        try:
            return self._read()
        except DECODE_ERRORS:
            if self._tell is None:
                raise
            self._tell(set_aside(self._file))
            return WalkRecord()

    def _read(self) -> WalkRecord:
        return msgspec.json.decode(self._file.read_bytes(), type=WalkRecord)

    def remember(self, number: str, *, absent: bool) -> None:
        """Somebody has walked past a card: it is known now, or is not in this box."""
        with locked(self._file):
            self.__dict__.pop("kept", None)
            kept = self.kept
            others = tuple(each for each in kept.absent if each != number)
            walked = tuple(dict.fromkeys((*kept.walked, number)))
            kept = replace(
                kept, absent=(*others, number) if absent else others, walked=walked, last=number
            )
            write(self._file, msgspec.json.encode(kept).decode() + "\n")
            self.kept = kept

    def entry(self, number: str) -> Entry:
        """A card; one that no pack has is known by its number alone."""
        try:
            return self.cards.find(number)
        except NoSuchCard:
            fresh = self.guide.fresh(number)
            if fresh is None:
                raise
            return parse_card(self.game, dict(fresh), self._file, 1)

    def known(self, number: str) -> CardKnowledge:
        card: Any = self.entry(number).card
        return CardKnowledge(
            number,
            card.number in self.enrolled,
            self.guide.tags_read(card),
            self.guide.rules_read(card),
        )

    @cached_property
    def here(self) -> tuple[CardKnowledge, ...]:
        """Every card of this box, as far as anybody knows."""
        absent = set(self.kept.absent)
        return tuple(self.known(number) for number in self.numbers if number not in absent)

    def bars(self) -> tuple[Bar, ...]:
        facts = OwnBox(self.game, self._data, self._tell or (lambda told: None)).facts().values()
        tags = [each.tags for each in self.here if each.tags is not None]
        rules = [each.rules for each in self.here if each.rules is not None]
        checked = sum(not fact.stand_in for fact in facts)
        enrolled = sum(each.enrolled for each in self.here)
        bars = (
            Bar(say("Numbers checked"), say("Numbers"), checked, len(facts), to="/facts"),
            Bar(say("Cards with a tag"), say("Enrolled"), enrolled, len(self.here)),
            Bar(say("Printed tags known"), say("Printed tags"), sum(tags), len(tags)),
            Bar(say("What cards do, known"), say("Actions"), sum(rules), len(rules)),
        )
        return tuple(bar for bar in bars if bar.most)

    # The walk.

    def due(self, after: str = "", taken: Collection[str] = (), *, readers: bool) -> str | None:
        """The next card of which something is not known; None at the end of the walk.

        It goes on after this one, or where it stopped, and then from the first card on. Somebody
        else may have ``taken`` a card; without ``readers`` nothing needs a tag.
        """
        walked = set(self.kept.walked)
        due = [
            each.number
            for each in self.here
            if each.number not in walked
            and each.number not in taken
            and not replace(each, enrolled=each.enrolled or not readers).complete
        ]
        after = after or self.kept.last
        order = {number: at for at, number in enumerate(self.numbers)}
        start = order.get(after, -1)
        behind = (number for number in due if order[number] > start)
        return next(behind, due[0] if due else None)

    def find(self, text: str) -> tuple[str, ...]:
        """The cards that somebody may mean: ``1.035``, ``1035``, ``35``, or part of a name.

        A number that nobody knew is one too, if a card of this game can have it.
        """
        text = " ".join(text.split())
        if not text:
            return ()
        known = {number: entry.card for number, entry in self.cards.entries.items()}
        found = find_numbers(self.numbers, known, text)
        return found or tuple(number for number in self._shaped(text) if self.guide.fresh(number))

    def _shaped(self, text: str) -> Iterator[str]:
        """The same letters and digits, written as the numbers of this game are."""
        yield text
        signs = [sign for sign in text if sign.isalnum()]
        shapes = {re.sub(r"\w", "0", number): number for number in self.numbers}
        for shape, like in shapes.items():
            head = like[: len(like) - len(last_digits(like))]
            yield f"{head}{text.zfill(len(last_digits(like)))}"
            if shape.count("0") == len(signs):
                letters = iter(signs)
                yield "".join(next(letters) if sign == "0" else sign for sign in shape)

    def bind(self, uid: str, number: str) -> None:
        self.tags.bind(uid, Thing("card", self.entry(number).card.number))
        self.__dict__.pop("enrolled", None)
        self.__dict__.pop("here", None)


def stamp(game: AnyGame, data: Path) -> tuple[int, ...]:
    """Another one than before: something in the files of a box has changed.

    Whatever is written takes the place of a file, so a look at the folders is enough.
    """
    folders = (data, data / FOLDER, data / FOLDER / game.id)
    return tuple(folder.stat().st_mtime_ns for folder in folders if folder.is_dir())
