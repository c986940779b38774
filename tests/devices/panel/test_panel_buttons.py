"""Contacts bounce; what people mean by them is a press or a hold."""

from itertools import pairwise

from hypothesis import given
from hypothesis import strategies as st

from companion.devices.panel.buttons import Contact, Gesture

SETTLE, HOLD = 0.02, 0.8


def gestures(edges: list[float], until: float, looks: list[float] | None = None) -> list[Gesture]:
    """What a contact tells that changes at these times, looked at now and then."""
    contact = Contact(SETTLE, HOLD)
    told = []
    down = False
    times = [(at, True) for at in edges] + [(at, False) for at in looks or []] + [(until, False)]
    for at, is_edge in sorted(times):
        if is_edge:
            down = not down
            told.append(contact.edge(down, at))
        else:
            told.append(contact.step(at))
    return [gesture for gesture in told if gesture]


def test_a_press_is_told_when_the_button_is_let_go() -> None:
    contact = Contact(SETTLE, HOLD)
    assert contact.edge(True, 1.0) is None
    assert contact.step(1.1) is None
    assert contact.edge(False, 1.2) is None
    assert contact.step(1.2 + SETTLE) is Gesture.PRESS


def test_a_hold_is_told_while_the_button_is_down_and_only_once() -> None:
    contact = Contact(SETTLE, HOLD)
    contact.edge(True, 1.0)
    assert contact.step(1.0 + HOLD) is Gesture.HOLD
    assert contact.step(5.0) is None
    assert contact.edge(False, 6.0) is None
    assert contact.step(7.0) is None


def test_a_bouncing_press_counts_once() -> None:
    chatter_down = [1.0, 1.001, 1.003, 1.004, 1.008]
    chatter_up = [1.2, 1.202, 1.203, 1.207, 1.209]
    assert gestures(chatter_down + chatter_up, 2.0) == [Gesture.PRESS]


def test_a_spark_shorter_than_the_settling_time_is_nothing() -> None:
    assert gestures([1.0, 1.01], 2.0) == []


def test_a_hold_survives_a_contact_that_breaks_for_a_moment() -> None:
    assert gestures([1.0, 1.4, 1.41, 2.5], 3.0) == [Gesture.HOLD]


def test_a_hold_that_nobody_watched_is_still_a_hold() -> None:
    assert gestures([1.0, 2.5], 3.0) == [Gesture.HOLD]


def test_two_presses_in_a_late_batch_are_two() -> None:
    assert gestures([1.0, 1.1, 1.2, 1.3], 9.0) == [Gesture.PRESS, Gesture.PRESS]


def test_a_button_at_rest_has_nothing_due() -> None:
    contact = Contact(SETTLE, HOLD)
    assert contact.due() is None
    contact.edge(True, 1.0)
    assert contact.due() == 1.0 + SETTLE
    contact.step(1.0 + SETTLE)
    assert contact.due() == 1.0 + HOLD
    contact.step(1.0 + HOLD)
    assert contact.due() is None


MOMENTS = st.lists(st.floats(0, 5), unique=True, max_size=30).map(sorted)


@given(edges=MOMENTS, looks=MOMENTS)
def test_how_often_somebody_looks_changes_nothing(edges: list[float], looks: list[float]) -> None:
    assert gestures(edges, 9.0, looks) == gestures(edges, 9.0)


@given(MOMENTS)
def test_no_more_is_told_than_was_done(edges: list[float]) -> None:
    """Each gesture needs the button down for the settling time, and up again between two."""
    told = gestures(edges, 9.0)
    spans = [later - earlier for earlier, later in pairwise([*edges, 9.0])]
    assert len(told) <= sum(span >= SETTLE for span in spans[::2])
