"""``companion card-setup``: a card that installs the table when its Pi first starts.

For whoever has no keyboard, screen or terminal there. What is needed is on the card, and what
Raspberry Pi Imager has written onto it stays.
"""

import re
import shutil
import tarfile
from pathlib import Path

import click

from companion.cli.options import echo
from companion.devices.board import profile
from companion.errors import CompanionError
from companion.i18n.catalogs import Language
from companion.i18n.message import say
from companion.storage.atomic_files import write_errors

FOLDER = "table-companion"
ON_THE_PI = f"/boot/firmware/{FOLDER}"
INSTALLER = "firmware_config/install.py"

SETUP = """\
#!/bin/sh
# Written by `companion card-setup`. The Pi runs it once, when it first starts; what it says is in
# setup.log beside it.
here=$(cd "$(dirname "$0")" && pwd)
exec >>"$here/setup.log" 2>&1
[ -e "$here/done" ] && exit 0
work=$(mktemp -d /var/tmp/table-companion.XXXXXX)
trap 'rm -rf "$work"' EXIT
set -e
date
tar xzf "$here/bundle.tar.gz" -C "$work" --strip-components=1
python3 -B "$work/firmware_config/install.py" --profile "@PROFILE@" --lang @LANG@ </dev/null
@HOTSPOT@
touch "$here/done"
sync
reboot
"""
HOTSPOT = """\
raspi-config nonint do_wifi_country @COUNTRY@ || true
nmcli connection modify table-companion connection.autoconnect yes \\
    connection.autoconnect-priority 10
"""
RUN = f"[sh, {ON_THE_PI}/setup.sh]"
UNIT = f"""\
# table-companion: begin
cat >/etc/systemd/system/table-companion-setup.service <<'UNIT'
[Unit]
Description=Install Table Companion once
ConditionPathExists=!{ON_THE_PI}/done
After=NetworkManager.service

[Service]
Type=oneshot
ExecStart=/bin/sh {ON_THE_PI}/setup.sh

[Install]
WantedBy=multi-user.target
UNIT
systemctl enable table-companion-setup.service
# table-companion: end
"""
FIRST_RUN = """\
rm -f /boot/firmware/firstrun.sh
sed -i 's| systemd.run.*||g' /boot/firmware/cmdline.txt
exit 0
"""
RUN_FIRST = (
    " systemd.run=/boot/firmware/firstrun.sh systemd.run_success_action=reboot"
    " systemd.unit=kernel-command-line.target"
)


class BadCard(CompanionError, OSError):
    """The folder is no boot partition, or the file no bundle."""


@click.command("card-setup")
@click.argument("boot", type=click.Path(path_type=Path))
@click.argument("bundle", type=click.Path(path_type=Path))
@click.option(
    "--profile",
    "name",
    default=profile.DEFAULT,
    show_default=True,
    help="The board: a name, or the path of a file.",
)
@click.option(
    "--hotspot", "country", metavar="COUNTRY", help="Its own Wi-Fi from the start: two letters."
)
@click.pass_obj
def card_setup(lang: str, boot: Path, bundle: Path, name: str, country: str | None) -> None:
    """Prepares the card at BOOT, its small partition, with the BUNDLE of a release."""
    profile.load(name)
    check(boot, bundle, country)
    with write_errors(boot):
        prepare(boot, bundle, name, lang, country)
    told = say("The card is prepared: put it into the Pi, and give it some minutes.")
    echo(Language(lang), told)


def check(boot: Path, bundle: Path, country: str | None) -> None:
    if not (boot / "config.txt").is_file() or not (boot / "cmdline.txt").is_file():
        why = say("{folder} is not the boot partition of a Raspberry Pi's card.", folder=boot)
        raise BadCard(why, "no_boot_partition")
    if country is not None and not re.fullmatch("[A-Z]{2}", country):
        why = say("{country} is no country: two large letters, such as PT.", country=country)
        raise BadCard(why, "no_country")
    try:
        with tarfile.open(bundle) as archive:
            names = {each.partition("/")[2] for each in archive.getnames()}
    except (OSError, tarfile.TarError):
        names = set()
    if not {INSTALLER, "wheels"} <= names:
        raise BadCard(say("{file} is not the bundle of a release.", file=bundle), "bad_bundle")


def prepare(boot: Path, bundle: Path, name: str, lang: str, country: str | None) -> None:
    own = boot / FOLDER
    own.mkdir(exist_ok=True)
    for left in ("done", "setup.log"):
        (own / left).unlink(missing_ok=True)
    shutil.copyfile(bundle, own / "bundle.tar.gz")
    board = name
    if name not in profile.names():
        shutil.copyfile(name, own / "board.toml")
        board = "$here/board.toml"
    setup = SETUP.replace("@PROFILE@", board).replace("@LANG@", lang)
    setup = setup.replace("@HOTSPOT@\n", HOTSPOT.replace("@COUNTRY@", country) if country else "")
    put(own / "setup.sh", setup)
    if (boot / "user-data").exists() or (boot / "meta-data").exists():
        put(boot / "user-data", with_run(text(boot / "user-data")))
    else:
        put(boot / "firstrun.sh", with_unit(text(boot / "firstrun.sh")))
        line = text(boot / "cmdline.txt").rstrip("\n")
        if "systemd.run=" not in line:
            put(boot / "cmdline.txt", f"{line}{RUN_FIRST}\n")


def with_run(user_data: str) -> str:
    """cloud-init's settings, with our script among what it runs at the end of the first start."""
    if RUN in user_data:
        return user_data
    user_data = user_data or "#cloud-config\n"
    if found := re.search(r"^runcmd:[ \t]*\n([ \t]*)-", user_data, re.M):
        at = found.start(1)
        return f"{user_data[:at]}{found[1]}- {RUN}\n{user_data[at:]}"
    return f"{user_data.rstrip()}\n\nruncmd:\n- {RUN}\n"


def with_unit(first_run: str) -> str:
    """What Imager lets the first start do, with a service of ours for the second one."""
    if UNIT in first_run:
        return first_run
    head, _, rest = (first_run or f"#!/bin/bash\nset +e\n{FIRST_RUN}").partition("\n")
    return f"{head}\n{UNIT}{rest}"


def text(file: Path) -> str:
    return file.read_text(encoding="utf-8") if file.exists() else ""


def put(file: Path, content: str) -> None:
    """As the Pi reads it, whichever computer writes it."""
    file.write_text(content, encoding="utf-8", newline="\n")
