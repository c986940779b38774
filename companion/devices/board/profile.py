"""Board profiles, read from TOML: those of ``firmware_config`` by name, others by their path.

A profile that cannot work is refused in one sentence with the file, the key and the value.
"""

import json
import re
import tomllib
from pathlib import Path
from typing import Any

import msgspec

from companion.devices.board.conflicts import conflicts
from companion.devices.board.parts import DEFAULT_READER, Profile, kinds_of_readers
from companion.errors import ProfileError
from companion.games.registry import part_called
from companion.i18n.message import Message, say

DEFAULT = "single_reader"
# For click options: where a service says once which board it runs on.
VARIABLE = "COMPANION_PROFILE"

_PACKAGE = Path(__file__).parents[2]
_AT = re.compile(r"(?P<what>.*?)(?: - at `\$\.?(?P<key>.*)`)?", re.DOTALL)
_FIELD = re.compile(
    r"Object (?P<trouble>contains unknown|missing required) field `(?P<field>.*)`", re.DOTALL
)
_TYPES = {
    "int": say("a whole number belongs here"),
    "str": say("a text belongs here"),
    "bool": say("true or false belongs here"),
    "array": say("a list belongs here"),
    "object": say("a table belongs here"),
}
_CHOICES = {
    "oled.driver": say("the screen is auto, ssd1306 or sh1106"),
    "readers.rotation": say("0 is upright and 180 is upside down"),
    "readers.size": say("a camera's picture is 720p or 1080p"),
    "oled.rotation": say("0 is upright and 180 is upside down"),
    "readers.bus": say("a PN532 is on i2c, spi or uart"),
    "buzzer.active": say("a buzzer sounds while its pin is high, or low"),
}


def folder() -> Path:
    """Where the profiles that come along are: inside an installed wheel, or in a checkout."""
    installed = _PACKAGE / "firmware_config"
    return installed if installed.is_dir() else _PACKAGE.parent / "firmware_config"


def names() -> list[str]:
    return sorted(path.stem for path in folder().glob("*.toml"))


def load(name: str) -> Profile:
    """The profile of this name, or the one in the file at this path."""
    path = folder() / f"{name}.toml" if name in names() else Path(name)
    try:
        text = path.read_text(encoding="utf-8")
    except FileNotFoundError:
        why = say(
            "There is no board profile {name}: name one of {names}, or the path of a file.",
            name=name,
            names=", ".join(names()),
        )
        raise ProfileError(why) from None
    except (OSError, UnicodeDecodeError) as error:
        why = say("The board profile {name} cannot be read: {detail}", name=name, detail=str(error))
        raise ProfileError(why) from None
    return parse(text, path.name)


def parse(text: str, file: str) -> Profile:
    """The profile that this text describes; ``file`` is what errors call it."""
    try:
        document = tomllib.loads(text)
    except (ValueError, RecursionError) as error:  # also numbers and nestings beyond all measure
        why = say("{file} is not TOML: {detail}", file=file, detail=str(error))
        raise ProfileError(why) from None
    rename_old_parts(document)
    name_kinds(document)
    try:
        profile = msgspec.convert(document, Profile)
    except msgspec.ValidationError as error:
        raise _structure_error(file, document, str(error)) from None
    for key, value, why in conflicts(profile):
        raise _value_error(file, key, value, why)
    return profile


def rename_old_parts(document: dict[str, Any]) -> None:
    """Calls the parts of an old profile by what they are called now, whatever game lies there."""
    named = [(document.get("encoder"), "press")]
    for group, key in (("readers", "zone"), ("lights", "zone"), ("buttons", "role")):
        each = document.get(group)
        named += [(part, key) for part in each] if isinstance(each, list) else []
    for part, key in named:
        if isinstance(part, dict) and isinstance(word := part.get(key), str):
            part[key] = part_called(word)


def name_kinds(document: dict[str, Any]) -> None:
    """A reader that says no kind is of the one that was there before there were others."""
    readers = document.get("readers")
    for reader in readers if isinstance(readers, list) else ():
        if isinstance(reader, dict):
            reader.setdefault("kind", DEFAULT_READER)


def _value_error(file: str, key: str, value: object, why: Message) -> ProfileError:
    shown = json.dumps(value, ensure_ascii=False, default=str)
    return ProfileError(
        say("{file}: {key} = {value}: {why}.", file=file, key=key, value=shown, why=why)
    )


def _structure_error(file: str, document: dict[str, Any], error: str) -> ProfileError:
    """msgspec's complaint in our own words, so that it can be said in every language."""
    matched = _AT.fullmatch(error)
    assert matched
    what, key = matched["what"], matched["key"] or ""
    value: Any = document
    for step in re.findall(r"[^.\[\]]+", key):
        value = value[int(step)] if isinstance(value, list) else value[step]
    if field := _FIELD.fullmatch(what):
        key = f"{key}.{field['field']}".lstrip(".")
        if field["trouble"] == "missing required":
            return ProfileError(say("{file}: {key} is missing.", file=file, key=key))
        return _value_error(file, key, value[field["field"]], say("there is no such key"))
    if what.startswith("Invalid value"):
        kinds = ", ".join(kinds_of_readers())
        return _value_error(file, key, value, say("a reader is one of {kinds}", kinds=kinds))
    if what.startswith("Invalid enum value"):
        return _value_error(file, key, value, _CHOICES[re.sub(r"\[\d+\]", "", key)])
    if isinstance(value, dict) and value.keys() == {"shift"}:
        return _value_error(file, key, value, say("an output of the chain cannot be used here"))
    expected = re.match(r"Expected `(\w+)", what)
    assert expected
    return _value_error(file, key, value, _TYPES[expected[1]])
