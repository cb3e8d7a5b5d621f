"""The part of docs/grid.md about heat in three dimensions. Made only from a result of bench/heat_3d."""
import measured_part
from markdown_table import markdown_table

MARKS = "<!-- measured by bench/heat_3d: begin -->\n", "<!-- measured by bench/heat_3d: end -->\n"
PART = """
`bench/pages` makes this part from `{file}`. Do not edit it by hand. The time of an iteration of heat_3d on tasks of one host. {cores} cores of {cpu}, {kernel}, {date}; medians of {rounds} rounds. Cells, messages and
bytes are those of the rank with the most. Predicted: the time in which all tasks compute their boxes without exchanges, plus T0 for each message and Td for each byte (measured: {network}). So the model assumes
that messages do not overlap with the computation. Plain way: one array in one process, as in heat_plain.

{table}
"""
HEAD = ["grid", "tasks", "cells", "messages", "bytes", "ms", "predicted", "plain way", "plain way / ms"]


def ms(seconds):
    return f"{1e3 * seconds:.3f}"


def row_of(one):
    side = one["side"]
    return [f"{side} x {side} x {side}", one["tasks"], *(f"{one[name]:.0f}" for name in ("cells", "messages", "bytes")),
            ms(one["seconds"]), ms(one["predicted_s"]), ms(one["plain_s"]), f"{one['plain_s'] / one['seconds']:.2f}"]


def network_text(measured):
    return "; ".join(f"{one['tasks']} tasks: {1e6 * one['start_s']:.2f} us and {1e9 * one['byte_s']:.3f} ns"
                     for one in measured if one["messages"] > 0 and one["side"] == measured[0]["side"])


def part_text(result, source):
    settings, measured = result["settings"], result["measurements"]
    return PART.format(file=source, rounds=result["rounds"], network=network_text(measured),
                       table=markdown_table(HEAD, [row_of(one) for one in measured]),
                       **{name: settings[name] for name in ("cores", "cpu", "kernel", "date")})


def page_text(old, result, source):
    """The page with its measured part. Without a result, the part is empty."""
    return measured_part.replaced(old, "docs/grid.md", MARKS, part_text(result, source) if result else "")
