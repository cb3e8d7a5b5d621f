"""The part of docs/advisor.md about the first iterations of a run. Made only from a result of tools/lab/first_iterations."""
import statistics

import measured_part
from markdown_table import markdown_table

MARKS = "<!-- measured by tools/lab/first_iterations: begin -->\n", "<!-- measured by tools/lab/first_iterations: end -->\n"
PART = """
`bench/pages` makes this part from `{file}`. Do not edit it by hand. thermal with the partition of `{method}` in setting {number} of seed {seed} ({text}). Each run has new processes and measures {iterations} iterations after the
warm-up; medians of {rounds} runs. Probes and segments are those of all hosts, from the start to the end of the processes. {cores} cores of {cpu}, {kernel}, {date}.

{table}
"""


def run_table(runs):
    """Medians of the runs of each warm-up."""
    ordered = sorted(runs, key=lambda one: one["warm_up"])
    longest_s = statistics.median(ordered[-1]["seconds"])
    rows = []
    for one in ordered:
        seconds = statistics.median(one["seconds"])
        rows.append([one["warm_up"], f"{1e3 * seconds:.1f}", f"{1e3 * min(one['seconds']):.1f} to {1e3 * max(one['seconds']):.1f}",
                     f"{seconds / longest_s - 1:+.1%}", f"{statistics.median(one['loss_probes']):g}",
                     f"{statistics.median(one['segments_sent_again']):g}"])
    return markdown_table(["Iterations of warm-up", "Time of an iteration [ms]", "shortest to longest [ms]",
                           "compared with the longest warm-up", "Tail loss probes", "Segments sent again"], rows)


def part_text(result, source):
    settings = result["settings"]
    return PART.format(file=source, method=result["method"], number=result["number"], seed=result["seed"], text=result["text"],
                       iterations=result["iterations"], rounds=result["rounds"], cores=settings["cores"], cpu=settings["cpu"],
                       kernel=settings["kernel"], date=settings["date"], table=run_table(result["runs"]))


def page_text(old, result, source):
    """The page with its measured part. Without a result, the part is empty."""
    return measured_part.replaced(old, "docs/advisor.md", MARKS, part_text(result, source) if result else "")
