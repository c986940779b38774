"""Board profiles: those that come along fit on a Pi, and one that does not is told why."""

import inspect
import re
from pathlib import Path
from types import ModuleType

import pytest

from companion.devices.board import conflicts as fit
from companion.devices.board import parts, pinout, profile
from companion.devices.board.parts import (
    CameraReader,
    Pn532Reader,
    Profile,
    Rc522Reader,
    ShiftOutput,
)
from companion.errors import ProfileError

OLED = '[oled]\ndriver = "ssd1306"\n'
SHIFT = "[shift]\ndata = 14\nclock = 15\nlatch = 12\n"


def reader(bus: int, device: int, zone: str = "centre") -> str:
    return f'[[readers]]\nbus = {bus}\ndevice = {device}\nzone = "{zone}"\n'


def button(role: str, pin: int, more: str = "") -> str:
    return f'[[buttons]]\nrole = "{role}"\npin = {pin}\n{more}\n'


def test_five_profiles_come_along() -> None:
    assert profile.names() == [
        *("camera_table", "full_table", "minimal", "simulator", "single_reader")
    ]


def test_the_single_reader_has_a_reader_a_screen_and_four_buttons() -> None:
    board = profile.load("single_reader")
    assert [each.zone for each in board.readers] == ["centre"]
    assert board.oled
    assert [each.role for each in board.buttons] == ["next", "undo", "mode:1", "mode:2"]


def test_the_full_table_has_every_part_with_a_light_in_every_button() -> None:
    board = profile.load("full_table")
    assert len({each.place for each in board.readers_of(Rc522Reader)}) == 5
    assert len(board.buttons) == len(board.lights_by_output()) == 7
    assert board.bar
    assert len(board.bar.pins) == 8
    assert board.oled
    assert board.encoder
    assert board.buzzer


def test_the_full_table_uses_every_output_of_its_shift_registers() -> None:
    board = profile.load("full_table")
    assert board.shift
    used = [place.shift for _, place in board.places() if isinstance(place, ShiftOutput)]
    assert sorted(used) == list(range(board.shift.outputs))


def test_the_full_table_uses_every_pin_of_the_header() -> None:
    board = profile.load("full_table")
    used = {pin for _, pin in board.pins()} | board.bus_pins().keys()
    assert used == set(pinout.HEADER_GPIOS)


def test_the_minimal_board_is_a_screen_and_two_dice() -> None:
    board = profile.load("minimal")
    assert board.oled
    assert not board.readers
    assert [each.role for each in board.buttons] == ["die:1", "die:2"]


def test_the_simulated_board_has_every_part_with_a_light_in_every_button() -> None:
    board = profile.load("simulator")
    assert board.simulated
    assert len(board.readers_of(Rc522Reader)) == len(board.lights) == 5
    assert [reader.source for reader in board.readers_of(CameraReader)] == ["page"]
    assert len(board.lights_by_output()) == 7 + 5
    assert board.bar
    assert len(board.bar.pins) == 8


def test_a_profile_of_ones_own_is_named_by_its_path(tmp_path: Path) -> None:
    (tmp_path / "mine.toml").write_text(OLED)
    board = profile.load(str(tmp_path / "mine.toml"))
    assert board.oled
    assert board.oled.address == 0x3C


def test_an_empty_profile_is_a_board_without_parts() -> None:
    assert profile.parse("", "empty.toml") == Profile()


def test_a_profile_says_what_the_boot_configuration_needs() -> None:
    assert profile.load("full_table").boot_lines() == (
        "dtparam=spi=on",
        "dtoverlay=spi1-3cs",
        "dtparam=i2c_arm=on,i2c_arm_baudrate=400000",
    )
    assert profile.parse("", "empty.toml").boot_lines() == ()


def test_pins_of_a_bus_that_nothing_is_on_are_free() -> None:
    board = profile.parse(reader(0, 0) + button("next", 16) + button("undo", 2), "b.toml")
    assert [pin for _, pin in board.pins()] == [16, 2]


def test_two_buttons_may_share_a_light() -> None:
    text = button("die:1", 5, "light = 13") + button("die:2", 6, "light = 13")
    assert profile.parse(text, "b.toml").lights_by_output() == {13: ["die:1", "die:2"]}


def test_pins_and_outputs_of_a_chain_may_be_mixed() -> None:
    board = profile.parse(SHIFT + "[bar]\npins = [3, { shift = 3 }]", "b.toml")
    assert board.bar
    assert board.bar.pins == (3, ShiftOutput(3))


def on_air(more: str) -> str:
    return f'[[readers]]\nkind = "mqtt"\nzone = "seat:1"\n{more}\n'


def pn532(bus: str, at: str = "") -> str:
    return f'[[readers]]\nkind = "pn532"\nzone = "centre"\nbus = "{bus}"\nat = "{at}"\n'


@pytest.mark.parametrize(
    ("bus", "line", "node"),
    [
        ("spi", "dtparam=spi=on", "/dev/spidev0.0"),
        ("i2c", "dtparam=i2c_arm=on,i2c_arm_baudrate=400000", "/dev/i2c-1"),
        ("uart", "enable_uart=1", "/dev/serial0"),
    ],
)
def test_a_pn532_says_what_its_bus_needs(bus: str, line: str, node: str) -> None:
    board = profile.parse(pn532(bus), "b.toml")
    assert board.boot_lines() == (line,)
    assert [reader.node for reader in board.readers_of(Pn532Reader)] == [node]


WRONG = {
    # a shape that is not a profile's
    "zoo = 1": "zoo = 1: there is no such key",
    button("next", 5, "lamp = 3"): "buttons[0].lamp = 3: there is no such key",
    '"odd.[0]key" = 1': "odd.[0]key = 1: there is no such key",
    '"two\\nlines" = 1': "two\nlines = 1: there is no such key",
    "[[readers]]\nbus = 0": "readers[0].device is missing",
    '[[buttons]]\nrole = "next"\npin = "5"': 'buttons[0].pin = "5": a whole number belongs here',
    "[oled]\ndriver = 1106": "oled.driver = 1106: a text belongs here",
    "simulated = 1": "simulated = 1: true or false belongs here",
    "readers = 3": "readers = 3: a list belongs here",
    "oled = 1979-05-27": 'oled = "1979-05-27": a table belongs here',
    # readers
    '[[readers]]\nkind = "ear"\nzone = "centre"': (
        'readers[0].kind = "ear": a reader is one of rc522, pn532, mqtt, camera'
    ),
    pn532("can"): 'readers[0].bus = "can": a PN532 is on i2c, spi or uart',
    pn532("spi", "0.2"): 'readers[0].at = "0.2": the places on SPI are 0.0, 0.1, 1.0, 1.1, 1.2',
    pn532("i2c", "0x24"): 'readers[0].at = "0x24": every PN532 has the same address on I2C',
    pn532("uart", "serial0"): 'readers[0].at = "serial0": this is the node of a serial line',
    pn532("i2c") * 2: 'readers[1] = "/dev/i2c-1": readers[0] is at this place already',
    reader(0, 0) + pn532("spi"): 'readers[1] = "SPI 0.0": readers[0] is at this place already',
    pn532("uart") + button("next", 15): "buttons[0].pin = 15: GPIO 15 is taken by UART RXD",
    pn532("i2c") + button("next", 2): "buttons[0].pin = 2: GPIO 2 is taken by I2C SDA",
    on_air('name = "Seat 1"'): (
        'readers[0].name = "Seat 1": a reader\'s name is small letters and digits, such as seat-1'
    ),
    on_air('topic = "tele/+/tag"'): (
        'readers[0].topic = "tele/+/tag": a topic here has no + and no #'
    ),
    on_air('name = "a"\ntopic = "b"'): (
        'readers[0].name = "a": a reader has a name or a topic, not both'
    ),
    on_air('button = "bell"'): (
        'readers[0].button = "bell": a button is next, undo, info, mode:1, mode:2, die:1 or die:2'
    ),
    on_air('name = "a"') + on_air('name = "a"'): (
        'readers[1].name = "a": readers[0] is called the same'
    ),
    on_air('topic = "a"') + on_air('topic = "a"'): (
        'readers[1].topic = "a": readers[0] is called the same'
    ),
    on_air("bus = 0"): "readers[0].bus = 0: there is no such key",
    "[[readers]]\nkind = 5": "readers[0].kind = 5: a text belongs here",
    "readers = [3]": "readers[0] = 3: a table belongs here",
    reader(2, 0): "readers[0].bus = 2: the header has the SPI buses 0 and 1",
    reader(0, 2): "readers[0].device = 2: SPI bus 0 has only the places 0.0, 0.1",
    reader(1, 3): "readers[0].device = 3: SPI bus 1 has only the places 1.0, 1.1, 1.2",
    reader(0, 1) * 2: 'readers[1] = "0.1": readers[0] is at this place already',
    reader(0, 0) * 6: "readers = 6: with the overlay spi1-3cs a header takes 5 readers",
    reader(0, 0, "Far East"): 'readers[0].zone = "Far East": a zone is one word of small letters',
    # the screen
    '[oled]\ndriver = "st7735"': 'oled.driver = "st7735": the screen is auto, ssd1306 or sh1106',
    OLED + "address = 0x27": "oled.address = 39: these screens answer at 0x3C or at 0x3D",
    OLED + "port = 0": "oled.port = 0: the header's I2C bus is number 1",
    OLED + "rotation = 2": "oled.rotation = 2: 0 is upright and 180 is upside down",
    "[oled]\ndriver = 1306": "oled.driver = 1306: a text belongs here",
    # roles and zones
    button("jump", 5): 'buttons[0].role = "jump": a button is next, undo, info',
    button("die:", 5): 'buttons[0].role = "die:": a button is',
    button("next", 5) + button("next", 6): 'buttons[1].role = "next": buttons[0] has it already',
    '[encoder]\na = 5\nb = 6\npress = "next"': 'encoder.press = "next": the knob\'s switch is',
    '[[lights]]\nzone = "moon"\npin = 5': 'lights[0].zone = "moon": no reader is in this zone',
    reader(0, 0) + '[[lights]]\nzone = "centre"\npin = 5\n[[lights]]\nzone = "centre"\npin = 6': (
        'lights[1].zone = "centre": this zone has a light already'
    ),
    "[bar]\npins = []": "bar.pins = []: a bar has at least one light",
    "[timing]\nsettle_ms = 0": "timing.settle_ms = 0: 1 to 100 milliseconds are possible",
    "[timing]\nhold_ms = 9000": "timing.hold_ms = 9000: 200 to 5000 milliseconds are possible",
    # pins
    button("next", 28): "buttons[0].pin = 28: there are GPIO 0 to 27",
    "simulated = true\n" + button("next", 46): "buttons[0].pin = 46: there are GPIO 0 to 45",
    button("next", -1): "buttons[0].pin = -1: there are GPIO 0 to 27",
    button("next", 0): "buttons[0].pin = 0: GPIO 0 is taken by ID_SD",
    OLED + button("next", 3): "buttons[0].pin = 3: GPIO 3 is taken by I2C SCL",
    reader(0, 0) + button("next", 9): "buttons[0].pin = 9: GPIO 9 is taken by SPI0 MISO",
    reader(0, 0) + button("next", 7): "buttons[0].pin = 7: GPIO 7 is taken by SPI0 CE1",
    reader(0, 0) + "[buzzer]\npin = 25": "buzzer.pin = 25: GPIO 25 is taken by RST",
    reader(1, 0) + button("next", 16): "buttons[0].pin = 16: GPIO 16 is taken by SPI1 CE2",
    button("next", 5) + "[encoder]\na = 6\nb = 5": (
        "encoder.b = 5: GPIO 5 is used by buttons[0].pin already"
    ),
    button("next", 5, "light = 5"): "buttons[0].light = 5: GPIO 5 is used by buttons[0].pin",
    "[bar]\npins = [5, 6, 5]": "bar.pins[2] = 5: GPIO 5 is used by bar.pins[0] already",
    # shift registers
    SHIFT + "chips = 0": "shift.chips = 0: a chain has 1 to 8 chips",
    SHIFT + "chips = 9": "shift.chips = 9: a chain has 1 to 8 chips",
    SHIFT + button("next", 12): "buttons[0].pin = 12: GPIO 12 is used by shift.latch already",
    OLED + SHIFT.replace("14", "2"): "shift.data = 2: GPIO 2 is taken by I2C SDA",
    "[speaker]\nvolume = 300": "speaker.volume = 300: 0 to 200 are possible",
    "[speaker]\nwords_per_minute = 9": (
        "speaker.words_per_minute = 9: 80 to 450 words a minute are possible"
    ),
    "[buzzer]\npin = { shift = 3 }": (
        "buzzer.pin.shift = 3: this board has no chain of shift registers: add [shift]"
    ),
    SHIFT + "[buzzer]\npin = { shift = 8 }": (
        "buzzer.pin.shift = 8: the chain has the outputs 0 to 7"
    ),
    SHIFT + "chips = 2\n[bar]\npins = [{ shift = 0 }, { shift = 16 }]": (
        "bar.pins[1].shift = 16: the chain has the outputs 0 to 15"
    ),
    SHIFT + "[bar]\npins = [{ shift = -1 }]": (
        "bar.pins[0].shift = -1: the chain has the outputs 0 to 7"
    ),
    SHIFT + "[bar]\npins = [{ shift = 3 }]\n[buzzer]\npin = { shift = 3 }": (
        "buzzer.pin.shift = 3: output 3 is used by bar.pins[0] already"
    ),
    SHIFT + "[bar]\npins = [{ output = 3 }]": "bar.pins[0].output = 3: there is no such key",
    SHIFT + '[[buttons]]\nrole = "next"\npin = { shift = 1 }': (
        'buttons[0].pin = {"shift": 1}: an output of the chain cannot be used here'
    ),
    SHIFT + "[encoder]\na = 5\nb = { shift = 1 }": (
        'encoder.b = {"shift": 1}: an output of the chain cannot be used here'
    ),
}


@pytest.mark.parametrize(("text", "sentence"), WRONG.items(), ids=WRONG.values())
def test_what_cannot_work_is_named_with_file_key_and_value(text: str, sentence: str) -> None:
    with pytest.raises(ProfileError) as caught:
        profile.parse(text, "mine.toml")
    assert str(caught.value).startswith(f"mine.toml: {sentence}")
    assert caught.value.code == "bad_profile"


def test_a_file_that_is_not_toml_says_where() -> None:
    with pytest.raises(ProfileError, match=r"mine.toml is not TOML: .*line 2"):
        profile.parse("simulated = true\nbar\n", "mine.toml")
    with pytest.raises(ProfileError, match=r"mine.toml is not TOML: "):
        profile.parse(f"bar = {'[' * 100_000}", "mine.toml")


def test_an_unknown_name_lists_the_known_ones() -> None:
    with pytest.raises(ProfileError, match="no board profile huge: name one of camera_table, full"):
        profile.load("huge")


def test_a_file_that_cannot_be_read_says_so(tmp_path: Path) -> None:
    (tmp_path / "binary.toml").write_bytes(b"\xff\xfe")
    for path in (tmp_path, tmp_path / "binary.toml"):
        with pytest.raises(ProfileError, match="cannot be read"):
            profile.load(str(path))


DOCS = (Path(__file__).parents[3] / "docs" / "boards.md").read_text(encoding="utf-8")


@pytest.mark.parametrize(
    "part",
    [*parts.Part.__subclasses__()],
)
def test_every_key_is_in_the_documentation(part: type[parts.Part]) -> None:
    for name in part.__struct_fields__:
        assert any(f"{mark}{name}" in DOCS for mark in ("`", "[[", "[")), name


@pytest.mark.parametrize("module", [fit, profile])
def test_every_reason_is_in_the_documentation(module: ModuleType) -> None:
    reasons = re.findall(r'say\(\s*"([^"]{15,})"', inspect.getsource(module))
    assert reasons
    for reason in reasons:
        assert reason in DOCS or "{why}" in reason
