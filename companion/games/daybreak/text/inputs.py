"""What people did, in a few words: the label of every input, by which it is undone and redone."""

from companion.games.daybreak.model import inputs as i
from companion.games.daybreak.model.state import State
from companion.games.daybreak.model.terms import DICE, POWERS, STAGES, TAGS
from companion.games.daybreak.rules.corrections import current, full_path
from companion.games.daybreak.rules.prompts import BY_HAND, unread
from companion.games.daybreak.text.instructions import answer, choice
from companion.games.daybreak.text.names import as_said, face, named, number, with_card
from companion.games.display import Words
from companion.games.shared import inputs as common
from companion.games.shared.text import joined, pair
from companion.i18n.message import Message, say


def label(state: State, given: i.Input) -> Message:
    """What an input does, in a few words."""
    match given:
        case common.OpenBox(box):
            return Message("{box}", {"box": box.id})
        case common.TellCard(card):
            return Message("{card}", {"card": card.number})
        case i.Seat(power):
            return say("{power} takes a seat", power=POWERS.get(power, power))
        case common.Start():
            return say("The game starts")
        case common.Next():
            return say("Next, in the {stage}", stage=STAGES[state.stage])
        case common.GoTo(stage):
            return say("On to the {stage}", stage=STAGES.get(stage, stage))
        case i.RollDie(die, shown):
            return pair(DICE.get(die, die), face(shown))
        case common.Correct(path, value):
            was = current(state, full_path(path))
            return say(
                "{number} set from {was} to {value}",
                number=number(path),
                was=as_said(was),
                value=as_said(value),
            )
        case i.Target(extreme, total):
            which = say("lowest") if extreme == "lowest" else say("highest")
            return say("The crisis hits: {which} {total}", which=which, total=number(total))
        case i.Lose(path, tokens):
            return say("{number}: {n} lost", number=number(path), n=tokens)
        case common.Choose(answer) if state.tasks and (lacking := unread(state)):
            card, tag = lacking
            return say(
                "{card} prints {n} × {tag}", card=named(state, card), n=answer, tag=TAGS[tag]
            )
        case common.Choose() if state.tasks and state.tasks[0].do == BY_HAND:
            return say("Result entered: {card}", card=named(state, state.tasks[0].card))
        case common.Choose(chosen):
            return say("Chosen: {answer}", answer=answer_words(state, chosen))
        case i.Play(card, power, stack):
            return say(
                "{power} plays {card} in front of stack {n}",
                **with_card(state, power, card),
                n=stack,
            )
        case i.Tuck(card, power, stack):
            return say(
                "{power} tucks {card} behind stack {n}", **with_card(state, power, card), n=stack
            )
        case i.Support(card, under, power):
            return say(
                "{power} tucks {card} under {under}",
                **with_card(state, power, card),
                under=named(state, under),
            )
        case i.Discard(card, power):
            return say("{power} discards {card}", **with_card(state, power, card))
        case i.TellHand(power):
            return say("{power} tells of its hand", power=POWERS.get(power, power))
        case i.Act(power, stack):
            front = state.powers[power].stacks[stack - 1][0]
            return say("{power} acts: {card}", **with_card(state, power, front))
        case i.ActOnProject(power, project):
            return say("{power} acts: {card}", **with_card(state, power, project))
        case i.KeepProject(None):
            return say("No Global Project this round")
        case i.KeepProject(card):
            return say("Global Project: {card}", card=named(state, str(card)))
        case i.ShowCrisis(card):
            return say("Crisis: {card}", card=named(state, card))
        case i.EnterTags(card, tags):
            return say(
                "{card} has the tags {tags}",
                card=named(state, card),
                tags=joined([TAGS[tag] for tag in tags]),
            )
        case i.LayChallenge(sign, text):
            return say("Challenge {sign}: {text}", sign=sign, text=text)


def answer_words(state: State, chosen: str) -> Words:
    """An answer as people read it; one of several effects by what it does."""
    if state.tasks and state.tasks[0].do == "one_of" and chosen in state.tasks[0].options:
        return answer(state, state.tasks[0], chosen)
    return choice(state, chosen)
