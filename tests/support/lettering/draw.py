"""Draws the typefaces of the pages and writes them where the pages ask for them (``make type``)."""

from pathlib import Path

from tests.support.lettering.face import FACES
from tests.support.lettering.font import file

WEB = Path(__file__).parents[3] / "web"


def main() -> None:
    for place, face in FACES.items():
        content = file(face)
        (WEB / place).write_bytes(content)
        print(f"web/{place}: {len(content)} bytes")


if __name__ == "__main__":
    main()
