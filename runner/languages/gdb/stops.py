"""The stops of the program, and how it ends."""
import os
import time
import traceback

import gdb

from rows import ENTRY, LINE, LOOP, RETURN
from writer import Full

SIGNALS = {
    "SIGSEGV": 11, "SIGBUS": 7, "SIGFPE": 8, "SIGILL": 4, "SIGABRT": 6, "SIGSYS": 31, "SIGXCPU": 24, "SIGXFSZ": 25,
    "SIGKILL": 9, "SIGTERM": 15, "SIGINT": 2, "SIGALRM": 14, "SIGPIPE": 13, "SIGHUP": 1, "SIGQUIT": 3, "SIGUSR1": 10,
    "SIGUSR2": 12, "SIGTRAP": 5,
}
NAMES = {number: name for name, number in SIGNALS.items()}
SIGKILL = 9
MAX_DEPTH = 256
MAX_STEPS = 2000
CPU_SECONDS = 4.0
TICKS = os.sysconf("SC_CLK_TCK")


class Ended(Exception):
    """The trace ends here, with this last line."""

    def __init__(self, line):
        super().__init__(line)
        self.line = line


class Stop(gdb.Breakpoint):
    """gdb asks `stop` whether to stop; the answer is no until the trace ends."""

    def __init__(self, tracer, place):
        super().__init__("*0x%x" % place.address, internal=True)
        self.silent = True
        self.tracer = tracer
        self.place = place

    def stop(self):
        return self.tracer.handle(self.place)


class Tracer:
    def __init__(self, steps, places, process):
        self.steps = steps
        self.process = process
        self.program = file_of(process)
        self.thread = gdb.selected_thread().num
        self.end = None
        self.failure = None
        self.signal = None
        self.exited = None
        # What is under way, and how many calls there were.
        self.was_thrown = None
        self.thrown_at = 0
        self.looked = 0
        for place in places.values():
            Stop(self, place)
        gdb.execute("catch exec", to_string=True)
        gdb.events.stop.connect(self.on_stop)
        gdb.events.exited.connect(self.on_exit)

    def on_stop(self, event):
        # gdb reports a trap of the program as an event of no kind.
        self.signal = event.stop_signal if isinstance(event, gdb.SignalEvent) else "SIGTRAP"

    def on_exit(self, event):
        self.exited = getattr(event, "exit_code", None)

    def run(self):
        """Returns after the last line was written."""
        self.guard(self.follow)
        if self.failure is not None:
            traceback.print_exception(self.failure)
        self.steps.finish(self.end or {"end": "killed"})

    def guard(self, act, *arguments):
        """Whether the trace has ended."""
        try:
            act(*arguments)
        except Ended as end:
            self.end = end.line
        except Full:
            self.end = {"end": "bytes"}
        except Exception as error:
            self.failure = error
        return self.end is not None or self.failure is not None

    def follow(self):
        command = "continue"
        while True:
            self.signal = None
            try:
                gdb.execute(command, to_string=True)
            except gdb.error:
                # It cannot stop in another program.
                self.check_program()
                raise
            if self.end is not None or self.failure is not None:
                return
            if not gdb.selected_inferior().pid:
                raise Ended(self.end_of_process())
            self.check_program()
            command = self.on_signal(self.signal or "SIGTRAP")

    def check_program(self):
        if gdb.selected_inferior().pid and file_of(self.process) != self.program:
            raise Ended({"end": "untraced"})

    def on_signal(self, name):
        """The command that goes on."""
        if name == "SIGTRAP":
            if self.steps.scene.report.was_thrown():
                self.on_throw()
                return "continue"
            # The program's own.
            return "signal SIGTRAP"
        if name == "SIGXFSZ" and self.steps.has_printed_much():
            raise Ended({"end": "bytes"})
        if name == "SIGXCPU":
            raise Ended({"end": "time"})
        if name != "SIGABRT" or self.was_thrown is None:
            self.check_limits()
            self.steps.event("signal", name)
        return "continue"

    def on_throw(self):
        if gdb.selected_thread().num != self.thread:
            return
        self.check_limits()
        self.was_thrown = self.steps.describe_thrown()
        self.steps.event("exception", self.was_thrown)
        self.thrown_at = len(self.steps.stack)

    def end_of_process(self):
        if self.exited is not None:
            return {"end": "exit", "code": int(self.exited)}
        number = gdb.convenience_variable("_exitsignal")
        number = SIGKILL if number is None else int(number)
        if number == SIGKILL:
            # Whoever sees how this process ends knows why: for want of memory, for example.
            self.steps.finish(None)
            os.kill(os.getpid(), SIGKILL)
        if number == 6 and self.was_thrown is not None:
            return {"end": "exception", "code": number, "text": self.was_thrown}
        return {"end": "signal", "code": number, "text": NAMES.get(number, "signal %d" % number)}

    def check_limits(self):
        if self.steps.count >= MAX_STEPS:
            raise Ended({"end": "steps"})
        if self.steps.count >= self.looked + 20:
            self.looked = self.steps.count
            if time.process_time() + self.program_seconds() > CPU_SECONDS:
                raise Ended({"end": "time"})

    def program_seconds(self):
        with open("/proc/%d/stat" % self.process, "rb") as file:
            fields = file.read().rsplit(b")", 1)[1].split()
        return (int(fields[11]) + int(fields[12])) / TICKS

    def handle(self, place):
        return self.guard(self.at, place)

    def at(self, place):
        if gdb.selected_thread().num != self.thread:
            return
        self.check_limits()
        steps = self.steps
        steps.scene.memory.forget()
        frame = gdb.newest_frame()
        stack = int(frame.read_register("rsp"))
        is_return = bool(place.why & RETURN)
        address = stack + 8 if is_return else self.frame_address(place.function, frame)
        steps.note_catch()
        is_new = steps.move(place, address, stack)
        if len(steps.stack) <= self.thrown_at:
            self.was_thrown = None
        if len(steps.stack) >= MAX_DEPTH:
            raise Ended({"end": "depth"})
        if is_return:
            steps.leave(place, returned_value(frame, place.function, steps))
            return
        shows_call = is_new and bool(place.why & ENTRY)
        if shows_call:
            steps.call(place)
            self.check_limits()
        if self.shows_line(place, shows_call):
            steps.line(place)

    def shows_line(self, place, shows_call):
        if not place.why & LINE or self.steps.stack[-1].is_unwound:
            return False
        if shows_call:
            return place.line != place.function.line
        # Compilers spread statements over several places.
        return not self.steps.is_going_on(place) or bool(place.why & LOOP)

    def frame_address(self, function, frame):
        """After the prologue, rbp tells it, except in functions that align their frame."""
        usual = int(frame.read_register("rbp")) + 16
        if function.is_odd is None:
            function.is_odd = canonical_address(frame, usual) != usual
        return canonical_address(frame, usual) if function.is_odd else usual


def file_of(process):
    """Tells programs apart, also if their files were removed."""
    found = os.stat("/proc/%d/exe" % process)
    return found.st_dev, found.st_ino


def canonical_address(frame, usual):
    older = frame.older()
    return usual if older is None else int(older.read_register("rsp"))


def returned_value(frame, function, steps):
    """In a list; empty for void, and where the calling convention is not known."""
    type_ = function.symbol.type.target()
    if type_ is None or type_.strip_typedefs().code == gdb.TYPE_CODE_VOID:
        return []
    bare = type_.strip_typedefs()
    layout = steps.scene.layouts.of(bare)
    if bare.code == gdb.TYPE_CODE_FLT:
        if bare.sizeof > 8:
            return []
        data = (int(frame.read_register("xmm0")["v2_int64"][0]) & (1 << 64) - 1).to_bytes(8, "little")
    elif bare.code in (gdb.TYPE_CODE_STRUCT, gdb.TYPE_CODE_UNION):
        data = returned_class(frame, layout, steps)
    else:
        data = (int(frame.read_register("rax")) & (1 << 64) - 1).to_bytes(8, "little") + bytes(8)
    return [] if data is None else [(layout, data)]


def returned_class(frame, layout, steps):
    """In memory if it is large or has a constructor, else in registers, which only gdb could sort."""
    address = int(frame.read_register("rax")) & (1 << 64) - 1
    if layout.size > 16 or steps.scene.is_on_stack(address):
        return steps.scene.memory.read(address, layout.size)
    return None

