"""Runs a Python program and writes its trace (docs/api/traces.md) to standard output.

Usage: trace_program.py FILE [ARGUMENT...]

The program's own streams are files in memory. It shares this process, so it can change its trace: nothing depends on
one being true. No method of the program is called except where the program itself calls it.
"""

import sys

IMPORTED_BEFORE = frozenset(sys.modules)

import atexit
import json
import linecache
import os
import signal
import threading
import types
# The program may replace what is in modules.
from os import _exit as exit_process, getpid, kill
from sys import setrecursionlimit, settrace
from time import process_time

from trace_objects import Objects
from trace_streams import Streams
from trace_values import cut, is_hidden, name_of, text_value

MAX_STEPS = 2000
MAX_DEPTH = 256
MAX_BYTES = 4 * 1024 * 1024
# Room for the last line.
END_BYTES = 1024
CPU_SECONDS = 4.0
# Frames further out are not looked at again until they are the innermost ones.
WATCHED_FRAMES = 24
MAX_FILES = 50
# Characters, each of which may count as two.
MAX_END_TEXT = 200
BOX = os.getcwd() + '/'

CO_OPTIMIZED = 1
# Enough to write the last line where the program is at its limit.
ENDING_RECURSION = 10_000
encode_json = json.JSONEncoder(separators=(',', ':'), ensure_ascii=False).encode
COMPREHENSIONS = ('<listcomp>', '<setcomp>', '<dictcomp>')
PLAIN = {id(kind) for kind in (str, int, float, bool, type(None))}
# Python refuses to write integers of more digits than the program allows: at least 640.
MAX_ARGUMENT_BITS = 2000
UNREMARKABLE = (StopIteration, StopAsyncIteration, GeneratorExit)


class Activation:
    """A frame of the program that is on the stack."""

    def __init__(self, frame):
        self.frame = frame
        self.shown = {}
        self.is_raising = False


class Tracer:
    """Writes a step at each event in the program's own files."""

    def __init__(self, streams, files):
        self.streams = streams
        self.stack = []
        self.objects = Objects()
        self.steps = 0
        self.written = 0
        self.ended = 0
        self.begun = []
        self.line = None
        self.file = 0
        self.files = files
        self.paths = {BOX + file: index for index, file in enumerate(files)}
        self.is_copy = False
        self.started_at = process_time()

    def write(self, line):
        text = encode_json(line)
        data = text.encode('utf-8', 'replace') + b'\n'
        if self.written + len(data) > MAX_BYTES - END_BYTES and 'end' not in line:
            self.end({'end': 'bytes'})
        self.written += len(data)
        self.streams.write_trace(data)

    def write_head(self):
        self.write({'trace': 1, 'language': 'python', 'files': self.files})

    def end(self, line):
        """Writes the last line and leaves at once: the program must not go on without its tracer."""
        settrace(None)
        try:
            if not self.is_copy:
                self.write(line)
        except BaseException:
            # The program closed the trace: its status would not be true.
            kill(getpid(), signal.SIGKILL)
        exit_process(line.get('code', 0))

    def fail(self, error):
        """Ends the trace after an error in the tracer. Raises one of the program, such as of its signal handler."""
        if isinstance(error, RecursionError):
            setrecursionlimit(ENDING_RECURSION)
            self.end({'end': 'depth'})
        if is_raised_by_program(error):
            raise error
        self.end({'end': 'memory' if isinstance(error, MemoryError) else 'untraced'})

    def leave_to_parent(self):
        """A copy of the process is not traced."""
        settrace(None)
        self.is_copy = True

    def on_event(self, frame, event, value):
        """What Python calls when a function begins."""
        try:
            return self.begin(frame)
        except BaseException as error:
            self.fail(error)

    def begin(self, frame):
        code = frame.f_code
        is_known = code.co_filename in self.paths
        is_class_body = not code.co_flags & CO_OPTIMIZED and code.co_name != '<module>'
        if not is_known or is_class_body or code.co_name in COMPREHENSIONS:
            return None
        if len(self.stack) >= MAX_DEPTH:
            self.end({'end': 'depth'})
        if self.stack:
            self.begun.append(name_of_frame(frame))
        self.stack.append(Activation(frame))
        if len(self.stack) > 1:
            self.step(frame, {'e': 'call'})
        return self.on_line

    def on_line(self, frame, event, value):
        """What Python calls for what happens in a function."""
        try:
            return self.go_on(frame, event, value)
        except BaseException as error:
            self.fail(error)

    def go_on(self, frame, event, value):
        if not self.stack or self.stack[-1].frame is not frame:
            return self.on_line
        activation = self.stack[-1]
        if event == 'line':
            activation.is_raising = False
            self.step(frame, {})
        elif event == 'exception':
            kind, error, _ = value
            if not issubclass(kind, UNREMARKABLE):
                activation.is_raising = True
                self.step(frame, {'e': 'exception', 'v': text_value(describe_error(kind, error))})
        elif event == 'return':
            self.leave(activation, value)
        return self.on_line

    def leave(self, activation, value):
        is_outermost = len(self.stack) == 1
        if is_outermost:
            if not activation.is_raising:
                self.step(activation.frame, {})
        elif activation.is_raising:
            self.step(activation.frame, {'e': 'return'})
        else:
            self.step(activation.frame, {'e': 'return'}, returned=(value,))
        if not is_outermost:
            self.stack.pop()
            if self.begun:
                self.begun.pop()
            else:
                self.ended += 1

    def step(self, frame, step, returned=()):
        if self.steps == MAX_STEPS:
            self.end({'end': 'steps'})
        if process_time() - self.started_at > CPU_SECONDS:
            self.end({'end': 'time'})
        self.steps += 1
        self.add_place(frame, step)
        if self.ended:
            step['p'] = self.ended
        if self.begun:
            step['c'] = self.begun
        self.ended = 0
        self.begun = []
        self.add_state(step, returned)
        self.streams.add_to(step)
        self.write(step)

    def add_place(self, frame, step):
        file = self.paths[frame.f_code.co_filename]
        if file != self.file:
            self.file = step['f'] = file
        if frame.f_lineno != self.line and frame.f_lineno:
            self.line = step['l'] = frame.f_lineno

    def add_state(self, step, returned):
        """Adds the changes of variables and objects."""
        objects = self.objects
        objects.begin()
        set_now = []
        gone = []
        first = max(1, len(self.stack) - WATCHED_FRAMES)
        for depth, activation in enumerate(self.stack):
            if depth == 0 or depth >= first:
                self.compare(depth, activation, set_now, gone)
            else:
                for value in activation.shown.values():
                    objects.keep(value)
        values = [objects.encode(value) for value in returned]
        objects.add_to(step)
        if values:
            step['v'] = values[0]
        if set_now:
            step['s'] = set_now
        if gone:
            step['d'] = gone

    def compare(self, depth, activation, set_now, gone):
        variables = activation.frame.f_locals
        shown = activation.shown
        now = {}
        # `exec` takes any object in place of variables.
        is_plain = issubclass(type(variables), dict)
        for name, value in list(dict.items(variables)) if is_plain else []:
            if is_hidden(name, value):
                continue
            name = cut(name)
            now[name] = encoded = self.objects.encode(value)
            if name not in shown or shown[name] != encoded or type(shown[name]) is not type(encoded):
                set_now.append([depth, name, encoded])
        gone.extend([depth, name] for name in shown if name not in now)
        activation.shown = now


def name_of_frame(frame):
    code = frame.f_code
    if code.co_name == '<module>':
        return 'import ' + os.path.basename(code.co_filename).removesuffix('.py')
    return cut(code.co_qualname if hasattr(code, 'co_qualname') else code.co_name)


def is_raised_by_program(error):
    place = error.__traceback__
    while place is not None and place.tb_next is not None:
        place = place.tb_next
    return place is not None and place.tb_frame.f_code.co_filename.startswith(BOX)


def describe_error(kind, error):
    """As the last line of a traceback, without a call of the program's methods."""
    name = name_of(kind)
    if not isinstance(error, BaseException):
        return name
    arguments = BaseException.__dict__['args'].__get__(error)
    write = repr if issubclass(kind, KeyError) else str
    plain = [write_argument(one, write) for one in arguments if id(type(one)) in PLAIN]
    if issubclass(kind, OSError) and len(plain) >= 2:
        plain = [plain[1]]
    return name + ': ' + ', '.join(plain) if plain else name


def write_argument(value, write):
    is_long = type(value) is int and value.bit_length() > MAX_ARGUMENT_BITS
    return 'integer' if is_long else write(value)


def show_error(error):
    """What Python prints, without the frames of the tracer."""
    place = error.__traceback__
    while place is not None and not place.tb_frame.f_code.co_filename.startswith(BOX):
        place = place.tb_next
    sys.excepthook(type(error), error.with_traceback(place), place)


def list_files(main):
    """The program's files, the main one first."""
    found = []
    for folder, _, names in os.walk(BOX):
        found.extend(os.path.join(folder, name)[len(BOX):] for name in names if name.endswith('.py'))
        if len(found) > MAX_FILES:
            break
    return [main, *sorted(file for file in found if file != main)[:MAX_FILES]]


def compile_program(path, source, streams):
    try:
        return compile(source, path, 'exec', dont_inherit=True)
    except (SyntaxError, ValueError) as error:
        # As Python itself does: there is nothing to trace.
        sys.excepthook(type(error), error.with_traceback(None), None)
        streams.show_errors()
        exit_process(1)


def run(tracer, code, path):
    """Runs the program as Python does. Returns the last line of its trace."""
    main = types.ModuleType('__main__')
    main.__dict__.update(__file__=path, __builtins__=__builtins__)
    sys.modules['__main__'] = main
    trace = tracer.on_event
    try:
        settrace(trace)
        exec(code, main.__dict__)
        is_traced = sys.gettrace() is not None
        settrace(None)
        return {'end': 'exit', 'code': 0} if is_traced else {'end': 'untraced'}
    except SystemExit as exit:
        settrace(None)
        return end_of_exit(exit)
    except KeyboardInterrupt as error:
        settrace(None)
        show_error(error)
        return {'end': 'signal', 'code': signal.SIGINT, 'text': 'KeyboardInterrupt'}
    except BaseException as error:
        settrace(None)
        show_error(error)
        return {'end': 'exception', 'code': 1, 'text': describe_error(type(error), error)[:MAX_END_TEXT]}


def end_of_exit(exit):
    status = exit.code
    if status is None:
        return {'end': 'exit', 'code': 0}
    if type(status) is int:
        return {'end': 'exit', 'code': status & 255}
    print(status, file=sys.stderr)
    return {'end': 'exit', 'code': 1}


def forget_imports(files):
    """Lets the program import its own files in place of modules that only the tracer imported."""
    for name in set(sys.modules) - IMPORTED_BEFORE:
        if name.split('.')[0] + '.py' in files or name.startswith('trace_'):
            del sys.modules[name]


def end_as_python_does(tracer):
    """Waits for threads, calls what the program registered, and lets its objects go."""
    for finish in (threading._shutdown, atexit._run_exitfuncs):
        try:
            finish()
        except BaseException as error:
            show_error(error)
    tracer.stack = []
    tracer.objects = Objects()
    variables = sys.modules['__main__'].__dict__
    for name in [name for name in variables if not name.startswith('__')]:
        variables[name] = None


def main():
    file = sys.argv[1]
    path = BOX + file
    with open(path, 'rb') as program:
        source = program.read()
    streams = Streams()
    code = compile_program(path, source, streams)
    linecache.lazycache(path, {'__name__': '__main__'})
    tracer = Tracer(streams, list_files(file))
    os.register_at_fork(after_in_child=tracer.leave_to_parent)
    tracer.write_head()
    forget_imports(tracer.files)
    sys.argv = sys.argv[1:]
    sys.path[0] = BOX.rstrip('/')
    end = run(tracer, code, path)
    try:
        end_as_python_does(tracer)
    except BaseException:
        # The program changed what Python itself needs to end.
        pass
    streams.close()
    if tracer.is_copy:
        exit_process(end.get('code', 0))
    last = {}
    streams.add_to(last)
    if last:
        tracer.write(last)
    tracer.end(end)


main()
