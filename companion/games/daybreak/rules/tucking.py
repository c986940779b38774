"""Tucking cards under Global Projects and crises (rulebook pages 19, 22), once tags are known."""

from companion.errors import Refusal
from companion.games.daybreak.model import card_events as c
from companion.games.daybreak.model import crisis_events as k
from companion.games.daybreak.model.card import Crisis, Project, Tuck
from companion.games.daybreak.model.stacks import (
    called,
    card_of,
    not_in_play,
    ongoing_rule,
    refuse_alone,
    room,
    tally,
    undecided,
)
from companion.games.daybreak.model.state import State, Task
from companion.games.daybreak.model.terms import TAGS
from companion.games.daybreak.rules.consequences import Rule
from companion.games.daybreak.rules.crises import ignored, ignored_at
from companion.games.daybreak.rules.play_area import from_hand, only_in, seated
from companion.games.daybreak.rules.projects import slot_of
from companion.games.daybreak.rules.prompts import NEEDS_TAGS, Unread, may_have
from companion.games.daybreak.rules.tasks import DOING, queue
from companion.i18n.message import say


def support(state: State, power: str, card: str, under: str) -> Rule:
    """A card from the hand goes under a project or a crisis, once it is known what it brings."""
    check_support(state, power, card, under)
    if unread_support(state, card, under):
        return (yield from queue(state, [Task("support", power, under, options=(card,))]))
    return (yield from tuck(state, power, card, under))


def check_support(state: State, power: str, card: str, under: str) -> None:
    only_in(state, "local")
    seated(state, power)
    known = card_of(state, under)
    if known.kind == "crisis":
        if under not in (*state.crises.face_up, *state.crises.ongoing):
            raise not_in_play(state, under)
        refuse_alone(state, from_hand(state, card))
        check_against(state, card, under, known.crisis)
    else:
        slot_of(state, under)
        refuse_alone(state, from_hand(state, card))
        if wanted := stored_tag(known.project):
            refuse_without(state, card, wanted)


def stored_tag(rules: Project | None) -> str | None:
    """The only tag with which a card goes under a project, where there is one."""
    return rules.store if rules and rules.store != "any" else None


def check_against(state: State, card: str, crisis: str, rules: Crisis | None) -> None:
    """Cards that a crisis takes, and that no other one forbids."""
    if ongoing_rule(state, "no_tucking") and not (rules and rules.ongoing == "no_tucking"):
        raise Refusal("forbidden", say("An ongoing crisis forbids tucking under the others."))
    if rules and rules.tuck is None and rules.known == "all":
        raise Refusal(
            "no_tucking", say("No card is tucked under {card}.", card=called(state, crisis))
        )
    if rules and rules.tuck:
        refuse_without(state, card, rules.tuck.tag)


def refuse_without(state: State, card: str, tag: str) -> None:
    if not may_have(state, card, tag):
        raise Refusal(
            "wrong_tag", say("Only cards with the tag {tag} are tucked there.", tag=TAGS[tag])
        )


def unread_support(state: State, card: str, under: str) -> Unread | None:
    """What has to be known of a card, and of those that lie there, before it joins them."""
    rules = card_of(state, under)
    if rules.kind == "crisis":
        return unread_against(state, card, under, rules.crisis.tuck if rules.crisis else None)
    slot = next((slot for slot in state.globals if slot.number == under), None)
    if rules.project is None or slot is None:
        return None
    known, wanted = card_of(state, card), stored_tag(rules.project)
    if wanted and wanted not in (known.tags or ()) and room(known, wanted):
        return card, wanted
    return None if slot.active else undecided(state, rules.project, (*slot.tucked, card))


def unread_against(state: State, card: str, crisis: str, tuck: Tuck | None) -> Unread | None:
    """Has the card the tag that the crisis takes, and are these enough to have it ignored?"""
    if tuck is None:
        return None
    known = card_of(state, card)
    if tuck.tag not in (known.tags or ()):
        return (card, tuck.tag) if room(known, tuck.tag) else None
    tags = tally(state, (*state.crises.tucked.get(crisis, ()), card))
    if tags.least(tuck.tag) < ignored_at(state, tuck) <= tags.most(tuck.tag):
        lacking = tags.first_unread(tuck.tag)
        return (lacking, tuck.tag) if lacking else None
    return None


def tuck(state: State, power: str, card: str, under: str) -> Rule:
    """An ongoing crisis ends, where that was enough."""
    state = yield c.CardTuckedUnder(power, card, under)
    rules = card_of(state, under).crisis
    if under in state.crises.ongoing and rules and ignored(state, under, rules):
        state = yield k.CrisisLifted(under)
    return state


def tuck_it_now(state: State, task: Task) -> Rule:
    """A card that waited to be tucked under a project or a crisis, now that its tags are known."""
    (card,) = task.options
    try:
        check_support(state, task.power, card, task.card)
    except Refusal:
        return (yield c.Dropped(task.power, card, task.do, task.card))
    return (yield from tuck(state, task.power, card, task.card))


DOING["support"] = tuck_it_now
NEEDS_TAGS["support"] = lambda state, task: unread_support(state, task.options[0], task.card)
