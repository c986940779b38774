"""Drawings beside the words: lines on a square of 24, by what they stand for.

They are drawn for this companion, from nothing: no card, board or rulebook was copied.
"""

FLAME = "M12 2c1 5 6 7 6 12a6 6 0 0 1-12 0c0-3 2-4 2-7 2 1 3 2 3 4 1-2 2-5 1-9"
LOGS = (
    "M4 15h15M4 20h15M4 15a2.5 2.5 0 0 0 0 5M19 15a2.5 2.5 0 1 0 .1 0M8 10h11"
    "M19 10a2.5 2.5 0 1 0 .1 0"
)
BOOK = "M12 6c-3-2-6-2-9-1v14c3-1 6-1 9 1 3-2 6-2 9-1V5c-3-1-6-1-9 1zM12 6v14M6 9h3M6 13h3"
BERRIES = (
    "M8 12a4 4 0 1 0 .1 0M16 12a4 4 0 1 0 .1 0M8 12c0-4 2-7 6-8M16 12c0-3-1-6-2-8"
    "M14 4c2-2 5-2 7 0-2 2-5 2-7 0"
)
FISH = "M3 12c4-6 11-6 15 0-4 6-11 6-15 0zM18 12l4-4v8zM7 11v.1"
WAVE = "M2 21c2-2 4-2 6 0s4 2 6 0 4-2 6 0"
WAVES = f"M2 17c2-2 4-2 6 0s4 2 6 0 4-2 6 0{WAVE}"
HUT = "M2 20 12 4l10 16zM9 20l3-6 3 6M12 4V2"
TENT = "M3 20h18M5 20 12 6l7 14M12 6l2-3M12 6l-2-3M12 12v8"
HEARTBEAT = "M13 2 5 14h6l-1 8 9-13h-6z"
CRATE = "M4 8h16v12H4zM4 12h16M9 8v12M15 8v12"
SAILS = "M12 2v16M12 4c6 2 8 7 8 12h-8M10 6c-4 3-6 6-6 10h6M3 20h18"

ACTIONS = {
    "forage": BERRIES,
    "wood": LOGS,
    "diary": BOOK,
    "salvage": f"M3 14l3 2h9l3-6zM8 10V3l6 5-6 2{WAVE}",
    "fire": FLAME,
    "build": "M13 5l6 6M15 3l6 6-3 3-6-6zM13 9 3 19l2 2L15 11",
    "explore": "M12 3a9 9 0 1 0 .1 0M15.5 8.5l-2 5-5 2 2-5zM12 3v2M12 19v2M3 12h2M19 12h2",
    "rest": "M20 14A8.5 8.5 0 1 1 10 4a7 7 0 0 0 10 10M15 4h4l-4 4h4",
    "camp": TENT,
}
SECTORS = {
    "coast": f"M4 13c4-3 12-3 16 0M12 11V6M12 6c-2-2-5-2-7 0M12 6c2-2 5-2 7 0{WAVES}",
    "interior": "M12 22v-6M12 2 6 10h3l-4 6h14l-4-6h3z",
    "heart": "M2 20 9 8l4 6 3-5 6 11zM7.5 10.5l2 1 1.5-1",
    "promontory": "M3 21h18M6 21l3-13h6l-2 6 4 7M9 8V3l6 2.5L9 8",
}
DECKS = {deck: SECTORS[deck] for deck in ("coast", "interior", "heart")}
STAGES = {
    "event": "M6 3h12v18H6zM12 7v6M12 16.5v.1",
    "actions": "M12 3a3.5 3.5 0 1 0 .1 0M8 21l1.5-8a3.5 3.5 0 0 1 5 0L16 21zM6 21h12",
    "survival": (
        "M3 12h18c0 5-3 8-9 8s-9-3-9-8zM8 9c-1-2 1-3 0-5M12 9c-1-2 1-3 0-5M16 9c-1-2 1-3 0-5"
    ),
    "end": "M2 18h20M6 18a6 6 0 0 1 12 0M12 3v5M9.5 5.5 12 8l2.5-2.5M4 10l2 2M20 10l-2 2M7 22h10",
}
WEATHER = {
    "storm": "M7 14a4 4 0 0 1-.5-8 5.5 5.5 0 0 1 10.5 1 3.6 3.6 0 0 1 0 7M13 11l-4 6h4l-2 5",
    "rain": (
        "M7 14a4 4 0 0 1-.5-8 5.5 5.5 0 0 1 10.5 1 3.6 3.6 0 0 1 0 7zM8 17l-1 4"
        "M12.5 17l-1 4M17 17l-1 4"
    ),
    "cloudy": "M7 19a4.5 4.5 0 0 1-.5-9 6 6 0 0 1 11.5 1 4 4 0 0 1 0 8z",
    "sunny": (
        "M12 8a4 4 0 1 0 .1 0M12 2v3M12 19v3M2 12h3M19 12h3M5 5l2 2M17 17l2 2M5 19l2-2M17 7l2-2"
    ),
    "hot": (
        "M9 8a4 4 0 1 0 .1 0M9 3v2M2 12h2M4 7l1 1M4 17l1-1M9 19v2M20 4v10M18 4h4"
        "M20 14a3 3 0 1 0 .1 0"
    ),
}
BUILDINGS = {
    "shelter": HUT,
    "raft": f"M4 14h16l-2 4H6zM12 14V3M12 4c4 1 6 4 6 8h-6{WAVE}",
    "sand_sign": "M12 3a9 9 0 1 0 .1 0M8 8l8 8M16 8l-8 8",
    "bonfire": (
        "M12 1c1 4 5 6 5 10a5 5 0 0 1-10 0c0-3 2-3 2-6 1 1 2 2 2 3 1-2 1-4 1-7M3 22l18-5M3 17l18 5"
    ),
}
NUMBERS = {
    "energy": HEARTBEAT,
    "max": "M4 7h16v10H4zM8 7v10M12 7v10M16 7v10",
    "injuries": "M9 2.5h6v6.5h6.5v6H15v6.5H9V15H2.5V9H9z",
    "traumas": (
        "M12 3a8 8 0 0 0-5 14v4h10v-4a8 8 0 0 0-5-14M9 11v.1M15 11v.1M12 13v2M10.5 21v-2M13.5 21v-2"
    ),
    "story": BOOK,
    "food": "M7 8h10v12H7zM7 8c0-2 10-2 10 0M7 12h10M12 8V4M12 4c2-2 4-2 5 0",
    "track": (
        "M5 20a1.5 1.5 0 1 0 .1 0M12 14a1.5 1.5 0 1 0 .1 0M16 8a1.5 1.5 0 1 0 .1 0M20 3v5"
        "M20 3l-3 1.5 3 1.5"
    ),
    "return_bonus": "M3 12l9-8 9 8M6 10v10h12V10M12 20v-6M9.5 16.5 12 14l2.5 2.5",
    "perishable": BERRIES,
    "wood": LOGS,
    "ropes": (
        "M12 4c5 0 8 2 8 4s-3 4-8 4-8-2-8-4 3-4 8-4M4 8v4c0 2 3 4 8 4s8-2 8-4V8"
        "M4 12v4c0 2 3 4 8 4s8-2 8-4v-4M18 18l3 3"
    ),
    "sails": SAILS,
    "forage": BERRIES,
    "fish": FISH,
    "left": CRATE,
}
KINDS = {
    "event": STAGES["event"],
    **DECKS,
    "plot": BOOK,
    "wreck": CRATE,
    "camp": TENT,
    "character": "M12 3a4 4 0 1 0 .1 0M4 21c0-5 3-8 8-8s8 3 8 8z",
}
SEATS = {
    "red": "M12 3a9 9 0 1 0 .1 0",
    "yellow": "M5 5h14v14H5z",
    "green": "M12 2 22 12 12 22 2 12z",
    "blue": "M12 3 22 20H2z",
}
DICE = {
    "dice": "M3 9h12v12H3zM15 18l6-2V4L9 5v4M7 13v.1M11 17v.1M18 8v.1",
    "strength": "M2 9h3v6H2zM19 9h3v6h-3zM5 7h3v10H5zM16 7h3v10h-3zM8 12h8",
}

ICONS = {
    f"{of}:{name}": path
    for of, icons in {
        "stage": STAGES,
        "weather": WEATHER,
        "sector": SECTORS,
        "building": BUILDINGS,
        "number": NUMBERS,
        "kind": KINDS,
        "seat": SEATS,
        "row": {**ACTIONS, **DECKS},
        "die": DICE,
    }.items()
    for name, path in icons.items()
}
