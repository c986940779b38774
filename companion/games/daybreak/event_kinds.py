"""Every kind of event by the name under which a journal keeps it, for ever."""

from collections.abc import Mapping

from companion.games.daybreak import card_events, crisis_events, events
from companion.games.daybreak.events import Event

KINDS: Mapping[str, type[Event]] = {
    name: thing
    for module in (events, card_events, crisis_events)
    for name, thing in vars(module).items()
    if isinstance(thing, type) and issubclass(thing, Event) and thing is not Event
}
