"""Cards that an owner may enter from a box: effects of any type, and of several tokens at once."""

from collections.abc import Callable
from pathlib import Path

import pytest

from companion.errors import Refusal
from companion.games import game
from companion.match.match import Match
from companion.storage.journal import MemoryJournal
from companion.storage.packs.load import FOLDER

OnTable = Callable[..., Match]


@pytest.fixture
def owner(tmp_path: Path) -> OnTable:
    """China and the US at a table with one owner's card, and some lines that were played."""

    def set_table(
        kind: str, rules: str, *lines: str, seats: str = "china us", mark: str = ""
    ) -> Match:
        number = {"local": "1.101", "crisis": "1.404", "global": "1.301"}[kind]
        part = {"local": "action", "crisis": "crisis", "global": "project"}[kind]
        head = f'[[cards]]\nnumber = "{number}"\nkind = "{kind}"\nname = {{ en = "Ours" }}\n{mark}'
        packs = tmp_path / FOLDER
        packs.mkdir()
        (packs / "ours.toml").write_text(f"{head}[cards.{part}]\n{rules}\n", encoding="utf-8")
        table = Match(game("daybreak"), MemoryJournal(), packs=tmp_path)
        for line in (*(f"seat {seat}" for seat in seats.split()), "start", *lines):
            table.submit(line)
        return table

    return set_table


PLAYED = ("to local", "play 1.101 china 3", "act china 3")
ALONE = ("to local", "discard 1.207 china", "play 1.101 china 3")
"""Nothing else lies in its stack."""
STRUCK = ("set trees 31", "to emissions", "to crisis")


def china(table: Match) -> dict[str, int]:
    resilience: dict[str, int] = table.document["powers"]["china"]["resilience"]
    return resilience


def test_where_more_must_go_than_one_type_has_the_rest_is_asked_for_again(owner: OnTable) -> None:
    crisis = 'effects = [{ token = "resilience.any", by = -2 }]'
    table = owner("crisis", crisis, *STRUCK, "set china.resilience.ecological 0", "crisis 1.404")

    assert table.document["prompt"]["options"] == ["social", "infrastructure"]
    table.submit("choose social")
    assert table.document["prompt"]["options"] == ["infrastructure"]
    table.submit("choose infrastructure")

    assert china(table) == {"social": 0, "ecological": 0, "infrastructure": 0}
    assert table.document["powers"]["china"]["communities"] == 0
    assert table.document["prompt"]["power"] == "us"


def test_a_crisis_that_is_not_for_the_solo_game_is_not_turned_face_up_in_it(owner: OnTable) -> None:
    crisis = 'effects = [{ token = "communities", by = 1 }]'
    warned = ("to local", "tags 1.102 innovation", "play 1.102 china 1", "act china 1 paying ?")
    table = owner("crisis", crisis, *warned, seats="china", mark="solo = false\n")

    with pytest.raises(Refusal) as refused:
        table.submit("choose 1.404")

    assert refused.value.code == "not_for_solo"


def test_where_no_resilience_is_left_communities_suffer(owner: OnTable) -> None:
    crisis = 'effects = [{ token = "resilience.any", by = -4 }]'
    lines = ("crisis 1.404", "choose social", "choose ecological", "choose infrastructure")
    table = owner("crisis", crisis, *STRUCK, *lines)

    assert table.document["powers"]["china"]["communities"] == 1


def test_emissions_of_any_type_go_only_where_there_are_some(owner: OnTable) -> None:
    action = 'effects = [{ token = "emissions.any", by = -2 }]'
    table = owner("local", action, *PLAYED, "choose waste", "choose extraction")

    emissions = table.document["powers"]["china"]["emissions"]
    assert (emissions["waste"], emissions["extraction"]) == (0, 0)
    assert sum(emissions.values()) == 11


def test_of_a_type_that_has_more_only_as_many_go_as_the_card_says(owner: OnTable) -> None:
    action = 'effects = [{ token = "emissions.any", by = -1 }]'
    table = owner("local", action, *PLAYED, "choose industry")

    assert sum(table.document["powers"]["china"]["emissions"].values()) == 12
    assert table.document["prompt"]["kind"] == "none"


def test_whether_its_clean_energy_is_doubled_is_asked_whatever_else_a_card_does(
    owner: OnTable,
) -> None:
    action = 'effects = [{ token = "clean", by = 1 }, { do = "draw", by = 1 }]'
    lines = ("project 1.302", "set globals.0.active true", *PLAYED)
    table = owner("local", action, *lines)

    assert (table.document["prompt"]["of"], table.document["prompt"]["tag"]) == ("1.101", "nuclear")


def test_a_crisis_takes_emissions_that_are_there_and_nothing_else(owner: OnTable) -> None:
    crisis = 'target = "highest"\nof = "dirty"\neffects = [{ token = "emissions.any", by = -2 }]'
    none = [
        f"set china.emissions.{kind} 0"
        for kind in ("transportation", "industry", "agriculture", "buildings", "extraction")
    ]
    table = owner("crisis", crisis, *STRUCK, *none, "crisis 1.404", "choose waste")

    assert sum(table.document["powers"]["china"]["emissions"].values()) == 0
    assert table.document["powers"]["china"]["communities"] == 0
    assert table.document["crises"]["resolved"] == ["1.404"]


def test_resilience_of_any_type_is_given_from_what_there_is(owner: OnTable) -> None:
    action = 'effects = [{ do = "give", token = "resilience.any", by = 2 }]'
    lines = ("set china.resilience.social 0", *PLAYED, "choose us")
    table = owner("local", action, *lines)

    assert table.document["prompt"]["options"] == ["ecological", "infrastructure"]
    table.submit("choose ecological")

    assert china(table)["ecological"] == 0
    assert table.document["powers"]["us"]["resilience"]["ecological"] == 2


def test_no_more_is_taken_than_another_power_has(owner: OnTable) -> None:
    action = 'effects = [{ do = "take", token = "communities", by = 3 }]'
    table = owner("local", action, "set us.communities 2", *PLAYED, "choose us")

    assert table.document["powers"]["us"]["communities"] == 0
    assert table.document["powers"]["china"]["communities"] == 2


def test_a_cost_of_any_type_is_paid_by_choice(owner: OnTable) -> None:
    action = 'cost = [{ token = "resilience.any", by = -1 }]\neffects = [{ token = "trees" }]'
    table = owner("local", action, *PLAYED, "choose social")

    assert china(table)["social"] == 0
    assert table.document["trees"] == 12


@pytest.mark.parametrize(
    ("cost", "by_hand"),
    [
        ('{ token = "trees", by = -12 }', "set oceans 7"),
        ('{ token = "clean", by = -2 }, { token = "clean", by = -2 }', "set oceans 7"),
        ('{ token = "resilience.any", by = -2, per = "grid" }', "tags 1.101 grid grid"),
    ],
)
def test_a_cost_that_is_not_there_cannot_be_paid(owner: OnTable, cost: str, by_hand: str) -> None:
    action = f'cost = [{cost}]\neffects = [{{ token = "oceans" }}]'
    table = owner("local", action, *PLAYED[:2], by_hand)

    with pytest.raises(Refusal) as refused:
        table.submit("act china 3")

    assert refused.value.code == "cost"


def test_tags_that_an_action_needs_are_asked_for_whatever_it_does(owner: OnTable) -> None:
    action = 'needs = { grid = 1 }\neffects = [{ token = "clean", by = 1 }]'
    table = owner("local", action, *PLAYED)

    assert (table.document["prompt"]["of"], table.document["prompt"]["tag"]) == ("1.101", "grid")
    table.submit("choose 1")

    assert table.document["powers"]["china"]["clean"] == 4


def test_an_action_is_not_taken_without_the_tags_that_it_waited_for(owner: OnTable) -> None:
    action = 'needs = { grid = 1 }\neffects = [{ token = "clean", by = 1 }]'
    table = owner("local", action, *ALONE, "act china 3", "choose 0")

    assert table.document["powers"]["china"]["clean"] == 3


def test_an_action_that_waited_for_tags_is_not_taken_once_its_card_is_covered(
    owner: OnTable,
) -> None:
    action = 'needs = { grid = 1 }\neffects = [{ token = "clean", by = 1 }]'
    table = owner("local", action, *ALONE, "act china 3", "play 1.102 china 3", "tags 1.101 grid")

    assert table.document["prompt"]["kind"] == "none"
    assert table.document["powers"]["china"]["clean"] == 3


def test_what_an_action_does_comes_before_what_was_done_while_it_waited_for_tags(
    owner: OnTable,
) -> None:
    action = 'effects = [{ token = "resilience.any", by = 1, per = "grid" }]'
    table = owner("local", action, *ALONE, "act china 3", "act us 5", "choose 1")

    assert table.document["prompt"]["kind"] == "resilience"


def test_a_row_that_nobody_read_is_done_before_the_rest_of_the_card(owner: OnTable) -> None:
    die = '{ do = "die", table = [{ total = 1, unread = true }] }'
    action = f'effects = [{die}, {{ token = "resilience.any", by = 1 }}]'
    table = owner("local", action, *ALONE, "act china 3", "roll geoengineering 4")

    assert table.document["prompt"]["kind"] == "by_hand"
    table.submit("choose done")
    assert table.document["prompt"]["kind"] == "resilience"


def test_no_card_pays_twice_for_an_action(owner: OnTable) -> None:
    table = owner("local", 'discard = 2\neffects = [{ token = "clean", by = 1 }]', *ALONE)

    with pytest.raises(Refusal) as refused:
        table.submit("act china 3 paying 1.068 1.068")
    assert refused.value.code == "cost"

    table.submit("act china 3 paying ? ?")
    assert table.document["powers"]["china"]["clean"] == 4


def test_where_tags_are_missing_that_is_the_reason_though_a_crisis_would_forbid_it(
    owner: OnTable,
) -> None:
    action = 'effects = [{ token = "dirty", by = -1, per = "regulation" }]'
    lobbied = (*STRUCK, "crisis 1.447", "to growth", *ALONE)
    table = owner("local", action, *lobbied, "tags 1.101 solar")

    with pytest.raises(Refusal) as refused:
        table.submit("act china 3")
    assert refused.value.code == "requirement"

    table.submit("tags 1.101 regulation")
    with pytest.raises(Refusal) as refused:
        table.submit("act china 3")
    assert refused.value.code == "forbidden"


def test_an_action_that_waited_for_tags_is_taken_like_any_other(owner: OnTable) -> None:
    action = 'needs = { grid = 1 }\nlimit = "round"\neffects = [{ token = "clean", by = 1 }]'
    table = owner("local", action, *PLAYED, "choose 1")

    assert table.document["powers"]["china"]["stacks"][2]["uses_left"] == 0


def test_with_fewer_tags_than_its_first_step_an_effect_does_nothing(owner: OnTable) -> None:
    step = '{ token = "clean", per = "grid", steps = [{ tags = 2, by = 3 }] }'
    action = f'effects = [{step}, {{ token = "trees", by = 1 }}]'
    table = owner("local", action, *ALONE, "tags 1.101 grid", "act china 3")

    assert table.document["powers"]["china"]["clean"] == 3
    assert table.document["trees"] == 12


def test_unread_tags_that_reach_no_further_step_are_not_asked_for(owner: OnTable) -> None:
    action = 'effects = [{ token = "clean", per = "grid", steps = [{ tags = 2, by = 3 }] }]'
    lines = (*ALONE, "tags 1.101 grid grid", "tuck 1.102 china 3", "act china 3")
    table = owner("local", action, *lines)

    assert table.document["prompt"]["kind"] == "none"
    assert table.document["powers"]["china"]["clean"] == 6


def test_tags_that_limit_an_action_are_asked_for_once_those_that_are_read_are_used_up(
    owner: OnTable,
) -> None:
    action = 'limit = "grid"\neffects = [{ token = "trees", by = 1 }]'
    lines = (*ALONE, "tags 1.101 grid", "tuck 1.102 china 3", "act china 3")
    table = owner("local", action, *lines)
    assert table.document["prompt"]["kind"] == "none"

    table.submit("act china 3")
    assert (table.document["prompt"]["of"], table.document["prompt"]["tag"]) == ("1.102", "grid")
    table.submit("choose 1")

    assert table.document["trees"] == 13


def test_without_a_tag_that_limits_it_an_action_is_not_taken(owner: OnTable) -> None:
    action = 'limit = "grid"\neffects = [{ token = "trees", by = 1 }]'
    table = owner("local", action, *ALONE, "tags 1.101 solar")

    with pytest.raises(Refusal, match=r"needs 1 × Grid, has 0"):
        table.submit("act china 3")


def test_tags_that_count_for_a_die_are_asked_for_before_the_roll(owner: OnTable) -> None:
    die = '{ do = "die", per = "geoengineering", table = [{ total = 5, crises = 1 }] }'
    table = owner("local", f"effects = [{die}]", *ALONE, "act china 3")
    assert table.document["prompt"]["tag"] == "geoengineering"

    table.submit("choose 1")
    table.submit("roll geoengineering 4")

    assert table.document["crises"]["due"] == 4


def test_a_total_below_every_row_of_a_table_does_nothing(owner: OnTable) -> None:
    action = 'effects = [{ do = "die", table = [{ total = 5, crises = 1 }] }]'
    table = owner("local", action, *PLAYED, "roll geoengineering 4")

    assert table.document["crises"]["due"] == 3
    assert table.document["prompt"]["kind"] == "none"


def test_a_known_cost_is_paid_even_where_the_effect_is_entered_by_hand(owner: OnTable) -> None:
    action = 'cost = [{ token = "demand", by = 1 }]\nknown = "part"'
    table = owner("local", action, *PLAYED, "choose clean+2")

    power = table.document["powers"]["china"]
    assert (power["demand"], power["clean"]) == (13, 5)


def test_a_project_that_stores_cards_and_draws_counts_from_the_first_local_stage(
    owner: OnTable,
) -> None:
    table = owner("global", 'store = "any"\ndraw = 2', "project 1.301", "to local")

    assert table.document["powers"]["china"]["draw"] == 7


def test_a_project_goes_on_once_the_tags_under_it_are_known(owner: OnTable) -> None:
    project = 'store = "any"\naction = { effects = [{ token = "clean", per = "grid" }] }'
    lines = ("project 1.301", "to local", "tuck 1.102 under 1.301 by us", "act china 1.301")
    table = owner("global", project, *lines)

    assert (table.document["prompt"]["of"], table.document["prompt"]["tag"]) == ("1.102", "grid")
    table.submit("choose 2")

    assert table.document["powers"]["china"]["clean"] == 5


def test_a_crisis_may_ask_for_nothing_but_enough_energy(owner: OnTable) -> None:
    lines = (*STRUCK, "set china.demand 14", "crisis 1.404")
    table = owner("crisis", 'effects = [{ do = "shortage" }]', *lines)

    assert table.document["powers"]["china"]["communities"] == 2


def test_a_crisis_of_which_a_part_is_reduced_to_nothing_does_the_rest(owner: OnTable) -> None:
    effects = '[{ token = "communities", by = 1 }, { token = "clean", by = -3 }]'
    crisis = f'reduced_by = "social"\neffects = {effects}'
    table = owner("crisis", crisis, *STRUCK, "crisis 1.404")

    power = table.document["powers"]["china"]
    assert (power["communities"], power["clean"]) == (0, 1)


def test_of_a_loss_that_was_read_in_part_less_may_go(owner: OnTable) -> None:
    crisis = 'known = "part"\neffects = [{ token = "clean", by = -2 }]'
    table = owner("crisis", crisis, *STRUCK, "crisis 1.404", "choose less", "choose 1")

    assert table.document["powers"]["china"]["clean"] == 2


def test_a_crisis_turns_none_face_up_where_all_were_seen(owner: OnTable) -> None:
    warned = ("to local", "tags 1.102 innovation innovation", "play 1.102 china 1")
    first = ("act china 1 paying ?", "choose 1.404", "choose social")
    second = ("act china 1 paying ?", "choose 1.432", "choose social")
    lines = ("crisis 1.415", *warned, *first, *second, *STRUCK, "crisis 1.415")
    table = owner("crisis", 'effects = [{ do = "reveal" }]', *lines)
    assert table.document["crises"]["resolved"] == ["1.415"]

    table.submit("crisis 1.404")

    assert table.document["prompt"]["kind"] == "none"
    assert table.document["crises"]["resolved"] == ["1.415", "1.404"]


def test_no_tags_count_for_a_die_that_a_crisis_rolls(owner: OnTable) -> None:
    crisis = 'effects = [{ do = "die", table = [{ total = 6, crises = 1 }] }]'
    lines = ("crisis 1.404", "roll geoengineering 5", "roll geoengineering 5")
    table = owner("crisis", crisis, *STRUCK, *lines)

    assert table.document["crises"]["due"] == 3
    assert table.document["crises"]["resolved"] == ["1.404"]


def test_each_card_under_a_crisis_makes_it_as_much_less_as_it_says(owner: OnTable) -> None:
    crisis = 'tuck = { tag = "society", reduce = 2 }\neffects = [{ token = "communities", by = 3 }]'
    tucked = ("crisis 1.404", "to local", "tags 1.035 society", "tuck 1.035 under 1.404 by us")
    table = owner("crisis", crisis, "set trees 31", *tucked, "to emissions", *STRUCK[2:])
    table.submit("crisis 1.404")

    assert table.document["powers"]["china"]["communities"] == 1


def test_a_project_asks_for_tags_that_may_have_made_it_active(owner: OnTable) -> None:
    project = 'needs = { grid = 1 }\naction = { effects = [{ token = "trees", by = 1 }] }'
    lines = ("project 1.301", "to local", "tuck 1.102 under 1.301 by us", "choose 0")
    table = owner("global", project, *lines)
    table.submit('card {"number": "1.102", "tags": null, "tags_known": null, "tags_counted": null}')

    table.submit("act china 1.301")
    assert (table.document["prompt"]["of"], table.document["prompt"]["tag"]) == ("1.102", "grid")
    table.submit("choose 1")

    assert table.document["globals"][0]["active"]
    assert table.document["trees"] == 12


def test_a_project_that_was_not_active_after_all_does_nothing(owner: OnTable) -> None:
    project = 'needs = { grid = 1 }\naction = { effects = [{ token = "trees", by = 1 }] }'
    lines = ("project 1.301", "to local", "tuck 1.102 under 1.301 by us", "choose 0")
    table = owner("global", project, *lines)
    table.submit('card {"number": "1.102", "tags": null, "tags_known": null, "tags_counted": null}')
    table.submit("act china 1.301")
    table.submit("choose 0")

    assert table.document["prompt"]["kind"] == "none"
    assert table.document["trees"] == 11


def test_a_project_that_is_not_for_the_solo_game_is_not_chosen_in_it(owner: OnTable) -> None:
    table = owner("global", "known = 'part'", seats="china", mark="solo = false\n")

    with pytest.raises(Refusal) as refused:
        table.submit("project 1.301")

    assert refused.value.code == "not_for_solo"


def test_what_a_project_does_comes_before_what_was_done_while_it_waited_for_tags(
    owner: OnTable,
) -> None:
    action = 'effects = [{ token = "resilience.any", by = 1, per = "grid" }]'
    lines = ("project 1.301", "to local", "tuck 1.102 under 1.301 by us", "act china 1.301")
    table = owner("global", f'store = "any"\n[cards.project.action]\n{action}', *lines)
    table.submit("act us 5")  # nobody could read it
    table.submit("choose 1")

    assert table.document["prompt"]["kind"] == "resilience"


def test_as_many_stored_cards_are_spent_for_a_roll_as_the_project_says(owner: OnTable) -> None:
    die = 'action = { effects = [{ do = "die", table = [{ total = 8, crises = 1 }] }] }'
    stored = [f"tuck {card} under 1.301 by us" for card in ("1.102", "1.103", "1.104")]
    lines = ("project 1.301", "to local", *stored)
    table = owner("global", f'store = "any"\nspend_for_die = 2\n{die}', *lines)

    with pytest.raises(Refusal) as refused:
        table.submit("act china 1.301 paying 1.102 1.103 1.104")
    assert refused.value.code == "cost"

    table.submit("act china 1.301 paying 1.102 1.103")
    table.submit("roll geoengineering 6")

    assert table.document["globals"][0]["tucked"] == ["1.104"]
    assert table.document["crises"]["due"] == 4


def test_two_projects_are_lost_one_by_one(owner: OnTable) -> None:
    crisis = 'effects = [{ do = "discard_project", by = 2 }]'
    rounds = ("project 1.309", *STRUCK, "to growth", "to global", "project 1.302")
    table = owner("crisis", crisis, *rounds, "to emissions", "to crisis", "crisis 1.404")

    assert table.document["prompt"]["options"] == ["1.309", "1.302"]
    table.submit("choose 1.302")
    table.submit("choose 1.309")

    assert table.document["globals"] == []
    assert table.document["crises"]["resolved"] == ["1.404"]


def test_what_is_central_has_no_owner_to_choose(owner: OnTable) -> None:
    action = 'effects = [{ token = "trees", by = 1, board = "any" }]'
    table = owner("local", action, *PLAYED)

    assert table.document["trees"] == 12


@pytest.mark.parametrize("do", ["give", "take"])
def test_what_is_central_cannot_change_hands(owner: OnTable, do: str) -> None:
    action = f'effects = [{{ do = "{do}", token = "trees" }}]'
    table = owner("local", action, *PLAYED[:2])

    with pytest.raises(Refusal) as refused:
        table.submit("act china 3")

    assert refused.value.code == "nobody_there"
