"""What the doctor learns of readers on the air: is the broker there, and has each of them come?"""

from collections.abc import Iterator
from pathlib import Path
from threading import Event

from companion.devices.board.parts import MqttReader, Profile
from companion.devices.doctor.checks import Finding, bad, ok, warning
from companion.devices.readers.air.air_readers import broker_of_readers
from companion.devices.readers.air.messages import STATUS, parse_topic, topic
from companion.devices.readers.air.slot import Pairings
from companion.i18n.message import say
from companion.mqtt.broker import BadBroker
from companion.mqtt.connection import BrokerConnection
from companion.mqtt.topics import ONLINE, IncomingMessage

CONNECT_S, SETTLE_S = 6.0, 1.0


def readers(board: Profile, folder: Path) -> Iterator[Finding]:
    places = board.readers_of(MqttReader)
    if not places:
        return
    online: dict[str, bool] = {}

    def hear(message: IncomingMessage) -> None:
        online[parse_topic(message.topic)[0]] = message.payload == ONLINE

    changed = Event()
    how = say("hardware/air.md says how broker, names and passwords are set up.")
    try:
        broker = broker_of_readers()
    except BadBroker as error:
        yield bad("air", error.message, how)
        return
    link = BrokerConnection(
        broker,
        "table-companion-doctor",
        received=hear,
        changed=changed.set,
        topics=[topic("+", STATUS)],
    )
    link.start()
    changed.wait(CONNECT_S)
    try:
        if not link.connected:
            why = link.fault or say("The broker of the readers does not answer.")
            yield bad("air", why, how)
            return
        Event().wait(SETTLE_S)  # by then it has said who is there
    finally:
        link.stop()
    yield ok("air", say("The broker {broker} lets us in.", broker=broker))
    names = Pairings(folder).names
    for place in places:
        yield _reader(place, place.name or names.get(place.zone, ""), online)


def _reader(place: MqttReader, name: str, online: dict[str, bool]) -> Finding:
    if place.topic:
        told = say("{zone} listens to {topic}.", zone=place.zone, topic=place.topic)
        return ok("air", told)
    if not name:
        return warning(
            "air",
            say("No reader is paired with {zone} yet.", zone=place.zone),
            say("Start the table and tap any card on the reader that lies there."),
        )
    names = {"name": name, "zone": place.zone}
    if online.get(name):
        return ok("air", say("The reader {name} at {zone} is there.", **names))
    return bad(
        "air",
        say("The reader {name} at {zone} is out of reach.", **names),
        say("Check its power, the Wi-Fi, and its name and password at the broker."),
    )
