"""The composition root: a session, a controller around a board's parts, a server for phones.

Everything is opened in the order in which it is needed, and closed in the opposite one.
"""

import secrets
import socket
from collections.abc import Callable, Collection, Iterator, Sequence
from contextlib import ExitStack, closing, contextmanager
from dataclasses import dataclass
from functools import partial
from pathlib import Path
from threading import Thread
from typing import TYPE_CHECKING

from companion.controller import TableController
from companion.devices.board.choice import Board
from companion.devices.loudspeaker import Espeak, Loudspeaker
from companion.devices.simulator.typed_input import Keyboard
from companion.devices.simulator.virtual_table import SelfPlay, SimulatedBoard
from companion.games import playable
from companion.games.display import Choice, Page
from companion.i18n.message import Message, say
from companion.match.levels.show import level_page
from companion.match.session import Session
from companion.match.taps import common_pages
from companion.match.taps.effects import Ports
from companion.match.taps.printed_codes import is_code
from companion.match.taps.situations import Timeouts
from companion.match.taps.tags import FILE, BadTags, Tags
from companion.mqtt.broker import Broker
from companion.mqtt.topics import machine_id
from companion.notifier import News, Notifier
from companion.splash import Hardware
from companion.storage.saved_games import SavedGames
from companion.systemd import Service
from companion.table_view import Surroundings
from companion.web.security.pairing import Pairing
from companion.web.server import PORT, Server

if TYPE_CHECKING:
    from companion.mqtt.publisher import Publisher

PACE_S = 0.7
"""How long each total is shown that moves by itself, where a table has not said."""
SHOWN = (
    News.REVISION,
    News.FAULTS,
    News.LESSONS,
    News.GAUGES,
    News.MOVES,
    News.PHONES,
    News.CODE,
)
"""What the small screen may show."""


@dataclass(frozen=True, slots=True)
class Companion:
    session: Session
    controller: TableController
    server: Server
    keyboard: Keyboard | None
    """Hands on the parts, where they are simulated."""


@contextmanager
def running(
    hardware: Hardware,
    data: Path,
    game: str,
    *,
    timeouts: Timeouts | None = None,
    pace_s: float = PACE_S,
    port: int = PORT,
    hosts: Collection[str] = (),
    pick: Callable[[Sequence[Choice]], Choice] = secrets.choice,
    playing: SelfPlay | None = None,
    broker: Broker | None = None,
    name: str = "",
    mute: bool = False,
) -> Iterator[Companion]:
    """Everything at work; only ``controller.run`` is left to whoever asks, until its ``stop``."""
    board, simulated = hardware.board, hardware.simulated
    with ExitStack() as stack:
        saved_games = stack.enter_context(closing(SavedGames(data)))
        session = stack.enter_context(closing(Session(saved_games, game)))
        session.show.pace_s = pace_s
        # Made-up tags of a simulated controller are no business of a real one.
        tags = Tags(
            data / FILE,
            lambda: session.writer.match.game.id,
            session.tell,
            session.links,
            is_code if board.simulated else lambda uid: True,
        )
        keyboard = virtual = None
        if simulated:
            keyboard = Keyboard(simulated, lambda: session.writer.current, tags)
            virtual = SimulatedBoard(
                simulated,
                keyboard,
                lambda: controller.prompt,
                playing,
                lambda uid, name: controller.name_code(uid, name),
                lambda page: controller.show(page),
            )
        publisher = None
        if broker:
            name = name or broker.user or socket.gethostname()
            # Slow to import, and most tables stand alone.
            from companion.mqtt.outbox import FILE as RESULTS
            from companion.mqtt.outbox import ResultOutbox
            from companion.mqtt.publisher import Publisher

            publisher = Publisher(
                session,
                broker,
                name,
                machine_id(data),
                address=lambda: server.address,
                report=partial(session.report, source="hall"),
                said=lambda line: controller.tell(line),
                outbox=ResultOutbox(data / RESULTS),
            )
        controller = TableController(
            session.writer,
            hardware,
            Surroundings(
                Ports(
                    tags,
                    pick,
                    new_game=session.choose,
                    choose_again=session.choose_again if len(playable()) > 1 else None,
                    call_hall=publisher.call if publisher else None,
                    show_code=lambda: server.pairing.open_window(),
                    walk=session.walk,
                    let_in=lambda: let_in(server.pairing),
                ),
                stepwise=lambda: session.teaching.on,
                more_pages=lambda: (*from_the_hall(publisher), *more_pages(session, server, name)),
                invitation=lambda: invitation(board, tags, server, name),
                show=session.show,
                report=session.report,
                camera=session.look_on,
                folder=data,
            ),
            timeouts,
        )
        stack.enter_context(closing(controller))
        session.notifier.subscribe(controller.wake, *SHOWN)
        session.notifier.subscribe(lambda: tell_of_claim(session, server, controller), News.PHONES)
        session.notifier.subscribe(lambda: controller.move_to(session.writer), News.MATCH_REPLACED)
        readers = board.profile and board.profile.readers
        tagging = controller if readers else None
        loudspeaker = None
        if board.profile and board.profile.speaker and not mute:
            voice = Espeak(board.profile.speaker)
            loudspeaker = Loudspeaker(data, session, hardware.language.code, voice)
            session.notifier.subscribe(loudspeaker.wake, News.REVISION, News.MATCH_REPLACED)
        server = Server(
            session,
            port,
            hosts=hosts,
            virtual=virtual,
            tagging=tagging,
            name=name,
            hall=publisher,
            loudspeaker=loudspeaker,
        )
        stack.callback(server.stop)
        server.start()
        controller.start()
        if loudspeaker:
            stack.callback(loudspeaker.close)
            loudspeaker.start()
        if publisher:
            stack.callback(publisher.stop)
            publisher.start()
        renewing = partial(renew_codes, server.pairing, session.notifier)
        Thread(target=renewing, name="new codes", daemon=True).start()
        service = Service(lambda: prove_alive(session, controller))
        stack.callback(service.stopping)
        # Ready when the controller's loop has turned once, which is up to whoever runs it.
        Thread(target=service.ready, name="service", daemon=True).start()
        yield Companion(session, controller, server, keyboard)


def more_pages(session: Session, server: Server, name: str = "") -> tuple[Page, ...]:
    """Pages beside the game: from its lessons to how phones join."""
    others = () if session.choosing or len(playable()) == 1 else (common_pages.OTHER_GAMES,)
    game, state = session.writer.match.game, session.writer.current.state
    lessons = common_pages.lesson(game.teaching.lesson(state)) if session.teaching.on else ()
    bars = session.walk.bars(game) if game.cards else ()
    return (
        *map(common_pages.second_phone, claimed_seat(session, server.pairing)),
        *lessons,
        *others,
        *([common_pages.my_box(bars)] if bars else ()),
        *(() if session.choosing else (level_page(session.writer.match.level),)),
        joining(server, name),
    )


def claimed_seat(session: Session, pairing: Pairing) -> list[Message]:
    """The one that a second phone wants to be, and would be if somebody said yes now."""
    seats = session.writer.match.game.seats
    return [seats[it.phone.role] for it in pairing.claims()[:1] if it.phone.role in seats]


def tell_of_claim(session: Session, server: Server, controller: TableController) -> None:
    for seat in claimed_seat(session, server.pairing):
        controller.tell(say("A second phone for {seat}? INFO leads to its page.", seat=seat))


def let_in(pairing: Pairing) -> None:
    """Somebody at the table has said yes to the phone that their small screen names."""
    for claim in pairing.claims()[:1]:
        pairing.answer(claim.id, yes=True)


def joining(server: Server, name: str = "") -> Page:
    return common_pages.pairing(server.pairing_address, server.pairing.code, name)


def from_the_hall(publisher: "Publisher | None") -> Iterator[Page]:
    """What the hall says, and what is wrong with the way to it: both are leafed to."""
    if publisher:
        yield from map(common_pages.trouble, publisher.faults)
        yield from map(common_pages.from_the_hall, publisher.lines)


def prove_alive(session: Session, controller: TableController) -> None:
    """Whoever waits for this knows that inputs are taken, and that taps are heard."""
    session.writer.pulse()
    controller.pulse()


def invitation(board: Board, tags: Tags, server: Server, name: str = "") -> Page | None:
    """Where there is no reader, or no tag yet, nothing begins before a phone is paired."""
    readers = board.profile and board.profile.readers
    can_tap = readers and (board.simulated or has_tags(tags))
    return None if can_tap or server.pairing.phones() else joining(server, name)


def has_tags(tags: Tags) -> bool:
    """None that can be used while their file is damaged; whoever taps a card is told of that."""
    try:
        return bool(tags.all())
    except BadTags:
        return False


def renew_codes(pairing: Pairing, notifier: Notifier) -> None:
    """The small screen never shows a code that is worth nothing any more."""
    for _ in pairing.codes():
        notifier.notify(News.CODE)
