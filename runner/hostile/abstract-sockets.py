# The network namespace also separates sockets that have no file.
found = []
for line in open("/proc/self/net/unix").read().splitlines()[1:]:
    found.append(line)
print("sockets", len(found), "devices", len(open("/proc/self/net/dev").read().splitlines()) - 2)
