"""Reads the case files: for every card, short table scripts in which it applies, and does not.

A file begins with named set-ups. A section has one or more cards and then cases: "+" is one that
applies the card, "-" one in which it is refused or does less. A case stands on the first set-up
unless it names another, as in "- (alone) …". {card} is the section's card, and says "…" wants that
sentence among those that the input before it told.
"""

import re
from dataclasses import dataclass, field
from pathlib import Path

from companion.match.match import Match, Revision
from companion.match.script import Script
from companion.match.script_syntax import Line, before_comment

CASE = re.compile(r"(?P<sign>[+-]) (?:\((?P<setup>[a-z ]+)\) )?(?P<title>.+)")
CARD = re.compile(r"(?P<number>1\.\d{3}|\?\.[a-z-]+) (?P<name>.+)")
SETUP = re.compile(r"setup (?P<name>[a-z ]+)")
SAYS = re.compile(r'says "(?P<sentence>.*)"')
CHECKS = ("expect ", "refused")

Lines = dict[int, str]
"""Lines of a script by the number that each has in its file, so that an error leads there."""


@dataclass
class Case:
    file: Path
    card: str
    name: str
    sign: str
    title: str
    lines: Lines
    said: Lines = field(default_factory=dict)
    """What is to be told, by the number of the input that tells it."""

    def __str__(self) -> str:
        return f"{self.card} {self.sign} {self.title}"

    def add(self, at: int, text: str) -> None:
        if says := SAYS.fullmatch(text):
            before = max(n for n, line in self.lines.items() if not line.startswith(CHECKS))
            self.said[before] = says["sentence"]
        else:
            self.lines[at] = text.replace("{card}", self.card)

    @property
    def expects(self) -> bool:
        return bool(self.said) or any(line.startswith(CHECKS) for line in self.lines.values())

    def play(self) -> "Played":
        played = Played()
        source = "\n".join(self.lines.get(at, "") for at in range(1, max(self.lines) + 1))
        Script(source, self.file).play(played.watch)
        for at, sentence in self.said.items():
            told = played.told.get(at, [])
            assert sentence in told, f"{self.file.name}, line {at}: {told}"
        return played


@dataclass
class Played:
    told: dict[int, list[str]] = field(default_factory=dict)
    cards: set[str] = field(default_factory=set)
    """Cards that something happened to, or that did something."""

    def watch(self, line: Line, table: Match, change: Revision | None) -> None:
        if change is None:
            return
        step, state = change.step, change.step.before
        sentences = self.told.setdefault(line.number, [])
        for event in step.events:
            if sentence := table.game.tell(state, event):
                sentences.append(str(sentence))
            self.cards |= {
                value
                for name in ("card", "under")
                if isinstance(value := getattr(event, name, None), str)
            }
            state = table.game.evolve(state, event)


def read_cases(file: Path) -> list[Case]:
    """The cases of a file, one for each card of their section."""
    setups: dict[str, Lines] = {}
    setup: Lines = {}
    cards: list[tuple[str, str]] = []
    cases: list[Case] = []
    open_cases: list[Case] = []
    for at, raw in enumerate(file.read_text(encoding="utf-8").splitlines(), start=1):
        text = before_comment(raw).strip()
        if raw.startswith(" "):
            for case in open_cases:
                case.add(at, text)
            if not open_cases:
                setup[at] = text
        elif found := SETUP.fullmatch(text):
            setup = setups[found["name"]] = {}
        elif found := CASE.fullmatch(text):
            base = setups[found["setup"] or next(iter(setups))]
            open_cases = [
                Case(file, number, name, found["sign"], found["title"], dict(base))
                for number, name in cards
            ]
            cases += open_cases
        elif found := CARD.fullmatch(text):
            if open_cases:
                cards, open_cases = [], []
            cards.append((found["number"], found["name"]))
        else:
            assert not text, f"{file.name}, line {at}: {text}"
    return cases
