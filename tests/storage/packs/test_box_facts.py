"""Box files: what is printed only on components; an owner's file overrides any of it."""

from pathlib import Path

import pytest

from companion.errors import BadBox
from companion.games import game
from companion.games.daybreak.model.box import build
from companion.match.match import Match
from companion.storage.journal import MemoryJournal
from companion.storage.packs.box_facts import load_box, open_box

DAYBREAK = game("daybreak")


def owners_box(tmp_path: Path, text: str) -> str:
    file = tmp_path / "ours.toml"
    file.write_text(text, encoding="utf-8")
    return str(file)


def complaint(file: str) -> str:
    with pytest.raises(BadBox) as caught:
        open_box(DAYBREAK, file)
    return str(caught.value)


def test_every_shipped_fact_has_a_source_and_a_confidence() -> None:
    _, facts = load_box(DAYBREAK, "standin")

    assert {fact.confidence for fact in facts.values()} == {"high", "medium", "low", "stand-in"}
    assert all(fact.source for fact in facts.values())


def test_what_is_known_ships_as_known() -> None:
    _, facts = load_box(DAYBREAK, "standin")

    known = {path: fact.value for path, fact in facts.items() if not fact.stand_in}
    assert known["powers.china.demand"] == 12
    assert known["powers.china.dirty"] == 9
    assert known["powers.china.clean"] == 3
    assert known["powers.majority_world.growth"] == 3
    assert [known[f"facts.crisis_cards.{bands}"] for bands in range(5)] == [3, 3, 3, 3, 4]
    assert sum(facts[f"powers.china.emissions.{kind}"].value for kind in KINDS) == 13


KINDS = ("transportation", "industry", "agriculture", "buildings", "extraction", "waste")


def test_an_owner_overrides_one_fact_and_it_is_no_stand_in_any_more(tmp_path: Path) -> None:
    file = owners_box(tmp_path, 'id = "our box"\n[powers.us]\ndemand = 14\n')
    table = Match(DAYBREAK, MemoryJournal())
    for line in (f"box {file}", "seat us", "seat china", "start"):
        table.submit(line)

    assert table.document["box"] == "our box"
    assert table.document["powers"]["us"]["demand"] == 14
    assert "powers.us.demand" not in table.document["facts"]["standins"]
    assert "powers.us.dirty" in table.document["facts"]["standins"]


def test_an_owner_may_name_the_source(tmp_path: Path) -> None:
    file = owners_box(
        tmp_path,
        '[facts.tracks]\narctic = { value = [true, true], source = "photo", confidence = "high" }',
    )
    box, facts = load_box(DAYBREAK, file)

    assert box == "ours"
    assert facts["facts.tracks.arctic"].source == "photo"


def test_a_box_is_found_beside_the_script(tmp_path: Path) -> None:
    owners_box(tmp_path, "[powers.us]\ndemand = 14\n")
    table = Match(DAYBREAK, MemoryJournal(), tmp_path)

    assert str(table.submit("box ours.toml").label) == "Box facts: ours"
    assert table.document["box"] == "ours"


@pytest.mark.parametrize(
    ("text", "said"),
    [
        ("[powers.us]\ndemand = -3\n", "powers.us.demand = -3"),
        ('[powers.us]\ndemand = "many"\n', "powers.us.demand = 'many'"),
        ("[powers.mars]\ndemand = 3\n", "powers.mars.demand = 3: no fact has this path"),
        ("[facts.tracks]\narctic = []\n", "facts.tracks.arctic = []"),
        ("[facts.tracks]\narctic = [true, false]\n", "the last space tips every time"),
        ("[facts]\ngeoengineering = [true]\n", "facts.geoengineering = [True]"),
        ("[powers.us]\ndemand = { value = 3, sorce = 'x' }\n", "unknown key sorce"),
        ('extends = "other"\n', "extends = other"),
        ("[powers.us\n", "it is not TOML"),
    ],
)
def test_a_bad_box_file_names_the_file_the_path_and_the_value(
    tmp_path: Path, text: str, said: str
) -> None:
    sentence = complaint(owners_box(tmp_path, text))

    assert "ours.toml" in sentence
    assert said in sentence


def test_a_fact_that_is_missing_is_named() -> None:
    _, facts = load_box(DAYBREAK, "standin")
    del facts["facts.crisis_cards.5"]

    with pytest.raises(ValueError, match=r"facts\.crisis_cards\.5 = \?: this fact is missing"):
        build("holed", facts)


def test_a_box_file_that_is_not_there_or_not_text_says_so(tmp_path: Path) -> None:
    picture = tmp_path / "box.toml"
    picture.write_bytes(b"\xff\xfe\x00")

    assert "cannot be read" in complaint(str(tmp_path / "nowhere.toml"))
    assert "not UTF-8" in complaint(str(picture))


def test_a_refused_box_changes_nothing(tmp_path: Path) -> None:
    file = owners_box(tmp_path, "[powers.us]\ndemand = -3\n")
    table = Match(DAYBREAK, MemoryJournal())
    before = table.document

    with pytest.raises(BadBox):
        table.submit(f"box {file}")

    assert table.document == before


def test_every_table_has_the_same_box_and_cards_as_long_as_the_owner_has_no_others(
    tmp_path: Path,
) -> None:
    first, second = (Match(DAYBREAK, MemoryJournal(), packs=tmp_path).state for _ in range(2))
    assert first.cards is second.cards
    assert first.facts is second.facts

    (tmp_path / "packs" / "daybreak").mkdir(parents=True)
    (tmp_path / "packs" / "daybreak" / "own.toml").write_text("", encoding="utf-8")
    owners = Match(DAYBREAK, MemoryJournal(), packs=tmp_path).state
    assert owners.cards == first.cards
    assert owners.cards is not first.cards
