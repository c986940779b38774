"""``/api/events``: every revision in order, to every phone at its own pace.

The broadcaster's thread serves all streams; without one, as in a test, a stream holds its thread.
"""

import json
from collections import OrderedDict
from collections.abc import Callable, Iterator, Sequence
from threading import Lock
from typing import Any

from flask import Blueprint, Response, g, request, stream_with_context

from companion.errors import Refusal
from companion.games import Viewer
from companion.i18n.catalogs import Language
from companion.i18n.message import Message, say
from companion.match.match import Revision
from companion.match.session import ActiveMatch, Session
from companion.notifier import News
from companion.web.live.form_to_line import whole_number
from companion.web.live.hall_banner import Hall
from companion.web.live.recent_events import happening
from companion.web.security.auth import role_now
from companion.web.security.pairing import Pairing
from companion.web.security.request_checks import HEAD
from companion.web.transport.connections import HAND_OVER, HOLDS_THREAD
from companion.web.transport.rate_limits import ConnectionCounter, Limits

STREAMED = (
    News.REVISION,
    News.MATCH_REPLACED,
    News.FAULTS,
    News.LESSONS,
    News.MOVES,
    News.WALK,
    News.PHONES,
    News.CLOSING,
)
AT_ONCE = (News.FAULTS, News.LESSONS, News.MOVES, News.PHONES)
"""What a ping tells without waiting until the next one is due."""
MAX_STREAMS = 200
MAX_THREAD_STREAMS = 16
"""Streams that hold a thread each: those of the virtual table."""
PING_S = 5.0
CACHED_EVENTS = 64
RETRY_MS = 2000
"""After which a browser tries again by itself."""


def no_role() -> str:
    """The role of whoever only watches."""
    return ""


class StreamLimits:
    """How many phones may watch live, and whether they still may; events that many are sent."""

    def __init__(
        self,
        many: int = MAX_STREAMS,
        ping: float = PING_S,
        limits: Limits | None = None,
        threads: int = MAX_THREAD_STREAMS,
    ) -> None:
        """``threads`` is how many streams may hold one each."""
        self.many = many
        self.threads = threads
        self.ping_s = ping
        self.closing = False
        self._limits = limits or Limits()
        self._held = ConnectionCounter()
        self._unpaired = self._threads = 0
        self._cached: OrderedDict[tuple[int, int, str, Viewer], str] = OrderedDict()
        self._lock = Lock()

    def admit_thread(self) -> None:
        """For a stream that holds a thread."""
        with self._lock:
            if self._threads >= min(self.many, self.threads):
                raise self._full()
            self._threads += 1

    def release_thread(self) -> None:
        with self._lock:
            self._threads -= 1

    def admit(self, address: str, paired: bool) -> Callable[[], None]:
        """Takes a place, which a paired phone always gets; what is returned gives it back, once."""
        if paired:
            return lambda: None
        with self._lock:
            if self._unpaired >= self.many or self._held[address] >= self._limits.streams:
                raise self._full()
            self._unpaired += 1
            self._held.take(address)
        held = [address]

        def release() -> None:
            with self._lock:
                if held:
                    self._unpaired -= 1
                    self._held.give_back(held.pop())

        return release

    def _full(self) -> Refusal:
        return Refusal(
            "too_many_phones",
            say(
                "{n} phones are watching live, and no more can: this page looks again by"
                " itself every few seconds.",
                n=self.many,
            ),
        )

    def event_of(
        self, change: Revision, game: int, language: Language, viewer: Viewer, now: Any
    ) -> str:
        """A revision as an event, cached for all who see and read the same."""
        key = game, change.revision, language.code, change.step.game.visible_to(viewer)
        with self._lock:
            made = self._cached.get(key)
            if made is None:
                # The stream may have begun when another game was on the table.
                its_language = Language(language.code, change.step.game.id)
                told = news(change, game, its_language, viewer, now)
                made = self._cached[key] = event("change", game, change.revision, told)
                while len(self._cached) > CACHED_EVENTS:
                    self._cached.popitem(last=False)
            return made


class Subscription:
    """One phone: what it has seen, and what is new since."""

    def __init__(
        self,
        session: Session,
        streams: StreamLimits,
        seen: tuple[int, int] | None,
        language: Language,
        role: Callable[[], str] = no_role,
        hall: Hall | None = None,
        shown: str | None = None,
    ) -> None:
        """``role`` is what this phone is paired as now: without one, it sees no more secrets.

        ``shown`` is what its page says that it is; where nothing is said, that is right.
        """
        self._session = session
        self._streams = streams
        self._language = language
        self._role = role
        self._shown = role() if shown is None else shown
        self._hall = hall
        self._seen = seen
        self._active: ActiveMatch | None = None
        self.last = 0
        self._pinged = 0
        self._walked = session.notifier.count(News.WALK)
        self.close: Callable[[], None] = lambda: None
        """Gives its place back."""
        self.pings = 0
        """How often it was to hear a sign of life; whoever tells it counts them."""

    def news(self) -> bytes:
        return "".join(self.events()).encode()

    def events(self) -> Iterator[str]:
        """Everything since the last time; a ping if one is due and nothing else has happened."""
        active, role = self._session.active, self._role()
        told, viewer = False, Viewer.of(role)
        if role != self._shown:
            self._shown = role
            yield plain_event("role", {"role": role})
        if active is not self._active:
            told = True
            yield from self._move_to(active)
        for change in active.writer.since(self.last):
            now = active.writer.current.state
            yield self._streams.event_of(change, active.number, self._language, viewer, now)
            self.last, told = change.revision, True
        if (walked := self._session.notifier.count(News.WALK)) != self._walked:
            self._walked, told = walked, True
            yield f"event: walk\ndata: {walked}\n\n"
        due, self._pinged = self.pings > self._pinged, self.pings
        if due and not told:
            lines = self._hall.lines if self._hall else ()
            lessons = self._session.teaching.on
            beside = {
                "phones": self._session.notifier.count(News.PHONES),
                "moves": self._session.notifier.count(News.MOVES),
            }
            yield ping(self._session.faults, lines, self._language, lessons=lessons, **beside)

    def _move_to(self, active: ActiveMatch) -> Iterator[str]:
        revision, seen = active.writer.match.revision, self._seen
        if seen and seen[0] == active.number:
            self.last = seen[1] if seen[1] <= revision else 0
        else:
            self.last = revision - 1
            yield event("table", active.number, self.last, {"game": active.number})
        self._seen, self._active = None, active


def stream_routes(
    session: Session, streams: StreamLimits, pairing: Pairing, hall: Hall | None = None
) -> Blueprint:
    routes = Blueprint("stream", __name__)

    @routes.get("/api/events")
    def events() -> Response:
        if request.method == HEAD:
            return Response(mimetype="text/event-stream")
        seen = position(request.headers.get("Last-Event-ID") or request.args.get("since", ""))
        who = request.remote_addr or "", g.phone is not None
        if hand_over := request.environ.get(HAND_OVER):
            role, shown = role_now(pairing), request.args.get("as")
            subscription = Subscription(session, streams, seen, g.language, role, hall, shown)
            response = Response(iter((hello(),)), mimetype="text/event-stream")
            subscription.close = streams.admit(*who)
            hand_over(subscription)
            return response
        told = follow(session, streams, seen, g.language, role_now(pairing), hall)
        response = Response(told, mimetype="text/event-stream")
        response.call_on_close(streams.admit(*who))
        return response

    return routes


def thread_stream(streams: StreamLimits, told: Iterator[str]) -> Response:
    """A stream that is not handed over: it holds its thread, and nobody's turn."""
    response = Response(stream_with_context(told), mimetype="text/event-stream")
    streams.admit_thread()
    response.call_on_close(streams.release_thread)
    request.environ.get(HOLDS_THREAD, lambda: None)()
    return response


def hello() -> str:
    return f"retry: {RETRY_MS}\n\n"


def position(text: str) -> tuple[int, int] | None:
    """Which revision of which game was seen, as an event's id says it."""
    game, revision = (whole_number(each, most_digits=11) for each in text.partition("-")[::2])
    return None if game is None or revision is None else (game, revision)


def follow(
    session: Session,
    streams: StreamLimits,
    seen: tuple[int, int] | None,
    language: Language,
    role: Callable[[], str] = no_role,
    hall: Hall | None = None,
) -> Iterator[str]:
    """A stream that holds the thread in which it was asked for."""
    watching = Subscription(session, streams, seen, language, role, hall)
    yield hello()
    while not streams.closing:
        seen_news, active = session.notifier.count(*STREAMED), session.active
        yield from watching.events()
        if session.serves(active):
            session.notifier.wait(seen_news, *STREAMED, timeout=streams.ping_s)
            watching.pings += 1
        elif session.after(active) is None:
            return


def ping(
    faults: Sequence[Message],
    lines: Sequence[Message],
    language: Language,
    *,
    lessons: bool,
    phones: int = 0,
    moves: int = 0,
) -> str:
    """Nothing has happened in the game; but a part of the table may have failed, or be back, the
    hall may say something, steps are explained from now on, or no longer, a phone was paired or
    wants to be, or somebody went on to the next total that moved."""
    beside: dict[str, object] = {
        "faults": [language.say(fault) for fault in faults],
        "said": [language.say(line) for line in lines],
        "lessons": lessons,
        "phones": phones,
        "moves": moves,
    }
    return plain_event("ping", beside)


def plain_event(kind: str, data: dict[str, object]) -> str:
    """Not of the game, so it has no place in the order of revisions."""
    return f"event: {kind}\ndata: {json.dumps(data, ensure_ascii=False)}\n\n"


def event(kind: str, game: int, revision: int, data: dict[str, object]) -> str:
    written = json.dumps(data, ensure_ascii=False)
    return f"id: {game}-{revision}\nevent: {kind}\ndata: {written}\n\n"


def news(
    change: Revision, game: int, language: Language, viewer: Viewer, now: Any
) -> dict[str, object]:
    told = happening(change, now, viewer)
    return {
        "game": game,
        "revision": change.revision,
        "kind": change.kind,
        "label": language.say(told.label),
        "told": [language.say(message) for message in told.told],
        "undo": language.say(change.undoes.label_for(now, viewer)) if change.undoes else None,
        "redo": language.say(change.redoes.label_for(now, viewer)) if change.redoes else None,
        "over": change.over,
        "at": change.at,
    }
