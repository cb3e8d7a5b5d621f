"""The measured part of docs/grid.md. Made only from a result of bench/halo_depth."""
import statistics

import measured_part
from markdown_table import markdown_table

MARKS = "<!-- measured by bench/halo_depth: begin -->\n", "<!-- measured by bench/halo_depth: end -->\n"
PART = """
## Measured

`bench/pages` makes this part from `{file}`. Do not edit it by hand.

The time of an iteration of thermal for each depth of its halo. {cores} cores of {cpu}, {kernel}, {date}, load before {load:.1f}; medians of {rounds}
rounds. All fields were equal, bit for bit.

**Temporal blocking**, {side} x {side} cells on one host. The factor is the time with depth 1 divided by the time, with the same number of tasks. Scaling is the time
of one task divided by that of two tasks, with the same depth. Predicted is the time by the [model](derivations.md#the-depth-of-a-halo), with the times of a cell and of messages that `auto` has measured.

{one_host}
{laboratory}"""
LABORATORY = """
**Messages that take {delay} ms**, {side} x {side} cells on {tasks} hosts of a laboratory (`{settings}`). While messages dominate, k times as deep
a halo takes nearly 1 / k of the time. Predicted is the time by the model, with the exchanges and the times of a cell that `auto` has measured.

{table}
"""


def depth_name(case, depth):
    if depth != "auto":
        return depth
    return f"auto ({statistics.median_low(choice['depth'] for choice in case['chosen'])})"


def predicted(case, depth):
    """Milliseconds of an iteration by the model; "-" if the result is older than the predictions of all depths."""
    seconds = [choice["predicted_s"] if depth == "auto" else choice["predictions"][int(depth) - 1]
               for choice in case["chosen"] if depth == "auto" or len(choice.get("predictions", [])) >= int(depth)]
    return f"{statistics.median(seconds) * 1e3:.2f}" if seconds else "-"


def one_host_table(cases):
    one, two = cases
    rows = []
    for depth in one["medians"]:
        times = [case["medians"][depth] for case in cases]
        factors = [case["medians"]["1"] / seconds for case, seconds in zip(cases, times)]
        name = depth_name(one, depth) if depth != "auto" else f"{depth_name(one, depth)}, {depth_name(two, depth)}"
        of_tasks = [[f"{seconds * 1e3:.2f}", predicted(case, depth), f"{factor:.2f}"]
                    for case, seconds, factor in zip(cases, times, factors)]
        rows.append([name, *of_tasks[0], *of_tasks[1], f"{times[0] / times[1]:.2f}"])
    return markdown_table(["depth", "1 task, ms", "predicted", "factor", "2 tasks, ms", "predicted", "factor", "scaling"], rows)


def laboratory_text(case):
    if not case:
        return ""
    first = case["medians"]["1"]
    rows = [[depth_name(case, depth), f"{seconds * 1e3:.2f}", f"{first / seconds:.2f}", predicted(case, depth)]
            for depth, seconds in case["medians"].items()]
    table = markdown_table(["depth", "ms", "factor", "predicted, ms"], rows)
    return LABORATORY.format(delay=case["delay_ms"], side=case["side"], tasks=case["tasks"], settings=case["settings"],
                             table=table)


def part_text(result, source):
    """The text between the marks. `source` is the path of the result from the top folder of the project."""
    settings = result["settings"]
    return PART.format(file=source, cores=settings["cores"], cpu=settings["cpu"], kernel=settings["kernel"],
                       date=settings["date"], load=settings["load_before"], rounds=result["rounds"],
                       side=result["one_host"][0]["side"], one_host=one_host_table(result["one_host"]),
                       laboratory=laboratory_text(result["laboratory"]))


def page_text(old, result, source):
    """The page with its measured part. Without a result, the part is empty."""
    return measured_part.replaced(old, "docs/grid.md", MARKS, part_text(result, source) if result else "")
