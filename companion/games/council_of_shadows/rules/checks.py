"""What is looked at before a line is taken, always in the same order.

Unknown names first, then an open prompt, stage and step, whose turn it is, the level of detail.
"""

from collections.abc import Collection
from dataclasses import dataclass

from companion.errors import Refusal
from companion.games.council_of_shadows.model import terms
from companion.games.council_of_shadows.model.state import Player, State
from companion.i18n.message import Message, say

TURN_STEPS = {
    "buy": ("buy", "dark_tech", "effect"),
    "act": ("actions", "score", "dark_tech", "effect"),
}
"""The steps of the stages in which one seat after the other is on turn."""


def known_card(card: str) -> str:
    """The kind of a card."""
    if card not in terms.KINDS:
        raise Refusal("unknown_card", say("There is no card {card}.", card=card))
    return terms.KINDS[card]


def wrong_kind(card: str) -> Refusal:
    return Refusal("wrong_kind", say("{card} is not for that.", card=card))


def known_seat(state: State, seat: str) -> Player:
    if seat not in state.players:
        words = say("{seat} does not sit at this table.", seat=terms.SEATS.get(seat, seat))
        raise Refusal("unknown_seat", words)
    return state.players[seat]


def known_galaxy(state: State, galaxy: str) -> None:
    if galaxy not in state.in_play:
        name = terms.GALAXIES.get(galaxy, galaxy)
        raise Refusal("unknown_galaxy", say("Not in play: {galaxy}.", galaxy=name))


def known_space(state: State, galaxy: str, space: int | None) -> None:
    spaces = state.printed(galaxy, "spaces")
    if space is not None and not 1 <= space <= spaces:
        raise Refusal("no_such_space", say("This galaxy has spaces 1 to {n}.", n=spaces))


def known_slot(player: Player, slot: int) -> None:
    if not 1 <= slot <= len(player.reach):
        raise Refusal("no_such_slot", say("There are slots 1 to {n}.", n=len(player.reach)))


def nothing_asked(state: State) -> None:
    if state.tasks:
        raise Refusal("choice_due", say("First answer what the table asks."))


def only_in(state: State, stage: str, *steps: str) -> None:
    if state.stage != stage or (steps and state.step not in steps):
        raise Refusal(
            "not_your_stage", say("Not now: that waits for: {stage}.", stage=terms.STAGES[stage])
        )


def in_a_turn(state: State) -> None:
    """In any step of the stages ``buy`` and ``act``."""
    if state.stage not in TURN_STEPS:
        raise not_in_a_turn()


def not_in_a_turn() -> Refusal:
    return Refusal("not_your_stage", say("Not now: that waits for somebody's turn."))


def on_turn(state: State, seat: str) -> None:
    assert state.turn is not None, "whoever asks has looked at the stage"
    if state.turn != seat:
        whose = terms.SEATS[state.turn]
        raise Refusal("not_your_turn", say("Not your turn: it is {seat}'s.", seat=whose))


def acts(state: State, seat: str) -> None:
    """Nothing is asked, and it is this seat's turn."""
    nothing_asked(state)
    in_a_turn(state)
    on_turn(state, seat)


def tracked(state: State, detail: str) -> None:
    if not state.tracks(detail):
        raise untracked(detail)


def untracked(detail: str) -> Refusal:
    words = say(
        "This table does not follow that; it would with: {detail}.", detail=terms.DETAILS[detail]
    )
    return Refusal("not_tracked", words)


def no_module() -> Refusal:
    return Refusal("no_module", say("This table plays without that module."))


@dataclass(frozen=True, slots=True)
class Between:
    """The numbers that a line may say."""

    low: int
    high: int

    def check(self, *numbers: int) -> None:
        for number in numbers:
            if not self.low <= number <= self.high:
                words = say(
                    "{n} cannot be; it can be {low} to {high}.",
                    n=number,
                    low=self.low,
                    high=self.high,
                )
                raise Refusal("impossible_value", words)


def one_of(given: str, options: Collection[str]) -> str:
    if given not in options:
        wanted: Message | str = ", ".join(options)
        words = say("{answer} cannot be chosen; there is {options}.", answer=given, options=wanted)
        raise Refusal("no_such_choice", words)
    return given
