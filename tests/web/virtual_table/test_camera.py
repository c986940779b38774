"""A browser's camera before the virtual table: what its page sends, and who may."""

import pytest

from companion.devices.camera.page_camera import MAX_FRAME_BYTES, SILENT_S
from tests.support.camera.frames import picture
from tests.support.camera.photographs import encoded
from tests.support.phone import AS_PROGRAM, OURS, Phone, Room, why

SENT = encoded(picture("1.035").image)


def show(phone: Phone, sent: bytes = SENT, window: str = "a", zone: str = "seat:1") -> object:
    answer = phone.client.post(
        f"/virtual/camera?zone={zone}&window={window}", data=sent, headers={**OURS, **AS_PROGRAM}
    )
    return answer.get_json() if answer.status_code == 200 else why(answer)


def test_a_picture_waits_for_the_thread_that_reads_it(room: Room) -> None:
    assert room.board.camera
    assert show(room.host()) == {"seen": 0, "fault": ""}

    frame = room.board.camera.read(0.0)
    assert frame
    assert frame.zone == "seat:1"
    assert (frame.picture.width, frame.picture.height) == (640, 480)
    assert room.board.camera.on


def test_only_the_newest_picture_is_kept(room: Room) -> None:
    assert room.board.camera
    host = room.host()
    show(host, zone="seat:1")
    show(host, zone="seat:2")

    frame = room.board.camera.read(0.0)
    assert frame
    assert frame.zone == "seat:2"
    assert room.board.camera.read(0.0) is None


def test_a_sign_of_life_is_no_picture(room: Room) -> None:
    assert room.board.camera
    show(room.host(), b"")

    assert room.board.camera.on
    assert room.board.camera.read(0.0) is None


def test_what_is_no_picture_is_told_with_the_next_answer(room: Room) -> None:
    assert room.board.camera
    host = room.host()
    show(host, b"no picture")
    assert room.board.camera.read(0.0) is None

    assert "no picture that can be read" in str(show(host, b""))


def test_nobody_looks_in_a_zone_that_is_not_there(room: Room) -> None:
    assert room.board.camera
    show(room.host(), zone="<b>")

    frame = room.board.camera.read(0.0)
    assert frame
    assert frame.zone == ""


def test_one_page_at_a_time_looks(room: Room) -> None:
    assert room.board.camera
    host = room.host()
    show(host, window="a")

    assert show(host, window="b") == "camera_taken"
    room.board.clock.sleep(SILENT_S)
    assert not room.board.camera.on
    assert show(host, window="b") == {"seen": 0, "fault": ""}


def test_a_page_that_stops_looking_says_so(room: Room) -> None:
    assert room.board.camera
    host = room.host()
    show(host)

    host.client.post("/virtual/camera?off=1&window=a", headers=OURS)

    assert not room.board.camera.on


def test_who_only_watches_sends_no_picture(room: Room) -> None:
    assert show(room.watching()) == "not_paired"


@pytest.mark.parametrize("path", ["/virtual/camera", "/virtual"])
def test_a_picture_has_its_limit_and_other_requests_have_theirs(room: Room, path: str) -> None:
    most = MAX_FRAME_BYTES if "camera" in path else 64 * 1024
    answer = room.host().client.post(path, data=b"x" * (most + 1), headers={**OURS, **AS_PROGRAM})

    assert why(answer) == "too_large"


def test_somebody_says_which_card_a_new_code_is(room: Room) -> None:
    named: list[tuple[str, str]] = []
    room.virtual.name_code = lambda uid, name: named.append((uid, name))
    host = room.played().host()

    host.post("/virtual", code="code:xyz", named="1.035")
    host.post("/virtual", no_card="code:abc")
    assert host.post("/virtual", code="code:xyz", named=" ").status_code == 400

    assert named == [("code:xyz", "1.035"), ("code:abc", "")]


def test_the_page_of_tags_asks_which_card_a_new_code_is(room: Room) -> None:
    room.tagging.new_code = "code:<xyz>"
    host = room.played().host()
    page = host.get("/tags").text
    assert 'value="code:&lt;xyz&gt;"' in page

    host.post("/tags", code="code:<xyz>", named="1.035")

    assert room.tagging.done == [("code:<xyz>", "1.035")]
