"""The part of docs/grid.md about permutations. Made only from a result of bench/permutations."""
import measured_part
from markdown_table import markdown_table

MARKS = "<!-- measured by bench/permutations: begin -->\n", "<!-- measured by bench/permutations: end -->\n"
PART = """
`bench/pages` makes this part from `{file}`. Do not edit it by hand. Milliseconds for 2^{bits} items of 8 bytes that are divided into blocks, of tasks on one host. {cores} cores of {cpu}, {kernel}, {date}; medians of {rounds} rounds. Messages and
bytes are those of the rank that sends the most. Predicted: the time of the same call on one rank with its part of the items, plus T0 for each message and Td for each byte ({network}). The model leaves out the merging
of a sort. Plain way: rank 0 gathers all items, permutes them and scatters them.

{table}
"""
TITLES = {"sort": "`sorted`, random keys", "bit_reversal": "`moved`, bit reversal", "perfect_shuffle": "`moved`, perfect shuffle",
          "blocked_to_cyclic": "`moved`, blocked to cyclic", "any_places": "`permute`, any places",
          "transpose": "`transposed`, a square by rows"}


def ms(seconds):
    return f"{1e3 * seconds:.2f}"


def rows_of(tasks, case):
    return [[TITLES[name], tasks, f"{row['messages']:.0f}", f"{row['bytes']:.0f}", ms(row["seconds"]), ms(row["predicted_s"]), ms(row["plain_s"]),
             f"{row['plain_s'] / row['seconds']:.2f}"] for name, row in case["permutations"].items()]


def network_text(tasks, case):
    network = case["network"]
    return f"{tasks} tasks: {1e6 * network['start_s']:.2f} us and {1e9 * network['byte_s']:.3f} ns"


def part_text(result, source):
    settings, measured = result["settings"], result["measurements"]
    rows = [row for tasks, case in measured.items() for row in rows_of(tasks, case)]
    head = ["permutation", "tasks", "messages", "bytes", "ms", "predicted", "plain way", "plain way / ms"]
    return PART.format(file=source, bits=result["bits"], rounds=result["rounds"], table=markdown_table(head, rows),
                       network="; ".join(network_text(tasks, case) for tasks, case in measured.items()),
                       **{name: settings[name] for name in ("cores", "cpu", "kernel", "date")})


def page_text(old, result, source):
    """The page with its measured part. Without a result, the part is empty."""
    return measured_part.replaced(old, "docs/grid.md", MARKS, part_text(result, source) if result else "")
