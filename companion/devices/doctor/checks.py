"""What the doctor can tell without touching a part: files, permissions, packages, power.

Each check is a small function that yields findings; those of ``probes`` and ``screen`` do the same.
"""

from collections.abc import Iterator
from dataclasses import dataclass
from tempfile import TemporaryFile
from typing import Literal

from companion.devices.board.parts import Profile, Rc522Reader
from companion.devices.board.pinout import NO_LGPIO
from companion.devices.doctor.machine import BOOT_CONFIG, RESET_PACKAGES, Machine, nearest
from companion.i18n.message import Message, say

MEGABYTE = 1_000_000
WARN_BELOW_BYTES, FAIL_BELOW_BYTES = 500 * MEGABYTE, 50 * MEGABYTE

# The header's pins moved from chip 4 to chip 0 in the life of the Raspberry Pi 5.
GPIO_CHIPS = ("/dev/gpiochip0", "/dev/gpiochip4")

# Bits of the firmware's report; the upper half remembers what has happened since the Pi started.
LOW_VOLTAGE_NOW, LOW_VOLTAGE_BEFORE = 0x1, 0x10000

INSTALL_AGAIN = say("Run the installer again; on a Pi it brings them all.")


@dataclass(frozen=True, slots=True)
class Finding:
    """A fact, whether it is good, and what to do about it.

    ``check`` is stable, for programs; what people read are the two sentences.
    """

    check: str
    state: Literal["ok", "warning", "bad"]
    found: Message
    fix: Message | None = None


def ok(check: str, found: Message) -> Finding:
    return Finding(check, "ok", found)


def warning(check: str, found: Message, fix: Message) -> Finding:
    return Finding(check, "warning", found, fix)


def bad(check: str, found: Message, fix: Message) -> Finding:
    return Finding(check, "bad", found, fix)


def packages(board: Profile, machine: Machine) -> Iterator[Finding]:
    """Are the drivers of this board's parts installed, and do none of them collide?"""
    needed: list[str] = []
    if board.readers_of(Rc522Reader):
        needed += ["mfrc522"]
    if board.spi_buses:
        needed += ["spidev"]
    if board.oled:
        needed += ["luma.oled"]
    if board.on_i2c:
        needed += ["smbus2"]
    if [*board.pins()]:
        needed += ["gpiozero", "lgpio"]
    missing = [name for name in needed if name not in machine.installed]
    if missing:
        yield bad(
            "packages",
            say("Packages are missing: {names}.", names=", ".join(missing)),
            NO_LGPIO if "lgpio" in missing else INSTALL_AGAIN,
        )
    elif needed:
        yield ok("packages", say("The packages for this board's parts are installed."))
    if board.readers_of(Rc522Reader):
        yield from _reset_package(machine)


def _reset_package(machine: Machine) -> Iterator[Finding]:
    match sorted(RESET_PACKAGES & machine.installed):
        case [_, _]:
            yield bad(
                "rpi_gpio",
                say("RPi.GPIO and rpi-lgpio are both installed and overwrite each other's files."),
                say("Uninstall both with pip, then install rpi-lgpio alone."),
            )
        case ["rpi.gpio"]:
            yield warning(
                "rpi_gpio",
                say("RPi.GPIO is installed; it does not work on a Raspberry Pi 5."),
                say("Uninstall RPi.GPIO with pip, then install rpi-lgpio."),
            )
        case ["rpi-lgpio"]:
            yield ok("rpi_gpio", say("rpi-lgpio is installed, and RPi.GPIO is not."))
        case _:
            yield bad(
                "rpi_gpio",
                say("Neither rpi-lgpio nor RPi.GPIO is installed; the readers need one."),
                say("Install rpi-lgpio with pip."),
            )


def nodes(board: Profile, machine: Machine) -> Iterator[Finding]:
    """Is there a device node for each bus that the board uses, and may this user open it?"""
    overlays = {0: "dtparam=spi=on", 1: "dtoverlay=spi1-3cs"}
    for reader in board.readers_of(Rc522Reader):
        yield from _node(machine, "spi", reader.node, overlays[reader.bus], "spi")
    for each in board.pn532s_on("spi"):
        yield from _node(machine, "spi", each.node, overlays[each.spi[0]], "spi")
    for each in board.pn532s_on("uart"):
        yield from _node(machine, "uart", each.node, "enable_uart=1", each.group)
    for node in board.on_i2c:
        yield from _node(machine, "i2c", node, "dtparam=i2c_arm=on", "i2c")
    if [*board.pins()]:
        if chip := next(filter(machine.has, GPIO_CHIPS), None):
            yield from _node(machine, "gpio", chip, "", "gpio")
        else:
            yield bad(
                "gpio",
                say("There is no /dev/gpiochip0: this system gives no access to the pins."),
                say("Install the current 64-bit Raspberry Pi OS."),
            )


def _node(machine: Machine, check: str, node: str, line: str, group: str) -> Iterator[Finding]:
    if not machine.has(node):
        names = {"line": line, "file": BOOT_CONFIG}
        if machine.has(node.replace("/dev/", "/sys/bus/i2c/devices/")):
            # The bus is on; only the module is missing that makes the node, which no line loads.
            fix = say("Run: sudo modprobe i2c-dev, and add i2c-dev to /etc/modules to keep it.")
        elif machine.boots_with(line):
            fix = say("{file} has the line {line} already: restart the Pi.", **names)
        else:
            fix = say("Add the line {line} to {file} and restart the Pi.", **names)
        yield bad(check, say("There is no {node}.", node=node), fix)
    elif not machine.may_use(node):
        yield bad(
            check,
            say("This user may not use {node}.", node=node),
            say("Run: sudo usermod -aG {group} $USER, then log in again.", group=group),
        )
    else:
        yield ok(check, say("{node} is there and may be used.", node=node))


def power(machine: Machine) -> Iterator[Finding]:
    """Does the power supply hold its voltage?"""
    reports = sorted(machine.root.glob("sys/devices/platform/soc*/soc*firmware/get_throttled"))
    text = machine.text(str(reports[0].relative_to(machine.root))) if reports else ""
    try:
        bits = int(text, 16)
    except ValueError:
        return
    better = say("Use a 5 V supply made for this Pi and a short cable.")
    if bits & LOW_VOLTAGE_NOW:
        yield warning("power", say("The voltage is too low right now."), better)
    elif bits & LOW_VOLTAGE_BEFORE:
        yield warning("power", say("The voltage was too low since the Pi was started."), better)
    elif bits:
        yield warning(
            "power",
            say("The Pi was slowed down because it got hot."),
            say("Give it air or a heat sink."),
        )
    else:
        yield ok("power", say("The power supply holds its voltage."))


def storage(machine: Machine) -> Iterator[Finding]:
    """Is there room for the games, and can they be written?"""
    free = machine.free_bytes // MEGABYTE
    room = say("Delete what is not needed, or take a larger card.")
    if machine.free_bytes < FAIL_BELOW_BYTES:
        yield bad("disk", say("Only {free} MB are free.", free=free), room)
    elif machine.free_bytes < WARN_BELOW_BYTES:
        yield warning("disk", say("Only {free} MB are free.", free=free), room)
    else:
        yield ok("disk", say("{free} MB are free.", free=free))
    try:
        with TemporaryFile(dir=nearest(machine.data)):
            pass
    except OSError as error:
        yield bad(
            "data",
            say(
                "The data folder {folder} cannot be written: {detail}.",
                folder=machine.data,
                detail=error.strerror,
            ),
            say("Make it writable for this user, or name another one in COMPANION_DATA."),
        )
    else:
        yield ok("data", say("The data folder {folder} can be written.", folder=machine.data))


def speaker(board: Profile, machine: Machine) -> Iterator[Finding]:
    """Can the table speak: is there a program for it, and a sound device that it may use?"""
    if not board.speaker:
        return
    if not any(machine.has(f"{folder}/espeak-ng") for folder in ("/usr/bin", "/usr/local/bin")):
        yield bad(
            "speaker",
            say("espeak-ng is not installed, so nothing is read out."),
            say("Run: sudo apt install espeak-ng"),
        )
    outputs = sorted((machine.root / "dev/snd").glob("pcmC*D*p"))
    if not outputs:
        yield bad(
            "speaker",
            say("There is no sound device to play on."),
            say(
                "Plug in a USB loudspeaker or put on a sound board; “aplay -l” lists what is there."
            ),
        )
        return
    node = f"/{outputs[0].relative_to(machine.root)}"
    yield from _node(machine, "speaker", node, "", "audio")
