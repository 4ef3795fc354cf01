# A line now and then, so that a naive watch for silence never fires.
import time
while True:
    print("drip", flush=True)
    time.sleep(0.1)
