"""What may come, on the board: drawn once it is worked out, and nobody waits for it."""

import re

import pytest

from companion.web.live.odds_cache import assumed
from tests.support.phone import Job, Phone, Room, said

CLOSE = ("set thermometer.bands 7", "set trees 34", "set us.emissions.industry 10")
"""One carbon less, and the first loss of ice does not end the game."""


def panel(board: str) -> str:
    return board.partition('id="odds"')[2].partition("</section>")[0]


def words(html: str) -> str:
    text = re.sub(r"<[^>]+>", " ", html).replace("\N{NO-BREAK SPACE}", " ").replace("&lt;", "<")
    return " ".join(text.split())


# --- what it shows -------------------------------------------------------------------------------


def test_the_panel_draws_how_the_stage_may_end(room: Room) -> None:
    board = panel(room.played(*CLOSE).watching().board())
    odds = room.session.writer.current.with_odds()["outlook"]["odds"]

    assert "The Crisis stage of round 1, if nobody changes anything before it:" in board
    assert board.count('class="share"') == len(odds["bands"]) + 3
    assert f'width="{odds["lost"]["temperature"]["percent"]}"' in board
    assert "lost by the temperature" in board
    assert "lost by Communities in Crisis (energy and Planetary Effects)" in board
    assert "Trees lost" in board


def test_what_is_unknown_is_said_to_be_unknown(room: Room) -> None:
    board = panel(room.played("crisis 1.403", "to local").watching().board())

    assert (
        "2 Crisis cards are face down: they are of 29 that nobody has seen in this game." in board
    )
    assert "Face up, but not read: 1.403 Heatwaves." in board
    assert "stand-in: check your card" in board


def worked_out(phone: Phone, address: str, **headers: str) -> str:
    """The page once nothing on it is being worked out any more: each look waits a moment."""
    looks = (phone.get(address, **headers).text for _ in range(200))
    return next(page for page in looks if "data-soon" not in page)


@pytest.mark.slow
def test_who_opens_it_is_told_what_would_help_and_the_rounds_ahead(room: Room) -> None:
    phone = room.played(*CLOSE).watching()
    assert "What would lower" not in panel(phone.board())
    assert 'href="/?ahead=0#odds"' in phone.board()

    told = words(panel(worked_out(phone, "/?ahead=0")))
    helps = ("carbon −7, and so one Temperature Band less", "Trees +1", "China: Dirty Energy −1")
    assert [told.index(help) for help in helps] == sorted(told.index(help) for help in helps)
    assert "Drawdown is 7 tokens away: carbon less, or sinks more." in told
    assert "if demand is met and nothing else changes" in told
    assert "Round 1 Round 2" in told


@pytest.mark.slow
def test_the_assumption_can_be_changed(room: Room) -> None:
    phone = room.played(*CLOSE).watching()
    page = phone.get("/board?ahead=5").text

    assert "the powers emit 5 carbon less each round" in page
    assert 'href="/?ahead=5#odds" aria-current="true"' in page
    assert page != phone.get("/board?ahead=0").text


@pytest.mark.parametrize(
    ("text", "better"),
    [(None, None), ("0", 0), ("12", 12), ("99999", 999), ("-3", 0), ("x", 0), ("9" * 5000, 0)],
)
def test_an_address_may_assume_anything(text: str | None, better: int | None) -> None:
    assert assumed(text) == better


def test_a_round_that_is_being_won_says_so(room: Room) -> None:
    told = words(panel(room.played("set trees 99").watching().get("/?ahead=0").text))

    assert "Winning this round: 100 %" in told
    assert "would lower the odds of losing" not in told, "there is nothing to lower"
    assert "Drawdown is reached as things stand." in told


@pytest.mark.parametrize(
    ("language", "title"), [("en", "The outlook"), ("es", "Perspectivas"), ("pt", "Perspectivas")]
)
def test_the_panel_speaks_the_reader_s_language(room: Room, language: str, title: str) -> None:
    phone = room.played(*CLOSE).watching()
    page = worked_out(phone, "/board?ahead=2", Accept_Language=language)

    assert title in panel(page)
    assert ("What would" in page) == (language == "en")


def test_where_no_odds_can_be_told_it_says_so(room: Room) -> None:
    board = room.played("to crisis", "set dice.rolls_due 13").watching().board()

    assert "There are no odds to tell now." in panel(board)


@pytest.mark.parametrize("line", ["undo", "set thermometer.bands 8"])
def test_before_and_after_the_game_there_is_no_panel(room: Room, line: str) -> None:
    assert panel(room.played(line).host().board()) == ""


# --- who does not want it ------------------------------------------------------------------------


def test_a_paired_phone_switches_it_off_and_on_for_the_table(room: Room) -> None:
    host, watcher = room.played(*CLOSE).host(), room.watching()

    assert 'value="set outlook.shown false"' in panel(host.board())
    assert "<form" not in panel(watcher.board())
    host.post("/act", line="set outlook.shown false", at=str(room.revision))
    assert panel(watcher.board()) == ""
    assert "Odds are switched off at this table." in panel(host.board())
    assert "Losing" not in panel(host.board())
    host.post("/act", line="set outlook.shown true", at=str(room.revision))
    assert "odds of losing this round" in panel(watcher.board())


def test_switched_off_it_costs_nothing(
    room: Room, jobs: list[Job], monkeypatch: pytest.MonkeyPatch
) -> None:
    def refuse(*_: object) -> None:
        raise AssertionError("nobody wants to know")

    monkeypatch.setattr("companion.games.daybreak.odds.next_stage.foresee", refuse)
    phone = room.played("set outlook.shown false").host()

    assert phone.get("/?ahead=0").status_code == 200
    assert said(phone.get("/api/state"))["outlook"]["odds"] is None
    assert jobs == []


# --- nobody waits --------------------------------------------------------------------------------


def test_a_board_comes_at_once_and_says_that_odds_will_follow(room: Room, jobs: list[Job]) -> None:
    phone = room.played(*CLOSE).watching()
    first = phone.get("/board")
    assert "The odds are being worked out" in first.text
    assert "data-soon" in first.text

    jobs.pop()()
    second = phone.get("/board", If_None_Match=first.headers["ETag"])
    assert second.status_code == 200
    assert "odds of losing this round" in second.text
    assert "data-soon" not in second.text


def test_the_odds_do_not_wait_for_what_takes_longer(room: Room, jobs: list[Job]) -> None:
    phone = room.played(*CLOSE).watching()
    phone.get("/board?ahead=0")
    odds, more = jobs
    odds()
    page = phone.get("/board?ahead=0").text

    assert "odds of losing this round" in page
    assert "What would help is being worked out" in page
    assert "data-soon" in page
    more()
    assert "data-soon" not in phone.get("/board?ahead=0").text


def test_taps_and_other_phones_are_answered_while_odds_are_worked_out(
    room: Room, jobs: list[Job]
) -> None:
    phone, other = room.played(*CLOSE).host(), room.watching()
    phone.get("/?ahead=0")
    assert jobs

    assert phone.act("set trees 3").status_code == 200
    assert 'data-n="trees">3</b>' in other.board()


def test_many_phones_are_one_question(room: Room, jobs: list[Job]) -> None:
    room.played(*CLOSE)
    for _ in range(5):
        room.watching().board()

    assert len(jobs) == 1


def test_a_change_that_does_not_matter_finds_the_odds_ready(room: Room, jobs: list[Job]) -> None:
    phone = room.played(*CLOSE).watching()
    phone.board()
    jobs.pop()()
    room.session.writer.ask("roll geoengineering 5")

    assert "odds of losing this round" in phone.board()
    assert jobs == []
