"""The doctor on machines made of files, with parts that answer, do not, or disturb each other."""

import errno
import json
from collections.abc import Callable
from dataclasses import replace
from pathlib import Path
from typing import Any

import pytest
from click.testing import CliRunner
from gpiozero import DigitalOutputDevice

from companion.cli import main
from companion.devices import checks, probes, profile
from companion.devices.doctor import as_text, examine
from companion.devices.finding import Finding
from companion.devices.machine import Machine
from companion.devices.parts import Profile
from companion.devices.probes import Bench, Spi
from companion.language import Language
from companion.simulator.clock import VirtualClock
from companion.simulator.pins import Pins

BOOT = "dtparam=spi=on\ndtoverlay=spi1-3cs\ndtparam=i2c_arm=on,i2c_arm_baudrate=400000\n"
PACKAGES = {"mfrc522", "spidev", "rpi-lgpio", "luma.oled", "smbus2", "gpiozero", "lgpio"}
STRANGER = 4321


def write(path: Path, text: str = "") -> Path:
    path.parent.mkdir(parents=True, exist_ok=True)
    path.write_text(text)
    path.chmod(0o660)
    return path


@pytest.fixture
def pi(tmp_path: Path) -> Machine:
    """A Raspberry Pi on which everything is as it should be."""
    root = tmp_path / "root"
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
        data=tmp_path / "games",
        free_bytes=20_000_000_000,
    )


class Chip:
    """A reader's registers, as far as the doctor asks for them."""

    def __init__(self, version: int = 0x92) -> None:
        self.registers = {probes.VERSION: version, probes.SCRATCH: probes.SCRATCH_RESET}

    def xfer2(self, values: list[int]) -> list[int]:
        register = values[0] >> 1 & 0x3F
        if values[0] & 0x80:
            return [0, self.registers[register]]
        self.registers[register] = values[1]
        return [0, 0]

    def close(self) -> None: ...


class Grabbing(Chip):
    """It never lets go of MISO once it was spoken to: what others say is drawn to ground."""

    spoken_to = False

    def xfer2(self, values: list[int]) -> list[int]:
        self.spoken_to |= not values[0] & 0x80
        return super().xfer2(values)


class Bothered(Chip):
    """A sound reader on the same MISO as a grabbing one."""

    def __init__(self, by: Grabbing) -> None:
        super().__init__()
        self.by = by

    def xfer2(self, values: list[int]) -> list[int]:
        return [0, 0] if self.by.spoken_to else super().xfer2(values)


def bench(board: Profile, chips: dict[tuple[int, int], Spi] | None = None, **ways: Any) -> Bench:
    """Sound parts for this board, except where something else is handed in."""
    clock = VirtualClock()
    pins = Pins(board, clock)
    found = {reader.place: Chip() for reader in board.readers} | (chips or {})
    whole = Bench(
        open_spi=lambda bus, device: found[bus, device],
        i2c_acknowledges=lambda port, address: address == 0x3C,
        pins=lambda: pins.factory,
        clock=clock,
    )
    return replace(whole, **ways)


def states(findings: list[Finding]) -> dict[str, str]:
    """The worst state of each check."""
    worst: dict[str, str] = {}
    for finding in sorted(findings, key=lambda each: ["ok", "warning", "bad"].index(each.state)):
        worst[finding.check] = finding.state
    return worst


def one(findings: list[Finding], state: str) -> Finding:
    [found] = [finding for finding in findings if finding.state == state]
    return found


FULL = profile.load("full_table")
SINGLE = profile.load("single_reader")


@pytest.mark.parametrize("name", ["full_table", "minimal", "single_reader"])
def test_a_sound_table_has_nothing_to_repair(pi: Machine, name: str) -> None:
    board = profile.load(name)
    findings = list(examine(board, pi, bench(board)))
    assert set(states(findings).values()) == {"ok"}
    assert as_text(findings, Language("en")).endswith("Everything on this board answers.")


def test_a_laptop_is_told_in_one_line(pi: Machine) -> None:
    write(pi.root / "proc/device-tree/model", "Some Laptop")
    findings = list(examine(FULL, pi, bench(FULL)))
    assert states(findings) == {"disk": "ok", "data": "ok", "board": "bad"}
    assert "This is not a Raspberry Pi" in str(one(findings, "bad").found)


def test_a_simulated_board_needs_no_pi(tmp_path: Path, pi: Machine) -> None:
    board = profile.load("simulator")
    laptop = replace(pi, root=tmp_path / "nothing")
    assert set(states(list(examine(board, laptop, bench(board)))).values()) == {"ok"}


def test_every_bad_finding_says_what_to_do(pi: Machine) -> None:
    broken = replace(pi, installed=frozenset(), free_bytes=0, data=pi.root / "dev/i2c-1/games")
    for node in (pi.root / "dev").iterdir():
        node.unlink()
    findings = list(examine(FULL, broken, bench(FULL)))
    assert all(finding.fix for finding in findings if finding.state != "ok")
    assert set(states(findings).values()) == {"ok", "bad"}


# SPI and I2C


@pytest.mark.parametrize(
    ("node", "line"),
    [
        ("spidev0.0", "dtparam=spi=on"),
        ("spidev1.2", "dtoverlay=spi1-3cs"),
        ("i2c-1", "dtparam=i2c_arm=on"),
    ],
)
def test_a_bus_that_is_off_is_told_with_its_line(pi: Machine, node: str, line: str) -> None:
    write(pi.root / "boot/firmware/config.txt", "# " + BOOT.replace("\n", "\n# "))
    (pi.root / "dev" / node).unlink()
    missing = one(list(checks.nodes(FULL, pi)), "bad")
    assert str(missing.found) == f"There is no /dev/{node}."
    assert (
        str(missing.fix) == f"Add the line {line} to /boot/firmware/config.txt and restart the Pi."
    )


def test_a_bus_that_was_just_switched_on_needs_a_restart(pi: Machine) -> None:
    (pi.root / "dev/i2c-1").unlink()
    missing = one(list(checks.nodes(FULL, pi)), "bad")
    assert str(missing.fix).endswith("has the line dtparam=i2c_arm=on already: restart the Pi.")


@pytest.mark.parametrize(
    ("node", "group"), [("spidev0.0", "spi"), ("i2c-1", "i2c"), ("gpiochip0", "gpio")]
)
def test_a_node_of_another_group_is_told_with_the_group(pi: Machine, node: str, group: str) -> None:
    (pi.root / "dev" / node).chmod(0o600)
    refused = one(list(checks.nodes(FULL, pi)), "bad")
    assert str(refused.found) == f"This user may not use /dev/{node}."
    assert f"usermod -aG {group} " in str(refused.fix)


@pytest.mark.parametrize(
    ("mode", "uid", "in_group", "may"),
    [
        (0o660, STRANGER, True, True),
        (0o660, STRANGER, False, False),
        (0o640, STRANGER, True, False),
        (0o666, STRANGER, False, True),
        (0o000, 0, False, True),
    ],
)
def test_permissions_are_those_of_the_node(
    pi: Machine, mode: int, uid: int, in_group: bool, may: bool
) -> None:
    (pi.root / "dev/i2c-1").chmod(mode)
    user = replace(pi, uid=uid, groups=pi.groups if in_group else frozenset())
    assert user.may_use("/dev/i2c-1") is may


def test_the_owner_of_a_node_may_use_it(pi: Machine) -> None:
    node = pi.root / "dev/i2c-1"
    assert replace(pi, uid=node.stat().st_uid).may_use("/dev/i2c-1")


def test_the_pins_of_an_early_raspberry_pi_5_are_found(pi: Machine) -> None:
    (pi.root / "dev/gpiochip0").rename(pi.root / "dev/gpiochip4")
    assert states(list(examine(FULL, pi, bench(FULL))))["pins"] == "ok"


def test_a_part_whose_node_is_missing_is_not_asked(pi: Machine) -> None:
    (pi.root / "dev/spidev0.0").unlink()
    (pi.root / "dev/i2c-1").unlink()
    found = states(list(examine(SINGLE, pi, bench(SINGLE))))
    assert "reader" not in found
    assert "oled" not in found


# Readers


def asked(board: Profile, chips: dict[tuple[int, int], Spi]) -> list[Finding]:
    return list(probes.readers(board.readers, bench(board, chips)))


def test_a_reader_is_told_with_its_chip_version() -> None:
    [answer] = asked(SINGLE, {(0, 0): Chip(0x88)})
    assert str(answer.found) == "The reader centre at 0.0 answers: chip version 0x88."


@pytest.mark.parametrize("level", [0x00, 0xFF])
def test_a_wire_that_is_always_low_or_high_is_nobody(level: int) -> None:
    [answer] = asked(SINGLE, {(0, 0): Chip(level)})
    assert answer.state == "bad"
    assert str(answer.found) == f"The reader centre at 0.0 does not answer (0x{level:02X})."


def test_one_dead_reader_of_five_is_named_and_the_others_answer() -> None:
    findings = asked(FULL, {(1, 1): Chip(0x00)})
    assert "europe at 1.1" in str(one(findings, "bad").found)
    assert str(findings[-1].found) == "All 4 readers answer together."


def test_a_reader_that_keeps_miso_is_found_when_all_are_asked_together() -> None:
    grabbing = Grabbing()
    findings = asked(FULL, {(0, 0): grabbing, (0, 1): Bothered(grabbing)})
    assert states(findings) == {"reader": "ok", "readers_together": "bad"}
    assert "china at 0.1 answers alone" in str(one(findings, "bad").found)


def test_two_select_wires_on_one_reader_are_found() -> None:
    same = Chip()
    findings = asked(FULL, {(0, 0): same, (0, 1): same})
    assert "centre at 0.0 answers alone" in str(one(findings, "bad").found)


def test_the_doctor_leaves_the_readers_as_they_were() -> None:
    chips = {reader.place: Chip() for reader in FULL.readers}
    asked(FULL, dict(chips))
    assert {chip.registers[probes.SCRATCH] for chip in chips.values()} == {probes.SCRATCH_RESET}


def test_the_readers_are_taken_out_of_reset_while_they_are_asked() -> None:
    levels = []
    clock = VirtualClock()
    pins = Pins(SINGLE, clock)

    class Watching(Chip):
        def xfer2(self, values: list[int]) -> list[int]:
            levels.append((pins.factory.pin(25).function, pins.factory.pin(25).state))
            return super().xfer2(values)

    chips = {(0, 0): Watching()}
    ways = Bench(open_spi=lambda bus, device: chips[bus, device], pins=lambda: pins.factory)
    list(probes.readers(SINGLE.readers, replace(ways, clock=clock)))
    assert levels == [("output", 1.0)]
    assert pins.factory.pin(25).function == "input"


def failing(error: Exception) -> Callable[..., Any]:
    def fail(*_: object) -> Any:
        raise error

    return fail


@pytest.mark.parametrize("error", [OSError(errno.EIO, "broken"), ImportError("no spidev")])
def test_a_bus_that_cannot_be_opened_is_a_reader_that_does_not_answer(error: Exception) -> None:
    ways = bench(SINGLE, open_spi=failing(error))
    [answer] = probes.readers(SINGLE.readers, ways)
    assert answer.state == "bad"


# Screen


def looked_for(acknowledges: Callable[[int, int], bool]) -> Finding:
    assert SINGLE.oled
    [answer] = probes.screen(SINGLE.oled, bench(SINGLE, i2c_acknowledges=acknowledges))
    return answer


def test_the_screen_is_told_with_its_address() -> None:
    assert str(looked_for(lambda _, address: address == 0x3C).found).endswith("answers at 0x3C.")


def test_a_screen_at_the_other_address_is_told_with_what_to_write() -> None:
    answer = looked_for(lambda _, address: address == 0x3D)
    assert answer.state == "bad"
    assert str(answer.fix) == "Write address = 0x3D into the profile."


@pytest.mark.parametrize(
    "way", [lambda *_: False, failing(OSError("gone")), failing(ImportError("no smbus2"))]
)
def test_a_screen_that_does_not_answer_is_told(way: Callable[[int, int], bool]) -> None:
    assert looked_for(way).state == "bad"


# Pins


def test_a_pin_in_use_is_named() -> None:
    ways = bench(SINGLE)
    with DigitalOutputDevice(13, pin_factory=ways.pins()):
        taken = one(list(probes.pins(SINGLE, ways)), "bad")
    assert str(taken.found) == "These pins are in use: GPIO 13."


def test_a_button_that_touches_ground_is_named() -> None:
    clock = VirtualClock()
    pins = Pins(SINGLE, clock)

    class Shorted(type(pins.factory.pin(6))):  # type: ignore[misc]
        def _set_pull(self, value: str) -> None:
            super()._set_pull(value)
            self.drive_low()

    pins.factory.reset()
    pins.factory.pin(6, pin_class=Shorted)
    stuck = one(list(probes.pins(SINGLE, bench(SINGLE, pins=lambda: pins.factory))), "warning")
    assert str(stuck.found) == "The button undo is down all the time."


def test_asking_the_pins_does_not_raise_the_latch_of_shift_registers() -> None:
    pins = Pins(FULL, VirtualClock())
    list(probes.pins(FULL, bench(FULL, pins=lambda: pins.factory)))
    assert FULL.shift
    assert not any(each.state for each in pins.factory.pin(FULL.shift.latch).states)


def test_pins_that_cannot_be_reached_are_told() -> None:
    ways = bench(SINGLE, pins=failing(RuntimeError("no lgpio")))
    [answer] = probes.pins(SINGLE, ways)
    assert answer.state == "bad"


# Packages


@pytest.mark.parametrize(
    ("installed", "state"),
    [
        ({"rpi.gpio", "rpi-lgpio"}, "bad"),
        ({"rpi.gpio"}, "warning"),
        ({"rpi-lgpio"}, "ok"),
        (set[str](), "bad"),
    ],
)
def test_of_the_two_packages_for_the_same_pins_only_one_may_be_there(
    pi: Machine, installed: set[str], state: str
) -> None:
    others = PACKAGES - {"rpi-lgpio"}
    machine = replace(pi, installed=frozenset(others | installed))
    assert states(list(checks.packages(FULL, machine)))["rpi_gpio"] == state


def test_missing_packages_are_named(pi: Machine) -> None:
    machine = replace(pi, installed=frozenset(PACKAGES - {"smbus2", "lgpio"}))
    missing = one(list(checks.packages(FULL, machine)), "bad")
    assert str(missing.found) == "Packages are missing: smbus2, lgpio."


def test_a_board_without_readers_does_not_want_their_packages(pi: Machine) -> None:
    machine = replace(pi, installed=frozenset({"luma.oled", "smbus2", "gpiozero", "lgpio"}))
    assert states(list(checks.packages(profile.load("minimal"), machine))) == {"packages": "ok"}


# Power, disk, folder


@pytest.mark.parametrize(
    ("bits", "sentence"),
    [
        ("0", "The power supply holds its voltage."),
        ("50005", "The voltage is too low right now."),
        ("50000", "The voltage was too low since the Pi was started."),
        ("80000", "The Pi was slowed down because it got hot."),
    ],
)
def test_the_power_supply_is_told(pi: Machine, bits: str, sentence: str) -> None:
    write(pi.root / "sys/devices/platform/soc/soc:firmware/get_throttled", f"{bits}\n")
    [finding] = checks.power(pi)
    assert str(finding.found) == sentence
    assert (finding.state == "ok") == (bits == "0")


def test_the_power_report_of_a_raspberry_pi_5_is_found(pi: Machine) -> None:
    old = pi.root / "sys/devices/platform/soc/soc:firmware/get_throttled"
    old.unlink()
    new = "sys/devices/platform/soc@107c000000/soc@107c000000:firmware/get_throttled"
    write(pi.root / new, "1")
    assert [finding.state for finding in checks.power(pi)] == ["warning"]


@pytest.mark.parametrize("text", ["", "nonsense"])
def test_a_power_report_that_says_nothing_is_left_out(pi: Machine, text: str) -> None:
    write(pi.root / "sys/devices/platform/soc/soc:firmware/get_throttled", text)
    assert list(checks.power(pi)) == []


@pytest.mark.parametrize(
    ("free", "state"), [(20_000_000_000, "ok"), (200_000_000, "warning"), (9_000_000, "bad")]
)
def test_a_full_card_is_told(pi: Machine, free: int, state: str) -> None:
    assert states(list(checks.storage(replace(pi, free_bytes=free))))["disk"] == state


def test_a_data_folder_that_cannot_be_written_is_told(pi: Machine) -> None:
    folder = pi.root / "dev/i2c-1/games"
    found = one(list(checks.storage(replace(pi, data=folder))), "bad")
    assert str(found.found).startswith(f"The data folder {folder} cannot be written: ")


def test_looking_does_not_make_the_data_folder(pi: Machine) -> None:
    assert states(list(checks.storage(pi)))["data"] == "ok"
    assert not pi.data.exists()


# The command


def run(*arguments: str) -> tuple[int, str]:
    result = CliRunner().invoke(main, ["--lang", "en", "doctor", *arguments])
    return result.exit_code, result.output


def test_the_command_answers_with_0_when_all_parts_do(tmp_path: Path) -> None:
    code, output = run("--profile", "simulator", "--data", str(tmp_path))
    assert code == 0
    assert "✓ This board is simulated" in output


def test_the_command_answers_with_1_when_a_part_does_not(tmp_path: Path) -> None:
    (tmp_path / "file").touch()
    code, output = run("--profile", "simulator", "--data", str(tmp_path / "file"))
    assert code == 1
    assert "1 thing has to be repaired." in output


def test_the_command_speaks_json(tmp_path: Path) -> None:
    code, output = run("--profile", "simulator", "--data", str(tmp_path), "--json")
    document = json.loads(output)
    assert (code, document["ok"], document["profile"]) == (0, True, "simulator")
    assert [finding["check"] for finding in document["findings"]] == ["disk", "data", "board"]


def test_a_bad_profile_is_told_in_one_sentence(tmp_path: Path) -> None:
    (tmp_path / "mine.toml").write_text("[buzzer]\npin = 99")
    code, output = run("--profile", str(tmp_path / "mine.toml"))
    assert code == 2
    assert output == "mine.toml: buzzer.pin = 99: there are GPIO 0 to 27. [bad_profile]\n"
