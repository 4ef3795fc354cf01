# The output limit cuts a character of three bytes.
import sys
sys.stdout.write("x" * (1024 * 1024 - 1) + "\u20ac" * 10)
