"""Templates that were compiled are kept for the next start, and never trusted blindly."""

from contextlib import closing
from pathlib import Path

import pytest
from jinja2 import DictLoader, Environment

from companion.games import first
from companion.match.session import Session
from companion.storage.saved_games import SavedGames
from companion.web.app import create_app
from companion.web.live.event_stream import StreamLimits
from companion.web.security.pairing import Pairing
from companion.web.transport.template_cache import FILE, TemplateCache, compile_all


class Counted(TemplateCache):
    compiled = 0

    def dump_bytecode(self, bucket: object) -> None:
        self.compiled += 1
        super().dump_bytecode(bucket)  # type: ignore[arg-type]


def compiled_at_a_start(folder: Path, environment: Environment) -> int:
    """How many templates had to be compiled."""
    cache = environment.bytecode_cache = Counted(folder)
    if environment.cache is not None:
        environment.cache.clear()
    compile_all(environment)
    return cache.compiled


@pytest.fixture
def environment() -> Environment:
    """Small templates: to compile all of ours takes long."""
    return Environment(loader=DictLoader({f"{n}.html": f"{{{{ {n} }}}}" for n in range(12)}))


@pytest.mark.slow
def test_the_second_start_compiles_nothing(tmp_path: Path) -> None:
    with closing(Session(SavedGames(tmp_path), first())) as session:
        ours = create_app(session, Pairing(), StreamLimits()).jinja_env

    assert compiled_at_a_start(tmp_path, ours) > 10
    assert compiled_at_a_start(tmp_path, ours) == 0


@pytest.mark.parametrize("at", [0, 5, -1])
def test_a_flipped_bit_makes_it_compile_anew(
    environment: Environment, tmp_path: Path, at: int
) -> None:
    first_time = compiled_at_a_start(tmp_path, environment)
    content = bytearray((tmp_path / FILE).read_bytes())
    content[at] ^= 4
    (tmp_path / FILE).write_bytes(content)
    assert compiled_at_a_start(tmp_path, environment) == first_time
    assert compiled_at_a_start(tmp_path, environment) == 0


def test_where_nothing_can_be_written_it_compiles_at_every_start(
    environment: Environment, tmp_path: Path
) -> None:
    (tmp_path / FILE).mkdir()
    assert compiled_at_a_start(tmp_path, environment) > 10


def test_nothing_is_compiled_any_more_once_the_server_is_over(
    environment: Environment, tmp_path: Path
) -> None:
    cache = environment.bytecode_cache = Counted(tmp_path)
    calm = iter((True, True, False))
    compile_all(environment, lambda: next(calm))

    assert cache.compiled == 2
