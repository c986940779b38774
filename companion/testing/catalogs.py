"""Collects and compiles the catalogs of a game's package."""

from collections.abc import Iterator
from dataclasses import dataclass
from pathlib import Path

from companion.i18n.catalogs import SHIPPED
from companion.i18n.extraction import SourceText, sentences_in
from companion.i18n.po_files import Catalog, Key, compile_mo, new_catalog, read_po, write_po
from companion.testing.packages import Package


@dataclass(frozen=True, slots=True)
class Collected:
    language: str
    file: Path
    catalog: Catalog
    """As it should be: every sentence of the package, with the translation that there is."""
    missing: tuple[SourceText, ...]
    """Sentences without a translation, or with a doubtful one."""


def collect(package: Package, *more: str) -> Iterator[Collected]:
    """The catalogs that a package should have: shipped languages, its own folders, ``more``."""
    found = [each for each in sentences_in(package.folder) if each.key]
    places: dict[Key, SourceText] = {}
    for each in found:
        places.setdefault(each.key or ("", ""), each)
    locale = package.folder / "locale"
    there = (each.name for each in locale.iterdir() if each.is_dir()) if locale.is_dir() else ()
    for language in dict.fromkeys((*list(SHIPPED)[1:], *sorted(there), *more)):
        file = locale / language / "LC_MESSAGES" / f"{package.game}.po"
        catalog = kept(file, language).updated(places)
        missing = tuple(places[key] for key in catalog.said if catalog.untranslated(key))
        yield Collected(language, file, catalog, missing)


def kept(file: Path, language: str) -> Catalog:
    """The catalog that lies there, or an empty one."""
    return read_po(file.read_text(encoding="utf-8")) if file.is_file() else new_catalog(language)


def write(collected: Collected) -> None:
    """For people, and for the program beside it."""
    collected.file.parent.mkdir(parents=True, exist_ok=True)
    collected.file.write_text(write_po(collected.catalog), encoding="utf-8")
    collected.file.with_suffix(".mo").write_bytes(compile_mo(collected.catalog))
