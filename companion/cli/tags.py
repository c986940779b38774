"""``companion tags``: which tag is which card, place, seat or command.

``enrol`` gives tags to a whole deck, on the readers of the board.
"""

import sys
from collections.abc import Callable
from contextlib import ExitStack
from pathlib import Path
from queue import SimpleQueue
from threading import Thread

import click

from companion.cli.options import data_option, echo, game_option, profile_option
from companion.devices.board.choice import choose_board
from companion.devices.doctor.machine import Machine
from companion.devices.readers import presence
from companion.devices.readers.readers import Readers
from companion.errors import CompanionError, Malformed, ReaderError
from companion.games import AnyGame
from companion.games import game as find_game
from companion.games.taps import Thing
from companion.i18n.catalogs import Language
from companion.i18n.message import Message, count, say
from companion.match.match import Match
from companion.match.taps.enrolment import Enrolment, named, thing_called
from companion.match.taps.tags import FILE, HOLD, Tags, command_of, read_tags, tags_text, typed_uid
from companion.storage.atomic_files import refuse_overwrite, write
from companion.storage.data_folder import exclusive
from companion.storage.journal import MemoryJournal


@click.group()
def tags() -> None:
    """Gives tags to cards, places, seats and commands."""


@tags.command("list")
@game_option()
@data_option
@click.pass_obj
def list_tags(lang: str, game: str, data: Path) -> None:
    """Lists the tags: number, and what each of them is."""
    language, rules, state = Language(lang, game), find_game(game), blank_state(game, data)
    bindings = Tags(data / FILE, game).all()
    for each in bindings:
        name = language.say(named(rules, state, each.thing))
        click.echo(f"{each.uid:<20}  {each.kind:<7}  {name}")
    echo(language, count("{n} tag.", "{n} tags.", len(bindings)))


@tags.command("bind", context_settings={"ignore_unknown_options": True})  # turn -1
@click.argument("uid")
@click.argument("what", nargs=-1, required=True)
@game_option()
@data_option
@click.pass_obj
def bind_tag(lang: str, uid: str, what: tuple[str, ...], game: str, data: Path) -> None:
    """Says what the tag UID is: a card, a seat, a place such as “red 2”, undo, hold undo …"""
    rules, state, uid = find_game(game), blank_state(game, data), typed_uid(uid)
    thing = find_thing(rules, state, " ".join(what))
    Tags(data / FILE, game).bind(uid, thing)
    bound = say("{uid} is {thing} now.", uid=uid, thing=named(rules, state, thing))
    echo(Language(lang, game), bound)


@tags.command("forget")
@click.argument("uid")
@game_option()
@data_option
@click.pass_obj
def forget_tag(lang: str, uid: str, game: str, data: Path) -> None:
    """The tag UID is nothing any more."""
    uid = typed_uid(uid)
    was = Tags(data / FILE, game).forget(uid)
    thing = named(find_game(game), blank_state(game, data), was)
    echo(Language(lang, game), say("{uid} was {thing}.", uid=uid, thing=thing))


@tags.command("import")
@click.argument("file", type=click.Path(path_type=Path))
@data_option
@click.pass_obj
def import_tags(lang: str, file: Path, data: Path) -> None:
    """Adds the tags that somebody exported to FILE."""
    bindings = read_tags(file)
    Tags(data / FILE).add(bindings)
    added = count("{n} tag was added.", "{n} tags were added.", len(bindings))
    echo(Language(lang), added)


@tags.command("export")
@click.argument("file", type=click.Path(dir_okay=False, path_type=Path))
@click.option("--replace", is_flag=True, help="Even if FILE is there already.")
@game_option()
@data_option
@click.pass_obj
def export_tags(lang: str, file: Path, replace: bool, game: str, data: Path) -> None:
    """Writes the tags to FILE, for another table with the same cards."""
    refuse_overwrite(file, replace)
    bindings = Tags(data / FILE, game).all()
    write(file, tags_text(bindings))
    written = count("{n} tag is in {file}.", "{n} tags are in {file}.", len(bindings), file=file)
    echo(Language(lang), written)


def blank_state(game: str, data: Path) -> object:
    """The state of a new game: all that things are called by."""
    return Match(find_game(game), MemoryJournal(), packs=data).state


def find_thing(game: AnyGame, state: object, text: str) -> Thing:
    if thing := thing_called(game, state, text) or command(game, text):
        return thing
    raise Malformed(say("{text} is no card, place, seat or command of this game.", text=text))


def command(game: AnyGame, text: str) -> Thing | None:
    """A button by its name; ``hold`` before it where it is to be held, or a turn of the knob."""
    if text in ("turn +1", "turn -1"):
        return Thing("command", text)
    named = command_of(game.layout, text)
    return Thing("command", named) if game.layout.uses(named.removeprefix(HOLD)) else None


STEPS = {"": +1, "b": -1}
QUIT = "q"


@tags.command()
@click.option(
    "--from",
    "first",
    default="",
    help="The card to begin with; “markers” for seats, places and commands.",
)
@profile_option
@game_option()
@data_option
@click.pass_obj
def enrol(lang: str, first: str, name: str | None, game: str, data: Path) -> None:
    """Gives tags to a whole deck in printed order: tap each card.

    ENTER skips a card, b goes back, q ends. A tag that is bound already says to what.
    """
    board = choose_board(name, Machine.this(data).model(), safe=False)
    if board.profile is None or board.simulated or not board.profile.readers:
        raise ReaderError(say("There is no reader here; “companion tags bind” needs none."))
    inputs: SimpleQueue[presence.Report | str] = SimpleQueue()
    enrolment = Enrolment(find_game(game), blank_state(game, data), Tags(data / FILE, game), first)
    with ExitStack() as stack:
        stack.enter_context(exclusive(data))  # a table that runs has the readers
        readers = Readers(board.profile.readers, inputs.put, folder=data)
        stack.callback(readers.stop)
        readers.start()
        Thread(target=read_keys, args=(inputs.put,), name="keyboard", daemon=True).start()
        enrol_deck(enrolment, inputs.get, Language(lang, game))


def read_keys(put: Callable[[str], None]) -> None:
    for line in sys.stdin:
        put(line.strip())
    put(QUIT)


def enrol_deck(
    enrolment: Enrolment, next_input: Callable[[], presence.Report | str], language: Language
) -> None:
    """Tags and typed keys as they come, until somebody ends it."""
    echo(language, enrolment.words)
    while (event := next_input()) != QUIT:
        try:
            match event:
                case presence.CardArrived(_, uid):
                    message: Message | None = enrolment.read(uid)
                case presence.CardGone(_, uid, reads):
                    if (message := enrolment.lifted(uid, reads)) is None:
                        continue
                case presence.TwoCards():
                    message = say("Two cards? Tap them one after the other.")
                case presence.Handled(acknowledge):
                    acknowledge()
                    continue
                case presence.ReaderLost(zone, why):
                    message = say("Reader {zone}: {why}", zone=zone, why=why)
                case str(key) if key in STEPS:
                    enrolment.move(STEPS[key])
                    message = None
                case _:
                    continue
        except CompanionError as error:
            message = error.message
        if message:
            echo(language, message)
        echo(language, enrolment.words)
