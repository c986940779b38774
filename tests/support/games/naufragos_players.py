"""People who play Náufragos, well or badly, and now and then try what cannot be."""

import random

from companion.games.naufragos.model.state import State
from companion.games.naufragos.model.terms import ACTIONS, COLOURS, STAGES
from companion.games.naufragos.rules.prompts import Question, question

DICE = {"return": 2, "lost": 2}


class Players:
    def __init__(self, chance: random.Random, seats: int = 0) -> None:
        self.chance = chance
        self.seats = chance.sample(list(COLOURS), seats or chance.randint(1, 4))

    # What is due.

    def next_line(self, state: State) -> str:
        """The next sensible line of a game."""
        if asked := question(state):
            return self.answer(state, asked)
        if (state.stage, state.step) == ("actions", "place"):
            return self.place(state)
        if state.step == "eat" and state.at_camp and self.chance.random() < 0.2:
            return f"eat {self.chance.choice(state.at_camp)} 1"
        return "next"

    def answer(self, state: State, asked: Question) -> str:
        match asked.kind:
            case "event":
                return f"event {self.weather()} {self.chance.choice(('none', '1', '3', '5'))}"
            case "roll":
                faces = (str(self.chance.randint(1, 6)) for _ in range(asked.dice))
                return f"roll dice {' '.join(faces)}"
            case "forage" | "fish":
                return f"choose {self.chance.randint(1, 4)}"
            case "score":
                return f"choose {self.chance.randint(0, 40)}"
            case "explore":
                return self.explore(state, asked)
        return f"choose {self.chance.choice(asked.options)}"

    def weather(self) -> str:
        return self.chance.choice(("sun", "storm", "none"))

    def explore(self, state: State, asked: Question) -> str:
        party = state.expedition
        assert party is not None
        if party.difficulty > 7 or len(asked.options) == 1 or self.chance.random() < 0.2:
            alone = self.chance.random() < 0.2 and party.difficulty < 15
            return f"return {party.turn}" if alone else "return"
        icons = [icon for icon in ("advance", "story") if self.chance.random() < 0.6]
        deck = self.chance.choice(asked.options[:-1])
        return " ".join(("explore", deck, str(self.chance.randint(0, 3)), *icons))

    def place(self, state: State) -> str:
        ready = [seat for seat in state.at_camp if state.castaways[seat].pawns]
        if not ready:
            return "next"
        seat = self.chance.choice(ready)
        action = self.chance.choice(list(ACTIONS))
        card = f" {self.chance.choice(('fish', 'B2', 'B3'))}" if action == "camp" else ""
        return f"place {seat} {action}{card}"

    # What is not.

    def any_line(self, state: State) -> str:
        """Mostly what is due, sometimes a card's text or a correction, seldom nonsense."""
        mood = self.chance.random()
        if mood < 0.05:
            return self.nonsense()
        if mood < 0.13:
            return self.card()
        if mood < 0.17:
            return self.correction()
        if mood < 0.19:
            return f"to {self.chance.choice(list(STAGES))}"
        return self.next_line(state)

    def nonsense(self) -> str:
        return self.chance.choice(
            (
                *("seat pink", "start", "roll dice 7", "set store.wood -1", "set wind 3"),
                *("set red.energy 40", "to dinner", "lose store.gold 1", "choose maybe"),
                *("place red wood", "place white explore", "feed", "return", "explore coast 3"),
                *("event sun 99", "eat red 40", "play Z9 red", "discard W01", "roll dice total 7"),
                *("roll dice one", "roll dice none", "roll strength 3", "event E07", "explore I07"),
            )
        )

    def card(self) -> str:
        seat = self.chance.choice(self.seats)
        paths = (
            *(f"{seat}.{what}" for what in ("energy", "injuries", "track", "story", "food")),
            *("store.wood", "store.food", "supply.forage", "expedition.difficulty"),
            *("lost.0.difficulty", f"{seat}.traumas", "wreck.left", "store.ropes", "store.sails"),
        )
        most = 1 if self.chance.random() < 0.7 else 4
        number = self.chance.randint(1, most)
        return f"{self.chance.choice(('gain', 'lose'))} {self.chance.choice(paths)} {number}"

    def correction(self) -> str:
        seat = self.chance.choice(self.seats)
        return self.chance.choice(
            (
                f"set {seat}.place {self.chance.choice(('lost', 'camp'))}",
                f"set {seat}.max {self.chance.randint(4, 12)}",
                f"set {seat}.injuries {self.chance.randint(0, 4)}",
                f"set first {seat}",
                f"set weather.position {self.chance.randint(0, 4)}",
                f"set constructions.shelter {self.chance.randint(0, 4)}",
                f"set decks.{self.chance.choice(('coast', 'interior', 'heart'))} false",
                f"play W{self.chance.randint(1, 9):02} {seat}",
                "set constructions.raft.open true",
                "set difficulty hard",
            )
        )
