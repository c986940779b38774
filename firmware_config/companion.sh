#!/bin/sh
# `companion` at the keyboard of the Pi: with the settings of the table, and as root (`sudo
# companion ...`) as the table's own user, with its games. Anybody else has games of their own.
set -a
. /etc/table-companion/companion.env
program=/opt/table-companion/current
if [ "$(id -u)" = 0 ]; then
    LG_WD=$COMPANION_DATA # lgpio leaves a pipe there, which another user could not replace
    if ls $program/lib/python3.*/site-packages/companion/cli/sudo.py >/dev/null 2>&1; then
        # It steps down to that user by itself, but for the files that you name: those stay yours.
        COMPANION_USER=companion
        exec $program/bin/companion "$@"
    fi
    # A version that cannot do that, after `--rollback`.
    exec runuser -u companion -- $program/bin/companion "$@"
fi
unset COMPANION_DATA
exec $program/bin/companion "$@"
