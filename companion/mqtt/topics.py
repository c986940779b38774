"""The names on the wire: ``table-companion/1/<table>/state`` and its kin. They never change."""

import hashlib
import re
import unicodedata
import uuid
from pathlib import Path

PREFIX = "table-companion/1"
STATUS, TABLE, STATE, NEWS, ENDED, HELP, SAY = (
    *("status", "table", "state", "news", "ended", "help", "say"),
)
TOLD_BY_TABLES = (STATUS, TABLE, STATE, NEWS, ENDED, HELP)
RETAINED = (STATUS, TABLE, STATE, ENDED, HELP, SAY)
HALL = "hall"
HALL_SAYS = f"{PREFIX}/{HALL}/{SAY}"
SLUG = re.compile(r"[a-z0-9]+(?:-[a-z0-9]+)*")
LONGEST = 48
ONLINE, OFFLINE = b"online", b"offline"
YES = b"yes"


def topic(table: str, what: str) -> str:
    return f"{PREFIX}/{table}/{what}"


def taken_apart(name: str) -> tuple[str, str] | None:
    """The table and what is told of it; None for a topic that no table of ours could have."""
    table, _, what = name.removeprefix(f"{PREFIX}/").partition("/")
    fits = SLUG.fullmatch(table) and len(table) <= LONGEST and table != HALL
    return (table, what) if fits else None


def slug(name: str) -> str:
    """A table's name as a word of a topic: "Mesa 4 · Salão" is ``mesa-4-salao``."""
    plain = unicodedata.normalize("NFKD", name).encode("ascii", "ignore").decode().lower()
    found = "-".join(re.findall(r"[a-z0-9]+", plain))[: LONGEST - 9].strip("-")
    return f"table-{found}".rstrip("-") if found in ("", HALL) else found


def machine_id(folder: Path) -> str:
    """Eight letters that tell this table from all others, and nobody anything else.

    The address of the network card is in it because copied memory cards have the same machine id,
    and the folder because one machine may have two tables.
    """
    try:
        machine = Path("/etc/machine-id").read_text(encoding="ascii").strip()
    except (OSError, UnicodeDecodeError):
        machine = ""
    told = f"table-companion {machine} {uuid.getnode()} {folder.resolve()}"
    return hashlib.sha256(told.encode()).hexdigest()[:8]
