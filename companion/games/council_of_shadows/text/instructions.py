"""What the people at the table do now, and how things stand, in words."""

from collections.abc import Iterator

from companion.games.council_of_shadows.model import terms
from companion.games.council_of_shadows.model.state import State
from companion.games.council_of_shadows.rules.planning import ready
from companion.games.council_of_shadows.rules.prompts import question
from companion.games.council_of_shadows.text.events import ending
from companion.games.council_of_shadows.text.names import marked, named
from companion.games.shared.text import MARK, joined, pair
from companion.i18n.message import Message, count, say

QUESTIONS: dict[str, Message] = {
    "dark_tech": say("which Dark Tech card?"),
    "colonies": say("how many colonies on the board?"),
    "majorities": say("in how many galaxies is it alone in front?"),
    "systems": say("in how many systems is it alone in front?"),
    "count": say("how many are there?"),
    "rank": say("who leads in that galaxy?"),
    "cube": say("off which space does the cube come?"),
    "winner": say("who has the most cubes on the game board?"),
}
DECKS = 2
"""The highest of the Automa's three decks."""
EFFECTS: dict[str, Message] = {
    "science": say("1 colony anywhere, and that system's yield once"),
    "resources": say("harvest 2 yields where there is an own colony"),
    "expedition": say("discover; a tower of 2 there, or harvest twice"),
    "information": say("take an open AI card"),
    "dominant": say("score up to 2 different galaxies"),
    "settlement": say("a colony of 2 cubes anywhere"),
    "flexible": say("every slot to parsec 3, 1 energy for each step"),
}


def guide(state: State) -> tuple[Message, ...]:
    """What the people at the table do now."""
    if state.outcome:
        return (ending(state.outcome.winners, state.outcome.reason),)
    if not state.round:
        return tuple(setting_up(state))
    if asked := question(state):
        return (asking(state, asked[0]),)
    if state.stage == "plan":
        return tuple(planning(state))
    assert state.turn is not None
    return tuple(turn(state, state.turn))


def setting_up(state: State) -> Iterator[Message]:
    yield say("Take your seats, then start.")
    if state.modules.leaders:
        for seat in state.without_leader[:1]:
            yield say("{seat} chooses a leader.", seat=terms.SEATS[seat])


def asking(state: State, kind: str) -> Message:
    """Who is asked, and by which card."""
    task = state.tasks[0]
    if not task.seat:
        return QUESTIONS[kind]
    about = terms.GALAXIES[task.galaxy] if task.galaxy else named(state, task.card)
    who = joined((terms.SEATS[task.seat], about) if about else (terms.SEATS[task.seat],))
    return pair(who, QUESTIONS[kind])


def planning(state: State) -> Iterator[Message]:
    waiting = [seat for seat in state.seats if not ready(state, seat)]
    if not waiting:
        yield say("Everybody has planned. NEXT lifts the screens.")
        return
    yield say("Lay a card on every slot, in secret.")
    for seat in waiting:
        yield laid(state, seat)
        if state.players[seat].automa:
            deck = terms.roman(min(state.players[seat].level, DECKS))
            yield say("Then turn a card of the Automa's deck {deck}.", deck=deck)


def laid(state: State, seat: str) -> Message:
    """How much of a plan is there, and nothing of what it is."""
    if ready(state, seat):
        return say("{seat} is ready.", seat=terms.SEATS[seat])
    cards = len(state.players[seat].plan.cards)
    return count("{seat}: {n} card laid.", "{seat}: {n} cards laid.", cards, seat=terms.SEATS[seat])


def turn(state: State, seat: str) -> Iterator[Message]:
    player, name = state.players[seat], terms.SEATS[seat]
    match state.stage, state.step:
        case "buy", "buy":
            left = player.purchases_left or 0
            yield count(
                "{seat} buys: {n} purchase left.",
                "{seat} buys: {n} purchases left.",
                left,
                seat=name,
            )
            yield say("Tap AI cards; GEMS: upgrades; then NEXT.")
            if player.leader == "zoe":
                yield say("Zoe: one colony for nothing, wherever it fits.")
        case _, "effect":
            card = player.dark[-1]
            yield pair(terms.TECHS[card], EFFECTS[card])
            yield say("Enter it; NEXT goes on.")
        case "act", "actions" if player.automa:
            yield say("{seat}: carry out its card from top to bottom.", seat=name)
        case "act", "actions":
            yield say("{seat} acts, from left to right.", seat=name)
            if state.tracks("galaxies"):
                yield say("Tap a galaxy for each cube, press ENERGY for what comes in; then NEXT.")
            else:
                yield say("Press ENERGY for what comes in; then NEXT.")
        case "act", _:
            yield say("{seat} may score each galaxy once.", seat=name)
            if state.tracks("galaxies"):
                yield say("Tap each galaxy that is scored; then NEXT.")
            yield from reminders(state, seat)
        case _:
            yield say("{seat} shows its bonus cards.", seat=name)
            yield say("Tap them one by one; NEXT closes this account.")


def reminders(state: State, seat: str) -> Iterator[Message]:
    """What people forget at the scoring."""
    player = state.players[seat]
    if player.leader == "buteo":
        yield say("{leader}: harvest once, at any reach.", leader=terms.LEADERS["buteo"])
    if galaxy := player.stations["harvest"]:
        yield say("Harvest station: one yield, {galaxy}.", galaxy=terms.GALAXIES[galaxy])


def glance(state: State) -> tuple[Message, ...]:
    """The round, then each seat by order; a mark stands behind what rests on a stand-in."""
    if not state.round:
        return guide(state)
    stage = terms.STAGES.get(state.stage) or say("The end")
    order = joined(terms.SEATS[seat] for seat in state.order)
    head = say("Round {n}, {stage}; order: {order}", n=state.round, stage=stage, order=order)
    return head, *boards(state)


def boards(state: State) -> Iterator[Message]:
    for seat in state.order:
        player = state.players[seat]
        yield say(
            "{seat}: level {level}, energy {energy} of {consumption}, {needed} needed, "
            "bonus cards {bonus}, AI cards {ai}",
            seat=terms.SEATS[seat],
            level=terms.roman(player.level),
            energy=marked(state, player.energy, f"players.{seat}.energy"),
            consumption=marked(state, player.consumption, f"players.{seat}.consumption"),
            needed=player.needed,
            bonus=player.bonus_cards,
            ai=player.ai_cards,
        )
    if state.doubtful:
        yield say("{mark} rests on a stand-in that nobody has verified", mark=MARK)
