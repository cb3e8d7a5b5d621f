"""The part of docs/applications.md about borders of images. Made only from a result of bench/window_border."""
import measured_part
from markdown_table import markdown_table

MARKS = "<!-- measured by bench/window_border: begin -->\n", "<!-- measured by bench/window_border: end -->\n"
PART = """
`bench/pages` makes this part from `{file}`. Do not edit it by hand. Microseconds of one exchange, measured / predicted by the model, of {tasks} tasks on one host; in bold the least
measured time. {cores} cores of {cpu}, {kernel}, {date}; medians of {rounds} rounds. The way with the least predicted time takes at most {worst:.2f} times the least measured one, in the median {middle:.2f} times.

{table}
"""


def us(seconds):
    return f"{1e6 * seconds:.0f}"


def cell(way, fastest):
    measured = f"**{us(way['seconds'])}**" if way is fastest else us(way["seconds"])
    return f"{measured} / {us(way['predicted_s'])}"


def fastest_of(ways):
    return min(ways.values(), key=lambda way: way["seconds"])


def losses(result):
    """For each case: the time of the way with the least predicted time, divided by that of the fastest way."""
    return [min(case["ways"].values(), key=lambda way: way["predicted_s"])["seconds"] / fastest_of(case["ways"])["seconds"]
            for case in result["measurements"]]


def part_text(result, source):
    rows, chosen = [], losses(result)
    names = list(result["measurements"][0]["ways"])
    for case in result["measurements"]:
        ways = case["ways"]
        fastest = fastest_of(ways)
        rows.append([f"{case['side']} x {case['side']}", case["radius"], *(cell(ways[name], fastest) for name in names)])
    settings = result["settings"]
    return PART.format(file=source, tasks=result["tasks"], cores=settings["cores"], cpu=settings["cpu"],
                       kernel=settings["kernel"], date=settings["date"], rounds=result["rounds"], worst=max(chosen),
                       middle=sorted(chosen)[len(chosen) // 2], table=markdown_table(["block", "radius", *names], rows))


def page_text(old, result, source):
    """The page with its measured part. Without a result, the part is empty."""
    return measured_part.replaced(old, "docs/applications.md", MARKS, part_text(result, source) if result else "")
