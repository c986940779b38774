"""Cards as pictures: which illustration, what the card does in one line, and what that takes."""

from companion.games.capabilities import Face
from companion.games.daybreak.model.card import Action, Card, Crisis, Effect, Project, Tag
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
        cost = line(list(activation_words(card.project)))
        acts = action_deeds(card.project.action) if card.project.action else []
        return Face(of_project(card.project), line([*project_deeds(card.project), *acts]), cost)
    if card.action:
        art = of_tags(card) or of_deed(card.action) or card.kind
        return Face(art, line(action_deeds(card.action)), line(action_cost(card.action)))
    return Face(of_tags(card) or card.kind)


def line(words: list[Message]) -> Message | None:
    return joined(words) if words else None


def of_tags(card: Card) -> Tag | None:
    """The first tag that it prints has its illustration."""
    return card.tags[0] if card.tags else None


def of_deed(action: Action) -> str | None:
    tokens = [effect.token or "" for effect in (*action.effects, *action.one_of)]
    return next((found for token in tokens if (found := looks(token, DEEDS))), None)


def looks(token: str, by: dict[str, str]) -> str | None:
    return "smoke" if token.startswith("emissions.") else by.get(token)


def of_project(project: Project) -> str:
    needed = (project.doubles, *project.needs, project.store)
    return next((tag for tag in needed if tag and tag != "any"), "global")


def blow(crisis: Crisis) -> str:
    return next((found for effect in crisis.effects if (found := of_blow(effect))), "crisis")


def of_blow(effect: Effect) -> str | None:
    return LOSSES.get(effect.do) or looks(effect.token or "", BLOWS)
