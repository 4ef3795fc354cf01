# Everything that process ids allow: a program may see and signal only its own processes.
import os, signal
numbers = sorted(int(name) for name in os.listdir("/proc") if name.isdigit())
found = []
for number in range(1, 400):
    if number == os.getpid():
        continue
    for name in ("mem", "environ", "maps", "fd/3", "exe", "root/etc/shadow", "cwd/main.c", "stack", "syscall"):
        try:
            os.close(os.open(f"/proc/{number}/{name}", os.O_RDONLY))
            found.append((number, name))
        except OSError:
            pass
    try:
        handle = os.pidfd_open(number)
        signal.pidfd_send_signal(handle, signal.SIGSTOP)
        signal.pidfd_send_signal(handle, signal.SIGKILL)
        os.close(handle)
    except OSError:
        pass
print("numbers", len(numbers), "found", found)
