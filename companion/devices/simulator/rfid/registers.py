"""The MFRC522's registers: names, values after a reset and the bits that mean something here.

Numbers and names are those of the data sheet, chapter 9.
"""

from enum import IntEnum


class Register(IntEnum):
    COMMAND = 0x01
    COM_IRQ = 0x04
    DIV_IRQ = 0x05
    ERROR = 0x06
    STATUS1 = 0x07
    FIFO_DATA = 0x09
    FIFO_LEVEL = 0x0A
    WATER_LEVEL = 0x0B
    CONTROL = 0x0C
    BIT_FRAMING = 0x0D
    COLL = 0x0E
    MODE = 0x11
    TX_MODE = 0x12
    RX_MODE = 0x13
    TX_CONTROL = 0x14
    TX_ASK = 0x15
    DEMOD = 0x19
    CRC_RESULT_HIGH = 0x21
    CRC_RESULT_LOW = 0x22
    T_MODE = 0x2A
    T_PRESCALER = 0x2B
    T_RELOAD_HIGH = 0x2C
    T_RELOAD_LOW = 0x2D
    T_COUNTER_HIGH = 0x2E
    T_COUNTER_LOW = 0x2F
    VERSION = 0x37


class Command(IntEnum):
    IDLE = 0x00
    CALC_CRC = 0x03
    TRANSMIT = 0x04
    NO_CHANGE = 0x07
    RECEIVE = 0x08
    TRANSCEIVE = 0x0C
    AUTHENTICATE = 0x0E
    SOFT_RESET = 0x0F


class Irq(IntEnum):  # no IntFlag: its arithmetic costs more than all the chip does with it
    TIMER = 0x01
    ERROR = 0x02
    FIFO_LOW = 0x04
    FIFO_HIGH = 0x08
    IDLE = 0x10
    RECEIVED = 0x20
    SENT = 0x40
    SET = 0x80


class ErrorBit(IntEnum):
    """Bits of ErrorReg."""

    CRC = 0x04
    COLLISION = 0x08
    FIFO_OVERFLOW = 0x10


CRC_DONE = 0x04
RECEIVER_OFF = 0x20
POWER_DOWN = 0x10
FLUSH_FIFO = 0x80
START_SEND = 0x80
TIMER_STOP_NOW = 0x80
TIMER_START_NOW = 0x40
TIMER_AUTO = 0x80
TIMER_RESTARTS = 0x10
PRESCALER_EVEN = 0x10
VALUES_AFTER_COLLISION = 0x80
NO_COLLISION_POSITION = 0x20
CRC_ENABLED = 0x80
ANTENNA = 0x03
WAIT_FOR_FIELD = 0x20
FORCE_100_ASK = 0x40
CRC_PRESETS = (0x0000, 0x6363, 0xA671, 0xFFFF)

FIFO_BYTES = 64
READ_ONLY = frozenset(
    {
        Register.ERROR,
        Register.STATUS1,
        Register.CRC_RESULT_HIGH,
        Register.CRC_RESULT_LOW,
        Register.T_COUNTER_HIGH,
        Register.T_COUNTER_LOW,
        Register.VERSION,
    }
)

RESET_VALUES = {
    0x01: 0x20,
    0x02: 0x80,
    0x04: 0x14,
    0x07: 0x21,
    0x0B: 0x08,
    0x0C: 0x10,
    0x0E: 0xA0,
    0x11: 0x3F,
    0x14: 0x80,
    0x16: 0x10,
    0x17: 0x84,
    0x18: 0x84,
    0x19: 0x4D,
    0x1C: 0x62,
    0x1F: 0xEB,
    0x21: 0xFF,
    0x22: 0xFF,
    0x24: 0x26,
    0x26: 0x48,
    0x27: 0x88,
    0x28: 0x20,
    0x29: 0x20,
    0x36: 0x40,
}
