"""What people did, in a few words: the label of every input, by which it is undone and redone."""

from collections.abc import Mapping

from companion.games.capabilities import Viewer
from companion.games.council_of_shadows.model import inputs as i
from companion.games.council_of_shadows.model import terms
from companion.games.council_of_shadows.model.state import State
from companion.games.council_of_shadows.rules.corrections import current, full_path
from companion.games.council_of_shadows.rules.decisions import decide
from companion.games.council_of_shadows.text.instructions import laid
from companion.games.council_of_shadows.text.names import (
    amount,
    as_said,
    cubes,
    named,
    number,
    upgrade,
    whose,
)
from companion.games.shared import inputs as common
from companion.games.shared.rules import fold
from companion.games.shared.text import joined, pair
from companion.i18n.message import Message, say

MODULES = {"stations": say("space stations"), "leaders": say("leaders")}


def label(state: State, given: i.Input) -> Message:
    """What an input does, in a few words."""
    match given:
        case common.OpenBox(box):
            return Message("{box}", {"box": box.id})
        case common.TellCard(card):
            return Message("{card}", {"card": card.number})
        case i.Seat(seat, True):
            return say("The AI takes the seat {seat}", seat=terms.SEATS[seat])
        case i.Seat(seat):
            return say("{seat} takes a seat", seat=terms.SEATS.get(seat, seat))
        case i.Deal(order):
            return say("Order tokens: {order}", order=joined(terms.SEATS[seat] for seat in order))
        case common.Start():
            return say("The game starts")
        case common.Next():
            return say("Next, in the stage {stage}", stage=terms.STAGES[state.stage])
        case common.GoTo(stage):
            return say("On to: {stage}", stage=terms.STAGES.get(stage, stage))
        case common.Correct(path, value):
            return label_of_correction(state, full_path(path), value)
        case common.Choose(answer):
            return say("Chosen: {answer}", answer=named(state, answer))
    return label_of_play(state, given)


def label_of_correction(state: State, path: tuple[str, ...], value: object) -> Message:
    match path:
        case ("detail",):
            return say("Followed: {detail}", detail=terms.DETAILS[str(value)])
        case ("modules", module):
            words = say("With {module}") if value else say("Without {module}")
            return Message(words.text, {"module": MODULES[module]})
        case ("players", seat, "leader"):
            return pair(terms.SEATS[seat], terms.LEADERS[str(value)])
    if current(state, path) == value:
        return pair(number(".".join(path)), as_said(value))
    return say(
        "{number} set from {was} to {value}",
        number=number(".".join(path)),
        was=as_said(current(state, path)),
        value=as_said(value),
    )


def label_of_play(state: State, given: i.Turn | i.Planning) -> Message:
    match given:
        case i.Gain(seat, what, harvest):
            return label_of_gain(seat, what, harvest)
        case i.Harvest(seat, times, galaxy, space):
            return say(
                "{seat} harvests {n} × {galaxy}, space {space}",
                **whose(seat, galaxy),
                n=times,
                space=space,
            )
        case i.Buy(seat, what, n):
            return say(
                "{seat} buys: {what}", seat=terms.SEATS[seat], what=bought(state, seat, what, n)
            )
        case i.BuyStation(seat, kind, galaxy):
            return say(
                "{seat} buys: {what}, {galaxy}", **whose(seat, galaxy), what=terms.STATIONS[kind]
            )
        case i.Colony(seat, n, galaxy):
            return say("{seat}: {cubes} more, {galaxy}", **whose(seat, galaxy), cubes=cubes(n))
        case i.Score(seat, "all"):
            return say("{seat} scores every galaxy", seat=terms.SEATS[seat])
        case i.Score(seat, "majority"):
            return say("{seat} scores where it leads", seat=terms.SEATS[seat])
        case i.Score(seat, galaxy):
            return say("{seat} scores: {galaxy}", **whose(seat, galaxy))
    return label_of_plan(state, given)


def label_of_gain(seat: str, what: Mapping[str, int], harvest: bool) -> Message:
    got = [amount(name, n) for name, n in what.items()]
    if harvest:
        return say("{seat} harvests {what}", seat=terms.SEATS[seat], what=joined(got))
    return say("{seat} gains {what}", seat=terms.SEATS[seat], what=joined(got))


def bought(state: State, seat: str, what: str, n: int | None) -> Message | str:
    if what == "range" and n is not None:
        return upgrade(f"range-{n}-{state.players[seat].reach[n - 1] + 1}")
    if n is not None:
        return upgrade(f"{what}-{n}")
    return named(state, what) if what in terms.KINDS else upgrade(what)


def label_of_plan(state: State, given: i.Planning) -> Message:
    match given:
        case i.Play(card, where, n) if terms.KINDS.get(card) == "tile":
            return say(
                "{tile} lies on space {n}, {galaxy}", tile=card, n=n, galaxy=terms.GALAXIES[where]
            )
        case i.Play(i.NOTHING, seat, n):
            return say("{seat} takes a card back from slot {n}", seat=terms.SEATS[seat], n=n)
        case i.Play(card, seat, n):
            return say(
                "{seat} lays {card} on slot {n}",
                seat=terms.SEATS[seat],
                card=named(state, card),
                n=n,
            )
        case i.Show(card, seat):
            return say("{seat} shows {card}", seat=terms.SEATS[seat], card=named(state, card))
        case i.Consume(seat, None):
            return say("{seat} takes a number back", seat=terms.SEATS[seat])
        case i.Consume(seat, n):
            return say("{seat} consumes {n}", seat=terms.SEATS[seat], n=n)


def redact(now: State, before: State, given: i.Input, viewer: Viewer) -> Message | None:
    """What is said of a plan before the reveal, to everybody but the seat whose plan it is:
    how much of it is there, as the table shows anyway."""
    if before.stage != "plan" or now.stage != "plan" or now.round != before.round:
        return None
    match given:
        case i.Play(_, seat, _) | i.Show(_, seat) | i.Consume(seat, _):
            if viewer.role == "seat" and viewer.seat == seat:
                return None
            return laid(fold(before, decide(before, given)), seat)
    return None
