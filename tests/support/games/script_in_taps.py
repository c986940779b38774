"""A table script told with hands: each of its lines as taps, presses and turns of the knob.

What a script says in one line, people say in several movements, and in more than one way: the
translator takes the ways in turn.
"""

from collections.abc import Iterator
from itertools import cycle, pairwise

from companion.match.script_syntax import lines
from companion.match.taps.throwing import after, following_throw
from tests.support.devices.simulated_controller import PlayedTable

CHECKS = ("game", "expect", "refused")


class Translator:
    """Plays a script with hands only, line by line, at a table where NEXT goes step by step."""

    def __init__(self, table: PlayedTable, *, zones: bool) -> None:
        self._table = table
        self._zones = zones
        """Does every power have a reader of its own?"""
        self._way = cycle((True, False))

    def play(self, source: str) -> Iterator[str]:
        """Each line, when it has been played, and refused if and only if the script says so."""
        for line, then in pairwise([*lines(source), *lines("game over")]):
            if line.words[0] in CHECKS:
                continue
            before, revision = len(self._table.refusals), self._table.document["revision"]
            self._play(line.words)
            refusals = self._table.refusals[before:]
            if then.words[0] == "refused":
                assert refusals, line
                assert self._table.document["revision"] == revision, line
                self._table.do("press undo")  # drops what was half said
            else:
                assert refusals == [], line
            yield line.text

    def _play(self, words: list[str]) -> None:
        do = self._table.do
        match words:
            case ["seat", power]:
                do(f"tap {power}")
            case ["next"]:
                self._go_on()
            case ["start"] | ["project", "none"]:
                do("press next")
            case ["to", stage]:
                self._go_to(stage)
            case ["roll", die, face]:
                self._roll(die, face)
            case ["play", card, power, stack]:
                self._in_either_order(card, self._somewhere_in(power, int(stack)))
            case ["tuck", card, "under", under, "by", power]:
                self._by(power, card, under)
            case ["tuck", card, power, stack]:
                do("press tuck")
                self._in_either_order(card, self._somewhere_in(power, int(stack)))
            case ["discard", card, power]:
                do("press discard", f"tap {card} @ {power}", *self._whose(power))
            case ["act", power, what, *paying]:
                self._act(power, what, paying[1:])
            case ["project", card, "replacing", old]:
                do(f"tap {card}", f"tap {old}")
            case ["project", card]:
                do(f"tap {card}")
            case ["crisis", card]:
                self._crisis(card)
            case ["choose", answer]:
                self._choose(answer)
            case ["undo"]:
                do("press undo", "press undo")
            case ["redo"]:
                do("hold undo")
            case _:
                raise AssertionError(f"no hand can say {words}")

    def _crisis(self, card: str) -> None:
        document = self._table.document
        if document["stage"] != "crisis":
            self._table.do(f"tap {card}")
            return
        led = document["crises"]["face_up"][:1] == [card] and next(self._way)
        self._table.do(*(["press next", "press next"] if led else [f"tap {card}"]))

    def _go_on(self) -> None:
        """NEXT, and once more where it first says what would be passed over."""
        before, refused = self._table.document["revision"], len(self._table.refusals)
        self._table.do("press next")
        if (self._table.document["revision"], len(self._table.refusals)) == (before, refused):
            self._table.do("press next")

    def _go_to(self, stage: str) -> None:
        self._table.do("press next")
        while self._table.document["stage"] != stage and not self._table.document["outcome"]:
            self._table.do("press next")

    def _roll(self, die: str, face: str) -> None:
        rules, state = self._table.writer.match.game, self._table.writer.current.state
        throw = self._table.hands.throw(state, die)
        assert throw, f"there is no die {die}"
        # The button would throw what follows as well, and nobody knows what that shows.
        alone = following_throw(rules, after(rules, state, throw.line((face,))), throw) is None
        if alone and next(self._way):
            self._table.dice.next = face
            self._table.do(f"press {die}")
            self._table.wait(1.5)
            return
        self._table.do(f"hold {die}")
        self._turn([choice.answer for choice in throw.faces].index(face))
        self._table.do("press next")

    def _turn(self, steps: int) -> None:
        has_knob = self._table.simulated.profile.encoder is not None
        if has_knob:
            self._table.do(*([f"turn +{steps}"] if steps else []))
        else:
            self._table.do(*["press tuck"] * steps)

    def _somewhere_in(self, power: str, stack: int) -> str:
        """The front card of a stack, or the tag of its place."""
        cards = self._table.document["powers"][power]["stacks"][stack - 1]["cards"]
        return cards[0] if cards and next(self._way) else f"{power} {stack}"

    def _in_either_order(self, card: str, where: str) -> None:
        """The tag of a place may come first; after a card in play, one from the hand may pay."""
        card_first = where[:2] == "1." or next(self._way)
        first, second = (card, where) if card_first else (where, card)
        self._table.do(f"tap {first}", f"tap {second}")

    def _by(self, power: str, card: str, under: str) -> None:
        self._table.do(f"tap {card} @ {power}", f"tap {under}", *self._whose(power))

    def _whose(self, power: str) -> list[str]:
        """Where all share one reader, the power's tag says who does it."""
        return [] if self._zones else [f"tap {power}"]

    def _act(self, power: str, what: str, paying: list[str]) -> None:
        in_stack = what.isdecimal()
        thing = self._somewhere_in(power, int(what)) if in_stack else what
        again = "press next" if next(self._way) else f"tap {thing}"
        paid_at_once = paying and thing[:2] == "1." and next(self._way)
        self._table.do(f"tap {thing} @ {power}", *([] if paid_at_once else [again]))
        self._table.do(*("press discard" if card == "?" else f"tap {card}" for card in paying))
        if not in_stack:
            self._table.do(*self._whose(power))

    def _choose(self, answer: str) -> None:
        options = self._table.document["prompt"]["options"]
        by_tag = answer in self._table.document["seats"] or answer[:2] == "1."
        if by_tag and next(self._way):
            self._table.do(f"tap {answer}")
        else:
            self._turn(options.index(answer))
            self._table.do("press next")
