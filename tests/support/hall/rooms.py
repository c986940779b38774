"""A hall's pages without a network: what was heard is told by the test."""

from datetime import UTC, datetime
from typing import Any

import msgspec
from flask import Flask

from companion.hall.app import create_hall
from companion.hall.hall import Hall
from companion.hall.results import Results
from companion.mqtt.broker import Broker
from companion.mqtt.message_codec import encode
from companion.mqtt.topics import IncomingMessage, OutgoingMessage, topic
from companion.web.live.event_stream import StreamLimits
from companion.web.security.pairing import Pairing
from tests.support.phone import Phone, take_compiled

NOW = datetime(2026, 11, 17, 20, 0, tzinfo=UTC)


class Room:
    """``sent`` is what the hall has published."""

    def __init__(self) -> None:
        self.hall = Hall(Broker("127.0.0.1", 1), Results(":memory:"), now=lambda: NOW)
        self.pairing = Pairing()
        self.streams = StreamLimits(5, ping=0.01)
        self.app: Flask = create_hall(self.hall, self.pairing, self.streams)
        take_compiled(self.app.jinja_env)
        self.sent: list[OutgoingMessage] = []
        self.hall.connection.publish = self._keep  # type: ignore[method-assign]

    def _keep(self, message: OutgoingMessage) -> bool:
        self.sent.append(message)
        return True

    def hear(self, table: str, what: str, payload: Any) -> None:
        data = payload if isinstance(payload, bytes) else msgspec.json.encode(payload)
        self.hall.receive(IncomingMessage(topic(table, what), data, False))

    def table(self, number: int, **headline: Any) -> str:
        """A table in the midst of a game."""
        table = f"table-{number}"
        address = f"http://192.0.2.{number}:8080/"
        own = {"name": f"Table {number}", "version": "0.1.0", "address": address, "id": table}
        self.hear(table, "status", b"online")
        self.hear(table, "table", own)
        self.hear(table, "state", state(**headline))
        return table

    def end(self, number: int, won: bool | None = True, **more: Any) -> None:
        self.hear(f"table-{number}", "ended", ended(number, won, **more))

    def watching(self) -> Phone:
        return Phone(self.app.test_client())

    def host(self) -> Phone:
        phone = self.watching()
        assert phone.post("/pair", code=self.pairing.code).status_code == 303
        return phone

    def close(self) -> None:
        self.hall.results.close()


def state(revision: int = 1, at: str = "", **headline: Any) -> dict[str, Any]:
    guide = {"id": "Draw {n} Crisis cards: the first face up as the Forecast.", "values": {"n": 3}}
    head = {
        "figure": 1.4,
        "unit": encode("°C"),
        "level": 2,
        "alarm": False,
        "guide": [guide],
        "title": encode("Daybreak"),
        "heading": encode("Round 2/6 Local"),
        "round": 2,
        "odds": {"label": encode("Losing"), "odds": 0.12, "text": "12 %"},
    }
    return {
        "game": "daybreak",
        "number": 1,
        "revision": revision,
        "at": at or NOW.isoformat(),
        "headline": head | headline,
        "document": {},
    }


def ended(number: int, won: bool | None = True, **more: Any) -> dict[str, Any]:
    return {
        "name": f"Table {number}",
        "id": f"machine{number}",
        "game": "daybreak",
        "title": encode("Daybreak"),
        "number": 1,
        "began": "2026-11-17T18:30:00+00:00",
        "ended": "2026-11-17T20:00:00+00:00",
        "seats": ["china", "us"],
        "players": 2,
        "difficulty": "standard",
        "rounds": 5,
        "outcome": {"reason": "drawdown"} if won is None else {"won": won, "reason": "drawdown"},
        "words": [encode("That was it.")],
        "figure": 1.6,
        "unit": encode("°C"),
        "curve": [[1, 1.2], [2, 1.4], [3, 1.6]],
        "story": {},
    } | more
