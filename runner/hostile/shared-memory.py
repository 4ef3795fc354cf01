# Files in the memory file systems count as memory, or do not fit.
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
