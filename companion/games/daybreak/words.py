"""What people did and what happened, in words: labels of inputs, and events as sentences."""

from companion.games.daybreak import card_events as c
from companion.games.daybreak import events as e
from companion.games.daybreak import inputs as i
from companion.games.daybreak.card import Card
from companion.games.daybreak.corrections import current, full_path
from companion.games.daybreak.effect_words import joined
from companion.games.daybreak.state import State
from companion.games.daybreak.terms import (
    DICE,
    EFFECTS,
    EMISSIONS,
    LAST_ROUND,
    POWERS,
    RESILIENCES,
    SINKS,
    STAGES,
    TAGS,
)
from companion.message import Message, count, name, say

NUMBERS: dict[str, Message] = {
    "demand": say("Energy Demand"),
    "dirty": say("Dirty Energy"),
    "clean": say("Clean Energy"),
    "communities": say("Communities in Crisis"),
    "draw": say("cards to draw"),
    "growth": say("growth of demand"),
    "recent": say("Recent Emissions"),
    "round": say("round"),
    "drawdown": say("Drawdown"),
    "bands": say("Temperature Bands"),
    "cubes": say("cubes on the Thermometer"),
    "due": say("Crisis cards to resolve"),
    "rolls_due": say("rolls that are due"),
    **EMISSIONS,
    **RESILIENCES,
    **EFFECTS,
    **SINKS,
}
EFFECT_OF: dict[str, Message] = {
    "weather": say("2 more Crisis cards"),
    "desertification": say("1 Tree lost for each player"),
    "amazon": say("1 carbon to Recent Emissions and 1 Tree lost, for each player"),
    "arctic": say("2 carbon to the Thermometer for each player"),
    "permafrost": say("2 carbon to Recent Emissions for each player"),
    "acidification": say("1 Ocean lost for each player"),
}
ENDINGS: dict[str, Message] = {
    "drawdown": say("Drawdown is reached and the last Crisis stage survived: you win together!"),
    "temperature": say("The Thermometer has reached 2.0 °C: the game is lost."),
    "communities": say("A power has 12 Communities in Crisis: the game is lost."),
    "time": say("Six rounds are over without Drawdown: the game is lost."),
}


def face(name: str | int) -> Message | str | int:
    return EFFECTS.get(str(name), name)


def number(path: str) -> Message:
    """A number of the document by the name that people use."""
    parts = full_path(path)
    named = NUMBERS.get(parts[-1])
    if named is None:
        return Message("{path}", {"path": path})
    if parts[0] == "powers":
        return Message("{power}: {number}", {"power": POWERS[parts[1]], "number": named})
    return named


def card_name(card: Card) -> Message:
    """A card's name as its pack has it, in the reader's language where it is printed in it."""
    return name(card.name.en, es=card.name.es, pt=card.name.pt)


def label(state: State, given: i.Input) -> Message:
    """What an input does, in a few words."""
    match given:
        case i.OpenBox(box):
            return Message("{box}", {"box": box.id})
        case i.Seat(power):
            return say("{power} takes a seat", power=POWERS.get(power, power))
        case i.Start():
            return say("The game starts")
        case i.Next():
            return say("Next, in the {stage}", stage=STAGES[state.stage])
        case i.GoTo(stage):
            return say("On to the {stage}", stage=STAGES.get(stage, stage))
        case i.RollDie(die, shown):
            return Message("{die}: {face}", {"die": DICE.get(die, die), "face": face(shown)})
        case i.Correct(path, value):
            was = current(state, full_path(path))
            return say(
                "{number} set from {was} to {value}", number=number(path), was=was, value=value
            )
        case i.Target(extreme, total):
            which = say("lowest") if extreme == "lowest" else say("highest")
            return say("The crisis hits: {which} {total}", which=which, total=number(total))
        case i.Lose(path, tokens):
            return say("{number}: {n} lost", number=number(path), n=tokens)
        case i.Choose(answer):
            return say("Chosen: {answer}", answer=named(state, answer))
    return label_with_cards(state, given)


def label_with_cards(state: State, given: i.WithCards) -> Message:
    match given:
        case i.Play(card, power, stack):
            return say(
                "{power} plays {card} in front of stack {n}",
                power=POWERS[power],
                card=named(state, card),
                n=stack,
            )
        case i.Tuck(card, power, stack):
            return say(
                "{power} tucks {card} behind stack {n}",
                power=POWERS[power],
                card=named(state, card),
                n=stack,
            )
        case i.Support(card, under, power):
            return say(
                "{power} tucks {card} under {under}",
                power=POWERS[power],
                card=named(state, card),
                under=named(state, under),
            )
        case i.Discard(card, power):
            return say("{power} discards {card}", power=POWERS[power], card=named(state, card))
        case i.Act(power, stack):
            front = state.powers[power].stacks[stack - 1][0]
            return say("{power} acts: {card}", power=POWERS[power], card=named(state, front))
        case i.ActOnProject(power, project):
            return say("{power} acts: {card}", power=POWERS[power], card=named(state, project))
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


def named(state: State, number_or_word: str) -> Message | str:
    """A card by its number and its name, a power by its name, anything else as it is."""
    for names in (POWERS, RESILIENCES, EMISSIONS, EFFECTS):
        if number_or_word in names:
            return names[number_or_word]
    card = state.cards.get(number_or_word)
    if card is None or card.name.en == "?":
        return say("a card from the hand") if number_or_word == "?" else number_or_word
    names_ = {"number": card.number, "name": card_name(card)}
    return Message("{name}" if card.number.startswith("?") else "{number} {name}", names_)


def tell(state: State, event: e.Event) -> Message | None:
    """An event as a sentence, from the state before it."""
    match event:
        case e.GameStarted():
            return say("The boards are laid out.")
        case e.RoundBegan(number_):
            return say("Round {n} of {last}.", n=number_, last=LAST_ROUND)
        case e.StageBegan(stage):
            return STAGES[stage]
        case e.CrisisCardsCalled(cards) if state.crises.by_bands:
            more = cards - state.crises.by_bands
            return count(
                "It is hotter: draw {n} more Crisis card, face down.",
                "It is hotter: draw {n} more Crisis cards, face down.",
                more,
            )
        case e.CrisisCardsCalled(cards):
            return count(
                "{n} Crisis card this round.",
                "{n} Crisis cards this round: one face up, the others face down.",
                cards,
            )
        case e.CrisisCardsAdded(cards):
            return count(
                "Draw {n} more Crisis card, face down.",
                "Draw {n} more Crisis cards, face down.",
                cards,
            )
        case e.CommunitiesAdded(power, communities, why):
            return count(
                "{power}: {n} Community in Crisis more ({why}).",
                "{power}: {n} Communities in Crisis more ({why}).",
                communities,
                power=POWERS[power],
                why=reason(state, why),
            )
        case e.CarbonEmitted(power, cubes):
            return say("{power} emits {n} carbon.", power=POWERS[power], n=cubes)
        case e.CarbonReleased(cubes, why):
            return say("{n} carbon to Recent Emissions ({why}).", n=cubes, why=reason(state, why))
        case e.CarbonSequestered(cubes):
            return say("Trees, Oceans and Direct Air Capture take {n} carbon.", n=cubes)
        case e.DrawdownReached():
            return say("Drawdown! Flip the round marker.")
        case e.ThermometerCooled(cubes):
            return say("The uncovered sinks take {n} carbon from the Thermometer.", n=cubes)
        case e.EmissionsMoved(cubes):
            return say("{n} carbon to the Thermometer.", n=cubes)
        case e.ThermometerHeated(cubes, why):
            return say(
                "{n} carbon straight to the Thermometer ({why}).", n=cubes, why=reason(state, why)
            )
        case e.RollsChanged(by) if by > 0:
            return count(
                "{n} roll of the Planetary Effects die is due.",
                "{n} rolls of the Planetary Effects die are due.",
                state.dice.rolls_due + by,
            )
        case e.FreelyRolled():
            return say("No roll is due, so nothing changes.")
        case e.TrackAdvanced(effect):
            return say(
                "{effect} moves to space {n} of {last}.",
                effect=EFFECTS[effect],
                n=state.planetary[effect] + 1,
                last=len(state.box.tracks[effect]),
            )
        case e.Tipped(effect):
            return say("Tipping Point: {what}.", what=EFFECT_OF[effect])
        case e.SinksLost(sink, tokens):
            return say("{sink}: {n} lost.", sink=SINKS[sink], n=tokens)
        case e.ResilienceLost(power, resilience, tokens):
            return say(
                "{power}: {n} {resilience} lost.",
                power=POWERS[power],
                n=tokens,
                resilience=RESILIENCES[resilience],
            )
        case e.TieArose(powers):
            names = joined([POWERS[power] for power in powers])
            return say("Tied: {powers}. Each rolls the Geoengineering die.", powers=names)
        case e.TieRolled(power, shown):
            return say("{power} rolls {face}.", power=POWERS[power], face=shown)
        case e.Targeted(power):
            return say("The crisis hits {power}.", power=POWERS[power])
        case e.DemandGrew(power, by):
            demand = state.powers[power].demand
            return say(
                "{power}: Energy Demand from {was} to {now}.",
                power=POWERS[power],
                was=demand,
                now=demand + by,
            )
        case e.GameEnded(_, why):
            return ENDINGS[why]
    return tell_of_cards(state, event)


def tell_of_cards(state: State, event: e.Event) -> Message | None:
    match event:
        case c.TokensChanged(power, token, by):
            changed = number(f"powers.{power}.{token}" if power else token)
            values = {"number": changed, "by": f"{by:+}"}
            return Message("{number} {by}", values)
        case c.CardDiscarded(power, card) if power:
            return say("{power} discards {card}.", power=POWERS[power], card=named(state, card))
        case c.CardDiscarded(_, card):
            return say("{card} is discarded.", card=named(state, card))
        case c.CardsDrawn(power, cards, _, keep, keep_tags):
            drawn = count(
                "{power} draws {n} card", "{power} draws {n} cards", cards, power=POWERS[power]
            )
            if keep_tags:
                tags = joined([TAGS[tag] for tag in keep_tags])
                return say("{drawn} and keeps those with {tags}.", drawn=drawn, tags=tags)
            if keep is not None:
                return say("{drawn} and keeps {keep}.", drawn=drawn, keep=keep)
            return Message("{drawn}.", {"drawn": drawn})
        case c.CardGiven(power, to):
            return say("{power} gives a card to {to}.", power=POWERS[power], to=POWERS[to])
        case c.DrawChanged(power, by):
            return say("{power}: {by} cards to draw next round.", power=POWERS[power], by=f"{by:+}")
        case c.CardDieRolled(_, shown, total):
            return say("The die shows {face}: {total} with the tags.", face=shown, total=total)
        case c.BandsRemoved(bands, temporary):
            if temporary:
                return count(
                    "{n} Temperature Band is taken off until the end of the round.",
                    "{n} Temperature Bands are taken off until the end of the round.",
                    bands,
                )
            return count(
                "{n} Temperature Band is taken off.", "{n} Temperature Bands are taken off.", bands
            )
        case c.BandsReturned(bands):
            return count(
                "{n} Temperature Band comes back.", "{n} Temperature Bands come back.", bands
            )
        case c.EffectIgnored(_, card):
            return say("{card}: the result is ignored.", card=named(state, card))
        case c.ProjectDiscarded(card):
            return say("{card} leaves with what is tucked under it.", card=named(state, card))
        case c.ProjectActivated(card):
            return say("{card} is active now, for everybody.", card=named(state, card))
        case c.CrisisSeen(card, forecast):
            if forecast:
                return say("{card} is the Forecast.", card=named(state, card))
            return say("{card} lies face up now.", card=named(state, card))
        case c.CrisisIgnored(card, _, power) if power:
            return say("{power} ignores {card}.", power=POWERS[power], card=named(state, card))
        case c.CrisisIgnored(card):
            return say("{card} has no effect.", card=named(state, card))
        case c.CrisisRelieved(card, by):
            return say("{card}: {n} less for everybody.", card=named(state, card), n=by)
        case c.CrisisResolved(card, ongoing) if ongoing:
            return say("{card} stays and goes on.", card=named(state, card))
        case c.CrisisLifted(card):
            return say("{card} is over.", card=named(state, card))
    return None


def reason(state: State, why: str) -> Message:
    """Why communities suffer or carbon is set free."""
    if why == "shortage":
        return say("energy demand not met")
    if why in EFFECTS:
        return EFFECTS[why]
    if why in NUMBERS:
        return say("{what} ran out", what=NUMBERS[why])
    return Message("{card}", {"card": named(state, why)})
