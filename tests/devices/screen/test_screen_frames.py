"""Frames as the panel holds them, and the windows between two of them."""

from hypothesis import given
from hypothesis import strategies as st
from PIL import Image

from companion.devices.drawing.frames import PAGES, WHOLE, WIDTH, Cost, Window, changes, pack

frames = st.binary(min_size=PAGES * WIDTH, max_size=PAGES * WIDTH)
spots = st.lists(
    st.tuples(st.integers(0, PAGES * WIDTH - 1), st.integers(0, 255)), min_size=1, max_size=40
)


def by_window(window: Window) -> int:
    return 10 + window.pages * window.columns


def by_page(window: Window) -> int:
    return window.pages * (7 + window.columns)


costs = st.sampled_from([by_window, by_page])


def spotted(frame: bytes, spots: list[tuple[int, int]]) -> bytes:
    changed = bytearray(frame)
    for at, value in spots:
        changed[at] = value
    return bytes(changed)


def applied(frame: bytes, windows: list[Window], new: bytes) -> bytes:
    changed = bytearray(frame)
    for window in windows:
        for page, row in enumerate(window.rows(new), window.top):
            changed[page * WIDTH + window.left : page * WIDTH + window.right] = row
    return bytes(changed)


def test_a_byte_is_eight_pixels_with_the_top_one_lowest() -> None:
    image = Image.new("1", (128, 64))
    image.putpixel((3, 0), 1)
    image.putpixel((127, 15), 1)
    frame = pack(image)
    assert {at: byte for at, byte in enumerate(frame) if byte} == {3: 0x01, 128 + 127: 0x80}


def test_equal_frames_need_nothing() -> None:
    assert changes(bytes(1024), bytes(1024), by_window) == []


def test_one_changed_byte_is_one_small_window() -> None:
    new = spotted(bytes(1024), [(2 * WIDTH + 5, 0xFF)])
    assert changes(bytes(1024), new, by_window) == [Window(5, 2, 6, 3)]


def test_a_digit_over_several_pages_is_one_window() -> None:
    new = spotted(bytes(1024), [(page * WIDTH + x, 1) for page in (2, 3) for x in range(20, 36)])
    assert changes(bytes(1024), new, by_window) == [Window(20, 2, 36, 4)]


def test_a_small_gap_is_sent_too_and_a_wide_one_is_not() -> None:
    near = spotted(bytes(1024), [(20, 1), (29, 1)])
    assert changes(bytes(1024), near, by_window) == [Window(20, 0, 30, 1)]
    far = spotted(bytes(1024), [(20, 1), (49, 1)])
    assert changes(bytes(1024), far, by_window) == [Window(20, 0, 21, 1), Window(49, 0, 50, 1)]


def test_far_corners_are_two_windows() -> None:
    new = spotted(bytes(1024), [(0, 1), (1023, 1)])
    assert len(changes(bytes(1024), new, by_window)) == 2


@given(old=frames, spots=spots, cost=costs)
def test_the_windows_hold_every_difference(
    old: bytes, spots: list[tuple[int, int]], cost: Cost
) -> None:
    new = spotted(old, spots)
    assert applied(old, changes(old, new, cost), new) == new


@given(old=frames, new=frames, cost=costs)
def test_windows_never_cost_more_than_the_whole_frame(old: bytes, new: bytes, cost: Cost) -> None:
    assert sum(map(cost, changes(old, new, cost))) <= cost(WHOLE)
