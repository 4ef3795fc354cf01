"""Where the program stops: chosen from its line table and its instructions."""
import os
import re

import gdb

ROWS = 9
# LOOP: a loop begins again there, on its only line.
ENTRY, LINE, RETURN, LOOP = 1, 2, 4, 8
MAX_TABLE_BYTES = 1 << 25
MAX_FILES = 50
MAX_FUNCTION_BYTES = 1 << 18
ROW = re.compile(r"^(\S.*?)\s+(\d+|-)\s+0x([0-9a-f]+)(?:\[\d+\])?\s*(?:\d+)?\s*(x?)\s*$")
TARGET = re.compile(r"^(j\w+)\s+0x([0-9a-f]+)")
DESTRUCTOR = re.compile(r"D[012]Ev(?:@plt)?>")
HIDDEN = re.compile(r"^(?:_GLOBAL__sub_|__static_initialization)")


class Function:
    """A function of the program's own text."""

    __slots__ = ("name", "line", "file", "low", "high", "symbol", "is_odd", "rows")

    def __init__(self, name, symbol, low, high):
        self.name = name
        self.symbol = symbol
        self.low = low
        self.high = high
        self.line = symbol.line
        self.file = 0
        # Its frame is not laid out as usual; None if that is not known yet.
        self.is_odd = None
        self.rows = []


class Place:
    """An address at which the program stops, and why: a sum of ENTRY, LINE, RETURN and LOOP."""

    __slots__ = ("address", "function", "file", "line", "why", "scope")

    def __init__(self, address, function, file, line, why):
        self.address = address
        self.function = function
        self.file = file
        self.line = line
        self.why = why
        self.scope = None


def table_text():
    size = os.fstat(ROWS).st_size
    return os.pread(ROWS, min(size, MAX_TABLE_BYTES), 0).decode("utf-8", "replace")


def file_in(line, folder):
    """The program's own file that a heading names; None for other headings and files."""
    name = line.removeprefix("CU:").strip().removesuffix("[++]").removesuffix(":")
    path = os.path.normpath(os.path.join(folder, name))
    return path[len(folder) + 1 :] if path.startswith(folder + "/") else None


def is_heading(line):
    return line.endswith((":", "[++]")) and not line.startswith("Contents of ")


def find_sources(folder, main):
    """The program's files that have rows, the main one first."""
    found = {file_in(line, folder) for line in table_text().splitlines() if is_heading(line)}
    return [main, *sorted(found - {None, main})][:MAX_FILES]


def read_rows(files, folder, base):
    """Sequences of rows (address, file, line); the file is None if it is not the program's own."""
    known = {name: index for index, name in enumerate(files)}
    sequences, rows, file = [], [], None
    for line in table_text().splitlines():
        if is_heading(line):
            file = known.get(file_in(line, folder))
            continue
        found = ROW.match(line)
        if not found:
            continue
        name, number, address, is_statement = found.groups()
        # The first rows after the heading of a unit may be those of another file.
        is_own = file is not None and name == os.path.basename(files[file])
        if number == "-":
            sequences.append(rows)
            rows = []
        elif is_statement:
            rows.append((int(address, 16) + base, file if is_own else None, int(number)))
    sequences.append(rows)
    return sequences


def find_places(sequences, name_of, is_on_line_of_class):
    """All places, by address. `name_of` gives the name of a function to show; None hides it."""
    places = {}
    functions = {}
    for rows in sequences:
        for address, file, line in rows:
            if file is None:
                continue
            function = find_function(functions, address, name_of)
            if function is not None:
                function.rows.append((address, file, line))
    for function in functions.values():
        if function is not None and not (has_one_line(function) and is_on_line_of_class(function.symbol, function.name)):
            add_places(places, function)
    return places


def has_one_line(function):
    return len({row[1:] for row in function.rows}) == 1


def find_function(functions, address, name_of):
    for low, function in functions.items():
        if function is not None and low <= address < function.high:
            return function
    block = gdb.block_for_pc(address)
    while block is not None and block.function is None:
        block = block.superblock
    if block is None or block.start in functions:
        return None
    name = name_of(block.function)
    if name is None or HIDDEN.match(name) or block.end - block.start > MAX_FUNCTION_BYTES:
        functions[block.start] = None
        return None
    # In front of it may be parts that hardly ever run.
    function = Function(name, block.function, int(block.function.value().address), block.end)
    functions[block.start] = function
    return function


def add_places(places, function):
    rows = merge(sorted(function.rows))
    if len(rows) < 2 or rows[0][0] != function.low:
        return
    function.file = rows[0][1]
    function.line = function.line or rows[0][2]
    code = Code(function)
    closing = closing_lines(function, rows, code)
    before = rows[0][1:]
    ends = [row[0] for row in rows[2:]] + [function.high]
    for (address, file, line), end in zip(rows[1:], ends):
        why = ENTRY if address == rows[1][0] else 0
        # g++ puts the ends of temporary objects on the line of the closing brace.
        if (file, line) not in closing or (code.returns_in(address, end) and code.calls_in(address, end)):
            if code.only_destroys(address, end) and not why and (file, line) not in closing:
                continue
            is_loop = code.is_loop(address, rows)
            is_new = (file, line) != before or why or is_loop
            before = (file, line)
            why |= LOOP if is_loop else 0
            if is_new and not code.only_jumps_to_line(address, end, rows):
                why |= LINE
        if why:
            places[address] = Place(address, function, file, line, why)
    for address in code.returns:
        file, line = line_at(rows, address)
        place = places.setdefault(address, Place(address, function, file, line, 0))
        place.why |= RETURN


def closing_lines(function, rows, code):
    """The lines of the function's end, unless it has only one line."""
    closing = {line_at(rows, address) for address in code.returns}
    return set() if rows[1][1:] in closing and rows[1][2] == function.line else closing


def merge(rows):
    """One row for each address: the last, as all debuggers do."""
    by_address = {}
    for address, file, line in rows:
        by_address[address] = (address, file, line)
    return sorted(by_address.values())


def line_at(rows, address):
    file, line = rows[0][1:]
    for start, its_file, its_line in rows:
        if start > address:
            break
        file, line = its_file, its_line
    return file, line


class Code:
    """What the instructions of a function do."""

    def __init__(self, function):
        self.returns = []
        self.calls = []
        # (from, to, word)
        self.jumps = []
        architecture = gdb.selected_inferior().architecture()
        for one in architecture.disassemble(function.low, function.high - 1):
            self.add(one["addr"], one["asm"])

    def add(self, address, text):
        if text.startswith(("ret", "repz ret")):
            self.returns.append(address)
        elif text.startswith("call"):
            self.calls.append((address, bool(DESTRUCTOR.search(text))))
        elif text.startswith("j"):
            found = TARGET.match(text)
            if found:
                self.jumps.append((address, int(found.group(2), 16), found.group(1)))

    def returns_in(self, start, end):
        return any(start <= address < end for address in self.returns)

    def calls_in(self, start, end):
        return any(start <= address < end for address, _ in self.calls)

    def only_destroys(self, start, end):
        """The row ends a variable, on the line of its declaration."""
        found = [is_destructor for address, is_destructor in self.calls if start <= address < end]
        return bool(found) and all(found)

    def is_handler(self, address):
        """Handlers of exceptions are behind the return."""
        return any(end < address for end in self.returns)

    def is_loop(self, address, rows):
        """A loop begins there, all of it on one line: the others pass a row of that line each time."""
        for start, target, _ in self.jumps:
            if target == address <= start and self.is_handler(start) == self.is_handler(target):
                lines = {row[1:] for row in rows if target <= row[0] <= start}
                if len(lines) == 1:
                    return True
        return False

    def only_jumps_to_line(self, start, end, rows):
        """
        The row is the jump to the condition of a loop on the same line, or the end of a handler, which jumps back to
        the row that follows.
        """
        line = line_at(rows, start)
        for address, target, word in self.jumps:
            if word == "jmp" and start <= address < end and line_at(rows, target) == line:
                if address == start and target >= end:
                    return True
                if self.is_handler(start) and not self.is_handler(target):
                    return True
        return False
