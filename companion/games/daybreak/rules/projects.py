"""Global Projects: choosing, supporting and using them (rulebook pages 19, 22)."""

from collections.abc import Sequence
from dataclasses import replace

from companion.errors import Refusal
from companion.games.daybreak.model.card import Action, Effect, Project
from companion.games.daybreak.model.card_events import (
    ActionTaken,
    CardDiscarded,
    CardsDrawn,
    CardTuckedUnder,
    ProjectChosen,
    ProjectDiscarded,
)
from companion.games.daybreak.model.stacks import card_of, in_play, refuse_alone, tags_of
from companion.games.daybreak.model.state import Slot, State
from companion.games.daybreak.model.terms import TAGS
from companion.games.daybreak.rules.actions import (
    Source,
    from_hand,
    only_in,
    refuse_doubles,
    seated,
    take_action,
    tasks_of,
    why_not,
)
from companion.games.daybreak.rules.rule import Rule
from companion.games.daybreak.rules.tasks import queue
from companion.message import say

SLOTS = 4


def choose_project(state: State, card: str | None, replacing: str | None) -> Rule:
    """One of two is kept, or none; with four in play, one of them makes room."""
    only_in(state, "global")
    if state.project_chosen:
        raise Refusal("project_chosen", say("This round's Global Project is chosen already."))
    if card is None:
        return (yield ProjectChosen(None))
    if card_of(state, card).kind != "global":
        raise Refusal("wrong_kind", say("{card} is not a Global Project.", card=card))
    refuse_alone(state, card_of(state, card))
    if card in in_play(state):
        raise Refusal("already_there", say("{card} lies on the table already.", card=card))
    if replacing is not None:
        slot_of(state, replacing)
        state = yield ProjectDiscarded(replacing)
    if len(state.globals) == SLOTS:
        raise Refusal(
            "slots_full", say("Four Global Projects are in play: say which one is replaced.")
        )
    return (yield ProjectChosen(card))


def slot_of(state: State, card: str) -> Slot:
    for slot in state.globals:
        if slot.number == card:
            return slot
    raise Refusal("not_in_play", say("{card} is not in play.", card=card))


def support_project(state: State, power: str, card: str, project: str) -> Rule:
    """A card from the hand goes under a Global Project."""
    only_in(state, "local")
    seated(state, power)
    slot_of(state, project)
    refuse_alone(state, from_hand(state, card))
    rules = card_of(state, project).project
    store = rules.store if rules else None
    if store not in (None, "any") and store not in (card_of(state, card).tags or ()):
        raise Refusal(
            "wrong_tag",
            say("Only cards with the tag {tag} are tucked there.", tag=TAGS[str(store)]),
        )
    return (yield CardTuckedUnder(power, card, project))


def act_on_project(state: State, power: str, card: str, paying: Sequence[str]) -> Rule:
    """What an active project lets every power do; of one that nobody could read, people say it."""
    only_in(state, "local")
    seated(state, power)
    slot = slot_of(state, card)
    known = card_of(state, card)
    rules = known.project
    if not slot.active and not unread(rules):
        raise Refusal("not_active", say("{card} is not active yet.", card=card))
    source = Source(power, known, action_of(rules), tags_of(state, slot.tucked))
    if rules and (rules.spend_draw or rules.spend_for_die):
        return (yield from spend(state, source, rules, slot, paying))
    if source.action is None and rules and rules.known == "all":
        raise Refusal("no_action", say("{card} has no action: it works by itself.", card=card))
    return (yield from take_action(state, source, paying))


def unread(rules: Project | None) -> bool:
    """Nobody knows what makes it active, so the people at the table decide."""
    return rules is None or not (rules.needs or rules.store or rules.none_left)


def action_of(rules: Project | None) -> Action | None:
    if rules and rules.gives_cards and rules.action is None:
        return Action(effects=(Effect(do="give_card"),))
    return rules.action if rules else None


def spend(state: State, source: Source, rules: Project, slot: Slot, paying: Sequence[str]) -> Rule:
    """Cards tucked under a project are discarded: for cards to draw, or for a better roll."""
    refuse_doubles(paying)
    for spent in paying:
        if spent not in slot.tucked:
            raise Refusal("not_in_play", say("{card} is not tucked there.", card=spent))
    power, number = source.power, source.card.number
    if rules.spend_draw:
        if not paying:
            raise Refusal("cost", say("Say which of the tucked cards is discarded."))
        for spent in paying:
            state = yield CardDiscarded(power, spent)
            state = yield CardsDrawn(power, rules.spend_draw, number, keep=1)
        return state
    if len(paying) > rules.spend_for_die:
        raise Refusal(
            "cost", say("At most {n} tucked cards can be discarded.", n=rules.spend_for_die)
        )
    if why := why_not(state, source):
        raise why
    state = yield ActionTaken(power, number)
    for spent in paying:
        state = yield CardDiscarded(power, spent)
    return (yield from queue(state, tasks_of(state, replace(source, boost=len(paying)))))
