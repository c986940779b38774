"""What programs, journals, packs and scripts know of each game: its names, not its texts."""

import re
from collections.abc import Callable, Iterable, Iterator, Mapping
from dataclasses import MISSING, fields, is_dataclass
from functools import partial
from pathlib import Path
from typing import Any, Literal, get_args, get_origin, get_type_hints

from companion.games import HOST, AnyGame, Document, Viewer
from companion.match.script import Script
from companion.storage.packs.box_facts import BUILT_IN, load_box
from companion.storage.packs.load import HEADER

ROOT = Path(__file__).parents[2]
Naming = Callable[[str], str]
VIEWED, FORESEEN = 8, 40
"""One revision of so many is looked at by each seat, and with its odds: these take longer."""


def same(name: str) -> str:
    return name


def paths(value: Any, name: Naming = same, path: str = "") -> Iterator[str]:
    """Every path to something in a document; each place of a list is ``[]``."""
    if isinstance(value, Mapping) and value:
        for key, inner in value.items():
            yield from paths(inner, name, f"{path}.{name(str(key))}" if path else name(str(key)))
    elif isinstance(value, list | tuple) and value:
        for inner in value:
            yield from paths(inner, name, f"{path}[]")
    else:
        yield path


def general(game: AnyGame, key: str) -> str:
    """A seat, or what is counted or numbered, is ``*``."""
    return "*" if key in game.seats or re.search(r"\d", key) else key


def played(game: AnyGame) -> Iterator[Path]:
    """The golden games of this game."""
    for file in sorted((ROOT / "tests" / "golden").glob("*.table")):
        if f"game {game.id}" in file.read_text(encoding="utf-8").splitlines():
            yield file


def document_paths(game: AnyGame) -> Iterator[str]:
    """As everybody, the host and each seat see it; what the table adds is among them."""
    name = partial(general, game)
    viewers = (HOST, *(Viewer("seat", seat) for seat in game.seats)) if game.secretive else ()
    for file in played(game):
        table = Script(file.read_text(encoding="utf-8"), file).play()
        changes = list(table.history)
        yield from paths(changes[-1].document, name)
        for change in changes:
            yield from paths(without_facts(change.document), name)
        for change in changes[::VIEWED]:
            for viewer in viewers:
                yield from paths(without_facts(game.view(change.state, viewer)), name)
        for change in changes[::-FORESEEN]:
            yield from paths(without_facts(change.with_odds()), name)


def without_facts(document: Document) -> Document:
    """They are the same from beginning to end, and most of a document."""
    return {key: value for key, value in document.items() if key != "facts"}


def event_lines(game: AnyGame) -> Iterator[str]:
    """Each event as a journal has it; a field with a default may be missing in an old one."""
    told: dict[type, str] = {game.cards.type: "card"} if game.cards else {}
    for name, kind in game.events.items():
        yield " ".join((name, *names_of(kind)))
        yield from inside(kind, name, told)


def card_lines(game: AnyGame) -> Iterator[str]:
    """What a pack may say of a card, however deep."""
    if guide := game.cards:
        yield " ".join(("card", *names_of(guide.type)))
        yield from inside(guide.type, "card", {guide.type: "card"})
        yield f"pack: {' '.join((*HEADER, 'cards'))}"
        yield f"kinds: {' '.join(sorted(guide.kinds))}"
        yield f"owners, by {guide.owner}: {' '.join(sorted(guide.owners))}"
        yield f"decks: {' '.join(sorted(guide.decks))}"


def names_of(kind: type) -> Iterator[str]:
    """The fields in their order; those that may be left out with a question mark."""
    for each in fields(kind):
        needed = each.default is MISSING and each.default_factory is MISSING
        yield each.name if needed else f"{each.name}?"


def inside(kind: type, path: str, told: dict[type, str]) -> Iterator[str]:
    """What is kept within the fields, and the words that may stand in them.

    ``told`` is what was listed under another path.
    """
    for name, hint in get_type_hints(kind).items():
        here, found = f"{path}.{name}", list(alternatives(hint))
        if words := sorted({each for each in found if isinstance(each, str)}):
            yield f"{here} = {' | '.join(words)}"
        for each in dict.fromkeys(found):
            if not (isinstance(each, type) and is_dataclass(each)):
                continue
            if each in told:
                yield f"{here}: as {told[each]}"
            else:
                told[each] = here
                yield f"{here}: {' '.join(names_of(each))}"
                yield from inside(each, here, told)


def alternatives(hint: Any) -> Iterator[Any]:
    """The types and words that may stand there, also in a list or under a name."""
    inner = get_args(hint)
    if not inner:
        yield hint
    elif get_origin(hint) is Literal:
        yield from map(str, inner)
    else:
        for each in inner:
            yield from alternatives(each)


def box_facts(game: AnyGame) -> Iterable[str]:
    """What an owner may say of their own components."""
    _, facts = load_box(game, BUILT_IN)
    return (".".join(general(game, part) for part in path.split(".")) for path in facts)


def board_words(game: AnyGame) -> Iterator[str]:
    """What tags, command cards, profiles and scripts call the parts of a table."""
    layout = game.layout
    yield from (f"seat {seat}" for seat in game.seats)
    yield from (f"die {die}" for die in layout.dice)
    yield from (f"mode {mode}" for mode in layout.modes)
    yield from (f"place {tag}" for row in layout.rows for tag in row.tags)
    yield from (f"printed {word}" for word in layout.printed)
    yield from (f"formerly {old} = {part}" for old, part in layout.formerly.items())


def story_paths(game: AnyGame) -> Iterator[str]:
    """How a game is told afterwards, to programs."""
    if recap := game.recap:
        for file in played(game):
            table = Script(file.read_text(encoding="utf-8"), file).play()
            told = recap.document(recap.story(table.happened()))
            yield from paths(told, partial(general, game))
