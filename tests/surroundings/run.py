"""Runs tests as other people's machines would: ``make surroundings``.

Each surrounding is a machine that somebody has: a build server that ignores Ctrl-C, an ordinary
user, a clock at +12:45, a home that cannot be written. Without names all of them are run, with the
tests that have to do with them; ``--all`` runs all tests that need nothing but Python.
"""

import argparse
import os
import shutil
import signal
import subprocess
import sys
from collections.abc import Callable, Iterator, Sequence
from contextlib import ExitStack, contextmanager
from dataclasses import dataclass, field
from pathlib import Path
from tempfile import TemporaryDirectory
from time import monotonic

ROOT = Path(__file__).parents[2]
LOGS = ROOT / ".venv/surroundings"
NOBODY = 65534
LIMIT_S = {False: 600, True: 3600}
"""For the chosen tests, and for all of them."""
CHOSEN = (
    *("tests/cli/test_run.py", "tests/cli/test_commands.py", "tests/firmware", "tests/test_app.py"),
    *("tests/storage/test_saved_games.py", "tests/storage/test_files_of_owners.py"),
    *("tests/web/test_server.py", "tests/i18n/test_languages.py"),
)
WITHOUT_IPV6 = """
set -e
ip link set lo up
echo 1 > /proc/sys/net/ipv6/conf/all/disable_ipv6
exec "$@"
"""
WITHOUT_SHM = """
set -e
mount -t tmpfs -o ro,size=4k,mode=000 none /dev/shm
exec "$@"
"""
NEEDED_ANYWAY = (
    *("sh", "make", "git", "rm", "cp", "mv", "cat", "env", "ls", "mkdir", "chmod", "touch", "date"),
    *("grep", "sed", "test", "true", "id", "uname"),
)
"""What there is wherever somebody can type ``make check``."""


@dataclass
class Surrounding:
    """What is different there; ``missing`` says why this machine cannot pretend to be it."""

    about: str
    environment: dict[str, str | None] = field(default_factory=dict)
    before: tuple[str, ...] = ()
    options: dict[str, object] = field(default_factory=dict)
    enter: Callable[["Place"], object] = lambda place: None
    missing: Callable[[], str] = lambda: ""


@dataclass
class Place:
    """Where the tests run, and with which Python."""

    stack: ExitStack
    temporary: Path
    root: Path = ROOT
    python: str = sys.executable
    environment: dict[str, str] = field(default_factory=lambda: dict(os.environ))
    options: dict[str, object] = field(default_factory=dict)


def ignore_signals() -> None:
    for each in (signal.SIGINT, signal.SIGQUIT, signal.SIGHUP):
        signal.signal(each, signal.SIG_IGN)


def one_core() -> None:
    os.sched_setaffinity(0, {min(os.sched_getaffinity(0))})


def copied(place: Place, folder: Path) -> None:
    """The checkout without what is only in the environment of whoever runs this."""
    left_out = shutil.ignore_patterns(".venv", ".git", ".*_cache", "__pycache__", ".hypothesis")
    place.root = folder / "checkout"
    shutil.copytree(ROOT, place.root, ignore=left_out, symlinks=True)


def below_a_closed_folder(place: Place) -> None:
    closed = place.temporary / "closed"
    closed.mkdir()
    closed.chmod(0o700)
    copied(place, closed)


def as_an_ordinary_user(place: Place) -> None:
    """Whoever is no root is one already."""
    if os.geteuid():
        return
    copied(place, place.temporary)
    place.environment["HOME"] = str(place.temporary)
    environment = place.temporary / "environment"
    command = [open_python(), "-m", "venv", "--without-pip", str(environment)]
    subprocess.run(command, check=True, timeout=60)
    [library] = environment.glob("lib/python*/site-packages")
    (library / "packages.pth").write_text("\n".join(packages()), encoding="utf-8")
    place.python = str(environment / "bin/python")
    for path in (place.temporary, *place.temporary.rglob("*")):
        os.chown(path, NOBODY, NOBODY, follow_symlinks=False)
    place.options |= {"user": NOBODY, "group": NOBODY, "extra_groups": []}


def packages() -> list[str]:
    """What is installed in the environment of whoever runs this."""
    return [path for path in sys.path if path.endswith("site-packages")]


def open_python() -> str:
    """One of the same version that everybody may run: where this one lies, only root may look."""
    here = Path(os.path.realpath(sys.executable))
    if all(parent.stat().st_mode & 0o001 for parent in here.parents):
        return sys.executable
    return shutil.which(f"python3.{sys.version_info[1]}", path="/usr/local/bin:/usr/bin") or ""


def no_python_for_others() -> str:
    looked_at = [Path(open_python()), *map(Path, packages())]
    seen = [parent.stat().st_mode & 0o001 for path in looked_at for parent in path.parents]
    return "" if open_python() and all(seen) else "only root may look where this Python lies"


def with_nothing_but_python(place: Place) -> None:
    programs = place.temporary / "bin"
    programs.mkdir()
    for name in NEEDED_ANYWAY:
        if found := shutil.which(name):
            (programs / name).symlink_to(found)
    (programs / "python3").symlink_to(os.path.realpath(sys.executable))
    place.environment["PATH"] = str(programs)


def beside_others(place: Place) -> None:
    """Three that work without a pause for each core."""
    for _ in range(3 * (os.cpu_count() or 1)):
        other = subprocess.Popen([sys.executable, "-c", "while True: pass"])
        place.stack.callback(other.wait, 60)
        place.stack.callback(other.kill)


def only_as_root() -> str:
    if os.geteuid() or not shutil.which("unshare"):
        return "only root can take that away, with unshare"
    tried = subprocess.run(["unshare", "-mn", "true"], capture_output=True, timeout=60, check=False)
    return "" if tried.returncode == 0 else "this machine lets nobody use unshare"


def only_on_linux() -> str:
    return "" if sys.platform == "linux" else "only Linux knows how"


SURROUNDINGS = {
    "background": Surrounding(
        "in the background: no terminal, Ctrl-C and hanging up are ignored",
        {"TERM": None, "COLUMNS": None},
        options={"start_new_session": True, "preexec_fn": ignore_signals},
    ),
    "user": Surrounding(
        "an ordinary user", enter=as_an_ordinary_user, missing=no_python_for_others
    ),
    "closed": Surrounding("below a folder that nobody else may open", enter=below_a_closed_folder),
    "clock": Surrounding("a clock at +12:45", {"TZ": "Pacific/Chatham"}),
    "locale": Surrounding("LANG=C", {"LANG": "C", "LC_ALL": None, "LANGUAGE": None}),
    "homeless": Surrounding("HOME is not set", {"HOME": None}),
    "home": Surrounding("a home that cannot be written", {"HOME": "/proc"}, missing=only_on_linux),
    "umask": Surrounding("umask 077", options={"umask": 0o077}),
    "ipv4": Surrounding(
        "no network and no IPv6",
        before=("unshare", "-n", "sh", "-c", WITHOUT_IPV6, "sh"),
        missing=only_as_root,
    ),
    "shm": Surrounding(
        "no /dev/shm",
        before=("unshare", "-m", "sh", "-c", WITHOUT_SHM, "sh"),
        missing=only_as_root,
    ),
    "core": Surrounding("one core", options={"preexec_fn": one_core}, missing=only_on_linux),
    "busy": Surrounding("others use every core", enter=beside_others),
    "python": Surrounding("nothing but Python and make", enter=with_nothing_but_python),
}


def main(words: Sequence[str]) -> int:
    parser = argparse.ArgumentParser(prog="make surroundings", description=__doc__)
    parser.add_argument("names", nargs="*", metavar="NAME", help=", ".join(SURROUNDINGS))
    parser.add_argument("--all", action="store_true", help="all tests that need only Python")
    given = parser.parse_args(words)
    if unknown := set(given.names) - SURROUNDINGS.keys():
        parser.error(
            f"there is no {', '.join(sorted(unknown))}; there is {', '.join(SURROUNDINGS)}"
        )
    LOGS.mkdir(parents=True, exist_ok=True)
    failed = [name for name in given.names or SURROUNDINGS if not passes(name, given.all)]
    if failed:
        print(f"Failed: {', '.join(failed)}. What they said is in {LOGS}.")
    return bool(failed)


def passes(name: str, everything: bool) -> bool:
    surrounding = SURROUNDINGS[name]
    if why := surrounding.missing():
        print(f"{name:12}not tried: {why}", flush=True)
        return True
    began = monotonic()
    with entered(surrounding) as place:
        log = LOGS / f"{name}.log"
        status = run(surrounding, place, ["tests"] if everything else CHOSEN, everything, log)
    last = (log.read_text(encoding="utf-8", errors="replace").splitlines() or [""])[-1]
    told = last.strip(" =") if status is not None else "did not end, and was ended"
    print(f"{name:12}{surrounding.about}: {told}, {monotonic() - began:.0f} s in all", flush=True)
    return status == 0


@contextmanager
def entered(surrounding: Surrounding) -> Iterator[Place]:
    with ExitStack() as stack:
        temporary = Path(stack.enter_context(TemporaryDirectory(prefix="surroundings-")))
        temporary.chmod(0o755)
        place = Place(stack, temporary)
        place.environment |= {"TMPDIR": str(temporary), "PYTHONDONTWRITEBYTECODE": "1"}
        surrounding.enter(place)
        for name, value in surrounding.environment.items():
            place.environment.pop(name, None)
            if value is not None:
                place.environment[name] = value
        yield place


def run(
    surrounding: Surrounding, place: Place, tests: Sequence[str], everything: bool, log: Path
) -> int | None:
    """How pytest ends there; nothing if it has not ended in time."""
    place.environment["PYTHONPATH"] = str(place.root)
    only_python = ("-m", "not hardware and not programs", "-p", "no:cacheprovider")
    command = [
        *surrounding.before,
        place.python,
        "-m",
        "pytest",
        "-n",
        "auto",
        *only_python,
        *tests,
    ]
    options = {"start_new_session": True, **place.options, **surrounding.options}
    with log.open("wb") as said:
        process: subprocess.Popen[bytes] = subprocess.Popen(
            command,
            cwd=place.root,
            env=place.environment,
            stdin=subprocess.DEVNULL,
            stdout=said,
            stderr=subprocess.STDOUT,
            **options,  # type: ignore[call-overload]
        )
        try:
            return process.wait(LIMIT_S[everything])
        except subprocess.TimeoutExpired:
            return None
        finally:
            if process.poll() is None:
                os.killpg(process.pid, signal.SIGKILL)
                process.wait(60)


if __name__ == "__main__":
    sys.exit(main(sys.argv[1:]))
