"""Templates as Python has compiled them, kept for the next start: on a small Pi that takes seconds.

Kept is one file, with a checksum. Whatever is wrong with it, they are compiled anew.
"""

import zlib
from collections.abc import Callable
from contextlib import suppress
from pathlib import Path
from threading import Event
from types import CodeType

import msgspec
from jinja2 import Environment
from jinja2.bccache import Bucket, BytecodeCache

from companion.errors import CompanionError
from companion.storage.store.atomic_files import write_bytes

FILE = "templates.cache"
CHECKSUM = 4
"""Bytes before the rest."""


class Compiled(BytecodeCache):
    """Jinja itself says for which source and for which Python each piece is."""

    def __init__(self, folder: Path) -> None:
        self._file = folder / FILE
        self._code = read(self._file)
        self._new = False

    def load_bytecode(self, bucket: Bucket) -> None:
        if code := self._code.get(bucket.key):
            bucket.bytecode_from_string(code)

    def dump_bytecode(self, bucket: Bucket) -> None:
        assert isinstance(bucket.code, CodeType), "it was compiled just now"
        self._code[bucket.key] = bucket.bytecode_to_string()
        self._new = True

    def keep(self) -> None:
        """Where nothing can be written, they are compiled at every start."""
        if self._new:
            # A copy: a page may be compiled meanwhile.
            content = msgspec.msgpack.encode(dict(self._code))
            with suppress(CompanionError):
                write_bytes(self._file, checksum(content) + content)
            self._new = False


def read(file: Path) -> dict[str, bytes]:
    """Nothing of a file that is not as it was written: code is not tried to see whether it runs."""
    with suppress(OSError, msgspec.DecodeError):
        written = file.read_bytes()
        if checksum(written[CHECKSUM:]) == written[:CHECKSUM]:
            return msgspec.msgpack.decode(written[CHECKSUM:], type=dict[str, bytes])
    return {}


def checksum(content: bytes) -> bytes:
    return zlib.crc32(content).to_bytes(CHECKSUM, "big")


def compile_all(environment: Environment, calm: Callable[[], bool] = lambda: True) -> None:
    """Before a phone asks for it, which would have to wait; one at a time, for as long as it is
    ``calm``, which waits until it is."""
    for name in environment.list_templates(extensions=["html"]):
        if not calm():
            return
        environment.get_template(name)
    if isinstance(environment.bytecode_cache, Compiled):
        environment.bytecode_cache.keep()


CALM = 2.0
"""Seconds in which nothing has happened. The first of them are those of a start."""


class Calm:
    """``happened`` is another thing whenever something has; ``over`` is set when all is over."""

    def __init__(self, happened: Callable[[], object], over: Event) -> None:
        self._happened = happened
        self._over = over
        self._seen: object = None

    def comes(self) -> bool:
        """Waits until nothing has happened for a while; False where it is over before that."""
        while (now := self._happened()) != self._seen:
            self._seen = now
            if self._over.wait(CALM):
                return False
        return not self._over.is_set()
