"""Every kind of picture that the small screen shows, each from a game played up to that point."""

from collections.abc import Callable
from contextlib import suppress
from dataclasses import dataclass

from companion.errors import Refusal
from companion.games import game
from companion.games.display import Chance, Page
from companion.i18n.message import say
from companion.match.match import Match
from companion.match.taps.common_pages import new_game, pairing
from companion.match.taps.screen_page import page_of
from companion.match.taps.script_gestures import ScriptedHands, read_movement
from companion.storage.journal import MemoryJournal

TWO = ("seat china", "seat us", "start")
FOUR = ("seat china", "seat us", "seat europe", "seat majority_world", "start")
TO_EMISSIONS = ("to local", "to emissions")
COUNTED = ("next", "next", "next", "next")
WARM = (*FOUR, "set thermometer.bands 3", "set thermometer.cubes 13")
IN_CRISIS = (*WARM, "set trees 60", *TO_EMISSIONS, *COUNTED)
IN_LOCAL = (*FOUR, "to local")
TAG = "04a1b2c3d4e580"
RESOLVING = ("set dice.rolls_due 0",)
HOT = (
    *(*FOUR, "set thermometer.bands 7", "set thermometer.cubes 13"),
    *("set trees 9", "set oceans 6", "set dac 65", "crisis 1.424"),
)
SHORT = tuple(f"set {seat}.demand 30" for seat in ("china", "us", "europe", "majority_world"))
COOL = tuple(
    f"set {seat}.{what} 0"
    for seat in ("china", "us", "europe", "majority_world")
    for what in (
        "dirty",
        *(f"emissions.{kind}" for kind in ("transportation", "industry", "agriculture")),
        *(f"emissions.{kind}" for kind in ("buildings", "extraction", "waste")),
    )
)
EXTREME = (
    "set thermometer.bands 7",
    "set thermometer.cubes 19",
    *(
        f"set {seat}.{what}"
        for seat in ("china", "us", "europe", "majority_world")
        for what in ("demand 38", "communities 7", "emissions.industry 24")
    ),
    "set majority_world.communities 11",
    "set majority_world.resilience.social 12",
)
FED = (
    "set china.clean 38",
    "set us.clean 38",
    "set europe.clean 38",
    "set majority_world.clean 38",
)


@dataclass(frozen=True, slots=True)
class Picture:
    """After these lines: a page by its name, or what hands lead to, or what is shown unasked."""

    name: str
    lines: tuple[str, ...] = ()
    page: str = ""
    hands: tuple[str, ...] = ()
    changed: Callable[[Page], Page] = lambda page: page
    shortens: bool = False
    """It is here to show how what is too long is shortened."""
    soon: bool = False
    """As it is shown before the odds are worked out."""
    game: str = "daybreak"

    def shown(self) -> Page:
        table = Match(game(self.game), MemoryJournal())
        for line in self.lines:
            table.submit(line)
        if self.hands:
            return self.changed(self._led(table))
        found = self._page(table)
        assert found is not None
        odds = table.game.odds
        if odds and not self.soon and any(isinstance(part, Chance) for part in found.parts):
            found = found.with_chance(odds.chance(table.state))
        return self.changed(found)

    def _page(self, table: Match) -> Page | None:
        played, state = table.game, table.state
        match self.page.split():
            case ["die"]:
                return played.rolled_page(state, "", ())
            case ["rolling", die, frame]:
                return played.rolling_page(state, die, int(frame))
        return played.page(state, self.page) if self.page else played.pages(state)[0]

    def _led(self, table: Match) -> Page:
        hands = ScriptedHands(table)
        for line in self.hands:
            movement = read_movement(line)
            assert movement
            with suppress(Refusal):  # then the picture says why not
                hands.move(movement)
        game = table.game
        return page_of(game, table.history[-1], hands.taps, hands.now)


GALLERY = (
    Picture("home", FOUR),
    Picture("home_warm", (*WARM, "set trees 40", "to local")),
    Picture("home_soon", (*WARM, "set trees 40", "to local"), soon=True),
    Picture("home_danger", (*HOT, "to local")),
    Picture("home_without_odds", (*HOT, "to local", "set outlook.shown false")),
    Picture("home_cold", (*FOUR, *COOL, *FED, "to local")),
    Picture("home_hottest", (*FOUR, *EXTREME, "set round 6")),
    Picture("home_drawdown", (*FOUR, *COOL, *FED, *TO_EMISSIONS, *COUNTED)),
    Picture("now_seats", ("seat china", "seat majority_world")),
    Picture("now_crises", WARM, "now"),
    Picture("now_project", (*WARM, "next"), "now"),
    Picture("now_draw", (*WARM, "set us.communities 5", "to local"), "now"),
    Picture("now_play", (*WARM, "to local", "next"), "now"),
    Picture("now_resolve", (*IN_CRISIS, *RESOLVING), "now"),
    Picture("now_growth", (*IN_CRISIS, *RESOLVING, "to growth"), "now"),
    Picture("next_step", WARM, hands=("press next",)),
    Picture("leaving_local", (*WARM, "to local", "next", *SHORT), hands=("press next",)),
    Picture("leaving_crisis", (*IN_CRISIS, *RESOLVING), hands=("press next",)),
    Picture("power", FOUR, "power china"),
    Picture(
        "power_in_need",
        (*FOUR, "set majority_world.demand 16", "set majority_world.communities 10"),
        "power majority_world",
    ),
    Picture("power_lost", (*FOUR, *EXTREME), "power majority_world"),
    Picture("stack", (*FOUR, "to local", "next"), "stack china 2"),
    Picture(
        "stack_with_tags",
        (*FOUR, "to local", "tags 1.004 innovation solar", "tuck 1.004 us 4"),
        "stack us 4",
    ),
    Picture("stack_unknown", (*FOUR, "to local"), "stack us 5"),
    Picture("stack_empty", (*FOUR, "to local", "discard 1.219 europe"), "stack europe 5"),
    Picture("project", (*FOUR, "project 1.309"), "project 1.309"),
    Picture("project_active", (*FOUR, "project 1.308", "to local"), "project 1.308"),
    Picture("prompt", (*FOUR, "to local", "act china 3 paying ?")),
    Picture(
        "prompt_turned",
        (*FOUR, "to local", "act china 3 paying ?"),
        changed=lambda page: page.with_mark(2),
    ),
    Picture("prompt_power", (*FOUR, "to local", "tags 1.209 grid", "act china 5")),
    Picture("prompt_by_hand", (*FOUR, "to local", "act us 5")),
    Picture(
        "prompt_long",
        (*IN_CRISIS, *RESOLVING, "crisis 1.401"),
        changed=lambda page: page.with_mark(3),
        shortens=True,
    ),
    Picture("roll", IN_CRISIS),
    Picture("roll_most", (*IN_CRISIS, "set dice.rolls_due 7")),
    Picture("roll_tied", (*IN_CRISIS, *RESOLVING, "crisis 1.432")),
    Picture("die_rolling", IN_CRISIS, "rolling planetary 1"),
    Picture("die_rolling_number", IN_CRISIS, "rolling geoengineering 4"),
    Picture("die_tips", (*IN_CRISIS, "roll planetary arctic"), "die"),
    Picture("die_moves", (*IN_CRISIS, "roll planetary weather"), "die"),
    Picture("die_amazon", (*IN_CRISIS, "set planetary.amazon 2", "roll planetary amazon"), "die"),
    Picture("die_free", (*FOUR, "roll geoengineering 5"), "die"),
    Picture("die_tied", (*IN_CRISIS, *RESOLVING, "crisis 1.432", "roll geoengineering 4"), "die"),
    Picture("emissions_1", (*WARM, "set us.demand 11", *TO_EMISSIONS)),
    Picture("emissions_1_all_short", (*FOUR, *EXTREME, *TO_EMISSIONS)),
    Picture("emissions_2_most", (*FOUR, *EXTREME, *FED, *TO_EMISSIONS, "next")),
    Picture("emissions_2", (*WARM, "set recent 4", *TO_EMISSIONS, "next")),
    Picture("emissions_3", (*WARM, *TO_EMISSIONS, "next", "next")),
    Picture("emissions_3_drawdown", (*FOUR, *COOL, *FED, *TO_EMISSIONS, "next", "next")),
    Picture("emissions_4", (*WARM, "set trees 40", *TO_EMISSIONS, "next", "next", "next")),
    Picture("crisis_forecast", (*WARM, "crisis 1.415"), "crisis 1.415"),
    Picture(
        "crisis_all",
        (*IN_CRISIS, *RESOLVING, "set us.resilience.infrastructure 3"),
        "crisis 1.416",
    ),
    Picture(
        "crisis_one",
        (*IN_CRISIS, *RESOLVING, "set us.resilience.infrastructure 0"),
        "crisis 1.432",
    ),
    Picture(
        "crisis_two_effects",
        (*IN_CRISIS, *RESOLVING, "set us.resilience.ecological 0"),
        "crisis 1.424",
    ),
    Picture("crisis_cards", (*IN_CRISIS, *RESOLVING), "crisis 1.440"),
    Picture("crisis_ongoing", (*IN_CRISIS, *RESOLVING), "crisis 1.444"),
    Picture("crisis_unknown", (*IN_CRISIS, *RESOLVING), "crisis 1.411"),
    Picture("end_won", (*FOUR, *COOL, *FED, *TO_EMISSIONS, *COUNTED, "to growth")),
    Picture("end_too_hot", (*FOUR, "set thermometer.bands 8")),
    Picture("end_communities", (*FOUR, "set china.communities 12")),
    Picture("end_time", (*TWO, "set round 6", "set trees 25", *TO_EMISSIONS, "to growth")),
    Picture("tap_seat", hands=("tap china", "turn +1")),
    Picture("tap_card", IN_LOCAL, hands=("tap 1.133",)),
    Picture("tap_long_name", IN_LOCAL, hands=("tap 1.126",)),
    Picture("tap_stack", IN_LOCAL, hands=("tap 1.206",)),
    Picture("tap_to_pay", IN_LOCAL, hands=("tap 1.206", "press next")),
    Picture("tap_done", IN_LOCAL, hands=("tap 1.133", "tap 1.206")),
    Picture("tap_whose", (*FOUR, "project 1.309", "to local"), hands=("tap 1.035", "tap 1.309")),
    Picture("tap_project", (*FOUR, "project 1.309", "to local"), hands=("tap 1.309",)),
    Picture("tap_crisis", (*IN_CRISIS, *RESOLVING), hands=("tap 1.416",)),
    Picture("came_emissions", (*IN_LOCAL, "next"), hands=("press next", "press next")),
    Picture(
        "came_short",
        (*IN_LOCAL, "next", "set us.demand 14", "set thermometer.bands 3"),
        hands=("press next", "press next"),
    ),
    Picture(
        "came_growth", (*IN_CRISIS, *RESOLVING, "set drawdown false"), hands=("press next",) * 2
    ),
    Picture("tuck", IN_LOCAL, hands=("press tuck",)),
    Picture("tuck_card", IN_LOCAL, hands=("press tuck", "tap 1.133")),
    Picture("discard", IN_LOCAL, hands=("press discard",)),
    Picture("another_game", (*FOUR, "set thermometer.bands 8"), changed=lambda page: new_game()),
    Picture("undo", (*IN_LOCAL, "play 1.133 china 2"), hands=("press undo",)),
    Picture("undone", (*IN_LOCAL, "play 1.133 china 2"), hands=("press undo", "press undo")),
    Picture("die_entered", IN_CRISIS, hands=("hold planetary", "turn +1"), shortens=True),
    Picture("enrolment", FOUR, hands=("hold next", "turn -1")),
    Picture("enrolment_once", FOUR, hands=("hold next", f"tap uid:{TAG}")),
    Picture("refused", WARM, hands=("tap 1.133",)),
    Picture("refused_tap", IN_LOCAL, hands=("tap 1.133", "tap 1.300")),
    Picture("not_enrolled", WARM, hands=(f"tap uid:{TAG}",), shortens=True),
    Picture(
        "fault",
        (*WARM, "to local"),
        "power china",
        changed=lambda page: page.with_notice(
            say(
                "The reader {zone} at {place} does not answer ({detail}).",
                zone="tap",
                place="0.1",
                detail="0x00",
            )
        ),
    ),
    Picture(
        "pairing",
        changed=lambda page: pairing("http://10.42.0.1:8080/s/7F3K", "7F3K"),
    ),
)
