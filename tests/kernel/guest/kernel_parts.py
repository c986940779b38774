"""A board's simulated parts at the end of a real kernel's wires.

The same chips, cards and hands as on a simulated table; but readers and screen are asked through
/dev/spidev* and /dev/i2c-1, and buttons, lights and reset line are lines of /dev/gpiochip0.
"""

import os
import re
import struct
import subprocess
import time
from collections.abc import Callable
from contextlib import suppress
from pathlib import Path
from threading import RLock, Thread
from typing import Any

from companion.clock import SystemClock
from companion.devices.board.parts import Profile
from companion.devices.board.pinout import RESET_GPIO
from companion.devices.simulator.board import SimulatedTabletop
from companion.devices.simulator.i2c import EREMOTEIO
from companion.devices.simulator.panel import Pins
from tests.kernel.guest.checks import wait_until

CHIP = "pinctrl-bcm2711"
LINES = 54
LISTED = Path("/sys/kernel/debug/gpio")
CONFIGURED = Path("/sys/kernel/config/gpio-sim/pi")
TRACING = Path("/sys/kernel/tracing")
TRACED = re.compile(r"gpio_(?:value: (\d+) set ([01])|direction: (\d+) +in )")
REQUEST, ANSWER = struct.Struct("=6I"), struct.Struct("=Ii")
LARGEST = 8192
CONTACT_S = 0.001
"""No contact moves faster: eight of these are a knob that whirls."""
I2C_BUS = 2


class KernelLine:
    """A line of the simulated chip as a hand or a light sees it, from its other side."""

    def __init__(self, files: Path, catch_up: Callable[[], None]) -> None:
        self._pull, self._value = files / "pull", files / "value"
        self._catch_up = catch_up
        self.driven: bool | None = None
        """What somebody has put on it, as an output."""
        self.on_change: Callable[[bool], None] = lambda high: None

    def drive_low(self) -> None:
        self._move("pull-down")

    def drive_high(self) -> None:
        self._move("pull-up")

    def _move(self, pull: str) -> None:
        self._pull.write_text(pull)
        time.sleep(CONTACT_S)

    @property
    def state(self) -> bool:
        self._catch_up()
        if self.driven is not None:
            return self.driven
        return self._value.read_text().strip() == "1"

    def follow(self, high: bool | None) -> None:
        before, self.driven = self.driven, high
        if bool(before) != bool(high):
            self.on_change(bool(high))


class KernelLines:
    """All lines, in the place of gpiozero's mock factory.

    What programs put on them is followed in the kernel's own trace, edge by edge: chips that shift
    bits must not miss one.
    """

    def __init__(self) -> None:
        subprocess.run(("modprobe", "table_gpio"), check=True, timeout=30)
        bank = CONFIGURED / "bank0"
        bank.mkdir(parents=True)
        (bank / "num_lines").write_text(str(LINES))
        (bank / "label").write_text(CHIP)
        (CONFIGURED / "live").write_text("1")
        device = (CONFIGURED / "dev_name").read_text().strip()
        chip = (bank / "chip_name").read_text().strip()
        found = re.search(rf"{chip}: GPIOs (\d+)-", LISTED.read_text(encoding="utf-8"))
        assert found, "the kernel lists the chip"
        self._base = int(found[1])
        files = Path("/sys/devices/platform") / device / chip
        self._lock = RLock()
        self._lines = [
            KernelLine(files / f"sim_gpio{number}", self.catch_up) for number in range(LINES)
        ]
        for event in ("gpio_value", "gpio_direction"):
            (TRACING / "events/gpio" / event / "enable").write_text("1")
        self._trace = os.open(TRACING / "trace_pipe", os.O_RDONLY | os.O_NONBLOCK)

    def pin(self, number: int, pin_class: Any = None, rises: Any = None) -> KernelLine:
        line = self._lines[number]
        if rises:
            line.on_change = lambda high: rises() if high else None
        return line

    def taken(self) -> dict[int, str]:
        """Lines that somebody has, and who."""
        listed = re.findall(r"gpio-(\d+) +\([^|]*\|([^ )]+)", LISTED.read_text(encoding="utf-8"))
        return {int(number) - self._base: holder for number, holder in listed}

    def catch_up(self) -> None:
        """Everything that programs have done to lines until now, in its order."""
        with self._lock:
            for number, level, made_input in TRACED.findall(self._unread()):
                line = self._lines[int(number or made_input) - self._base]
                line.follow(None if made_input else level == "1")

    def _unread(self) -> str:
        read = bytearray()
        while True:
            try:
                read += os.read(self._trace, 1 << 16)
            except BlockingIOError:
                return read.decode()


class KernelTabletop(SimulatedTabletop):
    """Parts whose pins are the kernel's."""

    def __init__(self, profile: Profile, lines: KernelLines) -> None:
        super().__init__(profile, SystemClock())
        self.lines = lines
        self.pins = Pins(profile, self.clock, lines)
        reset = lines.pin(RESET_GPIO)
        reset.on_change = self._reset
        self._reset(reset.state)

    def tap(self, uid: str, zone: str = "") -> None:
        """A card lies there until it was read, and not a moment longer."""
        self.wait_before_the_same(uid, zone)
        tag = self._tag(uid)
        before = tag.times_read
        self.lay(uid, zone)
        wait_until(f"a card was read at {zone}", lambda: tag.times_read > before)
        self.lift(uid, zone)

    def black_out(self) -> None:
        """The screen loses its power for a moment: what it shows then was sent to it anew."""
        assert self.oled, "the board has a screen"
        self.oled.power_cycle()
        assert self.picture().getbbox() is None

    def _reset(self, high: bool) -> None:
        for chip in self.readers.chips.values():
            chip.hold_in_reset(not high)

    def answer(self, bus: int, address: int, reads: int, hertz: int, sent: bytes) -> bytes:
        """What comes back over the wires; OSError where nobody acknowledges."""
        if bus != I2C_BUS:
            place = (bus, address)
            if place not in self.readers.chips:
                return bytes(len(sent))
            return bytes(self.readers.spi.transfer(place, hertz, sent))
        if reads:
            return self.bus.read(address, len(sent))
        self.bus.write(address, sent)
        return b""


class KernelBuses(Thread):
    """Answers every transfer of the kernel's buses, with the parts that are there at the moment."""

    def __init__(self, lines: KernelLines) -> None:
        super().__init__(name="wires", daemon=True)
        for module in ("table_wires", "i2c-dev"):
            subprocess.run(("modprobe", module), check=True, timeout=30)
        self.lines = lines
        self.parts: KernelTabletop | None = None
        self.transfers = 0
        self._wires = os.open("/dev/table-wires", os.O_RDWR)

    def plug_in(self, board: Profile) -> KernelTabletop:
        """The parts of another board, all of them new."""
        self.parts = KernelTabletop(board, self.lines)
        return self.parts

    def run(self) -> None:
        while True:
            asked = os.read(self._wires, LARGEST)
            number, bus, address, reads, hertz, _ = REQUEST.unpack_from(asked)
            self.transfers += 1
            self.lines.catch_up()
            back, result = b"", -EREMOTEIO
            with suppress(OSError):
                if self.parts:
                    sent = asked[REQUEST.size :]
                    back, result = self.parts.answer(bus, address, reads, hertz, sent), 0
            # Nobody waits any more for what took seconds.
            with suppress(OSError):
                os.write(self._wires, ANSWER.pack(number, result) + back)
