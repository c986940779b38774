"""Lines of Council of Shadows told with hands: taps, presses and turns of the knob."""

from collections.abc import Iterator

from companion.games import game
from companion.games.council_of_shadows.model.state import State
from companion.games.council_of_shadows.model.terms import KINDS
from companion.games.council_of_shadows.taps.counting import next_to_plan
from companion.games.display import Choice
from companion.match.taps.situations import PLAIN, offer_of

GAME = game("council_of_shadows")


def movements(state: State, line: str) -> Iterator[str]:
    """What hands do to say a line."""
    words = line.split()
    match words:
        case ["start"]:
            yield "press next"
        case ["next"]:
            yield from plainly(state)
        case ["seat", seat]:
            yield f"tap {seat}"
        case ["play", card, seat, slot] if KINDS[card] != "tile":
            if int(slot) != leftmost(state, seat):
                yield f"tap {seat} {slot}"
            yield f"tap {card}"
        case ["play", tile, galaxy, space]:
            yield f"tap {tile}"
            yield f"tap galaxy {galaxy}"
            yield from turned(int(space) - 1)
        case ["play", card, _]:
            yield f"tap {card}"
        case ["buy", _, card] if KINDS.get(card) == "ai":
            yield f"tap {card}"
        case ["buy", *_]:
            yield from counted(state, "gems", line)
        case ["colony", _, "1", galaxy] | ["score", _, galaxy]:
            yield f"tap galaxy {galaxy}"
        case ["gain", _, "energy", _]:
            yield from counted(state, "energy", line)
        case ["gain", *_]:
            yield from counted(state, "gems", line)
        case ["consume", seat, _]:
            assert next_to_plan(state) == seat
            yield from counted(state, "energy", line)
        case ["choose", card] if KINDS.get(card) == "dark":
            yield f"tap {card}"
        case ["set", path, _] if path.startswith("facts.") and state.stage == "plan":
            yield "press next"
            led = GAME.tap_handler.next(state)
            yield from chosen(getattr(led, "choices", ()), line)
        case _:
            question = GAME.tap_handler.question(state)
            assert question, line
            yield from chosen(question.choices, line)


def plainly(state: State) -> Iterator[str]:
    """NEXT, and nothing that is proposed beside it."""
    offer = offer_of(GAME, state)
    answers = [choice.answer for choice in offer.choices]
    wanted = next((at for at in ("next", PLAIN) if at in answers), "")
    yield from turned((answers.index(wanted) - offer.likely) % len(answers) if answers else 0)


def leftmost(state: State, seat: str) -> int:
    player = state.players[seat]
    piles = enumerate(player.slots or (), start=1)
    return next((at for at, pile in piles if not pile and str(at) not in player.plan.cards), 0)


def counted(state: State, mode: str, line: str) -> Iterator[str]:
    yield f"press {mode}"
    asked = GAME.tap_handler.taken_up(state, mode)
    assert asked
    yield from chosen(asked.choices, line)


def chosen(choices: tuple[Choice, ...], line: str) -> Iterator[str]:
    yield from turned([choice.answer for choice in choices].index(line))


def turned(steps: int) -> Iterator[str]:
    if steps:
        yield f"turn +{steps}"
    yield "press next"
