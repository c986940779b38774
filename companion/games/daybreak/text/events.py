"""What happened, in words: each event as a sentence."""

from companion.errors import Refusal
from companion.games.daybreak.model import card_events as c
from companion.games.daybreak.model import crisis_events as crisis
from companion.games.daybreak.model import events as e
from companion.games.daybreak.model.state import State, Task
from companion.games.daybreak.model.terms import (
    EFFECTS,
    LAST_ROUND,
    POWERS,
    RESILIENCES,
    SINKS,
    STAGES,
    TAGS,
)
from companion.games.daybreak.rules.actions import source_of, why_not
from companion.games.daybreak.rules.crises import no_forecast
from companion.games.daybreak.rules.projects import check_use
from companion.games.daybreak.rules.tucking import check_support
from companion.games.daybreak.text.effects import TOKENS
from companion.games.daybreak.text.names import (
    EFFECT_OF,
    NUMBERS,
    ending,
    marked,
    named,
    reason,
    with_card,
)
from companion.games.shared.text import joined
from companion.i18n.message import Message, count, say, signed


def tell(state: State, event: e.Event) -> Message | None:
    """An event as a sentence, from the state before it."""
    match event:
        case e.GameStarted():
            return say("The boards are laid out.")
        case e.RoundBegan(number_):
            return say("Round {n} of {last}.", n=number_, last=LAST_ROUND)
        case e.StageBegan(stage):
            return say("The {stage} begins.", stage=STAGES[stage])
        case e.CrisisCardsCalled(cards) if cards < state.crises.by_bands:
            return put_back(state.crises.by_bands - cards)
        case e.CrisisCardsCalled(cards) if state.crises.called:
            more = cards - state.crises.by_bands
            return count(
                "It is hotter: draw {n} more Crisis card, face down.",
                "It is hotter: draw {n} more Crisis cards, face down.",
                more,
            )
        case e.CrisisCardsCalled(0):
            return say("No Crisis cards this round.")
        case e.CrisisCardsCalled(cards) if no_forecast(state):
            return count(
                "{n} Crisis card this round, face down.",
                "{n} Crisis cards this round, all of them face down.",
                cards,
            )
        case e.CrisisCardsCalled(cards):
            return count(
                "{n} Crisis card this round.",
                "{n} Crisis cards this round: one face up, the others face down.",
                cards,
            )
        case e.CrisisCardsAdded(cards) if cards < 0:
            return put_back(-cards)
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
        case e.ThermometerHeated(cubes, why) if cubes < 0:
            return say("{n} carbon off the Thermometer ({why}).", n=-cubes, why=reason(state, why))
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
        case e.Targeted(power) if state.dice.tie:
            return say("{power} rolled the lowest and loses the tie.", power=POWERS[power])
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
            return ending(why, state.powers)
        case c.TokensChanged(power, token, by):
            return tokens_changed(state, power, token, by)
        case c.HandTold(power, cards):
            return count(
                "{power} has told of {n} card in the hand.",
                "{power} has told of {n} cards in the hand.",
                len(cards),
                power=POWERS[power],
            )
        case c.CardDiscarded(power, card) if power:
            return say("{power} discards {card}.", **with_card(state, power, card))
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
        case c.Dropped(power, card):
            return say(
                "{power}, {card}: not done after all. {why}",
                **with_card(state, power, card),
                why=why_dropped(state, event),
            )
        case c.ChallengeJudged(text, True):
            return say("Challenge met: {text}", text=text)
        case c.ChallengeJudged(text):
            return say("Challenge not met, so the game goes on: {text}", text=text)
        case c.CardGiven(power, to):
            return say("{power} gives a card to {to}.", power=POWERS[power], to=POWERS[to])
        case c.DrawChanged(power, by):
            return draws_next(power, by)
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
        case c.ProjectActivated(card, False):
            return say("{card} is not active any more.", card=named(state, card))
        case c.ProjectActivated(card):
            return say("{card} is active now, for everybody.", card=named(state, card))
        case crisis.CrisisSeen(card, forecast):
            if forecast:
                return say("{card} is the Forecast.", card=named(state, card))
            return say("{card} lies face up now.", card=named(state, card))
        case crisis.CrisisIgnored(card, _, power) if power:
            return say("{power} ignores {card}.", **with_card(state, power, card))
        case crisis.CrisisIgnored(card):
            return say("{card} has no effect.", card=named(state, card))
        case crisis.CrisisRelieved(card, by):
            return say("{card}: {n} less for everybody.", card=named(state, card), n=by)
        case crisis.CrisisResolved(card, ongoing) if ongoing:
            return say("{card} stays and goes on.", card=named(state, card))
        case crisis.CrisisLifted(card):
            return say("{card} is over.", card=named(state, card))
    return None


def tokens_changed(state: State, power: str, token: str, by: int) -> Message:
    """How many came or went, and how many there are now."""
    path = f"powers.{power}.{token}" if power else token
    now = state.number(tuple(path.split("."))) + by
    changed = {"by": signed(by), "token": TOKENS.get(token) or NUMBERS[token.split(".")[-1]]}
    if not power:
        return say("{token}: {by}, now {n}.", **changed, n=now)
    n = marked(state, now, path)
    return say("{by} {token}, {power} now {n}.", **changed, power=POWERS[power], n=n)


def draws_next(power: str, by: int) -> Message:
    if by < 0:
        return count(
            "{power} draws {n} card fewer next round.",
            "{power} draws {n} cards fewer next round.",
            -by,
            power=POWERS[power],
        )
    return count(
        "{power} draws {n} card more next round.",
        "{power} draws {n} cards more next round.",
        by,
        power=POWERS[power],
    )


def put_back(cards: int) -> Message:
    return count(
        "{n} Crisis card fewer is to be resolved.",
        "{n} Crisis cards fewer are to be resolved.",
        cards,
    )


def why_dropped(state: State, event: c.Dropped) -> Message:
    """The reason that the rules give now."""
    try:
        match event.what:
            case "support":
                check_support(state, event.power, event.card, event.under)
            case "use":
                check_use(state, event.power, event.card, ())
            case _:
                waited = Task("act", event.power, event.card)
                if why := why_not(state, source_of(state, waited)):
                    return why.message
    except Refusal as refusal:
        return refusal.message
    return say("The cost cannot be paid.")
