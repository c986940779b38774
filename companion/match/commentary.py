"""What is read out at a table: what has happened, what to do now, and which sounds go with it.

Only what anybody may know: a voice is heard by everybody in the room.
"""

from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from typing import Any, Literal

from companion.games import ANYBODY, AnyGame, several
from companion.games.shared.replace import replace
from companion.i18n.catalogs import Language
from companion.i18n.message import Message
from companion.i18n.spoken import spoken
from companion.match.revisions import Revision

Moment = Literal["die", "blow", "threshold", "end"]
"""What has a sound of its own."""
MOST_REVISIONS = 3
"""Who has heard less than this many of the newest is told of these only: the newest matters."""
GOING_ON = ("next", "to")
"""Lines whose label says less than what follows from them."""
ROLL = "roll"


@dataclass(frozen=True, slots=True)
class Commentary:
    """Sentences in one language, and the moments that have a sound."""

    happened: tuple[str, ...] = ()
    to_do: tuple[str, ...] = ()
    moments: tuple[Moment, ...] = ()


def missed(history: Sequence[Revision], heard: int, language: Language) -> Commentary:
    """For who has heard of so many of these revisions; who begins to listen has heard of none."""
    if not heard:
        return instructions(history[-1], language)
    if heard == len(history):
        return Commentary()
    return comment(history[min(heard, len(history) - 1) :], language)


def comment(changes: Sequence[Revision], language: Language) -> Commentary:
    """On the newest of these revisions; the last one is how the game stands now."""
    newest, seen = changes[-1], changes[-MOST_REVISIONS:]
    game = newest.step.game
    told = [line for change in seen for line in happened_in(change, newest.state)]
    happened = tuple(read_out(game, told, language))
    known = {*happened, *read_out(game, game.guide(before(seen[0])), language)}
    to_do = read_out(game, game.guide(newest.state), language)
    return Commentary(
        happened,
        tuple(sentence for sentence in to_do if sentence not in known),
        tuple(dict.fromkeys(moment for change in seen for moment in moments_of(change))),
    )


def instructions(now: Revision, language: Language) -> Commentary:
    """For who begins to listen: all that there is to do."""
    game = now.step.game
    return Commentary(to_do=tuple(read_out(game, game.guide(now.state), language)))


def before(change: Revision) -> Any:
    return change.step.after if change.kind == "undo" else change.step.before


def happened_in(change: Revision, now: Any) -> Iterator[Message]:
    """A revision in sentences, when the game stands so."""
    label = change.label_for(now, ANYBODY)
    if change.kind == "undo" or change.step.redact(now, ANYBODY):
        yield label
        return
    told = list(change.step.told)
    if change.kind == "redo" or not (told and change.line.split()[0] in GOING_ON):
        yield label
    yield from told


def moments_of(change: Revision) -> Iterator[Moment]:
    """The most ordinary first; nothing sounds for what is taken back."""
    step, game = change.step, change.step.game
    if change.kind == "undo" or step.redact(change.state, ANYBODY):
        return
    if any(line.split()[0] == ROLL for line in several.parts(step.line)):
        yield "die"
    if any(game.strikes(event) for event in step.events):
        yield "blow"
    level = game.tap_handler.level
    if level(step.after) > level(step.before):
        yield "threshold"
    if change.over and not game.over(step.before):
        yield "end"


def read_out(game: AnyGame, lines: Sequence[Message], language: Language) -> Iterator[str]:
    for line in lines:
        if sentence := spoken(language.say(aloud(game, line)), language, game.initials):
            yield sentence


def aloud(game: AnyGame, message: Message) -> Message:
    """A message with everything in it as the game reads it out."""
    said = game.aloud(message)
    if not isinstance(said, Message):
        return Message("{said}", {"said": said})
    values = {name: part_aloud(game, value) for name, value in said.values.items()}
    return replace(said, values=values)


def part_aloud(game: AnyGame, part: object) -> object:
    if isinstance(part, Message):
        return aloud(game, part)
    return game.aloud(part) if isinstance(part, str) else part
