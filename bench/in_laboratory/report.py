"""The parts of docs/collectives.md that are made only from a result of bench/laboratory."""
from statistics import median

import measured_part
from collectives import CALLS, call_text
from markdown_table import markdown_table
from targets import size_text

MARKS = "<!-- measured by bench/laboratory: begin -->\n", "<!-- measured by bench/laboratory: end -->\n"
TECHNIQUE_MARKS = "<!-- techniques, measured by bench/laboratory: begin -->\n", "<!-- techniques, measured by bench/laboratory: end -->\n"
OURS = ("ours", "ours_plain")  # banyan.bench.laboratory.v1 has no side without encryption
REASONS = {}  # by name and size of the call; printed only where Banyan is slower than Open MPI
NEAR_BEST = 1.10  # of the time of the best fixed algorithm

PART = """
`bench/pages` makes this part from `{file}`. Do not edit it by hand. {rounds} rounds, medians. Laboratory (tools/lab/lab) on {cores} cores of {cpu},
{kernel}, {date}, commit {commit}: `{laboratory}`.

### Compared with Open MPI

The table has the times, and the time of Banyan divided by that of Open MPI over TCP. The sides take turns and run the same loop as in bench/compare. Banyan encrypts
messages between hosts by default; Open MPI does not. "Plain" is Banyan without encryption, after `banyan up --plain-data`. "-": not measured.
Noise is the largest sample of Banyan divided by the smallest.

{sides}

{reasons}

### The automatic choice compared with the best algorithm

A pass measures `automatic` and every named algorithm once. Passes: {passes}. The quotient is the time of `automatic` divided by that of the best named algorithm for the same
length; both are medians over all passes. It is within {percent} % in {near} of {all} cases.

`automatic` runs the algorithm that it has chosen, so the times of this algorithm, automatic and named, should be equal. In the same pass they differ by
{usual:.0f} % in the median, and in a tenth of the cases by {often:.0f} % or more. So of several equally fast algorithms, the best one is best partly by chance. The last column uses all measurements
of the chosen algorithm, automatic and named: by these, automatic is within {percent} % in {fair} of {all} cases.{restriction}

{choices}
"""

TECHNIQUES = """
`bench/pages` makes these tables from `{file}`. Times in microseconds, medians; q is the time of the improved way divided by that of the plain way, predicted and
measured. "automatic" is what the library chooses.

8 tasks on one host of {cores} cores, TCP: {loopback_model}

{loopback}

8 hosts with links of 100 Mbit/s (`{laboratory}`): {lab_model}

{lab}
"""


def of_side(sides, name, key):
    return [sample[key] for sample in sides[name]]


def side_table(sides):
    rows = []
    for call in CALLS:
        key = f"{call[0]} {call[1]}"
        times = {name: median(of_side(sides, name, key)) for name in OURS + ("openmpi",) if name in sides}
        samples = of_side(sides, "ours", key)
        rows.append([call_text(*call, size_text)] + [number(times.get(name), ".4g") for name in OURS + ("openmpi",)] +
                    [number(times[name] / times["openmpi"] if name in times else None, ".2f") for name in OURS] +
                    [f"{max(samples) / min(samples):.2f}"])
    return markdown_table(["collective", "Banyan, us", "plain, us", "Open MPI, us", "Banyan / Open MPI", "plain / Open MPI", "noise"], rows)


def number(value, form):
    return "-" if value is None else format(value, form)


def passes_of(result):
    """All rows of banyan bench collectives, by pass. banyan.bench.laboratory.v1 has one pass."""
    return result["passes"] if "passes" in result else [result["algorithms"]]


def time_us(row):
    return row["measured_us"]["median"]


def key_of(row):
    return row["collective"], row["bytes"], row["algorithm"]


class Choice:
    """The automatic choice of one collective and length, compared with all its algorithms, over all passes."""

    def __init__(self, passes, collective, size):
        of_call = [[row for row in rows if (row["collective"], row["bytes"]) == (collective, size)] for rows in passes]
        automatic = [next(row for row in rows if row["algorithm"] == "automatic") for rows in of_call]
        named = {name: [time_us(row) for rows in of_call for row in rows if row["algorithm"] == name]
                 for name in {row["algorithm"] for rows in of_call for row in rows} - {"automatic"}}
        self.collective, self.size = collective, size
        self.chosen = [row["chosen"] for row in automatic]
        self.us = median(map(time_us, automatic))
        self.best = min(named, key=lambda name: median(named[name]))
        self.best_us = median(named[self.best])
        # each pass measures the chosen algorithm twice
        self.twice = [(time_us(row), named[row["chosen"]][number]) for number, row in enumerate(automatic)]
        self.chosen_us = median(time for pair in self.twice for time in pair)

    @property
    def quotient(self):
        return self.us / self.best_us

    @property
    def fair_quotient(self):
        return self.chosen_us / min(self.best_us, self.chosen_us)


def choices(passes):
    calls = dict.fromkeys((row["collective"], row["bytes"]) for row in passes[0])
    return [Choice(passes, *call) for call in calls]


def differences_percent(found):
    """Differences between the two measurements of the chosen algorithm in a pass, in ascending order."""
    return sorted(100 * (max(pair) / min(pair) - 1) for choice in found for pair in choice.twice)


def choice_table(found):
    rows = [[choice.collective, size_text(choice.size) if choice.size else "-", ", ".join(dict.fromkeys(choice.chosen)),
             f"{choice.us:.4g}", choice.best, f"{choice.best_us:.4g}", f"{choice.quotient:.2f}", f"{choice.fair_quotient:.2f}"]
            for choice in found]
    return markdown_table(["collective", "bytes", "automatic", "us", "best", "us", "quotient", "of all measurements"], rows)


def technique_table(run):
    def cells(way):
        return [f"{way['predicted_us']:.4g}", f"{time_us(way):.4g}"]
    rows = [[row["technique"], size_text(row["bytes"]), *cells(row["plain"]), row["improved"]["setting"], *cells(row["improved"]),
             f"{row['predicted_quotient']:.2f}", f"{row['measured_quotient']:.2f}", row.get("automatic", "-")] for row in run["results"]]
    return markdown_table(["technique", "length", "plain, predicted", "measured", "improved way", "predicted", "measured",
                           "q predicted", "q", "automatic"], rows)


def model_text(run):
    model = run["model"]
    return f"T0 {model['start_us']:.4g} us, Td {model['byte_ns']:.4g} ns, Tc {model['packing_byte_ns']:.4g} ns."


def reasons_text(sides):
    """The reasons for missed targets: the calls in which Banyan is slower than Open MPI."""
    lines = []
    for call in CALLS:
        key = f"{call[0]} {call[1]}"
        ours, theirs = (median(of_side(sides, name, key)) for name in ("ours", "openmpi"))
        if ours > theirs and key in REASONS:
            lines.append(f"- {call_text(*call, size_text)}: {REASONS[key]}")
    return "\n".join(lines)


def part_text(result, source):
    settings, found = result["settings"], choices(passes_of(result))
    differences = differences_percent(found)
    return PART.format(file=source, rounds=result["rounds"], cores=settings["cores"], cpu=settings["cpu"], kernel=settings["kernel"],
                       date=settings["date"], commit=settings["commit"], laboratory=result["laboratory"],
                       sides=side_table(result["sides"]), reasons=reasons_text(result["sides"]), choices=choice_table(found),
                       near=sum(choice.quotient <= NEAR_BEST for choice in found),
                       fair=sum(choice.fair_quotient <= NEAR_BEST for choice in found), all=len(found),
                       percent=round((NEAR_BEST - 1) * 100), restriction="" if "passes" in result else RESTRICTION, passes=len(passes_of(result)), usual=median(differences),
                       often=differences[len(differences) * 9 // 10])


# The reductions of banyan.bench.laboratory.v1 are sums of doubles.
RESTRICTION = """ The
reductions are sums of floating point numbers, for which automatic chooses only algorithms of the standard association: not `ring`, and not the `chain` of reduce."""


def technique_text(result, source):
    loopback, lab = result["loopback_techniques"]["runs"][0], result["techniques"]["runs"][0]
    return TECHNIQUES.format(file=source, cores=result["settings"]["cores"], laboratory=result["laboratory"],
                             loopback_model=model_text(loopback), loopback=technique_table(loopback),
                             lab_model=model_text(lab), lab=technique_table(lab))


def page_text(old, result, source):
    """The page with its measured parts. Without a result, they are empty."""
    page = measured_part.replaced(old, "docs/collectives.md", MARKS, part_text(result, source) if result else "")
    return measured_part.replaced(page, "docs/collectives.md", TECHNIQUE_MARKS,
                                  technique_text(result, source) if result else "")
