"""Any valid pack can be played: whatever its cards say, nothing breaks and every law holds."""

import random
from pathlib import Path
from tempfile import TemporaryDirectory

import pytest
from hypothesis import given
from hypothesis import strategies as st

from companion.errors import Refusal
from companion.games import Document, game
from companion.games.daybreak.model.state import State
from companion.games.daybreak.model.terms import COMMUNITIES_TO_LOSE, EFFECTS, POWERS, TAGS
from companion.i18n.catalogs import Language
from companion.match.match import Match, Step
from companion.storage.journal import MemoryJournal
from companion.storage.packs.load import FOLDER
from tests.storage.packs.test_packs_random import actions, crises, effects, projects, text_of
from tests.support.documents import check_every_way_back, totals, without_revision
from tests.support.effort import examples

DAYBREAK = game("daybreak")
INPUTS = 70
BEYOND = {"local": "emissions", "emissions": "crisis", "crisis": "growth", "growth": "global"}
SPANISH = Language("es", "daybreak")

deeds = st.lists(effects, min_size=1, max_size=3)
PARTS: dict[str, tuple[str, st.SearchStrategy[Document]]] = {
    "local": ("action", st.builds(lambda rest, do: {**rest, "effects": do}, actions, deeds)),
    "global": ("project", projects),
    "crisis": ("crisis", st.builds(lambda rest, do: {**rest, "effects": do}, crises, deeds)),
}
NUMBERS = {
    "local": ("1.101", "1.103", "1.104", "1.105"),
    "global": ("1.301", "1.303"),
    "crisis": ("1.404", "1.406", "1.409"),
}


@st.composite
def decks(draw: st.DrawFn) -> list[Document]:
    """Cards that all do something: what a pack may leave out is tried elsewhere."""
    return [
        {"number": number, "kind": kind, "name": {"en": number}, part: draw(rules)}
        for kind, (part, rules) in PARTS.items()
        for number in NUMBERS[kind]
    ]


class Players:
    """People who play the cards of a pack, mostly where they belong."""

    def __init__(self, chance: random.Random) -> None:
        self.chance = chance
        self.seats = chance.sample(list(POWERS), chance.randint(1, 4))

    def next_line(self, state: State, prompt: Document) -> str:
        if prompt["kind"] != "none" and self.chance.random() < 0.9:
            return self.answer(prompt)
        if self.chance.random() < 0.15:
            return self.change()
        match state.stage:
            case "global":
                return self.chance.choice(
                    (f"project {self.some('global')}", f"crisis {self.some('crisis')}", "to local")
                )
            case "local" if self.chance.random() < 0.95:
                return self.local(state)
            case "crisis" if self.chance.random() < 0.7:
                return f"crisis {self.some('crisis')}"
        return f"to {BEYOND[state.stage]}"

    def some(self, *kinds: str) -> str:
        return self.chance.choice([number for kind in kinds for number in NUMBERS[kind]])

    def answer(self, prompt: Document) -> str:
        if prompt["kind"] == "by_hand":
            results = ("clean+2,dirty-1", "us.communities+2,trees-1", "resilience.any+1", "done")
            return f"choose {self.chance.choice(results)}"
        if prompt["kind"] == "crisis":
            return f"choose {self.some('crisis')}"
        option = self.chance.choice(prompt["options"])
        return f"roll {prompt['die']} {option}" if "die" in prompt else f"choose {option}"

    def local(self, state: State) -> str:
        power, stack = self.chance.choice(self.seats), self.chance.randint(1, 2)
        card = self.some("local")
        paying = ("", " paying ?", " paying ? ?")
        lines = [
            f"play {card} {power} {stack}",
            f"tuck {card} {power} {stack}",
            f"tuck {card} under {self.some('global', 'crisis')} by {power}",
            f"discard {card} {power}",
            *(f"act {power} {stack}{cost}" for cost in paying * 2),
        ]
        for slot in state.globals:
            spent = " ".join(slot.tucked[: self.chance.randint(0, 2)])
            lines += [f"act {power} {slot.number}{cost}" for cost in paying]
            lines.append(f"act {power} {slot.number} paying {spent or '?'}")
        return self.chance.choice(lines)

    def change(self) -> str:
        power, kind = self.chance.choice(self.seats), self.chance.choice(("dirty", "clean"))
        tags = " ".join(self.chance.choices(list(TAGS), k=self.chance.randint(1, 3)))
        return self.chance.choice(
            (
                f"set thermometer.bands {self.chance.randint(0, 5)}",
                f"set {power}.{kind} {self.chance.randint(0, 9)}",
                f"set {power}.communities {self.chance.randint(0, 3)}",
                f"tags {self.some('local')} {tags}",
                f"roll planetary {self.chance.choice(list(EFFECTS))}",
            )
        )


def check(table: Match, step: Step) -> None:
    """What happened can be told, and lies on a table as it could."""
    state = step.before
    for event in step.events:
        if told := DAYBREAK.tell(state, event):
            assert SPANISH.say(told)
        state = DAYBREAK.evolve(state, event)
    for line in (step.label, *DAYBREAK.guide(state), *DAYBREAK.glance(state)):
        assert SPANISH.say(line)
    assert all(0 <= number < 10_000 for number in totals(table.document))
    powers = table.document["powers"].values()
    assert all(power["communities"] <= COMMUNITIES_TO_LOSE for power in powers)


@pytest.mark.slow
@examples(12, soak=600)
@given(decks(), st.integers(0, 2**48))
def test_any_valid_pack_can_be_played_taken_back_and_replayed(
    deck: list[Document], seed: int
) -> None:
    with TemporaryDirectory() as folder:
        packs = Path(folder) / FOLDER
        packs.mkdir()
        (packs / "random.toml").write_text(text_of(deck), encoding="utf-8")
        table = Match(DAYBREAK, MemoryJournal(), packs=Path(folder))
    players = Players(random.Random(seed))
    seats = [f"seat {seat}" for seat in players.seats]
    # all that a card can print, on all cards but one: of that one people are asked
    tags = [
        f"tags {number} {' '.join(players.chance.choices(list(TAGS), k=3))}"
        for number in NUMBERS["local"][1:]
    ]
    for line in (*seats, "start", "set thermometer.bands 2", *tags):
        table.submit(line)
    start = without_revision(table.document)

    played = 0
    while played < INPUTS and not table.state.outcome:
        before, revision = table.state, table.revision
        line = players.next_line(before, table.document["prompt"])
        try:
            step = table.submit(line)
        except Refusal:
            assert (table.state, table.revision) == (before, revision), "a refusal changed it"
            continue
        played += 1
        check(table, step)

    check_every_way_back(table, start, played)
