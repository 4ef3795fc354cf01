import termios

print("before", flush=True)
termios.tcflow(1, termios.TCOOFF)
print("never", flush=True)
