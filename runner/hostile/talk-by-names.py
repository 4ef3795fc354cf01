# Two at once: both make everything that has a name or a number, and look for the other's.
import ctypes, os, socket, sys, time
system = ctypes.CDLL(None, use_errno=True)
speaks = sys.stdin.read(1) == "s"
heard = set()
if speaks:
    listening = [socket.socket(socket.AF_UNIX) for _ in range(2)]
    for one, name in zip(listening, ("\0note", "/tmp/note")):
        one.bind(name)
        one.listen()
    system.shmget(4711, 4096, 0o1666), system.msgget(4711, 0o1666), system.semget(4711, 1, 0o1666)
    system.mq_open(b"/note", os.O_CREAT | os.O_RDWR, 0o666, None)
    open("/dev/shm/note", "w").close()
for _ in range(15):
    if not speaks:
        for name in ("\0note", "/tmp/note"):
            try:
                socket.socket(socket.AF_UNIX).connect(name)
                heard.add("socket")
            except OSError:
                pass
        for name, found in {
            "memory": system.shmget(4711, 4096, 0), "messages": system.msgget(4711, 0),
            "semaphores": system.semget(4711, 1, 0), "queue": system.mq_open(b"/note", 0),
        }.items():
            if found >= 0:
                heard.add(name)
        heard.update(os.listdir("/dev/shm"))
        heard.update(name for name in os.listdir("/proc") if name.isdigit() and int(name) > 2)
    time.sleep(0.1)
print("heard", sorted(heard))
