"""The simulated chips against the data sheets, byte by byte, and under luma's stock devices."""

from collections.abc import Iterator
from pathlib import Path

import luma.oled.device
import pytest
from luma.core.interface.serial import i2c
from PIL import Image

from companion.clock import VirtualClock
from companion.devices.simulator.i2c import Bus, install
from companion.devices.simulator.oled import SH1106, SSD1306, OledChip

GOLDEN = Path(__file__).parents[2] / "golden" / "oled"
PUMP_ON, ON = (0x8D, 0x14), 0xAF
UPRIGHT = (0xA1, 0xC8)

stock_luma = pytest.mark.filterwarnings("ignore:Image.Image.getdata:DeprecationWarning")


def command(chip: OledChip, *codes: int) -> None:
    send(chip, 0x00, *codes)


def data(chip: OledChip, *values: int) -> None:
    send(chip, 0x40, *values)


def send(chip: OledChip, *message: int) -> None:
    chip.begin()
    for byte in message:
        chip.write(byte)


def lit(chip: OledChip) -> set[tuple[int, int]]:
    picture = chip.picture()
    return {(x, y) for x in range(128) for y in range(64) if picture.getpixel((x, y))}


def column(x: int, top: int, bottom: int) -> set[tuple[int, int]]:
    return {(x, y) for y in range(top, bottom + 1)}


@pytest.fixture
def ssd1306() -> SSD1306:
    """Switched on the right way up, horizontal addressing, and an empty RAM."""
    chip = SSD1306()
    command(chip, *PUMP_ON, *UPRIGHT, 0x20, 0x00, ON)
    data(chip, *bytes(1024))
    return chip


@pytest.fixture
def sh1106() -> SH1106:
    chip = SH1106()
    command(chip, *UPRIGHT, ON)
    for page in range(8):
        command(chip, 0xB0 | page, 0x00, 0x10)
        data(chip, *bytes(132))
    return chip


def test_a_panel_is_dark_until_it_is_switched_on() -> None:
    chip = SSD1306()
    assert lit(chip) == set()
    command(chip, ON)
    assert lit(chip) == set(), "the charge pump is still off"
    command(chip, *PUMP_ON)
    assert lit(chip), "chance is in the RAM"


def test_the_lowest_bit_is_the_top_pixel(ssd1306: SSD1306) -> None:
    data(ssd1306, 0x01)
    assert lit(ssd1306) == {(0, 0)}


def test_horizontal_addressing_goes_along_the_page_and_then_to_the_next(ssd1306: SSD1306) -> None:
    command(ssd1306, 0x21, 126, 127, 0x22, 2, 3)
    data(ssd1306, 0x01, 0x01, 0x01)
    assert lit(ssd1306) == {(126, 16), (127, 16), (126, 24)}


def test_vertical_addressing_goes_down_the_column_and_then_to_the_next(ssd1306: SSD1306) -> None:
    command(ssd1306, 0x20, 0x01, 0x21, 10, 11, 0x22, 6, 7)
    data(ssd1306, 0x01, 0x01, 0x01)
    assert lit(ssd1306) == {(10, 48), (10, 56), (11, 48)}


@pytest.mark.parametrize("mode", [0x00, 0x01])
def test_a_full_window_begins_again_at_its_first_byte(ssd1306: SSD1306, mode: int) -> None:
    command(ssd1306, 0x20, mode, 0x21, 10, 11, 0x22, 6, 7)
    data(ssd1306, 0x80, 0x00, 0x00, 0x00, 0x01)
    assert lit(ssd1306) == {(10, 48)}


def test_page_addressing_stays_on_its_page(ssd1306: SSD1306) -> None:
    command(ssd1306, 0x20, 0x02, 0xB3, 0x0F, 0x17)
    data(ssd1306, 0x01, 0x80)
    assert lit(ssd1306) == {(127, 24), (0, 31)}


def test_windows_do_nothing_in_page_addressing_mode(ssd1306: SSD1306) -> None:
    command(ssd1306, 0x20, 0x02, 0xB1, 0x05, 0x10, 0x21, 50, 60, 0x22, 4, 5)
    data(ssd1306, 0x01)
    assert lit(ssd1306) == {(5, 8)}


def test_page_addresses_do_nothing_in_the_other_modes(ssd1306: SSD1306) -> None:
    command(ssd1306, 0xB3, 0x0F, 0x17)
    data(ssd1306, 0x01)
    assert lit(ssd1306) == {(0, 0)}
    assert ssd1306.unknown == []


def test_control_bytes_can_mix_commands_and_data_in_one_message(ssd1306: SSD1306) -> None:
    send(ssd1306, *(0x80, 0x21), *(0x80, 100), *(0x80, 101), *(0xC0, 0x01), *(0x40, 0x03))
    assert lit(ssd1306) == {(100, 0), (101, 0), (101, 1)}


def test_a_command_may_come_in_several_messages(ssd1306: SSD1306) -> None:
    for byte in (0x21, 100, 101):
        command(ssd1306, byte)
    data(ssd1306, 0x01)
    assert lit(ssd1306) == {(100, 0)}


def test_segments_are_exchanged_for_new_data_only(ssd1306: SSD1306) -> None:
    data(ssd1306, 0x01)
    command(ssd1306, 0xA0)
    assert lit(ssd1306) == {(0, 0)}
    data(ssd1306, 0x01)
    assert lit(ssd1306) == {(0, 0), (126, 0)}


def test_the_scan_direction_turns_the_picture_over_at_once(ssd1306: SSD1306) -> None:
    data(ssd1306, 0x07)
    command(ssd1306, 0xC0)
    assert lit(ssd1306) == column(0, 61, 63)


def test_the_start_line_scrolls_the_picture(ssd1306: SSD1306) -> None:
    data(ssd1306, 0x03)
    command(ssd1306, 0x40 | 1)
    assert lit(ssd1306) == {(0, 0), (0, 63)}


def test_the_offset_moves_the_picture(ssd1306: SSD1306) -> None:
    data(ssd1306, 0x03)
    command(ssd1306, 0xD3, 1)
    assert lit(ssd1306) == {(0, 0), (0, 63)}


def test_fewer_multiplexed_lines_leave_the_rest_dark(ssd1306: SSD1306) -> None:
    command(ssd1306, 0xA5, 0xA8, 47)
    assert {y for _, y in lit(ssd1306)} == set(range(16, 64))


def test_inverting_and_lighting_everything_leave_the_memory_alone(ssd1306: SSD1306) -> None:
    data(ssd1306, 0x01)
    command(ssd1306, 0xA7)
    assert len(lit(ssd1306)) == 128 * 64 - 1
    command(ssd1306, 0xA5)
    assert len(lit(ssd1306)) == 128 * 64
    command(ssd1306, 0xA4, 0xA6)
    assert lit(ssd1306) == {(0, 0)}


def test_contrast_is_kept(ssd1306: SSD1306) -> None:
    command(ssd1306, 0x81, 0x2A)
    assert ssd1306.contrast == 0x2A


def test_a_power_cycle_resets_the_registers_and_scrambles_the_memory(ssd1306: SSD1306) -> None:
    command(ssd1306, 0x81, 0x2A, 0x40 | 9, 0x21)
    ssd1306.power_cycle()
    assert not ssd1306.on
    assert (ssd1306.contrast, ssd1306.start_line, ssd1306.mode) == (0x7F, 0, SSD1306.PAGE)
    assert any(ssd1306.ram)
    command(ssd1306, ON)
    assert ssd1306.on, "no command is left waiting for arguments"


def test_an_unknown_command_is_seen_and_passed_over(ssd1306: SSD1306) -> None:
    command(ssd1306, 0xE0, 0x20, 0x03, 0x2F, 0x81, 0x10)
    assert ssd1306.unknown == [0xE0, 0x20, 0x2F]
    assert ssd1306.contrast == 0x10


def test_the_status_says_whether_the_display_is_off(ssd1306: SSD1306) -> None:
    assert ssd1306.read() == 0x00
    command(ssd1306, 0xAE)
    assert ssd1306.read() == 0x40


def test_the_glass_of_an_sh1106_begins_at_its_third_column(sh1106: SH1106) -> None:
    command(sh1106, 0xB0, 0x02, 0x10)
    data(sh1106, 0x01)
    assert lit(sh1106) == {(0, 0)}


def test_an_sh1106_loses_what_is_written_behind_its_last_column(sh1106: SH1106) -> None:
    command(sh1106, 0xB7, 0x01, 0x18)
    data(sh1106, 0x80, 0xFF, 0xFF, 0xFF)
    assert lit(sh1106) == {(127, 63)}


def test_an_sh1106_knows_no_windows(sh1106: SH1106) -> None:
    command(sh1106, 0x21, 0x22)
    assert sh1106.unknown == [0x21, 0x22]


def test_an_sh1106_lights_up_by_itself_unless_its_converter_is_switched_off(sh1106: SH1106) -> None:
    command(sh1106, 0xA5)
    assert lit(sh1106)
    command(sh1106, 0xAD, 0x8A)
    assert not lit(sh1106)


def test_an_sh1106_goes_back_to_where_a_modification_began(sh1106: SH1106) -> None:
    command(sh1106, 0xB0, 0x02, 0x10, 0xE0)
    data(sh1106, 0x80, 0x80)
    command(sh1106, 0xEE)
    data(sh1106, 0x01)
    assert lit(sh1106) == {(0, 0), (1, 7)}


@pytest.fixture(params=[SSD1306, SH1106])
def chip(request: pytest.FixtureRequest) -> OledChip:
    made: OledChip = request.param()
    return made


@pytest.fixture
def bus(chip: OledChip) -> Iterator[Bus]:
    bus = Bus(VirtualClock())
    bus.attach(0x3C, chip)
    with install({1: bus}):
        yield bus


def stock(chip: OledChip, **options: int) -> luma.oled.device.device:
    driver = getattr(luma.oled.device, type(chip).__name__.lower())
    return driver(i2c(port=1, address=0x3C), **options)


@stock_luma
@pytest.mark.usefixtures("bus")
def test_lumas_stock_device_shows_its_picture(chip: OledChip) -> None:
    wanted = Image.open(GOLDEN / "before.png")
    stock(chip).display(wanted)
    assert chip.picture().tobytes() == wanted.tobytes()


@stock_luma
@pytest.mark.usefixtures("bus")
def test_lumas_stock_device_can_be_turned(chip: OledChip) -> None:
    wanted = Image.open(GOLDEN / "before.png")
    stock(chip, rotate=2).display(wanted)
    assert chip.picture().tobytes() == wanted.rotate(180).tobytes()


@stock_luma
@pytest.mark.usefixtures("bus")
def test_lumas_stock_device_can_be_dimmed_and_hidden(chip: OledChip) -> None:
    device = stock(chip)
    device.contrast(3)
    assert chip.contrast == 3
    assert chip.lit
    device.hide()
    assert not chip.on


@stock_luma
@pytest.mark.usefixtures("bus")
def test_luma_sends_an_sh1106_two_commands_that_it_does_not_have(chip: OledChip) -> None:
    stock(chip)
    assert chip.unknown == ([0x20, 0x8D] if isinstance(chip, SH1106) else [])


@stock_luma
def test_lumas_full_frame_takes_what_it_takes_on_a_real_bus(chip: OledChip, bus: Bus) -> None:
    device = stock(chip)
    bytes_before, transactions_before = bus.bytes, bus.transactions
    device.display(Image.new("1", (128, 64)))
    cost = (bus.bytes - bytes_before, bus.transactions - transactions_before)
    assert cost == ((1080, 16) if isinstance(chip, SH1106) else (1034, 2))


@pytest.mark.parametrize("moment", ["before", "after"])
def test_the_golden_bytes_draw_the_golden_picture(chip: OledChip, moment: str) -> None:
    name = type(chip).__name__.lower()
    for each in ("before", "after") if moment == "after" else ("before",):
        for line in (GOLDEN / f"{name}-{each}.txt").read_text().splitlines():
            send(chip, *bytes.fromhex(line))
    assert chip.picture().tobytes() == Image.open(GOLDEN / f"{moment}.png").tobytes()
