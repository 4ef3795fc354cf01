"""Values of a Python program as a trace writes them. No method of the program is called."""

import datetime
import decimal
import enum
import fractions
import types

MAX_TEXT = 120
MAX_SAFE = 2**53
MAX_DIGITS_BITS = 12_000

FUNCTIONS = (types.FunctionType, types.BuiltinFunctionType, types.MethodType)
# Their representation is code of Python alone.
DESCRIBED = (
    bytes,
    bytearray,
    complex,
    range,
    slice,
    type(Ellipsis),
    decimal.Decimal,
    fractions.Fraction,
    datetime.date,
    datetime.datetime,
    datetime.time,
    datetime.timedelta,
)
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
    if kind is types.ModuleType:
        return True
    if kind in FUNCTIONS and getattr_plain(value, '__name__') == name:
        return True
    return issubclass(kind, type) and type_name(value) == name


def getattr_plain(value, name):
    return object.__getattribute__(value, name)


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
    if kind in DESCRIBED:
        return (['x', cut(describe(value, kind))],)
    if kind in FUNCTIONS:
        return (['x', cut('function ' + getattr_plain(value, '__name__'))],)
    if issubclass(kind, type):
        return (['x', cut('class ' + type_name(value))],)
    if issubclass(kind, enum.Enum):
        return (['x', cut(f'{name_of(kind)}.{getattr_plain(value, "_name_")}')],)
    return None


def integer_value(value):
    if -MAX_SAFE < value < MAX_SAFE:
        return value
    bits = value.bit_length()
    return ['i', str(value)] if bits < MAX_DIGITS_BITS else ['x', f'integer of {bits} bits']


def describe(value, kind):
    if kind in (bytes, bytearray):
        return repr(value[:MAX_TEXT])
    if kind in (decimal.Decimal, fractions.Fraction) or kind is range:
        return repr(value) if kind is not range else describe_range(value)
    return repr(value) if kind is not slice else 'slice'


def describe_range(value):
    parts = [value.start, value.stop] + ([value.step] if value.step != 1 else [])
    if any(abs(part) > MAX_SAFE for part in parts):
        return 'range'
    return f'range({", ".join(map(str, parts))})'
