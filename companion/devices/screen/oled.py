"""luma's SSD1306 and SH1106 drivers with partial updates, set up as often as it takes.

luma knows how each chip is set up and spoken to, but sends whole frames only, and sets a panel up
once, when the object is made. Here a panel is set up as often as it needs to be.
"""

from abc import ABC, abstractmethod
from collections.abc import Sequence
from typing import Any

import luma.core.error
import luma.oled.const
import luma.oled.device
from luma.core.device import device
from luma.core.interface.serial import i2c

from companion.devices.board.parts import Oled, Rotation, ScreenChip
from companion.devices.drawing.frames import WHOLE, Window

NO_ANSWER_ERRORS = (OSError, luma.core.error.Error)
"""What a panel that does not answer raises: luma's commands its own errors, its data bare ones."""

CONST = luma.oled.const.ssd1306
NO_OPERATION = CONST.DISPLAYALLON_RESUME
"""A command that changes nothing, and that is also a valid argument of every other command."""
SET_PAGE = 0xB0
MAX_ARGUMENTS = 6
MESSAGE_BYTES = 2  # the address and the control byte
TEST_BYTES = ((0xA5, 0x3C), (0x5A, 0xC3))
"""Bytes to write and to read again: no status of a panel looks like two of them in a row."""
DEFAULT_CHIP: ScreenChip = "ssd1306"
"""What a panel is taken for that says neither."""
DATA = 0x40  # the control byte before data
SH1106_MARGIN = 2  # columns of its memory on each side that the glass does not show


class Link:
    """luma's I2C interface, opened when it is first needed: the bus itself may be missing."""

    def __init__(self, port: int, address: int) -> None:
        self._port = port
        self._address = address
        self._interface: Any = None

    def command(self, *command: int) -> None:
        self._opened().command(*command)

    def data(self, data: Sequence[int]) -> None:
        self._opened().data(data)

    def read(self, length: int) -> bytes:
        """Bytes of the panel's memory from where its address stands, if it hands them out."""
        from smbus2 import SMBus, i2c_msg

        question = i2c_msg.write(self._address, [DATA])
        answer = i2c_msg.read(self._address, length)
        with SMBus(self._port) as bus:
            bus.i2c_rdwr(question, answer)
        return bytes(answer)

    def cleanup(self) -> None:
        if self._interface is not None:
            self._interface.cleanup()
            self._interface = None

    def _opened(self) -> Any:
        if self._interface is None:
            self._interface = i2c(port=self._port, address=self._address)
        return self._interface


class OledDriver(device, ABC):
    """Goes before luma's own device: keeps what that says to set a panel up, and sends windows.

    luma's constructor reaches no panel; what it says is kept, and said by ``set_up``. A new luma
    device for every time a panel comes back would leak, because luma keeps each until the exit.
    """

    def __init__(self, link: Link, rotation: Rotation = 0) -> None:
        self._link = link
        self._set_up_commands: list[bytes] = []
        self._recording = True
        super().__init__(serial_interface=link, rotate=rotation // 90)
        self._recording = False

    def command(self, *command: int) -> None:
        if self._recording:
            self._set_up_commands.append(bytes(command))
        else:
            super().command(*command)

    def clear(self) -> None:
        """Nothing: luma clears a panel when it sets it up, we send the picture that is wanted."""

    def cleanup(self) -> None:
        """Switches the panel off, and lets go of the bus even where none answers."""
        try:
            super().cleanup()
        finally:
            self._link.cleanup()

    def set_up(self, frame: bytes, contrast: int) -> None:
        """Makes any panel show this frame, whatever has happened to it before."""
        # A command that was cut off may still wait for arguments, and would eat the first of ours.
        self.command(*[NO_OPERATION] * MAX_ARGUMENTS)
        for command in self._set_up_commands:
            # Lit only when the picture is there; and a panel that kept its power does not blink.
            if command != bytes([CONST.DISPLAYON]):
                self.command(*command.removeprefix(bytes([CONST.DISPLAYOFF])))
        self.contrast(contrast)
        self.send(WHOLE, frame)
        self.show()

    def check(self) -> None:
        """Finds out whether the panel answers, and changes nothing on it."""
        self.command(NO_OPERATION)

    @abstractmethod
    def send(self, window: Window, frame: bytes) -> None:
        """Writes one window of the frame into the panel's memory."""

    @abstractmethod
    def cost(self, window: Window) -> int:
        """The bytes that this window takes on the wire."""


class Ssd1306(OledDriver, luma.oled.device.ssd1306):
    def send(self, window: Window, frame: bytes) -> None:
        self.command(
            *(CONST.COLUMNADDR, window.left, window.right - 1),
            *(CONST.PAGEADDR, window.top, window.bottom - 1),
        )
        self.data(b"".join(window.rows(frame)))

    def cost(self, window: Window) -> int:
        return 2 * MESSAGE_BYTES + 6 + window.pages * window.columns


class Sh1106(OledDriver, luma.oled.device.sh1106):
    def send(self, window: Window, frame: bytes) -> None:
        column = window.left + SH1106_MARGIN
        low, high = CONST.SETLOWCOLUMN | column & 0x0F, CONST.SETHIGHCOLUMN | column >> 4
        for page, row in enumerate(window.rows(frame), window.top):
            self.command(SET_PAGE | page, low, high)
            self.data(row)

    def cost(self, window: Window) -> int:
        return window.pages * (2 * MESSAGE_BYTES + 3 + window.columns)


DRIVERS: dict[ScreenChip, type[OledDriver]] = {"ssd1306": Ssd1306, "sh1106": Sh1106}


class Panels:
    """The drivers that a panel may need; with ``auto`` it is asked which, whenever it has come.

    Many are sold under the other name. An SH1106 hands out what is in its memory, an SSD1306 on I2C
    does not: so two bytes are written where the next picture goes, and read again.
    """

    def __init__(self, oled: Oled) -> None:
        self._link = Link(oled.port, oled.address)
        names = DRIVERS if oled.driver == "auto" else (oled.driver,)
        self._drivers = {name: DRIVERS[name](self._link, oled.rotation) for name in names}
        self.usual = self._drivers[DEFAULT_CHIP if oled.driver == "auto" else oled.driver]

    def find(self) -> OledDriver:
        if len(self._drivers) == 1:
            return self.usual
        return self._drivers[detect_chip(self._link) or DEFAULT_CHIP]


def detect_chip(link: Link) -> ScreenChip | None:
    """Which of the two it is, by what can be read from its memory; None if that is unclear."""
    answers = [_reads_back(link, *pair) for pair in TEST_BYTES]
    if all(answers):
        return "sh1106"
    return None if any(answers) else "ssd1306"


def _reads_back(link: Link, first: int, second: int) -> bool:
    start = (SET_PAGE, CONST.SETLOWCOLUMN, CONST.SETHIGHCOLUMN)
    link.command(*start)
    link.data([first, second])
    link.command(*start)
    # The first byte that comes after an address was set is any byte.
    return bytes([first, second]) in link.read(3)
