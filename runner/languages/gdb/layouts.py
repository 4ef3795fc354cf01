"""Makes the layout of each type once. Then gdb is not asked again."""
import gdb

from names import cut, short_type
from values import (
    MAX_MEMBERS,
    Array,
    Bits,
    Boolean,
    Character,
    Code,
    Enumeration,
    Fields,
    Float,
    Inherited,
    Integer,
    Layout,
    Pointer,
)

CLASSES = (gdb.TYPE_CODE_STRUCT, gdb.TYPE_CODE_UNION)


class Layouts:
    """The layouts of all types, by name."""

    def __init__(self, containers):
        self.containers = containers
        self.known = {}

    def of(self, type_):
        bare = type_.strip_typedefs().unqualified()
        is_nameless = bare.code in CLASSES and bare.name is None
        name = last_typedef(type_) if is_nameless else None
        key = (name or str(bare), bare.code, bare.sizeof if bare.code != gdb.TYPE_CODE_FUNC else 0)
        layout = self.known.get(key)
        if layout is None:
            layout = self.make(bare, key)
        return layout

    def of_name(self, name):
        """None if the program has no such type."""
        try:
            return self.of(gdb.lookup_type(name))
        except gdb.error:
            return self.containers.message(name)

    def text_pointer(self):
        return Pointer("const char *", self, gdb.lookup_type("char"))

    def make(self, bare, key):
        name = short_type(key[0])
        if bare.code in CLASSES:
            return self.make_class(bare, key, name)
        layout = self.known[key] = self.make_simple(bare, name)
        return layout

    def make_simple(self, bare, name):
        code, size = bare.code, key_size(bare)
        if code == gdb.TYPE_CODE_INT:
            is_character = name in ("char", "wchar_t", "char16_t", "char32_t", "char8_t")
            is_signed = bare.is_signed
            return Character(name, size, is_signed) if is_character else Integer(name, size, is_signed)
        if code == gdb.TYPE_CODE_CHAR:
            is_character = name not in ("signed char", "unsigned char")
            return Character(name, size, bare.is_signed) if is_character else Integer(name, size, bare.is_signed)
        if code == gdb.TYPE_CODE_BOOL:
            return Boolean(name, size)
        if code == gdb.TYPE_CODE_FLT:
            return Float(name, size)
        if code == gdb.TYPE_CODE_ENUM:
            return Enumeration(name, size, {field.enumval: cut(short_type(field.name)) for field in bare.fields()})
        if code in (gdb.TYPE_CODE_PTR, gdb.TYPE_CODE_REF, gdb.TYPE_CODE_RVALUE_REF):
            target = bare.target()
            is_code = target.strip_typedefs().code == gdb.TYPE_CODE_FUNC
            return Code(name, 8) if is_code else Pointer(name, self, target)
        if code == gdb.TYPE_CODE_ARRAY:
            return self.make_array(bare, name)
        layout = Layout(name, size)
        layout.is_weak = code == gdb.TYPE_CODE_VOID
        return layout

    def make_array(self, bare, name):
        try:
            low, high = bare.range()
        except (gdb.error, ValueError):
            return Layout(name, 0)
        return Array(name, self.of(bare.target()), min(max(high - low + 1, 0), 1 << 40))

    def make_class(self, bare, key, name):
        made = self.containers.make(bare, key[0], name, self)
        if made is not None:
            self.known[key] = made
            return made
        if name == "struct {...}" and all((field.name or "__").startswith("__") for field in bare.fields()):
            name = "lambda"
        if key[0].startswith(("std::", "__gnu_cxx::", "_IO_", "__")) or not bare.fields():
            layout = self.known[key] = Layout(name, bare.sizeof)
            layout.is_weak = True
            # Of a class that is only declared, nothing is known.
            layout.has_table = has_table(bare) or not bare.fields()
            return layout
        if not name or name.startswith("{") or "{...}" in name:
            name = "union" if bare.code == gdb.TYPE_CODE_UNION else "struct"
        layout = Fields(name, bare.sizeof)
        # Two types without a name may look alike.
        if key[0] and "{...}" not in key[0]:
            self.known[key] = layout
        self.add_members(layout, bare, 0, 0)
        layout.is_plain = all(member.is_plain for _, _, member in layout.members)
        layout.is_whole = all(member.is_whole for _, _, member in layout.members)
        return layout

    def add_members(self, layout, type_, start, level):
        for field in type_.fields():
            if not hasattr(field, "bitpos") or len(layout.members) >= MAX_MEMBERS or level > 20:
                continue
            offset = start + field.bitpos // 8
            inner = field.type.strip_typedefs()
            message = self.containers.message(str(inner)) if field.is_base_class else None
            if message is not None:
                layout.members.append(("what()", offset, Inherited(message)))
                layout.has_table = True
                continue
            if field.is_base_class or (not field.name and inner.code in CLASSES):
                self.add_members(layout, inner, offset, level + 1)
                layout.has_table = layout.has_table or has_table(inner)
            elif field.name and field.name.startswith("_vptr"):
                layout.has_table = True
            elif field.name and not field.artificial:
                layout.members.append((cut(field.name), *self.member(field, start, offset)))

    def member(self, field, start, offset):
        inner = self.of(field.type)
        if field.bitsize:
            return start, Bits(inner.name, inner, field.bitpos, field.bitsize)
        return offset, inner


def last_typedef(type_):
    """The name that a class without one has by its typedef."""
    name = None
    type_ = type_.unqualified()
    while type_.code == gdb.TYPE_CODE_TYPEDEF:
        name = type_.name
        type_ = type_.target().unqualified()
    return name


def key_size(bare):
    try:
        return bare.sizeof
    except gdb.error:
        return 0


def has_table(type_):
    """It has virtual functions, or its first base class has."""
    for _ in range(20):
        fields = type_.fields()
        if any(field.name and field.name.startswith("_vptr") for field in fields):
            return True
        if not fields or not fields[0].is_base_class:
            return False
        type_ = fields[0].type.strip_typedefs()
    return False
