"""The objects of a Python program that its variables reach, and how they change."""

from collections import deque
from itertools import islice
from types import MemberDescriptorType

from trace_values import MAX_TEXT, cut, name_of, plain_value

MAX_OBJECTS = 200
MAX_ELEMENTS = 60
# From this size on, only the parts that changed are written.
PATCH_BYTES = 512

mro_of = type.__dict__['__mro__'].__get__
namespace_of = type.__dict__['__dict__'].__get__
ELEMENTS = (
    (list, 'list'),
    (tuple, 'tuple'),
    (set, 'set'),
    (frozenset, 'set'),
    (deque, 'list'),
)


class Described:
    """An object as it was last written."""

    def __init__(self, number, value):
        self.number = number
        self.kind = type(value)
        self.content = None
        self.size = 0
        self.round = 0
        self.value = value


class Objects:
    """Numbers the objects, and finds what changed since the last step."""

    def __init__(self):
        self.known = {}
        self.by_number = {}
        self.types = {}
        self.last_number = 0
        self.round = 0
        self.waiting = []
        self.new_types = []

    def begin(self):
        self.round += 1
        self.waiting = []
        self.new_types = []

    def encode(self, value):
        """A value as a trace writes it. Objects among it are described by `add_to`."""
        plain = plain_value(value)
        return plain[0] if plain else self.refer(value)

    def refer(self, value):
        key = id(value)
        described = self.known.get(key)
        if described is not None and described.kind is not type(value):
            # Another object at the address of one that is gone.
            del self.known[key]
            described = None
        if described is None or described.round != self.round:
            if len(self.waiting) >= MAX_OBJECTS:
                return ['x', cut(name_of(type(value)))]
            if described is None:
                self.last_number += 1
                described = Described(self.last_number, value)
                self.known[key] = described
                self.by_number[self.last_number] = described
            described.round = self.round
            described.value = value
            self.waiting.append(described)
        return ['r', described.number]

    def keep(self, encoded):
        """Keeps what a value of an outer frame refers to."""
        if type(encoded) is list and encoded[0] == 'r':
            described = self.by_number.get(encoded[1])
            if described is not None and described.value is not None:
                self.refer(described.value)

    def add_to(self, step):
        """Adds new and changed objects, and those out of reach."""
        changed = []
        parts = []
        for described in self.waiting:
            self.compare(described, changed, parts)
        gone = [key for key, described in self.known.items() if described.round != self.round]
        if gone:
            step['x'] = [self.forget(key) for key in gone]
        if self.new_types:
            step['t'] = self.new_types
        if changed:
            step['h'] = changed
        if parts:
            step['a'] = parts

    def forget(self, key):
        described = self.known.pop(key)
        described.value = None
        self.by_number.pop(described.number, None)
        return described.number

    def compare(self, described, changed, parts):
        kind, length, content = self.describe(described.value)
        written = [kind, self.number_type(described.kind), length, content]
        before = described.content
        if before == written and repr(before) == repr(written):
            return
        described.content = written
        size = len(repr(content))
        patches = find_patches(before, written) if size > PATCH_BYTES else None
        if patches is None:
            changed.append([described.number, *written])
        else:
            parts.extend([described.number, [index], value] for index, value in patches)

    def number_type(self, kind):
        name = cut(name_of(kind))
        if name not in self.types:
            self.types[name] = len(self.types)
            self.new_types.append(name)
        return self.types[name]

    def describe(self, value):
        """Kind, length and content."""
        kind = type(value)
        for base, name in ELEMENTS:
            if issubclass(kind, base):
                return self.describe_elements(value, base, name)
        if issubclass(kind, dict):
            pairs = islice(dict.items(value), MAX_ELEMENTS)
            content = [[self.encode(key), self.encode(each)] for key, each in list(pairs)]
            return 'map', dict.__len__(value), content
        fields = fields_of(value)
        if fields is None:
            return 'opaque', 0, []
        content = [[name, self.encode(each)] for name, each in fields[:MAX_ELEMENTS]]
        return 'fields', len(fields), content

    def describe_elements(self, value, base, name):
        names = field_names(type(value)) if base is tuple else None
        elements = list(islice(base.__iter__(value), MAX_ELEMENTS))
        encoded = [self.encode(each) for each in elements]
        length = base.__len__(value)
        if names is not None and len(names) == length:
            return 'fields', length, [list(pair) for pair in zip(names, encoded)]
        return name, length, encoded


def field_names(kind):
    """Of a named tuple; else None."""
    names = namespace_of(kind).get('_fields')
    is_named = type(names) is tuple and all(type(name) is str for name in names)
    return [name[:MAX_TEXT] for name in names] if is_named else None


def fields_of(value):
    """The attributes of an object of one of the program's classes. None if it keeps them out of sight."""
    kind = type(value)
    fields = []
    has_any = False
    for base in mro_of(kind):
        for name, member in list(namespace_of(base).items()):
            if type(member) is MemberDescriptorType and not name.startswith('__'):
                has_any = True
                try:
                    fields.append((name[:MAX_TEXT], member.__get__(value)))
                except AttributeError:
                    continue
    try:
        own = object.__getattribute__(value, '__dict__')
    except Exception:
        # It has none, or a property of the program is in its place.
        own = None
    if type(own) is dict:
        has_any = True
        for name, each in list(dict.items(own)):
            if type(name) is str:
                fields.append((name[:MAX_TEXT], each))
    return fields if has_any else None


def find_patches(before, written):
    """The elements that changed, if most did not; else None."""
    if before is None or before[:3] != written[:3]:
        return None
    kind = written[0]
    old, new = before[3], written[3]
    if len(old) != len(new):
        return None
    patches = []
    for index, (one, other) in enumerate(zip(old, new)):
        if one == other and repr(one) == repr(other):
            continue
        if kind in ('map', 'fields'):
            if repr(one[0]) != repr(other[0]):
                return None
            other = other[1]
        patches.append((index, other))
    return patches if len(patches) * 4 <= len(new) else None
