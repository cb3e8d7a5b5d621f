"""The part of docs/tracing.md about the cost of tracing. Made only from a result of bench/tracing."""
import measured_part
from markdown_table import markdown_table

MARKS = "<!-- measured by bench/tracing: begin -->\n", "<!-- measured by bench/tracing: end -->\n"
PART = """
## What tracing costs

`bench/pages` makes this part from `{file}`. Do not edit it by hand. {rounds} rounds on {cores} cores of {cpu}, {kernel}, {date}. Two tasks on one host, connected by a Unix-domain socket.
"Without" is a library that is compiled without the code for tracing (`-DBANYAN_WITHOUT_TRACING`), "off" the usual library in a run without tracing, and "on" a run with `--trace`. Times in nanoseconds, medians.
Ratios are those of the times within a round: the median, and the quartiles in brackets. "Off again / off" compares two runs of the same program, so it shows the noise.

{table}
"""
TITLES = {"own": "a message of 8 bytes to oneself, sent and received", "round_trip": "half of a round trip of 8 bytes",
          "stream": "a message of 64 bytes, of many in one direction", "barrier": "a barrier of two tasks"}


def ratio_text(quartiles):
    low, middle, high = quartiles
    return f"{middle:.3f} ({low:.3f} to {high:.3f})"


def row_of(name, case):
    times, ratios = case["median_ns"], case["ratio_quartiles"]
    return [TITLES[name], *(f"{times[side]:.0f}" for side in ("without", "off", "on")), ratio_text(ratios["off / without"]),
            ratio_text(ratios["off again / off"]), ratio_text(ratios["on / off"])]


def part_text(result, source):
    settings = result["settings"]
    head = ["call", "without", "off", "on", "off / without", "off again / off", "on / off"]
    rows = [row_of(name, case) for name, case in result["measurements"].items()]
    return PART.format(file=source, rounds=result["rounds"], table=markdown_table(head, rows),
                       **{name: settings[name] for name in ("cores", "cpu", "kernel", "date")})


def page_text(old, result, source):
    """The page with its measured part. Without a result, the part is empty."""
    return measured_part.replaced(old, "docs/tracing.md", MARKS, part_text(result, source) if result else "")
