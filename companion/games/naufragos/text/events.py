"""What happened, in words: each event as a sentence."""

from companion.games.naufragos.model import camp_events as c
from companion.games.naufragos.model import events as e
from companion.games.naufragos.model import people_events as p
from companion.games.naufragos.model.state import Roll, State
from companion.games.naufragos.model.terms import BUILDINGS, COLOURS, SECTORS, STAGES, WEATHER
from companion.games.naufragos.text.cards import card_name, mark_words
from companion.games.naufragos.text.names import ENDINGS, REASONS, card_called, number, people
from companion.i18n.message import Message, count, say, signed

IN_VAIN: dict[str, Message] = {
    "supply": say("{who}: nothing is left in the supply."),
    "fire": say("{who}: the campfire cannot be lit now."),
    "build": say("{who}: nothing can be built now."),
}
OUT: dict[str, Message] = {
    "storm": say("The storm puts the campfire out."),
    "wood": say("No wood is on the campfire: it goes out."),
    "nobody": say("Nobody is there to mind the campfire: it goes out."),
}


def tell(state: State, event: e.Event) -> Message | None:
    """An event as a sentence, from the state before it."""
    match event:
        case e.GameStarted():
            return say("The boards are laid out.")
        case e.RoundBegan(round_):
            return say("Turn {n} of {last}.", n=round_, last=event.after(state).turns)
        case e.StageBegan(stage):
            return say("Now: {stage}.", stage=STAGES[stage])
        case e.MarksLearned(card):
            return say("{card}: {marks}.", card=card_name(card), marks=mark_words(card))
        case e.WeatherMoved(by):
            there = state.box.weather[state.weather.position + by]
            return say("The weather: {label}.", label=WEATHER[there])
        case e.WreckCameAshore():
            return say("Remains of the ship come ashore.")
        case e.FireWentOut(why):
            return OUT[why]
        case e.DiceRolled(roll):
            return result(state, roll)
        case p.StoryGained(seat, tokens, why):
            return count(
                "{who}: {n} story token ({why}).",
                "{who}: {n} story tokens ({why}).",
                tokens,
                who=COLOURS[seat],
                why=REASONS[why],
            )
        case p.StorySpent(seat):
            return say("{who} spends a story token.", who=COLOURS[seat])
        case e.FirstPlayerPassed(to):
            return say("{who} is the first player now.", who=COLOURS[to])
        case e.EndingDecided(round_):
            return say("The promontory is reached: turn {n} is the last.", n=round_)
        case p.Scored(seat, points):
            return count("{who}: {n} point.", "{who}: {n} points.", points, who=COLOURS[seat])
        case e.GameEnded(_, why, winners) if winners:
            return say("{ending} Most points: {who}.", ending=ENDINGS[why], who=people(winners))
        case e.GameEnded(_, why):
            return ENDINGS[why]
        case e.Changed(path, by):
            return say("A card: {number} {by}.", number=number(path), by=signed(by))
        case p.EnergySpent(seat, energy, why):
            return say("{who} spends {n} energy ({why}).", **told(seat, energy, why))
        case p.EnergyLost(seat, energy, why):
            return say("{who} loses {n} energy ({why}).", **told(seat, energy, why))
        case p.EnergyGained(seat, energy, why):
            return say("{who} gains {n} energy ({why}).", **told(seat, energy, why))
        case p.Injured(seat, why):
            return say("{who}: one more injury ({why}).", who=COLOURS[seat], why=REASONS[why])
        case p.InjuryWorsened(seat):
            return say("{who}: the topmost injury becomes a trauma.", who=COLOURS[seat])
        case p.TraumaCame(seat):
            return say("{who}: a trauma.", who=COLOURS[seat])
        case p.Healed(seat, injuries):
            return count(
                "{who}: {n} injury heals.", "{who}: {n} injuries heal.", injuries, who=COLOURS[seat]
            )
        case p.Died(seat, alone) if alone:
            return say("{who} dies alone; what it carried is lost.", who=COLOURS[seat])
        case p.Died(seat):
            return say("{who} dies: share out what it leaves.", who=COLOURS[seat])
        case c.FoodFound(seat, _, units):
            return say("{who} finds {n} food for tonight.", who=COLOURS[seat], n=units)
        case c.WoodFound(seat):
            return say("{who} brings a wood.", who=COLOURS[seat])
        case c.NothingCame(seat, _, why):
            return Message(IN_VAIN[why].text, {"who": COLOURS[seat]})
        case c.WreckSalvaged(seat):
            return say(
                "{who} turns over 5 cards of the wreck: everybody takes one, clockwise.",
                who=COLOURS[seat],
            )
        case c.FireLit():
            return say("The campfire burns, with a wood on it.")
        case c.FireFed():
            return say("A wood for the campfire.")
        case c.WoodBurned():
            return say("The wood on the campfire burns down.")
        case c.Built(_, building) | c.BuildingFinished(_, building):
            return say("Finished: {building}.", building=BUILDINGS[building])
        case c.BuildingFailed(_, building):
            return say("Too little energy: {building} is not built.", building=BUILDINGS[building])
        case c.BuildingGrew(_, building, by):
            return Message("{building}: +{by}.", {"building": BUILDINGS[building], "by": by})
        case c.Ate(seat):
            return say("{who} eats {n}.", who=COLOURS[seat], n=event.units)
        case c.WentHungry(seat):
            return say("{who} has nothing to eat.", who=COLOURS[seat])
        case c.FoodRotted(units):
            return say("{n} food rots.", n=units)
        case p.WaySought(members):
            return say("Looking for the way home: {who}.", who=people(members))
        case p.CameHome(members):
            return say("Home in camp: {who}.", who=people(members))
        case p.StillLost(members):
            return say("Still lost: {who}.", who=people(members))
        case p.GotLost(members):
            return say("Lost: {who}.", who=people(members))
        case p.ExpeditionLeft(members):
            return say("The expedition sets out: {who}.", who=people(members))
        case p.CardDrawn(seat, sector, _, card):
            drawn = card_called(state, card) if card else SECTORS[sector]
            return say("{who} explores: {card}.", who=COLOURS[seat], card=drawn)
        case p.MovedOn(seat, to):
            where = SECTORS[state.box.track[to]]
            return say("{who}: space {n}, {sector}.", who=COLOURS[seat], n=to, sector=where)
        case p.WayBackGrew(by):
            assert state.expedition is not None
            return say("Difficulty of the way back: {n}.", n=state.expedition.difficulty + by)
    return None


def told(seat: str, energy: int, why: str) -> dict[str, object]:
    return {"who": COLOURS[seat], "n": energy, "why": REASONS[why]}


def result(state: State, roll: Roll) -> Message:
    """What a roll means: "7 + 1 − 1 against 8: home"."""
    if roll.free:
        return say("No roll is due, so nothing changes.")
    who = people(roll.members)
    match roll.what, roll.success:
        case "fire", True:
            return say("{who}: the die shows {n}: it burns.", who=who, n=roll.total)
        case "fire", _:
            return say(
                "{who}: the die shows {n}, more than {energy}: no fire.",
                who=who,
                n=roll.total,
                energy=roll.difficulty,
            )
        case "rest", _:
            return say("{who}: the die shows {n}.", who=who, n=roll.total)
        case "injury", True:
            return say("{who}: no 1, no trauma.", who=who)
        case "injury", _:
            return say("{who}: a 1!", who=who)
    values = {"who": who, "sum": in_sum(roll), "difficulty": roll.difficulty}
    if roll.success:
        return say("{who}: {sum} against {difficulty}: home.", **values)
    return say("{who}: {sum} against {difficulty}: not found.", **values)


def in_sum(roll: Roll) -> str:
    """``7``, ``7 + 1``, ``7 − 2``."""
    if not roll.modifier:
        return str(roll.total)
    return f"{roll.total} {'+' if roll.modifier > 0 else '−'} {abs(roll.modifier)}"
