"""Where the command ``companion`` begins: Ctrl-C ends it also while everything is still imported."""

import sys


def main() -> None:
    try:
        from companion.cli import main as command  # slow, and so part of what can be interrupted

        command()
    except KeyboardInterrupt:
        sys.exit(130)
