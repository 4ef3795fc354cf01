count = 0
try:
    for count in range(1_000_000):
        open(f"/tmp/{count}", "w").close()
except OSError as error:
    print("stopped", count < 10_000, error.errno)
