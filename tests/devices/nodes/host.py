"""Device nodes of a Pi, made by umockdev and backed by the simulated chips.

Run by the system's Python, which has umockdev's bindings: ``umockdev-wrapper python3 host.py
CLIENT``. Whatever CLIENT does with /dev/spidev0.0 and /dev/i2c-1, through the real modules, arrives
here as the kernel's own requests. It must be another process: ``spidev`` keeps Python's lock while
it waits.
"""

import errno
import json
import struct
import subprocess
import sys
import threading
from typing import Any

import gi

gi.require_version("UMockdev", "1.0")
from gi.repository import GLib, UMockdev  # noqa: E402

from companion.clock import SystemClock  # noqa: E402
from companion.devices.simulator.i2c import Bus  # noqa: E402
from companion.devices.simulator.oled import SH1106  # noqa: E402
from companion.devices.simulator.rfid.rc522 import Mfrc522  # noqa: E402
from companion.devices.simulator.rfid.tags import Field, Tag  # noqa: E402

SPI, I2C = "/dev/spidev0.0", "/dev/i2c-1"
NODES = """P: /devices/spi0/spidev0.0
N: spidev0.0
E: DEVNAME=/dev/spidev0.0
E: SUBSYSTEM=spidev

P: /devices/i2c-1
N: i2c-1
E: DEVNAME=/dev/i2c-1
E: SUBSYSTEM=i2c-dev

"""
SPI_MESSAGE = (0x6B, 0)
TRANSFER = struct.Struct("=QQIIHBBBBH")
I2C_SLAVE, I2C_FUNCS, I2C_RDWR, I2C_SMBUS = 0x0703, 0x0705, 0x0707, 0x0720
SMBUS, BLOCK, LONGEST_BLOCK = struct.Struct("=BBxxI"), 8, 34
PLAIN_I2C = 0x0EFF0009
MESSAGE, READ = struct.Struct("=HHH"), 0x0001


class Host:
    def __init__(self) -> None:
        clock = SystemClock()
        field = Field()
        field.lay(Tag("04a1b2c3d4e5f6"), clock.now())
        self.reader = Mfrc522(clock, field, 0x92)
        self.panel = SH1106()
        self.bus = Bus(clock)
        self.bus.attach(0x3C, self.panel)
        self.speeds: set[int] = set()
        self.sizes: set[int] = set()
        self.messages = 0
        self.address = 0

    def answer(self, base: Any, client: Any, *_: Any) -> bool:
        request, argument = client.get_request(), client.get_arg()
        try:
            if client.get_devnode() == SPI:
                result = self._spi(request, argument)
            else:
                result = self._i2c(request, argument)
            client.complete(result, 0)
        except OSError as error:
            client.complete(-1, error.errno or errno.EIO)
        return True

    def _spi(self, request: int, argument: Any) -> int:
        kind, size = (request >> 8 & 0xFF, request & 0xFF), request >> 16 & 0x3FFF
        if kind != SPI_MESSAGE:
            return 0
        transfer = argument.resolve(0, size)
        _, _, length, speed, *_ = TRANSFER.unpack(bytes(transfer.retrieve()))
        sent = bytes(transfer.resolve(0, length).retrieve())
        self.speeds.add(speed)
        self.sizes.add(length)
        transfer.resolve(8, length).update(0, bytes(self.reader.transfer(sent)))
        return int(length)

    def _i2c(self, request: int, argument: Any) -> int:
        if request == I2C_FUNCS:
            argument.resolve(0, 8).update(0, struct.pack("=Q", PLAIN_I2C))
            return 0
        if request == I2C_SLAVE:
            [self.address] = struct.unpack_from("=Q", bytes(argument.retrieve()))
            return 0
        if request == I2C_SMBUS:
            return self._smbus(argument.resolve(0, 16))
        if request != I2C_RDWR:
            raise OSError(errno.ENOTTY, "")
        detect_chip = argument.resolve(0, 16)
        _, count = struct.unpack_from("=QI", bytes(detect_chip.retrieve()))
        messages = detect_chip.resolve(0, 16 * count)
        for at in range(0, 16 * count, 16):
            address, flags, length = MESSAGE.unpack_from(bytes(messages.retrieve()), at)
            data = messages.resolve(at + 8, length)
            self.messages += 1
            if flags & READ:
                data.update(0, self.bus.read(address, length))
            else:
                self.bus.write(address, bytes(data.retrieve()))
        return int(count)

    def _smbus(self, detect_chip: Any) -> int:
        """Only what luma says so: a block of bytes behind a command."""
        reads, command, size = SMBUS.unpack_from(bytes(detect_chip.retrieve()))
        if reads or size != BLOCK:
            raise OSError(errno.EOPNOTSUPP, "")
        length, *block = bytes(detect_chip.resolve(8, LONGEST_BLOCK).retrieve())
        self.bus.write(self.address, [command, *block[:length]])
        return 0


def main() -> None:
    host, testbed = Host(), UMockdev.Testbed.new()
    testbed.add_from_string(NODES)
    handlers = []
    for node in (SPI, I2C):
        handlers.append(UMockdev.IoctlBase())
        handlers[-1].connect("handle-ioctl", host.answer)
        testbed.attach_ioctl(node, handlers[-1])
    loop, said = GLib.MainLoop(), list[str]()

    def client() -> None:
        done = subprocess.run(
            [sys.executable, *sys.argv[1:]], capture_output=True, text=True, timeout=60, check=False
        )
        said.extend((done.stdout, done.stderr))
        GLib.idle_add(loop.quit)

    threading.Thread(target=client, daemon=True).start()
    loop.run()
    print(
        json.dumps(
            {
                "said": json.loads(said[0] or "null"),
                "errors": said[1],
                "speeds": sorted(host.speeds),
                "longest": max(host.sizes, default=0),
                "messages": host.messages,
                "picture": host.panel.picture().tobytes().hex(),
            }
        )
    )


if __name__ == "__main__":
    main()
