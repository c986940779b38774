"""Reads out at the table what happens there, through ``espeak-ng``, on a thread of its own.

Whoever tells of news never waits: it leaves a mark, ends what is being said about an earlier
moment, and the newest is read out next. So nothing queues up, however fast people tap. Texts go
to the program's standard input, so nothing in them can be taken for an option.
"""

import subprocess
from pathlib import Path
from threading import Event, Lock, Thread

from companion.devices.board.parts import Speaker
from companion.errors import SpeechError
from companion.i18n.catalogs import Language
from companion.i18n.message import Message, say
from companion.i18n.spoken import VOICES
from companion.match.commentary import Commentary, missed
from companion.match.session import Session
from companion.storage.mark import Mark

PROGRAM = "espeak-ng"
LIMIT_S = 120.0
"""Longer than anything that is said; a program that hangs is ended."""
TOLD_CHARACTERS = 200


class Espeak:
    def __init__(self, speaker: Speaker, program: str = PROGRAM, wave: Path | None = None) -> None:
        """With ``wave``, the sound goes into that file instead of the loudspeaker."""
        self._options = [program, "-s", str(speaker.words_per_minute), "-a", str(speaker.volume)]
        self._options += ["-w", str(wave)] if wave else []
        self._lock = Lock()
        self._process: subprocess.Popen[str] | None = None

    def say(self, text: str, language: str, cut_short: Event) -> None:
        """Returns when it was said, or cut short: by ``hush``, or a mark set since the start."""
        voice = VOICES.get(language, language).lower()
        try:
            process = subprocess.Popen(
                [*self._options, "-v", voice, "--stdin"],
                stdin=subprocess.PIPE,
                stdout=subprocess.DEVNULL,
                stderr=subprocess.PIPE,
                encoding="utf-8",
            )
        except OSError:
            raise SpeechError(say("espeak-ng is not installed, so nothing is read out.")) from None
        with self._lock:
            self._process = process
        if cut_short.is_set():
            self.hush()
        try:
            _, told = process.communicate(text, LIMIT_S)
        except subprocess.TimeoutExpired:
            process.kill()
            _, told = process.communicate()
        finally:
            with self._lock:
                self._process = None
        if process.returncode > 0:
            detail = " ".join(told.split())[:TOLD_CHARACTERS]
            raise SpeechError(say("The loudspeaker does not speak: {detail}", detail=detail))

    def hush(self) -> None:
        """Ends what is being said, from any thread."""
        with self._lock:
            if self._process:
                self._process.terminate()


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
