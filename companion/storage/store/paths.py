"""Where games are kept."""

import os
from pathlib import Path

from platformdirs import user_data_path


def data_folder() -> Path:
    """Where games are kept: COMPANION_DATA, or where this system keeps such things."""
    if chosen := os.environ.get("COMPANION_DATA"):
        return Path(chosen)
    return user_data_path("table-companion", appauthor=False)
