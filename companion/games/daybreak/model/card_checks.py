"""What must be true of a card beyond its types, field by field: see docs/card-packs.md.

Each check yields the path of the field that is wrong, and why.
"""

import re
from collections.abc import Iterator, Sequence
from itertools import pairwise
from typing import get_args

from companion.games import Document
from companion.games.daybreak.model.card import (
    MOST_TAGS,
    Action,
    Card,
    Crisis,
    Effect,
    Project,
    Tag,
    kind_by_number,
)
from companion.games.daybreak.model.terms import EFFECTS, EMISSIONS, RESILIENCES
from companion.i18n.message import Message, say

Flaws = Iterator[tuple[str, Message]]

NUMBER = re.compile(r"[0-9]\.[0-9]{3}|\?\.[a-z0-9-]+")
MOST = 99
"""No printed number comes near; a table of tokens would not hold more."""
PARTS = {
    "local": "action",
    "starting": "action",
    "global": "project",
    "crisis": "crisis",
    "challenge": None,
}
TOKENED = ("change", "give", "take")
TOTALS = {
    "communities",
    "demand",
    "dirty",
    "clean",
    *(f"resilience.{kind}" for kind in RESILIENCES),
    *(f"emissions.{kind}" for kind in EMISSIONS),
}
NOTHING_DONE = say("it does nothing; if that could not be read, it is known in part")
COMPARED = TOTALS | {f"tags.{tag}" for tag in get_args(Tag)}


def check_card(card: Card) -> Flaws:
    """Everything that is wrong with a card."""
    if not NUMBER.fullmatch(card.number):
        words = say("a number is like 1.206, or like ?.citizen-assemblies if nobody knows it")
        yield "number", words
    if not card.name.en.strip():
        yield "name.en", say("a card has a name; ? stands for one that nobody knows")
    if card.link and not card.link.startswith("https://"):
        yield "link", say("a link begins with https://")
    if card.power and card.kind != "starting":
        yield "power", say("only starting cards belong to a power")
    yield from check_tags(card)
    for part in ("action", "project", "crisis"):
        if getattr(card, part) is not None and PARTS[card.kind] != part:
            yield part, say("a card of the kind {kind} has no such part", kind=card.kind)
    if card.action:
        yield from check_action("action", card.action)
    if card.project:
        yield from check_project("project", card.project)
    if card.crisis:
        yield from check_crisis("crisis", card.crisis)


def fresh_card(number: str) -> Document | None:
    """A card of which only the printed number is known, as a pack says it."""
    kind = kind_by_number(number)
    return {"number": number, "kind": kind, "name": {"en": "?"}} if kind else None


def tags_read(card: Card) -> bool | None:
    """Are all its tags known? None for a card that prints none."""
    return not card.unread_tags if PARTS[card.kind] == "action" else None


def rules_read(card: Card) -> bool | None:
    """Is all known that it does? None for a card whose text people read themselves."""
    if (part := PARTS[card.kind]) is None:
        return None
    rules = getattr(card, part)
    return rules is not None and rules.known == "all"


def check_tags(card: Card) -> Flaws:
    if card.tags is None:
        if card.tags_known == "part" or card.tags_counted:
            yield "tags_known", say("no tags are said")
    elif PARTS[card.kind] != "action":
        yield "tags", say("only Local Projects have tags")
    elif not (1 if card.tags_known == "all" else 0) <= len(card.tags) <= MOST_TAGS:
        yield "tags", say("a card has 1 to 3 tags")
    elif card.tags_counted and card.tags_known == "all":
        yield "tags_counted", say("all tags are known, so none need be told apart")


def check_action(at: str, action: Action) -> Flaws:
    yield from within(f"{at}.discard", action.discard, 0)
    for tag, tags in action.needs.items():
        yield from within(f"{at}.needs.{tag}", tags, 1)
    for name in ("cost", "effects", "one_of"):
        yield from check_effects(f"{at}.{name}", getattr(action, name))
    for number, effect in enumerate(action.cost):
        if effect.do != "change":
            yield f"{at}.cost[{number}].do", say("a cost is paid in tokens or in demand")
    if len(action.one_of) == 1:
        yield f"{at}.one_of", say("a choice has two options or more")
    yield from known_effects(f"{at}.ignores", action.ignores)
    if action.known == "all" and not (action.effects or action.one_of or action.ignores):
        yield f"{at}.known", NOTHING_DONE


def check_project(at: str, project: Project) -> Flaws:
    for name in ("needs", "needs_of_many"):
        for tag, tags in getattr(project, name).items():
            yield from within(f"{at}.{name}.{tag}", tags, 1)
    for name in ("draw", "relief", "spend_draw", "spend_for_die"):
        yield from within(f"{at}.{name}", getattr(project, name), 0)
    for name in () if project.needs else ("needs_of_many", "per_player"):
        if getattr(project, name):
            yield f"{at}.{name}", say("this changes what the project needs, and it needs nothing")
    if (project.relief or project.spend_draw) and project.store is None:
        yield f"{at}.store", say("stored cards are spent, so it must be said which are stored")
    if project.none_left is not None and project.none_left not in TOTALS:
        yield f"{at}.none_left", say("no power has such a total")
    yield from known_effects(f"{at}.ignores", project.ignores)
    if project.action:
        yield from check_action(f"{at}.action", project.action)
        if project.action.known == "part" and project.known == "all":
            yield f"{at}.known", say("its action is known in part, and so is the project")
    if project.known == "all":
        if not (project.needs or project.store or project.none_left):
            words = say("it needs nothing; if that could not be read, it is known in part")
            yield f"{at}.known", words
        if not does(project):
            yield f"{at}.known", NOTHING_DONE


def does(project: Project) -> bool:
    """Does anything change once the project is active?"""
    effects = (project.draw, project.doubles, project.ignores, project.shields, project.relief)
    return any((*effects, project.gives_cards, project.spend_draw, project.action))


def check_crisis(at: str, crisis: Crisis) -> Flaws:
    if crisis.target == "all" and crisis.of:
        yield f"{at}.of", say("nothing is compared when all are hit")
    if crisis.target != "all" and crisis.of not in COMPARED:
        yield f"{at}.of", say("powers cannot be compared by this")
    yield from check_effects(f"{at}.effects", crisis.effects)
    if tuck := crisis.tuck:
        for name in ("ignore_at", "reduce"):
            yield from within(f"{at}.tuck.{name}", getattr(tuck, name), 0)
        if tuck.ignore_at_solo is not None:
            yield from within(f"{at}.tuck.ignore_at_solo", tuck.ignore_at_solo, 1)
        if not (tuck.ignore_at or tuck.reduce):
            yield f"{at}.tuck", say("tucked cards must change something: ignore_at or reduce")
    if crisis.known == "all" and not (crisis.effects or crisis.ongoing):
        yield f"{at}.known", NOTHING_DONE


def check_effects(at: str, effects: Sequence[Effect]) -> Flaws:
    for number, effect in enumerate(effects):
        yield from check_effect(f"{at}[{number}]", effect)


def check_effect(at: str, effect: Effect) -> Flaws:
    if effect.do in TOKENED and effect.token is None:
        yield f"{at}.token", say("it must be said which tokens")
    if effect.do not in TOKENED and effect.token is not None:
        yield f"{at}.token", say("no tokens move here")
    for name, amount in (("by", effect.by), ("solo", effect.solo)):
        if amount is not None:
            yield from within(f"{at}.{name}", amount, -MOST)
    if effect.by == 0:
        yield f"{at}.by", say("this changes nothing")
    if effect.do not in ("change", "draw_next") and effect.by < 0:
        yield f"{at}.by", say("this cannot be less than nothing")
    yield from check_steps(at, effect)
    yield from check_table(at, effect)
    if effect.tag and effect.do != "discard":
        yield f"{at}.tag", say("only cards that are discarded can be asked for a tag")
    if (effect.keep is not None or effect.keep_tags) and effect.do != "draw":
        yield f"{at}.keep", say("only cards that are drawn can be kept")
    if effect.keep is not None:
        yield from within(f"{at}.keep", effect.keep, 1)


def check_steps(at: str, effect: Effect) -> Flaws:
    if effect.steps and effect.per is None:
        yield f"{at}.per", say("steps count the tags of a kind, which must be said")
    for number, step in enumerate(effect.steps):
        yield from within(f"{at}.steps[{number}].tags", step.tags, 1)
        yield from within(f"{at}.steps[{number}].by", step.by, -MOST)
    yield from growing(f"{at}.steps", [step.tags for step in effect.steps])
    yield from growing(f"{at}.steps", [abs(step.by) for step in effect.steps])


def check_table(at: str, effect: Effect) -> Flaws:
    if (effect.do == "die") != bool(effect.table):
        yield f"{at}.table", say("a die is rolled for a table, and a table is for a die")
    if effect.temporary and not effect.table:
        yield f"{at}.temporary", say("only a table takes bands that come back")
    for number, row in enumerate(effect.table):
        for name in ("total", "bands", "crises"):
            yield from within(f"{at}.table[{number}].{name}", getattr(row, name), 0)
    yield from growing(f"{at}.table", [row.total for row in effect.table])


def known_effects(at: str, effects: Sequence[str]) -> Flaws:
    for number, effect in enumerate(effects):
        if effect not in EFFECTS:
            yield f"{at}[{number}]", say("no Planetary Effect has this name")


def within(at: str, amount: int, least: int) -> Flaws:
    if not least <= amount <= MOST:
        yield at, say("this should be a number from {low} to {high}", low=least, high=MOST)


def growing(at: str, numbers: Sequence[int]) -> Flaws:
    for number, (before, after) in enumerate(pairwise(numbers), 1):
        if after <= before:
            yield f"{at}[{number}]", say("each row asks for more than the one before it")
