"""Table scripts: a game as people would tell it, line by line, and what the table then showed."""

import json
from collections.abc import Callable
from contextlib import closing
from pathlib import Path
from tempfile import TemporaryDirectory

from companion.errors import CompanionError, Malformed, Refusal
from companion.games import AnyGame
from companion.games import first as first_game
from companion.games import game as find_game
from companion.i18n.message import Message, say
from companion.match.match import Match, Revision
from companion.match.script_syntax import Line, lines, look_up
from companion.match.taps.script_gestures import ScriptedHands, read_movement
from companion.storage.journal import MemoryJournal
from companion.storage.recovery.power_cut import PowerCutStore


class ScriptError(CompanionError):
    """A line of a script that cannot be read, was refused, or did not find what it expected."""

    def __init__(self, file: object, line: int, text: str, why: Message, code: str) -> None:
        super().__init__(
            say("{file}, line {line}: {text}\n  {why}", file=file, line=line, text=text, why=why),
            code,
        )


ODDS = "outlook.odds"
Watcher = Callable[[Line, Match, Revision | None], None]
"""Sees each line that was played, and the revision that came of it, if one did."""


class Script:
    """A script being played, from its first line to its last."""

    def __init__(self, source: str, file: Path) -> None:
        self._lines = list(lines(source))
        self._file = file

    def play(self, watch: Watcher = lambda *_: None) -> Match:
        """Plays the whole script; the first line that does not hold ends it."""
        game = self._game()
        if ["crash"] not in [line.words for line in self._lines]:
            return self._play(Match(game, MemoryJournal(), self._file.parent), watch)
        with (
            TemporaryDirectory(prefix="companion-") as folder,
            closing(PowerCutStore(Path(folder), game.id)) as outlet,
        ):
            self._play(Match(game, outlet.journal, self._file.parent), watch, outlet)
            return Match(game, MemoryJournal(outlet.journal.entries()), self._file.parent)

    def _play(self, match: Match, watch: Watcher, outlet: PowerCutStore | None = None) -> Match:
        refused: Refusal | None = None
        hands: ScriptedHands | None = None
        for at, line in enumerate(self._lines[1:], start=1):
            if line.words[0] == "refused":
                self._expect_refusal(line, refused)
                refused = None
                continue
            change: Revision | None = None
            try:
                match line.words:
                    case ["crash"] if outlet:
                        outlet.cut()
                        match = Match(match.game, outlet.journal, self._file.parent)
                        hands = None  # what was half said is forgotten
                    case ["expect", path, _, *_]:
                        self._expect(line, match, path, line.text.split(maxsplit=2)[2])
                    case _ if movement := read_movement(line.text):
                        hands = hands or ScriptedHands(match)
                        change = hands.move(movement)
                    case _:
                        change = match.take(line.text)
            except Refusal as refusal:
                refused = refusal
                if self._lines[at + 1 : at + 2] and self._lines[at + 1].words[0] == "refused":
                    continue
                why = say("refused: {why} [{code}]", why=refusal.message, code=refusal.code)
                raise self._error(line, why, "refused") from None
            except ScriptError:
                raise
            except CompanionError as error:
                raise self._error(line, error.message, error.code) from None
            refused = None
            watch(line, match, change)
        return match

    def _game(self) -> AnyGame:
        if not self._lines:
            raise ScriptError(self._file, 1, "", say("The script is empty."), "malformed")
        first = self._lines[0]
        match first.words:
            case ["game", name]:
                try:
                    return find_game(name)
                except Malformed as error:
                    raise self._error(first, error.message, error.code) from None
        why = say("A script begins by naming the game, as in: game {game}", game=first_game())
        raise self._error(first, why, "malformed")

    def _expect(self, line: Line, match: Match, path: str, wanted: str) -> None:
        change = match.history[-1]
        try:
            found = look_up(
                change.with_odds() if path.startswith(ODDS) else change.document,
                path,
                match.game.group,
            )
        except LookupError:
            why = say("The state document has no {path}.", path=path)
            raise self._error(line, why, "expectation") from None
        if not same(found, wanted):
            why = say(
                "expected {path} to be {wanted}, and it is {found}",
                path=path,
                wanted=wanted,
                found=json.dumps(found, ensure_ascii=False),
            )
            raise self._error(line, why, "expectation")

    def _expect_refusal(self, line: Line, refused: Refusal | None) -> None:
        wanted = line.words[1] if len(line.words) > 1 else None
        if refused is None:
            why = say("the line before was not refused")
        elif wanted not in (None, refused.code):
            why = say("the line before was refused, but with {code}", code=refused.code)
        else:
            return
        raise self._error(line, why, "expectation")

    def _error(self, line: Line, why: Message, code: str) -> ScriptError:
        return ScriptError(self._file, line.number, line.text, why, code)


def read_script(file: Path) -> Script:
    try:
        return Script(file.read_text(encoding="utf-8"), file)
    except (OSError, UnicodeDecodeError) as error:
        detail = error.strerror if isinstance(error, OSError) else error.reason
        why = say("{file} cannot be read: {why}", file=file, why=detail)
        raise CompanionError(why, "unreadable") from None


def same(found: object, wanted: str) -> bool:
    """Is that what a script means? ``1.4`` is the text "1.4" too, and ``none`` is null."""
    if found == wanted or (found is None and wanted == "none"):
        return True
    try:
        value = json.loads(wanted)
    except (ValueError, RecursionError):
        return False
    return type(value) is type(found) and value == found
