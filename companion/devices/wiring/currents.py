"""How much current flows where, worked out from the netlist, beside what the data sheets allow.

Volts, ohms and milliamperes. Where parts differ, the one that takes most is counted: a red light,
every light on, every button down, the buzzer sounding, and one antenna on.
"""

from collections.abc import Iterator
from dataclasses import dataclass

from companion.devices.board.parts import Pn532Reader, Profile, Rc522Reader
from companion.devices.wiring.netlist import SWITCH_KOHM, Device, devices

SUPPLY_V = 3.3
RED_LED_V = 1.8
LED_OHM = 330
PULL_UP_KOHM = 50
BASE_EMITTER_V = 0.7

READER_IDLE_MA, ANTENNA_MA = 19.0, 100.0
"""MFRC522: 9 and 10 mA in its two halves, and up to 100 mA in its transmitter."""
PN532_IDLE_MA, PN532_ANTENNA_MA = 50.0, 100.0
"""Together what boards with a PN532 are described with, 150 mA."""
SCREEN_MA, BUZZER_MA, BUZZER_INPUT_MA, KNOB_MA = 30.0, 35.0, 3.0, 1.0
"""As shops describe such boards."""

OUTPUT_LIMIT_MA = 6.0
"""Of a 74HC595 at 3.3 V, with its level still a clear one; 35 mA would break it."""
CHIP_LIMIT_MA = 70.0
"""Through the supply pins of a 74HC595."""
PIN_LIMIT_MA = 8.0
"""Of a GPIO as the firmware sets it up; 16 mA is the most that one can be set to."""
COLLECTOR_LIMIT_MA = 100.0
RAIL_LIMIT_MA = 500.0
"""What the 3.3 V pins of a Pi Zero 2 W, 3, 4 or 5 are reported to give."""


@dataclass(frozen=True, slots=True)
class Branch:
    """One way that a current takes."""

    name: str
    current_ma: float
    limit_ma: float


def currents(board: Profile) -> list[Branch]:
    """Every branch of a board: outputs, chips, pins, and the 3.3 V rail."""
    parts = devices(board)
    return [*_outputs(parts), *_chips(parts), *_pins(board, parts), _rail(board, parts)]


def _drawn(parts: list[Device]) -> Iterator[tuple[str, str, float]]:
    """What each light and the buzzer takes from its signal: the part, the signal, how much."""
    for part in parts:
        for label, signal in part.terminals:
            if part.is_lights and signal != "GND":
                yield f"{part.title} {label}", signal, 1000 * (SUPPLY_V - RED_LED_V) / LED_OHM
            elif part.title.text == "buzzer" and label == "I/O":
                yield str(part.title), signal, BUZZER_INPUT_MA


def _outputs(parts: list[Device]) -> Iterator[Branch]:
    for label, signal, drawn in _drawn(parts):
        limit_ma = PIN_LIMIT_MA if signal.startswith("GPIO") else OUTPUT_LIMIT_MA
        yield Branch(f"{signal} to {label}", drawn, limit_ma)


def _chips(parts: list[Device]) -> Iterator[Branch]:
    for part in parts:
        if "shift register" in part.title.text:
            own = {signal for _, signal in part.outputs}
            taken = sum(drawn for _, signal, drawn in _drawn(parts) if signal in own)
            yield Branch(f"{part.title}, all outputs", taken, CHIP_LIMIT_MA)


def _pins(board: Profile, parts: list[Device]) -> Iterator[Branch]:
    for button in board.buttons:
        name = f"GPIO{button.pin}, its button down"
        yield Branch(name, SUPPLY_V / PULL_UP_KOHM, PIN_LIMIT_MA)
    if any(part.title.text.startswith("transistor") for part in parts):
        base = (SUPPLY_V - BASE_EMITTER_V) / SWITCH_KOHM
        yield Branch("reset line into the transistor", base, PIN_LIMIT_MA)
        yield Branch("transistor, OE to GND", SUPPLY_V / SWITCH_KOHM, COLLECTOR_LIMIT_MA)


def _rail(board: Profile, parts: list[Device]) -> Branch:
    """Everything at once; one antenna at a time, because readers take turns."""
    whole = sum(drawn for _, _, drawn in _drawn(parts))
    rc522s, pn532s = len(board.readers_of(Rc522Reader)), len(board.readers_of(Pn532Reader))
    whole += rc522s * READER_IDLE_MA + pn532s * PN532_IDLE_MA
    whole += PN532_ANTENNA_MA if pn532s else ANTENNA_MA if rc522s else 0
    whole += SCREEN_MA if board.oled else 0
    whole += BUZZER_MA if board.buzzer else 0
    whole += KNOB_MA if board.encoder else 0
    return Branch("3.3 V of the Pi, all together", whole, RAIL_LIMIT_MA)
