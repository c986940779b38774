"""``companion doctor`` on a real kernel: what is healthy is called healthy, and only that."""

import fcntl
import os
import struct
from collections.abc import Iterator
from contextlib import contextmanager
from functools import partial

from companion.devices.board import profile
from tests.kernel.guest.checks import Checks, wait_until
from tests.kernel.guest.companion_program import companion, findings
from tests.kernel.guest.kernel_parts import KernelBuses

SINGLE, FULL = "single_reader", "full_table"
UNKNOWN_TAG = "04a1b2c3d4e5f6"
# struct gpio_v2_line_request: offsets, consumer, configuration, how many, size of a queue, a file.
LINE_REQUEST, GET_LINE, AS_INPUT = struct.Struct("=64I32sQ264xII20xi"), 0xC250B407, 4
HOLDER, NEXT = "other-program", 23


def run(checks: Checks, buses: KernelBuses) -> None:
    for board in (SINGLE, FULL):
        with checks.check(f"doctor: every part of {board} answers, and twice in a row"):
            buses.plug_in(profile.load(board))
            for _ in range(2):
                wrong = [each for each in findings(board) if each["state"] != "ok"]
                assert not wrong, wrong
    with checks.check("doctor: an unplugged reader and screen are found, and nothing else"):
        parts = buses.plug_in(profile.load(FULL))
        for part in ("seat:2", "screen"):
            parts.unplug(part)
        wrong = [each for each in findings(FULL) if each["state"] == "bad"]
        assert [each["check"] for each in wrong] == ["reader", "oled"], wrong
        assert "seat:2" in wrong[0]["found"], wrong
    with checks.check("doctor: a line that another program has is told with its holder"):
        buses.plug_in(profile.load(FULL))
        with taken(NEXT):
            wrong = [each for each in findings(FULL) if each["state"] == "bad"]
        assert [each["check"] for each in wrong] == ["pins"], wrong
        assert f"GPIO {NEXT} ({HOLDER})" in wrong[0]["found"], wrong
    watch(checks, buses)


def watch(checks: Checks, buses: KernelBuses) -> None:
    parts = buses.plug_in(profile.load(FULL))
    pins = parts.pins
    with companion(FULL, "doctor", "--taps") as program:
        with checks.check(
            "doctor --taps: every reader looks, a sticker that is not bound is named"
        ):
            program.wait_for("Centre: empty", "Seat 4: empty")
            parts.lay(UNKNOWN_TAG, "seat:3")
            program.wait_for(f"Seat 3: {UNKNOWN_TAG}", "there is a sticker that is not bound yet")
        with checks.check("doctor --taps: every button is named, and lights its own light"):
            for button in parts.profile.buttons:
                pins.press(button.role)
                wait_until(f"the light of {button.role}", partial(pins.lit, button.role))
        with checks.check("doctor --taps: the knob is named, and the bar follows it"):
            pins.turn(3)
            program.wait_for("The knob was turned: +1")
            wait_until("three lights of the bar", lambda: pins.bar().count(True) == 3)
        with checks.check("doctor --taps: a reader that is unplugged says so, and comes back"):
            parts.unplug("seat:1")
            program.wait_for("Seat 1: No reader answers there.")
            before = program.said().count("Seat 1: empty")
            parts.plug_in("seat:1")
            wait_until("the reader", lambda: program.said().count("Seat 1: empty") > before)
        with checks.check("doctor --taps: ends with Ctrl-C, and every line is free"):
            assert program.stop() == 0, program.said()[-600:]
            assert not parts.lines.taken(), parts.lines.taken()


@contextmanager
def taken(gpio: int) -> Iterator[None]:
    """Another program has this line."""
    chip = os.open("/dev/gpiochip0", os.O_RDWR)
    wanted = LINE_REQUEST.pack(gpio, *[0] * 63, HOLDER.encode(), AS_INPUT, 1, 0, 0)
    *_, line = LINE_REQUEST.unpack(fcntl.ioctl(chip, GET_LINE, wanted))
    try:
        yield
    finally:
        os.close(line)
        os.close(chip)
