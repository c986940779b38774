"""Simulated cards, state by state, as ISO 14443-3 describes type A."""

import pytest

from companion.devices.readers.iso14443 import crc_a
from companion.devices.simulator.rfid.tags import Field, State, Tag, to_bits, to_bytes

WUPA = to_bits(b"\x52")[:7]
REQA = to_bits(b"\x26")[:7]
HLTA = to_bits(b"\x50\x00" + crc_a(b"\x50\x00"))


def ask(tag: Tag, frame: bytes) -> bytes | None:
    answer = tag.hear(to_bits(frame))
    return None if answer is None else to_bytes(answer)


def select(tag: Tag, level: int) -> int:
    part = ask(tag, bytes([level, 0x20]))
    assert part is not None
    choice = bytes([level, 0x70]) + part
    sak = ask(tag, choice + crc_a(choice))
    assert sak is not None
    return sak[0]


def active(uid: str) -> Tag:
    tag = Tag(uid)
    tag.hear(WUPA)
    levels = iter((0x93, 0x95, 0x97))
    while select(tag, next(levels)) & 0x04:
        pass
    return tag


@pytest.mark.parametrize(
    ("uid", "levels"),
    [
        ("deadbeef", ["deadbeef22"]),
        ("04a1b2c3d4e5f6", ["8804a1b29f", "c3d4e5f604"]),
        ("04a1b2c3d4e5f6070809", ["8804a1b29f", "88c3d4e57a", "f6070809f0"]),
    ],
)
def test_a_number_is_told_in_as_many_levels_as_it_needs(uid: str, levels: list[str]) -> None:
    tag = Tag(uid)
    tag.hear(REQA)
    for select_code, told in zip((0x93, 0x95, 0x97), levels, strict=False):
        answer = ask(tag, bytes([select_code, 0x20]))
        assert answer is not None
        assert answer.hex() == told
        select(tag, select_code)
    assert tag.state is State.ACTIVE


def test_a_number_has_four_seven_or_ten_bytes() -> None:
    with pytest.raises(ValueError, match="4, 7 or 10 bytes, not 5"):
        Tag("0011223344")


def test_a_halted_card_wakes_for_wupa_only() -> None:
    tag = active("deadbeef")
    assert tag.hear(HLTA) is None
    assert tag.state is State.HALT
    assert tag.hear(REQA) is None
    assert tag.hear(WUPA) is not None


def test_a_card_woken_from_halt_falls_back_to_halt() -> None:
    tag = active("deadbeef")
    tag.hear(HLTA)
    tag.hear(WUPA)
    assert tag.hear(WUPA) is None
    assert tag.state is State.HALT


def test_a_card_in_the_middle_of_a_talk_answers_only_the_second_call() -> None:
    tag = Tag("deadbeef")
    tag.hear(WUPA)
    assert tag.hear(WUPA) is None
    assert tag.hear(WUPA) is not None


def test_a_select_with_a_wrong_crc_is_not_answered() -> None:
    tag = Tag("deadbeef")
    tag.hear(WUPA)
    assert ask(tag, bytes.fromhex("9370deadbeef220000")) is None
    assert tag.state is State.IDLE


def test_a_card_keeps_silent_but_ready_when_another_number_is_asked_for() -> None:
    tag = Tag("deadbeef")
    tag.hear(WUPA)
    assert ask(tag, b"\x93\x30\x00") is None
    assert tag.state is State.READY


def test_a_card_needs_the_field_for_a_while_before_it_listens() -> None:
    field = Field()
    field.lay(Tag("deadbeef", power_up=0.005), since=1.0)
    assert field.send(WUPA, starts=1.004, ends=1.0041, field_since=0.0) is None
    assert field.send(WUPA, starts=1.005, ends=1.0051, field_since=0.0) is not None


def test_a_card_forgets_that_it_was_halted_when_the_field_goes_off() -> None:
    field = Field()
    tag = active("deadbeef")
    field.lay(tag, since=0.0)
    tag.hear(HLTA)
    assert field.send(REQA, starts=1.0, ends=1.0001, field_since=0.5) is not None


def test_a_card_that_leaves_in_mid_answer_is_cut_off() -> None:
    field = Field()
    field.lay(Tag("deadbeef"), since=0.0, until=1.000_25)
    answer = field.send(WUPA, starts=1.0, ends=1.0001, field_since=0.0)
    assert answer is not None
    assert 0 < len(answer.bits) < 16


def test_cards_that_answer_alike_do_not_clash() -> None:
    field = Field()
    field.lay(Tag("deadbeef"), since=0.0)
    field.lay(Tag("cafebabe"), since=0.0)
    answer = field.send(WUPA, starts=1.0, ends=1.0001, field_since=0.0)
    assert answer is not None
    assert answer.collision is None
