"""Entry point of the command ``companion``: Ctrl-C also ends it while it is still importing."""

import os
import sys

AS_USER = "COMPANION_USER"
"""Set by the wrapper on a Pi for ``sudo companion …``: the table's own user."""


def main() -> None:
    try:
        if AS_USER in os.environ and os.geteuid() == 0:
            from companion.cli import sudo

            sudo.run_as(os.environ.pop(AS_USER))
        else:
            from companion.cli.main import main as command  # slow: part of what can be interrupted

            command()
    except KeyboardInterrupt:
        sys.exit(130)


if __name__ == "__main__":
    main()
