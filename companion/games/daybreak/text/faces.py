"""Cards as pictures: which illustration, what the card does in one line, and what that takes."""

from collections.abc import Iterable

from companion.games.capabilities import Face
from companion.games.daybreak.model.card import Action, Card, Crisis, Project, Tag
from companion.games.daybreak.text.cards import (
    action_cost,
    action_deeds,
    activation_words,
    crisis_deeds,
    project_deeds,
)
from companion.games.shared.text import joined
from companion.i18n.message import Message

BLOWS = {
    "communities": "flood",
    "dirty": "smoke",
    "demand": "heat",
    "trees": "fire",
    "oceans": "ocean",
}
"""What a crisis looks like, by the first token that it moves."""
LOSSES = {
    "discard": "market",
    "discard_project": "market",
    "draw_next": "market",
    "shortage": "heat",
}
DEEDS = {"clean": "energy", "dirty": "energy", "trees": "ecology", "oceans": "ocean"}
"""What a Local Action looks like whose tags nobody has entered."""


def face(card: Card) -> Face:
    if card.crisis:
        return Face(blow(card.crisis), line(crisis_deeds(card.crisis)))
    if card.project:
        cost = line(activation_words(card.project))
        acts = action_deeds(card.project.action) if card.project.action else ()
        return Face(of_project(card.project), line([*project_deeds(card.project), *acts]), cost)
    if card.action:
        art = of_tags(card) or of_deed(card.action) or card.kind
        return Face(art, line(action_deeds(card.action)), line(action_cost(card.action)))
    return Face(of_tags(card) or card.kind)


def line(words: Iterable[Message]) -> Message | None:
    found = tuple(words)
    return joined(found) if found else None


def of_tags(card: Card) -> Tag | None:
    """The first tag that it prints has its illustration."""
    return card.tags[0] if card.tags else None


def of_deed(action: Action) -> str | None:
    seen = (looks(each.token or "", DEEDS) for each in (*action.effects, *action.one_of))
    return next(filter(None, seen), None)


def looks(token: str, by: dict[str, str]) -> str | None:
    return "smoke" if token.startswith("emissions.") else by.get(token)


def of_project(project: Project) -> str:
    needed = (project.doubles, *project.needs, project.store)
    return next((tag for tag in needed if tag and tag != "any"), "global")


def blow(crisis: Crisis) -> str:
    seen = (LOSSES.get(each.do) or looks(each.token or "", BLOWS) for each in crisis.effects)
    return next(filter(None, seen), "crisis")
