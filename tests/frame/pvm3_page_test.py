#!/usr/bin/env python3
"""The table "Each call" of docs/pvm3.md has each function of pvm3.h and pvmtev.h once and no other name, and the page has each symbol of
extra_symbols.hpp. `pvm_pk...` stands for all calls that begin with pvm_pk.

    pvm3_page_test.py SOURCE_FOLDER"""
import pathlib
import re
import sys

HEADERS = ("libnet/include/pvm3/pvm3.h", "libnet/include/pvm3/pvmtev.h")
SYMBOLS = "libnet/pvm3/extra_symbols.hpp"
PAGE = "docs/pvm3.md"
CELL_NAME = re.compile(r"`([A-Za-z_0-9]+)(\.\.\.)?`")


def code_of(path):
    """Its text without comments and preprocessor lines."""
    text = re.sub(r"/\*.*?\*/|//[^\n]*", "", path.read_text(), flags=re.DOTALL)
    return re.sub(r"^#(?:.*\\\n)*.*$", "", text, flags=re.MULTILINE)


def table_of_calls(page):
    """The names in the first column, and those that end with "..."."""
    section = page.split("\n## Each call\n")[1].split("\n## ")[0]
    cells = [line.split("|")[1] for line in section.splitlines() if line.startswith("| `")]
    found = [match for cell in cells for match in CELL_NAME.findall(cell)]
    return [name for name, dots in found if not dots], [name for name, dots in found if dots]


def faults(root):
    declared = {name for header in HEADERS for name in re.findall(r"\b(pvm_\w+|Pvm[A-Z]\w*)\(", code_of(root / header))}
    symbols = set(re.findall(r"\b(l?pvm\w+)\s*[(;\[]", code_of(root / SYMBOLS)))
    page = (root / PAGE).read_text()
    named, beginnings = table_of_calls(page)
    if len(declared) < 100 or len(symbols) < 25:
        yield f"{len(declared)} functions in {HEADERS}, {len(symbols)} symbols in {SYMBOLS}: they are not read correctly"
    for name in sorted(declared):
        if named.count(name) != 1 and not (name not in named and name.startswith(tuple(beginnings))):
            yield f"{PAGE} has {name} in {named.count(name)} rows of the table of calls, not in one"
    for name in sorted(set(named) - declared):
        yield f"{PAGE} has a row for {name}, which {' and '.join(HEADERS)} do not declare"
    for name in sorted(symbols):
        if f"`{name}`" not in page:
            yield f"{PAGE} does not name `{name}` of {SYMBOLS}"


if __name__ == "__main__":
    found = list(faults(pathlib.Path(sys.argv[1])))
    print("\n".join(found))
    sys.exit(1 if found else 0)
