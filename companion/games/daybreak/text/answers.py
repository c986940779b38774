"""What can be answered to a question, in few words: for buttons and for the small screen."""

from companion.games.daybreak.model.state import State, Task
from companion.games.daybreak.text.effects import deed, tokens
from companion.games.daybreak.text.instructions import choice
from companion.games.daybreak.text.names import card_name
from companion.games.daybreak.text.short_words import RESILIENCE_KINDS
from companion.games.display import Words


def answer(state: State, task: Task, option: str) -> Words:
    """What an answer means: one of several effects by what it would do, the others by name."""
    if option in RESILIENCE_KINDS:
        return RESILIENCE_KINDS[option]
    if (card := state.cards.get(option)) and card.name.en != "?":
        return card_name(card)
    if task.do != "one_of":
        return choice(state, option)
    chosen = task.choices[task.options.index(option)]
    assert chosen.effect is not None
    if chosen.effect.do in ("give", "take"):
        return tokens(chosen.effect.token, chosen.amount, str(chosen.amount))
    return deed(chosen.effect, chosen.amount)
