"""Photographs are larger than anything else that is sent here: who may send how many at a time.

They stay in memory: waitress would write what is large to the disk before anybody has looked at it.
"""

from collections.abc import Callable
from copy import copy
from typing import Any
from weakref import WeakSet

from waitress.parser import HTTPRequestParser

from companion.devices.camera.pictures import MAX_BYTES
from companion.web.security.request_checks import COOKIES

BEGINS = b"POST /photo HTTP/"
"""The first line of a request that brings a photograph."""
MAX_UPLOAD_BYTES = MAX_BYTES + 64 * 1024
"""A picture, and the form around it."""
MAX_AT_ONCE = 3


class Uploads:
    """Gives each request its limits; ``is_paired`` says whether cookies are those of a phone."""

    def __init__(self, limits: Any, is_paired: Callable[[str], bool]) -> None:
        self._usual = limits
        self._large = copy(limits)
        self._large.max_request_body_size = self._large.inbuf_overflow = MAX_UPLOAD_BYTES + 1
        self._is_paired = is_paired
        self._under_way: WeakSet[Parser] = WeakSet()

    def parser(self, limits: Any) -> "Parser":
        return Parser(limits, self)

    def limits_of(self, first_line: bytes) -> Any:
        return self._large if first_line.startswith(BEGINS) else self._usual

    def admit(self, parser: "Parser") -> Any:
        """The limits of a request whose headers are known."""
        if len(self._under_way) >= MAX_AT_ONCE or not self._is_paired(
            parser.headers.get(COOKIES, "")
        ):
            return self._usual
        self._under_way.add(parser)
        return self._large


class Parser(HTTPRequestParser):
    """One request as it comes in."""

    def __init__(self, limits: Any, uploads: Uploads) -> None:
        super().__init__(limits)
        self._uploads = uploads

    def parse_header(self, header_plus: bytes) -> None:
        usual = self.adj
        self.adj: Any = self._uploads.limits_of(header_plus)
        super().parse_header(header_plus)
        if self.adj is not usual:
            self.adj = self._uploads.admit(self)
