#!/usr/bin/env python3
"""The versions of JSON in docs/command_line.md are those that the verbs print.

    schemas_test.py SOURCE_FOLDER"""
import pathlib
import re
import sys

PAGE = "docs/command_line.md"
CALL = re.compile(r"\b(?:print_json|with_schema)\(\s*(\"?)([\w.]+)\"?,\s*(\w+),")


def printed_versions(root):
    """The version of each name that a call gives as a literal, the version of calls that give the name of their verb in a
    variable, and the verbs in the order of the table."""
    sources = {path.name: path.read_text() for path in sorted((root / "tools/banyan").glob("*.?pp"))}
    constants = dict(re.findall(r"constexpr int (\w+) = (\d+);", "\n".join(sources.values())))
    named, others = {}, set()
    for file, text in sources.items():
        if file.startswith("json_output."):
            continue  # the definitions
        for quote, name, version in CALL.findall(text):
            number = constants.get(version, version)
            if quote:
                named.setdefault(name, set()).add(number)
            else:
                others.add(number)
    verbs = re.findall(r'^    \{"(\w+)", "', sources["verb_table.cpp"], re.MULTILINE)
    return named, others, verbs


def versions_of_page(page):
    """The version of verbs that the page does not list, and of those that it lists."""
    usual = re.search(r'"schema": "banyan\.VERB\.v(\d+)"', page)[1]
    sentence = re.search(r"The version is (v\d+ for .*?)\. ", page, re.DOTALL)[1]
    listed = {}
    parts = re.split(r"v(\d+) for ", sentence)[1:]  # version, verbs, version, verbs, ...
    for version, verbs in zip(parts[::2], parts[1::2]):
        listed.update(dict.fromkeys(re.findall(r"`(\w+)`", verbs), version))
    return usual, listed


def faults(root):
    page = (root / PAGE).read_text()
    named, others, verbs = printed_versions(root)
    usual, listed = versions_of_page(page)
    if len(verbs) < 15 or len(named) < 15 or len(others) != 1:
        yield f"{len(verbs)} verbs, {len(named)} names, versions {others} of other names: they are not read correctly"
    for verb in verbs:
        printed = named.get(verb, others)
        if f"`{verb}` has no `--json`" not in page and printed != {listed.get(verb, usual)}:
            yield f"{verb} prints version {sorted(printed)}, {PAGE} says v{listed.get(verb, usual)}"
    for name, printed in sorted(named.items()):
        for version in sorted(printed):
            if name not in verbs and f"banyan.{name}.v{version}`" not in page:
                yield f"{PAGE} does not name the schema banyan.{name}.v{version}"


found = list(faults(pathlib.Path(sys.argv[1])))
for fault in found:
    print(f"schemas_test: {fault}", file=sys.stderr)
sys.exit(1 if found else 0)
