#!/usr/bin/env -S python3 -B
"""One command on a fresh Raspberry Pi OS: ``sudo firmware_config/install.py``."""

import sys
from pathlib import Path

sys.path.insert(0, str(Path(__file__).resolve().parents[1]))

from firmware_config.installer.command import main

sys.exit(main())
