"""What a simulated board tells whoever measures a companion from another process.

When its screen was first lit, and with what picture; how much was said to its readers, and what the
readers themselves cost, which on a Pi are no software.
"""

import json
import sys
from socket import socket
from threading import Thread
from time import perf_counter, thread_time

from companion.devices.simulator.board import CHIPS
from companion.devices.simulator.oled import SSD1306
from companion.devices.simulator.rfid.spi import SpiBuses

lit: list[tuple[float, str]] = []
"""When, by the clock that all processes of a Linux machine share, and the dots."""


class Screen(SSD1306):
    def _execute(self, code: int, arguments: list[int]) -> bool:
        known = super()._execute(code, arguments)
        if self.lit and not lit:
            lit.append((perf_counter(), self.picture().tobytes().hex()))
        return known


def answer(questions: int) -> None:
    """From now on: a line with the account for each line that comes on this socket."""
    CHIPS.update(auto=Screen, ssd1306=Screen)
    SpiBuses.processor_time = staticmethod(thread_time)
    line = socket(fileno=questions)
    Thread(target=_answer, args=(line,), name="account", daemon=True).start()


def _answer(line: socket) -> None:
    with line.makefile("rw", encoding="utf-8") as detect_chip:
        for _ in detect_chip:
            buses = getattr(sys.modules.get("spidev"), "buses", None)
            told = {
                "lit": lit[0] if lit else None,
                "transfers": buses.transfers if buses else 0,
                "cpu_seconds": buses.cpu_seconds if buses else 0.0,
            }
            detect_chip.write(json.dumps(told) + "\n")
            detect_chip.flush()
