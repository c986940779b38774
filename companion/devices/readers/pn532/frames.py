"""The frames in which a computer and a PN532 speak, the same on each of its three buses.

A frame is a start, its length and that length's check, who speaks, what is said, and a check of it
all. Each is answered by a short one that says it has arrived; then comes the answer itself.
"""

START = b"\x00\x00\xff"
ACK = b"\x00\x00\xff\x00\xff\x00"
FROM_HOST, FROM_CHIP = 0xD4, 0xD5
REFUSED = 0x7F
"""Who speaks, where the chip does not understand, or may not now."""
OVERHEAD_BYTES = 8
"""What stands around what is said: start, length, check, who speaks; check, end."""


class FrameError(Exception):
    """What came is no frame, or its checks do not fit."""


class RefusedError(Exception):
    """The chip answered that it does not do this."""


def command(code: int, *parameters: int) -> bytes:
    said = bytes([FROM_HOST, code, *parameters])
    length = len(said)
    return b"".join((START, bytes([length, -length & 0xFF]), said, bytes([-sum(said) & 0xFF, 0])))


def said_in(received: bytes) -> bytes:
    """What the chip says in a frame, after who speaks; bytes behind the frame are no part of it."""
    at = received.find(START[1:])
    if at < 0 or len(received) < at + 4:
        raise FrameError
    length, check = received[at + 2 : at + 4]
    body = received[at + 4 : at + 5 + length]
    if length + check & 0xFF or len(body) != length + 1 or sum(body) & 0xFF:
        raise FrameError
    if body[0] == REFUSED:
        raise RefusedError
    if not length or body[0] != FROM_CHIP:
        raise FrameError
    return body[1:-1]
