# Everything that a curious student would try to read.
import glob
import os
paths = [
    "/etc/shadow", "/etc/passwd", "/proc/1/environ", "/proc/1/mem", "/proc/1/maps", "/proc/kcore",
    "/proc/sysrq-trigger", "/root/.ssh/id_rsa", "/var/lib", "/home", "/mnt", "/srv", "/sys/fs/cgroup",
    "/dev/mem", "/dev/vda", "/dev/sda", "/dev/kmsg",
]
readable = []
for path in paths:
    try:
        names = os.listdir(path) if os.path.isdir(path) else open(path, "rb").read(1)
        if names:
            readable.append(path)
    except OSError:
        pass
print("readable", readable, dict(os.environ))
