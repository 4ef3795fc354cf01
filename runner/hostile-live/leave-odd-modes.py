import termios, tty

modes = termios.tcgetattr(0)
tty.setraw(0)
modes = termios.tcgetattr(0)
modes[2] |= termios.CSTOPB
modes[6][termios.VINTR] = b"q"
termios.tcsetattr(0, termios.TCSANOW, modes)
termios.tcflow(1, termios.TCOOFF)
termios.tcflow(1, termios.TCOON)
print("\x1b[?1049h\x1b]0;title\x07\x1b[?1000h", end="", flush=True)
