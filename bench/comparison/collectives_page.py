"""The measured part of docs/collectives.md, made from a result of `bench/compare --only collectives`."""
import collectives
import measured_part
from markdown_table import markdown_table
from sides import SIDES
from targets import Row, median, quotient, size_text

MARKS = "<!-- measured: made by bench/pages -->\n", "<!-- end of the measured part -->\n"

PART = """
`bench/compare --only collectives`, {rounds} rounds in which the sides take turns, on {cores} cores of {cpu}, {kernel}, {date}, commit {commit}. Made by `bench/pages` from
`{file}`. A ratio is the time of Banyan over TCP divided by that of the other side.

{targets}

{section}"""


def part_text(result, source):
    settings = result["settings"]
    rows = collectives.target_rows(result, quotient, size_text, Row)
    targets = markdown_table(["what", "target", "measured", ""],
                             [[row.what, row.target, row.measured, "pass" if row.reached else "**miss**"] for row in rows])
    labels = {side: label for side, (label, _) in SIDES.items()}
    section = collectives.section(result, median, size_text, labels).split("\n", 2)[2]  # without its heading
    return PART.format(file=source, rounds=result["rounds"], cores=settings["cores"], cpu=settings["cpu"],
                       kernel=settings["kernel"], date=result["date"][:10], commit=settings["commit"], targets=targets,
                       section=section)


def page_text(old, result, source):
    """The page with its measured part. Without a result, the part is empty."""
    return measured_part.replaced(old, "docs/collectives.md", MARKS, part_text(result, source) if result else "")
