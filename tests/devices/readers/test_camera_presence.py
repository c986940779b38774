"""Which cards lie before a camera, from what each picture shows."""

from companion.devices.readers.camera.code_presence import CodePresence
from companion.devices.readers.presence import CardArrived, CardGone, Report

FRAME_S = 0.2


class Camera:
    """Pictures, one after the other; each shows these codes."""

    def __init__(self) -> None:
        self.presence = CodePresence("centre", again=2.0)
        self.now = 100.0

    def shows(self, *pictures: str, zone: str = "") -> list[Report]:
        reports: list[Report] = []
        for picture in pictures:
            self.now += FRAME_S
            reports += self.presence.see(picture.split(), self.now, zone)
        return reports


def test_a_card_is_there_once_two_of_three_pictures_show_it() -> None:
    assert Camera().shows("a") == []
    assert Camera().shows("a", "a") == [CardArrived("centre", "a")]
    assert Camera().shows("a", "", "a") == [CardArrived("centre", "a")]
    assert Camera().shows("a", "", "", "a") == []


def test_a_card_that_lies_is_tapped_once() -> None:
    camera = Camera()

    assert len(camera.shows(*["a"] * 50)) == 1


def test_a_hand_that_covers_a_card_for_a_moment_changes_nothing() -> None:
    camera = Camera()
    camera.shows("a", "a")

    assert camera.shows("", "", "", "", "a", "a") == []


def test_a_card_that_no_picture_shows_for_a_second_is_gone() -> None:
    camera = Camera()
    camera.shows("a", "a", "a")

    assert camera.shows(*[""] * 4) == []
    assert camera.shows("", "") == [CardGone("centre", "a", reads=3)]


def test_time_without_pictures_is_no_time_in_which_it_was_gone() -> None:
    camera = Camera()
    camera.shows("a", "a")
    camera.now += 60

    assert camera.shows("", "a") == []


def test_cards_that_come_together_are_told_in_reading_order() -> None:
    camera = Camera()

    assert camera.shows("b", "a b c", "a b c") == [
        CardArrived("centre", uid) for uid in ("a", "b", "c")
    ]


def test_what_is_seen_badly_holds_nobody_up_for_long() -> None:
    camera = Camera()

    assert camera.shows("a", "a b", "a c") == [CardArrived("centre", "a")]


def test_a_card_that_was_only_covered_is_asked_about_once() -> None:
    camera = Camera()
    camera.shows("a", "a", *[""] * 6)

    assert camera.shows("a", "a") == [CardArrived("centre", "a", again=True)]
    camera.shows(*[""] * 6)
    assert camera.shows("a", "a") == [CardArrived("centre", "a")]


def test_after_a_while_the_same_card_is_a_new_tap() -> None:
    camera = Camera()
    camera.shows("a", "a", *[""] * 6)
    camera.now += 3

    assert camera.shows("a", "a") == [CardArrived("centre", "a")]


def test_everything_is_gone_before_a_camera_that_looks_no_more() -> None:
    camera = Camera()
    camera.shows("a b", "a b")

    assert camera.presence.look_away(camera.now) == [
        CardGone("centre", "a", 2),
        CardGone("centre", "b", 2),
    ]
    assert camera.presence.cards == []


def test_a_card_lies_where_whoever_shows_it_means() -> None:
    assert Camera().shows("a", "a", zone="seat:2") == [CardArrived("seat:2", "a")]
