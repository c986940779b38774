"""Global Projects: choosing, supporting and using them (rulebook pages 19, 22)."""

from collections.abc import Generator, Sequence

from companion.errors import Refusal
from companion.games.daybreak.model import card_events as c
from companion.games.daybreak.model.card import Action, Effect, Project
from companion.games.daybreak.model.events import Event
from companion.games.daybreak.model.stacks import (
    called,
    card_of,
    in_play,
    lies_there,
    not_in_play,
    refuse_alone,
    tally,
    undecided,
)
from companion.games.daybreak.model.state import Slot, State, Task
from companion.games.daybreak.rules import actions
from companion.games.daybreak.rules.consequences import Rule
from companion.games.daybreak.rules.play_area import only_in, refuse_promised, seated
from companion.games.daybreak.rules.prompts import NEEDS_TAGS, Unread
from companion.games.daybreak.rules.tasks import DOING, queue
from companion.games.shared.replace import replace
from companion.i18n.message import count, say

SLOTS = 4


def choose_project(state: State, card: str | None, replacing: str | None) -> Rule:
    """One of two is kept, or none; with four in play, one of them makes room."""
    only_in(state, "global")
    if state.project_chosen:
        raise Refusal("project_chosen", say("This round's Global Project is chosen already."))
    if card is None:
        return (yield c.ProjectChosen(None))
    if card_of(state, card).kind != "global":
        raise Refusal(
            "wrong_kind", say("{card} is not a Global Project.", card=called(state, card))
        )
    refuse_alone(state, card_of(state, card))
    if card in in_play(state):
        raise lies_there(state, card)
    if replacing is not None:
        slot_of(state, replacing)
        if len(state.globals) < SLOTS:
            raise Refusal("slot_free", say("There is a free slot: no Global Project makes room."))
        state = yield c.ProjectDiscarded(replacing)
    if len(state.globals) >= SLOTS:
        raise Refusal(
            "slots_full", say("Four Global Projects are in play: say which one is replaced.")
        )
    return (yield c.ProjectChosen(card))


def slot_of(state: State, card: str) -> Slot:
    for slot in state.globals:
        if slot.number == card:
            return slot
    raise not_in_play(state, card)


def act_on_project(state: State, power: str, card: str, paying: Sequence[str]) -> Rule:
    """What an active project lets every power do; of one that nobody could read, people say it."""
    check_use(state, power, card, paying)
    if unread_use(state, power, card):
        return (yield from queue(state, [Task("use", power, card, options=tuple(paying))]))
    state, tasks = yield from use(state, power, card, paying)
    return (yield from queue(state, tasks)) if tasks else state


def use_it_now(state: State, task: Task) -> Rule:
    """A project that waited for tags, now that they are known."""
    try:
        check_use(state, task.power, task.card, task.options)
    except Refusal:
        return (yield c.Dropped(task.power, task.card, task.do))
    state, tasks = yield from use(state, task.power, task.card, task.options)
    return (yield c.TasksQueued(tuple(tasks), first=True)) if tasks else state


def source_of(state: State, power: str, slot: Slot) -> actions.Source:
    known = card_of(state, slot.number)
    return actions.Source(power, known, action_of(known.project), tally(state, slot.tucked))


def unread_use(state: State, power: str, card: str) -> Unread | None:
    """Tags that decide whether a project is active, or what it does."""
    slot = next((slot for slot in state.globals if slot.number == card), None)
    rules = card_of(state, card).project
    if slot is None or rules is None:
        return None
    if not slot.active and (lacking := undecided(state, rules, slot.tucked)):
        return lacking
    return actions.unread_tag(state, source_of(state, power, slot))


def check_use(state: State, power: str, card: str, paying: Sequence[str]) -> None:
    only_in(state, "local")
    seated(state, power)
    slot = slot_of(state, card)
    rules = card_of(state, card).project
    may_act = slot.active or unread(rules) or (rules and undecided(state, rules, slot.tucked))
    if not may_act:
        raise Refusal("not_active", say("{card} is not active yet.", card=called(state, card)))
    source = source_of(state, power, slot)
    if rules and (rules.spend_draw or rules.spend_for_die):
        check_spending(state, source, rules, slot, paying)
    elif source.action is None and rules and rules.known == "all":
        raise Refusal(
            "no_action", say("{card} has no action: it works by itself.", card=called(state, card))
        )
    else:
        actions.check_action(state, source, paying)


def use(
    state: State, power: str, card: str, paying: Sequence[str]
) -> Generator[Event, State, tuple[State, list[Task]]]:
    """Pays for it; the state then, and what the project does."""
    rules = card_of(state, card).project
    source = source_of(state, power, slot_of(state, card))
    if rules and rules.spend_draw:
        for spent in paying:
            state = yield c.CardDiscarded(power, spent)
            state = yield c.CardsDrawn(power, rules.spend_draw, card, keep=1)
        return state, []
    if rules and rules.spend_for_die:
        state = yield c.ActionTaken(power, card)
        for spent in paying:
            state = yield c.CardDiscarded(power, spent)
        return state, actions.tasks_of(state, replace(source, boost=len(paying)))
    state = yield from actions.pay(state, source, paying)
    return state, actions.tasks_of(state, source)


def unread(rules: Project | None) -> bool:
    """Nobody knows what makes it active, so the people at the table decide."""
    return rules is None or not (rules.needs or rules.store or rules.none_left)


def action_of(rules: Project | None) -> Action | None:
    if rules and rules.gives_cards and rules.action is None:
        return Action(effects=(Effect(do="give_card"),))
    return rules.action if rules else None


def check_spending(
    state: State, source: actions.Source, rules: Project, slot: Slot, paying: Sequence[str]
) -> None:
    """Cards tucked under a project are discarded: for cards to draw, or for a better roll."""
    actions.refuse_doubles(paying)
    for spent in paying:
        if spent not in slot.tucked:
            raise Refusal(
                "not_in_play", say("{card} is not tucked there.", card=called(state, spent))
            )
        refuse_promised(state, spent)
    if rules.spend_draw:
        if not paying:
            raise Refusal("cost", say("Say which of the tucked cards is discarded."))
        return
    if len(paying) > rules.spend_for_die:
        words = count(
            "At most {n} tucked card can be discarded.",
            "At most {n} tucked cards can be discarded.",
            rules.spend_for_die,
        )
        raise Refusal("cost", words)
    if why := actions.why_not(state, source):
        raise why


DOING["use"] = use_it_now
NEEDS_TAGS["use"] = lambda state, task: unread_use(state, task.power, task.card)
