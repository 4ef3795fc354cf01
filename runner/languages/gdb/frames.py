"""Variables: which are in scope at a place, and where they lie."""
import re

import gdb

from values import Layout
from names import cut
from rows import LINE

FBREG = re.compile(r"DW_OP_fbreg (-?\d+)")
# Debugging information may hold any text, and a line break in a command would begin another one.
IDENTIFIER = re.compile(r"[^\W\d][\w$]*\Z")
DEREF = re.compile(r"DW_OP_deref")
MAX_VARIABLES = 200
# How a variable's address is found.
IN_FRAME, THROUGH_SLOT, FIXED, BY_GDB = range(4)


class Variable:
    """A variable of a function, or a static one."""

    __slots__ = ("name", "symbol", "layout", "how", "place", "row", "line")

    def __init__(self, name, symbol, layout, how, place):
        self.name = name
        self.symbol = symbol
        self.layout = layout
        self.how = how
        # An offset from the frame's address, or an address.
        self.place = place
        # The address of the row of its declaration, before which it is hidden.
        self.row = None
        # What has no row is visible after its line.
        self.line = -1 if symbol.is_argument else symbol.line

    def is_visible(self, activation):
        if self in activation.revealed:
            return True
        return activation.furthest > self.line if self.row is None else self.row in activation.left


class Scope:
    """What is visible at a place: variables by name, inner ones over outer ones, and static ones of functions."""

    __slots__ = ("variables", "statics")

    def __init__(self, variables, statics):
        self.variables = variables
        self.statics = statics


class Activation:
    """A call of a function that has not ended."""

    __slots__ = (
        "function", "address", "left", "here", "scope", "values", "now", "data", "pending", "returned", "line", "low",
        "places", "measured", "revealed", "furthest", "is_unwound",
    )

    def __init__(self, function, address):
        self.function = function
        # The canonical frame address: that of the caller's stack before the call.
        self.address = address
        # The rows that it has left, and the one where it is.
        self.left = set()
        # Variables that something points to before their declarations are left.
        self.revealed = set()
        self.here = None
        self.scope = None
        # As last written, as read now, and the bytes of both.
        self.values = {}
        self.now = {}
        self.data = {}
        # The pointers of each variable.
        self.pending = {}
        self.places = None
        # What only gdb knows: address and layout, by name.
        self.measured = {}
        self.returned = False
        self.line = None
        self.furthest = 0
        # An exception leaves it, or will be caught in it.
        self.is_unwound = False
        self.low = address

    def enter(self, place):
        """At another row. What is declared there begins anew."""
        if self.here is not None:
            self.left.add(self.here)
        self.here = place.address
        self.left.discard(place.address)
        if self.revealed:
            self.revealed = {one for one in self.revealed if one.row != place.address}
        self.line = (place.file, place.line)
        if place.why & LINE:
            self.furthest = max(self.furthest, place.line)

    def visible(self):
        scope = self.scope
        if scope is None:
            return []
        return [one for one in scope.variables if one.is_visible(self)]

    def reveal(self, variable):
        self.revealed.add(variable)


class Scopes:
    """Finds the scopes of places."""

    def __init__(self, layouts, places):
        self.layouts = layouts
        self.blocks = {}
        self.statics = {}
        self.rows = {}
        for place in places.values():
            if place.why & LINE:
                self.rows.setdefault(place.function, []).append((place.address, place.line))
        for rows in self.rows.values():
            rows.sort()

    def of(self, place):
        if place.scope is None:
            place.scope = self.find(place)
        return place.scope

    def find(self, place):
        """The program must be there."""
        chain = []
        block = gdb.block_for_pc(place.address)
        while block is not None:
            chain.append(block)
            if block.function is not None:
                break
            block = block.superblock
        found, statics = {}, []
        for block in reversed(chain):
            for variable in self.of_block(block, place.function):
                if variable.how == FIXED:
                    statics.append(variable)
                else:
                    found.pop(variable.name, None)
                    found[variable.name] = variable
        return Scope(list(found.values())[:MAX_VARIABLES], statics)

    def of_block(self, block, function):
        key = (block.start, block.end, block.function is None)
        known = self.blocks.get(key)
        if known is None:
            found = (self.describe(symbol, block, function) for symbol in block)
            known = self.blocks[key] = [one for one in found if one is not None]
        return known

    def describe(self, symbol, block, function):
        if not (symbol.is_variable or symbol.is_argument) or not symbol.name or symbol.name.startswith("__"):
            return None
        if symbol.addr_class == gdb.SYMBOL_LOC_STATIC:
            return self.describe_static(symbol, function.name + "::" + symbol.name)
        variable = self.locate(symbol, block)
        if variable is not None and not symbol.is_argument:
            variable.row = self.row_of(symbol.line, block, function)
        return variable

    def describe_static(self, symbol, name):
        try:
            address = symbol.value().address
        except gdb.error:
            return None
        if address is None:
            return None
        return Variable(cut(name), symbol, self.layouts.of(symbol.type), FIXED, int(address))

    def locate(self, symbol, block):
        name = cut(symbol.name)
        dynamic = symbol.type.strip_typedefs()
        if dynamic.code == gdb.TYPE_CODE_ARRAY and is_variable_length(dynamic):
            return Variable(name, symbol, Layout(name, 0), BY_GDB, 0)
        layout = self.layouts.of(symbol.type)
        if not IDENTIFIER.match(symbol.name):
            return None
        try:
            text = gdb.execute("info address " + symbol.name, to_string=True)
        except gdb.error:
            return Variable(name, symbol, layout, BY_GDB, 0)
        found = FBREG.search(text)
        if found is None:
            return Variable(name, symbol, layout, BY_GDB, 0)
        how = THROUGH_SLOT if DEREF.search(text) else IN_FRAME
        return Variable(name, symbol, layout, how, int(found.group(1)))

    def row_of(self, line, block, function):
        """The row that runs the declaration; None if nothing runs there."""
        rows = self.rows.get(function, ())
        own = [index for index, (address, _) in enumerate(rows) if block.start <= address < block.end]
        found = [index for index in own if rows[index][1] == line]
        if not found:
            before = [address for address, number in rows if number == line and address < block.start]
            return before[-1] if before else None
        # A loop over a range on one line assigns the variable in its second row.
        is_range = any(symbol.name == "__for_begin" for symbol in block)
        index = found[1] if is_range and len(found) > 1 and found[1] == found[0] + 1 else found[0]
        return rows[index][0]

    def globals_of(self, place):
        """The static variables of the program's text that holds the place."""
        block = gdb.block_for_pc(place.address)
        found = []
        if block is None:
            return found
        symtab = gdb.find_pc_line(place.address).symtab
        own = symtab.fullname() if symtab is not None else None
        for part in (block.global_block, block.static_block):
            for symbol in part:
                if symbol.is_variable and symbol.addr_class == gdb.SYMBOL_LOC_STATIC and symbol.name:
                    if symbol.symtab.fullname() == own and not symbol.name.startswith("_"):
                        found.append(symbol)
        found.sort(key=lambda symbol: symbol.line)
        variables = (self.describe_static(symbol, symbol.name) for symbol in found[:MAX_VARIABLES])
        return [one for one in variables if one is not None]


def is_variable_length(type_):
    while type_.code == gdb.TYPE_CODE_ARRAY:
        if type_.dynamic:
            return True
        type_ = type_.target().strip_typedefs()
    return False


def measure(variable, layouts):
    """
    The address and the layout of a variable whose place only gdb knows, and its bytes if it is in a register. None if
    it has no value now.
    """
    try:
        value = gdb.newest_frame().read_var(variable.symbol)
        if value.is_optimized_out:
            return None
        layout = layouts.of(value.type)
        if value.address is not None:
            return int(value.address), layout, None
        return 0, layout, (int(value) & (1 << 8 * layout.size) - 1).to_bytes(layout.size, "little")
    except (gdb.error, ValueError, OverflowError):
        return None
