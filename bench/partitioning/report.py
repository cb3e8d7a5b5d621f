"""The page docs/partition_measurements.md, made from a result of bench/partition and from nothing else."""


def processors_of(row):
    """Results of schema v1 call them machines."""
    return row["processors"] if "processors" in row else row["machines"]


def comparison(result):
    table = result["comparison"]
    grid = table["grid"]
    lines = [
        f"{grid['rows']} x {grid['cols']} cells, open edges, 5 points, means of {table['instances_each']} instances each. Length: "
        "sum of half-perimeters divided by its lower bound. Balance: time of the slowest processor divided by that of perfect "
        "balance.",
        "",
        "| Processors | Speeds | Partitioner | Length | Messages | Balance | Time (ms) |",
        "|---|---|---|---|---|---|---|",
    ]
    for row in table["rows"]:
        head = f"| {processors_of(row)} | {row['speeds']} | {row['partitioner']} | "
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
        f"{grid['rows']} x {grid['cols']} cells: seconds to make the partition and list the owner of each cell, and seconds to count the "
        f"exact 5-point communication from that list. The target for each is less than {table['target_s']:g} s. Speeds {table['speeds']}, "
        f"medians of {table['runs']}" + (f"; {settings_of(table)}." if "settings" in table else "."),
        "",
        "| Method | Processors | Owners (s) | Communication (s) | |",
        "|---|---|---|---|---|",
    ]
    for row in table["rows"]:
        verdict = "reached" if row["reached"] else "**missed**"
        lines.append(f"| `{row['method']}` | {processors_of(row)} | {row['owners_s']:.3g} | {row['communication_s']:.3g} | {verdict} |")
    return lines


def settings_of(table):
    return ", ".join(f"{key.replace('_', ' ')} {value}" for key, value in table["settings"].items())


PAGE = """# Measured partitions

`bench/pages` makes this page from `{file}`. Do not edit it by hand. `bench/partition` compares our methods with METIS
(k-way with target weights on the graph of the cells; its edge cut is the cut length), with Zoltan's recursive coordinate bisection
with part sizes, and with a squarified treemap, all on the same instances. METIS and Zoltan give an owner for each cell, so their parts
need not be rectangles.

Settings: {settings}.

## Compared with other partitioners

{comparison}

## Targets

{targets}

## Owners of single cells

{owners}
"""


def page_text(result, source):
    """The page. `source` is the path of the result from the top folder of the project."""
    return PAGE.format(file=source, settings=settings_of(result), comparison="\n".join(comparison(result)),
                       targets="\n".join(targets(result)), owners="\n".join(owners(result)))
