"""The companion's drivers on real ``spidev`` and ``smbus2``; only the reset line is in software.

No kernel of ours has a simulated gpiochip, so ``RPi.GPIO`` is the simulator's.
"""

import json
import os
import sys

from PIL import Image

from companion.clock import SystemClock
from companion.devices.board.parts import Oled, Rc522Reader
from companion.devices.readers.presence import CardArrived, ReaderLost, Report
from companion.devices.readers.readers import Readers
from companion.devices.screen.screen import ScreenSettings, open_screen
from companion.devices.simulator.rfid.readers import Gpio, rpi_gpio

package, gpio = rpi_gpio(Gpio(lambda pin, high: None))
sys.modules.update({"RPi": package, "RPi.GPIO": gpio})

clock = SystemClock()
reports: list[Report] = []
readers = Readers(
    [Rc522Reader(0, 0, "centre"), Rc522Reader(1, 2, "seat:4")], reports.append, clock=clock
)
until = clock.now() + 20
while clock.now() < until and len(reports) < 2:
    readers.step()
readers.stop()

panel: list[object] = []
screen = open_screen(Oled(), clock, panel.append, ScreenSettings(shift=False))
picture = Image.new("1", (128, 64))
picture.paste(1, (10, 10, 50, 40))
screen.show(picture)
screen.step()
picture.paste(1, (90, 50, 100, 60))
screen.show(picture)
screen.step()

arrived = [report.uid for report in reports if isinstance(report, CardArrived)]
lost = {report.zone: str(report.why) for report in reports if isinstance(report, ReaderLost)}
told = {
    "module": sys.modules["spidev"].__file__,
    "arrived": arrived,
    "lost": lost,
    "panel": [str(each) for each in panel],
    "picture": picture.tobytes().hex(),
}
print(json.dumps(told), flush=True)
os._exit(0)  # luma would clear the panel at the end, and somebody wants to look at it
