"""The memory of the traced program, and what the library in it reports (library.c)."""
import bisect
import mmap
import os
import struct

INPUT, OUTPUT, ERRORS, REPORT = 4, 5, 6, 7
JOURNAL = 4096
HEAD = struct.Struct("<QQQQQQ")
SLOT = struct.Struct("<QQII")
JOURNAL_AT = HEAD.size
SLOTS_AT = JOURNAL_AT + 4 * JOURNAL
SLOTS = 16384
REPORT_BYTES = SLOTS_AT + SLOTS * SLOT.size
MAX_READ = 1 << 20
PAGE = 4096


class Memory:
    """Reads the memory of a stopped process."""

    def __init__(self, process):
        self.process = process
        self.file = os.open("/proc/%d/mem" % process, os.O_RDONLY)
        self.constant = []
        self.pages = {}

    def forget(self):
        """The program has run since the last read."""
        self.pages = {}

    def read(self, address, size):
        """None unless all of it can be read, or if it is absurdly long."""
        if not 0 < size <= MAX_READ or not 0 < address < 1 << 47:
            return None
        start = address % PAGE
        page = self.page(address - start)
        if page is None or start + size <= PAGE:
            return page and page[start : start + size]
        parts = [page[start:]]
        for next_page in range(address - start + PAGE, address + size, PAGE):
            page = self.page(next_page)
            if page is None:
                return None
            parts.append(page)
        return b"".join(parts)[:size]

    def page(self, address):
        if address in self.pages:
            return self.pages[address]
        try:
            data = os.pread(self.file, PAGE, address)
        except OSError:
            data = b""
        page = self.pages[address] = data if len(data) == PAGE else None
        return page

    def word(self, address):
        data = self.read(address, 8)
        return None if data is None else int.from_bytes(data, "little")

    def text(self, address, limit):
        """The bytes up to the first NUL, at most `limit`. None if they cannot be read."""
        found = b""
        while len(found) <= limit:
            # Not beyond the page, because the next one may not exist.
            part = self.read(address + len(found), PAGE - (address + len(found)) % PAGE)
            if part is None:
                return found or None
            end = part.find(b"\0")
            if end >= 0:
                return (found + part[:end])[: limit + 1]
            found += part
        return found[: limit + 1]

    def is_constant(self, address):
        """It is in a part of a file that nothing can write to."""
        for start, end in self.constant:
            if start <= address < end:
                return True
        return False

    def find_constants(self):
        """Call again after libraries were loaded."""
        with open("/proc/%d/maps" % self.process, encoding="utf-8", errors="replace") as maps:
            lines = maps.read().splitlines()[:1000]
        self.constant = []
        for line in lines:
            words = line.split(None, 5)
            if len(words) == 6 and words[1].startswith("r-") and words[5].startswith("/"):
                start, end = words[0].split("-")
                self.constant.append((int(start, 16), int(end, 16)))


class Block:
    __slots__ = ("address", "size", "serial", "is_freed")

    def __init__(self, address, size, serial, is_freed):
        self.address = address
        self.size = size
        self.serial = serial
        self.is_freed = is_freed


class Report:
    """Blocks of memory by address. The program can write to the report, so nothing in it is trusted."""

    def __init__(self):
        self.page = mmap.mmap(REPORT, REPORT_BYTES, mmap.MAP_SHARED, mmap.PROT_READ)
        self.changes = 0
        self.throws = 0
        self.catches = 0
        self.input_stream = 0
        self.thrown = (0, 0)
        self.blocks = {}
        self.starts = []

    def refresh(self):
        changes, self.input_stream, _, *self.thrown, self.catches = HEAD.unpack_from(self.page, 0)
        new = changes - self.changes
        if new == 0:
            return
        if 0 < new <= JOURNAL:
            for change in range(self.changes, changes):
                at = JOURNAL_AT + 4 * (change % JOURNAL)
                slot = int.from_bytes(self.page[at : at + 4], "little")
                if slot < SLOTS:
                    self.take(slot)
        else:
            for slot in range(SLOTS):
                self.take(slot)
        self.changes = changes

    def take(self, slot):
        address, size, serial, is_freed = SLOT.unpack_from(self.page, SLOTS_AT + slot * SLOT.size)
        if serial == 0:
            return
        if address not in self.blocks:
            if len(self.blocks) >= SLOTS:
                return
            bisect.insort(self.starts, address)
        self.blocks[address] = Block(address, size, serial, is_freed != 0)

    def was_thrown(self):
        """Whether something was thrown since the last call."""
        throws = HEAD.unpack_from(self.page, 0)[2]
        is_new = throws != self.throws
        self.throws = throws
        return is_new

    def find(self, address):
        """The block that holds the address, or that ends there."""
        at = bisect.bisect_right(self.starts, address) - 1
        if at < 0:
            return None
        block = self.blocks[self.starts[at]]
        return block if address - block.address <= block.size else None


class Stream:
    """What the program printed since the last call."""

    def __init__(self, file):
        self.file = file
        self.at = 0
        self.rest = b""

    def size(self):
        return os.fstat(self.file).st_size

    def take(self, is_last=False):
        parts = [self.rest]
        while True:
            part = os.pread(self.file, 1 << 16, self.at)
            self.at += len(part)
            parts.append(part)
            if len(part) < 1 << 16:
                break
        data = b"".join(parts)
        self.rest = b""
        if not data:
            return ""
        if not is_last:
            data, self.rest = whole_characters(data)
        return data.decode("utf-8", "replace")


def whole_characters(data):
    """Splits off the first bytes of a character that is not complete yet."""
    for back in range(1, min(4, len(data)) + 1):
        byte = data[-back]
        if byte < 0x80:
            break
        if byte >= 0xC0:
            length = 2 if byte < 0xE0 else 3 if byte < 0xF0 else 4
            if length > back:
                return data[:-back], data[-back:]
            break
    return data, b""


class Input:
    """How much of its input the program has read, and whether it asked for more than there is."""

    EOF_SEEN = 0x10

    def __init__(self):
        self.total = os.fstat(INPUT).st_size
        self.used = 0
        self.has_ended = False

    def look(self, memory, report):
        """The bytes read so far, and whether the program has just met the end."""
        used = os.lseek(INPUT, 0, os.SEEK_CUR)
        flags = 0
        stream = memory.read(report.input_stream, 24) if report.input_stream else None
        if stream is not None:
            flags, next_byte, end = struct.unpack("<I4xQQ", stream)
            if 0 <= end - next_byte <= used:
                used -= end - next_byte
        used = min(max(used, 0), self.total)
        met_end = bool(flags & self.EOF_SEEN) and not self.has_ended
        # The end after a word without a newline is no question for more.
        found = os.pread(INPUT, min(used - self.used, 1024), self.used) if met_end and used > self.used else b""
        self.has_ended = self.has_ended or met_end
        self.used = used
        return used, met_end and not found.strip()
