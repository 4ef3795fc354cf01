# The network namespace also separates sockets that have no file.
import socket
found = []
for line in open("/proc/net/unix").read().splitlines()[1:]:
    found.append(line)
print("sockets", len(found), "devices", len(open("/proc/net/dev").read().splitlines()) - 2)
