"""What journals, scripts, packs, programs and people's hands rely on: ``surface.txt`` lists it.

It is made from the running program; ``pytest tests/surface --regenerate`` writes it anew. Whatever
is gone from it was promised to somebody: it only ever grows.
"""

import hashlib
from collections.abc import Iterable, Iterator
from importlib.metadata import distribution, entry_points
from pathlib import Path

import pytest

from companion.games import game
from companion.games.registry import GROUP
from companion.web.responses import HTTP_CODES, STATUS
from tests.support.catalogs import domains, said
from tests.support.docs.error_codes import codes_in, sources
from tests.surface import commands, data_folder, games, lines, mqtt, web

LIST = Path(__file__).with_name("surface.txt")
OURS = ("council_of_shadows", "daybreak", "naufragos")
Sections = dict[str, list[str]]


def surface(folder: Path) -> Sections:
    found: dict[str, Iterable[str]] = {
        "Entry points": entries(),
        "Command line": commands.command_lines(),
        "Variables of the environment": commands.variables(),
        "Exit codes": commands.exit_codes(),
        "Benchmarks": commands.benchmark_keys(),
        "Error codes": error_codes(),
        "Error codes with a status of their own": (f"{code} {n}" for code, n in STATUS.items()),
        "Lines that every table understands": lines.table_lines(),
    }
    for rules in map(game, OURS):
        found |= {
            f"{rules.id}: lines": lines.grammar(rules),
            f"{rules.id}: events": games.event_lines(rules),
            f"{rules.id}: document": games.document_paths(rules),
            f"{rules.id}: story": games.story_paths(rules),
            f"{rules.id}: box facts": games.box_facts(rules),
            f"{rules.id}: cards": games.card_lines(rules),
            f"{rules.id}: words of the board": games.board_words(rules),
        }
    evening = folder / "evening"
    found |= {
        "Addresses": web.addresses(folder / "addresses"),
        "Answers": web.answers(folder / "answers"),
        "Forms": web.form_fields(folder / "forms"),
        "Streams": web.stream_events(folder / "streams"),
        "MQTT": mqtt.messages(),
        "Data folder": data_folder.an_evening(evening),
        "Contents of the data folder": data_folder.contents(evening),
        "Exports": data_folder.exports(folder / "exports"),
        "Messages": messages(),
    }
    return {title: sorted({entry.rstrip() for entry in each}) for title, each in found.items()}


def entries() -> Iterator[str]:
    """A name alone: the module behind it may move."""
    for point in distribution("table-companion").entry_points:
        if point.group == "console_scripts":
            yield f"console script {point.name}"
    for point in entry_points(group=GROUP):
        if point.name in OURS:
            yield f"{GROUP} {point.name}"


def error_codes() -> Iterable[str]:
    given = codes_in(sources("companion", "firmware_config", "tests/benchmarks")).found.keys()
    return given | STATUS.keys() | {code for code, _ in HTTP_CODES.values()}


def messages() -> Iterator[str]:
    """Message ids are the keys of all translations: so many, and a sum over all of them."""
    for domain in domains():
        ids = sorted("\0".join([each] if isinstance(each, str) else each) for each in said(domain))
        sum_of_all = hashlib.sha256("\n".join(ids).encode()).hexdigest()
        yield f"{domain}: {len(ids)} messages, sha256 {sum_of_all}"


def written(sections: Sections) -> str:
    return "\n".join("\n".join((f"# {title}", *sections[title], "")) for title in sections)


def read(text: str) -> Iterator[str]:
    """Each entry with its section, so that a difference says where it is."""
    title = ""
    for line in text.splitlines():
        if line.startswith("# "):
            title = line.removeprefix("# ")
        elif line:
            yield f"[{title}] {line}"


# The benchmarks ask the packages on sale, too.
@pytest.mark.slow
@pytest.mark.filterwarnings("ignore:Image.Image.getdata:DeprecationWarning")
@pytest.mark.filterwarnings("ignore:Bitwise inversion:DeprecationWarning")
def test_nothing_that_others_rely_on_has_changed(
    tmp_path: Path, pytestconfig: pytest.Config
) -> None:
    now = written(surface(tmp_path))
    if pytestconfig.getoption("--regenerate"):
        LIST.write_text(now, encoding="utf-8")

    promised = dict.fromkeys(read(LIST.read_text(encoding="utf-8")))
    there = dict.fromkeys(read(now))
    gone = [f"gone: {each}" for each in promised if each not in there]
    changed = [*gone, *(f"new:  {each}" for each in there if each not in promised)]
    assert not changed, "\n".join(["The surface is not as it was:", *changed])
