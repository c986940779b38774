"""Collects what the companion says, and compiles its translations (``make catalogs``).

Every ``say("…")`` and ``count("…", "…")`` is a message, in the sources and in the templates. A
game's messages go into the game's own catalog, everything else into the companion's.
"""

import re
from collections.abc import Iterator
from datetime import UTC, datetime
from functools import cache
from io import BytesIO
from pathlib import Path

from babel.messages.catalog import Catalog
from babel.messages.extract import extract_from_file
from babel.messages.mofile import write_mo
from babel.messages.pofile import read_po, write_po

from companion.cli.main import help_texts, main
from companion.games import names

PACKAGE = Path(__file__).parents[2] / "companion"
INSTALLER = PACKAGE.parent / "firmware_config"  # speaks before anything is installed
BENCHMARKS = PACKAGE.parent / "tests" / "benchmarks"
WEB = PACKAGE.parent / "web"
KEYWORDS = {"say": None, "count": (1, 2)}
SPEAKS = re.compile(rb"\b(say|count)\s*\(")
"""In every source with a message: to look for them takes longer."""
TEMPLATES = "jinja2.ext:babel_extract"
TRANSLATIONS = ("es", "pt")
UNDATED = datetime(2026, 1, 1, tzinfo=UTC)  # the same sources give the same bytes on any day


@cache
def domains() -> dict[str, Path]:
    """Each catalog's name and its folder."""
    games = {name: PACKAGE / "games" / name / "locale" for name in sorted(names())}
    own = {name: folder for name, folder in games.items() if folder.parent.is_dir()}
    return {"companion": PACKAGE / "locale", **own}


def domain_of(source: Path) -> str:
    parts = source.relative_to(PACKAGE.parent).parts[1:]
    return parts[1] if parts[0] == "games" and parts[1] in domains() else "companion"


@cache
def said(domain: str) -> tuple[str | tuple[str, str], ...]:
    """Every message of a domain in the order of the sources, then the help of the commands."""
    return tuple(dict.fromkeys(collect_from_sources(domain)))


def collect_from_sources(domain: str) -> Iterator[str | tuple[str, str]]:
    folders = (PACKAGE, INSTALLER, BENCHMARKS)
    sources = [("python", file) for folder in folders for file in folder.rglob("*.py")]
    templates = [(TEMPLATES, file) for file in WEB.rglob("*.html")]
    for method, source in (*sorted(sources), *sorted(templates)):
        if domain_of(source) == domain and SPEAKS.search(source.read_bytes()):
            for _, message, _, _ in extract_from_file(method, source, KEYWORDS):
                yield message if isinstance(message, str) else (message[0], message[1])
    if domain == "companion":
        yield from help_texts(main)


def untranslated(catalog: Catalog) -> list[str]:
    """Messages without a translation, in any of their forms, or with a doubtful one."""
    return [
        str(message.id)
        for message in catalog
        if message.id and (message.fuzzy or not message.string or not all(message.string))
    ]


def po_file(domain: str, language: str) -> Path:
    return domains()[domain] / language / "LC_MESSAGES" / f"{domain}.po"


def translations(domain: str, language: str) -> Catalog:
    file = po_file(domain, language)
    if not file.exists():
        return Catalog(locale=language)
    with file.open("rb") as stream:
        catalog = read_po(stream, locale=language)
    catalog.creation_date = catalog.revision_date = UNDATED
    return catalog


def collected(domain: str, language: str) -> Catalog:
    """The catalog as it should be: every message, with the translation that is there."""
    old = translations(domain, language)
    new = Catalog(locale=language, project="Table Companion", fuzzy=False)
    for message in sorted(said(domain), key=str):  # so that moving code moves no line of a catalog
        known = old.get(message)
        same_forms = known and isinstance(known.id, str) == isinstance(message, str)
        new.add(message, known.string if known and same_forms else None)
    return new


def compiled(catalog: Catalog) -> bytes:
    stream = BytesIO()
    write_mo(stream, catalog)
    return stream.getvalue()


def write(domain: str, language: str, catalog: Catalog) -> None:
    file = po_file(domain, language)
    file.parent.mkdir(parents=True, exist_ok=True)
    stream = BytesIO()
    write_po(stream, catalog, omit_header=False, width=100, sort_output=False)
    lines = stream.getvalue().decode().splitlines(keepends=True)
    dated = ('"POT-Creation-Date', '"PO-Revision-Date', '"Generated-By')
    file.write_text("".join(x for x in lines if not x.startswith(dated)), encoding="utf-8")
    file.with_suffix(".mo").write_bytes(compiled(translations(domain, language)))


def collect() -> None:
    for domain in domains():
        for language in TRANSLATIONS:
            catalog = collected(domain, language)
            write(domain, language, catalog)
            missing = untranslated(catalog)
            print(f"{domain} {language}: {len(catalog)} messages, {len(missing)} untranslated")
            for text in missing:
                print(f"    {text}")


if __name__ == "__main__":
    collect()
