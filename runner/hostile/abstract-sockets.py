# The network namespace also separates sockets that have no file.
def lines(name):
    try:
        return open("/proc/self/net/" + name).read().splitlines()
    except OSError:  # Newer kernels show nothing of the network in such a /proc.
        return []


print("sockets", lines("unix")[1:], "devices", [line for line in lines("dev")[2:] if line.split()[0] != "lo:"])
