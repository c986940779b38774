"""Icons of a game are data beside its code."""

from pathlib import Path

import pytest

from companion.games.shared.icons import Icons


@pytest.fixture
def package(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    folder = tmp_path / f"drawn_{tmp_path.name}"
    folder.mkdir()
    (folder / "__init__.py").touch()
    monkeypatch.syspath_prepend(str(tmp_path))
    return folder


def test_an_icon_is_named_by_its_table_and_its_key(package: Path) -> None:
    (package / "icons.toml").write_text("[seat]\nred = 'M1 1h2'\nblue = 'M2 2h2'\n")

    assert dict(Icons(package.name)) == {"seat:red": "M1 1h2", "seat:blue": "M2 2h2"}


def test_the_name_of_another_icon_stands_for_its_path(package: Path) -> None:
    (package / "icons.toml").write_text("[kind]\nwood = 'M1 1h2'\n[row]\nwood = 'kind:wood'\n")

    assert Icons(package.name)["row:wood"] == "M1 1h2"


def test_a_game_without_the_file_has_none(package: Path) -> None:
    assert len(Icons(package.name)) == 0
