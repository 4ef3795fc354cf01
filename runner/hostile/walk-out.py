# Attempts to leave the file system: another root, other processes' roots and descriptors.
import os
ways = {
    "root of process 1": lambda: os.listdir("/proc/1/root"),
    "descriptors of process 1": lambda: os.listdir("/proc/1/fd"),
    "working folder of process 1": lambda: os.listdir("/proc/1/cwd"),
    "chroot": lambda: os.chroot("/tmp"),
    "write to the system": lambda: open("/usr/bin/planted", "w"),
    "write to the root": lambda: open("/planted", "w"),
    "write to the devices": lambda: open("/dev/planted", "w"),
    "make a device": lambda: os.mknod("/tmp/disk", 0o60600, os.makedev(254, 0)),
    "user namespaces": lambda: open("/proc/sys/user/max_user_namespaces", "w").write("100"),
    "other users": lambda: os.setuid(0),
}
open_ways = []
for name, way in ways.items():
    try:
        way()
        open_ways.append(name)
    except OSError:
        pass
print("open", open_ways, "descriptors", sorted(os.listdir("/proc/self/fd"))[:3])
