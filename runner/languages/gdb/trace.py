"""Traces a program in C or C++ inside gdb (docs/api/traces.md). starter.c starts gdb and the program.

The program stops at each row of its line table. Python handles each stop without leaving gdb's own loop: it reads the
program's memory, and writes what changed as one line.
"""
import os
import sys
import traceback

import gdb

sys.path.insert(0, os.environ["TRACE_FOLDER"])

from frames import Scopes
from layouts import Layouts
from memory import Input, Memory, Report, Stream
from names import short_function
from rows import find_places, find_sources, read_rows
from scene import Scene
from standard import Containers
from steps import Steps
from stops import Tracer
from writer import Writer

SETTINGS = (
    "confirm off",
    "pagination off",
    "width 0",
    "debuginfod enabled off",
    "debug-file-directory /nowhere",
    "auto-solib-add off",
    "libthread-db-search-path /nowhere",
    "disable-randomization off",
    "breakpoint always-inserted on",
    "print thread-events off",
    "print inferior-events off",
    "detach-on-fork on",
    "follow-fork-mode parent",
    "demangle-style gnu-v3",
    "language c++",
    "max-value-size 65536",
    "backtrace past-main on",
)
# The others reach the program without a stop. SIGTRAP is how the library in the program calls.
FATAL = ("SIGSEGV", "SIGBUS", "SIGFPE", "SIGILL", "SIGABRT", "SIGSYS", "SIGXCPU", "SIGXFSZ")
PR_SET_DUMPABLE = 4


def prepare():
    for setting in SETTINGS:
        gdb.execute("set " + setting, to_string=True)
    gdb.execute("handle all nostop noprint pass", to_string=True)
    gdb.execute("handle %s stop print pass" % " ".join(FATAL), to_string=True)
    gdb.execute("handle SIGTRAP stop print nopass", to_string=True)


def become_unreadable():
    """The program has the same user: without this it could write to gdb's memory and to the trace."""
    import ctypes

    if ctypes.CDLL(None).prctl(PR_SET_DUMPABLE, 0, 0, 0, 0) != 0:
        raise OSError("gdb stays dumpable")


def find_base(process, program):
    """Where a program lies that can lie anywhere; 0 for others."""
    with open(program, "rb") as file:
        if file.read(18)[16:18] != b"\x03\x00":
            return 0
    real = os.path.realpath(program)
    with open("/proc/%d/maps" % process, encoding="utf-8", errors="replace") as maps:
        for line in maps:
            words = line.split(None, 5)
            if len(words) == 6 and words[5].strip() == real:
                return int(words[0].split("-")[0], 16)
    return 0


def name_of(symbol):
    """None for functions that are not in the text: those without a line, except the operator of a lambda."""
    name = symbol.name
    if not name or (symbol.line == 0 and not name.startswith("operator()")):
        return None
    return short_function(name) if symbol.line else "lambda"


def is_on_line_of_class(symbol, name):
    """A constructor, destructor or assignment on the line of its class; the compiler wrote those without own lines."""
    owner, _, member = name.rpartition("::")
    if not owner:
        return False
    if not (member.startswith("~") or member == "operator=" or member == owner.rsplit("::", 1)[-1].split("<")[0]):
        return False
    try:
        found = gdb.lookup_symbol(owner, domain=gdb.SYMBOL_STRUCT_DOMAIN)[0]
    except gdb.error:
        return False
    return found is not None and found.line == symbol.line


def main():
    language = os.environ["TRACE_LANGUAGE"]
    program = os.environ["TRACE_PROGRAM"]
    folder = os.path.dirname(os.path.realpath(program))
    prepare()
    gdb.execute("file " + program, to_string=True)
    gdb.execute("starti", to_string=True)
    become_unreadable()
    process = gdb.selected_inferior().pid
    files = find_sources(folder, os.environ["TRACE_FILE"])
    memory = Memory(process)
    report = Report()
    layouts = Layouts(Containers())
    places = find_places(read_rows(files, folder, find_base(process, program)), name_of, is_on_line_of_class)
    scene = Scene(memory, report, layouts)
    writer = Writer()
    writer.write_head(language, files)
    steps = Steps(scene, Scopes(layouts, places), writer, [Stream(5), Stream(6), Input()])
    Tracer(steps, places, process).run()


try:
    main()
except BaseException:
    traceback.print_exc()
    sys.stderr.flush()
    os._exit(91)
os._exit(0)
