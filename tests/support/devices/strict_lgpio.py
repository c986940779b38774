"""A GPIO chip as the kernel keeps it, behind the ``lgpio`` module: a line has one owner.

gpiozero's own ``LGPIOFactory`` and rpi-lgpio run on it unchanged. It is as strict as lgpio 0.2.2 on
a kernel: a line that another handle or another process has cannot be had ("GPIO busy"), nor read
("GPIO not allocated"), and is free only when its owner frees it or closes the chip.
"""

import sys
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from dataclasses import dataclass, field
from importlib import import_module
from importlib.util import find_spec
from types import ModuleType
from typing import Any, NoReturn

import pytest

from companion.devices.board import pinout

LINES = 28
KERNEL, OUTPUT = 0x01, 0x02
LG_INPUT, LG_OUTPUT, LG_ALERT = 0x100, 0x200, 0x400
PULLS = {"SET_PULL_UP": 32, "SET_PULL_DOWN": 64, "SET_PULL_NONE": 128}
TEXTS = {-78: "can not open gpiochip", -79: "GPIO busy", -80: "GPIO not allocated"}
BUSY, NOT_ALLOCATED, NO_CHIP, BAD_HANDLE = -79, -80, -78, -5
PI_4 = 0xC03111
MODULES = ("lgpio", "gpiozero.pins.lgpio", "RPi", "RPi.GPIO")


@dataclass(slots=True)
class Line:
    """``owner`` is a handle, or the consumer's label of another process."""

    owner: int | str | None = None
    mode: int = 0
    pulls: int = 0
    level: bool = False


@dataclass
class GpioChip:
    """The header's chip: ``driven`` is told the level of a line whenever somebody changes it."""

    driven: Callable[[int, bool], None] = lambda gpio, high: None
    lines: list[Line] = field(default_factory=lambda: [Line() for _ in range(LINES)])
    handles: set[int] = field(default_factory=set)
    opened: int = 0

    def taken(self) -> dict[int, int | str]:
        """Who has which line."""
        return {gpio: line.owner for gpio, line in enumerate(self.lines) if line.owner is not None}

    def hold(self, gpio: int, label: str) -> None:
        """Another process takes a line."""
        assert self.lines[gpio].owner is None
        self.lines[gpio].owner = label

    def free(self, gpio: int) -> None:
        self.lines[gpio] = Line()
        self.driven(gpio, False)

    def drive(self, gpio: int, high: bool) -> None:
        self.lines[gpio].level = high
        self.driven(gpio, high)


def lgpio_on(chip: GpioChip) -> ModuleType:
    """The module ``lgpio``, as far as gpiozero, rpi-lgpio and the companion use it."""
    module: Any = ModuleType("lgpio")

    class error(Exception):  # noqa: N801 (its name there)
        def __str__(self) -> str:
            return repr(self.args[0])

    def fail(code: int) -> NoReturn:
        raise error(TEXTS.get(code, f"error {code}"))

    def own(handle: int, gpio: int) -> Line | None:
        if handle not in chip.handles:
            fail(BAD_HANDLE)
        line = chip.lines[gpio]
        return line if line.owner == handle else None

    def claim(handle: int, gpio: int, mode: int, pulls: int) -> Line:
        line = own(handle, gpio)
        if line is not None and mode != LG_ALERT and line.mode & mode:
            return line  # nothing to do: not even for other flags, or another level
        if line is not None:
            chip.free(gpio)
        if chip.lines[gpio].owner is not None:
            fail(BUSY)
        chip.lines[gpio] = Line(handle, mode, pulls)
        return chip.lines[gpio]

    def gpiochip_open(number: int) -> int:
        if number:
            fail(NO_CHIP)
        chip.opened += 1
        chip.handles.add(chip.opened)
        return chip.opened

    def gpiochip_close(handle: int) -> int:
        chip.handles.remove(handle)
        for gpio, line in enumerate(chip.lines):
            if line.owner == handle:
                chip.free(gpio)
        return 0

    def gpio_claim_input(handle: int, gpio: int, flags: int = 0) -> int:
        claim(handle, gpio, LG_INPUT, flags).level = bool(flags & PULLS["SET_PULL_UP"])
        return 0

    def gpio_claim_output(handle: int, gpio: int, level: int = 0, flags: int = 0) -> int:
        line = own(handle, gpio)
        if line is None or not line.mode & LG_OUTPUT:
            claim(handle, gpio, LG_OUTPUT, flags)
            chip.drive(gpio, bool(level))
        return 0

    def gpio_claim_alert(
        handle: int, gpio: int, edges: int, flags: int = 0, notify: object = None
    ) -> int:
        claim(handle, gpio, LG_ALERT, flags).level = bool(flags & PULLS["SET_PULL_UP"])
        return 0

    def gpio_free(handle: int, gpio: int) -> int:
        if own(handle, gpio) is None:
            fail(NOT_ALLOCATED)
        chip.free(gpio)
        return 0

    def gpio_read(handle: int, gpio: int) -> int:
        if own(handle, gpio) is None:
            if chip.lines[gpio].owner is not None:
                fail(NOT_ALLOCATED)
            gpio_claim_input(handle, gpio)
        return int(chip.lines[gpio].level)

    def gpio_write(handle: int, gpio: int, level: int) -> int:
        line = own(handle, gpio)
        if line is None or not line.mode & LG_OUTPUT:
            return gpio_claim_output(handle, gpio, level)
        chip.drive(gpio, bool(level))
        return 0

    def gpio_get_mode(handle: int, gpio: int) -> int:
        line, mine = chip.lines[gpio], own(handle, gpio)
        kernel = KERNEL * (line.owner is not None) | OUTPUT * bool(line.mode & LG_OUTPUT)
        return kernel | line.pulls | (mine.mode if mine else 0)

    def gpio_get_line_info(handle: int, gpio: int) -> list[object]:
        owner = chip.lines[gpio].owner
        label = owner if isinstance(owner, str) else "lg" if owner else ""
        return [0, gpio, gpio_get_mode(handle, gpio), f"GPIO{gpio}", label]

    class Callback:
        def __init__(self, *_: object, **__: object) -> None: ...

        def cancel(self) -> None: ...

    vars(module).update(
        PULLS,
        RISING_EDGE=1,
        FALLING_EDGE=2,
        BOTH_EDGES=3,
        GPIO_BUSY=BUSY,
        error=error,
        error_text=TEXTS.get,
        callback=Callback,
        gpiochip_open=gpiochip_open,
        gpiochip_close=gpiochip_close,
        gpio_claim_input=gpio_claim_input,
        gpio_claim_output=gpio_claim_output,
        gpio_claim_alert=gpio_claim_alert,
        gpio_free=gpio_free,
        gpio_set_debounce_micros=lambda handle, gpio, micros: 0,
        gpio_read=gpio_read,
        gpio_write=gpio_write,
        gpio_get_mode=gpio_get_mode,
        gpio_get_line_info=gpio_get_line_info,
        gpio_get_chip_info=lambda handle: [0, LINES, "gpiochip0", "pinctrl-bcm2711"],
    )
    made: ModuleType = module
    return made


def rpi_lgpio() -> dict[str, ModuleType]:
    """``RPi.GPIO``: rpi-lgpio itself where it is installed, or what it asks ``lgpio`` for."""
    try:
        if find_spec("RPi.GPIO"):
            return {name: import_module(name) for name in ("RPi", "RPi.GPIO")}
    except ModuleNotFoundError:
        pass
    import lgpio  # type: ignore[import-not-found, unused-ignore]

    module: Any = ModuleType("RPi.GPIO")
    opened: dict[str, Any] = {"chip": None, "mode": None}

    def setmode(mode: int) -> None:
        if opened["chip"] is None:
            opened["chip"] = lgpio.gpiochip_open(0)
        opened["mode"] = mode

    def setup(gpio: int, direction: int, initial: int | None = None) -> None:
        chip = opened["chip"]
        level = lgpio.gpio_read(chip, gpio) if initial is None else initial
        lgpio.gpio_claim_output(chip, gpio, level, lgpio.SET_PULL_NONE)

    def cleanup(gpio: int | None = None) -> None:
        assert gpio is not None, "it would let go of every line of the process"
        lgpio.gpio_claim_input(opened["chip"], gpio, lgpio.SET_PULL_NONE)
        lgpio.gpio_free(opened["chip"], gpio)

    def output(gpio: int, level: int) -> None:
        if not lgpio.gpio_get_mode(opened["chip"], gpio) & LG_OUTPUT:
            raise RuntimeError("You must setup() the GPIO channel as an output first")
        lgpio.gpio_write(opened["chip"], gpio, level)

    vars(module).update(BOARD=10, BCM=11, OUT=0, IN=1, LOW=0, HIGH=1)
    vars(module).update(setmode=setmode, setup=setup, output=output, cleanup=cleanup)
    module.getmode = lambda: opened["mode"]
    package: Any = ModuleType("RPi")
    package.__path__ = []
    package.GPIO = module
    return {"RPi": package, "RPi.GPIO": module}


@contextmanager
def strict_lines(chip: GpioChip) -> Iterator[GpioChip]:
    """Inside, ``lgpio`` is this chip, with gpiozero's real factory and ``RPi.GPIO`` above it."""
    before = {name: sys.modules.pop(name, None) for name in MODULES}
    with pytest.MonkeyPatch.context() as patch:
        patch.setenv("RPI_LGPIO_REVISION", f"{PI_4:x}")
        patch.setenv("RPI_LGPIO_CHIP", "0")
        patch.setattr("gpiozero.pins.local.get_pi_revision", lambda: PI_4)
        sys.modules["lgpio"] = lgpio_on(chip)
        sys.modules.update(rpi_lgpio())
        try:
            yield chip
        finally:
            for name, module in before.items():
                sys.modules.pop(name, None)
                if module is not None:
                    sys.modules[name] = module


def reset_line_of(hold_in_reset: Callable[[bool], None]) -> GpioChip:
    """A chip whose line 25 is wired to the readers' reset."""

    def driven(gpio: int, high: bool) -> None:
        if gpio == pinout.RESET_GPIO:
            hold_in_reset(not high)

    return GpioChip(driven)
