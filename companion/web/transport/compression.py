"""Text travels compressed: a table's own small network is shared by everybody who watches."""

import gzip
from functools import lru_cache

from flask import Flask, Response, request

WORTHWHILE = 600
TEXT = {"text/html", "text/css", "text/javascript", "image/svg+xml", "application/json"}


def compress(app: Flask) -> None:
    @app.after_request
    def squeeze(response: Response) -> Response:
        if response.is_streamed or response.mimetype not in TEXT or response.status_code == 304:
            return response
        response.vary.add("Accept-Encoding")
        content = response.get_data()
        if len(content) >= WORTHWHILE and request.accept_encodings["gzip"] > 0:
            response.set_data(squeezed(content))
            response.content_encoding = "gzip"
        return response


@lru_cache(maxsize=32)
def squeezed(content: bytes) -> bytes:
    """The same for every phone that gets the same: it is worked out once."""
    return gzip.compress(content, mtime=0)
