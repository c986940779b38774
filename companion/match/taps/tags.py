"""Which tag is which card, place, seat or command: kept in one file of the data folder.

Cards, places and seats belong to one game; commands are the same in every game. What a camera reads
is a tag as well, and needs no binding where its text says the card.
"""

import re
from collections.abc import Callable, Iterable, Iterator, Mapping
from contextlib import contextmanager, nullcontext
from dataclasses import dataclass, replace
from pathlib import Path
from threading import RLock

import msgspec

from companion.errors import CompanionError, Refusal
from companion.games.layout import BUTTONS, DIE, MODE, Layout
from companion.games.registry import part_called
from companion.games.taps import Kind, Thing
from companion.i18n.message import Message, say
from companion.match.taps.printed_codes import CODE, card_of, is_code
from companion.storage.atomic_files import locked, set_aside, write
from companion.storage.json_file import DECODE_ERRORS, json_text

FILE = "tags.json"
FORMAT = 1
UID = re.compile(r"(?:[0-9a-f]{8}|[0-9a-f]{14}|[0-9a-f]{20})")


class BadTags(CompanionError, ValueError):
    """A file of tags that cannot be used."""

    code = "bad_tags"

    def __init__(self, file: object, why: Message) -> None:
        super().__init__(say("The tags in {file}: {why}", file=file, why=why))


class NotEnrolled(Refusal):
    """A tag that nobody has given to anything."""

    def __init__(self, uid: str) -> None:
        super().__init__("not_enrolled", say("Tag {uid} is not enrolled: hold NEXT.", uid=uid))


class NewCode(Refusal):
    """A printed code that could be no card, or more than one."""

    def __init__(self) -> None:
        super().__init__("new_code", say("A new code. Which card is it? Hold NEXT to say so."))


@dataclass(frozen=True, slots=True)
class Binding:
    """One tag; ``game`` is empty for a command."""

    uid: str
    kind: Kind
    name: str
    game: str = ""

    @property
    def thing(self) -> Thing:
        return Thing(self.kind, self.name)


@dataclass(frozen=True, slots=True)
class TagFile:
    """What the file holds, and what is exported."""

    table_companion_tags: int
    tags: list[Binding]


class Tags:
    """The tags of one game, and the commands. Without a file they are forgotten at the end.

    Whatever is changed is changed in the file as it is then, and a file that somebody else changed
    is read again: tags can be bound while a game is being played.
    """

    def __init__(
        self,
        file: Path | None = None,
        game: str | Callable[[], str] = "",
        tell: Callable[[Message], None] | None = None,
        links: Callable[[], Mapping[str, str]] = dict,
        keeps: Callable[[str], bool] = lambda uid: True,
    ) -> None:
        """``game`` may be asked for each time: another one may be on the table by then.

        ``tell`` hears of a file that could not be used and was put aside. ``links`` has every card
        of the game by its number, with the address that a pack has for it, if any. Only
        what it ``keeps`` is in the file.
        """
        self._file = file
        self._tell = tell
        self._links = links
        self._keeps = keeps
        self._which = game
        self._kept: dict[str, Binding] = {}
        self._forgotten: dict[str, Binding] = {}
        self._read_at: int | None = None
        self._lock = RLock()

    @property
    def _game(self) -> str:
        return self._which if isinstance(self._which, str) else self._which()

    def find(self, uid: str) -> Thing | None:
        """What this tag is in this game. A code says so itself, unless people have said it."""
        binding = self._bindings().get(uid)
        if binding is None and is_code(uid):
            number = card_of(uid.removeprefix(CODE), self._links())
            return Thing("card", number) if number else None
        return binding.thing if binding and binding.game in ("", self._game) else None

    def all(self) -> list[Binding]:
        """Every tag of this game and every command, as people look for them."""
        own = (each for each in self._bindings().values() if each.game in ("", self._game))
        return sorted(own, key=lambda each: (each.kind, each.name, each.uid))

    def bind(self, uid: str, thing: Thing) -> None:
        game = "" if thing.kind == "command" else self._game
        self.add([Binding(uid, thing.kind, thing.name, game)])

    def add(self, bindings: Iterable[Binding]) -> None:
        """Binds all of these or none; a tag that was something else is that no more."""
        new = {binding.uid: binding for binding in bindings}
        for uid in new:
            check_uid(uid)
        with self._changing():
            self._keep({**self._bindings(), **new})

    def forget(self, uid: str) -> Thing:
        """The tag is nothing any more; answers what it was."""
        with self._changing():
            bindings = dict(self._bindings())
            if uid not in bindings:
                raise NotEnrolled(uid)
            forgotten = bindings.pop(uid)
            self._keep(bindings)
        return forgotten.thing

    @contextmanager
    def _changing(self) -> Iterator[None]:
        """Another process may bind tags in the same moment; both count.

        Who binds a tag is not stopped by a file that nobody can read: it is put aside, and what was
        known of the tags before is kept.
        """
        with self._lock, locked(self._file) if self._file else nullcontext():
            try:
                self._bindings()
            except BadTags:
                if self._tell is None:
                    raise
                if self._file and self._file.is_file():
                    self._tell(set_aside(self._file))
            yield

    def _bindings(self) -> Mapping[str, Binding]:
        with self._lock:
            written = written_at(self._file) if self._file else None
            if self._file and written not in (None, self._read_at):
                self._kept = {binding.uid: binding for binding in read_tags(self._file)}
                self._read_at = written
            return {**self._kept, **self._forgotten}

    def _keep(self, bindings: Mapping[str, Binding]) -> None:
        kept = {uid: binding for uid, binding in bindings.items() if self._keeps(uid)}
        if self._file and kept != self._kept:
            write(self._file, tags_text(kept.values()))
            self._read_at = written_at(self._file)
        self._kept = kept
        self._forgotten = {uid: each for uid, each in bindings.items() if uid not in kept}


def check_uid(uid: str) -> str:
    """The same number, if a tag can have it."""
    if not (UID.fullmatch(uid) or is_code(uid)):
        why = say(
            "A tag's number is 8, 14 or 20 digits of 0 to f, or {code} and a text, not {uid}.",
            code=CODE,
            uid=uid,
        )
        raise Refusal("bad_uid", why)
    return uid


def typed_uid(text: str) -> str:
    """A tag's number as people type it; the text of a code stays as it is."""
    return text if text.startswith(CODE) else text.lower()


def not_enrolled(uid: str) -> Refusal:
    return NewCode() if is_code(uid) else NotEnrolled(uid)


def written_at(file: Path) -> int | None:
    """When a file was last changed; None if it is not there."""
    try:
        return file.stat().st_mtime_ns
    except (FileNotFoundError, NotADirectoryError):
        return None
    except OSError as error:
        raise BadTags(file, say("it cannot be read ({why})", why=error.strerror)) from None


def read_tags(file: Path) -> list[Binding]:
    """The tags of a file, or of an export of any version so far."""
    try:
        found = msgspec.json.decode(file.read_bytes(), type=TagFile)
    except OSError as error:
        raise BadTags(file, say("it cannot be read ({why})", why=error.strerror)) from None
    except DECODE_ERRORS as error:
        raise BadTags(file, say("{why}", why=error)) from None
    if found.table_companion_tags > FORMAT:
        raise BadTags(file, say("a newer companion wrote it; please update this one"))
    return [named_now(binding) for binding in found.tags]


def named_now(binding: Binding) -> Binding:
    """A command card that was bound before there were several games has another name now."""
    if binding.kind != "command":
        return binding
    role = binding.name.removeprefix(HOLD)
    name = binding.name.replace(role, part_called(role))
    return replace(binding, name=name) if name != binding.name else binding


def tags_text(bindings: Iterable[Binding]) -> str:
    return json_text(TagFile(FORMAT, list(bindings)))


HOLD = "hold "
HELD: dict[str, Message] = {"hold undo": say("REDO"), "hold next": say("ENROL")}
ORDER = ("next", "undo", "hold undo", MODE, "info", "hold next", DIE)


def commands(layout: Layout) -> dict[str, Message]:
    """The command cards that a game has a use for, and what is written on each."""
    named = {**BUTTONS, **HELD}
    found: dict[str, Message] = {}
    for each in ORDER:
        many = {MODE: len(layout.modes), DIE: len(layout.dice)}.get(each)
        parts = [each] if many is None else [f"{each}{n}" for n in range(1, many + 1)]
        found |= {part: named.get(part) or layout.name(part) for part in parts}
    return found


def command_of(layout: Layout, text: str) -> str:
    """A command by the words that people use: a game's own word for ``mode:1``, held or not."""
    role = layout.part(text.removeprefix(HOLD))
    return f"{HOLD}{role}" if text.startswith(HOLD) else role
