"""What one look says to a chip, how often it tries, and what it makes of single attempts."""

from collections.abc import Iterator

import pytest

from companion.devices.readers.presence import Seen, Sighting
from companion.devices.simulator.rfid.registers import Register
from tests.support.devices.simulated_reader import (
    ANTENNA_OFF,
    ANTENNA_ON,
    CALL,
    END_COMMAND,
    FLUSH,
    NUMBER,
    OTHER,
    SEND_SEVEN_BITS,
    SEVEN_BITS,
    TRANSCEIVE,
    UID,
    Desk,
    desk_with,
)


@pytest.fixture
def desk() -> Iterator[Desk]:
    with desk_with() as desk:
        yield desk


def test_a_chip_is_set_up_before_its_antenna_goes_on_and_cleaned_up_before_its_first_frame(
    desk: Desk,
) -> None:
    desk.look()
    written = desk.wires.written

    assert written[written.index(ANTENNA_ON) :] == [
        *(ANTENNA_ON, END_COMMAND, FLUSH, SEVEN_BITS),
        *(CALL, TRANSCEIVE, SEND_SEVEN_BITS, ANTENNA_OFF),
    ]


def test_after_a_look_into_an_empty_field_nothing_is_cleaned_up(desk: Desk) -> None:
    desk.look()
    desk.look()

    assert desk.wires.written == [ANTENNA_ON, CALL, TRANSCEIVE, SEND_SEVEN_BITS, ANTENNA_OFF]


def test_after_a_halt_which_no_card_confirms_the_next_look_cleans_up_once(desk: Desk) -> None:
    desk.lay(UID)
    desk.read(times=2)

    assert desk.wires.written[1:5] == [END_COMMAND, FLUSH, SEVEN_BITS, CALL]
    assert desk.wires.written.count(FLUSH) == 1


def test_what_a_program_that_was_killed_left_in_the_chip_is_not_sent() -> None:
    with desk_with(lambda chip: chip._fill_fifo(bytes([0x93, 0x20]))) as desk:
        desk.lay(UID)

        assert desk.look() == UID


def test_a_call_is_given_the_time_of_its_bits_and_of_a_late_answer(desk: Desk) -> None:
    """11 bits, 1,236 cycles, 20 bits of 128 cycles, and 50 µs to be on the safe side."""
    desk.look()
    desk.look()

    cycles = 11 * 128 + 1236 + 20 * 128
    assert desk.clock.slept == [0.005, pytest.approx(cycles / 13.56e6 + 50e-6)]


def test_a_number_is_given_the_time_of_its_bits_and_of_a_late_answer(desk: Desk) -> None:
    """Two bytes there, and five back."""
    desk.lay(UID)
    desk.read()

    cycles = 20 * 128 + 1236 + 47 * 128
    assert pytest.approx(cycles / 13.56e6 + 50e-6) in desk.clock.slept


def test_a_halt_is_given_the_time_of_its_four_bytes(desk: Desk) -> None:
    desk.lay(UID)
    desk.read()

    assert desk.clock.slept[-1] == pytest.approx(38 * 128 / 13.56e6)


def test_what_cannot_be_read_is_tried_three_times(desk: Desk) -> None:
    desk.lay(UID)

    assert desk.look(*["spoilt"] * 8) is Seen.UNCLEAR
    assert desk.wires.written.count(NUMBER) == 3


def test_two_clashes_of_three_are_two_cards(desk: Desk) -> None:
    desk.lay(UID, OTHER)

    assert desk.look("", "unheard", "unheard", "") is Seen.TWO_CARDS


def test_a_card_that_was_lifted_after_a_first_attempt_is_gone(desk: Desk) -> None:
    desk.lay(UID)

    assert desk.look("spoilt", *["unheard"] * 4) is Seen.NOTHING


def test_a_single_attempt_that_nobody_heard_is_no_empty_field(desk: Desk) -> None:
    desk.lay(UID)

    assert desk.look("spoilt", "unheard", "unheard", "spoilt", "spoilt") is Seen.UNCLEAR


def test_a_card_with_more_than_three_levels_is_not_believed(desk: Desk) -> None:
    desk.lay("04a1b2c3d4e588112233", sak=0x04)

    assert desk.look() is Seen.UNCLEAR


@pytest.mark.parametrize(
    ("error", "collision", "seen"),
    [
        pytest.param(0x01, 0x00, Seen.UNCLEAR, id="no frame at all"),
        pytest.param(0x02, 0x00, Seen.UNCLEAR, id="parity"),
        pytest.param(0x04, 0x00, UID, id="a check that the driver makes itself"),
        pytest.param(0x08, 0x00, Seen.TWO_CARDS, id="collision"),
        pytest.param(0x08, 0x20, Seen.UNCLEAR, id="collision nowhere"),
        pytest.param(0x10, 0x00, Seen.UNCLEAR, id="buffer full"),
        pytest.param(0x40, 0x00, UID, id="too hot"),
    ],
)
def test_what_a_chip_says_of_errors_decides_what_was_seen(
    desk: Desk, error: int, collision: int, seen: Sighting
) -> None:
    desk.lay(UID)
    desk.wires.says = {Register.ERROR: error, Register.COLL: collision}

    assert desk.look() == seen


def test_a_chip_that_is_understood_at_once_is_spoken_to_briefly(desk: Desk) -> None:
    desk.lay(UID)
    desk.read(times=9)

    assert not desk.is_careful()


def test_four_misunderstandings_in_a_row_make_the_driver_careful(desk: Desk) -> None:
    desk.lay(UID)
    desk.read("spoilt", times=3)
    assert not desk.is_careful()

    desk.read("spoilt")
    assert desk.is_careful()


def test_a_misunderstanding_is_forgotten_when_the_chip_has_understood(desk: Desk) -> None:
    desk.lay(UID)
    desk.read("spoilt", times=3)
    desk.read()
    desk.read("spoilt", times=3)
    assert not desk.is_careful()

    desk.read("spoilt")
    assert desk.is_careful()


def test_the_driver_is_careful_for_a_minute(desk: Desk) -> None:
    desk.lay(UID)
    desk.read("spoilt", times=4)

    desk.clock.time = 59.999
    assert desk.is_careful()
    desk.clock.time = 60.0
    assert not desk.is_careful()


def test_after_the_careful_minute_four_misunderstandings_are_needed_again(desk: Desk) -> None:
    desk.lay(UID)
    desk.read("spoilt", times=4)
    desk.clock.time = 60.0
    desk.read("spoilt", times=3)
    assert not desk.is_careful()

    desk.read("spoilt")
    assert desk.is_careful()
