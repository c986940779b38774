# Run inside the new system, while it still has compilers: makes of a Debian what the tests find as a Pi.
# What is handed in are the packages to take away at the end.
export DEBIAN_FRONTEND=noninteractive
build=/srv/build

# The kernel's own simulated GPIO chip, which Debian leaves out, from Debian's source; and our buses.
cd $build/module
tar -xf /usr/src/linux-source-*.tar.xz --wildcards --transform='s,.*/,,' \
    '*/drivers/gpio/gpio-sim.c' '*/kernel/irq/irq_sim.c'
# The one function that the kernel does not lend to modules, and the one that it does.
sed -i 's/handle_simple_irq(irq_to_desc(irqnum))/generic_handle_irq_safe(irqnum)/' irq_sim.c
kernel=$(ls /lib/modules)
make -s -C "/lib/modules/$kernel/build" M="$PWD" modules
mkdir -p "/lib/modules/$kernel/extra"
cp ./*.ko "/lib/modules/$kernel/extra"
depmod "$kernel"

# lgpio under the name that Raspberry Pi OS gives it, with its library inside (PYPI).
package=$build/python3-lgpio
mkdir -p $package/DEBIAN
PYPI=1 python3 -m pip install --quiet --no-deps --no-index --no-build-isolation \
    --target $package/usr/lib/python3/dist-packages $build/source/lgpio-*
cat > $package/DEBIAN/control <<END
Package: python3-lgpio
Version: 0.2.2.0
Architecture: amd64
Maintainer: nobody <nobody@localhost>
Depends: python3
Description: lgpio, built from its source
END
dpkg-deb --build $package $build/python3-lgpio.deb
dpkg -i $build/python3-lgpio.deb

# As the installer does it: an environment that sees the system's packages, in which all else is its own.
python3 -m venv --system-site-packages /srv/venv
/srv/venv/bin/python -m pip install --quiet --ignore-installed --no-deps --no-index $build/wheels/*.whl
echo /srv/checkout > "$(echo /srv/venv/lib/python3.*/site-packages)/checkout.pth"

# Programs that ask are told of a Pi; only pip, which chooses files, knows better.
cat >> /etc/python3.13/sitecustomize.py <<END
import platform

platform.machine = lambda: "aarch64"
END
mkdir -p /boot/firmware
printf 'dtparam=spi=on\ndtparam=i2c_arm=on\ndtoverlay=spi1-3cs\n' > /boot/firmware/config.txt
for group in gpio spi i2c; do groupadd --system --force $group; done
cat > /etc/udev/rules.d/99-pi.rules <<END
SUBSYSTEM=="gpio", KERNEL=="gpiochip*", GROUP="gpio", MODE="0660"
SUBSYSTEM=="spidev", GROUP="spi", MODE="0660"
SUBSYSTEM=="i2c-dev", GROUP="i2c", MODE="0660"
END

mkdir /srv/checkout
cat > /etc/systemd/system/kernel-test.service <<END
[Unit]
SuccessAction=poweroff-immediate
FailureAction=poweroff-immediate
[Service]
Type=oneshot
WorkingDirectory=/srv/checkout
ExecStartPre=/bin/tar -xf /dev/vdb
ExecStart=/srv/venv/bin/python -m tests.kernel.guest.run
StandardOutput=file:/dev/ttyS1
StandardError=inherit
[Install]
WantedBy=multi-user.target
END
systemctl enable --quiet kernel-test.service
systemctl mask --quiet avahi-daemon.service avahi-daemon.socket serial-getty@ttyS0.service getty@tty1.service \
    apt-daily.timer apt-daily-upgrade.timer dpkg-db-backup.timer e2scrub_all.timer fstrim.timer systemd-logind.service
echo pi > /etc/hostname

apt-get purge -y -q --autoremove "$@"
dpkg -s python3-venv python3-spidev python3-lgpio avahi-daemon >/dev/null
rm -rf $build /usr/src
