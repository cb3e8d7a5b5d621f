"""Writes the tables of a bench/partition result between the marks of a page.

    report.py RESULT.json PAGE.md
"""
import json
import pathlib
import sys

BEGIN = "<!-- bench/partition writes from here -->"
END = "<!-- to here -->"


def comparison(result):
    table = result["comparison"]
    grid = table["grid"]
    lines = [
        f"{grid['rows']} x {grid['cols']} cells, open edges, 5 points, means of {table['instances_each']} instances each. Length: "
        "sum of half-perimeters over its lower bound. Balance: slowest processor against perfect balance.",
        "",
        "| Processors | Speeds | Partitioner | Length | Messages | Balance | Time (ms) |",
        "|---|---|---|---|---|---|---|",
    ]
    for row in table["rows"]:
        head = f"| {row['processors']} | {row['speeds']} | {row['partitioner']} | "
        if row.get("missing"):
            lines.append(head + "not installed | | | |")
            continue
        lines.append(
            head + f"{row['half_perimeter_over_bound']:.4f} | {row['messages']:.0f} | {row['max_time_ratio']:.4f} | "
            f"{row['milliseconds']:.3g} |")
    return lines


def targets(result):
    lines = ["| What | Target | Measured | |", "|---|---|---|---|"]
    for row in result["targets"]:
        verdict = "reached" if row["reached"] else "**missed**"
        lines.append(f"| {row['what']} | {row['target']:.7g} {row['unit']} | {row['measured']:.7g} | {verdict} |")
    return lines


def owners(result):
    table = result.get("owners")
    if table is None:
        return []
    grid = table["grid"]
    lines = [
        f"{grid['rows']} x {grid['cols']} cells: seconds from nothing to the owner of each cell, and for counting the exact 5-point "
        f"communication from that list; the target for either is less than {table['target_s']:g} s. Speeds {table['speeds']}, "
        f"medians of {table['runs']}" + (f"; {settings_of(table)}." if "settings" in table else "."),
        "",
        "| Method | Processors | Owners (s) | Communication (s) | |",
        "|---|---|---|---|---|",
    ]
    for row in table["rows"]:
        verdict = "reached" if row["reached"] else "**missed**"
        lines.append(f"| `{row['method']}` | {row['processors']} | {row['owners_s']:.3g} | {row['communication_s']:.3g} | {verdict} |")
    return lines


def settings_of(table):
    return ", ".join(f"{key.replace('_', ' ')} {value}" for key, value in table["settings"].items())


def main():
    source, page = map(pathlib.Path, sys.argv[1:3])
    result = json.loads(source.read_text())
    text = page.read_text()
    before, rest = text.split(BEGIN, 1)
    after = rest.split(END, 1)[1]
    lines = ["", f"From `bench/results/{source.name}`: {settings_of(result)}.", "", *comparison(result), "", *targets(result), "",
             *owners(result), ""]
    page.write_text(before + BEGIN + "\n".join(lines) + END + after)


main()
