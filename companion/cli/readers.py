"""``companion readers``: which reader on the air lies where, and how one is let go."""

from pathlib import Path

import click

from companion.cli.options import data_option, echo, profile_option
from companion.devices.board import profile
from companion.devices.board.parts import MqttReader
from companion.devices.readers.air.slot import Pairings
from companion.errors import Refusal
from companion.games.layout import neutral_name
from companion.i18n.catalogs import Language
from companion.i18n.message import say
from companion.storage.data_folder import exclusive


@click.command()
@profile_option
@data_option
@click.option(
    "--forget", "zone", default="", help="The reader of this place is another one from now on."
)
@click.pass_obj
def readers(lang: str, name: str | None, data: Path, zone: str) -> None:
    """Says which reader on the air lies where; the next tap of an unknown one pairs it."""
    language = Language(lang)
    if zone:
        forget(data, zone)
    paired = Pairings(data).names
    places = profile.load(name or profile.DEFAULT).readers_of(MqttReader)
    if not places:
        echo(language, say("This board has no reader on the air."))
    for place in places:
        where, known = neutral_name(place.zone), place.name or paired.get(place.zone, "")
        if place.topic:
            echo(language, say("{zone}: listens to {topic}", zone=where, topic=place.topic))
        elif known:
            echo(language, say("{zone}: {name}", zone=where, name=known))
        else:
            echo(language, say("{zone}: waits for the first tap of its reader", zone=where))


def forget(data: Path, zone: str) -> None:
    with exclusive(data):  # a table that runs knows its readers by heart
        pairings = Pairings(data)
        if zone not in pairings.names:
            raise Refusal("no_reader", say("No reader was paired with {zone}.", zone=zone))
        pairings.forget(zone)
