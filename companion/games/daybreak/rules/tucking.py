"""Tucking cards under Global Projects and crises (rulebook pages 19, 22), once tags are known."""

from companion.errors import Refusal
from companion.games.daybreak.model import card_events as c
from companion.games.daybreak.model import crisis_events as k
from companion.games.daybreak.model.stacks import (
    called,
    card_of,
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


def support_project(state: State, power: str, card: str, project: str) -> Rule:
    """A card from the hand goes under a Global Project, once it is known what it brings."""
    check_support(state, power, card, project)
    if unread_support(state, card, project):
        return (yield from queue(state, [Task("support", power, project, options=(card,))]))
    return (yield c.CardTuckedUnder(power, card, project))


def check_support(state: State, power: str, card: str, project: str) -> None:
    only_in(state, "local")
    seated(state, power)
    slot_of(state, project)
    refuse_alone(state, from_hand(state, card))
    rules = card_of(state, project).project
    if rules and rules.store not in (None, "any") and not may_have(state, card, str(rules.store)):
        raise wrong_tag(str(rules.store))


def wrong_tag(tag: str) -> Refusal:
    return Refusal(
        "wrong_tag", say("Only cards with the tag {tag} are tucked there.", tag=TAGS[tag])
    )


def unread_support(state: State, card: str, project: str) -> Unread | None:
    """What has to be known of a card, and of those under a project, before it joins them."""
    rules = card_of(state, project).project
    if rules is None:
        return None
    known = card_of(state, card)
    store = rules.store
    if store not in (None, "any") and store not in (known.tags or ()) and room(known, str(store)):
        return card, str(store)
    slot = slot_of(state, project)
    return None if slot.active else undecided(state, rules, (*slot.tucked, card))


def support_against(state: State, power: str, card: str, crisis: str) -> Rule:
    """A card from the hand goes under a crisis that people can see and that takes its tag."""
    check_support_against(state, power, card, crisis)
    if unread_support_against(state, card, crisis):
        return (yield from queue(state, [Task("support", power, crisis, options=(card,))]))
    return (yield from tuck_against(state, power, card, crisis))


def check_support_against(state: State, power: str, card: str, crisis: str) -> None:
    only_in(state, "local")
    seated(state, power)
    if crisis not in (*state.crises.face_up, *state.crises.ongoing):
        raise Refusal("not_in_play", say("{card} is not in play.", card=called(state, crisis)))
    refuse_alone(state, from_hand(state, card))
    rules = card_of(state, crisis).crisis
    if ongoing_rule(state, "no_tucking") and not (rules and rules.ongoing == "no_tucking"):
        raise Refusal("forbidden", say("An ongoing crisis forbids tucking under the others."))
    if rules and rules.tuck is None and rules.known == "all":
        raise Refusal(
            "no_tucking", say("No card is tucked under {card}.", card=called(state, crisis))
        )
    if rules and rules.tuck and not may_have(state, card, rules.tuck.tag):
        raise wrong_tag(rules.tuck.tag)


def unread_support_against(state: State, card: str, crisis: str) -> Unread | None:
    """Has the card the tag that the crisis takes, and are these enough to have it ignored?"""
    rules = card_of(state, crisis).crisis
    tuck = rules.tuck if rules else None
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


def tuck_against(state: State, power: str, card: str, crisis: str) -> Rule:
    state = yield c.CardTuckedUnder(power, card, crisis)
    rules = card_of(state, crisis).crisis
    if crisis in state.crises.ongoing and rules and ignored(state, crisis, rules):
        state = yield k.CrisisLifted(crisis)
    return state


def tuck_it_now(state: State, task: Task) -> Rule:
    """A card that waited to be tucked under a project or a crisis, now that its tags are known."""
    (card,) = task.options
    try:
        check_tucking(state, task.power, card, task.card)
    except Refusal:
        return (yield c.Dropped(task.power, card, task.do, task.card))
    if card_of(state, task.card).kind == "crisis":
        return (yield from tuck_against(state, task.power, card, task.card))
    return (yield c.CardTuckedUnder(task.power, card, task.card))


def check_tucking(state: State, power: str, card: str, under: str) -> None:
    is_crisis = card_of(state, under).kind == "crisis"
    (check_support_against if is_crisis else check_support)(state, power, card, under)


def unread_of_tucking(state: State, task: Task) -> Unread | None:
    (card,) = task.options
    if card_of(state, task.card).kind == "crisis":
        return unread_support_against(state, card, task.card)
    in_play = task.card in {slot.number for slot in state.globals}
    return unread_support(state, card, task.card) if in_play else None


DOING["support"] = tuck_it_now
NEEDS_TAGS["support"] = unread_of_tucking
