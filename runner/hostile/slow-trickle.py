# Prints a line now and then, so that an idle timeout never fires.
import time
while True:
    print("drip", flush=True)
    time.sleep(0.1)
