"""What one effect of a card does, in words, with all that multiplies it.

Whoever looks a card up reads it, and whoever is about to carry it out.
"""

from collections.abc import Iterable, Sequence

from companion.games.daybreak.model.card import Effect, Row
from companion.games.daybreak.model.terms import DICE, EMISSIONS, RESILIENCES, SINKS, TAGS
from companion.games.shared.text import joined, pair
from companion.i18n.message import Message, count, say, signed

TOKENS: dict[str, Message] = {
    "demand": say("Energy Demand"),
    "dirty": say("Dirty Energy"),
    "clean": say("Clean Energy"),
    "communities": say("Communities in Crisis"),
    "resilience.any": say("Resilience of any type"),
    "emissions.any": say("Emissions of any type"),
    "dac": SINKS["dac"],
    **{f"resilience.{kind}": name for kind, name in RESILIENCES.items()},
    **{f"emissions.{kind}": say("{kind} Emissions", kind=name) for kind, name in EMISSIONS.items()},
    **{f"tags.{tag}": say("{tag} tags in play", tag=name) for tag, name in TAGS.items()},
}


def effect_words(effect: Effect) -> Message:
    """One thing that a card does, with all that multiplies it."""
    what = joined(step_words(effect)) if effect.steps else deed(effect, effect.by)
    if effect.per and not effect.steps and effect.do != "die":
        what = say("{what} for each {tag} tag", what=what, tag=TAGS[effect.per])
    if effect.per_band:
        what = say("{what} for each Temperature Band", what=what)
    if effect.solo is not None:
        what = alone(what, abs(effect.solo))
    if effect.board == "any":
        what = say("{what}, all on one board of your choice", what=what)
    if effect.optional:
        what = say("{what} if you like", what=what)
    return what


def step_words(effect: Effect) -> Iterable[Message]:
    for step in effect.steps:
        tag = TAGS[effect.per] if effect.per else Message("?")
        what = deed(effect, step.by)
        yield count(
            "{what} with {n} {tag} tag or more",
            "{what} with {n} {tag} tags or more",
            step.tags,
            what=what,
            tag=tag,
        )


def deed(effect: Effect, by: int) -> Message:
    """What is done once, so many times over."""
    match effect.do:
        case "change":
            return tokens(effect.token, by, signed(by))
        case "give":
            return say("give {what} to another power", what=tokens(effect.token, by, str(by)))
        case "take":
            return say("take {what} from another power", what=tokens(effect.token, by, str(by)))
        case "draw":
            return draw_words(effect, by)
        case "give_card":
            return count(
                "give {n} card of your hand to another power",
                "give {n} cards of your hand to another power",
                by,
            )
        case "reveal":
            return count(
                "turn {n} unknown Crisis card face up", "turn {n} unknown Crisis cards face up", by
            )
        case "die":
            return die_words(effect)
        case "discard":
            return discard_words(effect, by)
        case "discard_project":
            return count("discard {n} Global Project", "discard {n} Global Projects", by)
        case "draw_next" if by < 0:
            return count(
                "draw {n} card fewer in the next round",
                "draw {n} cards fewer in the next round",
                -by,
            )
        case "draw_next":
            return count(
                "draw {n} card more in the next round", "draw {n} cards more in the next round", by
            )
        case "pass_communities":
            return count(
                "up to {n} Community in Crisis goes to the power on the right",
                "up to {n} Communities in Crisis go to the power on the right",
                by,
            )
        case "shortage":
            return say("then 1 Community in Crisis for each energy that demand is short of")


def tokens(token: str | None, by: int, shown: str) -> Message:
    """So many tokens of a kind, with or without a sign."""
    n = abs(by)
    match token:
        case "communities":
            return count("{by} Community in Crisis", "{by} Communities in Crisis", n, by=shown)
        case "trees":
            return count("{by} Tree", "{by} Trees", n, by=shown)
        case "oceans":
            return count("{by} Ocean", "{by} Oceans", n, by=shown)
        case "recent":
            return say("{by} carbon in Recent Emissions", by=shown)
    return Message("{by} {token}", {"by": shown, "token": TOKENS[str(token)]})


def draw_words(effect: Effect, by: int) -> Message:
    what = count("draw {n} card", "draw {n} cards", by)
    if effect.keep_tags:
        tags = joined((TAGS[tag] for tag in effect.keep_tags), " / ")
        what = say("{what}, keep those with {tags}", what=what, tags=tags)
    if effect.keep is not None:
        what = say("{what}, keep {n}", what=what, n=effect.keep)
    return what


def discard_words(effect: Effect, by: int) -> Message:
    if effect.tag is None:
        return count(
            "discard {n} card from hand or play area",
            "discard {n} cards from hand or play area",
            by,
        )
    return count(
        "discard {n} {tag} card from hand or play area",
        "discard {n} {tag} cards from hand or play area",
        by,
        tag=TAGS[effect.tag],
    )


def die_words(effect: Effect) -> Message:
    roll = say("roll the {die}", die=DICE["geoengineering"])
    if effect.per:
        roll = say("{what}, +1 for each {tag} tag", what=roll, tag=TAGS[effect.per])
    rows = [*table_words(effect.table)]
    if effect.temporary:
        rows.append(say("the bands come back at the end of the round"))
    return Message("{roll} ({rows})", {"roll": roll, "rows": joined(rows, "; ")})


def table_words(table: Sequence[Row]) -> Iterable[Message]:
    """Each row with the totals that it is for: 2–4, 5–6, 7+."""
    for row, after in zip(table, (*table[1:], None), strict=True):
        totals = f"{row.total}+"
        if after is not None:
            last = after.total - 1
            totals = f"{row.total}–{last}" if last > row.total else str(row.total)
        what = tuple(row_words(row))
        yield pair(totals, joined(what) if what else say("nothing happens"))


def row_words(row: Row) -> Iterable[Message]:
    if row.fact:
        yield say("Temperature Bands off as your own card prints it")
    if row.bands:
        by = signed(-row.bands)
        yield count("{by} Temperature Band", "{by} Temperature Bands", row.bands, by=by)
    if row.crises:
        yield count("{n} more Crisis card", "{n} more Crisis cards", row.crises)
    if row.unread:
        yield say("as the card says: nobody has entered it")


def alone(what: Message, n: int) -> Message:
    return say("{what} (solo: {n})", what=what, n=n)
