"""SSD1306 and SH1106 in software: the bytes on the bus become the picture on the glass.

Written from the data sheets, for the usual module of 128×64 pixels. Not simulated: the SSD1306's
scrolling (its settings are taken, starting it counts as unknown) and COM pins wired another way.
"""

from abc import ABC, abstractmethod
from random import Random
from typing import ClassVar

from PIL import Image

WIDTH, HEIGHT = 128, 64
PAGES = HEIGHT // 8
CONTINUATION, DATA = 0x80, 0x40  # the two bits of a control byte that mean something
DISPLAY_OFF = 0x40  # in the status byte


class OledChip(ABC):
    """What both chips have in common: the control bytes, most commands, and the glass."""

    COLUMNS: ClassVar[int]
    LEFT_SEGMENT: ClassVar[int]
    """The segment wired to the leftmost pixel: modules have the chip upside down."""
    RESET_CONTRAST: ClassVar[int]
    ARGUMENTS: ClassVar[dict[int, int]] = dict.fromkeys(
        (0x81, 0xA8, 0xD3, 0xD5, 0xD9, 0xDA, 0xDB), 1
    )

    def __init__(self, seed: int = 0) -> None:
        self.unknown: list[int] = []
        """Every command that the data sheet does not have; the chip passes over it."""
        self._random = Random(seed)
        self.power_cycle()

    def power_cycle(self) -> None:
        """Power gone and back: every register as after a reset, and chance in the RAM."""
        self.ram = bytearray(self._random.randbytes(PAGES * self.COLUMNS))
        self.on = False
        self.powered = False
        self.contrast = self.RESET_CONTRAST
        self.inverted = False
        self.entire = False
        self.remapped = False
        self.scanned_down = False
        self.lines = HEIGHT
        self.offset = 0
        self.start_line = 0
        self._column = 0
        self._page = 0
        self._command: list[int] = []
        self.begin()

    def begin(self) -> None:
        # A command whose arguments have not all come yet goes on in the next message: common
        # drivers send every byte in a message of its own, and real chips understand them.
        self._control: int | None = None

    def write(self, byte: int) -> None:
        if self._control is None:
            self._control = byte
            if byte & ~(CONTINUATION | DATA):
                self.unknown.append(byte)
            return
        if self._control & DATA:
            self._store(byte)
        else:
            self._take(byte)
        if self._control & CONTINUATION:
            self._control = None

    def read(self) -> int:
        return self._status()

    def _status(self) -> int:
        return 0 if self.on else DISPLAY_OFF

    @property
    def lit(self) -> bool:
        return self.on and self.powered

    def picture(self) -> Image.Image:
        """What a person sees who looks at the glass the right way up."""
        image = Image.new("1", (WIDTH, HEIGHT))
        if self.lit:
            image.putdata([pixel for y in range(HEIGHT) for pixel in self._line(y)])
        return image

    def _line(self, y: int) -> list[bool]:
        common = HEIGHT - 1 - y
        scanned = self.lines - 1 - common if self.scanned_down else common
        row = (scanned + self.offset) % HEIGHT
        if row >= self.lines:
            return [False] * WIDTH
        if self.entire:
            return [True] * WIDTH
        page, bit = divmod((row + self.start_line) % HEIGHT, 8)
        left = page * self.COLUMNS + self.LEFT_SEGMENT
        return [bool(self.ram[left - x] >> bit & 1) != self.inverted for x in range(WIDTH)]

    def _take(self, byte: int) -> None:
        self._command.append(byte)
        code, *arguments = self._command
        if len(arguments) < self.ARGUMENTS.get(code, 0):
            return
        self._command = []
        if not self._execute(code, arguments):
            self.unknown.append(code)

    def _execute(self, code: int, arguments: list[int]) -> bool:
        """Does it, and says whether there is such a command."""
        match code:
            case _ if 0x40 <= code <= 0x7F:
                self.start_line = code & 0x3F
            case 0x81:
                self.contrast = arguments[0]
            case 0xA0 | 0xA1:
                self.remapped = code == 0xA1
            case 0xA4 | 0xA5:
                self.entire = code == 0xA5
            case 0xA6 | 0xA7:
                self.inverted = code == 0xA7
            case 0xA8:
                self.lines = (arguments[0] & 0x3F) + 1
            case 0xAE | 0xAF:
                self.on = code == 0xAF
            case _ if 0xC0 <= code <= 0xCF:
                self.scanned_down = bool(code & 0x08)
            case 0xD3:
                self.offset = arguments[0] & 0x3F
            case 0xD5 | 0xD9 | 0xDA | 0xDB | 0xE3:
                pass  # oscillator, charging, pins and voltage: nothing that this glass shows
            case _:
                return False
        return True

    def _execute_page_address(self, code: int) -> bool:
        match code >> 4:
            case 0x0:
                self._column = self._column & 0xF0 | code & 0x0F
            case 0x1:
                self._column = self._column & 0x0F | (code & 0x0F) << 4
            case 0xB if code & 0x0F < PAGES:
                self._page = code & 0x0F
            case _:
                return False
        return True

    def _put(self, byte: int) -> None:
        # The segments are exchanged where data come in: what is in the RAM already stays put.
        segment = self.COLUMNS - 1 - self._column if self.remapped else self._column
        self.ram[self._page * self.COLUMNS + segment] = byte

    @abstractmethod
    def _store(self, byte: int) -> None:
        """Writes a byte where the address stands, and moves the address on."""


class SSD1306(OledChip):
    """128 columns, three addressing modes, and a charge pump without which the glass is dark."""

    COLUMNS = WIDTH
    LEFT_SEGMENT = WIDTH - 1
    RESET_CONTRAST = 0x7F
    HORIZONTAL, VERTICAL, PAGE = range(3)
    ARGUMENTS = OledChip.ARGUMENTS | {
        **dict.fromkeys((0x20, 0x8D), 1),
        **dict.fromkeys((0x21, 0x22, 0xA3), 2),
        **dict.fromkeys((0x29, 0x2A), 5),
        **dict.fromkeys((0x26, 0x27), 6),
    }

    def power_cycle(self) -> None:
        super().power_cycle()
        self.mode = self.PAGE
        self._columns = (0, WIDTH - 1)
        self._pages = (0, PAGES - 1)

    def _execute(self, code: int, arguments: list[int]) -> bool:
        match code:
            case 0x20 if arguments[0] & 0x03 <= self.PAGE:
                self.mode = arguments[0] & 0x03
            case 0x21 | 0x22 if self.mode == self.PAGE:
                pass  # "only for horizontal or vertical addressing mode"
            case 0x21:
                self._columns = (arguments[0] & 0x7F, arguments[1] & 0x7F)
                self._column = self._columns[0]
            case 0x22:
                self._pages = (arguments[0] & 0x07, arguments[1] & 0x07)
                self._page = self._pages[0]
            case 0x8D:
                self.powered = bool(arguments[0] & 0x04)
            case 0x26 | 0x27 | 0x29 | 0x2A | 0x2E | 0xA3:
                pass
            case _ if super()._execute(code, arguments):
                pass
            case _ if self.mode == self.PAGE:
                return self._execute_page_address(code)
            case _:
                return code < 0x20 or 0xB0 <= code < 0xB0 + PAGES  # page addressing mode only
        return True

    def _store(self, byte: int) -> None:
        self._put(byte)
        if self.mode == self.PAGE:
            self._column = (self._column + 1) % WIDTH
        elif self.mode == self.VERTICAL:
            self._next_page()
            if self._page == self._pages[0]:
                self._next_column()
        else:
            self._next_column()
            if self._column == self._columns[0]:
                self._next_page()

    def _next_column(self) -> None:
        first, last = self._columns
        self._column = first if self._column == last else (self._column + 1) % WIDTH

    def _next_page(self) -> None:
        first, last = self._pages
        self._page = first if self._page == last else (self._page + 1) % PAGES


class SH1106(OledChip):
    """132 columns, of which the glass shows the middle 128; page addressing, and nothing else.

    Unlike the other, it hands out what is in its memory: after an address was set, the first byte
    read is a dummy.
    """

    COLUMNS = 132
    LEFT_SEGMENT = 129
    RESET_CONTRAST = 0x80
    ARGUMENTS = OledChip.ARGUMENTS | {0xAD: 1}

    def power_cycle(self) -> None:
        super().power_cycle()
        self.powered = True
        self._kept_column = 0
        self._read_data = False
        self._dummy = True

    def write(self, byte: int) -> None:
        if self._control is None:
            self._read_data = bool(byte & DATA)
        super().write(byte)

    def read(self) -> int:
        if not self._read_data:
            return self._status()
        if self._dummy:
            self._dummy = False
            return 0
        segment = self.COLUMNS - 1 - self._column if self.remapped else self._column
        self._column = min(self._column + 1, self.COLUMNS - 1)
        return self.ram[self._page * self.COLUMNS + segment]

    def _execute_page_address(self, code: int) -> bool:
        self._dummy = True
        return super()._execute_page_address(code)

    def _execute(self, code: int, arguments: list[int]) -> bool:
        match code:
            case 0xAD:
                self.powered = bool(arguments[0] & 0x01)
            case 0x30 | 0x31 | 0x32 | 0x33:
                pass  # the pump's voltage
            case 0xE0:
                self._kept_column = self._column
            case 0xEE:
                self._column = self._kept_column
            case _:
                return super()._execute(code, arguments) or self._execute_page_address(code)
        return True

    def _store(self, byte: int) -> None:
        # Counting stops behind the last column, and what comes then is lost.
        if self._column < self.COLUMNS:
            self._put(byte)
            self._column += 1
