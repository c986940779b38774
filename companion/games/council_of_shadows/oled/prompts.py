"""What the table waits for, on the small screen: a question with its answers."""

from collections.abc import Iterator

from companion.games.council_of_shadows.model.state import State, Task
from companion.games.council_of_shadows.model.terms import SEATS, TECHS, roman
from companion.games.council_of_shadows.rules.prompts import question
from companion.games.council_of_shadows.text.names import ANSWERS, GALAXY_WORDS, named
from companion.games.council_of_shadows.text.short_words import QUESTIONS
from companion.games.display import Choice, Choices, Page, Part, Prose, Words
from companion.games.shared.text import joined
from companion.i18n.message import Message, say


def prompt(state: State) -> Page | None:
    """The open question; None if nothing is asked."""
    asked = question(state)
    if asked is None:
        return None
    kind, options = asked
    task = state.tasks[0]
    parts: list[Part] = [Prose(QUESTIONS[kind])]
    if kind == "dark_tech":
        parts = [Prose(level_up(state, task.seat)), *behind(state, task.seat)]
    if options:
        choices = (Choice(f"choose {each}", answer(state, kind, each)) for each in options)
        parts.append(Choices(tuple(choices)))
    title: Words = SEATS[task.seat] if task.seat else say("The end")
    return Page("prompt", title, tuple(parts), corner=about(state, task))


def level_up(state: State, seat: str) -> Message:
    """From, to, and what is left."""
    player = state.players[seat]
    return say(
        "{before} → {now}, {n} energy left",
        before=roman(player.level - 1),
        now=roman(player.level),
        n=player.energy,
    )


def behind(state: State, seat: str) -> Iterator[Prose]:
    """Who gets gems, because their level is lower."""
    level = state.players[seat].level
    others = [other for other in state.order if state.players[other].level < level]
    if others and not state.automa:
        yield Prose(say("Gems for {seats}", seats=joined(SEATS[other] for other in others)))


def about(state: State, task: Task) -> Words:
    """Which card or galaxy asks."""
    if task.galaxy:
        return GALAXY_WORDS[task.galaxy]
    return TECHS.get(task.card, task.card)


def answer(state: State, kind: str, option: str) -> Words:
    if kind == "cube":
        return say("space {n}", n=option)
    return ANSWERS.get(option) or named(state, option)
