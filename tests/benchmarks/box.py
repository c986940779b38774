"""An owner's walk through a closed box: what is tapped, touched and typed for each card.

Every card is entered on the pages of the walk. One is known but for its tags; of another, what it
does has to be entered as well, from nothing or from a card that is offered to begin with, whatever
is less. Beside it stands what stickers alone take where a camera sees which card gets one: what the
cards print is then asked once it matters.
"""

from contextlib import suppress
from pathlib import Path
from statistics import fmean
from tempfile import TemporaryDirectory
from typing import Any
from urllib.parse import quote

from flask.testing import FlaskClient

from companion.devices.simulator.board import made_up_uid
from companion.errors import Refusal
from companion.games import AnyGame, first
from companion.games import game as find_game
from companion.games.taps import Thing
from companion.i18n.message import Message
from companion.match.session import Session
from companion.match.taps.effects import Ports
from companion.match.taps.enrolment import READS, EnrolmentStep
from companion.match.taps.printed_codes import tag_of
from companion.match.taps.tags import Tags
from companion.storage.atomic_files import write
from companion.storage.packs.card_forms import to_draft
from companion.storage.packs.load import FOLDER, Entry, guide_of, load_cards, shipped_cards
from companion.storage.packs.own_packs import OWN
from companion.storage.packs.toml_files import write_card
from companion.storage.saved_games import SavedGames
from companion.web.app import create_app
from companion.web.live.event_stream import StreamLimits
from companion.web.security.paired_phones import HOST
from companion.web.security.pairing import Pairing
from tests.benchmarks.box_filling import Answered, Filling, likeliest
from tests.benchmarks.measuring import Figures
from tests.support.taps import Taps

CARDS = 158
"""Of the kind that has most, in a box of the first game."""
PACE = 1.5
"""Seconds an interaction."""
PRINTED = 2
"""Tags on a card."""


def figures(cards: int | None = None) -> Figures:
    """With all cards of which the packs know everything that they do, or with so many."""
    game = find_game(first())
    guide = guide_of(game)
    printing = [
        entry
        for entry in shipped_cards(game).values()
        if guide.tags_read(entry.card) is False and not entry.raw.get("tags")
        if not guide.owner_of(entry.card)
    ]
    whole = [entry for entry in printing if guide.rules_read(entry.card)]
    with TemporaryDirectory(prefix="companion-") as folder:
        owner = Owner(game, Path(folder))
        known = fmean(owner.complete(entry) for entry in whole[:cards])
        unknown = fmean(
            min(owner.enter(entry, start) for start in (False, True)) for entry in whole[:cards]
        )
        laid = Looking(owner.session).bind_all()
        owner.session.close()
    share = len(whole) / CARDS
    return {
        "interactions_known_card": known,
        "interactions_unknown_card": unknown,
        "minutes": CARDS * (share * known + (1 - share) * unknown) * PACE / 60,
        "looking.interactions_per_card": laid,
        "looking.minutes": CARDS * laid * PACE / 60,
    }


class Looking:
    """A camera over a reader: each card is laid there once, with a new sticker on it."""

    def __init__(self, session: Session) -> None:
        self._tags = Tags(game=session.writer.match.game.id, links=session.links)
        self._table = Taps(session.writer, Ports(self._tags))
        self._cards = [*session.links()][:CARDS]

    def bind_all(self) -> float:
        """Movements for each card; every one has its sticker after them."""
        for at, card in enumerate(self._cards):
            self._lay(card, made_up_uid(card), float(at))
        bound = [self._tags.find(made_up_uid(card)) for card in self._cards]
        assert bound == [Thing("card", card) for card in self._cards]
        return self._movements / len(self._cards)

    _movements = 0

    def _lay(self, card: str, sticker: str, now: float) -> None:
        """The card comes into sight and onto the reader in one movement, and is taken away."""
        self._movements += 1
        code = tag_of(card) or ""
        with suppress(Refusal):  # whether the game has a use for it now is no matter here
            self._table.read(code, "", now)
        self._table.read(sticker, "", now)
        self._table.lifted(sticker, READS, now)
        self._table.lifted(code, READS, now)


class Readers:
    """The page only wants to know that there are some."""

    enrolling: Message | None = None
    notice: Message | None = None
    new_code = ""

    def enrol(self, step: EnrolmentStep, first: str = "") -> None:
        raise NotImplementedError("nobody goes through the deck here")

    def name_code(self, uid: str, name: str) -> None:
        raise NotImplementedError("nobody shows cards here")


class Phone:
    """A paired phone on its way through the box."""

    def __init__(self, client: FlaskClient, code: str) -> None:
        self._client = client
        self.post("/pair", code=code, role=HOST)
        self.post("/box", step="begin")

    def get(self, path: str) -> Answered:
        return self._client.get(path)

    def post(self, path: str, **fields: Any) -> Answered:
        return self._client.post(path, data=fields, headers={"Origin": "http://localhost"})

    def speak(self, language: str) -> None:
        self._client.set_cookie("language", language)


class Owner:
    """Somebody with a reader, a phone, and card after card in their hand."""

    def __init__(self, game: AnyGame, folder: Path) -> None:
        self.session = Session(SavedGames(folder), game.id)
        pairing = Pairing()
        app = create_app(self.session, pairing, StreamLimits(), tagging=Readers())
        self._game, self._folder = game, folder
        self._phone = Phone(app.test_client(), pairing.code)
        self._tags = [*game.phone(game.blank).tags][:PRINTED]
        self._tapped = 0

    def complete(self, entry: Entry) -> int:
        """A card of which only the tags are not known."""
        taps, filling = self._take(entry)
        return self._save(entry, taps, filling)

    def enter(self, entry: Entry, from_another: bool) -> int:
        """A card of which nobody knows what it does."""
        blanks = guide_of(self._game).rules[entry.card.kind]
        names = {blank.name for blank in blanks}
        bare = {name: value for name, value in entry.raw.items() if name not in names}
        write(self._folder / FOLDER / self._game.id / OWN, write_card(bare))
        taps, filling = self._take(entry)
        wanted = to_draft(blanks, dict(entry.raw))
        if from_another:
            raws = {number: dict(each.raw) for number, each in shipped_cards(self._game).items()}
            if start := likeliest(filling, blanks, wanted, raws):
                filling.press("like", start)
        filling.fill(wanted)
        return self._save(entry, taps, filling)

    def _take(self, entry: Entry) -> tuple[int, Filling]:
        """The next card from the box, tapped; its page is there."""
        self._tapped += 1
        path = f"/box/{quote(entry.card.number)}"
        self._phone.get(path)
        uid = f"04{self._tapped:012x}"
        self.session.walk.read(uid)
        self.session.walk.lifted(uid, READS)
        return 1, Filling(self._phone, entry.card.number, page=path)

    def _save(self, entry: Entry, taps: int, filling: Filling) -> int:
        for tag in self._tags:
            filling.tag(tag)
        filling.keep()
        number = entry.card.number
        kept = load_cards(self._game, self._folder).cards[number]
        assert list(kept.tags) == self._tags
        assert guide_of(self._game).rules_read(kept), "it says what it said"
        return taps + filling.touches
