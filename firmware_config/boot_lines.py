"""Prints what the boot configuration must say for a board: ``boot_lines.py PROFILE``.

The installer lets the new environment run it, because only that has what reads a profile.
"""

import sys

from companion.devices.board import profile
from companion.errors import ProfileError

try:
    print(*profile.load(sys.argv[1]).boot_lines(), sep="\n")
except ProfileError as error:
    sys.exit(str(error))
