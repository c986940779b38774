"""Speech through the program ``espeak-ng``: one utterance at a time, cut short when it is told to.

The text goes to its standard input, so nothing in it can be taken for an option.
"""

import subprocess
from pathlib import Path
from threading import Event, Lock

from companion.devices.board.parts import Speaker
from companion.errors import SpeechError
from companion.i18n.message import say
from companion.i18n.spoken import VOICES

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
        """Returns when it has been said, or cut short: by ``hush``, or by a mark that was set while
        the program started."""
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
