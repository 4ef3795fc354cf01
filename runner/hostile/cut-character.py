# A character of three bytes stands across the place where the output is cut.
import sys
sys.stdout.write("x" * (1024 * 1024 - 1) + "\u20ac" * 10)
