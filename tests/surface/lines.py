"""The grammar of lines, found by reading them: what may be another word is no word of the grammar.

Lines come from all scripts of the repository, and from ``MORE`` where no script has such a line.
"""

import re
from collections.abc import Iterator
from functools import cache
from pathlib import Path
from tempfile import TemporaryDirectory

from companion.errors import CompanionError
from companion.games import AnyGame
from companion.match.script import Script
from companion.match.script_syntax import lines
from tests.surface.games import ROOT

OTHER, NUMBERS = "xyzzy", ("7", "8")
WORD = re.compile(r'"[^"]*"|\S+')

MORE: dict[str, str] = {
    "daybreak": """
        to crisis
        lose trees 2
        tuck 1.035 china 2 at 1
        act china 2 paying 1.068
        act china 1.315 paying 1.068
        project 1.309 replacing 1.302
        tags 1.035 ecology energy
        challenge + "text"
        challenge - "text"
        challenge ? "text"
    """,
    "naufragos": """
        seat red strong
        roll dice 3 4
        roll dice total 7
        event sun 3
        event E07
        event E07 sun 3
        place red rest 4
        feed
        explore I07
        explore I07 pending
        explore interior 2 advance story
        explore I07 interior 2 advance story
        return
        return red yellow
        eat red 2
        eat red 1 own
        gain red.energy 2
        lose red.energy 2
        play W05 red
        discard W05
    """,
    "council_of_shadows": """
        seat blue automa
        order violet red blue
        gain red energy 2 gold 1
        gain red bonus 1
        harvest red energy 1 gold 2
        harvest red 2 blue 3
        buy red ai-07
        buy red ai-07 free
        buy red ai-07 paying gold gold
        buy red range 2
        buy red energy 3
        buy red station score blue
        buy red station score blue free
        buy red station score blue paying gold
        colony red 2 blue
        colony red 2 blue 3
        play red-discover red 1
        play none red 2
        play automa-03 blue
        consume red 12
        consume red none
        score red all
        score red blue from 3
    """,
}

TABLE = """
game daybreak                      # a comment
box standin
cards []
card {"number": "1.035", "tags": ["ecology"]}
seat china
undo
redo
redo
refused nothing_to_redo
redo
refused
tap us
tap uid:04a1b2c3d4e580
refused not_enrolled
tap europe @ seat:3
press undo
hold info
turn +1
turn -1
crash
start
expect round 1
expect outcome none
expect seats ["china", "us", "europe"]
expect us.dirty 6
"""
"""What every table understands whatever the game; it is played, so each line holds."""


def grammar(game: AnyGame) -> Iterator[str]:
    for line in examples(game):
        if read(game, line) is not None:
            yield shape(game, line)


def examples(game: AnyGame) -> Iterator[str]:
    yield from (line for line in map(str.strip, MORE.get(game.id, "").splitlines()) if line)
    for folder in ("tests", "companion"):
        for file in sorted((ROOT / folder).rglob("*.table")):
            said = [line.text for line in lines(file.read_text(encoding="utf-8"))]
            if said and said[0] == f"game {game.id}":
                yield from said[1:]


@cache
def read(game: AnyGame, line: str) -> object | None:
    try:
        found: object = game.read(line)
    except CompanionError:
        return None
    return found


def shape(game: AnyGame, line: str) -> str:
    """``seat china`` is ``seat WORD``: it says the same of any other word."""
    found, said = read(game, line), WORD.findall(line)
    if said[0] == "set":
        return "set WORD VALUE"

    def says_it_of(at: int, *others: str) -> bool:
        more = (read(game, " ".join((*said[:at], each, *said[at + 1 :]))) for each in others)
        return any(type(each) is type(found) and each != found for each in more)

    shown = []
    for at, word in enumerate(said):
        if word.strip('"') in repr(found) and says_it_of(at, OTHER):
            shown.append('"TEXT"' if '"' in word else "WORD")
        elif word.lstrip("+-").isdecimal() and says_it_of(at, *NUMBERS):
            shown.append("N")
        else:
            shown.append(word)
    return " ".join(shown)


def table_lines() -> Iterator[str]:
    """The lines that every game shares, played as one script."""
    with TemporaryDirectory() as folder:
        Script(TABLE, Path(folder) / "shared.table").play()
    yield from (line.text for line in lines(TABLE))
