"""The benchmark of cameras reads rendered pictures, and would notice a wrong card."""

import pytest

from companion.devices.camera.decoding import PrintedCode
from tests.benchmarks import camera


@pytest.mark.slow
def test_it_tells_how_much_is_read_and_what_it_costs(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(camera, "IDLE_S", 2)

    figures = camera.figures(40)

    assert figures["frames"] == 40
    assert figures["wrong"] == 0
    assert figures["read_percent"] >= 97
    assert figures["row_of_five_percent"] >= 80
    assert {
        *("read_percent_shaking", "decode_p99_ms", "idle_cpu_percent"),
        *("tap_p50_ms", "tap_p99_ms"),
    } <= figures.keys()


def test_a_card_that_is_read_as_another_is_counted(monkeypatch: pytest.MonkeyPatch) -> None:
    trial = camera.Trial(dict.fromkeys(("1.035", "1.133"), ""))
    wrong = [PrintedCode("https://example.org/c/1.133", 0, 0, 9, 3)]
    monkeypatch.setattr(camera, "read_codes", lambda picture, thorough: wrong)

    read = trial.run(6, camera.sharp_picture)

    assert trial.wrong == 6 - round(6 * read)
    assert 0 < trial.wrong < 6
