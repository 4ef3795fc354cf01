"""Python reads this file before a program that uses numpy, pandas or matplotlib: it imports them ahead."""

import os
import sys

here = os.path.dirname(__file__)
for name in os.environ.pop("VLABS_AHEAD").split():
    try:
        __import__(name)
    except Exception:
        # The same error is raised in the program, if it needs the package.
        pass
if "matplotlib.pyplot" in sys.modules:
    import vlabs_figures

# Nothing of this is left for the program to see.
os.environ.pop("PYTHONPATH", None)
if here in sys.path:
    sys.path.remove(here)
