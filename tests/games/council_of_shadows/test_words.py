"""What is said of Council of Shadows: labels, what happened, what to do now, names of numbers."""

import pytest

from companion.errors import BadFact, BadPack
from companion.games import game
from companion.games.council_of_shadows.model.box import KIND_OF, build
from companion.games.council_of_shadows.text.names import number
from companion.i18n.catalogs import LANGUAGES, Language
from companion.match.match import Match
from companion.storage.journal import MemoryJournal
from companion.storage.packs.box_facts import load_box
from companion.storage.packs.load import load_cards, parse_pack, shipped_packs

GAME = game("council_of_shadows")
TWO = ("seat red", "seat violet", "start")
FULL = ("set detail full", "set modules.stations true", *TWO)
PLANNED = ("to plan", "consume red 3", "consume violet 1", "to act")


def table_after(*lines: str) -> Match:
    table = Match(GAME, MemoryJournal())
    for line in lines:
        table.take(line)
    return table


@pytest.mark.parametrize(
    ("before", "line", "label"),
    [
        ((), "seat blue automa", "The AI takes the seat Blue"),
        (("seat red", "seat violet"), "order violet red", "Order tokens: Violet, Red"),
        ((), "set detail full", "Followed: everything"),
        ((), "set modules.stations true", "With space stations"),
        (TWO, "to plan", "On to: Plan"),
        (TWO, "set red.energy 4", "Red: energy set from 0 to 4"),
        (TWO, "set red.energy 0", "Red: energy: 0"),
        (TWO, "set round 3", "round set from 1 to 3"),
        (FULL, "set red.gems.gold 4", "Red: gold set from 1 to 4"),
        (FULL, "set red.reach.1 2", "Red: reach of slot 2 set from 1 to 2"),
        (FULL, "set galaxies.blue.colonies.red 2", "blue galaxy, Red set from 0 to 2"),
        (
            FULL,
            "set galaxies.blue.systems.0.colonies.red 2",
            "blue galaxy, space 1, Red set from 0 to 2",
        ),
        (
            FULL,
            "set facts.galaxies.blue.more_bonus false",
            "blue galaxy: card with the larger reward set from yes to no",
        ),
        (FULL, "gain red gold 2 bonus 1", "Red gains 2 gold, 1 bonus card"),
        (FULL, "gain red anthracite -1 gold 1", "Red gains −1 anthracite, 1 gold"),
        (FULL, "harvest red energy 2", "Red harvests 2 energy"),
        (
            (*FULL, "play p2-05 blue 2"),
            "harvest red 2 blue 2",
            "Red harvests 2 × blue galaxy, space 2",
        ),
        (FULL, "buy red range 2 free", "Red buys: slot 2 to parsec 2"),
        (FULL, "buy red energy 3 free", "Red buys: energy project 3"),
        (FULL, "buy red desert free", "Red buys: desert adaptation"),
        (
            (*FULL, "colony red 1 blue"),
            "buy red station score blue free",
            "Red buys: Score station, blue galaxy",
        ),
        (
            (*FULL, "colony red 1 blue", *PLANNED, "next"),
            "score red all",
            "Red scores every galaxy",
        ),
        (
            (*FULL, "colony red 1 blue", *PLANNED, "next"),
            "score red majority",
            "Red scores where it leads",
        ),
        (FULL, "play p2-05 blue 2", "p2-05 lies on space 2, blue galaxy"),
        ((*TWO, "to plan"), "play none red 2", "Red takes a card back from slot 2"),
        ((*TWO, "to plan"), "consume red none", "Red takes a number back"),
        ((*TWO, "to plan"), "consume red 4", "Red consumes 4"),
        ((*TWO, "set red.energy 20", "next"), "choose saver", "Chosen: Energy Saver"),
    ],
)
def test_a_line_has_a_label(before: tuple[str, ...], line: str, label: str) -> None:
    assert str(table_after(*before, line).steps[-1].label) == label


@pytest.mark.parametrize("code", LANGUAGES)
def test_every_fact_has_a_name_in_every_language(code: str) -> None:
    language = Language(code, GAME.id)
    for path, kind in KIND_OF.items():
        said = language.say(number(".".join(path)))
        if kind in ("number", "flag", "tower3"):
            assert "facts" not in said


def test_what_has_no_name_is_called_by_its_path() -> None:
    assert str(number("seats")) == "seats"
    assert str(number("facts.tiles.p1-01.planets")) == "facts.tiles.p1-01.planets"


def told(table: Match) -> list[str]:
    step, said = table.steps[-1], []
    state = step.before
    for event in step.events:
        if message := GAME.tell(state, event):
            said.append(str(message))
        state = GAME.evolve(state, event)
    return said


def test_the_order_is_told_with_the_reason_of_each_tie() -> None:
    table = table_after(*TWO[:2], "seat green", "start", "set green.energy 3")
    for line in ("to plan", "consume red 5", "consume violet 5", "consume green 5", "next"):
        table.take(line)

    assert (
        "New order: 1 Green (more energy than Violet), 2 Violet (on 0 before Red), 3 Red."
        in told(table)
    )


def test_steps_that_are_lost_are_told() -> None:
    table = table_after(*TWO, "set red.consumption 95", "to plan", "consume red 9")
    for line in ("consume violet 1", "next"):
        table.take(line)

    assert "Red consumes +5 instead of +9: 100 now, as far as the token goes." in told(table)


def test_a_fifth_bonus_card_is_told() -> None:
    table = table_after(*TWO, "gain red bonus 3", "gain red bonus 1")

    assert told(table) == ["Red has four bonus cards: swap one, or not."]


@pytest.mark.parametrize(
    ("lines", "line"),
    [
        (("set modules.leaders true", "seat red", "seat violet"), "Violet chooses a leader."),
        (
            (
                *("set modules.leaders true", *TWO[:2], "set red.leader zoe"),
                *("set violet.leader buteo", "start"),
            ),
            "Zoe: one colony for nothing, wherever it fits.",
        ),
        (
            (
                *("set modules.leaders true", "set detail galaxies", *TWO[:2]),
                *("set red.leader buteo", "set violet.leader zoe", "start", *PLANNED, "next"),
            ),
            "Buteo: harvest once, at any reach.",
        ),
        (
            (*FULL, "colony red 1 blue", "buy red station harvest blue free", *PLANNED, "next"),
            "Harvest station: one yield, blue galaxy.",
        ),
        (
            ("seat red", "seat blue automa", "start", "to plan"),
            "Then turn a card of the Automa's deck 0.",
        ),
        (
            (
                *("seat red", "seat blue automa", "start", "to plan"),
                *("consume red 1", "consume blue 3", "to act"),
            ),
            "Blue: carry out its card from top to bottom.",
        ),
        ((*TWO, "set red.level 3", *PLANNED, "to final"), "Red shows its bonus cards."),
        (
            (
                *FULL,
                "colony red 1 blue 1",
                "colony red 1 blue 2",
                *PLANNED,
                "next",
                "score red blue",
            ),
            "Red, blue galaxy: off which space does the cube come?",
        ),
        (
            (
                *(*TWO, "set red.level 3", "set violet.level 3", "to plan", "consume red 0"),
                *("consume violet 0", "to act", "to final", "next", "next"),
            ),
            "who has the most cubes on the game board?",
        ),
    ],
)
def test_the_guide_says(lines: tuple[str, ...], line: str) -> None:
    assert line in map(str, GAME.guide(table_after(*lines).state))


def test_a_bad_fact_is_told_with_its_path() -> None:
    _, facts = load_box(GAME, "standin")
    some = next(iter(facts.values()))
    for path, value in {
        "facts.ai.ai-01.consumption": 100,
        "facts.galaxies.blue.more_bonus": 1,
        "facts.tower3": "ai-99",
        "facts.bonus.light-01.counts": "stars",
        "facts.bonus.light-01.of": "silver",
        "facts.tiles.p1-01.planets": ["icy"],
        "facts.nothing": 1,
    }.items():
        wrong = type(some)(value, "test", "owner")
        with pytest.raises(BadFact) as error:
            build("ours", {**facts, path: wrong})
        assert error.value.path == path
    with pytest.raises(BadFact) as missing:
        build("ours", {path: fact for path, fact in facts.items() if path != "facts.ai_energy"})
    assert missing.value.path == "facts.ai_energy"


def test_opening_a_box_is_called_by_its_id() -> None:
    assert GAME.box
    box = GAME.box.open("ours", load_box(GAME, "standin")[1], {})

    assert str(GAME.label(GAME.blank, box)) == "ours"
    assert GAME.stage_of(GAME.blank) == "setup"


def test_every_card_of_the_packs_is_described() -> None:
    assert GAME.cards
    cards = load_cards(GAME).cards
    assert len(cards) == 24 + 25 + 16 + 27 + 18 + 6 + 3 + 31
    for card in cards.values():
        assert list(GAME.cards.check(card)) == []
        assert all(str(line) for line in GAME.cards.describe(card))
        assert str(GAME.cards.tags(card)) == "–"
    assert GAME.cards.in_force(table_after().state).keys() == cards.keys()


@pytest.mark.parametrize(
    ("said", "field"),
    [
        ('number = "ai-77"\nkind = "ai"\nname = { en = "?" }', "number"),
        ('number = "ai-07"\nkind = "dark"\nname = { en = "?" }', "kind"),
        ('number = "ai-07"\nkind = "ai"\nname = { en = " " }', "name.en"),
        ('number = "ai-07"\nkind = "ai"\nname = { en = "?" }\nseat = "red"', "seat"),
        ('number = "ai-07"\nkind = "ai"\nname = { en = "?" }\nlink = "ftp:"', "link"),
    ],
)
def test_a_wrong_card_is_told_with_its_field(said: str, field: str) -> None:
    with pytest.raises(BadPack) as error:
        parse_pack(GAME, f"[[cards]]\n{said}\n", shipped_packs(GAME)[0])

    assert f", {field}" in str(error.value)


def test_a_card_of_which_only_the_id_is_known() -> None:
    assert GAME.cards
    assert GAME.cards.fresh("red-tower") == {
        "number": "red-tower",
        "kind": "action",
        "name": {"en": "?"},
        "known": "none",
        "seat": "red",
    }
    assert GAME.cards.fresh("station-score") == {
        "number": "station-score",
        "kind": "station",
        "name": {"en": "?"},
        "known": "none",
    }
    assert GAME.cards.fresh("1.206") is None


def test_what_people_tap_in_the_scoring_and_in_the_account_is_said() -> None:
    scoring = table_after("set detail galaxies", *TWO, *PLANNED, "next")
    assert [each.text for each in GAME.guide(scoring.state)] == [
        "{seat} may score each galaxy once.",
        "Tap each galaxy that is scored; then NEXT.",
    ]
    account = table_after(*TWO, "set red.level 3", *PLANNED, "to final")
    assert [each.text for each in GAME.guide(account.state)] == [
        "{seat} shows its bonus cards.",
        "Tap them one by one; NEXT closes this account.",
    ]


def test_across_a_hall_energy_is_read_until_somebody_has_a_level() -> None:
    table = table_after(*TWO, "set violet.energy 12")

    headline = GAME.headline(table.state)

    assert (headline.figure, str(headline.unit), str(headline.of)) == ("12/20", "Violet", "energy")


def test_across_a_hall_the_highest_level_is_read_and_whose_it_is() -> None:
    table = table_after(*TWO, "set violet.level 2")

    headline = GAME.headline(table.state)

    assert (headline.figure, str(headline.unit)) == ("II", "highest level: Violet")
