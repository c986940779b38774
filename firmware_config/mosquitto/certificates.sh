#!/bin/sh
# Makes an authority of your own, and a certificate for the machine that runs the broker:
#   sh certificates.sh hall.local /etc/mosquitto/certs
# hall-ca.crt is what every table needs (COMPANION_BROKER_CA); hall-ca.key stays with you.
set -eu

host=${1:?which machine? such as hall.local or 192.168.1.20}
folder=${2:-.}
days=3650
case $host in
  *[!0-9.]*) name="DNS:$host" ;;
  *) name="IP:$host" ;;
esac

umask 077
openssl req -x509 -newkey rsa:2048 -nodes -days "$days" -subj "/CN=Table Companion hall" \
  -addext "keyUsage=critical,keyCertSign,cRLSign" \
  -keyout "$folder/hall-ca.key" -out "$folder/hall-ca.crt"
openssl req -newkey rsa:2048 -nodes -subj "/CN=$host" \
  -keyout "$folder/hall.key" -out "$folder/hall.csr"
printf 'subjectAltName=%s\nkeyUsage=critical,digitalSignature,keyEncipherment\nextendedKeyUsage=serverAuth\n' \
  "$name" > "$folder/hall.ext"
openssl x509 -req -days "$days" -in "$folder/hall.csr" -extfile "$folder/hall.ext" \
  -CA "$folder/hall-ca.crt" -CAkey "$folder/hall-ca.key" -CAcreateserial -out "$folder/hall.crt"
rm -f "$folder/hall.csr" "$folder/hall.ext"
chmod 644 "$folder/hall-ca.crt" "$folder/hall.crt"
# mosquitto is not root when it reads its key.
if getent group mosquitto >/dev/null 2>&1 && [ "$(id -u)" = 0 ]; then
  chgrp mosquitto "$folder/hall.key" && chmod 640 "$folder/hall.key"
fi
