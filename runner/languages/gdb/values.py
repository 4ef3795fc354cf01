"""How values of a type lie in memory, and how a trace writes them."""
import struct

MAX_ELEMENTS = 60
MAX_TEXT = 120
MAX_TEXT_BYTES = 1024
MAX_NESTING = 5
MAX_MEMBERS = 60
MAX_SIZE = 1 << 20
MAX_EXACT = 1 << 53
UNSET = b"\xfe" * 16
DEEPER = ["x", "…"]


class Layout:
    """Values that are shown only by the name of their type."""

    # It holds no pointers: equal bytes are equal values.
    is_plain = True
    # Nothing of it is elsewhere: equal bytes with the same pointers are equal values.
    is_whole = True
    # It begins with the address of a table of virtual functions.
    has_table = False
    # Worth less than another type of the same memory.
    is_weak = False

    def __init__(self, name, size):
        self.name = name
        self.size = size

    @property
    def shown_size(self):
        """The bytes that `read` looks at, which are the first ones."""
        return self.size

    def read(self, data, at, scene):
        """The value at `at` in `data`, as the trace writes it."""
        return ["x", self.name]

    def path(self, offset, target):
        """What to write after a variable's name for the part at `offset` that a pointer to `target` points to."""
        return ""

    def is_unset(self, data, at):
        size = min(self.size, 16)
        return size > 1 and data[at : at + size] == UNSET[:size]


class Integer(Layout):
    def __init__(self, name, size, is_signed):
        super().__init__(name, size)
        self.is_signed = is_signed
        letter = {1: "b", 2: "h", 4: "i", 8: "q"}.get(size)
        self.letter = letter and (letter if is_signed else letter.upper())

    def read(self, data, at, scene):
        if self.is_unset(data, at):
            return ["u"]
        return exact(int.from_bytes(data[at : at + self.size], "little", signed=self.is_signed))

    def read_many(self, data, at, count):
        """None if one of them needs more than a number."""
        if self.letter is None or self.size > 4:
            return None
        part = data[at : at + count * self.size]
        if self.size > 1 and UNSET[: self.size] in part:
            return None
        return list(struct.unpack("<%d%s" % (count, self.letter), part))


def exact(number):
    return number if -MAX_EXACT <= number <= MAX_EXACT else ["i", str(number)]


class Character(Layout):
    def __init__(self, name, size, is_signed):
        super().__init__(name, size)
        self.is_signed = is_signed

    def read(self, data, at, scene):
        code = int.from_bytes(data[at : at + self.size], "little", signed=self.is_signed)
        if data[at : at + self.size] == UNSET[: self.size]:
            return ["u"]
        is_code = 0 <= code < 128 or (self.size > 1 and 0 <= code < 0xD800)
        return ["c", code] if is_code else code


class Boolean(Layout):
    def read(self, data, at, scene):
        byte = data[at]
        return [False, True][byte] if byte < 2 else ["u"] if byte == 0xFE else byte


class Float(Layout):
    def read(self, data, at, scene):
        if self.is_unset(data, at):
            return ["u"]
        if self.size == 8:
            return ["f", repr(struct.unpack_from("<d", data, at)[0])]
        if self.size == 4:
            return ["f", shortest(struct.unpack_from("<f", data, at)[0])]
        if self.size == 16:
            return ["f", extended(data[at : at + 10])]
        return ["x", self.name]


def shortest(number):
    """The shortest text that is this number as a float."""
    for digits in range(6, 10):
        text = "%.*g" % (digits, number)
        if struct.pack("<f", float(text)) == struct.pack("<f", number):
            break
    return repr(float(text))


def extended(data):
    """A long double of x86."""
    mantissa = int.from_bytes(data[:8], "little")
    word = int.from_bytes(data[8:10], "little")
    exponent = (word & 0x7FFF) - 16383 - 63
    if word & 0x7FFF == 0x7FFF or not -1100 < exponent + 63 < 1000:
        return "nan" if mantissa << 1 & (1 << 64) - 1 else "inf" if word & 0x7FFF == 0x7FFF else "0.0"
    number = float(mantissa) * 2.0**exponent
    return repr(-number if word & 0x8000 else number)


class Enumeration(Layout):
    def __init__(self, name, size, values):
        super().__init__(name, size)
        self.values = values

    def read(self, data, at, scene):
        if self.is_unset(data, at):
            return ["u"]
        number = int.from_bytes(data[at : at + self.size], "little", signed=True)
        name = self.values.get(number)
        return exact(number) if name is None else ["x", name]


class Pointer(Layout):
    """Also a reference."""

    is_plain = False

    def __init__(self, name, layouts, target):
        super().__init__(name, 8)
        self.layouts = layouts
        self.target_type = target
        self.known_target = None

    @property
    def target(self):
        """Found when it is needed, because types may refer to each other."""
        if self.known_target is None:
            self.known_target = self.layouts.of(self.target_type)
        return self.known_target

    def read(self, data, at, scene):
        return scene.point(int.from_bytes(data[at : at + 8], "little"), self.target)


class Code(Layout):
    """A pointer to a function."""

    def read(self, data, at, scene):
        address = int.from_bytes(data[at : at + 8], "little")
        return None if address == 0 else ["u"] if self.is_unset(data, at) else ["x", scene.function_at(address)]


class Array(Layout):
    def __init__(self, name, element, count):
        super().__init__(name, element.size * count)
        self.element = element
        self.count = count
        self.is_plain = element.is_plain
        self.is_whole = element.is_whole
        self.shown = min(count, MAX_ELEMENTS, MAX_SIZE // element.size) if element.size else 0
        self.is_text = isinstance(element, Character) and element.size == 1

    @property
    def shown_size(self):
        return min(self.size, MAX_TEXT_BYTES) if self.is_text else self.shown * self.element.size

    def read(self, data, at, scene):
        if self.is_text:
            text = text_in(data[at : at + min(self.size, MAX_TEXT_BYTES)])
            if text is not None:
                return text
        shown = self.shown
        content = scene.nest(lambda: elements(self.element, data, at, shown, scene))
        if content is None:
            return DEEPER
        return ["o", "array", scene.type(self.name), self.count, content]

    def path(self, offset, target):
        if self.element.size == 0 or (offset == 0 and target is self):
            return ""
        index, rest = divmod(offset, self.element.size)
        return "[%d]%s" % (index, self.element.path(rest, target))


def text_in(data):
    """The text up to NUL; None if it has no NUL, or is no text."""
    end = data.find(b"\0")
    if end < 0:
        return None
    return as_text(data[:end], end)


def as_text(data, length):
    """A text of `length` bytes that begins with `data`. None if it is no text."""
    try:
        text = data.decode("utf-8")
    except UnicodeDecodeError as error:
        if error.start < len(data) - 3 or length == len(data):
            return None
        text = data[: error.start].decode("utf-8")
    if len(text) > MAX_TEXT:
        whole = len(text) if length == len(data) else length
        return ["s", text[:MAX_TEXT], whole]
    return text if length <= len(data) else ["s", text, length]


def elements(layout, data, at, count, scene):
    """Values in a row. Those that are not set are counted."""
    if isinstance(layout, Integer):
        numbers = layout.read_many(data, at, count)
        if numbers is not None:
            return numbers
    content = []
    size = layout.size
    for index in range(count):
        if not scene.may_read():
            break
        value = layout.read(data, at + index * size, scene)
        if value == ["u"] and content and content[-1].__class__ is list and content[-1][:1] == ["u"]:
            content[-1] = ["u", (content[-1] + [1])[1] + 1]
        else:
            content.append(value)
    return content


class Bits(Layout):
    """A bit-field."""

    def __init__(self, name, inner, first, width):
        super().__init__(name, inner.size)
        self.inner = inner
        self.first = first
        self.width = width

    def read(self, data, at, scene):
        start = at + self.first // 8
        number = int.from_bytes(data[start : start + 9], "little") >> self.first % 8
        number &= (1 << self.width) - 1
        if isinstance(self.inner, Boolean):
            return bool(number)
        is_negative = getattr(self.inner, "is_signed", False) and number >> (self.width - 1)
        return exact(number - (1 << self.width) if is_negative else number)


class Fields(Layout):
    """A struct, class or union; its bases' members come first."""

    def __init__(self, name, size):
        super().__init__(name, size)
        self.members = []

    @property
    def shown_size(self):
        return max((offset + layout.shown_size for _, offset, layout in self.members[:MAX_MEMBERS]), default=self.size)

    def read(self, data, at, scene):
        content = scene.nest(lambda: self.pairs(data, at, scene))
        if content is None:
            return DEEPER
        return ["o", "fields", scene.type(self.name), len(self.members), content]

    def pairs(self, data, at, scene):
        return [[name, layout.read(data, at + offset, scene)] for name, offset, layout in self.members[:MAX_MEMBERS]]

    def path(self, offset, target):
        if offset == 0 and target is self:
            return ""
        for name, start, layout in self.members:
            if start <= offset < start + layout.size:
                # A pointer to a base class points to no member.
                is_base = isinstance(target, Fields) and not isinstance(layout, (Fields, Array))
                return "" if is_base else ".%s%s" % (name, layout.path(offset - start, target))
        return ""

    def index_of(self, offset):
        for index, (_, start, layout) in enumerate(self.members):
            if start <= offset < start + layout.size:
                return index
        return None


class Inherited(Layout):
    """The text of an exception of the library, as a member of a class that derives from it."""

    is_whole = False
    is_plain = False

    def __init__(self, base):
        super().__init__("string", base.size)
        self.base = base

    def read(self, data, at, scene):
        found = self.base.content(data, at, scene)
        return ["u"] if found is None else found[1][0][1]
