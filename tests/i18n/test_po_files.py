"""Files of translations are read and written as gettext does, without any other program."""

from gettext import GNUTranslations
from io import BytesIO
from pathlib import Path

import pytest

from companion.i18n.extraction import sentences_in
from companion.i18n.po_files import Catalog, compile_mo, new_catalog, read_po, write_po
from tests.support.catalogs import TRANSLATIONS, domains, po_file, translations

WRITTEN = """\
# Somebody, 2026.
msgid ""
msgstr ""
"Language: es\\n"
"Plural-Forms: nplurals=2; plural=(n != 1);\\n"

#: game.py:3
msgid "One \\"lamp\\""
msgstr ""
"Una "
"«lámpara»"

#, fuzzy
msgid "Two"
msgstr "Tres"

msgid "{n} lamp"
msgid_plural "{n} lamps"
msgstr[0] "{n} lámpara"
msgstr[1] "{n} lámparas"

#~ msgid "Gone"
#~ msgstr "Fuera"
"""


def spoken(catalog: Catalog) -> GNUTranslations:
    return GNUTranslations(BytesIO(compile_mo(catalog)))


def test_what_a_file_says_is_said() -> None:
    said = spoken(read_po(WRITTEN))

    assert said.gettext('One "lamp"') == "Una «lámpara»"
    assert [said.ngettext("{n} lamp", "{n} lamps", n) for n in (1, 2)] == [
        "{n} lámpara",
        "{n} lámparas",
    ]


def test_a_doubtful_translation_is_not_said_and_counts_as_missing() -> None:
    catalog = read_po(WRITTEN)

    assert spoken(catalog).gettext("Two") == "Two"
    assert [key for key in catalog.said if catalog.untranslated(key)] == [("Two", "")]


def test_what_is_not_said_any_more_is_dropped_and_what_is_new_is_empty() -> None:
    catalog = read_po(WRITTEN).updated([("Two", ""), ("{n} oar", "{n} oars")])

    assert catalog.said == {("Two", ""): ("Tres",), ("{n} oar", "{n} oars"): ("", "")}
    assert catalog.doubtful == {("Two", "")}


def test_a_language_with_three_forms_gets_room_for_them() -> None:
    catalog = Catalog("Plural-Forms: nplurals=3; plural=(n==1 ? 0 : 1);\n")

    assert catalog.updated([("{n} oar", "{n} oars")]).said[("{n} oar", "{n} oars")] == ("",) * 3


def test_what_is_written_can_be_read_again() -> None:
    catalog = new_catalog("de")
    catalog.said[('A "line"\nand another\\', "")] = ("Tab\there\n",)

    assert read_po(write_po(catalog)) == catalog


@pytest.mark.parametrize("domain", domains())
def test_every_catalog_of_ours_means_what_babel_reads_in_it(domain: str) -> None:
    for language in TRANSLATIONS:
        ours = read_po(po_file(domain, language).read_text(encoding="utf-8"))
        theirs = {
            (m.id, "") if isinstance(m.id, str) else tuple(m.id): (m.string,)
            if isinstance(m.string, str)
            else tuple(m.string or ())
            for m in translations(domain, language)
            if m.id
        }
        assert ours.said == theirs


def test_sentences_are_found_with_their_places(tmp_path: Path) -> None:
    (tmp_path / "game.py").write_text(
        'a = say("One " "lamp")\nb = i18n.count("{n} oar", "{n} oars", n)\n'
        'c = say(f"Not {this}")\nd = "abc".count("b")\n',
        encoding="utf-8",
    )
    (tmp_path / "page.html").write_text("\n{{ say('On a page') }}", encoding="utf-8")

    assert [(each.line, each.key) for each in sentences_in(tmp_path)] == [
        (1, ("One lamp", "")),
        (2, ("{n} oar", "{n} oars")),
        (3, None),
        (2, ("On a page", "")),
    ]
