"""Values of a Python program as a trace writes them. No method of the program is called.

The program may replace what is in modules, so names are imported from them.
"""

from datetime import date, datetime, time, timedelta
from decimal import Decimal
from enum import Enum
from fractions import Fraction
from types import BuiltinFunctionType, FunctionType, MethodType, ModuleType

MAX_TEXT = 120
MAX_SAFE = 2**53
MAX_DIGITS_BITS = 12_000

# Sets of classes are sets of ids: a metaclass may define what is equal to its classes.
FUNCTIONS = {id(kind) for kind in (FunctionType, BuiltinFunctionType, MethodType)}
BYTES = {id(kind) for kind in (bytes, bytearray)}
WITH_TIME_ZONE = {id(kind) for kind in (datetime, time)}
# Their representation is code of Python alone.
DESCRIBED = BYTES | WITH_TIME_ZONE | {
    id(kind)
    for kind in (complex, range, slice, type(Ellipsis), Decimal, Fraction, date, timedelta)
}
type_name = type.__dict__['__name__'].__get__


def name_of(kind):
    """The name of a class, whatever its metaclass says."""
    return type_name(kind)


def cut(text):
    return text if len(text) <= MAX_TEXT else text[: MAX_TEXT - 1] + '…'


def text_value(text):
    return text if len(text) <= MAX_TEXT else ['s', text[:MAX_TEXT], len(text)]


def is_hidden(name, value):
    """Variables that say nothing of the program: imports, and functions and classes under their own names."""
    if not isinstance(name, str) or name.startswith('__') or name == '.0':
        return True
    kind = type(value)
    if kind is ModuleType:
        return True
    if id(kind) in FUNCTIONS and name_of_function(value) == name:
        return True
    return issubclass(kind, type) and type_name(value) == name


def text_attribute(value, name):
    """An attribute that is a text; else None. A property of the program may be in its place."""
    try:
        text = object.__getattribute__(value, name)
    except Exception:
        return None
    return text if type(text) is str else None


def name_of_function(value):
    if type(value) is MethodType:
        value = object.__getattribute__(value, '__func__')
    return text_attribute(value, '__name__') or ''


def name_of_member(value, kind):
    """`Color.RED`. A member has no name before it was created."""
    name = text_attribute(value, '_name_')
    return name_of(kind) if name is None else f'{name_of(kind)}.{name}'


def plain_value(value):
    """A value that is no object of a trace, as a tuple of one; else None."""
    kind = type(value)
    if value is None or kind is bool:
        return (value,)
    if kind is int:
        return (integer_value(value),)
    if kind is str:
        return (text_value(value),)
    if kind is float:
        return (['f', float.__repr__(value)],)
    if id(kind) in DESCRIBED:
        return (['x', cut(describe(value, kind))],)
    if id(kind) in FUNCTIONS:
        return (['x', cut('function ' + name_of_function(value))],)
    if issubclass(kind, type):
        return (['x', cut('class ' + type_name(value))],)
    if issubclass(kind, Enum):
        return (['x', cut(name_of_member(value, kind))],)
    return None


def integer_value(value):
    if -MAX_SAFE < value < MAX_SAFE:
        return value
    bits = value.bit_length()
    if bits < MAX_DIGITS_BITS:
        try:
            return ['i', str(value)]
        except ValueError:
            # The program set a lower limit of digits.
            pass
    return ['x', f'integer of {bits} bits']


def describe(value, kind):
    if id(kind) in BYTES:
        return repr(value[:MAX_TEXT])
    if kind is range:
        return describe_range(value)
    if kind is slice:
        return 'slice'
    if id(kind) in WITH_TIME_ZONE:
        # A time zone may be an object of the program.
        value = value.replace(tzinfo=None)
    try:
        return repr(value)
    except Exception:
        # Of too many digits.
        return name_of(kind)


def describe_range(value):
    parts = [value.start, value.stop] + ([value.step] if value.step != 1 else [])
    if any(abs(part) > MAX_SAFE for part in parts):
        return 'range'
    return f'range({", ".join(map(str, parts))})'
