"""The page docs/partition_measurements.md. Made only from a result of bench/partition."""
from markdown_table import markdown_table


def processors_of(row):
    """The number of processors. Results of schema v1 have it as `machines`."""
    return row["processors"] if "processors" in row else row["machines"]


def verdict(row):
    return "reached" if row["reached"] else "**missed**"


def comparison(result):
    table = result["comparison"]
    grid = table["grid"]
    rows = []
    for row in table["rows"]:
        values = ["not installed", "", "", ""] if row.get("missing") else [
            f"{row['half_perimeter_over_bound']:.4f}", f"{row['messages']:.0f}", f"{row['max_time_ratio']:.4f}",
            f"{row['milliseconds']:.3g}"]
        rows.append([str(processors_of(row)), row["speeds"], row["partitioner"], *values])
    return (
        f"{grid['rows']} x {grid['cols']} cells, open edges, 5 points, means of {table['instances_each']} instances each. Length: "
        "sum of half-perimeters divided by its lower bound. Balance: time of the slowest processor divided by that of perfect "
        "balance.\n\n"
    ) + markdown_table(["Processors", "Speeds", "Partitioner", "Length", "Messages", "Balance", "Time (ms)"], rows)


def targets(result):
    rows = [[row["what"], f"{row['target']:.7g} {row['unit']}", f"{row['measured']:.7g}", verdict(row)]
            for row in result["targets"]]
    return markdown_table(["What", "Target", "Measured", ""], rows)


def owners(result):
    table = result.get("owners")
    if table is None:
        return ""
    grid = table["grid"]
    rows = [[f"`{row['method']}`", str(processors_of(row)), f"{row['owners_s']:.3g}", f"{row['communication_s']:.3g}", verdict(row)]
            for row in table["rows"]]
    return (
        f"{grid['rows']} x {grid['cols']} cells: seconds to make the partition and list the owner of each cell, and seconds to count the "
        f"exact 5-point communication from that list. The target for each is less than {table['target_s']:g} s. Speeds {table['speeds']}, "
        f"medians of {table['runs']}" + (f"; {settings_of(table)}." if "settings" in table else ".") + "\n\n"
    ) + markdown_table(["Method", "Processors", "Owners (s)", "Communication (s)", ""], rows)


def repartitions(result):
    table = result.get("repartition")
    if table is None:
        return ""
    grid = table["grid"]
    rows = []
    for row in table["rows"]:
        values = ["not installed", "", "", "", "", ""] if row.get("missing") else [
            f"{row['moved'] * 100:.2f}", f"{row['most_moved'] * 100:.2f}", f"{row['least_moved'] * 100:.2f}",
            f"{row['max_time_ratio']:.4f}", f"{row['half_perimeter_over_bound']:.4f}", f"{row['milliseconds']:.3g}"]
        rows.append([f"{row['drift'] * 100:g} %", str(row["processors"]), row["partitioner"], *values])
    return (
        f"{grid['rows']} x {grid['cols']} cells; speeds {table['speeds']}; means of {table['instances_each']} instances each"
        + (f"; {settings_of(table)}" if "settings" in table else "") + ". The name before the comma is the method of the old partition. "
        "\"Again\" makes a partition for the new speeds without the old one. Zoltan's repartition minimises N x (edge cut) + (moved cells), "
        "with N in brackets and a balance of at most 1.003. \"Moved\" is the mean share of the cells that move, \"most\" the largest, and \"must\" the share that must move; for rows and cell ranges, "
        "to any partition with the same balance and the same order of the processors.\n\n"
    ) + markdown_table(["Drift", "Processors", "Partitioner", "Moved (%)", "Most (%)", "Must (%)", "Balance", "Length", "Time (ms)"], rows)


def settings_of(table):
    return ", ".join(f"{key.replace('_', ' ')} {f'{value:.1f}' if isinstance(value, float) else value}"
                     for key, value in table["settings"].items())


PAGE = """# Measured partitions

`bench/pages` makes this page from `{file}`. Do not edit it by hand. `bench/partition` compares the methods of Banyan with three other partitioners on the same
instances: METIS (k-way with target weights, on the graph of the cells; its edge cut is the cut length), Zoltan's recursive coordinate bisection (RCB)
with part sizes, and a squarified treemap. METIS and Zoltan give an owner for each cell, so their parts need not be rectangles.

Settings: {settings}.

## Compared with other partitioners

{comparison}

## Targets

{targets}

## Owners of single cells

{owners}

## Repartitioning

{repartitions}
"""


def page_text(result, source):
    """The page. `source` is the path of the result from the top folder of the project."""
    return PAGE.format(file=source, settings=settings_of(result), comparison=comparison(result),
                       targets=targets(result), owners=owners(result), repartitions=repartitions(result))
