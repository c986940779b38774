"""Drawings beside the words: lines on a square of 24, by what they stand for.

They are drawn for this companion, from nothing: no card, board or rulebook was copied.
"""

SPIRAL = "M12 12c2-4 8-2 7 3s-9 7-13 3M12 12c-2 4-8 2-7-3s9-7 13-3M12 12h.1"
BOLT = "M13 2 5 14h6l-1 8 9-13h-6z"
GEM = "M7 4h10l5 6-10 11L2 10zM2 10h20M7 4l2 6 3 11 3-11 2-6"
CUBE = "M12 2l9 5v10l-9 5-9-5V7zM3 7l9 5 9-5M12 12v10"
CHIP = "M7 7h10v10H7zM10 7V3M14 7V3M10 21v-4M14 21v-4M7 10H3M7 14H3M21 10h-4M21 14h-4M11 11h2v2h-2z"
ROCKET = (
    "M12 2c4 3 5 8 4 13H8C7 10 8 5 12 2zM8 12l-4 4v4l4-3M16 12l4 4v4l-4-3M12 8v.1M10 18l2 4 2-4"
)

STAGES = {
    "buy": "M3 4h3l2 11h10l3-8H7M9 19a1.5 1.5 0 1 0 .1 0M17 19a1.5 1.5 0 1 0 .1 0",
    "plan": (
        "M4 6c2-2 5-2 8 0 3-2 6-2 8 0v6c-1 5-5 8-8 9-3-1-7-4-8-9zM8 11h2M14 11h2"
        "M9 15c2 1.5 4 1.5 6 0"
    ),
    "act": ROCKET,
    "final": "M8 21h8M12 17v4M7 3h10v6a5 5 0 0 1-10 0zM7 5H3c0 4 1 5 4 5M17 5h4c0 4-1 5-4 5",
}
ACTIONS = {
    "colonize": CUBE,
    "tower": "M8 2h8v6H8zM8 8h8v6H8zM8 14h8v7H8zM5 21h14",
    "harvest": "M5 20C14 20 20 14 20 5M5 20l3-8M5 20l8-3M20 5c-5 0-9 2-12 7M9 15l6-6",
    "discover": "M10 4a6.5 6.5 0 1 0 .1 0M15 15l6 6M10 8v5M7.5 10.5h5",
    "gems": GEM,
    "refine": "M12 2l4 5-4 5-4-5zM4 14h16M6 14l2 7h8l2-7M12 17v2",
}
GEMS = {
    "anthracite": "M7 4h10l5 6-10 11L2 10zM2 10h20M7 10l5 11M17 10l-5 11M6 7h12",
    "gold": "M4 8h16l2 10H2zM6 8l2-3h8l2 3M9 12h6",
    "clear": "M12 2l7 10-7 10L5 12zM5 12h14M12 2v20",
}
STATIONS = {
    "harvest": ACTIONS["harvest"],
    "score": "M12 2l3 6.5 7 .8-5.2 4.8 1.4 6.9-6.2-3.5L5.8 21l1.4-6.9L2 9.3l7-.8z",
    "settle": "M3 21V11l9-8 9 8v10zM9 21v-7h6v7",
}
NUMBERS = {
    "energy": BOLT,
    "consumption": "M7 3v6M17 3v6M4 9h16v3c0 4-3 6-8 6s-8-2-8-6zM12 18v4",
    "level": "M3 21h5v-6h6V9h6V3h2",
    "light": "M6 3h12v18H6zM12 9a3 3 0 1 0 .1 0M12 6v.1M12 18v.1M9 12v.1M15 12v.1",
    "dark": "M6 3h12v18H6zM14.5 15A4 4 0 1 1 12 8.5a4 4 0 0 0 2.5 6.5",
    "ai_cards": CHIP,
    "board_cubes": CUBE,
    "purchases_left": STAGES["buy"],
}
KINDS = {
    "action": "M8 5h11v16H8zM8 17l-4-1L6 3l8 2M11 9h5M11 13h5",
    "ai": CHIP,
    "dark": NUMBERS["dark"],
    "bonus": "M6 3h12v18H6zM12 8l1.5 3 3 .5-2.2 2 .600 3-2.9-1.5-2.9 1.5.600-3-2.2-2 3-.5z",
    "automa": "M5 9h14v11H5zM12 9V5M12 3v.1M9 13v.1M15 13v.1M9 17h6M2 13v4M22 13v4",
    "leader": "M3 18 2 7l6 5 4-8 4 8 6-5-1 11zM3 21h18",
    "station": STATIONS["settle"],
    "tile": "M7 3h10l5 9-5 9H7l-5-9zM12 9a3 3 0 1 0 .1 0",
}
SEATS = {
    "blue": "M5 5h14v14H5z",
    "green": "M12 3 22 20H2z",
    "red": "M12 3a9 9 0 1 0 .1 0",
    "violet": "M12 2 22 12 12 22 2 12z",
}

ICONS = {
    f"{of}:{name}": path
    for of, icons in {
        "stage": STAGES,
        "action": ACTIONS,
        "gem": GEMS,
        "station": STATIONS,
        "number": {**NUMBERS, **GEMS},
        "kind": KINDS,
        "seat": SEATS,
        "row": {"galaxy": SPIRAL},
    }.items()
    for name, path in icons.items()
}
