# Files in tmpfs must count as memory, or not fit.
import os
block = b"x" * (1 << 20)
written = 0
try:
    for name in range(1000):
        with open(f"/dev/shm/{name}", "wb") as file:
            file.write(block)
        written += 1
except OSError as error:
    print("stopped", written < 200, error.errno)
