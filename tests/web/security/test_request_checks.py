"""Every route, and what nobody may do with any of them."""

import socket
from collections.abc import Iterator
from contextlib import suppress

import pytest
from flask import Flask
from werkzeug.test import TestResponse

from companion.web.app import PICTURES
from companion.web.security.request_checks import HEADERS, MAX_BODY_BYTES, is_ours, is_own_address
from tests.support.phone import AS_PROGRAM, OURS, Room, why

READS = (
    *("/", "/photo", "/board", "/api/state", "/api/spoken", "/api/events"),
    *("/files/static/style.css", "/cards", "/cards/1.004", "/pair", "/s/ABCDEF"),
    *("/do/correct?path=trees", "/setup", "/phones"),
    *("/wall", "/wall/now", "/hidden", "/story.svg", "/games/1/story.svg", "/levels"),
    *(
        "/games",
        "/games/1/export",
        "/games/1/story",
        "/games/1/lay",
        "/story",
        "/lay",
        "/virtual",
        "/api/virtual",
        "/tags",
    ),
    *("/box", "/box/find?q=35", "/box/next", "/box/where", "/box/1.004"),
    *("/terms", "/terms/0", "/why?path=trees"),
    *("/cards/1.004/sentence", "/facts", "/facts/0"),
)
WRITES = (
    *("/photo", "/photo/use", "/photo/forget"),
    *("/api/act", "/api/preview", "/act", "/setup", "/cards/1.004", "/unpair", "/phones/end"),
    *("/choose", "/games/new", "/games/1/resume", "/games/1/archive", "/games/1/name"),
    *("/games/backup", "/virtual", "/virtual/camera", "/tags", "/teach", "/pair/answer", "/clock"),
    *("/levels", "/levels/next", "/levels/count"),
    *("/box", "/box/1.004", "/cards/1.004/sentence", "/facts/0"),
)
LOOKS = {"/virtual/camera": "virtual.look", "/photo": "photo.send"}
"""Where pictures are sent, which are larger."""
PAIR = "/pair"
HOSTS_ONLY = ("/phones", "/phones/end", "/games", "/games/")
ROUTES = [*(("GET", path) for path in READS), *(("POST", path) for path in (*WRITES, PAIR))]
each_route = pytest.mark.parametrize(("method", "path"), ROUTES)
each_write = pytest.mark.parametrize("path", [*WRITES, PAIR])

BODIES = {
    "nothing": (b"", "application/json"),
    "no JSON": (b"{", "application/json"),
    "a list": (b"[1, 2]", "application/json"),
    "wrong types": (b'{"line": 7, "id": [], "seen": "x"}', "application/json"),
    "strange fields": (b'{"line": "next", "state": {}}', "application/json"),
    "half a surrogate": (b'{"line": "set \\ud800 3"}', "application/json"),
    "no text": (b"\xff\xfe\x00\x01", "application/x-www-form-urlencoded"),
    "broken parts": (b"--x\r\nContent-Dis", "multipart/form-data; boundary=x"),
    "parts without a boundary": (b"abc", "multipart/form-data"),
    "very deep": (b'{"line": ' + b"[" * 20000, "application/json"),
    "a damaged letter": (b'{"line": "set \xe4rees 3"}', "application/json"),
    "two lines": (b'{"line": "next\\nnext"}', "application/json"),
    "a long line": (b'{"line": "' + b"x" * 5000 + b'"}', "application/json"),
    "a placeholder": (b"line=%7Bline%7D&line=x", "application/x-www-form-urlencoded"),
}


@pytest.fixture(scope="module")
def quiet(tmp_path_factory: pytest.TempPathFactory) -> Iterator[Room]:
    """A table at which everything that is tried is refused, so one is enough for all of it."""
    room = Room(tmp_path_factory.mktemp("quiet"))
    before = room.document, room.session.active
    yield room
    assert (room.document, room.session.active) == before
    room.session.close()


@pytest.fixture(scope="module")
def in_use(tmp_path_factory: pytest.TempPathFactory) -> Iterator[Room]:
    """A table at which anything may have happened: what every answer has to have does not mind."""
    room = Room(tmp_path_factory.mktemp("in use"))
    yield room
    room.session.close()


def known_rules(app: Flask) -> set[tuple[str, str]]:
    return {
        (method, rule.rule)
        for rule in app.url_map.iter_rules()
        for method in (rule.methods or set()) - {"HEAD", "OPTIONS"}
    }


def test_no_route_is_left_out_here(quiet: Room) -> None:
    adapter = quiet.app.url_map.bind("localhost")
    tried = {
        (method, adapter.match(path.partition("?")[0], method, return_rule=True)[0].rule)
        for method, path in ROUTES
    }

    assert tried == known_rules(quiet.app)


def ask(room: Room, method: str, path: str, **more: object) -> TestResponse:
    """As a phone that may do everything, unless it says otherwise."""
    given = {"headers": OURS, "client": None} | more
    client = given.pop("client") or room.one_host().client
    answer: TestResponse = client.open(path, method=method, **given)  # type: ignore[attr-defined]
    answer.close()
    assert answer.status_code != 500
    return answer


@each_route
def test_every_answer_carries_the_security_headers(in_use: Room, method: str, path: str) -> None:
    for client in (in_use.watching().client, in_use.one_host().client):
        answer = ask(in_use, method, path, client=client)

        assert {name: answer.headers.get(name) for name in HEADERS} == HEADERS
        assert "unsafe" not in answer.headers["Content-Security-Policy"]


@each_route
def test_a_foreign_name_is_refused(quiet: Room, method: str, path: str) -> None:
    for host in ("evil.example", "192.0.2.77:8080", "localhost.evil.example", "0.0.0.0", "[::"):
        headers = {"Host": host, "Origin": f"http://{host}"}
        answer = ask(quiet, method, path, headers=headers | AS_PROGRAM)

        assert (answer.status_code, why(answer)) == (421, "foreign_host")


@each_write
def test_a_foreign_origin_is_refused(quiet: Room, path: str) -> None:
    for origin in ("http://evil.example", "null", "https://localhost", "http://localhost:81", ""):
        headers = {"Origin": origin} | AS_PROGRAM
        answer = ask(quiet, "POST", path, headers=headers, data={"line": "seat us"})

        assert (answer.status_code, why(answer)) == (403, "foreign_origin")


@pytest.mark.parametrize("path", WRITES)
def test_who_is_not_paired_changes_nothing(quiet: Room, path: str) -> None:
    for body in ({"json": {"line": "seat us"}}, {"data": {"line": "seat us", "seat": "us"}}):
        client = quiet.watching().client
        answer = ask(quiet, "POST", path, client=client, headers=OURS | AS_PROGRAM, **body)

        assert (answer.status_code, why(answer)) == (403, "not_paired")


@each_route
def test_a_seat_is_no_host(room: Room, method: str, path: str) -> None:
    answer = ask(room, method, path, client=room.paired("us").client, headers=OURS | AS_PROGRAM)

    assert (answer.status_code == 403) == path.startswith(HOSTS_ONLY) or path == PAIR


@each_write
def test_more_than_the_companion_takes_in_is_refused(quiet: Room, path: str) -> None:
    for kind in ("application/json", "application/x-www-form-urlencoded"):
        most = PICTURES.get(LOOKS.get(path, ""), MAX_BODY_BYTES)
        body = b"a=" + b"x" * most
        headers = OURS | AS_PROGRAM
        answer = ask(quiet, "POST", path, headers=headers, data=body, content_type=kind)

        assert (answer.status_code, why(answer)) == (413, "too_large")


def test_64_kilobytes_are_taken_in_and_not_one_byte_more(quiet: Room) -> None:
    def sent(size: int) -> TestResponse:
        return ask(quiet, "POST", "/api/act", headers=OURS | AS_PROGRAM, data=b"x" * size)

    assert why(sent(64 * 1024)) != "too_large"
    assert why(sent(64 * 1024 + 1)) == "too_large"


def test_of_what_comes_in_pieces_without_its_length_64_kilobytes_are_read(room: Room) -> None:
    line = b'{"line": "seat us"}'

    def sent(size: int) -> int:
        return ask(
            *(room, "POST", "/api/preview"),
            headers=OURS | {"Transfer-Encoding": "chunked"},
            environ_overrides={"wsgi.input_terminated": True},
            data=line.rjust(size),
            content_type="application/json",
        ).status_code

    assert sent(64 * 1024) == 200
    assert sent(64 * 1024 + 1) == 400


@each_write
def test_a_malformed_body_is_never_a_fault_of_ours(room: Room, path: str) -> None:
    for body, kind in BODIES.values():
        answer = ask(room, "POST", path, headers=OURS | AS_PROGRAM, data=body, content_type=kind)

        assert answer.status_code < 400 or why(answer)


@pytest.mark.parametrize("path", ["/api/act", "/api/preview"])
@pytest.mark.parametrize("name", [n for n in BODIES if n not in ("a placeholder", "no text")])
def test_a_malformed_request_is_refused_in_the_one_shape(quiet: Room, path: str, name: str) -> None:
    body, kind = BODIES[name]
    answer = ask(quiet, "POST", path, data=body, content_type=kind)

    assert answer.status_code == 400
    assert why(answer) == "malformed"


@each_route
def test_other_methods_are_refused(quiet: Room, method: str, path: str) -> None:
    for other in ("PUT", "DELETE", "PATCH"):
        answer = ask(quiet, other, path, headers=OURS | AS_PROGRAM)

        assert (answer.status_code, why(answer)) == (405, "method_not_allowed")


@pytest.mark.parametrize(
    "path",
    ["/files/../companion/cli/main.py", "/files/static/..%2f..%2fpyproject.toml", "/files/static/"],
)
def test_no_path_leads_out_of_what_phones_receive(quiet: Room, path: str) -> None:
    assert ask(quiet, "GET", path).status_code == 404


@pytest.fixture
def table(monkeypatch: pytest.MonkeyPatch) -> None:
    """This machine is called so."""
    monkeypatch.setattr(socket, "gethostname", lambda: "Table")


@pytest.mark.parametrize(
    "host",
    [
        *("localhost", "localhost:8080", "127.0.0.1", "[::1]:8080"),
        *("table", "table:8080", "table.local", "TABLE.LOCAL.", "table-2.local:8080"),
    ],
)
def test_the_machine_knows_its_own_names(table: None, host: str) -> None:
    assert is_ours(host, ())


@pytest.mark.parametrize(
    "host", ["evil.local", "evil-table.local", "table-x.local", "table.evil.local", ".local"]
)
def test_another_name_of_the_local_network_is_foreign(table: None, host: str) -> None:
    assert not is_ours(host, ())
    assert is_ours(host, (host,))


def test_another_name_can_be_allowed() -> None:
    assert not is_ours("table.lan:8080", ())
    assert is_ours("table.lan:8080", ("table.lan",))


def test_what_is_no_name_at_all_is_foreign() -> None:
    assert not is_ours("[::", ())


@pytest.mark.parametrize("address", ["0.0.0.0", "224.0.0.1", "192.0.2.77", "::", "no address"])
def test_an_address_that_is_not_this_machine_s_is_foreign(address: str) -> None:
    assert not is_own_address(address)


def test_an_address_is_this_machine_s_whatever_listens_there_already() -> None:
    with socket.socket(socket.AF_INET, socket.SOCK_DGRAM) as taken:
        with suppress(OSError):  # the first port is root's, or somebody else has it
            taken.bind(("127.0.0.1", 1))
        assert is_own_address("127.0.0.1")


def test_no_browser_keeps_what_lies_on_the_table(room: Room) -> None:
    assert room.watching().get("/").headers["Cache-Control"] == "no-store"


@pytest.mark.parametrize("language", ["en", "es", "pt"])
def test_every_page_tells_its_language(room: Room, language: str) -> None:
    page = room.watching().get("/", Accept_Language=language)

    assert page.headers["Content-Language"] == language


def test_a_form_of_more_than_200_parts_is_refused(room: Room) -> None:
    def sent(parts: int) -> int:
        fields = {f"field{at}": "x" for at in range(parts)}
        form = {"data": fields, "content_type": "multipart/form-data"}
        return room.host().client.post("/act", headers=OURS, **form).status_code

    assert sent(200) != 413
    assert sent(201) == 413
