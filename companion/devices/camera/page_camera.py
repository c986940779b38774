"""A browser's camera: its page sends small pictures while something moves before it.

Only the newest picture waits to be read, in memory; whoever sends one is never kept waiting.
"""

from threading import Condition

from companion.clock import Clock
from companion.devices.camera.frames import Frame, Source
from companion.devices.camera.pictures import open_picture
from companion.errors import BadPicture, Refusal
from companion.i18n.message import Message, say

MAX_FRAME_BYTES = 512 * 1024
SILENT_S = 10.0
"""A page that is closed says no goodbye; one that looks says every few seconds that it does."""


class PageCamera(Source):
    """Requests ``show`` what they bring, and the camera's thread reads it."""

    rests = False

    def __init__(self, clock: Clock) -> None:
        self.in_sight = 0
        """How many codes the newest picture showed."""
        self.fault: Message | None = None
        """Why the last picture could not be read."""
        self._clock = clock
        self._changed = Condition()
        self._waiting: tuple[bytes, str] | None = None
        self._owner = ""
        self._heard_at = 0.0

    @property
    def on(self) -> bool:
        return bool(self._owner) and self._clock.now() - self._heard_at < SILENT_S

    def show(self, sent: bytes, zone: str, owner: str) -> None:
        """A picture from a page; without bytes it only says that it still looks."""
        if len(sent) > MAX_FRAME_BYTES:
            raise BadPicture(say("That picture is too large for a camera that looks all the time."))
        with self._changed:
            if self.on and owner != self._owner:
                why = say("Another page's camera looks at the table already.")
                raise Refusal("camera_taken", why)
            self._owner, self._heard_at = owner, self._clock.now()
            if sent:
                self._waiting = sent, zone
            self._changed.notify_all()

    def shut(self, owner: str) -> None:
        """The page looks no more."""
        with self._changed:
            if owner == self._owner:
                self._owner, self._waiting, self.in_sight, self.fault = "", None, 0, None
                self._changed.notify_all()

    def read(self, timeout_s: float) -> Frame | None:
        with self._changed:
            self._changed.wait_for(lambda: self._waiting, timeout_s)
            waiting, self._waiting = self._waiting, None
        if waiting is None:
            return None
        sent, zone = waiting
        try:
            picture = open_picture(sent)
        except BadPicture as error:
            self.fault = error.message
            return None
        self.fault = None
        return Frame(picture, zone)

    def seen(self, codes: int) -> None:
        self.in_sight = codes

    def close(self) -> None:
        """The thread that reads has ended; the page may go on."""
