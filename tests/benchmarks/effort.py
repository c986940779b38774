"""What a companion saves: movements that it takes off people's hands, and what it asks of them.

Each game that plays itself is played twice, as hands play it: with a box whose cards have tags and
are known, and as on a first evening. For each event the game says how many tokens, cubes and
markers people would move, and which of these they move with the companion as well, so that it only
hears of them. An interaction is a tap, a press, a turn of the knob, and on a phone a touch or a
key; to tap a card that people move anyway is none. What somebody says once of a component, for
every game to come, counts on the first evening only. Touches are those of the real pages, see
``page_touches``.
"""

from collections import Counter
from collections.abc import Iterator, Sequence
from contextlib import closing, suppress
from dataclasses import dataclass, field, replace
from functools import cache
from pathlib import Path
from tempfile import TemporaryDirectory
from typing import Any

from companion.games import AnyGame, first, game, playable, resource, several
from companion.match.match import Match, Revision, Step
from companion.match.script import Script
from companion.match.script_syntax import Line
from companion.match.taps.script_gestures import Tap, read_movement
from companion.storage.packs.card_json import CARD_WORD
from companion.web.live.form_to_line import ANY
from tests.benchmarks.measuring import Figures
from tests.benchmarks.page_touches import KEY, MOST_AT_ONCE, OPEN, SEND, SHOWN, Pages
from tests.benchmarks.pieces_moved import pieces_of

HAND_WORDS = ("play", "tuck", "act")
"""Lines that take cards out of a hand."""
PHOTOGRAPH = 5
"""The page is opened, the camera, the picture taken and confirmed; then the touch that uses it."""
SCRIPT, FIRST_EVENING = Path("demo.table"), Path("first_evening.table")
"""With a tagged and known box; and, where that is another game for hands, without."""
CHECKS = ("game", "expect", "refused")
GOES_ON = ("start", "next")
"""What is implied by the gesture that comes after it."""
WAYS = ("hands", "phones")
Rounds = Counter[int]


@dataclass(slots=True)
class Effort:
    """By rounds; 0 is the set-up."""

    movements: Rounds = field(default_factory=Counter)
    told: Rounds = field(default_factory=Counter)
    """Those of them that people make anyway."""
    fewest: int = 0
    """All movements, in as few pieces as the box allows."""
    hands: Rounds = field(default_factory=Counter)
    phones: Rounds = field(default_factory=Counter)
    kinds: dict[str, Counter[str]] = field(default_factory=lambda: {way: Counter() for way in WAYS})
    """What was told with them: the first word of a line, and what a choice was about."""
    said_once: int = 0

    def count(self, way: str, round: int, kind: str, made: int) -> None:
        rounds: Rounds = getattr(self, way)
        rounds[round] += made
        self.kinds[way][kind] += made


@dataclass(frozen=True, slots=True)
class Told:
    """A line that was taken: when, with what, and what is said only once."""

    line: str
    round: int
    kind: str
    once: bool


@cache
def figures() -> Figures:
    """The bare keys are those of the first game, by hands; every game has its own besides."""
    found: Figures = {}
    for name in (first(), *(each for each in playable() if each != first())):
        rules = game(name)
        if script := resource(rules, SCRIPT.name):
            told = script.read_text(encoding="utf-8")
            effort = effort_of(told)
            if not found:
                found |= {**ratio(effort, "hands"), "fewest_pieces_by_hand": effort.fewest}
            found |= by_way(name, effort)
            evening = resource(rules, FIRST_EVENING.name)
            first_time = effort_of(
                evening.read_text(encoding="utf-8") if evening else told, first_evening=True
            )
            for way in WAYS:
                values = ratio(first_time, way)
                found |= {f"{name}.first_evening.{way}.{key}": each for key, each in values.items()}
    found |= with_photographs(first())
    return found


def by_way(name: str, effort: Effort) -> Figures:
    found: Figures = {f"{name}.said_once_for_every_game": effort.said_once}
    for way in WAYS:
        parts = {f"round_{round}.": ratio(effort, way, round) for round in sorted(effort.movements)}
        for part, values in {"": ratio(effort, way), **parts}.items():
            found |= {f"{name}.{way}.{part}{key}": value for key, value in values.items()}
        found |= {
            f"{name}.{way}.of.{kind}": made
            for kind, made in effort.kinds[way].most_common()
            if made
        }
    return found


def ratio(effort: Effort, way: str, round: int | None = None) -> Figures:
    """``movements_by_hand`` and ``movements_per_interaction`` count what people move anyway, too:
    they are what was told before ``saved`` was, and go with the next release."""
    rounds = effort.movements if round is None else (round,)
    made: Rounds = getattr(effort, way)
    movements = sum(effort.movements[each] for each in rounds)
    told = sum(effort.told[each] for each in rounds)
    interactions = sum(made[each] for each in rounds)
    return {
        "saved": movements - told,
        "told": told,
        "interactions": interactions,
        "saved_per_interaction": (movements - told) / max(1, interactions),
        "movements_by_hand": movements,
        "movements_per_interaction": movements / max(1, interactions),
    }


def effort_of(source: str, *, first_evening: bool = False) -> Effort:
    """Of a game that is told in movements of hands, and in lines for what no hand can say."""
    effort, half_said, lines = Effort(), list[Line](), list[Told]()

    def watch(line: Line, table: Match, change: Revision | None) -> None:
        if line.words[0] in CHECKS:
            return
        half_said.append(line)
        if change is None:
            return
        rules, step, state = table.game, change.step, change.step.before
        once, by_phone_only = is_said_once(rules, step), False
        kinds = kinds_of(rules, step)
        about = next((kind for kind in kinds if kind not in GOES_ON), kinds[0])
        told = Told(change.line, rules.round_of(state), about, once)
        for each in half_said:
            if (made := by_hand(rules, step, each)) is None:
                by_phone_only = True
            elif first_evening or not once:
                effort.count("hands", told.round, told.kind, made)
        for part, kind in zip(several.parts(change.line), kinds, strict=True):
            if by_phone_only:
                by_phone.add(len(lines))
            lines.append(replace(told, line=part, kind=kind))
        half_said.clear()
        pieces = pieces_of(rules)
        for state, event in happened(rules, step):
            movements = pieces.movements(state, event)
            effort.movements[rules.round_of(state)] += movements
            effort.told[rules.round_of(state)] += min(movements, pieces.placed_anyway(state, event))
            effort.fewest += pieces.movements(state, event, fewest=True)

    by_phone = set[int]()
    """Lines that no hand can say, by their place."""
    table = Script(source, SCRIPT).play(watch)
    for at, (told, touches) in enumerate(
        zip(lines, on_phones(table.game.id, tuple(lines)), strict=True)
    ):
        if told.once:
            effort.said_once += touches
        if first_evening or not told.once:
            effort.count("phones", told.round, told.kind, touches)
            if at in by_phone:
                effort.count("hands", told.round, told.kind, touches)
    return effort


@cache
def on_phones(
    game: str, lines: tuple[Told, ...], photographed: tuple[tuple[int, str], ...] = ()
) -> list[int]:
    """The touches of each line; of several that are sent at once the first has all.
    ``photographed`` are hands that a picture tells, by the lines before which it is taken."""
    hands = dict(photographed)
    made = [0] * len(lines)
    early = set[int]()
    """What a pack says of a card, where it stands between inputs that are sent at once."""
    with (
        TemporaryDirectory(prefix="companion-") as folder,
        closing(Pages(Path(folder), game)) as pages,
    ):

        def tell_once(at: int) -> None:
            if at not in early:
                pages.send(lines[at].line)
                made[at] = entered(lines[at].line)

        at = 0
        while at < len(lines):
            if lines[at].once:
                tell_once(at)
                at += 1
                continue
            taken = 0
            if hand := hands.get(at):
                with suppress(ValueError):  # refused: a card of it lies on the table by then
                    pages.send(hand)
                    taken = PHOTOGRAPH
            reach = [at]
            for each in range(at + 1, len(lines)):
                if len(reach) == MOST_AT_ONCE or each in hands:
                    break
                if not lines[each].once:
                    reach.append(each)
                elif lines[each].line.startswith(f"{CARD_WORD} "):
                    tell_once(each)
                    early.add(each)
                else:
                    break
            sent, touches = pages.count([lines[each].line for each in reach])
            made[at] = taken + touches
            at = reach[sent - 1] + 1
    return made


def happened(rules: AnyGame, step: Step) -> Iterator[tuple[Any, Any]]:
    """Each event of a step, with the state before it."""
    state = step.before
    for event in step.events:
        yield state, event
        state = rules.evolve(state, event)


def kinds_of(rules: AnyGame, step: Step) -> list[str]:
    """``place``, ``next``, of each input; of an answer also the question: ``choose.share``."""
    parts, states = several.parts(step.line), [step.before]
    if len(parts) > 1:
        states = [state for state, _ in several.inputs(rules, step.before, step.line)]
    return [kind_of(rules, *each) for each in zip(states, parts, strict=True)]


def kind_of(rules: AnyGame, state: Any, line: str) -> str:
    word = line.split()[0]
    asked = rules.view(state).get("prompt") or {}
    return f"{word}.{asked['kind']}" if word == "choose" and "kind" in asked else word


def by_hand(rules: AnyGame, step: Step, line: Line) -> int | None:
    """What one movement costs; None for what no hand can say, so that it is entered on a phone."""
    guide = rules.cards
    moved = {card for event in step.events for card in guide.moved(event)} if guide else set()
    match read_movement(line.text):
        case Tap(what) if what in moved:
            return 0
        case None if line.words[0] != "roll":
            return None
    return 1


def is_said_once(rules: AnyGame, step: Step) -> bool:
    """Does it tell of a component, and of nothing else?"""
    told = rules.cards.told if rules.cards else lambda event: None
    return bool(step.box_fact or (step.events and all(map(told, step.events))))


def entered(line: str) -> int:
    """What is said of a component, on a page of its own: it is opened and sent, the component found
    by what it prints, each thing that is said of it a touch."""
    _, component, *said = line.split()
    return OPEN + SEND + sum(letter.isdigit() for letter in component) * KEY + SHOWN * len(said)


def with_photographs(name: str) -> Figures:
    """A game on phones where each seat photographs its hand before it first lays, tucks or spends a
    card in a round."""
    lines, moved, source = list[Told](), 0, resource(game(name), SCRIPT.name)
    assert source, "the first game plays itself"

    def watch(line: Line, table: Match, change: Revision | None) -> None:
        nonlocal moved
        if change is None or line.words[0] in CHECKS:
            return
        rules, step = table.game, change.step
        round, once = rules.round_of(step.before), is_said_once(rules, step)
        parts = several.parts(change.line)
        lines.extend(Told(one, round, one.split()[0], once) for one in parts)
        pieces = pieces_of(rules)
        moved += sum(
            pieces.movements(state, event) - pieces.placed_anyway(state, event)
            for state, event in happened(rules, step)
        )

    Script(source.read_text(encoding="utf-8"), SCRIPT).play(watch)
    touches = on_phones(name, tuple(lines), tuple(hands_in(game(name), lines).items()))
    made = sum(each for told, each in zip(lines, touches, strict=True) if not told.once)
    found = {"saved": moved, "interactions": made, "saved_per_interaction": moved / made}
    return {f"{name}.photos.{key}": value for key, value in found.items()}


def hands_in(rules: AnyGame, lines: Sequence[Told]) -> dict[int, str]:
    """What a photograph tells, by the place of the line before which it is taken; who pays with a
    card that nobody names takes none."""
    laid: dict[tuple[int, str], list[str]] = {}
    first_at: dict[tuple[int, str], int] = {}
    for at, told in enumerate(lines):
        words = told.line.split()
        seat = next((word for word in words if word in rules.seats), "")
        if words[0] not in HAND_WORDS or not seat:
            continue
        tapped = words[words.index("paying") + 1 :] if "paying" in words else words[1:2]
        if cards := [card for card in tapped if card == ANY or "." in card]:
            first_at.setdefault((told.round, seat), at)
            laid.setdefault((told.round, seat), []).extend(cards)
    return {
        at: f"hand {key[1]} {' '.join(dict.fromkeys(laid[key]))}"
        for key, at in first_at.items()
        if ANY not in laid[key]
    }
