# Writes every kernel setting, and every shared or system file, back unchanged: every write must fail.
import os
OWN = {"/dev/null", "/dev/zero", "/dev/full", "/dev/random", "/dev/urandom"}
changed = []
for top in ("/proc/sys", "/proc/irq", "/proc/bus", "/shared", "/usr/bin", "/usr/lib/python3.11", "/etc", "/dev"):
    for folder, _, names in os.walk(top):
        for name in names:
            path = os.path.join(folder, name)
            if path in OWN or os.path.islink(path):
                continue
            try:
                file = os.open(path, os.O_WRONLY)
                os.write(file, open(path, "rb").read(4096) or b"\n")
                changed.append(path)
            except OSError:
                pass
for path in ("/proc/sysrq-trigger", "/proc/self/uid_map", "/proc/self/gid_map", "/proc/self/setgroups"):
    try:
        with open(path, "w") as file:
            file.write("0 0 1\n")
        changed.append(path)
    except OSError:
        pass
print("changed", changed)
