"""The part of docs/grid.md about repartitioning while a program runs. Made only from a result of tools/lab/rebalance."""
import measured_part
from markdown_table import markdown_table

MARKS = "<!-- measured by tools/lab/rebalance: begin -->\n", "<!-- measured by tools/lab/rebalance: end -->\n"
RUNS = (("quiet", "no load"), ("quiet_rebalance", "no load, `--rebalance`"), ("disturbed", "load"),
        ("disturbed_rebalance", "load, `--rebalance`"))
GAIN, COST = 0.8, 1.03  # targets: at least this part of the possible gain, at most this multiple of the time
PART = """
`bench/pages` makes this part from `{file}`. Do not edit it by hand. thermal, {side} x {side} cells, {iterations} iterations, on hosts of a laboratory (`{laboratory}`); from a third of the run on, another
program uses the second host. {cores} cores of {cpu}, {kernel}, {date}; seconds of a run, {trials} trials. The last column is the iteration of each repartition, with its share of the cells.

{table}

A program that knows the load would take {knowing:.2f} s. `--rebalance` reaches {gain} of its gain (target: at least {least_gain:.0f} %).{lost} Without a load, the run takes {cost:.3f} times the time without `--rebalance` (target: at most {most_cost}).
"""


def repartitions_text(trials, name, cells):
    texts = [", ".join(f"{r['iteration']} ({100 * r['moved_cells'] / cells:.1f} %)" for r in one[name]["repartitions"]) or "-"
             for one in trials]
    return "; ".join(texts)


def lost_text(summary):
    """A sentence about the part of the gain that is lost. Older results do not have it."""
    possible = summary.get("seconds_possible", 0)
    if possible <= 0:
        return ""
    until, moving, afterwards = (100 * seconds / possible for seconds in summary["seconds_lost"].values())
    begin = f" It loses {until:.0f} % until the first repartition"
    if afterwards >= 0:
        return f"{begin}, {moving:.0f} % while cells move, and {afterwards:.0f} % in the iterations after the first repartition."
    return (f"{begin} and {moving:.0f} % while cells move. In the iterations after the first repartition it gains {-afterwards:.0f} % more than that program, "
            "whose partition follows the nominal speeds of the hosts, half for the loaded one, and not measured iterations.")


def part_text(result, source):
    trials, summary, settings = result["trials"], result["summary"], result["settings"]
    rows = [[title, *(f"{one[name]['seconds']:.2f}" for one in trials), f"{summary['seconds'][name]:.2f}",
             repartitions_text(trials, name, result["side"] ** 2) if name.endswith("rebalance") else "-"] for name, title in RUNS]
    header = ["run", *(f"trial {number + 1}" for number in range(len(trials))), "mean", "repartitions"]
    gain = "no part" if summary["gain"] is None else f"{100 * summary['gain']:.0f} %"
    return PART.format(file=source, side=result["side"], iterations=result["iterations"], laboratory=result["laboratory"],
                       cores=settings["cores"], cpu=settings["cpu"], kernel=settings["kernel"], date=settings["date"],
                       trials=len(trials), table=markdown_table(header, rows), knowing=summary["seconds_knowing"], gain=gain, lost=lost_text(summary),
                       cost=summary["cost"], least_gain=100 * GAIN, most_cost=COST)


def page_text(old, result, source):
    """The page with its measured part. Without a result, the part is empty."""
    return measured_part.replaced(old, "docs/grid.md", MARKS, part_text(result, source) if result else "")
