"""Cards on the small screen: a stack, a Global Project, and a crisis with whom it hits and how."""

from collections.abc import Iterable

from companion.games.daybreak.model.card import Crisis, Effect
from companion.games.daybreak.model.stacks import (
    UNKNOWN,
    Tally,
    card_name,
    card_of,
    needs_of,
    span,
    tally,
    uses_left,
)
from companion.games.daybreak.model.state import Slot, State, Task
from companion.games.daybreak.model.terms import TAGS
from companion.games.daybreak.rules import actions, crises
from companion.games.daybreak.text.cards import ONGOING
from companion.games.daybreak.text.effects import deed, effect_words
from companion.games.daybreak.text.short_words import POWERS, TOKENS, printed
from companion.games.display import Cell, Cells, Page, Part, Prose, Words
from companion.games.shared.text import joined
from companion.i18n.message import Message, count, say, signed


def name_of(state: State, number: str) -> tuple[Part, ...]:
    """The name at the end of a page: whoever tapped a card holds it, and its number is above."""
    card = card_of(state, number)
    return () if card.name.en == "?" else (Prose(card_name(card)),)


def tag_counts(tags: Tally) -> Message:
    """Tags as they are counted: 2 × Grid, 1 × Solar; with a mark where there may be more."""
    counted = [
        Message("{n} × {tag}", {"n": n, "tag": TAGS[tag]}) for tag, n in tags.counted.items()
    ]
    if not tags.unread:
        return joined(counted) if counted else say("no tags")
    return (
        Message("{tags} + {more}", {"tags": joined(counted), "more": UNKNOWN})
        if counted
        else (say("tags: {unknown}", unknown=UNKNOWN))
    )


# --- a stack -------------------------------------------------------------------------------------


def stack(state: State, seat: str, at: int) -> Page:
    """What the front card's action does right now, the tags that count, and the uses left."""
    cards = state.powers[seat].stacks[at - 1]
    if not cards:
        title = say("{power}: stack {n}", power=POWERS[seat], n=at)
        return Page(f"stack {seat} {at}", title, (Prose(say("The stack is empty.")),))
    title = Message(
        "{power} {n}: {card}", {"power": POWERS[seat], "n": at, "card": printed(cards[0])}
    )
    source = actions.local_action(state, seat, at)
    parts = (
        Prose(action_now(state, source)),
        Prose(tag_counts(source.tags)),
        *name_of(state, cards[0]),
    )
    left = uses_left(state, cards)
    uses: Words = "" if left is None else count("{n} left", "{n} left", left[0])
    if left and left[0] != left[1]:
        uses = span(*left)  # the word does not fit beside it
    return Page(f"stack {seat} {at}", title, parts, corner=uses)


def action_now(state: State, source: actions.Source) -> Message:
    """What taking the action would do with the tags that are there, or why it cannot be taken."""
    action = source.action
    if action is None:
        return say("Its action is not known: count by hand.")
    if (why := actions.why_not(state, source)) and why.code in (
        "requirement",
        "crisis_stage_action",
    ):
        return why.message
    discarded = count("discard {n} card", "discard {n} cards", action.discard)
    cost = [discarded] if action.discard else []
    cost += [now_done(state, source, effect) for effect in action.cost]
    does = [now_done(state, source, effect) for effect in action.effects]
    if action.one_of:
        does.insert(0, joined((now_done(state, source, e) for e in action.one_of), " / "))
    what = joined(does) if does else Message("?")
    return joined((joined(cost), what), " → ") if cost else what


def now_done(state: State, source: actions.Source, effect: Effect) -> Message:
    """What an effect comes to with the tags that are known; more, where some are not."""
    tags = source.tags
    least, most = (tags.least(effect.per), tags.most(effect.per)) if effect.per else (0, 0)
    if effect.do == "die":
        return say("Geoengineering die +{n}", n=span(least, most))
    sure, possible = (actions.amount_done(state, source, effect, n) for n in (least, most))
    done = deed(effect, sure or possible)
    if sure == possible:
        return done
    if not sure:
        return Message("{done} ?", {"done": deed(effect, effect.by)})
    return Message("{done} + {more}", {"done": done, "more": UNKNOWN})


# --- a Global Project ----------------------------------------------------------------------------


def project(state: State, slot: Slot) -> Page:
    """Is it active, and what does it still need?"""
    rules = card_of(state, slot.number).project
    tags = tally(state, slot.tucked)
    parts: list[Part] = []
    if rules and (needs := needs_of(state, rules)) and not slot.active:
        cells = (
            Cell(f"{span(tags.least(tag), tags.most(tag))}/{n}", TAGS[tag])
            for tag, n in needs.items()
        )
        parts.append(Cells(tuple(cells)))
    else:
        parts.append(Prose(count("{n} card tucked", "{n} cards tucked", len(slot.tucked))))
    return Page(
        f"project {slot.number}",
        say("Project {card}", card=printed(slot.number)),
        (*parts, *name_of(state, slot.number)),
        corner=say("active") if slot.active else say("not active"),
    )


# --- a crisis ------------------------------------------------------------------------------------


def crisis(state: State, number: str) -> Page:
    """Whom it hits now, with how much, and what makes it less."""
    rules = card_of(state, number).crisis
    parts: list[Part] = []
    if rules is None or not (rules.effects or rules.ongoing):
        parts.append(Prose(say("Its text is not known here: do what it says.")))
    elif crises.ignored(state, number, rules):
        parts.append(Prose(say("No effect: enough is tucked under it.")))
    elif rules.effects:
        parts += striking(state, number, rules)
    if rules and rules.ongoing:
        parts.append(Prose(ONGOING[rules.ongoing]))
    at = len(state.crises.resolved) + 1
    return Page(
        f"crisis {number}",
        say("Crisis {card}", card=printed(number)),
        (*parts, *name_of(state, number)),
        corner=f"{at}/{state.crises.due}" if state.stage == "crisis" else lying_as(state, number),
    )


def lying_as(state: State, number: str) -> Message:
    """Why it lies face up outside the Crisis stage."""
    if number in state.crises.ongoing:
        return say("ongoing")
    return say("Forecast") if number == state.crises.forecast else say("face up")


def striking(state: State, number: str, rules: Crisis) -> Iterable[Part]:
    """Everybody with what is left of it for each; or the one that is hit, with each effect."""
    seats = targets(state, number, rules)
    numeric = [
        each for each in rules.effects if each.do == "change" and each.token and not each.per
    ]
    if not numeric:
        yield Prose(whom(state, rules, seats))
        yield Prose(joined(short_deed(state, effect) for effect in rules.effects))
        return
    first = numeric[0]
    if rules.target == "all":
        yield Prose(measure_words(first, actions.amount_of(state, first), rules))
    else:
        yield Prose(whom(state, rules, seats))
    if not seats:
        return
    if len(seats) == 1:
        cells = [
            hit_cell(state, number, rules, seats[0], effect, TOKENS[str(effect.token)])
            for effect in numeric
        ]
    else:
        cells = [hit_cell(state, number, rules, seat, first, POWERS[seat]) for seat in seats]
    yield Cells(tuple(cells))


def short_deed(state: State, effect: Effect) -> Message:
    """What a crisis does that is no number of tokens, before anything reduces it."""
    if effect.per:
        return effect_words(effect)
    n = abs(actions.amount_of(state, effect))
    match effect.do:
        case "discard" if effect.tag:
            lost = count("{n} {tag} card lost", "{n} {tag} cards lost", n, tag=TAGS[effect.tag])
        case "discard":
            lost = count("{n} card lost", "{n} cards lost", n)
        case "discard_project":
            lost = count("{n} project lost", "{n} projects lost", n)
        case "pass_communities":
            lost = count(
                "up to {n} Community to the right", "up to {n} Communities to the right", n
            )
        case _:
            lost = effect_words(effect)
    return lost


def hit_cell(
    state: State, number: str, rules: Crisis, seat: str, effect: Effect, label: Words
) -> Cell:
    task = Task("hit", seat, number)
    less = crises.reduction(state, task, rules)
    amount = 0 if seat in state.crises.spared else crises.struck(state, task, effect, less).amount
    return Cell(signed(amount) if amount else "0", label, alarm=amount != 0)


def measure_words(effect: Effect, whole: int, rules: Crisis) -> Message:
    what = Message("{by} {token}", {"by": signed(whole), "token": TOKENS[str(effect.token)]})
    if rules.reduced_by is None:
        return what
    kind = TOKENS[f"resilience.{rules.reduced_by}"]
    return Message("{what} − {kind}", {"what": what, "kind": kind})


def targets(state: State, number: str, rules: Crisis) -> tuple[str, ...]:
    """Who is hit as things stand; several where a die decides among them."""
    if rules.target == "all" or state.players == 1:
        return state.seats
    if state.crises.resolving == number and state.crises.target:
        return (state.crises.target,)
    if crises.unread_of_target(state, rules.target, rules.of):
        return ()
    extreme = min if rules.target == "lowest" else max
    worst = extreme(crises.measure(state, seat, rules.of) for seat in state.seats)
    return tuple(seat for seat in state.seats if crises.measure(state, seat, rules.of) == worst)


def whom(state: State, rules: Crisis, seats: tuple[str, ...]) -> Message:
    """The power that is hit, and why that one; nobody knows as long as tags are not read."""
    if rules.target == "all":
        return say("Hits everybody")
    powers = joined([POWERS[seat] for seat in seats]) if seats else Message(UNKNOWN)
    if len(seats) > 2:
        powers = say("{n} tied", n=len(seats))
    values = {"what": TOKENS[rules.of], "powers": powers}
    if rules.target == "lowest":
        return say("Least {what}: {powers}", **values)
    return say("Most {what}: {powers}", **values)
