"""Objects, and places in memory."""
from names import cut
from values import Array, Fields


class Thing:
    """An object: memory that is no variable."""

    __slots__ = ("id", "address", "size", "layout", "block", "last", "is_freed", "is_shown", "was_freed", "seen")

    def __init__(self, id_, address, size, layout, block):
        self.id = id_
        self.address = address
        self.size = size
        self.layout = layout
        # The serial number of its block; None if it is in none.
        self.block = block
        self.last = None
        self.is_freed = False
        self.was_freed = False
        self.is_shown = False
        # What was described: the bytes, their description, and its pointers.
        self.seen = None

    @property
    def count(self):
        return max(1, self.size // self.layout.size) if self.layout.size else 0


def first_of(entry):
    return entry[0]


def search(entries, address, target):
    for start, end, depth, name, layout, reveal in entries:
        if start <= address < end or (address == start and start == end):
            if reveal is not None:
                reveal()
            return ["v", depth, cut(name + path_to(layout, address - start, target))]
    return None


def search_end(entries, address):
    """A pointer behind the last element of an array is still one of that array."""
    for _, end, depth, name, layout, _ in entries:
        if address == end and isinstance(layout, Array):
            return ["v", depth, cut("%s[%d]" % (name, layout.count))]
    return None


def path_to(layout, offset, target):
    """A pointer to a whole variable has no path, even if its first part begins there too."""
    if offset == 0 and (target is layout or target.is_weak):
        return ""
    return layout.path(offset, target)


def index_in(thing, offset):
    """The element of an object that is at the offset: of an array, or the member of a struct."""
    layout = thing.layout
    if thing.count == 1:
        if isinstance(layout, Fields):
            index = layout.index_of(offset)
            return () if index is None or offset == 0 else (index,)
        if isinstance(layout, Array) and layout.element.size:
            return (offset // layout.element.size,)
        return () if offset == 0 else (1,)
    return (offset // layout.size,) if layout.size else ()
