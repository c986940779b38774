"""``make surroundings`` is as different as it says, and ``make matrix`` and the workflows agree."""

import re
from pathlib import Path

import pytest

from tests.surroundings import matrix, run

ROOT = Path(__file__).parents[2]
SEES = {
    "background": "import signal; assert signal.getsignal(signal.SIGINT) is signal.SIG_IGN",
    "clock": "import time; assert time.strftime('%z') in ('+1245', '+1345')",
    "homeless": "import os; assert 'HOME' not in os.environ",
    "umask": "import os; assert os.umask(0) == 0o077",
    "python": "import shutil; assert not shutil.which('openscad')",
}


@pytest.mark.slow
@pytest.mark.parametrize("name", SEES)
def test_the_tests_see_another_machine(
    name: str, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    file = tmp_path / "test_it.py"
    file.write_text(f"def test_it():\n    {SEES[name]}\n", encoding="utf-8")
    monkeypatch.setattr(run, "LOGS", tmp_path)
    monkeypatch.setattr(run, "CHOSEN", (str(file), "-n0"))

    assert run.main([name]) == 0, (tmp_path / f"{name}.log").read_text(encoding="utf-8")


@pytest.mark.slow
def test_a_machine_on_which_tests_fail_is_named(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    file = tmp_path / "test_it.py"
    file.write_text("def test_it():\n    assert False\n", encoding="utf-8")
    monkeypatch.setattr(run, "LOGS", tmp_path)
    monkeypatch.setattr(run, "CHOSEN", (str(file), "-n0"))

    assert run.main(["clock"]) == 1
    assert f"Failed: clock. What they said is in {tmp_path}." in capsys.readouterr().out


def test_a_machine_that_is_not_known_is_refused(capsys: pytest.CaptureFixture[str]) -> None:
    with pytest.raises(SystemExit):
        run.main(["moon"])
    assert "there is no moon" in capsys.readouterr().err


def test_the_workflow_tries_every_python_that_the_package_names() -> None:
    workflow = (ROOT / ".github/workflows/test.yml").read_text(encoding="utf-8")
    [tried] = re.findall(r"python: \[(.*)\]", workflow)
    assert re.findall(r"[\d.]+", tried) == matrix.versions()
