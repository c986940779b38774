"""A table for the doctor: a machine made of files, and a board's parts on simulated chips."""

from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path

from companion.clock import VirtualClock
from companion.devices.board.parts import Pn532Reader, Profile, Rc522Reader
from companion.devices.doctor.checks import Finding
from companion.devices.doctor.doctor import examine
from companion.devices.doctor.machine import Machine
from companion.devices.doctor.probes import Bench
from companion.devices.simulator.i2c import Bus, install
from companion.devices.simulator.oled import SSD1306
from companion.devices.simulator.panel import Pins
from companion.devices.simulator.rfid.readers import SimulatedReaders

BOOT = "dtparam=spi=on\ndtoverlay=spi1-3cs\ndtparam=i2c_arm=on,i2c_arm_baudrate=400000\n"
PACKAGES = {"mfrc522", "spidev", "rpi-lgpio", "luma.oled", "smbus2", "gpiozero", "lgpio"}
STRANGER = 4321


def write(path: Path, text: str = "") -> Path:
    path.parent.mkdir(parents=True, exist_ok=True)
    path.write_text(text)
    path.chmod(0o660)
    return path


def raspberry_pi(folder: Path) -> Machine:
    """A Raspberry Pi on which everything is as it should be."""
    root = folder / "root"
    write(root / "proc/device-tree/model", "Raspberry Pi 4 Model B Rev 1.4\0")
    write(root / "boot/firmware/config.txt", BOOT)
    write(root / "sys/devices/platform/soc/soc:firmware/get_throttled", "0\n")
    for node in ("spidev0.0", "spidev0.1", "spidev1.0", "spidev1.1", "spidev1.2", "i2c-1"):
        write(root / "dev" / node)
    owner = write(root / "dev/gpiochip0").stat()
    return Machine(
        root=root,
        uid=STRANGER,
        groups=frozenset({owner.st_gid}),
        installed=frozenset(PACKAGES),
        data=folder / "games",
        free_bytes=20_000_000_000,
    )


class Parts:
    """The parts of a board as they lie on the bench, all of them sound."""

    def __init__(self, board: Profile, chip_version: int = 0x92) -> None:
        self.board = board
        self.clock = VirtualClock()
        self.pins = Pins(board, self.clock)
        self.bench = Bench(pins=lambda: self.pins.factory, clock=self.clock)
        places = [reader.place for reader in board.readers_of(Rc522Reader)]
        self.i2c = Bus(self.clock)
        self.readers = SimulatedReaders(
            places,
            self.clock,
            pn532s=board.readers_of(Pn532Reader),
            i2c=self.i2c,
            version=chip_version,
        )
        self.screen = SSD1306()
        if board.oled:
            self.i2c.attach(board.oled.address, self.screen)

    @contextmanager
    def connected(self) -> Iterator[None]:
        with self.readers.installed(), install({1: self.i2c}):
            yield

    def examined_on(self, machine: Machine) -> list[Finding]:
        with self.connected():
            return list(examine(self.board, machine, self.bench))


def states(findings: list[Finding]) -> dict[str, str]:
    """The worst state of each check."""
    worst: dict[str, str] = {}
    for finding in sorted(findings, key=lambda each: ["ok", "warning", "bad"].index(each.state)):
        worst[finding.check] = finding.state
    return worst


def one(findings: list[Finding], state: str) -> Finding:
    [found] = [finding for finding in findings if finding.state == state]
    return found
