"""What is said about cards: labels, questions and reminders."""

import pytest

from tests.conftest import SetTable

LABELS = [
    ("play 1.035 china 1", "China plays 1.035 Tree Farms in front of stack 1"),
    ("tuck 1.035 china 1", "China tucks 1.035 Tree Farms behind stack 1"),
    (
        "tuck 1.035 under 1.309 by us",
        "United States tucks 1.035 Tree Farms under 1.309 Tax Haven Reg",
    ),
    ("discard 1.035 china", "China discards 1.035 Tree Farms"),
    ("discard ? china", "China discards a card from the hand"),
    ("discard ?.alternative-cement china", "China discards Alternative Cement"),
    ("discard 1.003 china", "China discards 1.003"),
    ("act china 2 paying ?", "China acts: 1.206 Dirty Electricity Phaseout"),
    ("tags 1.035 ecology grid", "1.035 Tree Farms has the tags Ecology, Grid"),
    ('challenge - "No nuclear"', "Challenge -: No nuclear"),
]


@pytest.mark.parametrize(("line", "label"), LABELS)
def test_a_label_names_the_card_and_the_power(daybreak: SetTable, line: str, label: str) -> None:
    table = daybreak("project 1.309", "to local")

    assert str(table.submit(line).label).startswith(label)


def test_projects_and_crises_have_labels_too(daybreak: SetTable) -> None:
    table = daybreak()

    assert str(table.submit("crisis 1.415").label) == "Crisis: 1.415 Storms"
    assert str(table.submit("project none").label) == "No Global Project this round"
    table.submit("undo")
    assert str(table.submit("project 1.308").label) == "Global Project: 1.308 Loss and Damage Fund"


def test_an_answer_is_labelled_with_its_word(daybreak: SetTable) -> None:
    table = daybreak("to local", "act china 3 paying ?")

    assert str(table.submit("choose social").label) == "Chosen: Social Resilience"


def test_the_guide_asks_what_a_card_asks(daybreak: SetTable) -> None:
    table = daybreak("to local", "act china 3 paying ?")

    asked, options = (str(line) for line in table.game.guide(table.state))

    assert asked == "China, 1.207 Resilience Volunteers: which Resilience?"
    assert options == "Social Resilience, Ecological Resilience, Infrastructure Resilience"


def test_the_guide_asks_for_what_nobody_could_read(daybreak: SetTable) -> None:
    table = daybreak("to local", "play 1.064 china 1", "act china 1")

    (asked,) = (str(line) for line in table.game.guide(table.state))

    assert asked.startswith("China, 1.064 Electrify Everything: do what it says, and enter")
    table.submit("next")
    assert table.document["prompt"]["kind"] == "none"


def test_the_guide_asks_whether_a_result_is_ignored(daybreak: SetTable) -> None:
    table = daybreak(
        "to local",
        "tags 1.129 geoengineering",
        "play 1.129 china 1",
        "set trees 31",
        "to emissions",
        "to crisis",
        "set dice.rolls_due 1",
        "roll planetary arctic",
    )

    asked, options = (str(line) for line in table.game.guide(table.state))

    assert asked == "Loss of Arctic Sea Ice: ignore this result?"
    assert options == "no, 1.129 Marine Cloud Brightening"


def test_the_end_of_the_local_stage_reminds_of_what_is_unused_and_unmet(
    daybreak: SetTable,
) -> None:
    table = daybreak("set us.demand 12", "to local", "tags 1.207 grid", "play 1.034 china 1")

    said = [str(line) for line in table.game.guide(table.state)]

    assert "Not used yet: China, 1.034 Women & Girls' Education." in said
    assert "United States is 3 energy short: 3 Communities in Crisis." in said
    table.submit("act china 1")
    assert not any("1.034" in str(line) for line in table.game.guide(table.state))
