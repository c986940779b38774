"""Every kind of picture that the small screen shows of Council of Shadows."""

from functools import partial

from tests.support.devices.screen_pictures import Picture

GAME = "council_of_shadows"
Shown = partial(Picture, game=GAME)

TWO = ("seat red", "seat violet", "start")
THREE = ("seat red", "seat violet", "seat green", "start")
FOUR = ("seat red", "seat violet", "seat green", "seat blue", "start")
STANDING = (
    *("set red.energy 18", "set red.consumption 31", "set red.level 1"),
    *("set violet.energy 7", "set violet.consumption 45", "set green.energy 41"),
    *("set green.consumption 62", "set green.level 2"),
)
GALAXIES = ("set detail galaxies", *THREE, *STANDING)
CUBES = (
    *("set galaxies.blue.colonies.red 2", "set galaxies.green.colonies.red 1"),
    *("set galaxies.green.colonies.violet 1", "set galaxies.pink.colonies.red 1"),
)
PLANNED = ("to plan", "consume red 12", "consume violet 6", "consume green 6")
SCORING = (*GALAXIES, *CUBES, *PLANNED, "to act", "next")
FINAL = (
    *("set detail full", *TWO, "set red.level 3", "set red.ai_cards 2"),
    *("to plan", "consume red 3", "consume violet 2", "to act", "to final"),
)

GALLERY = (
    Shown("seats", ("seat red", "seat violet"), hands=("turn +1",)),
    Shown("home", (*FOUR, *STANDING, "set blue.energy 12")),
    Shown("home_highest", (*FOUR, "set red.energy 120", "set red.consumption 100")),
    Shown("now_buy", THREE, "now"),
    Shown("shop", ("set detail full", *THREE), hands=("press gems",)),
    Shown("shop_turned", ("set detail full", *THREE), hands=("press gems", "turn +7")),
    Shown("energy", (*THREE, *STANDING), hands=("press energy", "turn +4")),
    Shown("energy_level", (*THREE, *STANDING), hands=("press energy", "turn +13")),
    Shown("cost_asked", ("set detail full", *THREE), hands=("tap ai-07",)),
    Shown("plan", (*THREE, "to plan", "consume red 4", "play violet-tower violet 1"), "now"),
    Shown("plan_ready", (*THREE, *PLANNED), "now"),
    Shown("plan_tap", (*THREE, "to plan"), hands=("tap red-tower",)),
    Shown(
        "plan_slot",
        (
            *(*TWO, "to plan", "play red-tower red 1", "play red-gems red 2"),
            "play red-harvest red 3",
        ),
        hands=("tap red-discover",),
    ),
    Shown("plan_number", (*THREE, "to plan"), hands=("press energy", "turn +6")),
    Shown(
        "plan_unknown",
        (
            *TWO,
            "to plan",
            "consume violet 3",
            *(f"play red-{c} red {n}" for n, c in enumerate(("gems", "tower", "harvest"), 1)),
        ),
        hands=("press next",),
    ),
    Shown("order", (*THREE, *STANDING, *PLANNED, "to act"), "now"),
    Shown(
        "order_first_there",
        (*THREE, "to plan", *(f"consume {s} 5" for s in ("red", "violet", "green")), "to act"),
        "order",
    ),
    Shown("turn", (*GALAXIES, *CUBES, *PLANNED, "to act")),
    Shown("turn_reached", (*THREE, *PLANNED, "to act", "gain red energy 34")),
    Shown("score", SCORING),
    Shown("score_nothing", (*GALAXIES, *PLANNED, "to act", "next")),
    Shown(
        "score_cube",
        (
            "set detail galaxies",
            *TWO,
            "colony red 1 blue 1",
            "colony red 1 blue 2",
            "to plan",
            "consume red 3",
            "consume violet 0",
            "to act",
            "next",
            "score red blue",
        ),
    ),
    Shown("level_up", (*THREE, "set red.energy 63", "set red.consumption 56", "next")),
    Shown(
        "level_up_turned",
        (*THREE, "set red.energy 63", "set red.consumption 56", "next"),
        changed=lambda page: page.with_mark(5),
    ),
    Shown(
        "effect",
        (*THREE, "set red.level 1", "set red.energy 20", "next", "choose information"),
        "now",
    ),
    Shown(
        "income",
        (
            *THREE,
            "set red.level 1",
            "set red.energy 20",
            "next",
            "choose feudalism",
            "to plan",
            *PLANNED[1:],
            "to act",
            "next",
        ),
        hands=("turn +1",),
    ),
    Shown("seat", ("set detail full", *THREE, *STANDING), "seat red"),
    Shown("galaxy", (*GALAXIES, *CUBES), "galaxy green"),
    Shown("account", FINAL),
    Shown("account_cards", (*FINAL, "play light-02 red", "play light-08 red", "gain red energy 3")),
    Shown("account_asks", (*FINAL, "play light-04 red"), hands=("turn +1",)),
    Shown("end", (*FINAL, "next", "next")),
    Shown(
        "end_shared",
        (
            *TWO,
            "set red.level 3",
            "set violet.level 3",
            *PLANNED[:3],
            "to act",
            "to final",
            "next",
            "set violet.energy 0",
            "next",
            "choose shared",
        ),
    ),
    Shown(
        "winner_asked",
        (
            *TWO,
            "set red.level 3",
            "set violet.level 3",
            *PLANNED[:3],
            "to act",
            "to final",
            "next",
            "next",
        ),
    ),
)
