"""Photographs that phones have sent: read beside the requests, and kept as names only.

Nobody waits for one to be read, and few wait at a time; the picture itself is forgotten then.
"""

from collections import OrderedDict
from dataclasses import dataclass
from threading import Lock

from companion.devices.camera.decoding import PrintedCode, read_codes
from companion.devices.camera.pictures import advice, open_picture
from companion.errors import BadPicture, Refusal
from companion.i18n.message import Message, say
from companion.match import worker
from companion.match.taps.printed_codes import tag_of

MAX_WAITING = 2
MAX_KEPT = 32


@dataclass(frozen=True, slots=True)
class Photograph:
    """The codes in one picture, in reading order; ``why`` there are none."""

    codes: tuple[str, ...] = ()
    why: Message | None = None
    read: bool = True


READING = Photograph(read=False)


class Photographs:
    """The last one of each phone."""

    def __init__(self) -> None:
        self._of: OrderedDict[str, Photograph] = OrderedDict()
        self._waiting: list[tuple[str, bytes]] = []
        self._works = False
        self._lock = Lock()

    def send(self, phone: str, picture: bytes) -> None:
        with self._lock:
            if len(self._waiting) >= MAX_WAITING:
                why = say("Other photographs are being read: please wait a moment.")
                raise Refusal("slow_down", why)
            self._waiting.append((phone, picture))
            self._keep(phone, READING)
            begin, self._works = not self._works, True
        if begin:
            worker.in_a_thread(self._work)

    def find(self, phone: str) -> Photograph | None:
        with self._lock:
            return self._of.get(phone)

    def forget(self, phone: str) -> None:
        with self._lock:
            self._of.pop(phone, None)

    def _work(self) -> None:
        while job := self._take():
            phone, picture = job
            try:
                found = read_photograph(picture)
            except BadPicture as error:
                found = Photograph(why=error.message)
            except Exception:  # whatever a library stumbles over in bytes from anywhere
                found = Photograph(why=say("That picture is damaged. Take it once more."))
            with self._lock:
                if self._of.get(phone) is READING:
                    self._keep(phone, found)

    def _take(self) -> tuple[str, bytes] | None:
        with self._lock:
            self._works = bool(self._waiting)
            return self._waiting.pop(0) if self._waiting else None

    def _keep(self, phone: str, photograph: Photograph) -> None:
        self._of[phone] = photograph
        self._of.move_to_end(phone)
        while len(self._of) > MAX_KEPT:
            self._of.popitem(last=False)


def read_photograph(sent: bytes) -> Photograph:
    picture = open_picture(sent)
    codes: list[PrintedCode] = read_codes(picture, thorough=True)
    uids = tuple(uid for code in codes if (uid := tag_of(code.text)))
    return Photograph(uids) if uids else Photograph(why=advice(picture))
