#!/bin/sh
# `companion` at the keyboard of the Pi: with the settings of the table, and as root (`sudo
# companion ...`) as the table's own user, with its games. Anybody else has games of their own.
set -a
. /etc/table-companion/companion.env
if [ "$(id -u)" = 0 ]; then
    LG_WD=$COMPANION_DATA # lgpio leaves a pipe there, which another user could not replace
    exec runuser -u companion -- /opt/table-companion/current/bin/companion "$@"
fi
unset COMPANION_DATA
exec /opt/table-companion/current/bin/companion "$@"
