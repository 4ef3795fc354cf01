"""Composes the steps of the trace: the changes of frames, variables, objects and streams since the step before."""
import re

import gdb

from differences import find_parts
from containers import Wrapped
from frames import BY_GDB, FIXED, MAX_VARIABLES, THROUGH_SLOT, Activation, measure
from names import cut, short_type
from writer import MAX_BYTES

# Frames further out are not read again until they are among the innermost.
WATCHED = 24


class Steps:
    def __init__(self, scene, scopes, writer, streams):
        self.scene = scene
        self.scopes = scopes
        self.writer = writer
        self.output, self.errors, self.input = streams
        self.stack = []
        self.count = 0
        self.line_written = None
        self.file_written = 0
        # Since the last step that was written.
        self.ended = 0
        self.begun = []
        self.globals = []
        self.files_seen = set()
        self.static_values = {}
        self.static_data = {}
        self.input_written = 0
        # The place of the last step, if it was no event.
        self.last = None
        # While an exception is under way, how many were caught before.
        self.catches = None

    # ---- frames ----

    def move(self, place, address, stack_pointer):
        """Brings the frames up to date. Returns whether the innermost one is new."""
        stack = self.stack
        while stack and (stack[-1].returned or stack[-1].address < address):
            self.pop()
        if stack and stack[-1].address == address and stack[-1].function is not place.function:
            self.pop()
        is_new = not stack or stack[-1].address != address
        if is_new:
            stack.append(Activation(place.function, address))
            self.begun.append(place.function.name)
        top = stack[-1]
        top.low = stack_pointer
        top.enter(place)
        top.scope = self.scopes.of(place)
        if place.file not in self.files_seen:
            self.files_seen.add(place.file)
            self.add_statics(self.scopes.globals_of(place))
        self.add_statics(top.scope.statics)
        return is_new

    def pop(self):
        self.stack.pop()
        if self.begun:
            self.begun.pop()
        else:
            self.ended += 1

    def add_statics(self, statics):
        names = {variable.name for variable in self.globals}
        for variable in statics:
            if variable.name not in names and len(self.globals) < MAX_VARIABLES:
                self.globals.append(variable)

    # ---- steps ----

    def call(self, place):
        self.write({"e": "call"}, (place.function.file, place.function.line))

    def line(self, place):
        self.write({}, (place.file, place.line))
        self.last = (self.stack[-1], place)

    def is_going_on(self, place):
        """The last step was at another place of the same line and call."""
        activation, last = self.last or (None, None)
        if activation is not self.stack[-1] or last is place:
            return False
        return (last.file, last.line) == (place.file, place.line)

    def note_throw(self):
        for activation in self.stack:
            activation.is_unwound = True
        self.catches = self.scene.report.catches

    def note_catch(self):
        """Until then, only what the compiler wrote runs in the calls that the exception leaves."""
        if self.catches is None:
            return
        self.scene.report.refresh()
        if self.scene.report.catches != self.catches:
            self.catches = None
            for activation in self.stack:
                activation.is_unwound = False

    def leave(self, place, returned):
        self.write({"e": "return"}, (place.file, place.line), returned)
        self.stack[-1].returned = True

    def event(self, kind, text):
        """At the line where the innermost function is."""
        self.scene.memory.forget()
        while self.stack and self.stack[-1].returned:
            self.pop()
        where = self.stack[-1].line if self.stack else None
        if kind == "exception":
            self.note_throw()
        self.write({"e": kind, "v": text}, where)

    def write(self, step, where, returned=None):
        """`returned` is None unless the innermost function ends; else it has the layout and bytes of a value, if any."""
        self.count += 1
        self.last = None
        if where is not None:
            self.add_place(step, *where)
        if self.ended:
            step["p"] = self.ended
        if self.begun:
            step["c"] = self.begun
        self.ended = 0
        self.begun = []
        self.add_state(step, returned)
        self.add_streams(step)
        self.writer.write(step)

    def add_place(self, step, file, line):
        if file != self.file_written:
            self.file_written = step["f"] = file
        if line != self.line_written:
            self.line_written = step["l"] = line

    def add_streams(self, step, is_last=False):
        printed, complained = self.output.take(is_last), self.errors.take(is_last)
        if printed:
            step["o"] = printed
        if complained:
            step["E"] = complained
        if not is_last:
            used, asks = self.input.look(self.scene.memory, self.scene.report)
            if used != self.input_written:
                self.input_written = step["i"] = used
            if asks:
                step["q"] = True

    def has_printed_much(self):
        return self.output.size() + self.errors.size() > MAX_BYTES

    def finish(self, end):
        """The last lines; without an end if it is None."""
        last = {}
        self.add_streams(last, is_last=True)
        try:
            if last and self.count < 2000:
                self.writer.write(last)
        finally:
            if end is not None:
                self.writer.write(end, is_last=True)
            self.writer.flush()

    # ---- variables and objects ----

    def add_state(self, step, returned):
        scene = self.scene
        scene.report.refresh()
        if returned is None:
            self.measure_top()
        first = max(0, len(self.stack) - WATCHED)
        self.begin_scene(first)
        set_now, gone, parts, pending = [], [], [], []
        pointers = self.read_globals()
        for depth, activation in enumerate(self.stack, 1):
            if depth > first:
                is_over = bool(returned is not None and activation is self.stack[-1])
                self.read_frame(depth, activation, is_over)
            for pointers_of_one in activation.pending.values():
                pending.extend(pointers_of_one)
        value = None
        if returned:
            layout, data = returned[0]
            value, more = scene.decode(layout, data)
            pending.extend(more)
        described = scene.resolve(pointers + pending)
        self.compare(0, self.static_values, self.now_static, (set_now, gone, parts))
        for depth, activation in enumerate(self.stack, 1):
            if depth > first:
                self.compare(depth, activation.values, activation.now, (set_now, gone, parts))
        if returned:
            step["v"] = value
        self.add_objects(step, described, parts)
        for key, found in (("s", set_now), ("d", gone), ("a", parts), ("t", scene.new_types)):
            if found:
                step[key] = found
        scene.new_types = []

    def measure_top(self):
        """Only gdb knows where arrays of variable length are."""
        if not self.stack:
            return
        top = self.stack[-1]
        for variable in top.visible():
            if variable.how == BY_GDB:
                top.measured[variable.name] = measure(variable, self.scene.layouts)

    def begin_scene(self, first):
        frames = []
        for depth, activation in enumerate(self.stack, 1):
            # Frames that are not read again keep their places.
            if depth > first or activation.places is None:
                activation.places = self.places_of(depth, activation)
            frames.append((activation.address, activation.places))
        fixed = [
            (one.place, one.place + one.layout.size, 0, one.name, one.layout, None) for one in self.globals
        ]
        fixed.sort(key=lambda entry: entry[0])
        low = self.stack[-1].low if self.stack else 0
        self.scene.begin(frames, fixed, low)

    def places_of(self, depth, activation):
        """Where its variables are, also those that are hidden: a pointer to one shows it."""
        found = []
        for variable in activation.scope.variables:
            address, layout = self.locate(activation, variable)
            if address:
                hidden = not variable.is_visible(activation)
                reveal = (lambda one=variable: activation.reveal(one)) if hidden else None
                found.append((address, address + layout.size, depth, variable.name, layout, reveal))
        return found

    def locate(self, activation, variable):
        """Its address and layout; 0 if it has none now."""
        if variable.how == FIXED:
            return variable.place, variable.layout
        if variable.how == BY_GDB:
            found = activation.measured.get(variable.name)
            return found[:2] if found is not None else (0, variable.layout)
        address = activation.address + variable.place
        if variable.how == THROUGH_SLOT:
            address = self.scene.memory.word(address) or 0
        return address, variable.layout

    def read_globals(self):
        self.now_static, pending = {}, []
        for variable in self.globals:
            value, more = self.read(variable.layout, variable.place, self.static_data, (0, variable.name))
            self.now_static[variable.name] = value
            pending.extend(more)
        return pending

    def read_frame(self, depth, activation, is_over):
        before, kept = activation.now, activation.pending
        activation.now, activation.pending = {}, {}
        for variable in activation.visible():
            name = variable.name
            address, layout = self.locate(activation, variable)
            if is_over and name in before and (not layout.is_whole or isinstance(layout, Wrapped)):
                # Its destructor has run.
                activation.now[name], activation.pending[name] = before[name], kept[name]
            elif address:
                found = self.read(layout, address, activation.data, (depth, name))
                activation.now[name], activation.pending[name] = found
            elif activation.measured.get(name) is not None:
                _, layout, data = activation.measured[name]
                activation.now[name], activation.pending[name] = self.scene.decode(layout, data)

    def read(self, layout, address, kept, where):
        """The value and its pointers. Equal bytes without pointers are not decoded again."""
        name = where[1]
        data = self.scene.memory.read(address, layout.shown_size)
        if data is None:
            return ["x", layout.name], ()
        if layout.is_plain:
            before = kept.get(name)
            if before is not None and before[0] == data and before[1] is layout:
                return before[2], ()
        self.scene.add_range(layout, data, *where)
        value, pending = self.scene.decode(layout, data)
        if layout.is_plain:
            kept[name] = (data, layout, value)
        return value, pending

    def compare(self, depth, before, now, found):
        """Adds what changed to `found`, and makes `before` like `now`."""
        set_now, gone, parts = found
        for name in [one for one in before if one not in now]:
            gone.append([depth, name])
            del before[name]
        for name, value in now.items():
            old = before.get(name, before)
            if old is value or same(old, value):
                continue
            patches = find_parts(old, value) if old is not before else None
            if patches is None:
                set_now.append([depth, name, value])
            else:
                parts.extend([depth, name, path, part] for path, part in patches)
            before[name] = value

    def add_objects(self, step, described, parts):
        scene = self.scene
        changed = []
        for thing, description in described:
            is_changed = not thing.is_shown or thing.id in scene.changed
            if description is None or (not is_changed and same(thing.last, description)):
                continue
            patches = None if is_changed else find_parts(thing.last, description, 0)
            if patches is None:
                changed.append([thing.id, *description])
            else:
                parts.extend([thing.id, path, part] for path, part in patches)
            thing.last = description
            thing.is_shown = True
        freed = scene.note_freed()
        gone = scene.note_unreached()
        for key, found in (("h", changed), ("free", freed), ("x", gone)):
            if found:
                step[key] = found

    # ---- exceptions ----

    def describe_thrown(self):
        """The type and the message of what was thrown last."""
        scene = self.scene
        scene.memory.forget()
        scene.report.refresh()
        thrown, information = scene.report.thrown
        name = scene.name_of_class(information)
        if name is None:
            return "exception"
        message = self.message_of(name, thrown)
        return cut(short_type(name) if message is None else "%s: %s" % (short_type(name), message))

    def message_of(self, name, address):
        """The text of the library's exceptions, and values of simple types."""
        layouts = self.scene.layouts
        layout = layouts.text_pointer() if name == "char const*" else layouts.of_name(name)
        data = self.scene.memory.read(address, layout.size) if layout is not None else None
        if data is None:
            return None
        value, _ = self.scene.decode(layout, data)
        if isinstance(value, (str, int)):
            return str(value)
        if value is not None and value[0] == "o":
            # A class that derives from one of the library's has its text as a member.
            return next((text for key, text in value[4] if key == "what()" and isinstance(text, str)), None)
        return value[1] if value is not None and value[0] in "fis" else None


def same(old, new):
    """Equal in JSON: 1 and true are not."""
    if old is new:
        return True
    if old.__class__ is not new.__class__:
        return False
    if old.__class__ is list:
        return len(old) == len(new) and all(map(same, old, new))
    return old == new

