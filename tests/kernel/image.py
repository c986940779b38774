"""The virtual machine of ``make kernel-test``: a Debian 13 from Debian's own packages.

It is built once and kept below .venv, until something that it is made of changes. Whatever is
missing for it is told in one sentence.
"""

import hashlib
import os
import platform
import re
import shutil
import subprocess
import sys
from dataclasses import dataclass
from pathlib import Path

from firmware_config import release

HERE = Path(__file__).parent
CACHE = release.ROOT / ".venv/kernel"
SUITE = "trixie"
PYTHON = "3.13"
PLATFORMS = tuple(f"manylinux_2_{minor}_x86_64" for minor in (41, 36, 34, 31, 28, 27, 24, 17))
LOCKS = ("requirements.lock", "firmware_config/drivers.txt")
LGPIO = "lgpio==0.2.2.0"
"""Only Raspberry Pi OS has it ready-made; here it comes from its source."""
SYSTEM = (
    "systemd-sysv",
    "udev",
    "dbus",
    "kmod",
    "iproute2",
    "initramfs-tools",
    "linux-image-amd64",
)
INSTALLER = ("python3-venv", "python3-spidev", "avahi-daemon", "dnsmasq-base")
"""What the installer would fetch, if it were not there."""
COMPILERS = (
    *("gcc", "libc6-dev", "make", "swig", "python3-dev", "python3-setuptools", "python3-pip"),
    *("linux-headers-amd64", "linux-source"),
)
"""They are taken away again: nothing may be compiled on a table."""
MEGABYTES = 2048
BUILD_LIMIT_S = 1800


class Missing(Exception):
    """Something without which there is no virtual machine; the sentence says what."""


@dataclass(frozen=True, slots=True)
class Image:
    """What QEMU starts, and the packages of the bundle."""

    kernel: Path
    initrd: Path
    disk: Path
    wheels: Path


def image() -> Image:
    look_for_tools()
    recipe = CACHE / recipe_hash()
    made = Image(recipe / "vmlinuz", recipe / "initrd.img", recipe / "disk", recipe / "wheels")
    if not made.disk.exists():
        shutil.rmtree(CACHE, ignore_errors=True)
        print("Building the virtual machine: some minutes, and only once", flush=True)
        made.wheels.mkdir(parents=True)
        fetch_wheels(made.wheels)
        build(recipe, mirror())
    return made


def look_for_tools() -> None:
    if platform.machine() != "x86_64" or not shutil.which("apt-get"):
        raise Missing("The kernel's test needs a Debian on a PC (x86-64), with apt.")
    path = f"{os.environ.get('PATH', '')}:/usr/sbin:/sbin"
    tools = {
        "qemu-system-x86_64": "qemu-system-x86",
        "mmdebstrap": "mmdebstrap",
        "mke2fs": "e2fsprogs",
    }
    if missing := [tools[each] for each in tools if not shutil.which(each, path=path)]:
        raise Missing(f"The kernel's test needs: apt-get install {' '.join(missing)}")


def recipe_hash() -> str:
    files = [HERE / "prepare.sh", *sorted((HERE / "module").iterdir())]
    files += [release.ROOT / each for each in LOCKS]
    parts = [repr((SUITE, LGPIO, SYSTEM, INSTALLER, COMPILERS, MEGABYTES)).encode()]
    parts += [each.read_bytes() for each in files]
    return hashlib.sha256(b"".join(parts)).hexdigest()[:16]


def mirror() -> str:
    """Wherever this machine has its own Debian packages from."""
    asked = ("apt-get", "indextargets", "--format", "$(REPO_URI) $(LABEL)", "Created-By: Packages")
    told = subprocess.run(asked, capture_output=True, text=True, check=True, timeout=60).stdout
    found = (line.split(" ", 1) for line in told.splitlines())
    if mirrors := [address for address, label in found if label == "Debian"]:
        return mirrors[0]
    raise Missing("The kernel's test needs a mirror of Debian, and apt knows none here.")


def fetch_wheels(folder: Path) -> None:
    """What is locked, for the machine's Python; the drivers; and the source of lgpio."""
    pip = (sys.executable, "-m", "pip", "download", "--quiet", "--disable-pip-version-check")
    platforms = [word for name in PLATFORMS for word in ("--platform", name)]
    target = ("--only-binary=:all:", "--python-version", PYTHON, *platforms, "-d", str(folder))
    lock, drivers = (release.ROOT / each for each in LOCKS)
    run(*pip, *target, "--require-hashes", "-r", str(lock))
    (folder / f"requirements-{PYTHON}.txt").write_text(release.pinned(sorted(folder.glob("*.whl"))))
    names = re.findall(r"^(\S+==\S+) ", drivers.read_text(encoding="utf-8"), re.MULTILINE)
    run(*pip, "--no-deps", "-d", str(folder), *names)
    source = folder.with_name("source")
    run(*pip, "--no-deps", "--no-binary=:all:", "--no-build-isolation", "-d", str(source), LGPIO)


def build(recipe: Path, mirror: str) -> None:
    """As root, who alone may make the files of a system"""
    packages = ",".join((*SYSTEM, *INSTALLER, *COMPILERS))
    # A small initrd: what this machine has, and not what any machine may have.
    modules = 'printf "virtio_pci\\nvirtio_blk\\next4\\n" > "$1/etc/initramfs-tools/modules"'
    chosen = 'echo MODULES=list > "$1/etc/initramfs-tools/conf.d/modules"'
    hooks = (
        f'--essential-hook=mkdir -p "$1/etc/initramfs-tools/conf.d"; {modules}; {chosen}',
        '--customize-hook=mkdir -p "$1/srv/build"',
        f"--customize-hook=sync-in {HERE} /srv/build",
        f"--customize-hook=sync-in {recipe} /srv/build",
        f'--customize-hook=chroot "$1" sh -eu /srv/build/prepare.sh {" ".join(COMPILERS)}',
    )
    sudo = () if os.geteuid() == 0 else ("sudo", "-n")
    bootstrap = ("mmdebstrap", "--variant=minbase", "--dpkgopt=force-unsafe-io")
    source = f"deb {mirror} {SUITE} main"
    root, disk = CACHE / "root", recipe / "disk.new"
    run(*sudo, *bootstrap, f"--include={packages}", *hooks, SUITE, str(root), source)
    for name in ("vmlinuz", "initrd.img"):
        [found] = (root / "boot").glob(f"{name}-*")
        shutil.copy(found, recipe / name)
    size = f"{MEGABYTES}M"
    run(*sudo, "mke2fs", "-q", "-F", "-t", "ext4", "-d", str(root), str(disk), size)
    run(*sudo, "rm", "-rf", str(root))
    disk.rename(recipe / "disk")


def run(*command: str) -> None:
    """Its output is shown only if it fails."""
    try:
        subprocess.run(
            command,
            stdout=subprocess.PIPE,
            stderr=subprocess.STDOUT,
            text=True,
            check=True,
            timeout=BUILD_LIMIT_S,
        )
    except (subprocess.CalledProcessError, subprocess.TimeoutExpired) as error:
        said = str(error.output or "")
        if absent := re.findall(r"Unable to locate package (\S+)", said):
            raise Missing(
                f"The kernel's test needs packages that the mirror has not got for Debian {SUITE}: "
                f"{', '.join(absent)}."
            ) from None
        last = "\n".join(said.splitlines()[-20:])
        raise Missing(f"This command failed: {' '.join(command[:4])} …\n{last}") from None
