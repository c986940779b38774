"""What tests of devices may ask for."""

from pathlib import Path

import pytest

from companion.devices.doctor.machine import Machine
from tests.support.devices.doctors_table import raspberry_pi


@pytest.fixture
def pi(tmp_path: Path) -> Machine:
    """A Raspberry Pi on which everything is as it should be."""
    return raspberry_pi(tmp_path)
