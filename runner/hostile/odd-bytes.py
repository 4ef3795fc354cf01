# NUL, bytes that are no text, and no end of line.
import sys
sys.stdout.buffer.write(b"a\0b\xff\xfe\xc3")
