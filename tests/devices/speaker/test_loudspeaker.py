"""A loudspeaker at the table: the newest is said, and nobody waits for it."""

from collections.abc import Iterator
from contextlib import closing
from pathlib import Path
from threading import Event

import pytest

from companion.devices.board.parts import Speaker
from companion.devices.loudspeaker import FILE, Espeak, Loudspeaker
from companion.errors import SpeechError
from companion.i18n.message import say
from companion.match.session import Session
from companion.notifier import News
from companion.storage.saved_games import SavedGames
from tests.support.programs import LIMIT_S


class Voice(Espeak):
    """Says what it is told when it is let, and until it is hushed."""

    def __init__(self) -> None:
        super().__init__(Speaker())
        self.said: list[tuple[str, str]] = []
        self.speaking, self.ended = Event(), Event()
        self.missing = False

    def say(self, text: str, language: str, cut_short: Event) -> None:
        if self.missing:
            self.speaking.set()
            raise SpeechError(say("espeak-ng is not there"))
        self.said.append((language, text))
        self.ended.clear()
        self.speaking.set()
        assert cut_short.is_set() or self.ended.wait(LIMIT_S)

    def hush(self) -> None:
        self.ended.set()

    def heard(self) -> str:
        """What it says next."""
        assert self.speaking.wait(LIMIT_S)
        self.speaking.clear()
        return self.said[-1][1]


class Around:
    def __init__(self, folder: Path, *, on: bool = True) -> None:
        self.session = Session(SavedGames(folder), "daybreak")
        for line in ("seat china", "seat us", "start", "to local"):
            self.session.writer.ask(line)
        if on:
            (folder / FILE).touch()
        self.voice = Voice()
        self.speaker = Loudspeaker(folder, self.session, "en", self.voice)
        self.session.notifier.subscribe(self.speaker.wake, News.REVISION, News.MATCH_REPLACED)
        self.speaker.start()

    def close(self) -> None:
        self.speaker.close()
        self.session.close()


@pytest.fixture
def around(tmp_path: Path) -> Iterator[Around]:
    with closing(Around(tmp_path)) as made:
        yield made


def test_it_says_what_to_do_and_then_what_happens(around: Around) -> None:
    assert "China draws 5." in around.voice.heard()

    around.session.writer.ask("set china.communities 2")

    assert around.voice.heard().startswith("China: Communities in Crisis set from 0 to 2.")


def test_a_tap_waits_for_no_sentence_and_the_newest_cuts_it_short(around: Around) -> None:
    around.voice.heard()  # and it goes on speaking

    for n in range(1, 9):
        around.session.writer.ask(f"set china.communities {n}")  # each is answered meanwhile

    while "to 8." not in around.voice.heard():
        pass
    assert len(around.voice.said) <= 9


def test_it_is_silent_until_somebody_wants_it(tmp_path: Path) -> None:
    with closing(Around(tmp_path, on=False)) as around:
        around.session.writer.ask("set china.communities 2")
        assert around.voice.said == []

        around.speaker.switch(True)

        assert "China draws" in around.voice.heard()
        assert (tmp_path / FILE).exists()


def test_one_touch_ends_it(around: Around) -> None:
    around.voice.heard()

    around.speaker.switch(False)
    around.session.writer.ask("set china.communities 2")

    assert around.voice.ended.wait(LIMIT_S)
    assert len(around.voice.said) == 1


def test_without_a_voice_one_line_says_so_until_it_is_back(around: Around) -> None:
    around.voice.heard()
    around.voice.missing = True
    seen = around.session.notifier.count(News.FAULTS)
    around.session.writer.ask("set china.communities 2")
    assert around.session.notifier.wait(seen, News.FAULTS, timeout=LIMIT_S)
    assert [str(fault) for fault in around.session.faults] == ["espeak-ng is not there"]

    around.voice.missing = False
    around.voice.speaking.clear()
    seen = around.session.notifier.count(News.FAULTS)
    around.session.writer.ask("set china.communities 3")
    around.voice.heard()
    around.session.writer.ask("set china.communities 4")
    assert around.session.notifier.wait(seen, News.FAULTS, timeout=LIMIT_S)

    assert around.session.faults == ()


def test_a_program_that_is_not_there_is_said_in_a_sentence() -> None:
    with pytest.raises(SpeechError, match="espeak-ng is not installed"):
        Espeak(Speaker(), program="no-such-voice").say("Good evening.", "en", Event())


def test_a_program_that_fails_tells_why(tmp_path: Path) -> None:
    broken = tmp_path / "voice"
    broken.write_text("#!/bin/sh\ncat >/dev/null\necho 'no sound card' >&2\nexit 2\n")
    broken.chmod(0o755)

    with pytest.raises(SpeechError, match="no sound card"):
        Espeak(Speaker(), program=str(broken)).say("Good evening.", "en", Event())
