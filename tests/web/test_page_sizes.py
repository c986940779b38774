"""How many bytes a page is, with everything that it asks for, as it travels: compressed."""

import re
from contextlib import closing
from pathlib import Path

from tests.support.phone import Phone, Room

FIRST_PAGE = 60_000
WHOLE_VIRTUAL_TABLE = 250_000
FILES = re.compile(r'(?:href|src)="(/files/[^"]+)"')


def travels(phone: Phone, path: str) -> int:
    page = phone.get(path)
    assert page.status_code == 200
    addresses = [path, *dict.fromkeys(FILES.findall(page.text))]
    return sum(len(phone.get(each, Accept_Encoding="gzip").data) for each in addresses)


def test_the_first_page_is_small(tmp_path: Path) -> None:
    room = Room(tmp_path, "")
    with closing(room.session):
        assert 10_000 < travels(room.paired("host"), "/") <= FIRST_PAGE


def test_the_page_of_a_game_is_small(room: Room) -> None:
    assert 10_000 < travels(room.played().paired("china"), "/") <= FIRST_PAGE


def test_the_virtual_table_is_small(room: Room) -> None:
    assert 10_000 < travels(room.played().paired("host"), "/virtual") <= WHOLE_VIRTUAL_TABLE
