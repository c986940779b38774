"""What a terminal shows of the server: where phones find it, and the code that lets them act."""

import sys
from io import StringIO

import click
import segno

from companion.language import Language
from companion.message import say
from companion.server.pairing import Pairing
from companion.server.serving import Server


def show_address(server: Server, language: Language) -> None:
    """An address that stays; only the code changes, which is told beside it."""
    address = server.pairing_address
    click.echo(qr(address))
    click.echo(language.say(say("Watch and play at {address}", address=address)))


def show_codes(pairing: Pairing, language: Language) -> None:
    """Shows each code when the one before it is worth nothing any more."""
    for code in pairing.codes():
        shown = say("To act from a phone, enter this code: {code}", code=code)
        click.echo(language.say(shown))
        sys.stdout.flush()


def qr(text: str) -> str:
    """A QR code in the letters of a terminal."""
    out = StringIO()
    segno.make(text, error="l", micro=False).terminal(out, compact=True, border=2)
    return out.getvalue()
