"""A photograph of a hand: read beside the page, and used with one touch or not at all."""

from io import BytesIO

import pytest
from werkzeug.test import TestResponse

from companion.match import worker
from companion.web.views import photo
from tests.support.camera.frames import picture
from tests.support.camera.photographs import cards, encoded
from tests.support.phone import OURS, Job, Phone, Room, why

HAND = ("1.035", "1.133", "1.012")


def sent(phone: Phone, picture: bytes, **headers: str) -> TestResponse:
    return phone.client.post(
        "/photo", data={"picture": (BytesIO(picture), "hand.jpg")}, headers={**OURS, **headers}
    )


def photograph(*texts: str) -> bytes:
    return encoded(cards(texts, size=(1600, 900), dots_a_mm=7))


@pytest.fixture(autouse=True)
def read_at_once(monkeypatch: pytest.MonkeyPatch) -> None:
    """Pictures are read before the page is asked for again."""
    monkeypatch.setattr(worker, "in_a_thread", lambda work: work())


@pytest.fixture
def waiting(read_at_once: None, monkeypatch: pytest.MonkeyPatch) -> list[Job]:
    """What is to be read, when the test says so."""
    begun: list[Job] = []
    monkeypatch.setattr(worker, "in_a_thread", begun.append)
    return begun


@pytest.fixture
def local(room: Room) -> Room:
    """The Local stage of China and the United States."""
    return room.played("crisis 1.415", "next", "project 1.309", "next")


def test_a_whole_hand_is_a_row_of_names_in_order(local: Room) -> None:
    phone = local.paired()

    assert sent(phone, photograph(*HAND)).headers["Location"] == "/photo"

    page = phone.get("/photo").text
    at = [page.index(f'name="card" value="{card}" checked') for card in HAND]
    assert at == sorted(at)
    assert "Tree Farms" in page
    assert local.document["powers"]["china"]["stacks"][1]["cards"] == ["1.206"]


def test_one_touch_tucks_them_all_and_one_undo_takes_that_back(local: Room) -> None:
    phone = local.paired()
    sent(phone, photograph(*HAND))
    before = local.revision

    answer = phone.post("/photo/use", card=list(HAND[:2]), use="tuck {card} china 2")

    assert answer.status_code == 303
    stack = local.document["powers"]["china"]["stacks"][1]
    assert stack["cards"] == ["1.206", "1.035", "1.133"]
    assert local.revision == before + 1
    local.session.writer.ask("undo")
    assert local.document["powers"]["china"]["stacks"][1]["cards"] == ["1.206"]
    assert 'name="card"' not in phone.get("/photo").text


def test_what_is_refused_of_one_card_happens_with_none(local: Room) -> None:
    phone = local.paired()
    sent(phone, photograph(*HAND))

    answer = phone.post("/photo/use", card=["1.035", "1.415"], use="tuck {card} china 2")

    assert answer.status_code == 409
    assert local.document["powers"]["china"]["stacks"][1]["cards"] == ["1.206"]


def test_what_the_stage_does_not_offer_is_not_done(local: Room) -> None:
    phone = local.paired("us")
    sent(phone, photograph(*HAND))

    for use in ("next", "tuck {card} china 2", "undo", ""):
        answer = phone.post("/photo/use", card=list(HAND[:1]), use=use)
        assert answer.status_code == 400


def test_a_code_that_nobody_knows_is_left_open_and_kept_once_named(local: Room) -> None:
    phone = local.paired()
    sent(phone, photograph("1.035", "nobody knows this"))
    assert 'name="code" value="code:nobody knows this"' in phone.get("/photo").text

    phone.post(
        "/photo/use",
        card="1.035",
        code="code:nobody knows this",
        named=["1.133", "1.012"],
        use="tuck {card} china 2",
    )

    stack = local.document["powers"]["china"]["stacks"][1]
    assert stack["cards"] == ["1.206", "1.035", "1.133", "1.012"]
    sent(phone, photograph("nobody knows this"))
    assert 'value="1.133" checked' in phone.get("/photo").text


def test_nobody_waits_while_a_picture_is_read(local: Room, waiting: list[Job]) -> None:
    phone = local.paired()
    sent(phone, photograph(*HAND))
    assert "being read" in phone.get("/photo").text

    waiting.pop()()

    assert 'value="1.035" checked' in phone.get("/photo").text


def test_few_pictures_wait_at_a_time(local: Room, waiting: list[Job]) -> None:
    phones = [local.paired(role) for role in ("china", "us", "host")]

    answers = [sent(each, photograph("1.035"), Accept="application/json") for each in phones]

    assert [each.status_code for each in answers] == [303, 303, 429], answers[2].text


@pytest.mark.parametrize(
    ("picture", "words"),
    [(b"", "nothing in that picture"), (b"no picture", "no picture that can be read")],
)
def test_what_is_no_picture_is_a_sentence(local: Room, picture: bytes, words: str) -> None:
    phone = local.paired()
    sent(phone, picture)

    assert words in phone.get("/photo").text


def test_a_picture_in_which_nothing_is_read_says_what_helps(local: Room) -> None:
    phone = local.paired()
    sent(phone, encoded(picture().image))

    page = phone.get("/photo").text
    assert "blurred" in page
    assert 'type="file"' in page


def test_a_fault_of_a_library_is_a_sentence_as_well(
    local: Room, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(photo, "read_photograph", lambda sent: 1 / 0)
    phone = local.paired()
    sent(phone, photograph("1.035"))

    assert "damaged" in phone.get("/photo").text


def test_who_only_watches_sends_no_picture(local: Room) -> None:
    assert sent(local.watching(), b"x", Accept="application/json").status_code == 403


def test_a_request_without_a_picture_is_one_with_an_empty_picture(local: Room) -> None:
    phone = local.paired()
    assert phone.client.post("/photo", data=b"nonsense", headers=OURS).status_code == 303

    assert "nothing in that picture" in phone.get("/photo").text


def test_another_picture_may_be_taken(local: Room) -> None:
    phone = local.paired()
    sent(phone, photograph(*HAND))
    phone.post("/photo/forget")

    assert 'name="picture"' in phone.get("/photo").text


def test_where_no_game_takes_several_cards_the_page_says_so(room: Room) -> None:
    phone = room.host()
    sent(phone, photograph("1.035"))

    assert "Nothing takes several cards at once" in phone.get("/photo").text


def test_a_program_is_told_why(local: Room) -> None:
    phone = local.paired()
    answer = phone.client.post("/photo/use", headers=OURS)

    assert answer.status_code == 400
    assert why(phone.client.post("/photo/nothing", headers=OURS | {"Accept": "application/json"}))


def test_one_touch_tells_a_whole_hand(local: Room) -> None:
    phone = local.paired()
    sent(phone, photograph(*HAND))

    phone.post("/photo/use", card=list(HAND), use="hand china {cards}")

    assert sorted(local.document["powers"]["china"]["hand"]) == sorted(HAND)
