"""Which broker, and how to get in: an address such as ``mqtt://table-4@hall.local:1883``.

A password never stands on a command line, where every process of a machine can read it.
"""

import os
from collections.abc import Mapping
from dataclasses import dataclass
from pathlib import Path
from urllib.parse import unquote, urlsplit

from companion.errors import CompanionError
from companion.i18n.message import Message, say

PORTS = {"mqtt": 1883, "mqtts": 8883}
VARIABLE = "COMPANION_BROKER"
READERS = "COMPANION_READERS"
"""The broker of readers on the air; a hall's is mostly another one."""


class BadBroker(CompanionError, ValueError):
    """An address, or a file beside it, by which no broker can be reached."""

    code = "bad_broker"


@dataclass(frozen=True, slots=True)
class Broker:
    host: str
    port: int
    user: str = ""
    password: str = ""
    tls: bool = False
    ca: str = ""
    """The file of the authority that signed its certificate, if the system does not know it."""

    def __str__(self) -> str:
        return f"{self.host}:{self.port}"


def broker_at(
    address: str, settings: Mapping[str, str] = os.environ, variable: str = VARIABLE
) -> Broker:
    """The broker of an address; the password comes from a file, or from a variable, whose names
    begin with that of the ``variable`` for the address."""
    try:
        parts = urlsplit(address if "://" in address else f"mqtt://{address}")
        scheme, host, port = parts.scheme, parts.hostname or "", parts.port
    except ValueError as error:
        raise BadBroker(not_an_address(address, error)) from None
    if scheme not in PORTS or not host:
        raise BadBroker(not_an_address(address, say("it begins with mqtt:// or mqtts://")))
    if parts.password is not None:
        raise BadBroker(
            say(
                "A password does not belong into the address, where anybody can read it: put it"
                " into a file that {variable} names.",
                variable=f"{variable}_PASSWORD_FILE",
            )
        )
    ca = settings.get(f"{variable}_CA", "")
    if ca and not Path(ca).is_file():
        raise BadBroker(cannot_read(ca, say("there is no such file")))
    return Broker(
        host,
        port or PORTS[scheme],
        unquote(parts.username or ""),
        password_in(settings, variable),
        scheme == "mqtts",
        ca,
    )


def password_in(settings: Mapping[str, str], variable: str) -> str:
    file = settings.get(f"{variable}_PASSWORD_FILE", "")
    if not file:
        return settings.get(f"{variable}_PASSWORD", "")
    try:
        return Path(file).read_text(encoding="utf-8").strip()
    except (OSError, UnicodeDecodeError) as error:
        raise BadBroker(cannot_read(file, getattr(error, "strerror", "") or error)) from None


def not_an_address(address: str, why: object) -> Message:
    return say(
        "{address} is not the address of a broker, such as mqtt://table-4@hall.local ({why}).",
        address=address,
        why=why,
    )


def cannot_read(file: str, why: object) -> Message:
    return say("{file} cannot be read ({why}).", file=file, why=why)
