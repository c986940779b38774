"""A game of seats, rounds and stages is put together from modules with agreed names."""

import sys
from collections.abc import Callable, Iterator
from importlib import import_module
from inspect import signature
from pathlib import Path
from typing import Any

import pytest

from companion.games import AnyGame, game, names
from companion.games.shared import staged_game
from companion.games.shared.staged_game import StagedGame

STATE = """
from dataclasses import dataclass

@dataclass(frozen=True)
class State:
    seats: tuple[str, ...] = ()
    round: int = 0
    stage: str = ""
    outcome: None = None
"""
EVENTS = """
class Event:
    def after(self, state):
        return state

class Began(Event):
    pass
"""
MODULES = {
    "model.state": STATE,
    "model.events": EVENTS,
    "model.token_events": "from {package}.model.events import Event\nclass Moved(Event): pass",
    "model.inputs": "def read(line): return line",
    "rules.decisions": "def decide(state, given): return ()",
    "rules.document": "def document(state, viewer=None): return {{'round': state.round}}",
    "text.inputs": "def label(state, given): return given",
    "text.events": "def tell(state, event): return None",
}
GAME = """
from companion.games.shared.staged_game import StagedGame
from companion.i18n.message import say

class Tiny(StagedGame):
    id, name = "tiny", say("Tiny")
    {more}

GAME = Tiny()
"""
Make = Callable[..., AnyGame]


@pytest.fixture
def make(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Iterator[Make]:
    """Makes a game of these modules; one that is None is left out."""
    package = "tiny_game"
    monkeypatch.syspath_prepend(str(tmp_path))

    def made(more: str = "pass", **changed: str | None) -> AnyGame:
        modules = MODULES | {name.replace("__", "."): code for name, code in changed.items()}
        for name, code in {"": GAME, **modules}.items():
            if code is not None:
                file = tmp_path.joinpath(package, *name.split("."), "__init__.py")
                file.parent.mkdir(parents=True)
                file.write_text(code.format(package=package, more=more), encoding="utf-8")
        found: AnyGame = import_module(package).GAME
        return found

    yield made
    for name in [name for name in sys.modules if name.partition(".")[0] == package]:
        del sys.modules[name]


def test_what_its_modules_say_is_the_game(make: Make) -> None:
    tiny = make(text__instructions="guide = glance = lambda state: ('Sit down.',)")

    assert tiny.read("next") == "next"
    assert tiny.view(tiny.blank) == {"round": 0}
    assert list(tiny.events) == ["Began", "Moved"]
    assert [str(line) for line in tiny.guide(tiny.blank)] == ["Sit down."]


def test_what_it_has_no_module_for_is_as_in_every_game(make: Make) -> None:
    tiny = make()

    assert [str(line) for line in tiny.guide(tiny.blank)] == ["NEXT goes on."]
    assert (tiny.odds, tiny.recap, tiny.cards, tiny.box) == (None, None, None, None)


def test_what_the_class_says_itself_is_not_looked_up(make: Make) -> None:
    tiny = make("def decide(self, state, given): return ('mine',)", rules__decisions=None)

    assert tiny.decide(tiny.blank, "next") == ("mine",)


def test_a_module_that_every_such_game_has_is_missed_by_its_name(make: Make) -> None:
    with pytest.raises(ImportError, match=r"tiny_game has no module for rules\.decisions\.decide"):
        make(rules__decisions=None)


@pytest.mark.parametrize("module", ["text__events", "oled__pages"])
def test_a_module_without_what_belongs_in_it_is_a_mistake(make: Make, module: str) -> None:
    named = module.replace("__", r"\.")
    with pytest.raises(ImportError, match=rf"tiny_game\.{named} has no (tell|pages)"):
        make(**{module: "tale = leaves = print"})


def test_a_mistake_inside_a_module_is_told_as_it_is(make: Make) -> None:
    with pytest.raises(ModuleNotFoundError, match="nowhere"):
        make(text__tutorial="import nowhere")


@pytest.mark.parametrize("name", names())
def test_what_is_found_is_called_as_the_contract_says(name: str) -> None:
    """With as many arguments: what the type checker cannot see, as nobody writes it down."""
    rules: Any = game(name)
    assert isinstance(rules, StagedGame)
    for called in {**staged_game.REQUIRED, **staged_game.OPTIONAL}:
        promised = getattr(StagedGame, called, None)
        if callable(promised) and not isinstance(promised, type):
            known = signature(getattr(rules, called)).parameters
            wanted = list(signature(promised).parameters.values())[1:]
            needed = [each for each in known.values() if each.default is each.empty]
            assert len(needed) <= len(wanted) <= len(known), called
