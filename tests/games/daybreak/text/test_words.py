"""What is said about the game: labels, events, what to do now, how things stand."""

import pytest

from companion.errors import Refusal
from companion.games.capabilities import Names
from companion.games.daybreak import GAME
from companion.games.daybreak.model import card_events as c
from companion.games.daybreak.model import crisis_events as crisis
from companion.games.daybreak.model import events as e
from companion.games.daybreak.model.card import Card
from companion.games.daybreak.model.state import Task
from companion.match.match import Match, Step
from tests.conftest import SetTable
from tests.support.labels import redo_label, undo_label

# The label of the input says it, or another event does.
SILENT = {"BoxOpened", "Seated", "StepBegan", "EffectRolled", "Corrected"}
SILENT |= {"CardPlayed", "CardTucked", "CardTuckedUnder", "CardTagged", "CardTold", "ActionTaken"}
SILENT |= {"TasksQueued", "TaskChanged", "ProjectChosen", "ChallengeLaid", "CrisisBegan"}


def told(table: Match, step: Step) -> list[str]:
    state, sentences = step.before, []
    for event in step.events:
        if sentence := table.game.tell(state, event):
            sentences.append(str(sentence))
        state = table.game.evolve(state, event)
    return sentences


SAMPLES = [
    e.BoxOpened(None),  # type: ignore[arg-type]
    e.Seated("us"),
    e.GameStarted(),
    e.RoundBegan(2),
    e.StageBegan("local"),
    e.StepBegan("draw"),
    e.CrisisCardsCalled(4),
    e.CrisisCardsAdded(2),
    e.CommunitiesAdded("us", 1, "trees"),
    e.CommunitiesAdded("us", 1, "social"),
    e.CarbonEmitted("us", 3),
    e.CarbonReleased(4, "permafrost"),
    e.CarbonSequestered(9),
    e.DrawdownReached(),
    e.ThermometerCooled(2),
    e.EmissionsMoved(2),
    e.ThermometerHeated(4, "arctic"),
    e.RollsChanged(1),
    e.EffectRolled("amazon"),
    e.FreelyRolled("geoengineering", 3),
    e.TrackAdvanced("amazon"),
    e.Tipped("amazon"),
    e.SinksLost("trees", 2),
    e.ResilienceLost("us", "social", 1),
    e.TieArose(("china", "us")),
    e.TieRolled("us", 2),
    e.Targeted("us"),
    e.DemandGrew("us", 1),
    e.Corrected("trees", 3),
    e.GameEnded(True, "drawdown"),
    c.CardPlayed("us", 0, "1.035"),
    c.CardTucked("us", 0, "1.035", 1),
    c.CardTuckedUnder("us", "1.035", "1.309"),
    c.HandTold("us", ("1.035", "1.078")),
    c.CardDiscarded("us", "1.035"),
    c.CardDiscarded("", "1.035"),
    c.CardTagged("1.035", ("grid",)),
    c.CardTagged("1.035", (), "part", ("grid",)),
    c.CardTold(Card(number="1.035", kind="local", name=Names(en="Ours")), ("name",)),
    c.Dropped("us", "1.210", "act"),
    c.Dropped("us", "1.309", "use"),
    c.Dropped("us", "1.035", "support", "1.432"),
    c.ChallengeJudged("Only clean energy.", True),
    c.ChallengeJudged("Only clean energy.", False),
    c.ProjectActivated("1.309", active=False),
    e.CrisisCardsAdded(-1),
    e.ThermometerHeated(-2, "1.417"),
    c.ActionTaken("us", "1.211"),
    c.TokensChanged("us", "clean", 1, "1.210"),
    c.TokensChanged("", "trees", 1, "1.035"),
    c.CardsDrawn("us", 3, "1.213", keep=1),
    c.CardsDrawn("us", 9, "1.112", keep_tags=("nuclear",)),
    c.CardsDrawn("us", 1, "1.004"),
    c.CardGiven("us", "china"),
    c.DrawChanged("us", -1, "1.443"),
    c.TasksQueued((Task("by_hand", "us", "1.064"),)),
    c.TaskChanged(),
    c.CardDieRolled("us", 3, 4),
    c.BandsRemoved(1, temporary=True),
    c.BandsRemoved(1, temporary=False),
    c.BandsReturned(1),
    c.EffectIgnored("arctic", "1.129"),
    c.ProjectChosen("1.309"),
    c.ProjectDiscarded("1.309"),
    c.ProjectActivated("1.309"),
    c.ChallengeLaid("+", "text"),
    crisis.CrisisSeen("1.415", forecast=True),
    crisis.CrisisSeen("1.415", forecast=False),
    crisis.CrisisBegan("1.415"),
    crisis.CrisisIgnored("1.415", "tucked"),
    crisis.CrisisIgnored("1.415", "1.304", "us"),
    crisis.CrisisRelieved("1.308", 1),
    crisis.CrisisResolved("1.447", ongoing=True),
    crisis.CrisisLifted("1.447"),
]


@pytest.mark.parametrize("event", SAMPLES, ids=lambda event: type(event).__name__)
def test_every_event_says_something_or_is_said_by_its_input(
    daybreak: SetTable, event: e.Event
) -> None:
    table = daybreak()

    said = table.game.tell(table.state, event)

    assert (said is None) == (type(event).__name__ in SILENT)


def test_no_kind_of_event_is_missing_above() -> None:
    assert {type(event) for event in SAMPLES} == set(GAME.events.values())


def test_fewer_rolls_after_a_correction_need_no_sentence(daybreak: SetTable) -> None:
    table = daybreak()

    assert table.game.tell(table.state, e.RollsChanged(-1)) is None


@pytest.mark.parametrize(
    ("line", "label"),
    [
        ("set us.demand 14", "United States: Energy Demand set from 9 to 14"),
        ("set trees 12", "Trees set from 11 to 12"),
        ("set facts.crisis_cards.5 5", "facts.crisis_cards.5 set from 4 to 5"),
        ("roll planetary arctic", "Planetary Effects die: Loss of Arctic Sea Ice"),
        ("roll geoengineering 4", "Geoengineering die: 4"),
        ("next", "Next, in the Global stage"),
        ("to emissions", "On to the Emissions stage"),
    ],
)
def test_a_label_says_what_an_input_does(daybreak: SetTable, line: str, label: str) -> None:
    table = daybreak()

    assert str(table.submit(line).label) == label
    assert str(undo_label(table)) == label


def test_undo_says_what_it_will_take_back_and_redo_what_it_will_bring(daybreak: SetTable) -> None:
    table = daybreak("set us.demand 14")

    assert "from 9 to 14" in str(undo_label(table))
    table.submit("undo")
    assert "from 9 to 14" in str(redo_label(table))
    assert str(undo_label(table)) == "The game starts"


def test_a_crisis_resolved_by_hand_has_labels_too(daybreak: SetTable) -> None:
    table = daybreak("to crisis", "set dice.rolls_due 0")

    assert str(table.submit("lose us.resilience.social 2").label) == (
        "United States: Social Resilience: 2 lost"
    )
    step = table.submit("target lowest resilience.social")
    assert str(step.label) == "The crisis hits: lowest Social Resilience"
    assert told(table, step) == ["The crisis hits United States."]


def test_one_and_many_are_told_apart(daybreak: SetTable) -> None:
    table = daybreak("set china.demand 13", "set us.demand 11", "to emissions")

    assert told(table, table.submit("next"))[:2] == [
        "China: 1 Community in Crisis more (energy demand not met).",
        "United States: 2 Communities in Crisis more (energy demand not met).",
    ]


def test_the_guide_leads_through_a_whole_round(daybreak: SetTable) -> None:
    table = daybreak("set thermometer.bands 1", "set china.demand 13", "set trees 31")
    said = [str(table.game.guide(table.state)[0])]
    for line in ["next"] * 8 + ["roll planetary weather", "roll planetary weather"][:1] + ["next"]:
        table.submit(line)
        said.append(str(table.game.guide(table.state)[0]))

    assert said == [
        "Draw 3 Crisis cards: the first face up as the Forecast.",
        "Draw 2 Global Projects and keep 1, or none: tap the one that you keep.",
        "China draws 5*.",
        "Play, tuck and act, all at once. NEXT when everybody is done.",
        "China: 12 energy for a demand of 13: 1 short.",
        "Everybody counts Dirty Energy and Emissions tokens: 38* carbon in all.",
        "Cover the 38 sinks with the 38* carbon of Recent Emissions.",
        "Move 0* carbon to the Thermometer.",
        "Roll the Planetary Effects die: 1 roll to go.",
        "Resolve 3 Crisis cards, from the Forecast upward.",
        "Move every Energy Demand token as shown, then the round marker.",
    ]


def test_the_guide_counts_the_crises_that_are_left(daybreak: SetTable) -> None:
    table = daybreak("set trees 31", "to crisis", "set dice.rolls_due 0")
    said = []
    for line in ("crisis 1.445", "crisis 1.446"):
        table.submit(line)
        said.append(str(table.game.guide(table.state)[0]))

    assert said == ["Resolve 2 Crisis cards, from the Forecast upward.", "Resolve 1 Crisis card."]


def test_the_guide_asks_for_no_forecast_where_a_crisis_forbids_it(daybreak: SetTable) -> None:
    energy = ("set trees 31", "set china.clean 20", "set us.clean 20")
    table = daybreak(*energy, "to crisis", "set dice.rolls_due 0", "crisis 1.444", "to growth")
    step = table.submit("to global")

    assert "3 Crisis cards this round, all of them face down." in map(str, step.told)
    assert str(table.game.guide(table.state)[0]) == "Draw 3 Crisis cards, face down."


def test_the_guide_knows_the_beginning_a_tie_and_the_end(daybreak: SetTable) -> None:
    table = daybreak("to crisis", "set dice.rolls_due 0", "target lowest resilience.social")
    assert str(table.game.guide(table.state)[0]) == "China rolls the Geoengineering die."

    table.submit("set thermometer.bands 8")
    assert str(table.game.guide(table.state)[0]) == (
        "The Thermometer has reached 2.0 °C: the game is lost."
    )

    assert str(table.game.guide(table.game.blank)[0]) == "Take your seats clockwise, then start."


def test_a_glance_marks_what_nobody_verified(daybreak: SetTable) -> None:
    table = daybreak()
    planet, carbon, china, us, note = (str(line) for line in table.game.glance(table.state))

    assert planet.startswith("1.2 °C: 0 of 8 Temperature Bands, 0 of 10 cubes in the row")
    assert "38 emitted, 18 absorbed; Thermometer +20" in carbon
    assert "demand 12, energy 12 (9 dirty)" in china
    assert "demand 9*, energy 9* (6* dirty)" in us
    assert "stand-in" in note


def test_the_forecast_is_to_be_tapped_until_it_is_seen(daybreak: SetTable) -> None:
    table = daybreak()
    drawn, tapped = map(str, table.game.guide(table.state))
    assert "Draw 3 Crisis cards" in drawn
    assert tapped == "Nobody has seen the Forecast: tap it."

    table.submit("crisis 1.415")

    (seen,) = map(str, table.game.guide(table.state))
    assert seen.startswith("1.415")
    assert seen.endswith("is the Forecast; 2 more Crisis cards lie face down.")


def test_a_tie_says_what_waits_for_it(daybreak: SetTable) -> None:
    level = ("set trees 60", "to crisis", "set china.communities 2", "set us.communities 2")
    table = daybreak(*level, "target highest communities")

    assert [str(line) for line in table.game.guide(table.state)] == [
        "China rolls the Geoengineering die.",
        "The single lowest roll is hit.",
        "Nothing else of a crisis goes on before all tied powers have rolled.",
    ]
    with pytest.raises(Refusal, match="tied powers roll"):
        table.submit("target highest communities")


def test_a_card_whose_number_nobody_knows_is_called_by_its_name(daybreak: SetTable) -> None:
    table = daybreak("to local", "play ?.citizen-assemblies us 5")

    with pytest.raises(Refusal, match=r"^Citizen Assemblies lies on the table already"):
        table.submit("play ?.citizen-assemblies us 4")
    assert "?." not in str(table.game.page(table.state, "stack us 5"))


def test_a_stage_that_begins_is_a_sentence(daybreak: SetTable) -> None:
    table = daybreak("to local")

    assert [str(said) for said in table.steps[-1].told][-1] == "The Local stage begins."
