"""Under which licence each package of a bundle is, as it says itself.

A licence that nobody has looked at stops the release: whoever adds one reads what it asks of those
who pass the bundle on, says so in NOTICE if it is more than naming the authors, and lists it here.
"""

import zipfile
from email.message import Message
from email.parser import Parser
from pathlib import Path

LOOKED_AT = frozenset(
    {
        *("MIT", "MIT License", "MIT-CMU", "BSD License", "BSD-3-Clause", "ZPL 2.1"),
        *("EPL-2.0 OR BSD-3-Clause", "Apache-2.0"),
    }
)
"""What may be passed on by anybody who leaves the authors' names and the licence in; the Apache
License also asks to say what was changed: nothing is."""
LOOKED_AT_ALONE = {"mfrc522": "GNU General Public License v3 (GPLv3)"}
"""What asks for more, and for which package NOTICE says what follows."""


def write_list(wheels: Path) -> None:
    """For whoever gets the bundle: a table of all packages in the folder, with their licences."""
    # One for each Python says the same of itself.
    found = sorted({stated(wheel) for wheel in wheels.glob("*.whl")})
    strange = [
        f"{name} ({licence or 'says nothing'})"
        for name, _, licence in found
        if licence not in LOOKED_AT and LOOKED_AT_ALONE.get(name) != licence
    ]
    if strange:
        raise SystemExit(f"Nobody has looked at the licence of {', '.join(strange)}.")
    rows = "".join(f"| {name} | {number} | {licence} |\n" for name, number, licence in found)
    head = (
        "# Packages in this bundle, as they state their licences\n\n| package | version | licence |"
    )
    (wheels / "LICENSES.md").write_text(f"{head}\n|---|---|---|\n{rows}", encoding="utf-8")


def stated(wheel: Path) -> tuple[str, str, str]:
    """Name, version and licence of a package; the licence is empty where it states none."""
    with zipfile.ZipFile(wheel) as archive:
        # Not those of packages that it has inside, as setuptools has.
        own = (each for each in archive.namelist() if each.count("/") == 1)
        [name] = [each for each in own if each.endswith(".dist-info/METADATA")]
        metadata = Parser().parsestr(archive.read(name).decode())
    return metadata["Name"], metadata["Version"], licence(metadata)


def licence(metadata: Message) -> str:
    """Packages say it in three ways; the newest is the most exact. Whole texts say too much."""
    told = metadata["License-Expression"] or metadata["License"] or ""
    if told and told != "UNKNOWN" and "\n" not in told:
        return str(told)
    classifiers: list[str] = metadata.get_all("Classifier") or []
    kinds = [each.split(" :: ")[-1] for each in classifiers if each.startswith("License :: ")]
    return ", ".join(kinds)
