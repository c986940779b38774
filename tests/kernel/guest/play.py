"""``companion run`` on a real kernel: a whole game by hands, with what happens to a table."""

import base64
import json
import shutil
import time
from pathlib import Path
from typing import Any

from PIL import Image

from companion.devices.board import profile
from companion.devices.screen.screen import PIXEL_SHIFTS, shifted
from companion.devices.simulator.typed_input import braille
from companion.match.taps.tags import FILE
from tests.kernel.guest.checks import Checks, wait_until
from tests.kernel.guest.companion_program import BOARD, DATA, GAME, Program, companion, said
from tests.kernel.guest.kernel_parts import KernelBuses, KernelTabletop

DRAWN, TAGS = Path("/srv/checkout/game.json"), Path("/srv/checkout/tags.json")
UNPLUGGED_S = 3.0
"""Longer than it takes to be noticed."""
READ_S = 0.5
"""A press confirms only what people could have read before it."""
RUN = ("run", "--game", GAME, "--port", "8080")


class Hands:
    """The movements of the drawn game, in a new folder: each when the glass shows the last one."""

    def __init__(self, parts: KernelTabletop) -> None:
        self.parts = parts
        self.steps: list[dict[str, Any]] = json.loads(DRAWN.read_text(encoding="utf-8"))
        self.made = 0
        shutil.rmtree(DATA, ignore_errors=True)
        DATA.mkdir()
        shutil.copy(TAGS, DATA / FILE)

    def see(self) -> None:
        """The glass shows the drawing, dot by dot; it may have wandered by one of them."""
        step = self.steps[self.made]
        drawings = [
            Image.frombytes("1", (128, 64), base64.b64decode(each)) for each in step["glass"]
        ]
        glasses = {shifted(each, *place).tobytes() for each in drawings for place in PIXEL_SHIFTS}
        what = f"the picture after movement {self.made} ({step['line']})"
        looked_at = -1

        def is_there() -> bool:
            """Looks only when something has come: to look takes an emulated machine long."""
            nonlocal looked_at
            before, looked_at = looked_at, self.parts.bus.bytes
            return looked_at != before and self.parts.picture().tobytes() in glasses

        try:
            wait_until(what, is_there)
        except AssertionError as error:
            glass = self.parts.picture()
            shown = braille(glass) if glass.getbbox() else "The glass is dark."
            raise AssertionError(f"{error}\n{shown}\n{said()}") from None

    def play_to(self, number: int) -> None:
        while self.made < number:
            for how in self.steps[self.made + 1]["moves"]:
                self._move(*how)
            self.made += 1
            self.see()

    def rest_after(self, number: int) -> int:
        """The next movement after which nothing is half said, as a program that ends forgets it."""
        return next(n for n in range(number, len(self.steps)) if self.steps[n]["rests"])

    def _move(self, how: str, *what: str) -> None:
        pins = self.parts.pins
        if how == "tap":
            self.parts.tap(*what)
        elif how == "turn":
            pins.turn(int(what[0]))
        else:
            time.sleep(READ_S)
            self._press_worn_out_button(*what)

    def _press_worn_out_button(self, role: str) -> None:
        """Its contact chatters when it goes down, and when it comes up."""
        pins = self.parts.pins
        pins.bounce(role)
        pins.push(role)
        pins.bounce(role)
        time.sleep(0.05)
        pins.release(role)
        pins.bounce(role)


def run(checks: Checks, buses: KernelBuses) -> None:
    hands = Hands(buses.plug_in(profile.load(BOARD)))
    end = len(hands.steps) - 1
    half = hands.rest_after(end // 2)
    with companion(BOARD, *RUN) as program:
        with checks.check("run: the first picture is the drawing, dot by dot"):
            hands.see()
        with checks.check(f"run: {half} movements: buttons that bounce, a fast knob, taps"):
            hands.play_to(half)
        replug(checks, hands)
        with checks.check("run: kill -9 in the middle of a game, and the glass is dark"):
            program.kill()
            hands.parts.black_out()
    with companion(BOARD, *RUN) as program:
        with checks.check("run: started again, the same page is there, and nothing is lost"):
            hands.see()
        with checks.check(f"run: {end - hands.made} movements more, to the end of the game"):
            hands.play_to(end)
        shut_down(checks, hands.parts, program)


def replug(checks: Checks, hands: Hands) -> None:
    parts = hands.parts
    with checks.check("run: a screen that was unplugged shows the page again"):
        parts.unplug("screen")
        time.sleep(UNPLUGGED_S)
        parts.plug_in("screen")
        hands.see()
    with checks.check("run: readers that were unplugged read again"):
        zones = [reader.zone for reader in parts.wired]
        for zone in zones:
            parts.unplug(zone)
        time.sleep(UNPLUGGED_S)
        for zone in zones:
            parts.plug_in(zone)
        hands.play_to(hands.rest_after(hands.made + 10))


def shut_down(checks: Checks, parts: KernelTabletop, program: Program) -> None:
    with checks.check("run: a stop frees every line, and the glass is dark"):
        assert program.stop() == 0, program.said()[-600:]
        assert not parts.lines.taken(), parts.lines.taken()
        assert parts.picture().getbbox() is None
