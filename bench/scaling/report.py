"""The part of docs/applications.md about the scalability of shortest paths. Made only from a result of
bench/scaling_paths."""
import measured_part
from markdown_table import markdown_table

MARKS = "<!-- measured by bench/scaling_paths: begin -->\n", "<!-- measured by bench/scaling_paths: end -->\n"
MOST_RANKS = 16
PART = """
### Measured scalability

`bench/pages` makes this part from `{file}`. Do not edit it by hand. {cores} cores of {cpu}, {kernel}, {date}; medians of {rounds} rounds. Each rank has room for mu matrix elements; n is the largest side that fits.
Efficiency E: CPU time of the program on one rank, divided by p times that of the busiest of p ranks. The formula has the measured CPU times of an update, of a message ({message:.2f} us, both ends) and of an
element in it ({item:.2f} ns). It counts the messages of a step one after the other; in the measurement a rank that waits takes no CPU time. Memory is that of all ranks divided by n^2 (the memory-overhead factor).
Messages and bytes {traffic}.

{table}

**Expansion range.** The largest p up to {most} at which E is at least {efficiency:g}, and the largest p of all by the formula:

{ranges}
"""
SIDES = """
**Isoefficiency.** The least n at which E is at least {efficiency:g}, found to 5 % among the sides from {least_side} to {most_side}, and by the formula with the costs of the same run:

{table}
"""


def case_row(program, case):
    return [program["program"], str(program["memory"]), str(case["ranks"]), str(case["n"]), f"{case['efficiency']:.2f}",
            f"{case['efficiency_formula']:.2f}", f"{case['overhead']:.3g}", f"{case['overhead_formula']:.3g}",
            str(case["messages"]), str(case["bytes"])]


def limit_text(limit):
    if limit is None:
        return "no limit"
    return f"{limit:.0f}" if limit < 1e6 else f"{limit:.1e}"


def range_row(program):
    return [program["program"], str(program["memory"]), str(program["largest_ranks"]), limit_text(program["limit_formula"])]


def all_cases(programs):
    return [case for program in programs for case in program["cases"]]


def wrong_cases(programs):
    """Those whose messages or bytes differ from the formulas."""
    return [case for case in all_cases(programs) if any(case[name] != case[f"{name}_formula"] for name in ("messages", "bytes"))]


def traffic_text(programs):
    wrong, count = wrong_cases(programs), len(all_cases(programs))
    return "are those of the formulas in all cases" if not wrong else f"differ from the formulas in {len(wrong)} of {count} cases"


def side_text(case, least_side, most_side):
    side = case["n"]
    measured = f"above {most_side}" if side is None else f"{side} or less" if side == least_side else side
    return f"{measured}; {case['n_formula']:.0f}"


def sides_text(measured):
    """Empty for a result that is older than this measurement."""
    cases = measured.get("isoefficiency", [])
    if not cases:
        return ""
    least, most = measured["least_side"], measured["most_side"]
    ranks = sorted({case["ranks"] for case in cases})
    rows = [[name, *(side_text(case, least, most) for case in cases if case["program"] == name)]
            for name in dict.fromkeys(case["program"] for case in cases)]
    return SIDES.format(efficiency=measured["efficiency"], least_side=least, most_side=most,
                        table=markdown_table(["measured; formula", *(f"p = {p}" for p in ranks)], rows))


def part_text(result, source):
    settings, measured = result["settings"], result["measurements"]
    programs = measured["programs"]
    rows = [case_row(program, case) for program in programs for case in program["cases"] if case["ranks"] > 1]
    head = ["program", "mu", "p", "n", "E", "E, formula", "memory", "memory, formula", "messages", "bytes"]
    return PART.format(file=source, cores=settings["cores"], cpu=settings["cpu"], kernel=settings["kernel"],
                       date=settings["date"], rounds=result["rounds"], message=measured["message_s"] * 1e6,
                       item=measured["item_s"] * 1e9, traffic=traffic_text(programs), table=markdown_table(head, rows),
                       most=MOST_RANKS, efficiency=measured["efficiency"],
                       ranges=markdown_table(["program", "mu", "measured", "formula"],
                                             [range_row(one) for one in programs])) + sides_text(measured)


def page_text(old, result, source):
    """The page with its measured part. Without a result, the part is empty."""
    return measured_part.replaced(old, "docs/applications.md", MARKS, part_text(result, source) if result else "")
