"""Cards in words: what a card asks for, what it does and how often, built from its data."""

from collections.abc import Iterator, Mapping

from companion.games.daybreak.model.card import Action, Card, Crisis, Project, Tag, Tuck
from companion.games.daybreak.model.terms import EFFECTS, POWERS, RESILIENCES, TAGS
from companion.games.daybreak.text.effects import TOKENS, alone, effect_words
from companion.games.shared.text import joined
from companion.i18n.message import Message, count, say

KINDS: dict[str, Message] = {
    "local": say("Local Project"),
    "starting": say("starting card"),
    "global": say("Global Project"),
    "crisis": say("Crisis"),
    "challenge": say("Challenge"),
}
TAGGED = ("local", "starting")
OWNERS: dict[str, Message] = {**POWERS, "solo": say("solo game")}
ONGOING: dict[str, Message] = {
    "no_forecast": say("Ongoing: every Crisis card is placed face down"),
    "no_giving": say("Ongoing: no power may give cards to another"),
    "no_tucking": say("Ongoing: nothing is tucked under other Crisis cards"),
    "no_removing_dirty": say("Ongoing: no Dirty Energy may be removed"),
}


def describe(card: Card) -> tuple[Message, ...]:
    """Everything that is known of a card, line by line."""
    return tuple(lines(card))


def lines(card: Card) -> Iterator[Message]:
    if card.kind in TAGGED:
        yield say("Tags: {tags}", tags=tag_words(card))
    if card.action:
        yield from action_words(card.action)
    if card.project:
        yield from project_words(card.project)
    if card.crisis:
        yield from crisis_words(card.crisis)
    if not card.solo:
        yield say("Not for the solo game: discard it and draw another")
    rules = card.action or card.project or card.crisis
    if rules is None:
        yield say("Nobody has entered what it does: count it by hand")
    elif rules.known == "part":
        yield say("Nobody has entered all that it does: check the card")
    if card.note:
        yield say("Note: {note}", note=card.note)


def tag_words(card: Card) -> Message:
    """A card's tags; a question mark for those that nobody has entered."""
    if card.kind not in TAGGED:
        return Message("–")
    known = [TAGS[tag] for tag in card.tags or ()]
    if card.tags is None or card.tags_known == "part":
        known.append(Message("?"))
    return joined(known)


def printed_tags(card: Card) -> list[tuple[str, Message]]:
    """The same, each with the name of its drawing."""
    known = [(f"tag:{tag}", TAGS[tag]) for tag in card.tags or ()]
    unread = card.kind in TAGGED and (card.tags is None or card.tags_known == "part")
    return [*known, ("", Message("?"))] if unread else known


def action_cost(action: Action) -> Iterator[Message]:
    """What an action takes."""
    if action.discard:
        yield count("discard {n} card", "discard {n} cards", action.discard)
    yield from map(effect_words, action.cost)


def action_deeds(action: Action) -> Iterator[Message]:
    """What an action does, where it is carried out."""
    if action.one_of:
        options = joined(map(effect_words, action.one_of), " / ")
        yield say("one of these: {options}", options=options)
    yield from map(effect_words, action.effects)
    if action.ignores:
        yield say("ignore one result in the Crisis stage: {effects}", effects=any_of(action))


def action_words(action: Action) -> Iterator[Message]:
    if action.needs:
        yield say("Needs {tags}", tags=needs_words(action.needs))
    cost, deeds = list(action_cost(action)), list(action_deeds(action))
    if cost or deeds:
        what = joined(deeds) if deeds else Message("?")
        yield say("Action: {what}", what=joined((joined(cost), what), " → ") if cost else what)
    if action.limit == "round":
        yield say("Limit: once a round")
    elif action.limit:
        yield say("Limit: once a round for each {tag} tag", tag=TAGS[action.limit])
    elif action.known == "all":
        yield say("No limit: as often as it is paid for")


def project_words(project: Project) -> Iterator[Message]:
    yield from activation_words(project)
    yield from project_deeds(project)
    if project.action:
        yield from action_words(project.action)
    if project.spend_for_die:
        yield count(
            "Up to {n} card may be spent from under it, for +1 to the die",
            "Up to {n} cards may be spent from under it, each for +1 to the die",
            project.spend_for_die,
        )


def project_deeds(project: Project) -> Iterator[Message]:
    """What an active project does by itself."""
    if project.draw:
        yield count(
            "Every power draws {n} card more in each Local stage",
            "Every power draws {n} cards more in each Local stage",
            project.draw,
        )
    if project.doubles:
        tag = TAGS[project.doubles]
        yield say("Actions on cards with a {tag} tag add twice the Clean Energy", tag=tag)
    if project.ignores:
        yield say("One result a round is ignored: {effects}", effects=any_of(project))
    if project.shields:
        yield say(
            "Once a round, one power ignores a crisis that {resilience} reduces",
            resilience=RESILIENCES[project.shields],
        )
    if project.relief:
        yield say(
            "Each card spent from under it reduces one crisis by {n}, for all that it hits",
            n=project.relief,
        )
    if project.gives_cards:
        tags = joined((TAGS[tag] for tag in project.gives_cards), " / ")
        yield say("In the Local stage, powers may give each other cards: {tags}", tags=tags)
    if project.spend_draw:
        yield say(
            "Each card spent from under it lets one power draw {n} and keep 1", n=project.spend_draw
        )


def activation_words(project: Project) -> Iterator[Message]:
    """What makes a project active."""
    if project.needs:
        tags = needs_words(project.needs)
        if project.per_player:
            yield say("Active with {tags} for each player, tucked under it", tags=tags)
        else:
            yield say("Active with {tags} tucked under it", tags=tags)
    if project.needs_of_many:
        tags = needs_words(project.needs_of_many)
        yield say("Active with {tags} if there are 3 or 4 players", tags=tags)
    if project.store == "any":
        yield say("Active at once; any cards can be tucked under it")
    elif project.store:
        yield say("Active at once; {tag} cards can be tucked under it", tag=TAGS[project.store])
    if project.none_left:
        yield say("Active once a power has none of these: {what}", what=TOKENS[project.none_left])


def crisis_words(crisis: Crisis) -> Iterator[Message]:
    if crisis.target == "lowest":
        yield say("Hits the power with the least: {what}", what=TOKENS[crisis.of])
    elif crisis.target == "highest":
        yield say("Hits the power with the most: {what}", what=TOKENS[crisis.of])
    elif not crisis.ongoing:
        yield say("Hits every power")
    if crisis.effects:
        yield say("Effect: {what}", what=joined(map(effect_words, crisis.effects)))
    if crisis.ongoing:
        yield ONGOING[crisis.ongoing]
    if crisis.reduced_by:
        resilience = RESILIENCES[crisis.reduced_by]
        yield say("Reduced by 1 for each {resilience}", resilience=resilience)
    if crisis.tuck:
        yield tuck_words(crisis.tuck, ongoing=crisis.ongoing is not None)


def crisis_deeds(crisis: Crisis) -> Iterator[Message]:
    """What it does to whom it hits, and for as long as it lasts."""
    yield from map(effect_words, crisis.effects)
    if crisis.ongoing:
        yield ONGOING[crisis.ongoing]


def tuck_words(tuck: Tuck, *, ongoing: bool) -> Message:
    """What cards under a crisis change."""
    tag, tags = TAGS[tuck.tag], needs_words({tuck.tag: tuck.ignore_at})
    if not tuck.ignore_at:
        return say("Reduced by {n} for each {tag} card tucked under it", n=tuck.reduce, tag=tag)
    if ongoing:
        what = say("Discarded with {tags} tucked under it in a Local stage", tags=tags)
    else:
        what = say("Ignored with {tags} tucked under it while it is face up", tags=tags)
    return what if tuck.ignore_at_solo is None else alone(what, tuck.ignore_at_solo)


def needs_words(needs: Mapping[Tag, int]) -> Message:
    return joined(
        Message("{n} × {tag}", {"n": tags, "tag": TAGS[tag]}) for tag, tags in needs.items()
    )


def any_of(rules: Action | Project) -> Message:
    """The Planetary Effects of which a result may be ignored."""
    return joined((EFFECTS[effect] for effect in rules.ignores), " / ")
