"""The part of docs/performance.md about PVM 3. Made only from a result of bench/pvm3."""
from markdown_table import markdown_table

LABELS = {"ours": "Banyan", "direct": "original, direct route", "default": "original, default route"}
SMALL, LARGE = "4 B", "1 MB"
SECTION = """
## PVM 3: the same binaries on Banyan and on the original

From `{file}`: medians of {rounds} rounds in which the sides take turns, on one computer ({cores} cores of {cpu}, {kernel}, {date}). Each program is linked
with the original library and runs on both systems ([bench/pvm3](../bench/pvm3)).

| Target | Measured | |
|---|---|---|
{targets}

Microseconds of half a round trip, packed as raw data:

{pingpong}

Milliseconds from the call of `pvm_spawn` for 100 tasks:

{spawn}

NetPIPE (`NPpvm`), microseconds of half a round trip:

{netpipe}
"""


def verdict(text, ratio, needed):
    return f"| {text} | {ratio:.2f} x | {'met' if ratio >= needed else '**miss**'} |"


def targets(medians):
    small, large, spawn = medians["pingpong"][SMALL], medians["pingpong"][LARGE], medians["spawn"]["spawned"]
    return "\n".join([verdict(f"{SMALL}: 3 x as fast as the direct route", small["direct"] / small["ours"], 3),
                      verdict(f"{SMALL}: 5 x as fast as the default route", small["default"] / small["ours"], 5),
                      verdict(f"{LARGE}: 2 x as fast as the default route", large["default"] / large["ours"], 2),
                      verdict("spawn of 100 tasks: at least as fast", spawn["direct"] / spawn["ours"], 1)])


def table(cases, first, digits=1):
    sides = [side for side in LABELS if any(side in values for values in cases.values())]
    rows = [[case] + [f"{values[side]:.{digits}f}" for side in sides] for case, values in cases.items()]
    return markdown_table([first] + [LABELS[side] for side in sides], rows)


def powers_only(cases):
    """NetPIPE measures three sizes around each power of two; the middle ones are shown."""
    return {size: values for size, values in cases.items() if int(size) & (int(size) - 1) == 0 and int(size) >= 8}


def section(result, source):
    """`source` is the path of the result from the top folder of the project. Empty if there is no result."""
    if not result:
        return ""
    settings, medians = result["settings"], result["medians"]
    spawn = {"until pvm_spawn returns": medians["spawn"]["spawned"], "until all have answered": medians["spawn"]["answered"]}
    return SECTION.format(file=source, rounds=result["rounds"], cores=settings["cores"], cpu=settings["cpu"],
                          kernel=settings["kernel"], date=settings["date"], targets=targets(medians),
                          pingpong=table(medians["pingpong"], "length"), spawn=table(spawn, ""),
                          netpipe=table(powers_only(medians["netpipe"]), "bytes"))
