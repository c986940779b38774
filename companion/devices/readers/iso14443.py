"""The commands, checksums and timing of ISO 14443-3 type A: wake, anticollision, select, halt.

The driver speaks them and the simulated cards understand them; both take them from here.
"""

from functools import lru_cache

WUPA = 0x52
REQA = 0x26
SHORT_FRAME_BITS = 7
SELECT_LEVELS = (0x93, 0x95, 0x97)
CASCADE_TAG = 0x88
ANTICOLLISION_FROM_START = 0x20
SELECT_ALL_BITS = 0x70
UID_NOT_COMPLETE = 0x04

CARRIER_HZ = 13_560_000
BIT_SECONDS = 128 / CARRIER_HZ
# A card answers after 1,172 or 1,236 carrier cycles: it depends on the last bit it heard.
FRAME_DELAY_AFTER_ZERO = 1172 / CARRIER_HZ
FRAME_DELAY_AFTER_ONE = 1236 / CARRIER_HZ
FIELD_ON_GUARD_SECONDS = 0.005


@lru_cache(maxsize=256)
def crc_a(data: bytes, preset: int = 0x6363) -> bytes:
    """The two check bytes behind ``data``, in the order in which they are sent."""
    crc = preset
    for byte in data:
        crc ^= byte
        for _ in range(8):
            crc = (crc >> 1) ^ 0x8408 if crc & 1 else crc >> 1
    return crc.to_bytes(2, "little")


def with_crc(data: bytes) -> bytes:
    return data + crc_a(data)


HLTA = with_crc(b"\x50\x00")


def block_check(part: bytes) -> int:
    """The fifth byte behind four bytes of a UID: all of them, exclusive-or."""
    check = 0
    for byte in part:
        check ^= byte
    return check


def air_seconds(bits: int) -> float:
    """How long a frame of so many data bits is in the air: start, parity and end bits counted."""
    return (1 + bits + bits // 8 + 1) * BIT_SECONDS
