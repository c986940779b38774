"""Every kind of picture that the small screen shows of Náufragos."""

from functools import partial

from companion.games.display import Page
from tests.support.devices.screen_pictures import Picture as AnyPicture

Picture = partial(AnyPicture, game="naufragos")

FOUR = ("seat red", "seat yellow cook", "seat green strong", "seat blue guide", "start")
EVENT = (*FOUR, "event sun 3")
PLACING = (*EVENT, "next")
HURT = (
    "set red.injuries 2",
    "set yellow.energy 0",
    "set yellow.traumas 3",
    "set green.place lost",
    "set lost.0.difficulty 9",
    "gain blue.traumas 4",
)
AWAY = (*PLACING, "place blue explore", "place red explore", "next", "explore coast 3")
NIGHT = (*PLACING, "set store.perishable 2", "set red.injuries 1", "to survival")
PROMONTORY = (*PLACING, "set yellow.track 13")
RESCUED = (*PROMONTORY, "choose now", "set store.food 9", "to survival", "next")


def second(page: Page) -> Page:
    return page.with_mark(1)


GALLERY = (
    Picture("home", EVENT, "home"),
    Picture("home_hurt", (*PLACING, *HURT, "set fire.lit true"), "home"),
    Picture(
        "home_fire", (*PLACING, "set fire.lit true", "set fire.wood 1", "set weather.position 0")
    ),
    Picture("home_alone", ("seat blue", "start", "event none none")),
    Picture("now_seats", ("seat red", "seat yellow cook")),
    Picture("now_effect", EVENT, "now"),
    Picture("now_place", PLACING, "now"),
    Picture("now_done", (*PLACING, "next"), "now"),
    Picture("prompt_event", FOUR),
    Picture("expedition", AWAY),
    Picture("expedition_storm", (*AWAY, "set weather.position 0", "explore coast 9")),
    Picture("expedition_without_odds", (*AWAY, "set outlook.shown false")),
    Picture("lost", (*PLACING, *HURT, "set red.place lost", "set yellow.place lost"), "lost"),
    Picture("store", (*EVENT, "set store.perishable 7", "set store.ropes 1"), "store"),
    Picture("buildings", (*PLACING, "set constructions.shelter 2"), "buildings"),
    Picture(
        "buildings_done",
        (
            *(*PLACING, "set constructions.shelter 4", "set constructions.raft.done true"),
            *("set constructions.sand_sign.done true", "set constructions.bonfire.progress 5"),
        ),
        "buildings",
    ),
    Picture("castaway", (*PLACING, "set red.injuries 3"), "castaway red"),
    Picture("castaway_lost", (*PLACING, *HURT), "castaway green"),
    Picture("castaway_dead", (*PLACING, *HURT), "castaway blue"),
    Picture("tonight", NIGHT),
    Picture(
        "tonight_hungry", (*PLACING, *HURT, "set store.food 0", "set fire.lit true"), "tonight"
    ),
    Picture("prompt_forage", (*PLACING, "place red forage", "next")),
    Picture("prompt_fire", (*PLACING, "place red fire", "next"), changed=second),
    Picture("prompt_build", (*PLACING, "set store.wood 4", "place red build", "next")),
    Picture("prompt_share", (*PLACING, "place red build", "next", "choose sand_sign")),
    Picture("prompt_by_hand", (*PLACING, "place red camp B3", "next")),
    Picture("prompt_reroll", (*AWAY, "set red.story 1", "return", "roll dice 1 2")),
    Picture("prompt_feed", (*PLACING, "set fire.lit true", "next", "next")),
    Picture("prompt_ending", PROMONTORY),
    Picture("prompt_rescue", RESCUED),
    Picture("prompt_score", (*RESCUED, "choose yes")),
    Picture("roll_fire", (*PLACING, "place red fire", "next", "choose 3")),
    Picture("roll_return", (*AWAY, "return")),
    Picture(
        "roll_lost", (*EVENT, "set red.place lost", "set lost.0.difficulty 11", "next", "next")
    ),
    Picture("roll_injuries", (*NIGHT, "set red.injuries 4", "next")),
    Picture("dice_rolling", (*AWAY, "return"), "rolling dice 2"),
    Picture("dice_home", (*AWAY, "set weather.position 1", "return", "roll dice 5 4"), "die"),
    Picture("dice_not_found", (*AWAY, "return", "roll dice 1 2"), "die"),
    Picture("dice_total", (*AWAY, "return", "roll dice total 9"), "die"),
    Picture("dice_fire", (*PLACING, "place red fire", "next", "choose 3", "roll dice 2"), "die"),
    Picture("dice_no_fire", (*PLACING, "place red fire", "next", "choose 3", "roll dice 5"), "die"),
    Picture("dice_injuries", (*NIGHT, "set red.injuries 4", "next", "roll dice 2 3 1 6"), "die"),
    Picture("dice_free", (*FOUR, "roll strength 5"), "die"),
    Picture("dice_entered", (*AWAY, "return"), hands=("hold dice", "turn +5")),
    Picture("dice_a_1", (*NIGHT, "next"), hands=("hold dice",)),
    Picture("tap_castaway", PLACING, hands=("tap red",)),
    Picture("tap_action", PLACING, hands=("tap wood",)),
    Picture("tap_placed", PLACING, hands=("tap wood", "tap red"), shortens=True),
    Picture("tap_refused", (*PLACING, "set wreck.ashore false"), hands=("tap red", "tap salvage")),
    Picture("tap_event", FOUR, hands=("tap E07", "turn +1")),
    Picture("tap_event_number", FOUR, hands=("tap E07", "press next", "turn +3")),
    Picture("tap_white", PLACING, hands=("press discard",)),
    Picture("tap_back", AWAY, hands=("tap red",)),
    Picture("tap_explore", AWAY, hands=("press next",)),
    Picture("tap_object", PLACING, hands=("tap W05",)),
    Picture("tap_rescue", RESCUED, hands=("tap E03",)),
    Picture(
        "end_rescued", (*RESCUED, "choose yes", "choose 21", "choose 17", "choose 9", "choose 30")
    ),
    Picture("end_missed", (*RESCUED, "choose no")),
    Picture(
        "end_dead",
        (*FOUR, *(f"gain {seat}.traumas 4" for seat in ("red", "yellow", "green", "blue"))),
    ),
    Picture("end_time", ("seat red", "start", "set turns 1", "event none none", "to event")),
)
