"""The files with results of bench/compare: how they are named, and which of them a page takes."""
from measure import NAMES

# The parts of the pages and the measurements of each part.
PARTS = {"messages": tuple(name for name in NAMES if name != "collectives"), "collectives": ("collectives",)}


def measurements_of(words):
    """The measurements that are named, each or by a part, in their order."""
    named = {name for word in words for name in PARTS.get(word, (word,))}
    return [name for name in NAMES if name in named]


def file_name(day, measured):
    """The name of a result. A run of some measurements does not replace a run of all of them on the same day."""
    names = [part for part, of_part in PARTS.items() if set(measured) == set(of_part)] or measurements_of(measured)
    return f"{day}-compare{'' if set(measured) == set(NAMES) else '-' + '-'.join(names)}.json"


def newest_with(part, found):
    """Of pairs of a path and a result, the newest that has all measurements of the part. None twice if there is none."""
    whole = [pair for pair in found if all(pair[1]["measurements"].get(name) for name in PARTS[part])]
    return max(whole, key=lambda pair: pair[1]["date"], default=(None, None))
