"""The parts of docs/collectives.md that are made from a result of bench/laboratory and nothing else."""
from statistics import median

import measured_part
from collectives import CALLS, call_text
from markdown_table import markdown_table
from targets import size_text

MARKS = "<!-- measured by bench/laboratory: begin -->\n", "<!-- measured by bench/laboratory: end -->\n"
TECHNIQUE_MARKS = "<!-- techniques, measured by bench/laboratory: begin -->\n", "<!-- techniques, measured by bench/laboratory: end -->\n"
NEAR_BEST = 1.10  # of the time of the best fixed algorithm

PART = """
`bench/pages` makes this part from `{file}`. Do not edit it by hand. {rounds} rounds, medians. Laboratory (tools/lab/lab) on {cores} cores of {cpu},
{kernel}, {date}, commit {commit}: `{laboratory}`. Banyan's links between hosts are encrypted, those of Open MPI are not.

### Beside Open MPI

Time of Banyan divided by that of Open MPI over TCP; the sides take turns, and run the same loop as in bench/compare.

{sides}

### The automatic choice beside the best algorithm

The quotient is the time of `automatic` divided by that of the best algorithm of the same length when it is named. Within {percent} %: {near} of {all}.

{choices}
"""

TECHNIQUES = """
`bench/pages` makes these tables from `{file}`. Times in microseconds, medians; q is the time of the improved way divided by that of the plain way, predicted and
measured.

8 tasks on one host of {cores} cores, TCP: {loopback_model}

{loopback}

8 hosts with links of 100 Mbit/s (`{laboratory}`): {lab_model}

{lab}
"""


def side_table(sides):
    rows = []
    for call in CALLS:
        key = f"{call[0]} {call[1]}"
        ours, theirs = (median(sample[key] for sample in sides[name]) for name in ("ours", "openmpi"))
        rows.append([call_text(*call, size_text), f"{ours:.4g}", f"{theirs:.4g}", f"{ours / theirs:.2f}"])
    return markdown_table(["collective", "Banyan, us", "Open MPI, us", "ratio"], rows)


def time_us(row):
    return row["measured_us"]["median"]


def choices(rows):
    """For each collective and length: the automatic row and the fastest of the others."""
    found = []
    for automatic in rows:
        if automatic["algorithm"] == "automatic":
            others = [row for row in rows if (row["collective"], row["bytes"]) == (automatic["collective"], automatic["bytes"])
                      and row is not automatic]
            found.append((automatic, min(others, key=time_us)))
    return found


def is_near(pair):
    return time_us(pair[0]) <= NEAR_BEST * time_us(pair[1])


def choice_table(pairs):
    rows = []
    for automatic, best in pairs:
        rows.append([automatic["collective"], size_text(automatic["bytes"]) if automatic["bytes"] else "-", automatic["chosen"],
                     f"{time_us(automatic):.4g}", best["algorithm"], f"{time_us(best):.4g}",
                     f"{time_us(automatic) / time_us(best):.2f}"])
    return markdown_table(["collective", "bytes", "automatic", "us", "best", "us", "quotient"], rows)


def technique_table(run):
    def cells(way):
        return [f"{way['predicted_us']:.4g}", f"{time_us(way):.4g}"]
    rows = [[row["technique"], size_text(row["bytes"]), *cells(row["plain"]), row["improved"]["setting"], *cells(row["improved"]),
             f"{row['predicted_quotient']:.2f}", f"{row['measured_quotient']:.2f}"] for row in run["results"]]
    return markdown_table(["technique", "length", "plain, predicted", "measured", "improved way", "predicted", "measured",
                           "q predicted", "q"], rows)


def model_text(run):
    model = run["model"]
    return f"T0 {model['start_us']:.4g} us, Td {model['byte_ns']:.4g} ns, Tc {model['packing_byte_ns']:.4g} ns."


def part_text(result, source):
    settings, pairs = result["settings"], choices(result["algorithms"])
    return PART.format(file=source, rounds=result["rounds"], cores=settings["cores"], cpu=settings["cpu"], kernel=settings["kernel"],
                       date=settings["date"], commit=settings["commit"], laboratory=result["laboratory"],
                       sides=side_table(result["sides"]), choices=choice_table(pairs), near=sum(map(is_near, pairs)),
                       all=len(pairs), percent=round((NEAR_BEST - 1) * 100))


def technique_text(result, source):
    loopback, lab = result["loopback_techniques"]["runs"][0], result["techniques"]["runs"][0]
    return TECHNIQUES.format(file=source, cores=result["settings"]["cores"], laboratory=result["laboratory"],
                             loopback_model=model_text(loopback), loopback=technique_table(loopback),
                             lab_model=model_text(lab), lab=technique_table(lab))


def page_text(old, result, source):
    """The page with its measured parts; without a result they are empty."""
    page = measured_part.replaced(old, "docs/collectives.md", MARKS, part_text(result, source) if result else "")
    return measured_part.replaced(page, "docs/collectives.md", TECHNIQUE_MARKS,
                                  technique_text(result, source) if result else "")
