"""Somebody who fills in a form by touching what it offers, and how many touches that takes."""

from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass, field
from html.parser import HTMLParser
from typing import Any, Protocol

from companion.games import Document
from companion.games.card_fields import Blank
from companion.storage.packs.card_forms import OTHER, copyable, text_of, to_draft

MARK, SAVE = "sentence", "save"
"""What stands before a card's blanks on a page, and behind them."""

LISTED = 2
"""Touches for a word of a list: one opens it, one chooses."""


class Answered(Protocol):
    """What a server has answered."""

    status_code: int

    @property
    def text(self) -> str: ...


class Browser(Protocol):
    """A phone as somebody holds it who touches what its pages offer."""

    def get(self, path: str) -> Answered: ...

    def post(self, path: str, **fields: Any) -> Answered: ...

    def speak(self, language: str) -> None: ...


@dataclass
class Control:
    """Something of a form that can be touched or written in."""

    kind: str
    name: str
    value: str
    on: bool = False
    folded: tuple[str, ...] = ()
    """What must be unfolded before it is seen."""
    options: list[str] = field(default_factory=list)


class Form(HTMLParser):
    """The controls of the form on a page, as a browser has them."""

    def __init__(self, page: str = "") -> None:
        super().__init__()
        self.controls: list[Control] = []
        self._folds: list[str] = []
        self.feed(page)

    def handle_starttag(self, tag: str, attrs: list[tuple[str, str | None]]) -> None:
        said = dict(attrs)
        name, value = said.get("name") or "", said.get("value") or ""
        folded = tuple(filter(None, self._folds))
        if tag == "details":
            self._folds.append("" if "open" in said else said.get("data-path") or "starts")
        elif tag == "input":
            kind = said.get("type") or "text"
            value = value if kind != "checkbox" or "value" in said else "on"
            self.controls.append(Control(kind, name, value, "checked" in said, folded))
        elif tag == "button":
            self.controls.append(Control("button", name, value, folded=folded))
        elif tag == "select":
            self.controls.append(Control("select", name, "", folded=folded))
        elif tag == "option":
            (listed := self.controls[-1]).options.append(value)
            if "selected" in said or len(listed.options) == 1:
                listed.value = value

    def handle_endtag(self, tag: str) -> None:
        if tag == "details":
            self._folds.pop()

    def sent(self) -> dict[str, list[str]]:
        """What a browser would send."""
        said: dict[str, list[str]] = {}
        for each in self.controls:
            if each.kind == "button" or (each.kind in ("radio", "checkbox") and not each.on):
                continue
            said.setdefault(each.name, []).append(each.value)
        return said

    def named(self, name: str, *kinds: str) -> list[Control]:
        return [each for each in self.controls if each.name == name and each.kind in kinds]


class Filling:
    """A phone on a card's blanks: the page is asked anew where a touch changes which there are."""

    def __init__(self, phone: Browser, number: str, language: str = "en", page: str = "") -> None:
        """``page`` is one with more than the blanks, which saves them all."""
        self.phone = phone
        self.language = language
        self.path = f"/cards/{number}/sentence".replace("?", "%3F")
        self.touches = 0
        self._unfolded: set[str] = set()
        self._saves = page or self.path
        phone.speak(language)
        whole = Form(phone.get(self._saves).text).controls
        names = [each.name for each in whole]
        start = names.index(MARK)
        end = max((at for at, name in enumerate(names) if name == SAVE), default=len(whole))
        self._before, self._after = (whole[:start], whole[end:]) if page else ([], [])
        self._show(whole[start:end] if page else whole)

    def press(self, name: str, value: str) -> None:
        self._touch(next(e for e in self.form.named(name, "button") if e.value == value))
        self.look(**{name: value})

    def look(self, **pressed: str) -> None:
        sent = {**self.form.sent(), **pressed, "part": "1"}
        answer = self.phone.post(self.path, **sent)
        assert answer.status_code == 200, answer.text
        self.page = answer.text
        self._show(Form(answer.text).controls)

    def tag(self, tag: str) -> None:
        """Touches a tag that the card prints, on a page that has them."""
        self.touches += 1
        self._before.append(Control("hidden", "tags", tag))
        self._show(self._blanks)

    def keep(self) -> None:
        self.touches += 1
        answer = self.phone.post(self._saves, **self.form.sent())
        assert answer.status_code == 303, answer.text

    def fill(self, wanted: dict[str, Any]) -> None:
        """Touches whatever differs, until the form says what is wanted."""
        for _ in range(20):
            if not any(self._row(path, n) for path, n in rows(wanted)):
                said = [self._say(path, value) for path, value in leaves(wanted)]
                if "changed" in said:
                    self.look()
                else:
                    assert "missing" not in said, (wanted, said)
                    return
        raise AssertionError(f"{self.path} does not take {wanted}")

    def _show(self, blanks: list[Control]) -> None:
        self._blanks = blanks
        self.form = Form()
        self.form.controls = [*self._before, *blanks, *self._after]

    def _row(self, path: str, wanted: int) -> bool:
        there = {
            int(each.name[len(path) + 1 :].partition(".")[0])
            for each in self.form.controls
            if each.name.startswith(f"{path}.")
        }
        offered = [each.value for each in self.form.named("more", "button")]
        if len(there) < wanted and path in offered:
            self.press("more", path)
            return True
        last = f"{path}.{max(there, default=0)}"
        if len(there) > wanted and last in [e.value for e in self.form.named("less", "button")]:
            self.press("less", last)
            return True
        return False

    def _say(self, path: str, value: Any) -> str:
        if isinstance(value, list):
            return self._several(path, value)
        if path.endswith((".en", ".es", ".pt")):  # each is written by who reads it
            path, _, language = path.rpartition(".")
            value = value if language == self.language else self.form.named(path, "text")[0].value
        text = text_of(value)
        boxes = self.form.named(path, "checkbox")
        if boxes:
            return self._switch(boxes[0], value is not None)
        radios = self.form.named(path, "radio")
        for radio in radios:
            if radio.value == text:
                if radio.on:
                    return "so"
                self._touch(radio)
                for each in radios:
                    each.on = each is radio
                return "changed"
        if radios and value is None:
            assert not any(radio.on for radio in radios), f"{path} cannot be taken back"
            return "so"
        other = path + OTHER if radios else path
        for each in self.form.named(other, "select", "text"):
            if each.value == text and (not radios or any(r.on for r in radios if r.value == OTHER)):
                return "so"
            if each.kind == "select" and text not in each.options:
                break
            # Somebody who taps a field has its keyboard; each letter is a touch.
            self._touch(each, LISTED if each.kind == "select" else 1 + len(text))
            each.value = text
            for radio in radios:
                radio.on = radio.value == OTHER
            return "changed"
        return "missing" if value is not None else "so"

    def _several(self, path: str, wanted: list[str]) -> str:
        boxes = self.form.named(path, "checkbox")
        said = [self._switch(box, box.value in wanted) for box in boxes]
        rest = ", ".join(word for word in wanted if word not in [box.value for box in boxes])
        for text in self.form.named(path + OTHER, "text"):
            if text.value != rest:
                self._touch(text, 1 + len(rest))
                text.value = rest
                said.append("changed")
        return "changed" if "changed" in said else "so"

    def _switch(self, box: Control, on: bool) -> str:
        if box.on == on:
            return "so"
        self._touch(box)
        box.on = on
        return "changed"

    def _touch(self, control: Control, touches: int = 1) -> None:
        hidden = set(control.folded) - self._unfolded
        self.touches += touches + len(hidden)
        self._unfolded |= hidden


def likeliest(
    filling: Filling, blanks: Sequence[Blank], wanted: Document, raws: Mapping[str, Document]
) -> str:
    """The card that is offered to begin with and has the most of it; nothing if none has."""
    aim = set(map(str, leaves(wanted)))
    said = {"": len(aim - set(map(str, leaves(to_draft(blanks, {})))))}
    for button in filling.form.named("like", "button"):
        if button.value:
            other = to_draft(blanks, copyable(blanks, raws[button.value]))
            said[button.value] = len(aim ^ set(map(str, leaves(other)))) // 2 + 1
    return min(said, key=lambda number: said[number])


def rows(draft: Any, path: str = "") -> Iterator[tuple[str, int]]:
    """How many rows each part of a draft has, the outer ones first."""
    for name, value in draft.items():
        here = f"{path}{name}"
        if isinstance(value, dict):
            yield from rows(value, f"{here}.")
        elif isinstance(value, list) and all(isinstance(each, dict) for each in value):
            yield here, len(value)
            for at, row in enumerate(value):
                yield from rows(row, f"{here}.{at}.")


def leaves(draft: Any, path: str = "") -> Iterator[tuple[str, Any]]:
    """What each blank of a draft should say."""
    for name, value in draft.items():
        here = f"{path}{name}"
        if isinstance(value, dict):
            yield from leaves(value, f"{here}.")
        elif isinstance(value, list) and value and isinstance(value[0], dict):
            for at, row in enumerate(value):
                yield from leaves(row, f"{here}.{at}.")
        else:
            yield here, value
