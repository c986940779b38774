"""People who play Council of Shadows by chance, and by the rules: a line at a time."""

from collections.abc import Iterator
from random import Random

from companion.errors import Refusal
from companion.games import game
from companion.games.council_of_shadows.model.state import State
from companion.games.council_of_shadows.model.terms import AI_CARDS, AUTOMA_CARDS, LIGHT
from companion.games.council_of_shadows.rules.prompts import question
from companion.match.match import Match
from companion.storage.journal import MemoryJournal

GAME = game("council_of_shadows")
GAINED = {"harvest": 3, "gems": 0, "refine": 0}
CUBES = {"colonize": 1, "tower": 2, "discover": 1}


class Players:
    """Whatever happens at their table is a line that was taken."""

    def __init__(self, random: Random, *set_up: str) -> None:
        self._random = random
        self.table = Match(GAME, MemoryJournal())
        self.lines: list[str] = []
        for line in set_up:
            self.say(line)

    @property
    def state(self) -> State:
        state: State = self.table.state
        return state

    def say(self, line: str) -> bool:
        """Was it taken?"""
        try:
            self.table.take(line)
        except Refusal:
            return False
        self.lines.append(line)
        return True

    def play(self, most: int = 40) -> None:
        """Until somebody has won, or so many rounds are over."""
        while not self.state.outcome and self.state.round <= most:
            for line in self.turn():
                self.say(line)

    def turn(self) -> Iterator[str]:
        state = self.state
        if asked := question(state):
            yield f"choose {self.answer(*asked)}"
            return
        match state.stage, state.step:
            case "buy", "buy":
                yield from self.purchases(str(state.turn))
            case "plan", _:
                yield from self.plans()
            case "act", "actions":
                yield from self.actions(str(state.turn))
            case _, "score":
                yield from self.scores(str(state.turn))
            case "final", _:
                yield from self.account(str(state.turn))
        if not question(self.state):
            yield "next"

    def answer(self, kind: str, options: tuple[str, ...]) -> str:
        return self._random.choice(options) if options else str(self._random.randint(0, 4))

    def purchases(self, seat: str) -> Iterator[str]:
        if self._random.random() < 0.6:
            free = [card for card in AI_CARDS if self.state.owner(card) is None]
            if free:
                yield f"buy {seat} {self._random.choice(free)}"
        if self._random.random() < 0.4:
            slot = self._random.randint(1, len(self.state.players[seat].reach))
            upgrades = ("desert", "stacking", f"energy {self._random.randint(1, 4)}")
            yield f"buy {seat} {self._random.choice((*upgrades, f'range {slot}'))}"

    def plans(self) -> Iterator[str]:
        for seat in self.state.order:
            player = self.state.players[seat]
            if player.automa:
                yield f"play {self._random.choice(AUTOMA_CARDS)} {seat}"
            elif player.hand is None:
                if not self.state.perpetual(seat):
                    yield f"consume {seat} {self._random.randint(-2, 12)}"
            else:
                hand = self._random.sample(player.hand, len(player.hand))
                for slot, pile in enumerate(player.slots or (), start=1):
                    if hand and not pile:
                        yield f"play {hand.pop()} {seat} {slot}"
                    elif not pile:
                        yield f"consume {seat} 3"

    def actions(self, seat: str) -> Iterator[str]:
        player = self.state.players[seat]
        tops = [pile[0] for pile in player.slots or () if pile] or [f"{seat}-tower"]
        for card in tops:
            action = card.partition("-")[2]
            for _ in range(CUBES.get(action, 0)):
                if self.state.galaxies is not None:
                    yield f"colony {seat} 1 {self._random.choice(self.state.in_play)}"
            if energy := GAINED.get(action, self._random.randint(0, 2)):
                yield f"gain {seat} energy {energy}"
            if action == "gems" and player.gems is not None:
                yield f"gain {seat} {self._random.choice(('anthracite', 'gold', 'clear'))} 1"
        if self.state.galaxies is None:
            yield f"gain {seat} energy {self._random.randint(5, 25)}"

    def scores(self, seat: str) -> Iterator[str]:
        for galaxy in self.state.in_play:
            there = (self.state.galaxies or {}).get(galaxy)
            if there and there.colonies[seat] and self._random.random() < 0.8:
                yield f"score {seat} {galaxy}"

    def account(self, seat: str) -> Iterator[str]:
        played = {card for player in self.state.players.values() for card in player.played}
        free = [card for card in LIGHT if card not in played]
        for card in self._random.sample(free, min(2, len(free))):
            yield f"play {card} {seat}"
            while asked := question(self.state):
                yield f"choose {self.answer(*asked)}"
