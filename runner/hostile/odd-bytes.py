# NUL, bytes that are not valid UTF-8, and no newline at the end.
import sys
sys.stdout.buffer.write(b"a\0b\xff\xfe\xc3")
