"""Faults that authors make, put into a sound game one by one: each is named with its place."""

import shutil
from collections.abc import Iterator
from dataclasses import dataclass
from pathlib import Path

import pytest

from companion.testing import CHECKS, examine
from tests.support.games.outside import TOYS, as_it_was

pytestmark = pytest.mark.slow
WITHOUT_PHONES = {n: check for n, check in CHECKS.items() if n != "every_phone_page_is_made"}
STEPS = 60
CATALOG = "locale/es/LC_MESSAGES/atoll.po"


@dataclass(frozen=True)
class Fault:
    """What stands in the game, what somebody writes instead, and a text in the line to blame."""

    old: str
    new: str
    blamed: str
    file: str = "__init__.py"


SECRET = """
    secretive = True

    def view(self, state, viewer=ANYBODY):
        seen = {who: it for who, it in state.roles.items() if who == viewer.seat}
        return {**super().view(state, viewer), "roles": seen}

    def redact(self, now, before, given, viewer):
        hidden = "roles" in str(given) and viewer.seat != before.turn
        return say("{who} has a role.", who=SEATS[before.turn]) if hidden else None

    def numbers(self, state):
        found = super().numbers(state)
        return {path: name for path, name in found.items() if "roles" not in path}

    def tell(self, state, event):
        return None if "roles" in str(event) else super().tell(state, event)

    def guide(self, state):
        if "mason" in state.roles.values():
            return (*super().guide(state), say("A mason is among you."))
        return super().guide(state)

    def consequences("""

FAULTS = {
    "a phone without a way on": Fault(
        '@action("next", say("To the cards"), stage="act")',
        '@action("next", say("To the cards"), stage="act", when=missing)',
        '"act": Stage(',
    ),
    "a number that cannot be set": Fault(
        'shored: int = counter(say("Shored up by the mason"), most=1, shown=False)',
        "shored: int = 0",
        "shored: int = 0",
    ),
    "a number that begins out of its limits": Fault(
        'counter(say("Water level"), start=1', 'counter(say("Water level"), start=0', "water: int"
    ),
    "an alarm that never sounds": Fault("alarm=8", "alarm=18", "water: int"),
    "a value out of its limits": Fault(
        'yield change("left", 3)', 'yield change("left", 30)', '@action("flood {tile}"'
    ),
    "a label that is missing": Fault(
        'say("Any other action")', 'say("")', '@action("move"'
    ),
    "a name that is missing": Fault(
        "{**TILES, **RELICS, WAVE: say(\"Wave\")}", "{**TILES, **RELICS}", 'WAVE = "wave"'
    ),
    "two names for one id": Fault(
        '"mask": say("Mask")', '"temple": say("Mask")', 'say("Mask")'
    ),
    "an ending that is not there": Fault(
        'yield Ended("water")', 'yield Ended("watter")', 'Ended("watter")'
    ),
    "a stage that is not there": Fault(
        'to_stage(state, "discard")', 'to_stage(state, "dicsard")', '"dicsard"'
    ),
    "an action for a stage that is not there": Fault(
        '@action("draw {card}", say("Drawn: {card}"), stage="draw"',
        '@action("draw {card}", say("Drawn: {card}"), stage="drew"',
        '@action("draw {card}"',
    ),
    "a button that is not there": Fault(
        'mode="shore"', 'mode="shroe"', '@action(\n        "shore {tile}"'
    ),
    "more players than seats": Fault("range(2, 5), 30", "range(2, 6), 30", "players, minutes"),
    "a line that is the table's own": Fault(
        '@action("move"', '@action("undo"', '@action("undo"'
    ),
    "two actions for one line": Fault(
        '@action("move", say("Any other action"), stage="act", when=nothing_left)',
        '@action("next", say("Any other action"), stage="act")',
        '@action("next", say("To the cards")',
    ),
    "an action that is offered and refused": Fault(
        '        """The mason\'s first one in a turn costs nothing."""\n',
        '        if len(tile) > 4:\n            raise Refusal("too_long", say("Too long."))\n',
        '@action(\n        "shore {tile}"',
    ),
    "a rule that breaks": Fault(
        'yield add(state, f"hands.{state.turn}.{relic}", -1)\n        told',
        'yield add(state, f"hands.{state.hands[relic]}", -1)\n        told',
        "{state.hands[relic]}",
    ),
    "a rule that draws lots": Fault(
        'if state.tiles[tile] == DRY:',
        'tile = choice(list(TILES))\n        if state.tiles[tile] == DRY:',
        '@action("flood {tile}"',
    ),
    "a rule that changes the state in place": Fault(
        'state = yield add(state, f"hands.{state.turn}.{relic}", -1)\n        yield from',
        "state.hands[state.turn][relic] -= 1\n"
        '        yield add(state, "left", 0)\n        yield from',
        '@action("discard {relic}"',
    ),
    "an event that cannot be replayed": Fault(
        'class Atoll(DeclaredGame[State]):',
        "@dataclass(frozen=True, slots=True)\nclass Storm(Event):\n    def after(self, state):\n"
        "        return state\n\n\nclass Atoll(DeclaredGame[State]):",
        "class Storm",
    ),
    "a blank that nothing fills in": Fault(
        'say("{who} draws cards. Left: {left}")',
        'say("{who} draws cards. Left: {lef}")',
        "Left: {lef}",
    ),
    "an untranslated sentence": Fault(
        'say("{tile} is gone.", tile', 'say("{tile} has gone.", tile', "{tile} has gone."
    ),
    "a sentence that is put together": Fault(
        'say("Cards"), most=5', 'say("Car" + "ds"[:2]), most=5', '"Car" +'
    ),
    "the name of a number as plain text": Fault(
        'counter(say("Cards"), most=5', 'counter("Cards", most=5', '"Cards", most=5'
    ),
    "the label of an action as plain text": Fault(
        'say("Any other action")', '"Any other action"', '"Any other action"'
    ),
    "the name of a thing as plain text": Fault(
        '"mask": say("Mask")', '"mask": "Mask"', "relics: Mapping[str, str] = states("
    ),
    "a translation with another blank": Fault(
        '"{tile}: inundada."', '"{tiles}: inundada."', "{tiles}: inundada.", CATALOG
    ),
    "a catalog that was not compiled": Fault(
        '"Gruta"', '"Cueva"', "msgid", CATALOG
    ),
    "a secret that leaks": Fault(
        "\n    def consequences(", SECRET, "A mason is among you."
    ),
}  # fmt: skip
BEFORE = """\
from random import choice

from companion.errors import Refusal
from companion.games import ANYBODY
from companion.games.shared.events import Event
"""
"""What some of them need, above the game's own imports."""
ALSO = {
    "an event that cannot be replayed": (
        "def move(self, state: State) -> Rule[State]:\n",
        "def move(self, state: State) -> Rule[State]:\n        state = yield Storm()\n",
    ),
    "a secret that leaks": ("SHRINES = {", 'say("{who} has a role.")\nSHRINES = {'),
}


@pytest.fixture(autouse=True)
def nothing_stays() -> Iterator[None]:
    with as_it_was():
        yield


def test_the_game_without_a_fault_is_sound() -> None:
    assert [str(it) for some in examine(str(TOYS / "atoll"), CHECKS).values() for it in some] == []


def test_there_are_more_than_twenty_faults() -> None:
    assert len(FAULTS) >= 20


@pytest.mark.parametrize("name", FAULTS)
def test_a_fault_is_named_with_its_place(name: str, tmp_path: Path) -> None:
    fault = FAULTS[name]
    game = tmp_path / "atoll"
    shutil.copytree(TOYS / "atoll", game)
    change(game / fault.file, fault.old, fault.new)
    if name in ALSO:
        change(game / "__init__.py", *ALSO[name])
    if fault.file == "__init__.py":
        change(
            game / "__init__.py",
            "from companion.games.declared",
            f"{BEFORE}from companion.games.declared",
        )

    found = [it for some in examine(str(game), WITHOUT_PHONES, steps=STEPS).values() for it in some]
    lines = (game / fault.file).read_text(encoding="utf-8")
    wanted = lines[: lines.index(fault.blamed)].count("\n") + 1
    places = {(it.place.file, it.place.line) for it in found if it.place}
    assert ((game / fault.file).resolve(), wanted) in places, "\n".join(map(str, found))


def change(file: Path, old: str, new: str) -> None:
    text = file.read_text(encoding="utf-8")
    assert old in text
    file.write_text(text.replace(old, new, 1), encoding="utf-8")
