"""docs/installing.md tells everything that the installer takes and says."""

import re
from pathlib import Path

import pytest

from firmware_config.installer.plan import APT_PACKAGES, DATA
from firmware_config.installer.settings import SETTINGS

ROOT = Path(__file__).parents[2]
DOCS = (ROOT / "docs/installing.md").read_text(encoding="utf-8")
SOURCES = "".join(
    path.read_text(encoding="utf-8") for path in (ROOT / "firmware_config/installer").glob("*.py")
)


@pytest.mark.parametrize("option", sorted(set(re.findall(r'"(--[a-z-]+)"(?:,\n? *\w+=)', SOURCES))))
def test_every_option_is_in_the_docs(option: str) -> None:
    assert f"`{option}" in DOCS


@pytest.mark.parametrize("word", [*APT_PACKAGES, DATA, SETTINGS])
def test_what_is_put_on_the_pi_is_in_the_docs(word: str) -> None:
    assert f"`{word}`" in DOCS


def test_every_setting_is_in_the_docs() -> None:
    settings = (ROOT / "firmware_config/companion.env").read_text(encoding="utf-8")
    for name in re.findall(r"^(\w+)=", settings, re.MULTILINE):
        assert f"`{name}`" in DOCS
