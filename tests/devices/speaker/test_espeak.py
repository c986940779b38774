"""What espeak-ng really says: sound in a file, in each language, and none of it silent."""

import wave
from array import array
from math import sqrt
from pathlib import Path
from threading import Event

import pytest

from companion.devices.board.parts import Speaker
from companion.devices.loudspeaker import Espeak
from companion.i18n.catalogs import SHIPPED, Language
from companion.match.commentary import comment
from tests.conftest import SetTable

FULL_SCALE = 32_768
AUDIBLE = 0.02
"""Of full scale, as the root mean square of all samples: silence has none, speech about a tenth."""
SECONDS = 1.5


def sound(file: Path) -> tuple[float, float]:
    """How loud a file is, of full scale, and how many seconds it lasts."""
    with wave.open(str(file)) as read:
        assert read.getsampwidth() == 2
        assert read.getnchannels() == 1
        samples = array("h", read.readframes(read.getnframes()))
        rate = read.getframerate()
    # A program that writes into a pipe does not know the length beforehand; here it does.
    loud = sqrt(sum(each * each for each in samples) / len(samples)) / FULL_SCALE
    return loud, len(samples) / rate


@pytest.mark.usefixtures("other_programs")
@pytest.mark.parametrize("code", SHIPPED)
def test_what_has_happened_is_heard(daybreak: SetTable, tmp_path: Path, code: str) -> None:
    change = daybreak("to local").take("set china.communities 3")
    said = comment([change], Language(code, "daybreak")).happened
    file = tmp_path / "said.wav"

    Espeak(Speaker(), wave=file).say(" ".join(said), code, Event())

    loud, seconds = sound(file)
    assert loud > AUDIBLE
    assert seconds > SECONDS
