"""Measures a board part by part, and writes one report that its owner can send.

The same steps run on simulated parts, so that the first run on a real board fails only where the
board does. ``Owner`` is whoever lays cards and presses buttons.
"""

import platform
import time
from dataclasses import dataclass, field
from pathlib import Path
from statistics import median, quantiles
from typing import Any, Protocol

from PIL import Image

from companion.clock import Clock
from companion.devices.board.parts import Profile, Rc522Reader
from companion.devices.doctor.machine import Machine
from companion.devices.panel.panel import Panel, PanelEvent, Pressed, Turned
from companion.devices.readers.presence import Seen
from companion.devices.readers.readers import Readers
from companion.devices.screen.screen import ScreenBack, ScreenLost, ScreenSettings, open_screen
from companion.errors import ReaderError
from tests.support.programs import run_program

LOOKS = 200
FRAMES = 1000
PRESSES, CLICKS = 100, 20
DISTANCES = (0, 5, 10, 20)
SIMULATED_MS = {"empty": 5.6, "with a tag": 10.7}
"""What a look takes on the simulated chips, at 4 MHz and 20 µs a transfer."""


class Owner(Protocol):
    def do(self, what: str) -> None:
        """Asks for it, and comes back when it is done."""

    def see(self, question: str) -> bool: ...


@dataclass
class Report:
    """Facts, section by section, as Markdown."""

    lines: list[str] = field(default_factory=lambda: ["# Bring-up"])

    def section(self, title: str, **facts: object) -> None:
        self.lines += ["", f"## {title}", "", "| | |", "|---|---|"]
        self.lines += [f"| {name.replace('_', ' ')} | {fact} |" for name, fact in facts.items()]

    def write(self, file: Path) -> None:
        file.write_text("\n".join(self.lines) + "\n", encoding="utf-8")


@dataclass(frozen=True)
class Looks:
    clean: int
    seen: dict[str, int]
    median_ms: float
    worst_ms: float
    why: str = ""


def machine(report: Report, machine: Machine) -> None:
    throttled = sorted(machine.root.glob("sys/devices/platform/soc*/soc*firmware/get_throttled"))
    since_power = machine.text("proc/uptime").split()
    report.section(
        "Machine",
        model=machine.model() or platform.machine(),
        system=platform.platform(),
        python=platform.python_version(),
        packages=", ".join(sorted(machine.installed & DRIVERS)),
        throttled=throttled[0].read_text().strip() if throttled else "not told",
        seconds_since_power=since_power[0] if since_power else "not told",
    )


DRIVERS = {"mfrc522", "spidev", "lgpio", "rpi-lgpio", "gpiozero", "luma.oled", "smbus2"}


def looks(reader: Rc522Reader, clock: Clock, times: int = LOOKS) -> Looks:
    """So many looks of one reader, through the companion's own driver."""
    from companion.devices.readers.rc522 import Rc522

    driver = Rc522(*reader.place, clock, gain=reader.gain, spi_hz=reader.spi_hz)
    clean, why, took = 0, "", []
    seen: dict[str, int] = {}
    try:
        driver.look()
        for _ in range(times):
            start = clock.now()
            try:
                sighting = driver.look()
            except ReaderError as error:
                why = str(error)
                continue
            took.append(1000 * (clock.now() - start))
            name = sighting.value if isinstance(sighting, Seen) else sighting
            seen[name] = seen.get(name, 0) + 1
            clean += sighting is not Seen.UNCLEAR
    finally:
        driver.close()
    if len(took) < 2:
        return Looks(clean, seen, 0.0, 0.0, why)
    return Looks(clean, seen, median(took), quantiles(took, n=50)[-1], why)


def readers(report: Report, board: Profile, clock: Clock, owner: Owner) -> None:
    """Each reader: empty, with a tag, at distances, and whether it reads its neighbours' tags."""
    owner.do("Take everything off all readers")
    for reader in board.readers_of(Rc522Reader):
        empty = looks(reader, clock)
        owner.do(f"Lay one tag flat on the reader {reader.zone}")
        laid = looks(reader, clock)
        others = {
            other.zone: looks(other, clock, 20).seen
            for other in board.readers_of(Rc522Reader)
            if other != reader
        }
        reach = {}
        for distance in DISTANCES[1:]:
            owner.do(f"Hold the tag {distance} mm above the reader {reader.zone}")
            reach[distance] = looks(reader, clock, 20)
        owner.do(f"Take the tag off the reader {reader.zone}")
        report.section(
            f"Reader {reader.zone}",
            clean_looks_empty=f"{empty.clean} of {LOOKS} {empty.why}",
            milliseconds_empty=_beside(empty, "empty"),
            clean_looks_with_a_tag=f"{laid.clean} of {LOOKS} {laid.why}",
            milliseconds_with_a_tag=_beside(laid, "with a tag"),
            seen_with_a_tag=laid.seen,
            seen_by_others={
                zone: seen for zone, seen in others.items() if set(seen) != {"nothing"}
            },
            **{f"at_{mm}_mm": found.seen for mm, found in reach.items()},
        )


def _beside(found: Looks, kind: str) -> str:
    simulated = SIMULATED_MS[kind]
    return f"{found.median_ms:.1f}, worst {found.worst_ms:.1f} (simulated: {simulated})"


def stacked(report: Report, board: Profile, clock: Clock, owner: Owner) -> None:
    """Reported, not judged."""
    first = board.readers_of(Rc522Reader)[0]
    owner.do(f"Lay two tags on each other on the reader {first.zone}")
    both = looks(first, clock, 50)
    owner.do("Take both away")
    report.section("Two tags on each other", seen=both.seen)


def screen(
    report: Report, board: Profile, clock: Clock, owner: Owner, frames: int = FRAMES
) -> None:
    """Frames at full speed while the readers look: what is lost, and how long one takes."""
    assert board.oled
    told: list[ScreenLost | ScreenBack] = []
    panel = open_screen(board.oled, clock, told.append, ScreenSettings(shift=False))
    table = Readers(board.readers, lambda each: None, clock=clock)
    took = []
    for n in range(frames):
        picture = Image.new("1", panel.size)
        picture.paste(1, (n % 96, n % 32, n % 96 + 32, n % 32 + 32))
        start = clock.now()
        panel.show(picture)
        panel.step()
        took.append(1000 * (clock.now() - start))
        if n % 10 == 0:
            table.step()
    sound = owner.see("Is there one lit square on the small screen, and nothing else?")
    panel.stop()
    table.stop()
    lost = sum(isinstance(each, ScreenLost) for each in told)
    report.section(
        "Screen",
        frames=frames,
        lost=lost,
        milliseconds=f"{median(took):.1f}, worst {max(took):.1f}",
        picture="right" if sound else "WRONG",
    )


def panel(report: Report, board: Profile, clock: Clock, pins: Any, owner: Owner) -> None:
    """Presses and clicks that people count, beside those that arrive."""
    events: list[PanelEvent] = []
    table = Panel(board, events.append, clock, pins)
    table.start()
    try:
        counted: dict[str, object] = {}
        if board.buttons:
            role = board.buttons[0].role
            owner.do(f"Press {role} {PRESSES} times, at any speed")
            time.sleep(0.2)
            counted["presses"] = f"{events.count(Pressed(role))} of {PRESSES}"
        if board.encoder:
            owner.do(f"Turn the knob by {CLICKS} clicks to the right")
            time.sleep(0.2)
            counted["clicks"] = f"{events.count(Turned(+1))} of {CLICKS}"
        if board.shift:
            dark = owner.see("Power the Pi on 20 times: was everything dark and silent each time?")
            counted["dark_after_power_on"] = "yes" if dark else "NO"
        report.section("Panel", **counted)
    finally:
        table.close()


def effort(report: Report, board: Profile, clock: Clock, seconds: float = 10.0) -> None:
    """How much of a core the readers take at the pace of a game."""
    table = Readers(board.readers, lambda each: None, clock=clock)
    table.step()
    start, used = clock.now(), time.process_time()
    while clock.now() < start + seconds:
        table.step()
    share = 100 * (time.process_time() - used) / (clock.now() - start)
    table.stop()
    report.section("Effort", percent_of_a_core_for_the_readers=f"{share:.1f}")


def service(report: Report) -> None:
    """From power to ready, and the doctor inside the service's own sandbox."""
    shown = _said("systemctl", "show", "table-companion", "-p", "ActiveEnterTimestampMonotonic")
    own = ["-p", "User=companion", "-p", "DevicePolicy=closed", "-p", "ProtectSystem=strict"]
    allowed = ["char-spi rw", "char-i2c rw", "char-gpiochip rw"]
    own += [word for each in allowed for word in ("-p", f"DeviceAllow={each}")]
    doctor = ["/opt/table-companion/current/bin/companion", "doctor"]
    report.section(
        "Service",
        microseconds_from_power_to_ready=shown.partition("=")[2].strip() or "not told",
        doctor_in_the_sandbox=_said("systemd-run", "--wait", "--pipe", *own, *doctor)
        .strip()
        .replace("\n", "<br>")
        or "not told",
    )


def _said(*command: str) -> str:
    try:
        return run_program(command).stdout
    except OSError:
        return ""
