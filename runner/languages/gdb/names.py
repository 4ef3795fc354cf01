"""Names of functions and types as a reader of the program expects them."""
import re

MAX_TEXT = 120
ALLOCATORS = re.compile(r", std::(?:allocator|char_traits|less|equal_to|hash|default_delete)<")
STRING = re.compile(r"std::(?:__cxx11::)?basic_string<char(?:, std::char_traits<char>)?(?:, std::allocator<char> ?)?>")
VIEW = re.compile(r"std::basic_string_view<char(?:, std::char_traits<char> ?)?>")
STREAM = re.compile(r"\bbasic_((?:[io]|io)?(?:string|f)?stream|string|regex)<char>")
INNER = re.compile(r"std::(?:__cxx11::|__debug::|_V2::)?|__gnu_cxx::")
LAMBDA = re.compile(r"(?:^|::)<lambda\(.*\)>(?:::operator\(\))?$")


def cut(text):
    return text if len(text) <= MAX_TEXT else text[: MAX_TEXT - 1] + "…"


def end_of_brackets(text, start):
    """The index after the bracket that closes the one before `start`."""
    depth = 1
    for at in range(start, len(text)):
        if text[at] == "<":
            depth += 1
        elif text[at] == ">":
            depth -= 1
            if depth == 0:
                return at + 1
    return len(text)


def short_type(text):
    """`vector<string>` for `std::vector<std::__cxx11::basic_string<…>, std::allocator<…> >`."""
    text = text[:2000].replace("_IO_FILE", "FILE")
    text = STRING.sub("string", text)
    text = VIEW.sub("string_view", text)
    while True:
        found = ALLOCATORS.search(text)
        if not found:
            break
        text = text[: found.start()] + text[end_of_brackets(text, found.end()) :]
    text = INNER.sub("", text).replace(" >", ">").replace(" [", "[")
    text = STREAM.sub(r"\1", text)
    return cut(text)


def short_function(name):
    """`push` for `push(int)`; `lambda` for a lambda's operator."""
    if name.endswith(" const"):
        name = name[:-6]
    if name.endswith(")") and not name.endswith("operator()"):
        depth = 0
        for at in range(len(name) - 1, -1, -1):
            depth += (name[at] == ")") - (name[at] == "(")
            if depth == 0:
                name = name[:at]
                break
    name = name.replace("[abi:cxx11]", "")
    if LAMBDA.search(name):
        return "lambda"
    return short_type(name)
