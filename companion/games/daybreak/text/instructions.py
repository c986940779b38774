"""What the people at the table do now, and how things stand, in words."""

from collections.abc import Iterable

from companion.games.daybreak.model.stacks import card_name, uses_left
from companion.games.daybreak.model.state import State, Task
from companion.games.daybreak.model.terms import BANDS_TO_LOSE, COMMUNITIES_TO_LOSE, POWERS, TAGS
from companion.games.daybreak.rules.actions import local_action, unread_tag, why_not
from companion.games.daybreak.rules.crises import no_forecast
from companion.games.daybreak.rules.emissions_stage import outlook
from companion.games.daybreak.rules.prompts import BY_HAND, NO, question, unread
from companion.games.daybreak.text.effects import deed, effect_words, tokens
from companion.games.daybreak.text.names import (
    ANSWERS,
    celsius,
    demand_of,
    draw_of,
    ending,
    energy_of,
    everybodys,
    marked,
    named,
    with_card,
)
from companion.games.daybreak.text.short_words import RESILIENCE_KINDS
from companion.games.display import Words
from companion.games.shared.text import MARK, joined, pair
from companion.i18n.message import Message, count, say, signed

QUESTIONS: dict[str, Message] = {
    "one_of": say("which of its effects?"),
    "optional": say("that too? (yes or no)"),
    "power": say("which power?"),
    "resilience": say("which Resilience?"),
    "emissions": say("which Emissions?"),
    "crisis": say("turn one Crisis card face up, and show it."),
    "roll": say("roll the Geoengineering die."),
    "discard": say("which card is lost, from the hand or the play area?"),
    "project": say("which Global Project is lost?"),
    "by_hand": say("do what it says, and enter the result. Its text is not known here."),
    "ignore": say("ignore this result?"),
    "shield": say("who ignores this crisis?"),
    "relief": say("discard a stored card to soften the crisis?"),
    "part": say("the card says more than was read. How much of this happens: {what}?"),
    "less": say("how much is left of it?"),
    "tags": say("how many {tag} tags does {card} print?"),
}


def guide(state: State) -> tuple[Message, ...]:
    """What the people at the table do now."""
    return tuple(what_is_due(state))


def what_is_due(state: State) -> Iterable[Message]:
    """The end, a question, the dice; where none of them is due, what the step asks for."""
    if state.outcome:
        yield ending(state.outcome.reason, state.powers)
    elif not state.round:
        yield say("Take your seats clockwise, then start.")
    elif state.tasks and (asked := question(state)):
        kind, options = asked
        yield asking(state, kind)
        yield from answers(state, options)
    elif tie := state.dice.tie:
        yield say("{power} rolls the Geoengineering die.", power=POWERS[tie.next_to_roll])
        yield say("The single lowest roll is hit.")
        yield say("Nothing else of a crisis goes on before all tied powers have rolled.")
    elif due := state.dice.rolls_due:
        yield count(
            "Roll the Planetary Effects die: {n} roll to go.",
            "Roll the Planetary Effects die: {n} rolls to go.",
            due,
        )
    else:
        yield from in_this_step(state)


def in_this_step(state: State) -> Iterable[Message]:
    match state.stage, state.step:
        case "global", "crises":
            yield drawn_crises(state)
            yield from unseen_forecast(state)
        case "global", _:
            yield say("Draw 2 Global Projects and keep 1, or none: tap the one that you keep.")
        case "local", "draw":
            for seat in state.powers:
                yield say("{power} draws {n}.", power=POWERS[seat], n=draw_of(state, seat))
        case "local", _:
            yield say("Play, tuck and act, all at once. NEXT when everybody is done.")
            yield from reminders(state)
        case "emissions", "demand":
            yield from demand_check(state)
        case "emissions", "emit":
            yield say(
                "Everybody counts Dirty Energy and Emissions tokens: {n} carbon in all.",
                n=everybodys(state, outlook(state).emitted),
            )
        case "emissions", "sequester":
            yield say(
                "Cover the {sinks} sinks with the {carbon} carbon of Recent Emissions.",
                sinks=state.sinks,
                carbon=everybodys(state, state.recent),
            )
        case "emissions", _:
            yield say("Move {n} carbon to the Thermometer.", n=everybodys(state, state.recent))
        case "crisis", _:
            yield left_to_resolve(state)
        case _:
            yield say("Move every Energy Demand token as shown, then the round marker.")


def drawn_crises(state: State) -> Message:
    due, forecast = state.crises.due, state.crises.forecast
    if not due:
        return say("No Crisis cards this round.")
    if no_forecast(state):
        return count("Draw {n} Crisis card, face down.", "Draw {n} Crisis cards, face down.", due)
    if forecast and due > 1:
        return count(
            "{card} is the Forecast; {n} more Crisis card lies face down.",
            "{card} is the Forecast; {n} more Crisis cards lie face down.",
            due - 1,
            card=named(state, forecast),
        )
    if forecast:
        return say("{card} is the Forecast.", card=named(state, forecast))
    return say("Draw {n} Crisis cards: the first face up as the Forecast.", n=due)


def unseen_forecast(state: State) -> Iterable[Message]:
    if state.crises.due and not state.crises.forecast and not no_forecast(state):
        yield say("Nobody has seen the Forecast: tap it.")


def left_to_resolve(state: State) -> Message:
    """How many Crisis cards are still to be resolved in this stage."""
    left = crises_left(state)
    if not left:
        return say("All Crisis cards are resolved. NEXT goes on.")
    return count(
        "Resolve {n} Crisis card.", "Resolve {n} Crisis cards, from the Forecast upward.", left
    )


def crises_left(state: State) -> int:
    """Crisis cards of this round that nobody has resolved yet."""
    return max(0, state.crises.due - len(state.crises.resolved))


def asking(state: State, kind: str) -> Message:
    """Who is asked what, and by which card."""
    if kind == "challenge":
        return say("Is this Challenge met? {text}", text=state.tasks[0].card)
    return pair(asker(state), asked_now(state, kind))


def asked_now(state: State, kind: str) -> Message:
    """The question itself; of tags, which ones and of which card."""
    lacking = unread(state)
    if lacking is None:
        task = state.tasks[0]
        if kind == "part" and task.effect:
            return Message(QUESTIONS[kind].text, {"what": deed(task.effect, task.amount)})
        return QUESTIONS[kind]
    card, tag = lacking
    return Message(QUESTIONS["tags"].text, {"tag": TAGS[tag], "card": named(state, card)})


def asker(state: State) -> Message:
    """Who is asked, and by which card, unless the question names that one."""
    task = state.tasks[0]
    if task.power and (lacking := unread(state)) and lacking[0] == task.card:
        return POWERS[task.power]
    card = named(state, task.card)
    if not task.power or of_a_crisis(state, task):
        return Message("{card}", {"card": card})
    return Message("{power}, {card}", {"power": POWERS[task.power], "card": card})


def of_a_crisis(state: State, task: Task) -> bool:
    """Is it for everybody to do what the crisis says that is being resolved?"""
    return task.do == BY_HAND and task.card == state.crises.resolving


def answers(state: State, options: Iterable[str]) -> Iterable[Message]:
    """What can be answered; where a card offers effects, they are told."""
    task = state.tasks[0]
    if task.do == "less":
        assert task.effect is not None
        yield say("as read: {what}", what=deed(task.effect, task.amount))
    elif task.choices and task.do != "part":
        for option, each in zip(options, task.choices, strict=True):
            assert each.effect is not None
            yield pair(option, effect_words(each.effect))
        return
    if task.effect and task.effect.optional:
        yield effect_words(task.effect)
    choices = [choice(state, option) for option in options if not option.isdecimal()]
    if choices:
        yield joined(choices)


def choice(state: State, option: str) -> Message:
    """An answer that can be given, as people read it."""
    if option == NO and state.tasks and state.tasks[0].do == "shield":
        return say("nobody")
    if option in ANSWERS:
        return ANSWERS[option]
    return Message("{option}", {"option": named(state, option)})


def reminders(state: State, seats: Iterable[str] | None = None) -> Iterable[Message]:
    """What people forget at the end of the Local stage: unused actions, and unmet demand."""
    for seat in state.seats if seats is None else seats:
        power = state.powers[seat]
        for card in unused_actions(state, seat):
            yield say("Not used yet: {power}, {card}.", **with_card(state, seat, card))
        if power.shortage:
            yield count(
                "{power} is {n} energy short: {n} Community in Crisis.",
                "{power} is {n} energy short: {n} Communities in Crisis.",
                power.shortage,
                power=POWERS[seat],
            )


def unused_actions(state: State, seat: str) -> Iterable[str]:
    """Front cards with a limited action that surely could be taken now, and was not yet."""
    for at, stack in enumerate(state.powers[seat].stacks, start=1):
        left = uses_left(state, stack)
        if left and left[0] and not state.uses.get(stack[0]) and not blocked(state, seat, at):
            yield stack[0]


def blocked(state: State, seat: str, stack: int) -> bool:
    """Not possible, or nobody can tell before tags are read."""
    source = local_action(state, seat, stack)
    return (why_not(state, source) or unread_tag(state, source)) is not None


def demand_check(state: State) -> Iterable[Message]:
    """Who meets demand, and what a shortage costs."""
    for seat, power in state.powers.items():
        words = say("{power}: {energy} energy meets a demand of {demand}.")
        if power.shortage:
            words = say("{power}: {energy} energy for a demand of {demand}: {short} short.")
        values = {"energy": energy_of(state, seat), "demand": demand_of(state, seat)}
        yield Message(words.text, {"power": POWERS[seat], **values, "short": power.shortage})


def glance(state: State) -> tuple[Message, ...]:
    """The planet, then each power; a mark stands behind every number that is a stand-in."""
    ahead = outlook(state)
    planet = say(
        "{celsius} °C: {bands} of {most} Temperature Bands, {cubes} of {row} cubes in the row; "
        "{trees} Trees, {oceans} Oceans, {dac} DAC",
        celsius=celsius(state.thermometer.bands),
        bands=state.thermometer.bands,
        most=BANDS_TO_LOSE,
        cubes=state.thermometer.cubes,
        row=state.thermometer.row,
        trees=state.trees,
        oceans=state.oceans,
        dac=state.dac,
    )
    carbon = say(
        "carbon: {recent} waiting, {emitted} emitted, {absorbed} absorbed; Thermometer {net}",
        recent=state.recent,
        emitted=ahead.emitted,
        absorbed=ahead.absorbed,
        net=signed(ahead.net),
    )
    return planet, carbon, *boards(state)


def boards(state: State) -> Iterable[Message]:
    """One line a power."""

    for seat, power in state.powers.items():
        own = f"powers.{seat}"
        yield say(
            "{power}: demand {demand}, energy {energy} ({dirty} dirty), {emissions} emissions, "
            "resilience {social}/{ecological}/{infrastructure}, "
            "communities {communities} of {most}",
            power=POWERS[seat],
            demand=demand_of(state, seat),
            energy=energy_of(state, seat),
            dirty=marked(state, power.dirty, f"{own}.dirty"),
            emissions=marked(
                state,
                sum(power.emissions.values()),
                *(f"{own}.emissions.{kind}" for kind in power.emissions),
            ),
            communities=marked(state, power.communities, f"{own}.communities"),
            most=COMMUNITIES_TO_LOSE,
            **{
                kind: marked(state, tokens, f"{own}.resilience.{kind}")
                for kind, tokens in power.resilience.items()
            },
        )
    if state.standins:
        yield say("{mark} a stand-in that nobody has verified: check your own box", mark=MARK)


def answer(state: State, task: Task, option: str) -> Words:
    """What an answer means: one of several effects by what it would do, the others by name."""
    if option in RESILIENCE_KINDS:
        return RESILIENCE_KINDS[option]
    if (card := state.cards.get(option)) and card.name.en != "?":
        return card_name(card)
    if task.do != "one_of":
        return choice(state, option)
    chosen = task.choices[task.options.index(option)]
    assert chosen.effect is not None
    if chosen.effect.do in ("give", "take"):
        return tokens(chosen.effect.token, chosen.amount, str(chosen.amount))
    return deed(chosen.effect, chosen.amount)
