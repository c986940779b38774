"""Who counts, on phones: choosing a level, and the totals that move on the board."""

import re

from tests.support.phone import AS_PROGRAM, OURS, Room, said, why

EMITTED = ("to emissions", "to crisis")


def test_a_level_is_chosen_from_a_phone_at_any_time_and_kept(room: Room) -> None:
    phone = room.played().paired()
    assert "You count, it checks" in phone.get("/levels").text

    phone.post("/levels", kind="steps")
    assert room.session.writer.match.level.kind == "steps"

    phone.post("/levels", kind="all", pace="1.5")
    assert room.session.writer.match.level.line == "level all 1.5"
    assert room.session.writer.current.step.line == "level all 1.5"


def test_the_same_level_again_is_no_input(room: Room) -> None:
    phone = room.played("level steps").paired()
    revision = room.revision

    phone.post("/levels", kind="steps")

    assert room.revision == revision


def test_who_only_watches_chooses_no_level(room: Room) -> None:
    phone = room.played().watching()

    assert phone.post("/levels", kind="steps").status_code == 403
    assert phone.post("/levels/next", at="1-0").status_code == 403
    assert phone.post("/levels/count", revision="1").status_code == 403


def test_what_is_no_level_and_no_place_is_refused(room: Room) -> None:
    phone = room.played().paired()

    for path, fields in (
        ("/levels", {"kind": "none"}),
        ("/levels/next", {"at": "here"}),
        ("/levels/count", {"revision": "x"}),
    ):
        answer = phone.client.post(path, data=fields, headers={**OURS, **AS_PROGRAM})
        assert why(answer) == "malformed"


def test_totals_that_run_stand_above_what_to_do_next(room: Room) -> None:
    board = room.played("level all 1", *EMITTED).paired().board()

    assert 'data-pace="1.0"' in board
    assert board.index('id="moving"') < board.index('id="now"')
    assert board.count('<span class="what">') == 5


def test_step_by_step_the_board_follows_the_total_that_is_shown(room: Room) -> None:
    phone = room.played("level steps", *EMITTED).paired()
    first = phone.board()
    assert "Step 1 of 5" in first
    assert 'name="line" value="next"' not in first, "what to do next comes after it"
    recent = re.compile(r'data-n="recent"[^>]*>(\d+)<')
    assert recent.findall(first)[0] == "22"

    answer = phone.client.post(
        "/levels/next",
        data={"at": re.findall(r'name="at" value="([^"]+)"', first)[0]},
        headers={**OURS, **AS_PROGRAM},
    )

    assert said(answer)["result"].startswith("One total after the other")
    assert "Step 2 of 5" in phone.board()
    assert recent.findall(phone.board())[0] == "38"


def test_a_press_that_comes_too_late_moves_nothing_on(room: Room) -> None:
    phone = room.played("level steps", *EMITTED).paired()
    at = re.findall(r'name="at" value="([^"]+)"', phone.board())[0]
    for _ in range(2):
        phone.post("/levels/next", at=at)

    assert "Step 2 of 5" in phone.board()


def test_people_count_and_are_told_where_they_differ(room: Room) -> None:
    phone = room.played("level check", *EMITTED).paired()
    board = phone.board()
    assert "Move these, and count" in board
    assert re.search(r'name="total.thermometer.bands" value="0"', board), "as it was before"

    phone.post("/levels/count", **{"revision": str(room.revision), "total.thermometer.bands": "3"})

    told = phone.board()
    assert "1 total differs" in told
    assert "Temperature Bands: you have 3, I count 2." in told
    assert "+2: 20 carbon to the Thermometer." in told


def test_who_has_counted_right_reads_that_it_agrees(room: Room) -> None:
    phone = room.played("level check", *EMITTED).paired()
    phone.post("/levels/count", **{"revision": str(room.revision), "total.thermometer.bands": "2"})
    board = phone.board()
    assert "All of it agrees" in board

    phone.post("/levels/next", at=re.findall(r'name="at" value="([^"]+)"', board)[0])
    assert "All of it agrees" not in phone.board()
    assert 'id="now"' in phone.board()


def test_who_watches_sees_what_moves_and_has_no_button(room: Room) -> None:
    board = room.played("level steps", *EMITTED).watching().board()

    assert "Step 1 of 5" in board
    assert "/levels/next" not in board


def test_the_wall_shows_the_same(room: Room) -> None:
    room.played("level steps", *EMITTED)
    assert "Step 1 of 5" in room.watching().get("/wall").text

    room.session.writer.ask("level check")
    assert "Step" not in room.watching().get("/wall/now").text


def test_every_phone_hears_that_somebody_has_gone_on(room: Room) -> None:
    phone = room.played("level steps", *EMITTED).paired()
    assert 'data-moves="0"' in phone.get("/").text

    phone.post("/levels/next", at=re.findall(r'name="at" value="([^"]+)"', phone.board())[0])

    assert 'data-moves="1"' in phone.get("/").text
