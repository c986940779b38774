"""Reads out at the table what happens there, on a thread of its own.

Whoever tells of news never waits: it leaves a mark, ends what is being said about an earlier
moment, and the newest is read out next. So nothing queues up, however fast people tap.
"""

from pathlib import Path
from threading import Event, Thread

from companion.devices.speaker.espeak import Espeak
from companion.errors import SpeechError
from companion.i18n.catalogs import Language
from companion.i18n.message import Message
from companion.match.commentary import Commentary, missed
from companion.match.session import Session
from companion.storage.mark import Mark

FILE = "read-aloud"
SOURCE = "speaker"


class Loudspeaker(Mark):
    """Silent until somebody switches it on."""

    def __init__(self, folder: Path, session: Session, language: str, voice: Espeak) -> None:
        super().__init__(folder / FILE, self.wake)
        self._session = session
        self._language = language
        self._voice = voice
        self._news = Event()
        self._closing = False
        self._heard = (0, 0)
        """The number of the game and the revision of which all was said."""
        self._fault: Message | None = None
        self._thread = Thread(target=self._work, name="loudspeaker", daemon=True)

    def start(self) -> None:
        self._thread.start()
        self.wake()

    def wake(self) -> None:
        """There may be something to say. Takes no time: taps wait for whoever calls this."""
        self._news.set()
        self._voice.hush()

    def close(self) -> None:
        self._closing = True
        self.wake()
        self._thread.join()

    def _work(self) -> None:
        while not self._closing:
            self._news.wait()
            self._news.clear()
            if self.on and not self._closing:
                self._read_out()
            elif not self.on:
                self._heard = (0, 0)

    def _read_out(self) -> None:
        said = self._missed()
        text = "\n".join((*said.happened, *said.to_do))
        fault = None
        if text and not self._news.is_set():
            try:
                self._voice.say(text, self._language, self._news)
            except SpeechError as error:
                fault = error.message
            if fault != self._fault:
                self._fault = fault
                self._session.report([fault] if fault else [], source=SOURCE)

    def _missed(self) -> Commentary:
        active = self._session.active
        now = active.writer.current
        language = Language(self._language, now.step.game.id)
        game, heard = self._heard
        self._heard = active.number, now.revision
        history = active.writer.match.history[: now.revision]
        return missed(history, heard if game == active.number else 0, language)
