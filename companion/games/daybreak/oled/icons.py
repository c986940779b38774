"""Drawings beside the words: lines on a square of 24, by what they stand for.

They are drawn for this companion, from nothing: no card, board or rulebook was copied.
"""

TAGS = {
    "energy": "M13 2 5 14h6l-1 8 9-13h-6z",
    "ecology": "M5 20C4 10 9 4 20 4c0 11-6 16-13 14M5 20c2-5 5-8 9-10",
    "grid": "M12 3 7 21M12 3l5 18M9 13h6M4 8h16M6 8v3M18 8v3M8 17l8 0",
    "infrastructure": "M2 18h20M5 18V8M19 18V8M5 8c3 7 11 7 14 0M12 18v-5M2 12l3-4M22 12l-3-4",
    "solar": "M4 21h16l-2-9H6zM12 12v9M5 16.5h14M12 2v3M6 4l1.5 2.5M18 4l-1.5 2.5",
    "regulation": "M12 3v18M8 21h8M5 6h14M5 6l-3 7h6zM19 6l-3 7h6z",
    "wind": "M12 10v12M12 10 5 6M12 10l8-3M12 10l-1 8M12 10h.1M9 22h6",
    "incentive": "M12 3a9 9 0 1 0 .1 0M15 9c-1-2-6-2-6 .5s6 2 6 4.5-5 2.5-6 .5M12 5.5v13",
    "nuclear": (
        "M12 12h.1M3 12c0-2 4-3.5 9-3.5s9 1.5 9 3.5-4 3.5-9 3.5-9-1.5-9-3.5"
        "M7.5 4.2C9 3 12.5 6 15 10.3s3.5 8.3 1.5 9.5-5.5-1.8-8-6S5.7 5.2 7.5 4.2"
    ),
    "innovation": "M9 18h6M10 21.5h4M12 2.5a6.5 6.5 0 0 0-3 12V18h6v-3.5a6.5 6.5 0 0 0-3-12",
    "society": (
        "M12 5a2.5 2.5 0 1 0 .1 0M7 20v-4c0-3 2-4 5-4s5 1 5 4v4"
        "M5 8a2 2 0 1 0 .1 0M2 19v-3c0-1.5.5-2.5 2-3M19 8a2 2 0 1 0 .1 0M22 19v-3c0-1.5-.5-2.5-2-3"
    ),
    "geoengineering": (
        "M12 8a6.5 6.5 0 1 0 .1 0M5.5 14.5h13M12 8c-4 4-4 9 0 13M12 8c4 4 4 9 0 13M7 3l2.5 2"
        "M17 3l-2.5 2M12 2v3"
    ),
}
EMISSIONS = {
    "transportation": "M2 6h12v11H2zM14 10h4l4 4v3h-8M6 16a2 2 0 1 0 .1 0M18 16a2 2 0 1 0 .1 0",
    "industry": "M3 21V10l6 4v-4l6 4V4h5v17zM7 17.5h.1M12 17.5h.1M17 17.5h.1",
    "agriculture": (
        "M12 22V8M12 8c-2-2-2-4 0-6 2 2 2 4 0 6M12 14c-4 0-5-2-5-5 3 0 5 2 5 5"
        "M12 14c4 0 5-2 5-5-3 0-5 2-5 5M12 20c-4 0-5-2-5-5 3 0 5 2 5 5"
        "M12 20c4 0 5-2 5-5-3 0-5 2-5 5"
    ),
    "buildings": "M4 21V3h9v18M13 9h7v12M2 21h20M7 7h3M7 11h3M7 15h3M16.5 13v0M16.5 17v0",
    "extraction": "M12 3 6 21M12 3l6 18M8 15h8M9.7 10h4.6M3 21h18M12 3v18",
    "waste": "M4 6h16M9 6V3h6v3M6 6l1 15h10l1-15M10 10v7M14 10v7",
}
RESILIENCES = {
    "social": (
        "M12 2 4 5v7c0 5 4 8 8 10 4-2 8-5 8-10V5zM12 7.5a2 2 0 1 0 .1 0"
        "M8.5 17c0-3 1-4 3.5-4s3.5 1 3.5 4"
    ),
    "ecological": (
        "M12 2 4 5v7c0 5 4 8 8 10 4-2 8-5 8-10V5zM9 16c-1-5 2-8 7-8 0 5-2 8-7 8zM9 16l3.5-4"
    ),
    "infrastructure": (
        "M12 2 4 5v7c0 5 4 8 8 10 4-2 8-5 8-10V5zM4 9h16M5 14.5h14M12 9v5.5M8.5 4v5M15.5 4v5"
    ),
}
SINKS = {
    "trees": "M12 22v-6M12 2 6 10h3l-4 6h14l-4-6h3z",
    "oceans": (
        "M2 8c3-3 5-3 7 0s4 3 6 0 4-3 7 0M2 14c3-3 5-3 7 0s4 3 6 0 4-3 7 0"
        "M2 20c3-3 5-3 7 0s4 3 6 0 4-3 7 0"
    ),
    "dac": (
        "M4 4h16v16H4zM12 12h.1M12 12c-1-4 0-6 3-6 1 3-1 5-3 6M12 12c4-1 6 0 6 3-3 1-5-1-6-3"
        "M12 12c1 4 0 6-3 6-1-3 1-5 3-6M12 12c-4 1-6 0-6-3 3-1 5 1 6 3"
    ),
}
STAGES = {
    "global": "M12 3a9 9 0 1 0 .1 0M3 12h18M12 3c-5 5-5 13 0 18M12 3c5 5 5 13 0 18",
    "local": "M8 5h11v16H8zM8 17l-4-1L6 3l8 2M11 9h5M11 13h5",
    "emissions": (
        "M7 18a4.5 4.5 0 0 1-.5-9 6 6 0 0 1 11.5 1 4 4 0 0 1 0 8zM12 16v-5M9.5 13.5 12 11l2.5 2.5"
    ),
    "crisis": "M12 3 22 20H2zM12 9v5M12 17v.1",
    "growth": "M3 21h18M6 21v-5M12 21V11M18 21V6M14 7l4-4 4 4",
}
EFFECTS = {
    "weather": "M21 9c-2-5-9-7-14-4s-5 9-1 11 9 0 9-4-5-5-6-2 1 4 3 4M8 21h9M12 18h8",
    "desertification": (
        "M2 22h20M10 22V5c0-3 4-3 4 0v17M10 16H8c-2 0-3-1-3-3v-2M14 13h2c2 0 3-1 3-3V8"
    ),
    "amazon": (
        "M12 22c0-6 0-9 1-13M13 9c-2-4-6-5-9-3 4 0 7 1 9 3M13 9c2-4 5-5 8-3-4 0-6 1-8 3"
        "M13 9c-5-1-8 2-8 5 2-3 5-4 8-5M13 9c4-1 7 2 7 5-2-3-4-4-7-5M7 22h10"
    ),
    "arctic": "M2 15h20M5 15l4-9 4 3 3-5 4 11M7 19c1.5-1 3-1 4.5 0s3 1 4.5 0M9 6l1 5M16 4v6",
    "permafrost": (
        "M12 2v12M6.8 5l10.4 6M17.2 5 6.8 11M12 17c-2 2.5-2 5 0 5s2-2.5 0-5"
        "M5 16c-1.5 2-1.5 3.5 0 3.5s1.5-1.5 0-3.5M19 16c-1.5 2-1.5 3.5 0 3.5s1.5-1.5 0-3.5"
    ),
    "acidification": (
        "M12 2c-4 5-6 7-6 10a6 6 0 0 0 12 0c0-3-2-5-6-10M9 12c0 2 1 3 3 3"
        "M2 21c3-2 5-2 7 0s4 2 6 0 4-2 7 0"
    ),
}
KINDS = {
    "local": STAGES["local"],
    "starting": "M5 4h14v17H5zM9 4v17M12 9h4M12 13h4",
    "global": STAGES["global"],
    "crisis": STAGES["crisis"],
    "challenge": "M5 22V3M5 4h14l-4 4.5 4 4.5H5",
}
SEATS = {
    "china": "M12 3a9 9 0 1 0 .1 0",
    "us": "M5 5h14v14H5z",
    "europe": "M12 2 22 12 12 22 2 12z",
    "majority_world": "M12 3 22 20H2z",
}
NUMBERS = {
    "communities": "M3 21v-9l9-8 9 8v9zM9 21l3-4-2-3 3-3",
    "clean": "M13 2 5 14h6l-1 8 9-13h-6z",
    "dirty": "M6 21h12V7l-2-3H8L6 7zM6 11h12M6 17h12",
    "demand": "M7 3v6M17 3v6M4 9h16v3c0 4-3 6-8 6s-8-2-8-6zM12 18v4",
    "recent": "M7 18a4.5 4.5 0 0 1-.5-9 6 6 0 0 1 11.5 1 4 4 0 0 1 0 8zM8 22h.1M12 22h.1M16 22h.1",
}

ICONS = {
    f"{of}:{name}": path
    for of, icons in {
        "tag": TAGS,
        "emissions": EMISSIONS,
        "resilience": RESILIENCES,
        "stage": STAGES,
        "face": EFFECTS,
        "kind": KINDS,
        "seat": SEATS,
        "number": {**SINKS, **NUMBERS},
        "row": {"global": STAGES["global"], "crisis": STAGES["crisis"]},
        "die": {"planetary": EFFECTS["weather"], "geoengineering": TAGS["geoengineering"]},
    }.items()
    for name, path in icons.items()
}
