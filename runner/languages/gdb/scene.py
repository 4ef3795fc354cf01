"""What pointers point to: variables, objects, freed memory. One scene serves the whole trace, step by step."""
import bisect
import re
from collections import deque

import gdb

from containers import Run, Wrapped
from values import MAX_ELEMENTS, MAX_NESTING, MAX_SIZE, Character, Fields, as_text, elements
from names import cut, short_function
from things import Thing, first_of, index_in, search, search_end

MAX_OBJECTS = 200
# Values of one variable or object.
MAX_VALUES = 4000
UNSET_POINTER = 0xFEFEFEFEFEFEFEFE
STACK_BYTES = 64 << 20
MAX_ARGUMENTS = 1 << 20
# In place of an object: the pointer leads into one.
INSIDE = object()
# It is the program's, and a line break in a command would begin another one.
MANGLED = re.compile(rb"\*?[A-Za-z_0-9][\w.$]*\Z", re.ASCII)


class Scene:
    def __init__(self, memory, report, layouts):
        self.layouts = layouts
        self.shown = {}
        self.memory = memory
        self.report = report
        self.type_numbers = {}
        self.new_types = []
        self.level = 0
        self.values = 0
        self.pending = []
        self.things = {}
        # The object that begins with a block, and others in it by their addresses, by the serial numbers of blocks.
        self.by_block = {}
        self.parts = {}
        self.next_id = 1
        self.texts = {}
        self.functions = {}
        self.tables = {}
        self.was_mapped = 0
        # Of this step.
        self.reached = {}
        # Objects of which a pointer changed although its bytes did not: what it points to was freed.
        self.changed = set()
        self.frames = []
        self.frame_addresses = []
        self.fixed = []
        self.ranges = []
        self.stack_pointer = 0

    # ---- for layouts ----

    def type(self, name):
        number = self.type_numbers.get(name)
        if number is None:
            number = self.type_numbers[name] = len(self.type_numbers)
            self.new_types.append(name)
        return number

    def nest(self, read):
        """None if values are nested too deeply."""
        if self.is_deep():
            return None
        self.level += 1
        try:
            return read()
        finally:
            self.level -= 1

    def is_deep(self):
        return self.level >= MAX_NESTING

    def may_read(self):
        self.values += 1
        return self.values < MAX_VALUES

    def point(self, address, target):
        """A pointer. What it points to is decided when all variables are known."""
        if address == 0:
            return None
        if address == UNSET_POINTER:
            return ["u"]
        if isinstance(target, Character) and target.size == 1:
            text = self.constant_text(address)
            if text is not None:
                return text
        place = ["d"]
        self.pending.append((place, address, target))
        return place

    def constant_text(self, address):
        known = self.texts.get(address)
        if known is not None:
            return known
        if not self.is_constant(address) and not self.is_above_stack(address):
            return None
        data = self.memory.text(address, 512)
        text = None if data is None else as_text(data[:512], len(data))
        if text is not None:
            self.texts[address] = text
        return text

    def is_constant(self, address):
        if self.memory.is_constant(address):
            return True
        # Libraries may have been loaded since.
        if self.was_mapped < 3 and self.report.find(address) is None and not self.is_on_stack(address):
            self.was_mapped += 1
            self.memory.find_constants()
            return self.memory.is_constant(address)
        return False

    def function_at(self, address):
        name = self.functions.get(address)
        if name is None:
            try:
                block = gdb.block_for_pc(address)
                name = short_function(block.function.name) if block and block.function else None
            except gdb.error:
                name = None
            name = self.functions[address] = name or self.symbol_at(address) or "function"
        return name

    def symbol_at(self, address):
        text = gdb.execute("info symbol 0x%x" % address, to_string=True)
        return None if text.startswith("No symbol") else cut(short_function(text.split(" in section")[0]))

    # ---- a step ----

    def begin(self, frames, fixed, stack_pointer):
        """`frames` of the variables in sight: [(address, [(start, end, depth, name, layout, variable)])]."""
        self.frames = frames
        self.frame_addresses = [-address for address, _ in frames]
        self.fixed = fixed
        self.stack_pointer = stack_pointer
        self.reached = {}
        self.changed = set()
        self.ranges = []

    def decode(self, layout, data, at=0):
        """The value, and its pointers, which `resolve` completes."""
        self.values = 0
        self.level = 0
        self.pending = []
        value = layout.read(data, at, self)
        return value, self.pending

    def add_range(self, layout, data, depth, name):
        """Pointers to elements of a vector are pointers to the variable."""
        if isinstance(layout, Wrapped):
            return self.add_range(layout.inner, data[layout.offset :], depth, name)
        if isinstance(layout, Run) and layout.element.size and len(self.ranges) < 100:
            start, end = layout.range(data, 0)
            block = self.report.find(start)
            # A container that is not set may seem to span everything.
            if block is not None and start < end <= block.address + block.size:
                self.ranges.append((start, end, layout.element, depth, name))
        return None

    def resolve(self, pending):
        """
        Completes pointers, and describes all objects that can be reached. Returns [(thing, description)], and notes the
        objects of which only a pointer changed.
        """
        described = []
        # Pointers into objects wait until those to their starts are known.
        inner = deque()
        queue = deque((pointer, None) for pointer in pending)
        while queue or inner:
            if queue:
                (place, address, target), owner = queue.popleft()
                before = place[:]
                thing = self.aim(place, address, target)
                if thing is INSIDE:
                    inner.append((place, address, target, owner))
                    continue
            else:
                place, address, target, owner = inner.popleft()
                before = place[:]
                thing = self.aim_inside(place, address, target)
            if owner is not None and place != before:
                self.changed.add(owner.id)
            if thing is None or thing.id in self.reached:
                continue
            self.reached[thing.id] = thing
            if thing.is_freed:
                described.append((thing, None))
                continue
            before = thing.seen
            description, more = self.describe(thing)
            described.append((thing, description))
            is_kept = before is not None and description is before[1]
            queue.extend((pointer, thing if is_kept else None) for pointer in more)
        return described

    def find_same(self, thing, data):
        """The description of an object whose bytes have not changed, and its pointers."""
        if thing.seen is None or thing.seen[0] != data:
            return None
        return thing.seen[1:]

    def aim(self, place, address, target):
        """Completes one pointer. Returns the object that it leads to, or INSIDE."""
        found = self.find_variable(address, target)
        if found is not None:
            place[:] = found
            return None
        block = self.report.find(address)
        if block is None:
            return self.aim_elsewhere(place, address, target)
        thing = self.by_block.get(block.serial)
        if address != block.address:
            return INSIDE
        if block.is_freed:
            return self.aim_at_freed(place, thing)
        thing = self.thing_in(block, address, target)
        return self.refer(place, thing)

    def refer(self, place, thing, *index):
        if thing.id not in self.reached and len(self.reached) >= MAX_OBJECTS:
            place[:] = ["x", "…"]
            return None
        place[:] = ["r", thing.id, *index]
        return thing

    def aim_at_freed(self, place, thing):
        if thing is None or not (thing.is_shown or thing.was_freed):
            place[:] = ["d"]
            return None
        thing.is_freed = True
        place[:] = ["d", thing.id]
        return thing

    def aim_inside(self, place, address, target):
        block = self.report.find(address)
        thing = self.by_block.get(block.serial)
        if thing is None or not thing.address <= address <= thing.address + thing.size:
            # A part of a block that has another purpose: the element in a node of a map, the object behind a counter.
            thing = self.parts.get((block.serial, address))
        if block.is_freed:
            return self.aim_at_freed(place, thing)
        if thing is None:
            layout = self.real(target, address)
            thing = Thing(self.take_id(), address, self.size_in(block, address, layout), layout, block.serial)
            self.parts[block.serial, address] = thing
        return self.refer(place, thing, *index_in(thing, address - thing.address))

    def thing_in(self, block, address, target):
        thing = self.by_block.get(block.serial)
        layout = self.real(target, address)
        if thing is None or (thing.layout.is_weak and not layout.is_weak):
            id_ = thing.id if thing is not None else self.take_id()
            size = self.size_in(block, address, layout)
            shown = thing is not None and thing.is_shown
            thing = self.by_block[block.serial] = Thing(id_, address, size, layout, block.serial)
            thing.is_shown = shown
        return thing

    def size_in(self, block, address, layout):
        """Of an object in a block: behind the head of an array is all of the block, behind another only one value."""
        offset = address - block.address
        whole = block.size - offset
        if offset == 0 or layout.size == 0:
            return whole
        is_array = offset == 8 and self.memory.word(block.address) == whole // layout.size
        return whole if is_array else min(whole, layout.size)

    def take_id(self):
        self.next_id += 1
        return self.next_id - 1

    def aim_elsewhere(self, place, address, target):
        """No variable and no block: what is on the stack, or in libraries."""
        if self.is_on_stack(address) and address < self.stack_pointer:
            return None
        layout = self.real(target, address)
        if layout.is_weak or self.memory.read(address, max(1, min(layout.size, MAX_SIZE))) is None:
            if self.memory.read(address, 1) is not None:
                place[:] = ["x", layout.name]
            return None
        thing = self.things.get((address, layout))
        if thing is None:
            size = self.size_of_words(address) if self.is_above_stack(address) else layout.size
            thing = self.things[address, layout] = Thing(self.take_id(), address, size, layout, None)
        return self.refer(place, thing)

    def size_of_words(self, address):
        """Of argv, up to its null pointer."""
        count = 0
        while count < MAX_ELEMENTS and self.memory.word(address + 8 * count):
            count += 1
        return 8 * max(1, count)

    def is_above_stack(self, address):
        """Where the kernel has put the arguments and the environment."""
        return bool(self.frames) and 0 <= address - self.frames[0][0] < MAX_ARGUMENTS

    def is_on_stack(self, address):
        return 0 < self.stack_pointer - address < STACK_BYTES or (
            bool(self.frames) and self.stack_pointer <= address < self.frames[0][0] + MAX_ARGUMENTS
        )

    def find_variable(self, address, target):
        """`["v", depth, path]` of the variable that holds the address, or that ends there; None if none does."""
        for start, end, element, depth, name in self.ranges:
            if start <= address <= end:
                index, rest = divmod(address - start, element.size)
                return ["v", depth, cut("%s[%d]%s" % (name, index, element.path(rest, target)))]
        near = self.variables_near(address)
        return search(near, address, target) or search_end(near, address)

    def variables_near(self, address):
        """The variables of the frames, and the static one, that may hold the address."""
        at = bisect.bisect_left(self.frame_addresses, -address)
        near = []
        for index in (at - 1, at):
            if 0 <= index < len(self.frames):
                near.extend(self.frames[index][1])
        at = bisect.bisect_right(self.fixed, address, key=first_of) - 1
        if at >= 0:
            near.append(self.fixed[at])
        return near

    def real(self, layout, address):
        """The class of the object at the address, by the table of its virtual functions."""
        if not layout.has_table:
            return layout
        table = self.memory.word(address)
        if table not in self.tables:
            self.tables[table] = self.class_of(table)
        return self.tables[table] or layout

    def class_of(self, table):
        """None if it is not known, or if the address is not the start of the object."""
        if not table or self.memory.word(table - 16) != 0:
            return None
        name = self.name_of_class(self.memory.word(table - 8) or 0)
        return None if name is None else self.layouts.of_name(name)

    def name_of_class(self, information):
        """The name of a class, or of what was thrown, by its type information."""
        mangled = self.memory.text(self.memory.word(information + 8) or 0, 500)
        if not mangled or not MANGLED.match(mangled):
            return None
        text = gdb.execute("demangle -- _ZTS" + mangled.decode().lstrip("*"), to_string=True).strip()
        return text.removeprefix("typeinfo name for ") if text.startswith("typeinfo name for ") else None

    def describe(self, thing):
        """(kind, type, length, content) of an object, and its pointers."""
        layout, count = thing.layout, thing.count
        self.values = 0
        self.level = 0
        self.pending = []
        shown = min(count, MAX_ELEMENTS, MAX_SIZE // layout.size) if layout.size else 0
        data = self.memory.read(thing.address, shown * layout.size) if shown else None
        if data is None or layout.is_weak:
            size = thing.size if layout.is_weak else 0
            return ["opaque", self.type(layout.name), size, []], []
        known = self.find_same(thing, data)
        if known is None:
            known = self.describe_bytes(layout, data, count, shown)
            # What containers have elsewhere may change while their own bytes do not.
            if layout.is_whole:
                thing.seen = (data, *known)
        return known

    def describe_bytes(self, layout, data, count, shown):
        if count == 1:
            value = layout.read(data, 0, self)
            if value.__class__ is list and value[:1] == ["o"]:
                return value[1:], self.pending
            return ["array", self.type(layout.name), 1, [value]], self.pending
        self.level = 1
        content = elements(layout, data, 0, shown, self)
        return ["array", self.type(cut("%s[%d]" % (layout.name, count))), count, content], self.pending

    def note_freed(self):
        """The ids of objects that were freed since the last call."""
        freed = []
        for thing in self.shown.values():
            if thing.block is not None and not thing.was_freed and self.is_gone(thing):
                thing.is_freed = thing.was_freed = True
                freed.append(thing.id)
        return freed

    def note_unreached(self):
        """The ids of objects that were shown in the last step and cannot be reached any more."""
        gone = [id_ for id_ in self.shown if id_ not in self.reached]
        for id_ in gone:
            self.shown[id_].is_shown = False
        self.shown = {id_: thing for id_, thing in self.reached.items() if thing.is_shown}
        return gone

    def is_gone(self, thing):
        block = self.report.find(thing.address)
        return block is None or block.serial != thing.block or block.is_freed
