"""luma's SSD1306 and SH1106 devices, taught to send a part of a picture.

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

from companion.devices.board.parts import Driver, Rotation
from companion.drawing.frames import WHOLE, Window

NO_ANSWER = (OSError, luma.core.error.Error)
"""What a panel that does not answer raises: luma's commands its own errors, its data bare ones."""

CONST = luma.oled.const.ssd1306
HARMLESS = CONST.DISPLAYALLON_RESUME
"""A command that changes nothing, and that is also a valid argument of every other command."""
SET_PAGE = 0xB0
MOST_ARGUMENTS = 6
MESSAGE_BYTES = 2  # the address and the control byte
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

    def cleanup(self) -> None:
        if self._interface is not None:
            self._interface.cleanup()
            self._interface = None

    def _opened(self) -> Any:
        if self._interface is None:
            self._interface = i2c(port=self._port, address=self._address)
        return self._interface


class Oled(device, ABC):
    """Goes before luma's own device: keeps what that says to set a panel up, and sends windows.

    luma's constructor reaches no panel; what it says is kept, and said by ``set_up``. A new luma
    device for every time a panel comes back would leak, because luma keeps each until the exit.
    """

    def __init__(self, link: Link, rotation: Rotation = 0) -> None:
        self._kept: list[bytes] = []
        self._keeping = True
        super().__init__(serial_interface=link, rotate=rotation // 90)
        self._keeping = False

    def command(self, *command: int) -> None:
        if self._keeping:
            self._kept.append(bytes(command))
        else:
            super().command(*command)

    def clear(self) -> None:
        """Nothing: luma clears a panel when it sets it up, we send the picture that is wanted."""

    def set_up(self, frame: bytes, contrast: int) -> None:
        """Makes any panel show this frame, whatever has happened to it before."""
        # A command that was cut off may still wait for arguments, and would eat the first of ours.
        self.command(*[HARMLESS] * MOST_ARGUMENTS)
        for command in self._kept:
            # Lit only when the picture is there; and a panel that kept its power does not blink.
            if command != bytes([CONST.DISPLAYON]):
                self.command(*command.removeprefix(bytes([CONST.DISPLAYOFF])))
        self.contrast(contrast)
        self.send(WHOLE, frame)
        self.show()

    def check(self) -> None:
        """Finds out whether the panel answers, and changes nothing on it."""
        self.command(HARMLESS)

    @abstractmethod
    def send(self, window: Window, frame: bytes) -> None:
        """Writes one window of the frame into the panel's memory."""

    @abstractmethod
    def cost(self, window: Window) -> int:
        """The bytes that this window takes on the wire."""


class Ssd1306(Oled, luma.oled.device.ssd1306):
    def send(self, window: Window, frame: bytes) -> None:
        self.command(
            *(CONST.COLUMNADDR, window.left, window.right - 1),
            *(CONST.PAGEADDR, window.top, window.bottom - 1),
        )
        self.data(b"".join(window.rows(frame)))

    def cost(self, window: Window) -> int:
        return 2 * MESSAGE_BYTES + 6 + window.pages * window.columns


class Sh1106(Oled, luma.oled.device.sh1106):
    def send(self, window: Window, frame: bytes) -> None:
        column = window.left + SH1106_MARGIN
        low, high = CONST.SETLOWCOLUMN | column & 0x0F, CONST.SETHIGHCOLUMN | column >> 4
        for page, row in enumerate(window.rows(frame), window.top):
            self.command(SET_PAGE | page, low, high)
            self.data(row)

    def cost(self, window: Window) -> int:
        return window.pages * (2 * MESSAGE_BYTES + 3 + window.columns)


DRIVERS: dict[Driver, type[Oled]] = {"ssd1306": Ssd1306, "sh1106": Sh1106}
