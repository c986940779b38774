"""Card packs: an owner's cards override shipped ones, and every mistake is named."""

from pathlib import Path

import pytest

from companion.errors import BadPack
from companion.games import game
from companion.games.daybreak import Daybreak
from companion.storage.packs.load import Collection, NoSuchCard, load_cards, parse_pack
from companion.storage.packs.toml_files import card_text, cards_of, put_card

DAYBREAK = game("daybreak")


def owners(data: Path, **packs: str) -> Collection:
    """The collection of an owner who has these packs."""
    folder = data / "packs"
    folder.mkdir(exist_ok=True)
    for name, text in packs.items():
        (folder / f"{name}.toml").write_text(text, encoding="utf-8")
    return load_cards(DAYBREAK, data)


def card(number: str = "1.064", kind: str = "local", *lines: str) -> str:
    fields = (f'number = "{number}"', f'kind = "{kind}"', 'name = { en = "Ours" }')
    return "\n".join(("[[cards]]", *fields, *lines)) + "\n"


def complaint(text: str) -> str:
    with pytest.raises(BadPack) as caught:
        parse_pack(DAYBREAK, text, Path("ours.toml"))
    assert caught.value.code == "bad_pack"
    return str(caught.value)


# --- owners --------------------------------------------------------------------------------------


def test_an_owner_overrides_one_card_and_the_others_stay(tmp_path: Path) -> None:
    shipped = load_cards(DAYBREAK).cards
    own = owners(tmp_path, ours=card("1.064", "local", 'tags = ["grid"]')).cards

    assert own["1.064"].tags == ("grid",)
    assert {n: c for n, c in own.items() if n != "1.064"} == {
        n: c for n, c in shipped.items() if n != "1.064"
    }


def test_an_owner_adds_a_card_that_does_not_ship(tmp_path: Path) -> None:
    assert owners(tmp_path, ours=card("1.001")).cards["1.001"].name.en == "Ours"


def test_a_card_twice_among_an_owners_packs_is_refused_with_both_files(tmp_path: Path) -> None:
    with pytest.raises(BadPack) as caught:
        owners(tmp_path, a=card(), b=card())

    said = str(caught.value)
    assert said.endswith("a.toml already")
    assert f'{tmp_path / "packs" / "b.toml"}: card 1.064, number = "1.064"' in said


def test_nothing_of_a_bad_pack_is_loaded(tmp_path: Path) -> None:
    with pytest.raises(BadPack):
        owners(tmp_path, ours=card("1.064") + card("1.065", "local", "discard = 1"))


def test_a_provisional_number_still_leads_to_the_card_once_it_has_its_own(tmp_path: Path) -> None:
    ours = card("1.031", "local", 'was = "?.citizen-assemblies"')
    cards = owners(tmp_path, ours=ours)

    assert "?.citizen-assemblies" not in cards.cards
    assert cards.find("?.citizen-assemblies").card.number == "1.031"
    assert cards.formerly == {"?.citizen-assemblies": "1.031"}


def test_two_cards_cannot_have_had_the_same_number(tmp_path: Path) -> None:
    was = 'was = "?.citizen-assemblies"'
    with pytest.raises(BadPack, match="already"):
        owners(tmp_path, a=card("1.031", "local", was), b=card("1.032", "local", was))


def test_a_number_that_no_pack_has_is_not_found() -> None:
    with pytest.raises(NoSuchCard, match=r"1\.999"):
        load_cards(DAYBREAK).find("1.999")


def test_an_owner_without_packs_has_the_shipped_cards(tmp_path: Path) -> None:
    assert load_cards(DAYBREAK, tmp_path / "nowhere").cards == load_cards(DAYBREAK).cards


def test_a_pack_may_be_laid_out_in_any_way_and_a_card_of_it_replaced(tmp_path: Path) -> None:
    pack = 'cards = [{ number = "1.064", kind = "local", name = { en = "A" } }]'

    assert card_text(pack, "1.064") == card().replace("Ours", "A")
    assert cards_of(put_card(pack, "1.064", card())) == cards_of(card())


def test_a_game_may_have_no_card_packs() -> None:
    class Cardless(Daybreak):
        cards = None  # type: ignore[assignment]

    with pytest.raises(NoSuchCard, match="no card packs"):
        parse_pack(Cardless(), card(), Path("ours.toml"))


# --- mistakes ------------------------------------------------------------------------------------


def test_a_mistake_is_named_by_file_card_field_and_value() -> None:
    said = complaint(card("1.064", "local", 'tags = ["grid", "gird"]'))

    assert said.startswith('Card pack ours.toml: card 1.064, tags[1] = "gird": ')


@pytest.mark.parametrize(
    ("text", "said"),
    [
        ("[[cards]", "it is not TOML"),
        ("x = 1", "x is not known here"),
        ("cards = 1", "every card begins with a line [[cards]]"),
        ("cards = [1]", "every card begins with a line [[cards]]"),
        ("x = " + "[" * 5000 + "]" * 5000, "it is not TOML"),
        ("x = " + "9" * 5000, "it is not TOML"),
        ('[[cards]]\nkind = "local"', "card #1, number: this is missing"),
        (card("1.064", "local", "was = 3"), "was = 3: this should be a number"),
        (card("1.064", "local", "tag = []"), "tag = []: no card has such a field"),
        (card("1.064", "local", "solo = 1"), "solo = 1: this should be bool, not int"),
        (card("1.064", "lokal"), 'kind = "lokal": this cannot stand here'),
    ],
)
def test_what_is_no_pack_is_refused(text: str, said: str) -> None:
    assert said in complaint(text)


def test_unknown_fields_are_found_at_any_depth() -> None:
    said = complaint(card("1.064", "local", "[cards.action]", "effects = [{ tokn = 1, by = 1 }]"))

    assert "action.effects[0].tokn = 1: no card has such a field" in said


def test_a_long_value_is_cut_in_the_error() -> None:
    said = complaint(card("1.064", "local", f'solo = "{"x" * 500}"'))

    assert len(said) < 200


CHANGE = '{ token = "clean", by = 1 }'
DIE = '{ do = "die", table = [{ total = 1, bands = 1 }] }'


@pytest.mark.parametrize(
    ("number", "kind", "lines", "field"),
    [
        ("1.64", "local", "", "number"),
        ("1.06٤", "local", "", "number"),
        ("?.Cement", "local", "", "number"),
        ("1.064", "local", 'link = "javascript:alert()"', "link"),
        ("1.064", "local", 'power = "us"', "power"),
        ("1.064", "local", "tags = []", "tags"),
        ("1.064", "local", 'tags = ["grid", "grid", "grid", "grid"]', "tags"),
        ("1.064", "local", 'tags_known = "part"', "tags_known"),
        ("1.415", "crisis", 'tags = ["grid"]', "tags"),
        ("1.415", "crisis", f"[cards.action]\neffects = [{CHANGE}]", "action"),
        ("1.064", "local", "[cards.crisis]", "crisis"),
        ("1.064", "local", "[cards.project]", "project"),
        ("1.064", "challenge", "[cards.action]", "action"),
        ("1.064", "local", "[cards.action]", "action.known"),
        ("1.064", "local", f"[cards.action]\ndiscard = -1\neffects = [{CHANGE}]", "action.discard"),
        (
            "1.064",
            "local",
            f"[cards.action]\nneeds = {{ grid = 0 }}\neffects = [{CHANGE}]",
            "action.needs.grid",
        ),
        ("1.064", "local", f"[cards.action]\none_of = [{CHANGE}]", "action.one_of"),
        ("1.064", "local", '[cards.action]\nignores = ["rain"]', "action.ignores[0]"),
        (
            "1.064",
            "local",
            f'[cards.action]\ncost = [{{ do = "draw" }}]\neffects = [{CHANGE}]',
            "action.cost[0].do",
        ),
        ("1.300", "global", "[cards.project]\ndraw = 1", "project.known"),
        ("1.300", "global", "[cards.project]\nneeds = { grid = 1 }", "project.known"),
        ("1.300", "global", "[cards.project]\ndraw = 100\nstore = 'any'", "project.draw"),
        (
            "1.300",
            "global",
            "[cards.project]\nper_player = true\nstore = 'any'\ndraw = 1",
            "project.per_player",
        ),
        (
            "1.300",
            "global",
            "[cards.project]\nneeds = { grid = 0 }\ndraw = 1",
            "project.needs.grid",
        ),
        ("1.300", "global", "[cards.project]\nneeds = { grid = 1 }\nrelief = 1", "project.store"),
        ("1.300", "global", "[cards.project]\nnone_left = 'x'\ndraw = 1", "project.none_left"),
        (
            "1.300",
            "global",
            "[cards.project]\nstore = 'any'\naction = { known = 'part' }",
            "project.known",
        ),
        ("1.415", "crisis", "[cards.crisis]", "crisis.known"),
        ("1.415", "crisis", "[cards.crisis]\nof = 'dirty'\nknown = 'part'", "crisis.of"),
        (
            "1.415",
            "crisis",
            "[cards.crisis]\ntarget = 'lowest'\nof = 'luck'\nknown = 'part'",
            "crisis.of",
        ),
        (
            "1.415",
            "crisis",
            "[cards.crisis]\nknown = 'part'\ntuck = { tag = 'grid' }",
            "crisis.tuck",
        ),
        (
            "1.415",
            "crisis",
            "[cards.crisis]\nknown = 'part'\ntuck = { tag = 'grid', reduce = -1 }",
            "crisis.tuck.reduce",
        ),
        (
            "1.415",
            "crisis",
            "[cards.crisis]\nknown = 'part'\n"
            "tuck = { tag = 'grid', ignore_at = 2, ignore_at_solo = 0 }",
            "crisis.tuck.ignore_at_solo",
        ),
    ],
)
def test_what_types_cannot_say_is_checked(number: str, kind: str, lines: str, field: str) -> None:
    assert f"card {number}, {field}" in complaint(card(number, kind, lines))


def test_a_name_is_never_empty() -> None:
    assert "name.en" in complaint(card().replace("Ours", " "))


@pytest.mark.parametrize(
    ("effect", "field"),
    [
        ("{ by = 1 }", "token"),
        ('{ do = "draw", token = "clean" }', "token"),
        ('{ token = "clean", by = 0 }', "by"),
        ('{ token = "clean", by = 100 }', "by"),
        ('{ do = "draw", by = -1 }', "by"),
        ('{ token = "clean", solo = -100 }', "solo"),
        ('{ do = "draw", steps = [{ tags = 1, by = 1 }] }', "per"),
        ('{ do = "draw", per = "grid", steps = [{ tags = 0, by = 1 }] }', "steps[0].tags"),
        ('{ do = "draw", per = "grid", steps = [{ tags = 1, by = 999 }] }', "steps[0].by"),
        (
            '{ do = "draw", per = "grid", steps = [{ tags = 2, by = 1 }, { tags = 2, by = 2 }] }',
            "steps[1]",
        ),
        (
            '{ do = "draw", per = "grid", steps = [{ tags = 2, by = 2 }, { tags = 3, by = 1 }] }',
            "steps[1]",
        ),
        ('{ do = "die" }', "table"),
        ('{ token = "clean", table = [{ total = 1 }] }', "table"),
        ('{ token = "clean", temporary = true }', "temporary"),
        ('{ do = "die", table = [{ total = 2 }, { total = 1 }] }', "table[1]"),
        ('{ do = "die", table = [{ total = 2, bands = -1 }] }', "table[0].bands"),
        ('{ token = "clean", tag = "grid" }', "tag"),
        ('{ token = "clean", keep = 1 }', "keep"),
        ('{ do = "draw", keep = 0 }', "keep"),
    ],
)
def test_an_effect_that_makes_no_sense_is_refused(effect: str, field: str) -> None:
    said = complaint(card("1.064", "local", f"[cards.action]\neffects = [{effect}]"))

    assert f"action.effects[0].{field}" in said


def test_a_pack_that_cannot_be_read_is_a_bad_pack(tmp_path: Path) -> None:
    (tmp_path / "packs").mkdir()
    (tmp_path / "packs" / "ours.toml").write_bytes(b"\xff\xfe")
    with pytest.raises(BadPack, match="UTF-8"):
        load_cards(DAYBREAK, tmp_path)
