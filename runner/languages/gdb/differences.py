"""The parts of large values that changed."""
import json

# From this size on, only the parts that changed are written.
MIN_BYTES = 200
MAX_PARTS = 20
TAGGED, PAIRS = 1, ("map", "fields")


def find_parts(old, new, start=TAGGED):
    """
    [(path, value)], or None if the whole value is to be written. `start` is where an aggregate's kind is:
    [kind, type, length, content], with the tag "o" in front unless it is an object.
    """
    if old.__class__ is not list or len(json.dumps(new)) < MIN_BYTES:
        return None
    found = []
    return found if collect(old, new, start, [], found) else None


def collect(old, new, start, path, found):
    """False if they differ in more than parts, or in too many."""
    if not is_aggregate(old, start) or not is_aggregate(new, start) or old[:-1] != new[:-1]:
        return False
    before, now = old[-1], new[-1]
    if len(before) != len(now):
        return False
    has_pairs = new[start] in PAIRS
    for index, (one, other) in enumerate(zip(before, now)):
        if has_pairs:
            if one[0] != other[0] or one[0].__class__ is not other[0].__class__:
                return False
            one, other = one[1], other[1]
        if is_same(one, other):
            continue
        if not collect(one, other, TAGGED, path + [index], found):
            found.append((path + [index], other))
        if len(found) > MAX_PARTS:
            return False
    return True


def is_aggregate(value, start):
    return value.__class__ is list and len(value) == start + 4 and (start == 0 or value[0] == "o")


def is_same(one, other):
    return json.dumps(one) == json.dumps(other) if one == other else False
