"""The folders of a game are layers, and nothing outside a game's own folder knows it."""

import re
from functools import cache
from pathlib import Path

import grimp
import pytest

from companion.games import names

ROOT = Path(__file__).parents[2]
LAYERS = ("photos", "phone", "chart", "oled recap", "taps odds", "text", "rules", "model")
"""From the top: whoever stands higher may use what stands below."""
OWN = [name for name in names() if (ROOT / "companion" / "games" / name).is_dir()]


@cache
def graph() -> grimp.ImportGraph:
    return grimp.build_graph("companion", cache_dir=str(ROOT / ".import_linter_cache"))


@pytest.mark.parametrize("name", OWN)
def test_the_parts_of_a_game_are_layers(name: str) -> None:
    package = f"companion.games.{name}"
    places = {f"{package}.{each}": at for at, layer in enumerate(LAYERS) for each in layer.split()}
    there = graph().find_children(package)
    assert places.keys() >= there, "each is in a layer"
    heights = {each: at for each, at in places.items() if each in there}
    upward = [
        f"{upper} ← {lower}"
        for lower, low in heights.items()
        for upper, high in heights.items()
        if high < low or (high == low and upper != lower)
        if graph().find_shortest_chain(importer=lower, imported=upper, as_packages=True)
    ]
    assert upward == []


@pytest.mark.parametrize("name", OWN)
def test_nothing_outside_its_folder_imports_a_game(name: str) -> None:
    package = f"companion.games.{name}"
    inside = {package, *graph().find_descendants(package)}
    users = {
        user
        for module in inside
        for user in graph().find_modules_that_directly_import(module)
        if user not in inside
    }
    assert users == set()


WORDS = re.compile(
    r"daybreak|\bchina\b|majority_world|planetary|geoengineering|\btuck|drawdown|thermometer"
    r"|\bcris[ie]s\b|temperature band",
    re.IGNORECASE,
)
"""What only the first game says, which was alone for long."""
WORLD = ("companion", "web", "firmware_config", "hardware")
TEXT = (".py", ".html", ".js", ".css", ".md", ".toml", ".scad", ".po", ".conf", ".env", ".service")


@pytest.mark.parametrize("folder", WORLD)
def test_no_word_of_the_first_game_stands_where_every_game_is_meant(folder: str) -> None:
    found = [
        f"{file.relative_to(ROOT)}: {line.strip()}"
        for file in sorted((ROOT / folder).rglob("*"))
        if file.suffix in TEXT and not set(OWN) & set(file.relative_to(ROOT).parts)
        for line in file.read_text(encoding="utf-8").splitlines()
        if WORDS.search(line)
    ]
    assert found == []
