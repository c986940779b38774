"""Days as people say them: today and yesterday, else the day of the month, in their own time."""

from datetime import datetime, timedelta

from companion.i18n.message import Message, say

MONTHS = (
    *(say("January"), say("February"), say("March"), say("April"), say("May"), say("June")),
    *(say("July"), say("August"), say("September"), say("October"), say("November")),
    say("December"),
)


def in_full(moment: str, now: datetime) -> Message:
    """For what is kept or shared: it is read on other days, so today is a date as well."""
    try:
        then = datetime.fromisoformat(moment).astimezone(now.tzinfo)
    except ValueError:
        return Message("{moment}", {"moment": moment})
    day, month, time = then.day, MONTHS[then.month - 1], f"{then:%H:%M}"
    return say(
        "{day} {month} {year} at {time}", day=day, month=month, year=str(then.year), time=time
    )


def in_words(moment: str, now: datetime) -> Message:
    """A moment of the journal, in the time zone of ``now``."""
    try:
        then = datetime.fromisoformat(moment).astimezone(now.tzinfo)
    except ValueError:
        return Message("{moment}", {"moment": moment})
    time = f"{then:%H:%M}"
    if then.date() == now.date():
        return say("today at {time}", time=time)
    if then.date() == now.date() - timedelta(days=1):
        return say("yesterday at {time}", time=time)
    day, month = then.day, MONTHS[then.month - 1]
    if then.year == now.year:
        day, month = then.day, MONTHS[then.month - 1]
        return say("{day} {month} at {time}", day=day, month=month, time=time)
    return in_full(moment, now)
