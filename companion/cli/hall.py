"""``companion hall``: every table of a hall on one page, from what they tell a broker."""

from contextlib import ExitStack, closing
from functools import partial
from pathlib import Path
from queue import SimpleQueue
from threading import Thread

import click

from companion.cli.options import broker_option, data_option, echo, hosts_option
from companion.cli.run import shutdown_on_signals
from companion.errors import CompanionError
from companion.i18n.catalogs import Language
from companion.i18n.message import say
from companion.mqtt.broker import BadBroker, broker_at

PORT = 8090
MAX_SIMULATED_TABLES = 200


@click.command()
@broker_option
@data_option
@click.option(
    "--port",
    type=click.IntRange(0, 65535),
    default=PORT,
    show_default=True,
    help="Where the hall's page is; 0 takes a free port.",
)
@hosts_option
@click.option(
    "--demo",
    "tables",
    type=click.IntRange(1, MAX_SIMULATED_TABLES),
    help="So many simulated tables, on a broker of its own.",
)
@click.option(
    "--pace",
    type=click.FloatRange(0.1, 60),
    default=2.5,
    show_default=True,
    help="Seconds between two movements at a simulated table.",
)
@click.pass_obj
def hall(
    lang: str,
    broker_address: str | None,
    data: Path,
    port: int,
    hosts: tuple[str, ...],
    tables: int | None,
    pace: float,
) -> None:
    """Shows every table of a hall on one page: who plays, who needs help, who has won."""
    # Slow to import, and no other command wants it.
    from companion.hall.app import HallServer
    from companion.hall.demo import demonstration
    from companion.hall.hall import Hall
    from companion.hall.mosquitto import own_mosquitto
    from companion.hall.results import FILE, Results
    from companion.web.server import qr, show_codes

    # A queue, since a signal may come while this thread begins to wait for an Event.
    language, stop = Language(lang), SimpleQueue[None]()
    with ExitStack() as stack:
        broker = broker_at(broker_address) if broker_address else None
        if broker is None and tables:
            broker = stack.enter_context(own_mosquitto())
        if broker is None:
            raise BadBroker(
                say(
                    "Which broker? --broker mqtt://hall@localhost names one, and --demo 12 shows"
                    " twelve simulated tables."
                )
            )
        # Results and pairings of simulated games are not kept among real ones.
        folder = None if tables else made_folder(data)
        results = Results(folder / FILE if folder else ":memory:")
        stack.enter_context(closing(results))
        running = Hall(broker, results)
        server = HallServer(running, port, hosts=hosts, folder=folder)
        stack.callback(running.stop)
        stack.callback(server.stop)
        running.start()
        server.start()
        if tables:
            stack.enter_context(demonstration(tables, broker, pace))
        click.echo(qr(server.address))
        echo(language, say("All tables: {address}", address=server.address))
        echo(language, say("For the wall: {address}", address=f"{server.address}wall"))
        showing = partial(show_codes, server.pairing, language)
        with shutdown_on_signals(lambda: stop.put(None)):
            Thread(target=showing, name="codes", daemon=True).start()
            stop.get()


def made_folder(data: Path) -> Path:
    try:
        data.mkdir(parents=True, exist_ok=True)
    except OSError as error:
        why = say("{folder} cannot be written ({why}).", folder=data, why=error.strerror)
        raise CompanionError(why, "no_results") from None
    return data
