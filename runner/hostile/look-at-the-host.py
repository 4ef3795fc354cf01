# Everything that reveals the machine: its disks, mounts, settings, devices and files.
import os
told = [name for name in os.listdir("/proc") if not name.isdigit() and name not in ("self", "thread-self")]
for name in (
    "config.gz", "version", "cmdline", "swaps", "partitions", "modules", "kallsyms", "interrupts", "mounts", "cpuinfo",
    "filesystems", "devices", "crypto", "iomem", "ioports", "bus", "tty/drivers", "sys/kernel/version", "net/dev",
):
    if os.path.exists("/proc/" + name):
        told.append(name)
for process in ("self", "1", "thread-self", str(os.getpid()), f"self/task/{os.getpid()}"):
    for name in ("mountinfo", "mounts", "mountstats"):
        try:
            if open(f"/proc/{process}/{name}").read():
                told.append(f"{process}/{name}")
        except OSError:
            pass
for path in ("/sys", "/boot", "/mnt", "/oldroot", "/proc/self/root/sys", "/proc/1/root/boot"):
    if os.path.exists(path):
        told.append(path)
os.chdir("/")
for _ in range(20):
    os.chdir("..")
print("told", told, "above", sorted(set(os.listdir(".")) - set(os.listdir("/"))), os.getcwd())
