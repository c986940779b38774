"""``companion tags enrol``: a whole deck gets its tags, on the readers of the board."""

import sys
from collections.abc import Callable
from contextlib import ExitStack
from pathlib import Path
from queue import SimpleQueue
from threading import Thread

import click

from companion.cli.options import data_option, game_option
from companion.cli.run import profile_option
from companion.cli.tags import blank, tags
from companion.devices.board.choice import choose_board
from companion.devices.doctor.machine import Machine
from companion.devices.readers.presence import CardArrived, CardGone, ReaderLost, Report, TwoCards
from companion.devices.readers.readers import Readers
from companion.errors import CompanionError, ReaderError
from companion.games import game as find_game
from companion.i18n.catalogs import Language
from companion.i18n.message import Message, say
from companion.match.taps.enrolment import Enrolment
from companion.match.taps.tags import FILE, Tags
from companion.storage.store.atomic_files import writing
from companion.storage.store.lock import Lock

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
    heard: SimpleQueue[Report | str] = SimpleQueue()
    enrolment = Enrolment(find_game(game), blank(game, data), Tags(data / FILE, game), first)
    with ExitStack() as stack:
        with writing(data):
            data.mkdir(parents=True, exist_ok=True)
            stack.callback(Lock(data).close)  # a table that runs has the readers
        readers = Readers(board.profile.readers, heard.put)
        stack.callback(readers.stop)
        readers.start()
        Thread(target=listen, args=(heard.put,), name="keyboard", daemon=True).start()
        enrol_deck(enrolment, heard.get, Language(lang, game))


def listen(put: Callable[[str], None]) -> None:
    for line in sys.stdin:
        put(line.strip())
    put(QUIT)


def enrol_deck(enrolment: Enrolment, hear: Callable[[], Report | str], language: Language) -> None:
    """Tags and typed keys as they come, until somebody ends it."""

    def tell(message: Message) -> None:
        click.echo(language.say(message))

    tell(enrolment.words)
    while (heard := hear()) != QUIT:
        try:
            match heard:
                case CardArrived(_, uid):
                    tell(enrolment.read(uid))
                case CardGone(_, uid, reads):
                    if (told := enrolment.lifted(uid, reads)) is None:
                        continue
                    tell(told)
                case TwoCards():
                    tell(say("Two cards? Tap them one after the other."))
                case ReaderLost(zone, why):
                    tell(say("Reader {zone}: {why}", zone=zone, why=why))
                case str(key) if key in STEPS:
                    enrolment.move(STEPS[key])
                case _:
                    continue
        except CompanionError as error:
            tell(error.message)
        tell(enrolment.words)
