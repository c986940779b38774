"""A cache of compiled templates for the next start: on a small Pi, compiling them takes seconds.

It is one file with a checksum; whatever is wrong with it, templates are compiled anew, by a task of
low priority that runs while the server is idle.
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
from companion.storage.atomic_files import write_bytes

FILE = "templates.cache"
CHECKSUM_BYTES = 4


class TemplateCache(BytecodeCache):
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
    """Empty unless the checksum matches: damaged bytecode is never loaded."""
    with suppress(OSError, msgspec.DecodeError):
        written = file.read_bytes()
        if checksum(written[CHECKSUM_BYTES:]) == written[:CHECKSUM_BYTES]:
            return msgspec.msgpack.decode(written[CHECKSUM_BYTES:], type=dict[str, bytes])
    return {}


def checksum(content: bytes) -> bytes:
    return zlib.crc32(content).to_bytes(CHECKSUM_BYTES, "big")


def compile_all(environment: Environment, idle: Callable[[], bool] = lambda: True) -> None:
    """Compiles each template before a phone has to wait for that; ``idle`` waits between two."""
    for name in environment.list_templates(extensions=["html"]):
        if not idle():
            return
        environment.get_template(name)
    if isinstance(environment.bytecode_cache, TemplateCache):
        environment.bytecode_cache.keep()


IDLE_S = 2.0
"""In which nothing has happened. The first of them are those of a start."""


class Idle:
    """Holds back low-priority work until the server is idle.

    ``activity`` is another value whenever something has happened; ``over`` is set at the end.
    """

    def __init__(self, activity: Callable[[], object], over: Event) -> None:
        self._activity = activity
        self._over = over
        self._seen: object = None

    def wait(self) -> bool:
        """Waits until nothing has happened for a while; False where it is over before that."""
        while (now := self._activity()) != self._seen:
            self._seen = now
            if self._over.wait(IDLE_S):
                return False
        return not self._over.is_set()
