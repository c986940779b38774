"""The folders of a game are layers."""

from functools import cache
from pathlib import Path

import grimp
import pytest

from companion.games import names

ROOT = Path(__file__).parents[2]
LAYERS = ("screens story", "hands outlook", "words", "rules", "model")
"""From the top: whoever stands higher may use what stands below."""
OWN = [name for name in names() if (ROOT / "companion" / "games" / name).is_dir()]


@cache
def graph() -> grimp.ImportGraph:
    return grimp.build_graph("companion", cache_dir=str(ROOT / ".import_linter_cache"))


@pytest.mark.parametrize("name", OWN)
def test_a_game_has_the_seven_folders_as_layers(name: str) -> None:
    package = f"companion.games.{name}"
    heights = {f"{package}.{each}": at for at, layer in enumerate(LAYERS) for each in layer.split()}
    assert heights.keys() <= set(graph().find_children(package))
    upward = [
        f"{upper} ← {lower}"
        for lower, low in heights.items()
        for upper, high in heights.items()
        if high < low or (high == low and upper != lower)
        if graph().find_shortest_chain(importer=lower, imported=upper, as_packages=True)
    ]
    assert upward == []
