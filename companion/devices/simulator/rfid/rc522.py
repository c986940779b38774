"""The MFRC522 as its data sheet describes it: registers, FIFO, interrupts, CRC unit, timer, radio.

It looks at its clock whenever it is spoken to and first does what has become due since then.
Crypto1 is not modelled: an authentication is sent and no card answers it.
"""

import math
from collections.abc import Callable, Sequence

from companion.clock import Clock
from companion.devices.readers.iso14443 import BIT_SECONDS, CARRIER_HZ, air_seconds, crc_a, with_crc
from companion.devices.simulator.rfid import registers as bit
from companion.devices.simulator.rfid.registers import Command, ErrorBit, Irq, Register
from companion.devices.simulator.rfid.tags import Answer, Bits, Field, to_bits, to_bytes

READ = 0x80
CRC_SECONDS_PER_BYTE = 8 / CARRIER_HZ
# Plain numbers: whether a register is one of these is asked for every byte on the bus.
COMPUTED = frozenset(
    int(register)
    for register in (
        *(Register.FIFO_DATA, Register.FIFO_LEVEL, Register.STATUS1),
        *(Register.T_COUNTER_HIGH, Register.T_COUNTER_LOW),
    )
)
"""Registers whose value is worked out when they are read."""
OBEYED = frozenset(
    int(register)
    for register in (
        *(Register.COMMAND, Register.COM_IRQ, Register.DIV_IRQ, Register.FIFO_DATA),
        *(Register.FIFO_LEVEL, Register.CONTROL, Register.BIT_FRAMING, Register.COLL),
        *(Register.TX_CONTROL, *bit.READ_ONLY),
    )
)
"""Registers that do something when they are written, or nothing at all."""


class Mfrc522:
    """One chip with its antenna, spoken to in SPI transfers."""

    def __init__(self, clock: Clock, field: Field, version: int) -> None:
        self._clock = clock
        self._field = field
        self._version = version
        self._held_in_reset = False
        self.power_on()

    def power_on(self) -> None:
        self._fifo = bytearray()
        self._reset()

    def power_off(self) -> None:
        self._radiating_since = math.inf
        self._due.clear()

    def hold_in_reset(self, held: bool) -> None:
        """The level of NRSTPD: while it is low the chip is off, and deaf on its bus."""
        if held != self._held_in_reset:
            self._held_in_reset = held
            self.power_on()

    @property
    def antenna_on(self) -> bool:
        return self._radiating_since < math.inf

    def transfer(self, mosi: Sequence[int]) -> list[int]:
        """One chip select: a write of several bytes to one address, or a chain of reads."""
        self._catch_up()
        if not mosi:
            return []
        if self._held_in_reset:
            return [0x00] * len(mosi)
        if mosi[0] & READ:
            return [0, *(self._read(byte >> 1 & 0x3F) for byte in mosi[:-1])]
        for value in mosi[1:]:
            self._write(mosi[0] >> 1 & 0x3F, value)
        return [0] * len(mosi)

    def _reset(self) -> None:
        self._registers = bytearray(64)
        for register, value in bit.RESET_VALUES.items():
            self._registers[register] = value
        self._registers[Register.VERSION] = self._version
        self._radiating_since = math.inf
        self._due: dict[str, tuple[float, Callable[[float], None]]] = {}

    def _catch_up(self) -> None:
        now = self._clock.now()
        while self._due:
            name = min(self._due, key=lambda each: self._due[each][0])
            at, happen = self._due[name]
            if at > now:
                return
            del self._due[name]
            happen(at)

    # Registers

    def _read(self, register: int) -> int:
        if register not in COMPUTED:
            return self._registers[register]
        match register:
            case Register.FIFO_DATA:
                value = self._fifo.pop(0) if self._fifo else 0
                self._watch_fifo()
                return value
            case Register.FIFO_LEVEL:
                return len(self._fifo)
            case Register.STATUS1:
                running = 0x08 if "timer" in self._due else 0
                crc_ready = 0 if "crc" in self._due else 0x20
                return crc_ready | running | self._fifo_alerts() >> 2
            case Register.T_COUNTER_HIGH:
                return self._timer_count() >> 8
            case Register.T_COUNTER_LOW:
                return self._timer_count() & 0xFF
        return self._registers[register]

    def _write(self, register: int, value: int) -> None:
        if register not in OBEYED:
            self._registers[register] = value
            return
        match register:
            case Register.COMMAND:
                self._order(value)
            case Register.COM_IRQ | Register.DIV_IRQ:
                marked = value & 0x7F
                if value & Irq.SET:
                    self._registers[register] |= marked
                else:
                    self._registers[register] &= ~marked
            case Register.FIFO_DATA:
                self._fill_fifo(bytes([value]))
            case Register.FIFO_LEVEL:
                if value & bit.FLUSH_FIFO:
                    self._fifo.clear()
                    self._registers[Register.ERROR] &= ~ErrorBit.FIFO_OVERFLOW & 0xFF
                    self._watch_fifo()
            case Register.CONTROL:
                if value & bit.TIMER_STOP_NOW:
                    self._due.pop("timer", None)
                elif value & bit.TIMER_START_NOW:
                    self._start_timer(self._clock.now())
            case Register.BIT_FRAMING:
                self._registers[register] = value
                if value & bit.START_SEND and self._command() == Command.TRANSCEIVE:
                    self._send(self._outgoing())
            case Register.COLL:
                kept = self._registers[register] & 0x7F
                self._registers[register] = value & bit.VALUES_AFTER_COLLISION | kept
            case Register.TX_CONTROL:
                self._registers[register] = value
                self._switch_antenna()

    def _interrupt(self, which: Irq) -> None:
        self._registers[Register.COM_IRQ] |= which

    # FIFO

    def _fill_fifo(self, data: bytes) -> None:
        room = bit.FIFO_BYTES - len(self._fifo)
        self._fifo += data[:room]
        if len(data) > room:
            self._fail(ErrorBit.FIFO_OVERFLOW)
        self._watch_fifo()
        if self._command() == Command.CALC_CRC:
            self._calculate_crc()

    def _fifo_alerts(self) -> int:
        water = self._registers[Register.WATER_LEVEL] & 0x3F
        low = Irq.FIFO_LOW if len(self._fifo) <= water else 0
        high = Irq.FIFO_HIGH if bit.FIFO_BYTES - len(self._fifo) <= water else 0
        return low | high

    def _watch_fifo(self) -> None:
        self._registers[Register.COM_IRQ] |= self._fifo_alerts()

    def _fail(self, fault: ErrorBit) -> None:
        self._registers[Register.ERROR] |= fault
        self._interrupt(Irq.ERROR)

    # Commands

    def _command(self) -> int:
        return self._registers[Register.COMMAND] & 0x0F

    def _order(self, value: int) -> None:
        command = value & 0x0F
        if command == Command.NO_CHANGE:
            command = self._command()
            self._registers[Register.COMMAND] = value & 0x30 | command
            self._switch_antenna()
            return
        if command == Command.SOFT_RESET:
            self._reset()
            return
        for name in ("sent", "heard", "received", "crc"):
            self._due.pop(name, None)
        self._registers[Register.COMMAND] = value & 0x3F
        self._switch_antenna()
        if command == Command.IDLE:
            return
        self._registers[Register.ERROR] = 0
        if command == Command.CALC_CRC:
            self._crc = bit.CRC_PRESETS[self._registers[Register.MODE] & 0x03]
            self._calculate_crc()
        elif command == Command.TRANSMIT:
            self._send(self._outgoing())
        elif command == Command.AUTHENTICATE:
            request = bytes(self._fifo[:2])
            self._fifo.clear()
            self._send(to_bits(with_crc(request)))
        elif command not in (Command.TRANSCEIVE, Command.RECEIVE):
            self._finish_command()

    def _finish_command(self) -> None:
        self._registers[Register.COMMAND] &= 0xF0
        self._interrupt(Irq.IDLE)

    def _calculate_crc(self) -> None:
        data = bytes(self._fifo)
        self._fifo.clear()
        self._crc = int.from_bytes(crc_a(data, self._crc), "little")
        self._registers[Register.CRC_RESULT_HIGH] = self._crc >> 8
        self._registers[Register.CRC_RESULT_LOW] = self._crc & 0xFF
        ready = self._clock.now() + len(data) * CRC_SECONDS_PER_BYTE
        self._due["crc"] = (ready, self._crc_ready)

    def _crc_ready(self, at: float) -> None:
        self._registers[Register.DIV_IRQ] |= bit.CRC_DONE

    # Radio

    def _switch_antenna(self) -> None:
        awake = not self._registers[Register.COMMAND] & bit.POWER_DOWN
        if self._registers[Register.TX_CONTROL] & bit.ANTENNA and awake:
            self._radiating_since = min(self._radiating_since, self._clock.now())
        else:
            self._radiating_since = math.inf

    def _outgoing(self) -> Bits:
        data = bytes(self._fifo)
        self._fifo.clear()
        self._watch_fifo()
        last_bits = self._registers[Register.BIT_FRAMING] & 0x07
        if self._registers[Register.TX_MODE] & bit.CRC_ENABLED:
            return to_bits(with_crc(data))
        bits = to_bits(data)
        return bits[: len(bits) - 8 + last_bits] if last_bits else bits

    def _send(self, frame: Bits) -> None:
        if self._registers[Register.MODE] & bit.WAIT_FOR_FIELD and not self.antenna_on:
            return
        if not frame:
            return
        starts = self._clock.now()
        self._due["sent"] = (
            starts + air_seconds(len(frame)),
            lambda ends: self._sent(frame, starts, ends),
        )

    def _sent(self, frame: Bits, starts: float, ends: float) -> None:
        self._interrupt(Irq.SENT)
        if self._registers[Register.T_MODE] & bit.TIMER_AUTO:
            self._start_timer(ends)
        answer = None
        # Cards of type A read a pause in the field, so they need the full modulation.
        if self.antenna_on and self._registers[Register.TX_ASK] & bit.FORCE_100_ASK:
            answer = self._field.send(frame, starts, ends, self._radiating_since)
        if self._command() == Command.TRANSMIT:
            self._finish_command()
        elif answer and not self._registers[Register.COMMAND] & bit.RECEIVER_OFF:
            self._expect(answer)

    def _expect(self, answer: Answer) -> None:
        fifth_bit = answer.starts + 5 * BIT_SECONDS
        self._due["heard"] = (fifth_bit, self._hear)
        ends = answer.starts + air_seconds(len(answer.bits))
        self._due["received"] = (ends, lambda at: self._receive(answer))

    def _hear(self, at: float) -> None:
        if self._registers[Register.T_MODE] & bit.TIMER_AUTO:
            self._due.pop("timer", None)

    def _receive(self, answer: Answer) -> None:
        align = self._registers[Register.BIT_FRAMING] >> 4 & 0x07
        bits = [0] * align + answer.bits
        coll = self._registers[Register.COLL] & bit.VALUES_AFTER_COLLISION
        if answer.collision is None:
            coll |= bit.NO_COLLISION_POSITION
        else:
            position = align + answer.collision + 1
            coll |= bit.NO_COLLISION_POSITION if position > 32 else position & 0x1F
            if not coll & bit.VALUES_AFTER_COLLISION:
                bits[position - 1 :] = [0] * (len(bits) - position + 1)
            self._fail(ErrorBit.COLLISION)
        self._registers[Register.COLL] = coll
        self._registers[Register.CONTROL] = len(bits) % 8
        data = to_bytes(bits)
        if self._registers[Register.RX_MODE] & bit.CRC_ENABLED:
            if crc_a(data[:-2]) != data[-2:]:
                self._fail(ErrorBit.CRC)
            data = data[:-2]
        self._fill_fifo(data)
        self._interrupt(Irq.RECEIVED)

    # Timer

    def _tick_seconds(self) -> float:
        high = self._registers[Register.T_MODE] & 0x0F
        prescaler = high << 8 | self._registers[Register.T_PRESCALER]
        even = bool(self._registers[Register.DEMOD] & bit.PRESCALER_EVEN)
        return (2 * prescaler + 1 + even) / CARRIER_HZ

    def _reload(self) -> int:
        high, low = self._registers[Register.T_RELOAD_HIGH], self._registers[Register.T_RELOAD_LOW]
        return high << 8 | low

    def _start_timer(self, at: float) -> None:
        self._due["timer"] = (at + (self._reload() + 1) * self._tick_seconds(), self._run_out)

    def _run_out(self, at: float) -> None:
        self._interrupt(Irq.TIMER)
        if self._registers[Register.T_MODE] & bit.TIMER_RESTARTS:
            self._start_timer(at)

    def _timer_count(self) -> int:
        if "timer" not in self._due:
            return 0
        left = self._due["timer"][0] - self._clock.now()
        return min(self._reload(), int(left / self._tick_seconds()))
