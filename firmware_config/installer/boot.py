"""The companion's own paragraph in the Pi's boot configuration; the rest is never touched."""

import re

FILE = "/boot/firmware/config.txt"
BEGIN, END = "# table-companion: begin", "# table-companion: end"

# Never across a second beginning: a lost end must not take other lines along.
_PARAGRAPH = re.compile(rf"[\r\n]*{BEGIN}\r?\n(?:(?!{BEGIN}).)*?{END}(?:\r?\n|\Z)", re.DOTALL)


def without(text: str) -> str:
    return _PARAGRAPH.sub("\n", text).lstrip("\n") if BEGIN in text else text


def with_lines(text: str, lines: list[str]) -> str:
    """The configuration with these lines at its end, for every model of Pi."""
    rest = without(text)
    if not lines:
        return rest
    # What stands above may end in a section for one model, and would take our lines with it.
    paragraph = "\n".join((BEGIN, "[all]", *lines, END))
    return f"{rest.rstrip()}\n\n{paragraph}\n".lstrip("\n")
