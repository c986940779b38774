"""Cards in words: what a card does is said from its data."""

from pathlib import Path

import pytest

from companion.games import game
from companion.games.capabilities import Names
from companion.games.daybreak.model.card import Action, Card, Effect, Row
from companion.games.daybreak.text.cards import describe, tag_words
from companion.games.daybreak.text.effects import effect_words
from companion.storage.packs.load import load_cards
from companion.storage.packs.own_packs import OwnPacks

CARDS = load_cards(game("daybreak")).cards


def told(number: str) -> list[str]:
    return [str(line) for line in describe(CARDS[number])]


def test_every_shipped_card_can_be_told() -> None:
    assert all(describe(card) for card in CARDS.values())


def test_an_action_is_told_with_its_cost_its_tags_and_its_limit() -> None:
    assert told("1.205") == [
        "Tags: Grid, ?",
        "Action: discard 1 card → +1 Clean Energy for each Grid tag",
        "No limit: as often as it is paid for",
    ]


def test_a_requirement_and_a_cost_in_demand_are_told() -> None:
    assert told("1.123") == [
        "Tags: ?",
        "Needs 2 × Innovation",
        "Action: discard 1 card, +1 Energy Demand → +1 Direct Air Capture",
        "No limit: as often as it is paid for",
    ]


@pytest.mark.parametrize(
    ("number", "line"),
    [
        ("1.004", "draw 1 card with 2 Society tags or more, draw 2 cards with 4 Society tags"),
        ("1.014", "+1 Clean Energy for each Grid tag, −1 Dirty Energy if you like"),
        ("1.047", "Limit: once a round for each Energy tag"),
        ("1.050", "give 1 card of your hand to another power"),
        ("1.097", "for each Society tag, all on one board of your choice"),
        ("1.102", "turn 1 unknown Crisis card face up, +1 Resilience of any type"),
        ("1.108", "take 1 Community in Crisis from another power"),
        ("1.108", "Not for the solo game"),
        ("1.112", "draw 9 cards, keep those with Nuclear / Innovation"),
        ("1.126", "(2–4: −1 Temperature Band, 2 more Crisis cards; 5–6: Temperature Bands"),
        ("1.126", "7+: −2 Temperature Bands; the bands come back at the end of the round)"),
        ("1.129", "ignore one result in the Crisis stage: Loss of Arctic Sea Ice / Thawing"),
        ("1.133", "Nobody has entered all that it does"),
        ("1.064", "Nobody has entered what it does"),
        ("1.209", "one of these: give 1 Clean Energy to another power / give 2 Clean Energy"),
        ("1.213", "draw 3 cards, keep 1"),
        ("1.302", "Active with 2 × Innovation, 1 × Incentive if there are 3 or 4 players"),
        ("1.302", "Actions on cards with a Nuclear tag add twice the Clean Energy"),
        ("1.304", "one power ignores a crisis that Ecological Resilience reduces"),
        ("1.308", "Each card spent from under it reduces one crisis by 1"),
        ("1.309", "Active with 1 × Regulation for each player"),
        ("1.309", "Every power draws 1 card more in each Local stage"),
        ("1.314", "powers may give each other cards: Innovation / Incentive"),
        ("1.315", "Active once a power has none of these: Industry Emissions"),
        ("1.318", "One result a round is ignored: Dieback of the Amazon"),
        ("1.320", "Up to 3 cards may be spent from under it, each for +1 to the die"),
        ("1.322", "Active at once; Innovation cards can be tucked under it"),
        ("1.322", "lets one power draw 3 and keep 1"),
        ("1.401", "discard 1 card from hand or play area for each Temperature Band"),
        ("1.415", "Reduced by 1 for each Infrastructure Resilience"),
        ("1.418", "Hits the power with the least: Social Resilience"),
        ("1.424", "−1 Tree for each Temperature Band, +1 carbon in Recent Emissions for each"),
        ("1.426", "up to 3 Communities in Crisis go to the power on the right"),
        ("1.432", "−2 Ecological Resilience (solo: 1)"),
        ("1.432", "Ignored with 1 × Regulation tucked under it"),
        ("1.439", "−2 Dirty Energy, then 1 Community in Crisis for each energy"),
        ("1.440", "discard 2 Energy cards from hand or play area (solo: 1)"),
        ("1.440", "Reduced by 1 for each Regulation card tucked under it"),
        ("1.442", "discard 1 Global Project"),
        ("1.443", "draw 1 card fewer in the next round"),
        ("1.447", "Discarded with 2 × Energy tucked under it in a Local stage (solo: 1)"),
    ],
)
def test_what_each_kind_of_card_does_is_told(number: str, line: str) -> None:
    assert line in "\n".join(told(number))


def test_more_cards_in_the_next_round_are_told_as_more() -> None:
    assert str(effect_words(Effect(do="draw_next", by=2))) == "draw 2 cards more in the next round"


def test_a_row_of_a_die_table_may_be_for_one_total_and_do_nothing() -> None:
    table = (Row(total=1), Row(total=2, bands=1))

    said = str(effect_words(Effect(do="die", table=table)))

    assert said == "roll the Geoengineering die (1: nothing happens; 2+: −1 Temperature Band)"


def test_oceans_and_trees_are_counted() -> None:
    assert str(effect_words(Effect(token="oceans", by=1))) == "+1 Ocean"
    assert str(effect_words(Effect(token="trees", by=2))) == "+2 Trees"


def test_tags_are_a_question_where_nobody_entered_them_and_a_dash_where_there_are_none() -> None:
    ours = Card(number="1.001", kind="local", name=Names(en="Ours"), tags=("grid", "energy"))

    assert str(tag_words(ours)) == "Grid, Energy"
    assert str(tag_words(CARDS["1.205"])) == "Grid, ?"
    assert str(tag_words(CARDS["1.207"])) == "?"
    assert str(tag_words(CARDS["1.415"])) == "–"


def test_a_card_is_complete_only_with_all_of_its_tags() -> None:
    def card(**fields: object) -> Card:
        name = Names(en="Ours")
        return Card(number="1.001", kind="local", name=name, **fields)  # type: ignore[arg-type]

    action = Action(effects=(Effect(token="clean"),))

    assert card().known == "none"
    assert card(action=action).known == "part"
    assert card(action=action, tags=("grid",), tags_known="part").known == "part"
    assert card(action=action, tags=("grid",)).known == "all"
    assert card(action=Action(known="part"), tags=("grid",)).known == "part"


def test_cards_of_the_same_english_name_share_their_printed_translations() -> None:
    cards = load_cards(game("daybreak")).cards
    names = {
        (cards[number].name.es, cards[number].name.pt) for number in ("1.205", "1.210", "1.215")
    }
    assert names == {("Central eléctrica limpia", "Usinas de Energia Limpa")}
    assert {card.name.es for card in cards.values() if card.name.en == "?"} == {""}


def test_what_an_owner_calls_a_card_is_what_its_twin_is_called(tmp_path: Path) -> None:
    rules = game("daybreak")
    OwnPacks(rules, tmp_path).say("1.127", {"name": {"en": "Stratospheric Sulfur", "es": "Azufre"}})

    cards = load_cards(rules, tmp_path)
    assert cards.find("1.126").card.name.es == "Azufre"
    assert "es" not in cards.find("1.126").raw["name"], "nobody has said it of this card"
