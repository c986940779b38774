"""Reads and writes gettext's files: ``.po``, which people translate, and ``.mo``, which is read."""

import re
import struct
from collections.abc import Iterable, Iterator, Mapping
from dataclasses import dataclass, field

Key = tuple[str, str]
"""An English text, and its plural; nothing where it has none."""
HEADER: Key = ("", "")
WORD = re.compile(r'"((?:[^"\\]|\\.)*)"\s*$')
ESCAPES = {"\\": "\\\\", '"': '\\"', "\n": "\\n", "\t": "\\t", "\r": "\\r"}
PLAIN = {"n": "\n", "t": "\t", "r": "\r"}
FORMS = re.compile(r"nplurals=(\d+)")
MAGIC, VERSION, HEAD = 0x950412DE, 0, 28
CHARSET = "Content-Type: text/plain; charset=utf-8\n"
DEFAULT_HEADER = "Language: {language}\nPlural-Forms: nplurals=2; plural=(n != 1);\n" + CHARSET


@dataclass
class Catalog:
    """The translations of one language, each with as many forms as its plural has there."""

    header: str
    said: dict[Key, tuple[str, ...]] = field(default_factory=dict)
    doubtful: set[Key] = field(default_factory=set)
    """Marked as fuzzy: a translation of another text, which somebody has to look at."""

    @property
    def forms(self) -> int:
        """How many forms a plural has in this language."""
        found = FORMS.search(self.header)
        return int(found[1]) if found else 2

    def untranslated(self, key: Key) -> bool:
        return key in self.doubtful or not all(self.said.get(key) or ("",))

    def updated(self, keys: Iterable[Key]) -> "Catalog":
        """With exactly these texts, and the translations that there are already."""
        wanted = {key: ("",) * (self.forms if key[1] else 1) for key in sorted(set(keys))}
        kept = {key: self.said.get(key) or empty for key, empty in wanted.items()}
        return Catalog(self.header, kept, self.doubtful & wanted.keys())


def new_catalog(language: str) -> Catalog:
    return Catalog(DEFAULT_HEADER.format(language=language))


def read_po(text: str) -> Catalog:
    """The catalog in a ``.po`` file; what is commented out is left out."""
    catalog = Catalog("")
    for fields, doubtful in entries(text):
        key = (fields.get("msgid", ""), fields.get("msgid_plural", ""))
        forms = tuple(value for name, value in fields.items() if name.startswith("msgstr"))
        if key == HEADER:
            catalog.header = "".join(forms)
        elif forms:
            catalog.said[key] = forms
            if doubtful:
                catalog.doubtful.add(key)
    return catalog


def entries(text: str) -> Iterator[tuple[dict[str, str], bool]]:
    fields: dict[str, str] = {}
    doubtful = fuzzy = False
    name = ""
    for line in text.splitlines():
        if line.startswith("#,"):
            fuzzy = "fuzzy" in line
        if line.startswith("#") or not (found := WORD.search(line)):
            continue
        if word := line[: found.start()].strip():
            if word == "msgid" and fields:
                yield fields, doubtful
                fields = {}
            if word == "msgid":
                doubtful, fuzzy = fuzzy, False
            name = word
        fields[name] = fields.get(name, "") + unescaped(found[1])
    if fields:
        yield fields, doubtful


def unescaped(text: str) -> str:
    return re.sub(r"\\(.)", lambda found: PLAIN.get(found[1], found[1]), text)


def quoted(text: str) -> str:
    """As a ``.po`` file has it: a line for each line of the text."""
    lines = ["".join(ESCAPES.get(each, each) for each in line) for line in text.splitlines(True)]
    if len(lines) > 1:
        return "\n".join(['""', *(f'"{line}"' for line in lines)])
    return f'"{"".join(lines)}"'


def write_po(catalog: Catalog, places: Mapping[Key, str] | None = None) -> str:
    """The ``.po`` file of a catalog; ``places`` says where a text stands, for who translates."""
    blocks = [f'msgid ""\nmsgstr {quoted(catalog.header)}\n']
    for key, forms in catalog.said.items():
        one, many = key
        block = f"#: {places[key]}\n" if places and key in places else ""
        block += "#, fuzzy\n" if key in catalog.doubtful else ""
        block += f"msgid {quoted(one)}\n"
        if many:
            block += f"msgid_plural {quoted(many)}\n"
            block += "".join(f"msgstr[{n}] {quoted(form)}\n" for n, form in enumerate(forms))
        else:
            block += f"msgstr {quoted(forms[0])}\n"
        blocks.append(block)
    return "\n".join(blocks)


def compile_mo(catalog: Catalog) -> bytes:
    """The ``.mo`` file, which Python's ``gettext`` reads: whatever has a translation, in order."""
    header = catalog.header if "charset=" in catalog.header else catalog.header + CHARSET
    said: dict[Key, tuple[str, ...]] = {HEADER: (header,)}
    said |= {key: forms for key, forms in catalog.said.items() if not catalog.untranslated(key)}
    pairs = sorted(
        ("\0".join(filter(None, key)).encode(), "\0".join(forms).encode())
        for key, forms in said.items()
    )
    originals, translations = HEAD, HEAD + 8 * len(pairs)
    at = translations + 8 * len(pairs)
    tables: list[list[int]] = [[], []]
    for column in (0, 1):
        for pair in pairs:
            tables[column] += [len(pair[column]), at]
            at += len(pair[column]) + 1
    head = struct.pack("<7I", MAGIC, VERSION, len(pairs), originals, translations, 0, HEAD)
    index = b"".join(struct.pack(f"<{len(table)}I", *table) for table in tables)
    return head + index + b"".join(pair[column] + b"\0" for column in (0, 1) for pair in pairs)
