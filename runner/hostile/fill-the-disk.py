import os
stopped = []
for folder in ("/box", "/tmp"):
    for number in range(1000):
        try:
            with open(f"{folder}/{number}", "wb") as file:
                file.write(b"x" * 1_000_000)
        except OSError as error:
            stopped.append(error.errno)
            break
print("stopped", stopped)
