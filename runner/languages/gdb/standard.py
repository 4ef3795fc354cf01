"""Makes the layouts of libstdc++'s classes, by the names of their members."""
import gdb

from containers import (
    Bitset,
    BitVector,
    Chain,
    Complex,
    Deque,
    Iterator,
    Listed,
    Message,
    Optional,
    Pair,
    Run,
    Text,
    Tree,
    Tuple,
    Variant,
    Wrapped,
)
from values import Layout, Pointer


def find_member(type_, *names):
    """The offset and the type of a member of a member, in any base class. Throws if there is none."""
    offset = 0
    for name in names:
        at, type_ = find_one(type_.strip_typedefs(), name, 0)
        offset += at
    return offset, type_.strip_typedefs()


def find_one(type_, name, level):
    for field in type_.fields():
        if not hasattr(field, "bitpos") or level > 20:
            continue
        if field.name == name and not field.is_base_class:
            return field.bitpos // 8, field.type
        if field.is_base_class:
            try:
                at, found = find_one(field.type.strip_typedefs(), name, level + 1)
                return field.bitpos // 8 + at, found
            except KeyError:
                continue
    raise KeyError(name)


class Containers:
    """Makes the layouts of the library's classes."""

    def make(self, type_, full_name, name, layouts):
        """None for what is unknown here."""
        head = full_name.split("<", 1)[0]
        for inline in ("__cxx11::", "__debug::", "_V2::"):
            head = head.replace(inline, "")
        if self.message(head) is not None:
            return self.message(head)
        maker = MAKERS.get(head)
        if maker is None:
            return None
        try:
            return maker(type_, name, layouts)
        except (KeyError, RuntimeError, gdb.error):
            return None


    def message(self, name):
        """Of an exception with a text; None for other classes."""
        short = name.removeprefix("std::")
        return Message(short, 16) if name.startswith("std::") and short in MESSAGES else None


def argument(type_, index, layouts):
    return layouts.of(type_.template_argument(index))


def make_text(type_, name, layouts):
    if type_.template_argument(0).strip_typedefs().sizeof != 1:
        return None
    pointer, _ = find_member(type_, "_M_dataplus", "_M_p")
    return Text(name, type_.sizeof, pointer, find_member(type_, "_M_string_length")[0])


def make_view(type_, name, layouts):
    return Text(name, type_.sizeof, find_member(type_, "_M_str")[0], find_member(type_, "_M_len")[0])


def make_vector(type_, name, layouts):
    element = argument(type_, 0, layouts)
    if element.name == "bool":
        return BitVector(name, type_.sizeof)
    places = [find_member(type_, "_M_impl", part)[0] for part in ("_M_start", "_M_finish")]
    return Run(name, type_.sizeof, element, places)


def make_listed(type_, name, layouts):
    places = [find_member(type_, part)[0] for part in ("_M_array", "_M_len")]
    return Listed(name, type_.sizeof, argument(type_, 0, layouts), places)


def align(offset, size):
    return (offset + size - 1) // size * size


def alignment(type_):
    return type_.strip_typedefs().alignof


def make_pair_of(type_, layouts):
    first, second = type_.template_argument(0), type_.template_argument(1)
    offset = align(first.sizeof, alignment(second))
    size = align(offset + second.sizeof, max(alignment(first), alignment(second)))
    return Pair("", size, layouts.of(first), (offset, layouts.of(second))), max(alignment(first), alignment(second))


def make_map(type_, name, layouts):
    pair, its_alignment = make_pair_of(type_, layouts)
    return tree(type_, Tree(name, "map", type_.sizeof, pair, align(32, its_alignment)))


def make_set(type_, name, layouts):
    element = type_.template_argument(0)
    return tree(type_, Tree(name, "set", type_.sizeof, layouts.of(element), align(32, alignment(element))))


def tree(type_, made):
    made.header = find_member(type_, "_M_t", "_M_impl", "_M_header")[0]
    made.count = find_member(type_, "_M_t", "_M_impl", "_M_node_count")[0]
    return made


def make_hash_map(type_, name, layouts):
    pair, its_alignment = make_pair_of(type_, layouts)
    return chain_of_hash(type_, Chain(name, "map", type_.sizeof, pair, align(8, its_alignment)))


def make_hash_set(type_, name, layouts):
    element = type_.template_argument(0)
    return chain_of_hash(
        type_, Chain(name, "set", type_.sizeof, layouts.of(element), align(8, alignment(element)))
    )


def chain_of_hash(type_, made):
    made.head = find_member(type_, "_M_h", "_M_before_begin", "_M_nxt")[0]
    made.count = find_member(type_, "_M_h", "_M_element_count")[0]
    return made


def make_list(type_, name, layouts):
    element = type_.template_argument(0)
    made = Chain(name, "list", type_.sizeof, layouts.of(element), align(16, alignment(element)))
    made.head = find_member(type_, "_M_impl", "_M_node")[0]
    made.count = made.head + 16
    return made


def make_forward_list(type_, name, layouts):
    element = type_.template_argument(0)
    return Chain(name, "list", type_.sizeof, layouts.of(element), align(8, alignment(element)))


def make_deque(type_, name, layouts):
    made = Deque(name, type_.sizeof, argument(type_, 0, layouts))
    made.start = find_member(type_, "_M_impl", "_M_start")[0]
    return made


def make_adapter(type_, name, layouts):
    """stack<int> is enough for stack<int, deque<int>>."""
    short = "%s<%s>" % (name.split("<")[0], argument(type_, 0, layouts).name)
    return make_wrapped("c")(type_, short, layouts)


def make_wrapped(member):
    def make(type_, name, layouts):
        offset, inner = find_member(type_, member)
        return Wrapped(name, type_.sizeof, offset, layouts.of(inner))

    return make


def make_pair(type_, name, layouts):
    offset, second = find_member(type_, "second")
    return Pair(name, type_.sizeof, layouts.of(find_member(type_, "first")[1]), (offset, layouts.of(second)))


def make_unique(type_, name, layouts):
    target = type_.template_argument(0)
    if target.strip_typedefs().code == gdb.TYPE_CODE_ARRAY:
        target = target.strip_typedefs()
    if target.code == gdb.TYPE_CODE_ARRAY:
        target = target.target()
    # A deleter with a size lies before the pointer.
    return Wrapped(name, type_.sizeof, type_.sizeof - 8, Pointer(name, layouts, target))


def make_shared(type_, name, layouts):
    offset, _ = find_member(type_, "_M_ptr")
    return Wrapped(name, type_.sizeof, offset, Pointer(name, layouts, type_.template_argument(0)))


def make_optional(type_, name, layouts):
    engaged, _ = find_member(type_, "_M_payload", "_M_engaged")
    return Optional(name, type_.sizeof, argument(type_, 0, layouts), engaged)


def make_tuple(type_, name, layouts):
    members = []
    collect_heads(type_, 0, members, layouts)
    count = name_count(type_)
    # The last member is that of the deepest base.
    return Tuple(name, type_.sizeof, members[::-1]) if len(members) == count else None


def name_count(type_):
    count = 0
    while count < 100:
        try:
            type_.template_argument(count)
        except RuntimeError:
            break
        count += 1
    return count


def collect_heads(type_, start, members, layouts):
    for field in type_.strip_typedefs().fields():
        if not hasattr(field, "bitpos"):
            continue
        if field.is_base_class:
            collect_heads(field.type, start + field.bitpos // 8, members, layouts)
        elif field.name == "_M_head_impl":
            members.append((start + field.bitpos // 8, layouts.of(field.type)))


def make_iterator(head):
    def make(type_, name, layouts):
        element = type_.template_argument(0)
        return Iterator("iterator", layouts.of(element), align(head, alignment(element)))

    return make


def make_variant(type_, name, layouts):
    index, _ = find_member(type_, "_M_index")
    all_ = [argument(type_, number, layouts) for number in range(name_count(type_))]
    return Variant(name, type_.sizeof, index, all_)


def make_bitset(type_, name, layouts):
    return Bitset(name, type_.sizeof, int(type_.template_argument(0)))


def make_complex(type_, name, layouts):
    return Complex(name, argument(type_, 0, layouts))


def make_plain(text):
    def make(type_, name, layouts):
        return Layout(text, type_.sizeof)

    return make


MESSAGES = (
    "runtime_error", "logic_error", "invalid_argument", "out_of_range", "length_error", "domain_error", "range_error",
    "overflow_error", "underflow_error",
)

MAKERS = {
    "std::basic_string": make_text,
    "std::basic_string_view": make_view,
    "std::vector": make_vector,
    "std::initializer_list": make_listed,
    "std::map": make_map,
    "std::multimap": make_map,
    "std::set": make_set,
    "std::multiset": make_set,
    "std::unordered_map": make_hash_map,
    "std::unordered_multimap": make_hash_map,
    "std::unordered_set": make_hash_set,
    "std::unordered_multiset": make_hash_set,
    "std::list": make_list,
    "std::forward_list": make_forward_list,
    "std::deque": make_deque,
    "std::stack": make_adapter,
    "std::queue": make_adapter,
    "std::priority_queue": make_adapter,
    "std::array": make_wrapped("_M_elems"),
    "std::pair": make_pair,
    "std::tuple": make_tuple,
    "std::optional": make_optional,
    "std::unique_ptr": make_unique,
    "std::shared_ptr": make_shared,
    "std::weak_ptr": make_shared,
    "__gnu_cxx::__normal_iterator": make_wrapped("_M_current"),
    "std::reverse_iterator": make_plain("reverse_iterator"),
    "std::_Deque_iterator": make_wrapped("_M_cur"),
    "std::_Rb_tree_iterator": make_iterator(32),
    "std::_Rb_tree_const_iterator": make_iterator(32),
    "std::_List_iterator": make_iterator(16),
    "std::_List_const_iterator": make_iterator(16),
    "std::_Fwd_list_iterator": make_iterator(8),
    "std::_Fwd_list_const_iterator": make_iterator(8),
    "std::__detail::_Node_iterator": make_iterator(8),
    "std::__detail::_Node_const_iterator": make_iterator(8),
    "std::reference_wrapper": make_wrapped("_M_data"),
    "std::atomic": make_wrapped("_M_i"),
    "std::variant": make_variant,
    "std::bitset": make_bitset,
    "std::complex": make_complex,
    "std::function": make_plain("function"),
}
