"""Layouts of libstdc++'s classes. What makes no sense is shown as not set."""
from values import DEEPER, MAX_ELEMENTS, MAX_SIZE, UNSET, Layout, as_text, elements

MAX_LENGTH = 1 << 40


def word(data, at):
    return int.from_bytes(data[at : at + 8], "little")


class Container(Layout):
    """`content` gives the length, and the first elements or pairs; None if the memory makes no sense."""

    is_plain = False
    is_whole = False
    kind = "list"

    def read(self, data, at, scene):
        if data[at : at + self.size] == UNSET[:1] * self.size:
            return ["u"]
        found = scene.nest(lambda: self.content(data, at, scene))
        if found is None:
            return DEEPER if scene.is_deep() else ["u"]
        return ["o", self.kind, scene.type(self.name), *found]

    def content(self, data, at, scene):
        raise NotImplementedError


class Text(Container):
    def read(self, data, at, scene):
        address, length = word(data, at + self.pointer), word(data, at + self.length)
        if data[at : at + 16] == UNSET or length > MAX_LENGTH:
            return ["u"]
        shown = scene.memory.read(address, min(length, 512)) if length else b""
        if shown is None:
            return ["u"]
        text = as_text(shown, length)
        return ["x", repr(shown[:60])[1:]] if text is None else text

    def __init__(self, name, size, pointer, length):
        super().__init__(name, size)
        self.pointer = pointer
        self.length = length


class Message(Container):
    """An exception of the library: a table of virtual functions, and its text."""

    kind = "fields"
    has_table = True

    def content(self, data, at, scene):
        text = scene.memory.text(word(data, at + 8), 512)
        if text is None:
            return None
        shown = as_text(text[:512], len(text))
        return 1, [["what()", ["x", "…"] if shown is None else shown]]


class Run(Container):
    """Elements in a row, from a pointer to another one or to a length: vector, span, initializer_list."""

    def __init__(self, name, size, element, places):
        super().__init__(name, size)
        self.element = element
        self.first, self.last = places

    def range(self, data, at):
        return word(data, at + self.first), word(data, at + self.last)

    def content(self, data, at, scene):
        start, end = self.range(data, at)
        size = self.element.size
        if size == 0 or not start <= end or (end - start) % size or end - start > MAX_LENGTH:
            return None
        count = (end - start) // size
        shown = min(count, MAX_ELEMENTS, MAX_SIZE // size)
        bytes_ = scene.memory.read(start, shown * size) if shown else b""
        if bytes_ is None:
            return None
        return count, elements(self.element, bytes_, 0, shown, scene)


class Listed(Run):
    """initializer_list: a pointer and a length."""

    def range(self, data, at):
        start = word(data, at + self.first)
        return start, start + word(data, at + self.last) * self.element.size


class BitVector(Container):
    def content(self, data, at, scene):
        start, end = word(data, at), word(data, at + 16)
        count = (end - start) * 8 + int.from_bytes(data[at + 24 : at + 28], "little")
        if not 0 <= count <= MAX_LENGTH:
            return None
        shown = min(count, MAX_ELEMENTS)
        bits = scene.memory.read(start, 8) if shown else b""
        if bits is None:
            return None
        return count, [bool(int.from_bytes(bits, "little") >> index & 1) for index in range(shown)]


class Nodes(Container):
    """Containers of nodes; `value` is the offset of the element in a node."""

    def __init__(self, name, kind, size, element, value):
        super().__init__(name, size)
        self.kind = kind
        self.element = element
        self.value = value

    def nodes(self, data, at, scene):
        """The length, and an iterator over the addresses of nodes, or None."""
        raise NotImplementedError

    def content(self, data, at, scene):
        found = self.nodes(data, at, scene)
        if found is None or found[0] > MAX_LENGTH:
            return None
        count, addresses = found
        content = []
        for address in addresses:
            if len(content) >= min(count, MAX_ELEMENTS) or not scene.may_read():
                break
            bytes_ = scene.memory.read(address + self.value, self.element.size)
            if bytes_ is None:
                return None
            content.append(self.one(bytes_, scene))
        return count, content

    def one(self, data, scene):
        if self.kind != "map":
            return self.element.read(data, 0, scene)
        return [self.element.first.read(data, 0, scene), self.element.second.read(data, self.element.offset, scene)]


class Tree(Nodes):
    """map, set, multimap, multiset."""

    header = 8
    count = 40

    def nodes(self, data, at, scene):
        read = scene.memory.word
        root = word(data, at + self.header + 8)

        def walk():
            waiting = []
            node = root
            while (node or waiting) and len(waiting) < 100:
                while node and len(waiting) < 100:
                    waiting.append(node)
                    node = read(node + 16)
                node = waiting.pop()
                yield node
                node = read(node + 24)

        return word(data, at + self.count), walk()


class Chain(Nodes):
    """Nodes whose first word points to the next one: list, forward_list, unordered containers."""

    head = 0
    count = None
    # The node that ends the chain is part of the container.
    is_circular = False

    def nodes(self, data, at, scene):
        first = word(data, at + self.head)

        def walk(node, most):
            previous = None
            for _ in range(most):
                if not node:
                    return
                following = scene.memory.word(node)
                if following is None or (self.is_circular and node == previous):
                    return
                yield node
                node = following

        if self.count is not None:
            return word(data, at + self.count), walk(first, MAX_ELEMENTS)
        return sum(1 for _ in walk(first, 10000)), walk(first, MAX_ELEMENTS)


class Deque(Container):
    """start: cur, first, last, node; finish: the same."""

    start = 16

    def __init__(self, name, size, element):
        super().__init__(name, size)
        self.element = element

    def content(self, data, at, scene):
        size = self.element.size
        if size == 0:
            return None
        each = 512 // size if size < 512 else 1
        now, _, last, node = [word(data, at + self.start + 8 * index) for index in range(4)]
        end, first_of_last, _, last_node = [word(data, at + self.start + 32 + 8 * index) for index in range(4)]
        count = ((last_node - node) // 8 - 1) * each + (end - first_of_last) // size + (last - now) // size
        if node == last_node:
            count = (end - now) // size
        if not 0 <= count <= MAX_LENGTH:
            return None
        content = []
        while len(content) < min(count, MAX_ELEMENTS) and scene.may_read():
            bytes_ = scene.memory.read(now, size)
            if bytes_ is None:
                return None
            content.append(self.element.read(bytes_, 0, scene))
            now += size
            if now == last:
                node += 8
                now = scene.memory.word(node) or 0
                last = now + each * size
        return count, content


class Pair(Container):
    kind = "fields"

    def __init__(self, name, size, first, second):
        super().__init__(name, size)
        self.first = first
        self.offset, self.second = second
        self.is_plain = first.is_plain and self.second.is_plain
        self.is_whole = first.is_whole and self.second.is_whole

    def read(self, data, at, scene):
        content = scene.nest(lambda: self.pairs(data, at, scene))
        return DEEPER if content is None else ["o", "fields", scene.type(self.name), 2, content]

    def pairs(self, data, at, scene):
        return [
            ["first", self.first.read(data, at, scene)],
            ["second", self.second.read(data, at + self.offset, scene)],
        ]


class Tuple(Container):
    kind = "tuple"

    def __init__(self, name, size, members):
        super().__init__(name, size)
        self.members = members

    def content(self, data, at, scene):
        return len(self.members), [layout.read(data, at + offset, scene) for offset, layout in self.members]


class Wrapped(Layout):
    """What has one member that counts: stack, queue, unique_ptr, array, iterators."""

    def __init__(self, name, size, offset, inner):
        super().__init__(name, size)
        self.offset = offset
        self.inner = inner
        self.is_plain = inner.is_plain
        self.is_whole = inner.is_whole

    def read(self, data, at, scene):
        value = self.inner.read(data, at + self.offset, scene)
        if value.__class__ is list and value[:1] == ["o"]:
            value[2] = scene.type(self.name)
        return value

    def path(self, offset, target):
        return self.inner.path(offset - self.offset, target)


class Iterator(Layout):
    """Of a container of nodes; `value` is the offset of the element in a node."""

    is_plain = False

    def __init__(self, name, element, value):
        super().__init__(name, 8)
        self.element = element
        self.value = value

    def read(self, data, at, scene):
        node = word(data, at)
        if data[at : at + 8] == UNSET[:8]:
            return ["u"]
        # What is no block of memory is part of the container itself.
        if node == 0 or scene.report.find(node) is None:
            return ["x", "end()"]
        return scene.point(node + self.value, self.element)


class Variant(Layout):
    is_whole = False
    is_plain = False

    def __init__(self, name, size, index, layouts):
        super().__init__(name, size)
        self.index = index
        self.layouts = layouts

    def read(self, data, at, scene):
        index = data[at + self.index]
        return self.layouts[index].read(data, at, scene) if index < len(self.layouts) else ["u"]


class Bitset(Layout):
    def __init__(self, name, size, count):
        super().__init__(name, size)
        self.count = count

    def read(self, data, at, scene):
        bits = bin(int.from_bytes(data[at : at + self.size], "little"))[2:].zfill(self.count)
        return ["x", bits[-self.count :][:MAX_ELEMENTS]]


class Complex(Layout):
    def __init__(self, name, part):
        super().__init__(name, 2 * part.size)
        self.part = part

    def read(self, data, at, scene):
        parts = [self.part.read(data, at + index * self.part.size, scene) for index in range(2)]
        return ["x", "(%s,%s)" % (parts[0][-1], parts[1][-1])]


class Optional(Layout):
    def __init__(self, name, size, inner, engaged):
        super().__init__(name, size)
        self.inner = inner
        self.engaged = engaged
        self.is_plain = inner.is_plain
        self.is_whole = inner.is_whole

    def read(self, data, at, scene):
        state = data[at + self.engaged]
        if state > 1:
            return ["u"]
        return self.inner.read(data, at, scene) if state else ["x", "nullopt"]
