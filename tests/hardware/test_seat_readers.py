"""The firmware of seat readers: ESPHome takes what ships, and the queue in it loses nothing."""

import json
import os
import shutil
from pathlib import Path
from typing import Any

import pytest

from tests.support.programs import run_program

FOLDER = Path(__file__).parents[2] / "hardware" / "esphome"
SEATS = sorted(path.name for path in FOLDER.glob("seat-*.yaml"))
ESPHOME = os.environ.get("ESPHOME") or shutil.which("esphome")
COMPILER = shutil.which("g++") or shutil.which("clang++")
DRIVER = """
#include "tap_queue.h"
#include <iostream>
int main() {
  table_companion::TapQueue queue;
  std::string what, word;
  uint32_t number;
  while (std::cin >> what) {
    if (what == "boot" && std::cin >> number) queue.boot(number);
    if (what == "tap" && std::cin >> word >> number) queue.tap(word, number);
    if (what == "gone" && std::cin >> number) queue.gone(number);
    if (what == "press" && std::cin >> number) queue.press(number);
    if (what == "hold" && std::cin >> number) queue.hold(number);
    if (what == "heard" && std::cin >> word >> number) queue.heard(word, number);
    if (what == "connected") queue.connected();
    if (what == "tell" && std::cin >> number)
      std::cout << (queue.due(number) ? queue.next(number) : "null") << std::endl;
    if (what == "waits") std::cout << (queue.waits() ? "true" : "false") << std::endl;
  }
}
"""


@pytest.mark.slow
@pytest.mark.usefixtures("other_programs")
@pytest.mark.skipif(ESPHOME is None, reason="wants esphome, in an environment of its own")
@pytest.mark.parametrize("chip", ["rc522.yaml", "pn532.yaml"])
@pytest.mark.parametrize("seat", SEATS)
def test_esphome_takes_what_ships(seat: str, chip: str, tmp_path: Path) -> None:
    assert ESPHOME
    shutil.copytree(FOLDER, tmp_path, dirs_exist_ok=True)
    shutil.copy(FOLDER / "secrets.example.yaml", tmp_path / "secrets.yaml")
    ours = tmp_path / seat
    told = ours.read_text(encoding="utf-8")
    ours.write_text(told.replace("!include rc522.yaml", f"!include {chip}"), encoding="utf-8")
    done = run_program([ESPHOME, "config", ours])
    assert done.returncode == 0, done.stdout
    assert chip.removesuffix(".yaml") in done.stdout


@pytest.fixture(scope="module")
def queue(other_programs: None, tmp_path_factory: pytest.TempPathFactory) -> Path:
    if COMPILER is None:
        pytest.skip("wants a C++ compiler")
    folder = tmp_path_factory.mktemp("queue")
    (folder / "driver.cpp").write_text(DRIVER, encoding="utf-8")
    options = ["-std=c++17", "-Wall", "-Wextra", "-Werror", f"-I{FOLDER}"]
    made = folder / "driver"
    run_program([COMPILER, *options, folder / "driver.cpp", "-o", made], check=True)
    return made


def told(queue: Path, *lines: str) -> list[Any]:
    said = run_program([queue], input="\n".join(lines), check=True).stdout
    return [json.loads(line) for line in said.splitlines()]


def test_a_queue_tells_the_oldest_until_it_was_heard(queue: Path) -> None:
    first = {"boot": "000000ff", "n": 1, "uid": "04-A1-B2-C3"}
    assert told(
        queue,
        "boot 255",
        "tap 04-A1-B2-C3 100",
        "gone 150",
        "tell 100",
        "tell 1099",
        "tell 1100",
        "heard 000000ff 1",
        "tell 1110",
        "heard 000000ff 2",
        "tell 1200",
        "waits",
    ) == [
        {**first, "ago": 0},
        None,
        {**first, "ago": 1000},
        {"boot": "000000ff", "n": 2, "ago": 960, "gone": True},
        None,
        False,
    ]


def test_what_is_said_of_another_start_or_number_is_old(queue: Path) -> None:
    assert told(
        queue, "boot 1", "press 5", "heard 00000002 1", "heard 00000001 2", "waits", "tell 5"
    ) == [True, {"boot": "00000001", "n": 1, "ago": 0, "button": "press"}]


def test_a_new_connection_tells_at_once_again(queue: Path) -> None:
    first, again = told(queue, "boot 1", "hold 5", "tell 5", "connected", "tell 6")
    assert (first["button"], first["n"], again["n"]) == ("hold", 1, 1)


def test_a_full_queue_forgets_its_oldest_and_its_numbers_show_that(queue: Path) -> None:
    taps = [f"press {at}" for at in range(33)]
    assert told(queue, "boot 1", *taps, "tell 40")[0]["n"] == 2


def test_a_clock_of_32_bits_that_starts_anew_does_no_harm(queue: Path) -> None:
    late, early = 2**32 - 10, 5
    assert told(queue, "boot 1", f"press {late}", f"tell {early}")[0]["ago"] == 15
