from pathlib import Path

import pytest

from tests.support.devices.scratch_pi import ScratchPi


@pytest.fixture
def pi(tmp_path: Path) -> ScratchPi:
    return ScratchPi(tmp_path / "pi")
