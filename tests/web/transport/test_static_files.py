"""What a phone receives: hand-written, nothing inline, nothing from outside."""

import re
from pathlib import Path

import pytest

from companion.web.transport.static_files import MEDIA_TYPES, web_folder
from tests.support.phone import Room

FILES = sorted(path for path in web_folder().rglob("*") if path.is_file())
TEXTS = [path for path in FILES if path.suffix != ".woff2"]
TEMPLATES = [path for path in FILES if path.suffix == ".html"]
name = pytest.mark.parametrize("template", TEMPLATES, ids=lambda path: path.name)


@name
def test_no_script_and_no_style_is_inline(template: Path) -> None:
    text = template.read_text(encoding="utf-8")

    assert not re.search(r"<style|\sstyle=|\son[a-z]+=\"", text)
    assert all("src=" in tag for tag in re.findall(r"<script[^>]*>", text))


def test_nothing_comes_from_outside() -> None:
    for path in TEXTS:
        text = path.read_text(encoding="utf-8").replace("http://www.w3.org/2000/svg", "")
        assert not re.search(r"(https?:)?//[a-z0-9-]+\.", text), path


def test_only_the_game_s_own_folder_knows_its_words() -> None:
    words = re.compile("daybreak|china|thermometer|emission|planetary", re.IGNORECASE)
    ours = (path for path in TEXTS if "games" not in path.relative_to(web_folder()).parts)
    server = Path(__file__).parents[3] / "companion" / "server"

    for path in (*ours, *server.glob("*.py")):
        assert not words.search(path.read_text(encoding="utf-8")), path


def test_files_are_kept_by_the_browser_until_there_is_another_version(room: Room) -> None:
    page = room.watching().get("/").text
    address = re.search(r'href="(/files/static/style.css\?v=\w+)"', page)
    assert address

    answer = room.watching().get(address[1])
    assert answer.mimetype == "text/css"
    assert "immutable" in answer.headers["Cache-Control"]
    assert "no-cache" in room.watching().get("/files/static/style.css").headers["Cache-Control"]


@pytest.mark.parametrize("name", ["style.css", "page.js"])
def test_text_travels_compressed_to_whoever_can_read_it(room: Room, name: str) -> None:
    phone = room.watching()
    plain = phone.get(f"/files/static/{name}")
    packed = phone.get(f"/files/static/{name}", Accept_Encoding="gzip")

    assert packed.headers["Content-Encoding"] == "gzip"
    assert len(packed.data) < len(plain.data) / 2


def test_only_what_phones_receive_can_be_asked_for(room: Room) -> None:
    phone = room.watching()
    for path in FILES:
        address = f"/files/{path.relative_to(web_folder()).as_posix()}"
        assert phone.get(address).status_code == (200 if path.suffix in MEDIA_TYPES else 404)
