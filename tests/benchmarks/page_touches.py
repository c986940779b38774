"""The touches that a line takes on the real page: each form of the board and of its sheets is read.

A fold that is opened stays open, as the page keeps it; a sheet is opened anew each time. A chosen
option of a list is two touches, one of several that are shown is one; a field is touched, and each
key is one more; plus and minus are used where they take fewer. To scroll is no touch. Where one
form sends what several inputs say, or does the same, it is taken for all of them.
"""

import re
from collections import Counter
from collections.abc import Iterator, Sequence
from dataclasses import dataclass, field
from html.parser import HTMLParser
from itertools import product
from pathlib import Path

from companion.errors import CompanionError
from companion.games import several
from companion.match.match import Revision
from companion.match.taps.throwing import throw_all
from companion.storage.packs.card_search import find_numbers
from companion.storage.packs.load import Collection
from companion.web.live.form_to_line import FILL, IF_GIVEN, PLACEHOLDER
from tests.support.phone import Phone, Room

LIST, SHOWN, KEY, SEND, OPEN = 2, 1, 1, 1, 1
MOST_AT_ONCE = 10
"""Lines that a form of several sends together, or a button of what is most likely."""
VOID = ("input", "br", "hr", "img", "meta", "link", "path", "line", "rect", "circle", "polyline")


@dataclass(slots=True)
class Control:
    name: str
    kind: str
    """``select``, or the type of an input."""
    value: str = ""
    checked: bool = False
    stepper: bool = False
    options: list[str] = field(default_factory=list)


@dataclass(slots=True)
class Form:
    folds: tuple[str, ...]
    """Closed folds around it, by id; without one by a number of its own."""
    controls: list[Control] = field(default_factory=list)
    buttons: list[tuple[str, str]] = field(default_factory=list)

    def hidden(self, name: str) -> list[str]:
        return [it.value for it in self.controls if (it.name, it.kind) == (name, "hidden")]

    @property
    def line(self) -> str:
        return " ".join((self.hidden("line") or [""])[0].split())


@dataclass(frozen=True, slots=True)
class Sheet:
    folds: tuple[str, ...]
    address: str


class Page(HTMLParser):
    """The forms of a page, and the links that open sheets."""

    def __init__(self, html: str) -> None:
        super().__init__()
        self.forms: list[Form] = []
        self.sheets: list[Sheet] = []
        self._folds: list[str] = []
        self._steppers: list[bool] = []
        self._form: Form | None = None
        self._select: Control | None = None
        self._option_chosen = False
        self._in_summary = False
        self.feed(html)

    @property
    def _closed(self) -> tuple[str, ...]:
        folds = self._folds[:-1] if self._in_summary else self._folds
        return tuple(filter(None, folds))

    def handle_starttag(self, tag: str, attrs: list[tuple[str, str | None]]) -> None:
        told = {name: value or "" for name, value in attrs}
        name = told.get("name", "")
        match tag:
            case "details":
                closed = "" if "open" in told else told.get("id") or f"?{self.getpos()}"
                self._folds.append(closed)
            case "summary":
                self._in_summary = True
            case "div":
                self._steppers.append("stepper" in told.get("class", "").split())
            case "form" if "act" in told.get("class", "").split():
                self._form = Form(self._closed)
                self.forms.append(self._form)
            case "a" if "data-sheet" in told:
                self.sheets.append(Sheet(self._closed, told["href"]))
            case "input" if self._form is not None and name:
                self._form.controls.append(
                    Control(
                        name,
                        told.get("type", "text"),
                        told.get("value", ""),
                        "checked" in told,
                        any(self._steppers),
                    )
                )
            case "select" if self._form is not None:
                self._select = Control(name, "select")
                self._form.controls.append(self._select)
            case "option" if self._select is not None:
                self._select.options.append(told.get("value", "\0"))
                if "selected" in told or len(self._select.options) == 1:
                    self._select.value = told.get("value", "\0")
                self._option_chosen = "selected" in told or len(self._select.options) == 1
            case "button" if self._form is not None and told.get("type", "submit") == "submit":
                self._form.buttons.append((name, told.get("value", "")))

    def handle_data(self, data: str) -> None:
        """An option without a value is sent as it reads."""
        if self._select and self._select.options and self._select.options[-1] == "\0":
            self._select.options[-1] = data.strip()
            if self._option_chosen:
                self._select.value = data.strip()

    def handle_endtag(self, tag: str) -> None:
        match tag:
            case "details":
                self._folds.pop()
            case "summary":
                self._in_summary = False
            case "div":
                self._steppers.pop()
            case "form":
                self._form = None
            case "select":
                self._select = None


def ways_to_fill(pattern: str, line: str) -> Iterator[dict[str, str]]:
    """What the fields hold where a form sends this line: each part that may be left out is tried
    with and without."""
    if "{" not in pattern:
        yield from ({},) if pattern == line else ()
        return
    optional = [found[2] for found in IF_GIVEN.finditer(pattern)]
    for filled in product((True, False), repeat=len(optional)):
        given = dict(zip(optional, filled, strict=True))
        whole = IF_GIVEN.sub(lambda part: part[1] if given[part[2]] else "", pattern)  # noqa: B023
        names = [found[1] for found in PLACEHOLDER.finditer(whole)]
        parts = map(re.escape, PLACEHOLDER.split(whole)[::3])
        if matched := re.fullmatch("(.+?)".join(parts), line):
            yield dict.fromkeys(optional, "") | dict(zip(names, matched.groups(), strict=True))


class Pages:
    """A table with a phone for each seat; every line is sent as soon as it is counted."""

    def __init__(self, folder: Path, game: str) -> None:
        self._room = Room(folder, game)
        self._phones: dict[str, Phone] = {}
        self._opened: dict[str, set[str]] = {}
        self._usual: dict[str, str] = {}
        """The form that sent a line with this first word the last time."""
        self._seen: Revision | None = None
        self._reached: dict[str, object] = {}
        """The states to which lines would lead from the revision that was seen."""

    def close(self) -> None:
        self._room.session.close()

    def count(self, lines: Sequence[str]) -> tuple[int, int]:
        """How many of these lines are sent at once from here, and the touches that it takes."""
        if made := self._in_the_set_up(lines[0]):
            self.send(lines[0])
            return 1, made
        boards = dict[str, Page]()

        def board(role: str) -> Page:
            if role not in boards:
                boards[role] = self._page(role, "/board")
            return boards[role]

        for n in range(min(MOST_AT_ONCE, len(lines)), 1, -1):
            for role in self._concerned(" ".join(lines[:n])):
                joined = [form for form in board(role).forms if sends_several(form)]
                for together in self._ways_to_say(lines[:n]) if joined else ():
                    if (touches := self._sends(role, joined, together)) is not None:
                        self.send(together)
                        return n, touches
        for role in self._roles(lines[0]):
            if (touches := self._least(role, board(role), lines[0])) is not None:
                self.send(lines[0])
                return 1, touches
        if lines[0].startswith("to ") and (presses := self._next_until(lines[0])):
            self.send(lines[0])
            return 1, presses * SEND
        raise LookupError(f"no page of {self._room.document['game']} sends: {lines[0]}")

    def _ways_to_say(self, lines: Sequence[str]) -> Iterator[str]:
        """These inputs as one line, as they came; and, if everybody sees the same after it, in the
        order of a form, with what somebody got in several parts as a sum."""
        as_they_came = several.together(*lines)
        yield as_they_came
        others = (several.together(*in_order(lines)), several.together(*self._one_by_one(lines)))
        for other in others:
            if other != as_they_came and self._document_after(other) == self._document_after(
                as_they_came
            ):
                yield other

    def _one_by_one(self, lines: Sequence[str]) -> Iterator[str]:
        """Where all is scored at once, each galaxy by its name."""
        payable = self._room.document.get("outlook", {}).get("pays") or {}
        for line in lines:
            match line.split():
                case ["score", seat, "all"]:
                    scored = [galaxy for galaxy, seats in payable.items() if seats.get(seat)]
                    yield from (f"score {seat} {galaxy}" for galaxy in scored)
                case _:
                    yield line

    def _document_after(self, line: str) -> object:
        game, state = self._room.current().step.game, self._after(line)
        return None if state is None else game.view(state)

    def _in_the_set_up(self, line: str) -> int:
        """The set-up is a form of its own: it is opened, each seat marked and its character chosen
        from a list; it goes on to what the box says, and starts. None where the board has it."""
        match line.split():
            case ["start"] if self._has_set_up():
                return OPEN + SEND + SEND
            case ["seat", _, *more] if self._has_set_up():
                return SHOWN + LIST * len(more)
        return 0

    def _has_set_up(self) -> bool:
        return 'href="/setup"' in self._phone("host").get("/board").text

    def send(self, line: str) -> None:
        self._room.session.writer.ask(line)

    def _concerned(self, line: str) -> Iterator[str]:
        """Whoever it is about, and who acts."""
        document = self._room.document
        seats: list[str] = document["seats"]
        about = [word for word in line.replace(";", " ").split() if word in seats]
        acting = [document.get(each) for each in ("turn", "first")]
        yield from dict.fromkeys((*about, *filter(None, acting)))

    def _roles(self, line: str) -> Iterator[str]:
        """Whoever it is about, then the others, then the host."""
        yield from dict.fromkeys((*self._concerned(line), *self._room.document["seats"], "host"))

    def _next_until(self, line: str) -> int:
        """So often NEXT leads there; never, where something else must be done first."""
        now = self._room.current()
        game, state, presses = now.step.game, now.state, 0
        there = state
        for event in game.decide(state, game.read(line)):
            there = game.evolve(there, event)
        while state != there:
            try:
                happened = game.decide(state, game.read("next"))
            except CompanionError:
                return 0
            for event in happened:
                state = game.evolve(state, event)
            presses += 1
        return presses

    def _phone(self, role: str) -> Phone:
        if role not in self._phones:
            self._phones[role] = self._room.paired(role)
            self._opened[role] = set()
        return self._phones[role]

    def _page(self, role: str, path: str) -> Page:
        return Page(self._phone(role).get(path).text)

    def _least(self, role: str, page: Page, line: str) -> int | None:
        """On the board itself, or else in the sheets that it opens."""
        at_once = self._sends(role, page.forms, line)
        if at_once is not None and at_once <= SEND + OPEN:
            return at_once
        word = line.split()[0]
        sheets = [it for it in page.sheets if ("correct" in it.address) == (word == "set")]
        usual = self._usual.get(word, "")
        sheets.sort(key=lambda it: (usual not in it.address, -named_in(it, line)))
        for sheet in sheets:
            inner = self._page(
                role, f"{sheet.address}{'&' if '?' in sheet.address else '?'}part=form"
            )
            if (made := self._sends(role, inner.forms, line)) is not None:
                self._usual[word] = sheet.address.partition("?")[0]
                inside = OPEN + self._open(role, sheet.folds) + made
                return inside if at_once is None else min(inside, at_once)
        return at_once

    def _open(self, role: str, folds: tuple[str, ...]) -> int:
        closed = [it for it in folds if it not in self._opened[role]]
        self._opened[role].update(it for it in closed if not it.startswith("?"))
        return len(closed) * OPEN

    def _sends(self, role: str, forms: Sequence[Form], line: str) -> int | None:
        found = [(made, form) for form in forms if (made := self._filled(form, line)) is not None]
        if not found:
            return None
        opened = self._opened[role]

        def whole(each: tuple[int, Form]) -> int:
            return each[0] + sum(OPEN for it in each[1].folds if it not in opened)

        made, form = min(found, key=whole)
        return made + self._open(role, form.folds)

    def _filled(self, form: Form, line: str) -> int | None:
        """Touches that fill this form in for the line, and send it."""
        if form.hidden("throw"):
            return SEND if self._thrown(form, line) else None
        tried = (
            self._with_button(form, values, name, pressed)
            for name, pressed in form.buttons
            for values in (
                ways_to_fill(pressed, line) if name == "line" else self._ways(form.line, line)
            )
        )
        return min((made + SEND for made in tried if made is not None), default=None)

    def _ways(self, pattern: str, line: str) -> list[dict[str, str]]:
        ways = list(ways_to_fill(pattern, line))
        if pattern and not ways and "{" not in pattern and self._same(pattern, line):
            ways = [{}]
        return ways

    def _same(self, line: str, other: str) -> bool:
        """Would both do the same now? A page may say it otherwise: ``rest 1`` for ``rest``, or
        ``score red all`` for one galaxy after the other."""
        if line.split()[0] != other.split()[0]:
            return False
        there = self._after(line)
        return there is not None and there == self._after(other)

    def _after(self, line: str) -> object:
        """The state to which this line would lead now; None if it would be refused."""
        now = self._room.current()
        if self._seen is not now:
            self._seen = now
            self._reached.clear()
        if line not in self._reached:
            game, state = now.step.game, now.state
            try:
                events = several.decide(game, state, line)
                self._reached[line] = several.state_after(game, state, events)
            except CompanionError:
                self._reached[line] = None
        return self._reached[line]

    def _thrown(self, form: Form, line: str) -> bool:
        """Does this form say what comes before these dice, and throw all of them and no others?"""
        now = self._room.current()
        game, state, die = now.step.game, now.state, form.hidden("throw")[0]
        if form.line:
            if not line.startswith(f"{form.line}; ") or self._after(form.line) is None:
                return False
            state, line = self._after(form.line), line.removeprefix(f"{form.line}; ")
        throw = game.tap_handler.throw(state, die)
        thrown = [part.split() for part in several.parts(line)]
        if throw is None or any(words[:2] != ["roll", die] for words in thrown):
            return False
        faces = iter([word for words in thrown for word in words[2:]])
        steps, given = throw_all(game, state, throw), None
        try:
            while True:
                drawn = steps.send(given)  # type: ignore[arg-type]
                shown = next(faces, "")
                given = next((it for it in drawn.choices if it.answer == shown), None)
                if given is None:
                    return False
        except StopIteration as done:
            return bool(done.value.line == line)

    def _with_button(
        self, form: Form, values: dict[str, str], name: str, pressed: str
    ) -> int | None:
        made = 0
        for field_name, text in values.items():
            if field_name == name:
                filled = ["?"] * int(found[1]) if (found := FILL.fullmatch(pressed)) else [pressed]
                if text.split() != filled:
                    return None
                continue
            if field_name in form.hidden("draw"):
                if text not in form.hidden("of"):
                    return None
                continue
            cost = self._entered(form, field_name, text)
            if cost is None:
                return None
            made += cost
        return made

    def _entered(self, form: Form, name: str, text: str) -> int | None:
        controls = [it for it in form.controls if it.name == name]
        if changes := {it.name: it for it in form.controls if it.name.startswith(f"{name}:")}:
            return self._changed(changes, name, text)
        if not controls:
            return None if text else 0
        match {it.kind for it in controls}:
            case kinds if kinds == {"hidden"}:
                return 0 if " ".join(it.value for it in controls) == text else None
            case kinds if kinds == {"checkbox"}:
                offered = {it.value for it in controls}
                inputs = several.SEPARATOR if any(" " in it for it in offered) else r"[ ,]"
                words = re.split(inputs, text) if text else []
                if set(words) - offered:
                    return None
                return sum(SHOWN for it in controls if (it.value in words) != it.checked)
            case kinds if kinds == {"radio"}:
                chosen = next((it for it in controls if it.value == text), None)
                if chosen is None:
                    return 0 if not text else None
                return 0 if chosen.checked else SHOWN
            case kinds if kinds == {"select"} and len(controls) == 1:
                (control,) = controls
                if text not in control.options:
                    return None
                return 0 if control.value == text else LIST
            case kinds if kinds == {"number"} and len(controls) == 1:
                return entered_number(controls[0], text)
            case kinds if kinds == {"text"}:
                return self._typed(form, controls, text)
        return None

    def _changed(self, steppers: dict[str, Control], name: str, text: str) -> int | None:
        """A stepper for each number that can change; what has none is put right where it stands on
        the board."""
        made = 0
        for each in text.split(","):
            found = re.fullmatch(r"(.+?)([+-]\d+)", each)
            if found is None:
                return None
            control, elsewhere = steppers.get(f"{name}:{found[1]}"), OPEN + SHOWN + KEY + SEND
            made += abs(int(found[2])) if control else elsewhere
        return made

    def _typed(self, form: Form, controls: Sequence[Control], text: str) -> int | None:
        if not text:
            return 0
        words = text.split() if len(controls) > 1 else [text]
        if len(words) != len(controls):
            return None
        name = controls[0].name
        keys = [self._keys(form, word) if name.startswith("card") else len(word) for word in words]
        return sum(SHOWN + many * KEY for many in keys)

    def _keys(self, form: Form, number: str) -> int:
        """The fewest last digits by which this card is found, as the server looks for it."""
        cards: Collection = self._room.session.cards()
        kinds = form.hidden("kind")
        known = {
            each: entry.card
            for each, entry in cards.entries.items()
            if not kinds or entry.card.kind in kinds
        }
        ends = (number[-n:] for n in range(1, len(number)))
        for end in ends:
            if end.isalnum() and find_numbers(known, known, end) == (number,):
                return len(end)
        return len(number.replace(".", ""))


def named_in(sheet: Sheet, line: str) -> int:
    """How many words of a line the address of a sheet has."""
    told = re.split(r"[?&=;]", sheet.address)
    return sum(word in told for word in re.split(r"[ .]", line)[1:])


GOT = re.compile(r"(gain \S+ \S+) (\d+)")


def in_order(lines: Sequence[str]) -> Sequence[str]:
    """Equal inputs side by side, in the order of their first ones; and what was got of one kind as
    one number behind what was placed."""
    sums = Counter[str]()
    others = list[str]()
    *before, last = lines
    for line in before:
        if found := GOT.fullmatch(line):
            sums[found[1]] += int(found[2])
        else:
            others.append(line)
    return (*others, *(f"{got} {n}" for got, n in sums.items()), last)


def sends_several(form: Form) -> bool:
    patterns = [form.line, *(value for name, value in form.buttons if name == "line")]
    return bool(form.hidden("throw")) or any(";" in pattern for pattern in patterns)


def entered_number(control: Control, text: str) -> int | None:
    if text == control.value or (not text and not control.value):
        return 0
    if not re.fullmatch(r"-?\d*", text):
        return None
    keys = SHOWN + len(text) * KEY
    if control.stepper and text and control.value:
        return min(keys, abs(int(text) - int(control.value)))
    return keys
