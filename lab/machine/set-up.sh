#!/bin/sh
# Turns a Debian file system into a machine that boots, runs orders.sh, and shuts down.
# set-up.sh TREE MIRROR RELEASE_OF_KERNEL
set -eu
tree=$1 mirror=$2 release=$3

# The kernel is an ordinary program. Installs only the kernel and its modules of that release.
cp "$tree/etc/apt/sources.list" "$tree/tmp/sources.list"
echo "deb $mirror $release main" > "$tree/etc/apt/sources.list"
chroot "$tree" apt-get update -qq
chroot "$tree" sh -c 'cd /tmp && apt-get download -qq user-mode-linux'
mkdir "$tree/tmp/kernel"
dpkg-deb --extract "$tree"/tmp/user-mode-linux_*.deb "$tree/tmp/kernel"
cp "$tree/tmp/kernel/usr/bin/linux.uml" "$tree/usr/bin/linux.uml"
mkdir -p "$tree/usr/lib/modules"
cp -r "$tree"/tmp/kernel/usr/lib/uml/modules/* "$tree/usr/lib/modules/"
for modules in "$tree"/usr/lib/modules/*; do
  chroot "$tree" depmod "$(basename "$modules")"
done
mv "$tree/tmp/sources.list" "$tree/etc/apt/sources.list"
rm -rf "$tree"/tmp/* "$tree"/var/lib/apt/lists/* "$tree"/var/cache/apt/*.bin

echo v-labs-machine > "$tree/etc/hostname"
chroot "$tree" useradd --uid 1000 --create-home --shell /bin/bash teacher
# A user keeps their service manager after logout.
mkdir -p "$tree/var/lib/systemd/linger" "$tree/shared" "$tree/project"
touch "$tree/var/lib/systemd/linger/teacher"

cat > "$tree/etc/systemd/system/orders.service" <<'UNIT'
[Unit]
Description=What the machine is booted for
After=multi-user.target user@1000.service
[Service]
Type=exec
ExecStartPre=mount -t hostfs none /shared -o hostfs=/shared
ExecStartPre=mount -t hostfs none /project -o hostfs=/project
ExecStart=sh /project/lab/machine/orders.sh
ExecStopPost=poweroff --force --force
[Install]
WantedBy=graphical.target
UNIT
chroot "$tree" systemctl enable --quiet orders.service
chroot "$tree" systemctl set-default --quiet graphical.target
