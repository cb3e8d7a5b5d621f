"""The part of docs/performance.md about data movement: one row for each target. The other pages show the results in full.
Made only from results of bench/halo_depth, tools/lab/rebalance, bench/partition, bench/window_border and
bench/scaling_paths."""
import scaling.report
import window_borders.report
from markdown_table import markdown_table
from rebalances.report import COST, GAIN

BLOCKED, SCALING, FACTOR, DEPTH = 2, 1.8, 12, "16"
LOSS = 1.1
DRIFTS = ((0.02, 2.5, 0.02), (0.3, 30, 0.5))  # change of the speeds; most per cent of the cells moved, and of the gap
SECTION = """
## Data movement

The targets for data that moves or is computed in another order, from the newest result of each measurement.

{table}
"""


def row(what, target, measured, reached, place, source):
    """A row of the table; `place` is the part of a page that shows the result in full."""
    return [what, target, measured, "pass" if reached else "**miss**", f"[{place}]({place})", f"`{source}`"]


def halo_rows(result, source):
    def of(*cells):
        return row(*cells, "grid.md#measured", source)
    one, two = (case["medians"] for case in result["one_host"])
    side = result["one_host"][0]["side"]
    blocked, scaling_factor = one["1"] / one["auto"], one["auto"] / two["auto"]
    rows = [of(f"thermal, one task, {side} x {side}, `--halo-depth auto`", f">= {BLOCKED} x as fast as with depth 1", f"{blocked:.2f} x",
               blocked >= BLOCKED),
            of("the same with two tasks", f">= {SCALING} x as fast as one task", f"{scaling_factor:.2f} x",
               scaling_factor >= SCALING)]
    laboratory = result["laboratory"]
    if laboratory:
        factor = laboratory["medians"]["1"] / laboratory["medians"][DEPTH]
        rows.append(of(f"thermal, {laboratory['tasks']} tasks, messages of {laboratory['delay_ms']} ms, depth {DEPTH}",
                       f">= {FACTOR} x as fast as with depth 1", f"{factor:.2f} x", factor >= FACTOR))
    return rows


def rebalance_rows(result, source):
    def of(*cells):
        return row(*cells, "grid.md#repartitioning-while-a-program-runs", source)
    gain, cost = result["summary"]["gain"], result["summary"]["cost"]
    return [of("`thermal --rebalance`, load on one host", f">= {100 * GAIN:.0f} % of the possible gain",
               "no gain is possible" if gain is None else f"{100 * gain:.0f} %", gain is not None and gain >= GAIN),
            of("`thermal --rebalance`, nothing changes", f"<= {COST} x the time without it", f"{cost:.3f} x", cost <= COST)]


def drift_rows(result, source):
    def of(*cells):
        return row(*cells, "partition_measurements.md#repartitioning", source)
    found = {(each["partitioner"], each["drift"], each["processors"]): each
             for each in result.get("repartition", {"rows": []})["rows"]}
    rows = []
    for drift, most_moved, most_gap in DRIFTS:
        moved, gap = [], []
        for (name, its_drift, processors), changed in found.items():
            again = found.get((name.replace(", incremental", ", again"), its_drift, processors))
            if its_drift != drift or not name.endswith(", incremental") or not again:
                continue  # rows and cell ranges of many processors need more
            moved.append(100 * changed["most_moved"])
            gap.append(100 * (changed["half_perimeter_over_bound"] - again["half_perimeter_over_bound"]))
        if moved:
            rows += [of(f"`incremental`, speeds change by up to {100 * drift:g} %", f"<= {most_moved} % of the cells move",
                        f"{max(moved):.1f} % at most", max(moved) <= most_moved),
                     of("the same, half-perimeters of `columns` and `hybrid`", f"<= {most_gap} % above those of a new partition",
                        f"{max(gap):.3f} % at most", max(gap) <= most_gap)]
    return rows


def border_rows(result, source):
    worst = max(window_borders.report.losses(result))
    return [row("border of an image, the way that the model predicts", f"<= {LOSS} x the fastest way", f"{worst:.2f} x at worst",
                worst <= LOSS, "applications.md#window-operations", source)]


def traffic_rows(result, source):
    programs = result["measurements"]["programs"]
    wrong, count = len(scaling.report.wrong_cases(programs)), len(scaling.report.all_cases(programs))
    return [row("all shortest paths, messages and bytes", "those of the formulas", f"in {count - wrong} of {count} cases", wrong == 0,
                "applications.md#measured-scalability", source)]


ROWS = {"halo_depth": halo_rows, "rebalance": rebalance_rows, "partition": drift_rows, "window_border": border_rows,
        "scaling": traffic_rows}


def section(newest_if_any):
    """`newest_if_any(kind)` gives path and content of the newest result, or None twice. Empty if there is no result."""
    rows = []
    for kind, rows_of in ROWS.items():
        source, result = newest_if_any(kind)
        if result:
            rows += rows_of(result, source)
    return SECTION.format(table=markdown_table(["what", "target", "measured", "", "in full", "result"], rows)) if rows else ""
