"""What an owner prints and cuts out: command cards, markers of places, labels, and where tags go.

Cards, places, seats and dice are the game's; buttons and readers are the board's.
"""

from collections.abc import Callable, Iterable, Iterator, Sequence
from dataclasses import dataclass
from itertools import chain

from companion.devices.board.parts import Profile
from companion.devices.printouts import codes as printed_codes
from companion.devices.printouts.paper import Paper, Room, icon, tag, write
from companion.games import AnyGame
from companion.games.layout import CENTRE, Layout, Row, Size, neutral_name
from companion.i18n.catalogs import LANGUAGES, Language, language_name
from companion.i18n.message import Message, say
from companion.match.taps.tags import commands as commands_of

TAG_MM = 25  # the diameter of the usual round sticker
MARKER = Size(38, 50)
LABEL = Size(28, 10)  # as the bed for it in the case
READER_LABEL = Size(60, 10)
GAP = 3
ICON, SMALL_ICON = 9, 6

DOES: dict[str, Message] = {
    "next": say("Goes on, or takes what the screen shows."),
    "undo": say("Shows what it would undo. Tap it again, and it is undone."),
    "hold undo": say("Does again what was undone."),
    "info": say("Leafs through what the screen can show."),
    "hold next": say("Gives tags to the cards, in printed order."),
}

Draw = Callable[[Room, tuple[str, ...]], Iterator[str]]
"""Draws what a card or marker says into its cell."""


@dataclass(frozen=True, slots=True)
class PrintJob:
    """What is printed, for whom, and on which paper."""

    board: Profile
    game: AnyGame
    language: Language
    page: Paper

    @property
    def layout(self) -> Layout:
        return self.game.layout

    def icon(self, name: str) -> str:
        """A drawing of the game's own, or nothing."""
        return self.game.icons.get(name, "")

    def sheet(self, title: Message, drawn: Iterable[str]) -> str:
        scale = say("Print at 100 %: this line is 50 mm long.")
        return self.page.svg(self.language.say(title), self.language.say(scale), drawn)

    def sheets(
        self, title: Message, size: Size, draw: Draw, each: Sequence[tuple[str, ...]]
    ) -> Iterator[str]:
        """As many sheets as it takes to draw each of them into a cell of this size."""
        cells = [cell for line in self.page.lines(size) for cell in line]
        for start in range(0, len(each), len(cells)):
            drawn = (draw(*here) for here in zip(cells, each[start:], strict=False))
            yield self.sheet(title, chain.from_iterable(drawn))


def commands(job: PrintJob) -> Iterator[str]:
    """Cards that are tapped instead of buttons, in the size of the game's own."""
    speak, card = job.language.say, job.layout.card
    named = [
        (name, speak(word).upper(), speak(_does(job.layout, part)), job.icon(f"die:{name}"))
        for part, word in commands_of(job.layout).items()
        for name in [job.layout.word(part)]
    ]
    title = say("Command cards: the tag goes behind the circle")
    return job.sheets(title, card, _command, named)


def _command(cell: Room, says: tuple[str, ...]) -> Iterator[str]:
    name, word, does, drawing = says
    inner = cell.inset(4)
    yield cell.outline("cut")
    yield from icon(drawing, cell.middle - ICON / 2, inner.top + 17, ICON)
    yield from write(inner.below(0, 16), word, 9, "bold")
    yield tag(cell.middle, cell.top + cell.height / 2, TAG_MM)
    yield from write(inner.below(inner.height - 23, 16), does, 3.4)
    yield from write(inner.below(inner.height - 5, 4), name, 2.6, "quiet")


def places(job: PrintJob) -> Iterator[str]:
    """A marker for every place and every seat, each with the name that its tag is given.

    Places that are the only one of their row need no number, and share a line with one another.
    """
    speak = job.language.say
    rows = [
        [
            (
                tag,
                number if row.places > 1 else "",
                speak(name),
                speak(row.owner) if row.owner else "",
                job.icon(f"row:{row.id}") or job.icon(f"seat:{row.id}"),
            )
            for tag, number, name in marked_places(row)
        ]
        for row in job.layout.rows
    ]
    groups = [row for row in rows if len(row) > 1]
    groups.append([row[0] for row in rows if len(row) == 1])
    groups.append(
        [
            (seat, "", speak(name), "", job.icon(f"seat:{seat}"))
            for seat, name in job.game.seats.items()
        ]
    )
    columns = len(job.page.lines(MARKER)[0])
    # Each group begins on a line of its own: the rest of the line before it stays empty.
    markers = [each for group in groups for each in (*group, *[()] * (-len(group) % columns))]
    title = say("Markers: the tag goes behind the circle")
    return job.sheets(title, MARKER, _marker, markers)


def marked_places(row: Row) -> Iterator[tuple[str, str, Message]]:
    """The tag of each place, the number on its marker, and what it is called."""
    if row.names:
        yield from zip(row.tags, [""] * len(row.names), row.names.values(), strict=True)
        return
    for n, place in enumerate(row.tags, start=1):
        yield place, str(n), row.place


def _marker(cell: Room, says: tuple[str, ...]) -> Iterator[str]:
    if not says:
        return
    name, number, place, owner, drawing = says
    inner = cell.inset(2)
    yield cell.outline("cut")
    yield from icon(drawing, inner.left, inner.top, SMALL_ICON)
    yield tag(cell.middle, inner.top + TAG_MM / 2, TAG_MM)
    yield from write(inner.below(0, TAG_MM), number, 14, "bold")
    yield from write(inner.below(TAG_MM + 1, 8), place, 4.4, "bold")
    yield from write(inner.below(TAG_MM + 10, 6), owner, 3.6)
    yield from write(inner.below(inner.height - 3.5, 3.5), name, 2.4, "quiet")


def labels(job: PrintJob) -> Iterator[str]:
    """For the buttons and readers of the board, in every language: each owner takes theirs."""
    yield job.sheet(say("Labels for buttons and readers"), _labels(job))


def _labels(job: PrintJob) -> Iterator[str]:
    body = job.page.body
    top = body.top + GAP
    for code in LANGUAGES:
        speak = Language(code, job.game.id).say
        yield from write(Room(body.left, top, body.width, 6), language_name(code), 4, centred=False)
        top += 8
        buttons = [speak(job.layout.name(button.role)).upper() for button in job.board.buttons]
        readers = [speak(_zone(reader.zone)) for reader in job.board.readers]
        for size, words in ((LABEL, buttons), (READER_LABEL, readers)):
            columns = int(body.width // (size.width + GAP))
            for i, word in enumerate(words):
                left = body.left + i % columns * (size.width + GAP)
                room = Room(left, top + i // columns * (size.height + GAP), size.width, size.height)
                yield room.outline("cut", 1)
                yield from write(room.inset(0.5), word, 4, "bold")
            top += -(-len(words) // columns) * (size.height + GAP)
        top += GAP


def _zone(zone: str) -> Message:
    return say("Centre of the table") if zone == CENTRE else neutral_name(zone)


def _does(layout: Layout, part: str) -> Message:
    """What a command card does, in a sentence."""
    if mode := layout.modes.get(layout.word(part)):
        return mode.does
    return DOES.get(part) or say("Rolls this die: {die}.", die=layout.name(part))


def tags(job: PrintJob) -> Iterator[str]:
    """Where a card gets its tag; and a card for each tag that the game prints, to be tapped.

    The first is the back of a card in its sleeve, in its real size: lay yours on it and stick.
    """
    yield job.sheet(say("Where to stick the tag"), _tags(job))
    cards = [
        (name, "", job.language.say(word), "", job.icon(f"tag:{name}"))
        for name, word in job.layout.printed.items()
    ]
    title = say("Tag cards: tap one after a card that prints it")
    yield from job.sheets(title, MARKER, _marker, cards)


def _tags(job: PrintJob) -> Iterator[str]:
    body, card, sleeve = job.page.body, job.layout.card, job.layout.sleeve
    speak = job.language.say
    outer = Room(body.left + 10, body.top + 14, sleeve.width, sleeve.height)
    middle = outer.top + outer.height / 2
    inner = Room(outer.middle - card.width / 2, middle - card.height / 2, card.width, card.height)
    yield outer.outline("edge", 1)
    yield inner.outline("faint", 3)
    yield (
        f'<path class="faint" d="M{outer.left:g} {middle:g}h{outer.width:g}'
        f'M{outer.middle:g} {outer.top:g}v{outer.height:g}"/>'
    )
    yield tag(outer.middle, middle, TAG_MM)
    yield from write(
        Room(outer.middle - TAG_MM / 2 + 2, middle - 2.5, TAG_MM - 4, 5),
        speak(say("tag, 25 mm")),
        3.2,
    )
    sizes = say(
        "Sleeve {sleeve} mm, card {card} mm: usual sizes. Measure yours.",
        sleeve=f"{sleeve.width:g} × {sleeve.height:g}",
        card=f"{card.width:g} × {card.height:g}",
    )
    yield from write(outer.below(-8, 6), speak(say("Back of the sleeve, real size")), 4, "bold")
    yield from write(outer.below(outer.height + 2, 10), speak(sizes), 2.8, "quiet")
    steps = (
        say("Put the card into its sleeve: the card itself stays as it is."),
        say("Lay it on this drawing, back up, and stick the tag on the sleeve, in the middle."),
        say("In the middle it reads whichever way round the card lies in the slot."),
        say("One tag a card. Never stick on metal, and keep coins and phones off the reader."),
        say("Give the tags to the cards with the command companion tags enrol."),
        say("Tap one card at a time: two tags on one reader hide each other."),
    )
    right = Room(outer.left + outer.width + 14, outer.top, 0, 0)
    width = body.left + body.width - right.left
    for n, step in enumerate(steps):
        top = right.top + n * 17
        yield f'<circle class="edge" cx="{right.left + 3.5:g}" cy="{top + 4:g}" r="3.5"/>'
        yield from write(Room(right.left, top, 7, 8), str(n + 1), 4, "bold")
        yield from write(
            Room(right.left + 10, top + 1, width - 10, 14), speak(step), 3.6, centred=False
        )
    yield from _layers(Room(body.left + 10, outer.top + outer.height + 30, 110, 50), speak)


def _layers(room: Room, speak: Callable[[Message], str]) -> Iterator[str]:
    """The same from the side, far too thick."""
    yield from write(
        Room(room.left, room.top - 9, 150, 7),
        speak(say("From the side, as it lies on the reader")),
        *(4, "bold"),
        centred=False,
    )
    layers = (
        (say("card in its sleeve, face up"), 0.0, 66.0, "edge"),
        (say("tag, on the back of the sleeve"), 20.5, 25.0, "tag"),
        (say("lid of the case, at most 1.5 mm"), -8.0, 82.0, "edge"),
        (say("reader: nothing of metal near it"), 13.0, 40.0, "tag"),
    )
    words = room.left + 94
    for i, (what, left, width, style) in enumerate(layers):
        top = room.top + i * 6
        layer = Room(room.left + 8 + left, top, width, 5)
        yield layer.outline(style)
        yield f'<path class="faint" d="M{layer.left + width + 1:g} {top + 2.5:g}H{words - 2:g}"/>'
        yield from write(Room(words, top + 0.4, 90, 5), speak(what), 3.2, centred=False)


def codes(job: PrintJob) -> Iterator[str]:
    """A small printed code for each card, with its name beside it, to cut out and glue on."""
    speak = job.language.say
    named = [(number, speak(name)) for number, name in printed_codes.labels(job.game)]
    title = say("Codes for a camera: glue each onto its card")
    return job.sheets(title, printed_codes.LABEL, printed_codes.draw_label, named)


KINDS: dict[str, Callable[[PrintJob], Iterator[str]]] = {
    "commands": commands,
    "places": places,
    "labels": labels,
    "tags": tags,
}
MORE_KINDS = {**KINDS, "codes": codes}
"""Codes are drawn only when they are asked for: some games print their own."""
