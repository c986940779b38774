"""What tables tell, as it comes from the wire: everything is checked, and what is new is ignored.

A later version of a table may say more than this one knows; it never says these things otherwise.
"""

from typing import Annotated

import msgspec

from companion.i18n.message import Message
from companion.mqtt.message_codec import WireMessage, decode, verbatim

Number = Annotated[int, msgspec.Meta(ge=0, le=10**9)]
Whole = Annotated[int, msgspec.Meta(ge=-(10**12), le=10**12)]
Figure = Annotated[float, msgspec.Meta(ge=-1e12, le=1e12)]
Text = Annotated[str, msgspec.Meta(max_length=200)]
ROUNDS = 200
"""More than any game has: what tells of more cannot be read."""


class Odds(msgspec.Struct):
    label: WireMessage
    odds: float
    text: Text = ""


class Headline(msgspec.Struct):
    figure: Whole | Figure | Text
    unit: WireMessage
    level: int
    alarm: bool
    guide: list[WireMessage]
    of: WireMessage | None = None
    title: WireMessage | None = None
    heading: WireMessage | None = None
    round: Number = 0
    stage: Text = ""
    over: bool = False
    began: Text = ""
    odds: Odds | None = None


class State(msgspec.Struct):
    game: Text
    number: Number
    revision: Number
    at: Text
    headline: Headline
    document: msgspec.Raw


class TableInfo(msgspec.Struct):
    """What a table says of itself."""

    name: Text
    version: Text
    languages: list[Text] = []
    address: Text = ""
    id: Text = ""
    at: Text = ""
    """What its clock said when it told this."""

    @property
    def link(self) -> str:
        """Its phone page; nothing where that is no address of a page."""
        return self.address if self.address.startswith(("http://", "https://")) else ""


class Messages(msgspec.Struct):
    label: WireMessage


class News(msgspec.Struct):
    revision: Number
    label: str
    told: list[str]
    messages: Messages | None = None

    @property
    def message(self) -> Message:
        return decode(self.messages.label) if self.messages else verbatim(self.label)


class Ended(msgspec.Struct):
    """The result of a game, with the machine and the name of its table."""

    game: Text
    number: Number
    ended: Text
    outcome: msgspec.Raw
    id: Text = ""
    name: Text = ""
    title: WireMessage | None = None
    began: Text = ""
    seats: list[Text] = []
    players: Number = 0
    difficulty: Text | None = None
    rounds: Number = 0
    words: list[WireMessage] = []
    figure: Whole | Figure | Text = ""
    unit: WireMessage | None = None
    curve: list[tuple[Annotated[int, msgspec.Meta(ge=1, le=ROUNDS)], Figure]] = []
    story: msgspec.Raw = msgspec.Raw(b"null")
    undone: bool = False
    """Is the game not over, after all?"""

    @property
    def won(self) -> bool | None:
        """None where nobody wins or loses as a table."""
        try:
            return msgspec.json.decode(self.outcome, type=Outcome).won
        except msgspec.DecodeError:
            return None


class Outcome(msgspec.Struct):
    won: bool | None = None
