"""The part of docs/performance.md about Fourier transforms; the part of docs/applications.md about the cross-over of layouts,
and its plot. Made only from results of bench/fourier."""
import measured_part
import plot_style
from markdown_table import markdown_table

TARGET = 1.0
SECTION = """
## Fourier transforms compared with FFTW-MPI

From `{file}`: medians of {rounds} rounds of {repeats} transforms of 2^{bits} complex points over TCP, on one computer ({cores} cores of {cpu}, {kernel}, {date}). The sides take turns. Both plan
with FFTW_MEASURE, for {plan_limit} s at most. "Natural": points and coefficients are in order, divided into blocks. "Fastest": the hybrid layout of Banyan, and the scrambled output of FFTW-MPI ([bench/fourier](../bench/fourier)).

| Target: at most {target} x the time of FFTW-MPI | Measured | |
|---|---|---|
{targets}

Milliseconds of a transform:

{table}
"""
MARKS = "<!-- cross-over, measured by bench/fourier: begin -->\n", "<!-- cross-over, measured by bench/fourier: end -->\n"
CROSSOVER = """
### Measured cross-over

`bench/pages` makes this part from `{file}`. Do not edit it by hand. The numbers of points at which a transform in the hybrid layout takes more or less time than in the cyclic layout, on {place} ({cores} cores
of {cpu}, {kernel}, {date}; {rounds} rounds, each with the median of {repeats} transforms). "Slower up to" is the largest size up to which hybrid is slower in every round, at this size and all smaller ones. "Faster from" is the smallest size from which hybrid is faster in
every round. Between them, the rounds differ by more than the layouts.

The formulas have the measured parameters of the network: T0 for each message, Td for each byte, and Tc for each byte that is
copied. "Formula" is `hybrid_crossover()`, the size below which hybrid is slower with a message for each block; the library combines blocks in shorter transforms if that is faster. Transforms have at least p^2 points, so a result below p^2 means that hybrid is slower at no size. "Printed formula" is that of the paper, with points of 16 bytes.

{table}

![time of the cyclic layout divided by that of the hybrid layout]({picture})
"""


def verdict(tasks, name, ratio):
    return f"| {tasks} tasks, {name} | {ratio:.2f} x | {'met' if ratio <= TARGET else '**miss**'} |"


def section(result, source):
    """`source` is the path of the result from the top folder of the project. Empty if there is no result."""
    if not result:
        return ""
    settings, measured = result["settings"], result["measurements"]
    sides = list(next(iter(measured.values()))["median_s"])
    rows = [[tasks] + [f"{1e3 * values['median_s'][side]:.2f}" for side in sides] for tasks, values in measured.items()]
    targets = "\n".join(verdict(tasks, name, ratio) for tasks, values in measured.items()
                        for name, ratio in values["ratios"].items())
    return SECTION.format(file=source, target=TARGET, targets=targets, table=markdown_table(["tasks", *sides], rows),
                          **{name: settings[name] for name in ("rounds", "repeats", "bits", "plan_limit", "cores", "cpu", "kernel",
                                                              "date")})


def clear_sizes(case):
    """Up to which number of points hybrid is slower than cyclic in every round, and from which it is faster in every round.
    None: at no size."""
    rounds = [{int(bits): seconds for bits, seconds in one.items()} for one in case["samples"]]
    sizes = sorted(rounds[0])
    slower, faster = None, None
    for bits in sizes:
        if not all(one[bits][2] > one[bits][0] for one in rounds):
            break
        slower = 2 ** bits
    for bits in reversed(sizes):
        if not all(one[bits][2] < one[bits][0] for one in rounds):
            break
        faster = 2 ** bits
    return slower, faster


def power_text(points):
    return "none" if points is None else f"2^{points.bit_length() - 1}"


def crossover_row(tasks, case):
    network, at = case["network"], case["hybrid_is_faster_from_points"]
    slower, faster = clear_sizes(case)
    return [tasks, f"{1e6 * network['start_s']:.2f}", f"{1e9 * network['byte_s']:.3f}", f"{1e9 * network['copy_byte_s']:.3f}",
            power_text(slower), power_text(faster), power_text(int(tasks) ** 2), f"{at['formula']:.0f}",
            "none" if at["printed"] is None else f"{at['printed']:.0f}"]


def crossover_text(result, source):
    settings = result["settings"]
    laboratory = settings.get("laboratory")
    head = ["tasks", "T0, us", "Td, ns", "Tc, ns", "slower up to", "faster from", "p^2", "formula", "printed formula"]
    rows = [crossover_row(tasks, case) for tasks, case in result["measurements"].items()]
    return CROSSOVER.format(file=source, place=f"hosts of a laboratory (`{laboratory}`)" if laboratory else "one host",
                            table=markdown_table(head, rows), picture=f"../{source.with_suffix('.png')}",
                            **{name: settings[name] for name in ("cores", "cpu", "kernel", "date", "rounds", "repeats")})


def page_text(old, result, source):
    """docs/applications.md with its part about the cross-over. Without a result, the part is empty."""
    return measured_part.replaced(old, "docs/applications.md", MARKS, crossover_text(result, source) if result else "")


def plot(result, picture):
    """Time of cyclic and hybrid by the number of points, measured and by the model, for each number of tasks. Returns
    whether gnuplot is installed."""
    text, curves = plot_style.head(picture, 900, 600), []
    for number, (tasks, case) in enumerate(result["measurements"].items(), 1):
        text += plot_style.block(f"case_{tasks}", [[2 ** row["bits"], row["measured"], row["model"]]
                                                   for row in case["cyclic_over_hybrid"]])
        curves += [f"$case_{tasks} using 1:2 with linespoints linetype {number} title '{tasks} tasks, measured'",
                   f"$case_{tasks} using 1:3 with lines linetype {number} dashtype 2 title '{tasks} tasks, messages by "
                   "the formula'"]
    return plot_style.draw(text + f"""set title 'Fourier transform: time of the cyclic layout / time of the hybrid layout'
set logscale x 2
set format x '2^%L'
set xlabel 'points'
set ylabel 'cyclic / hybrid (above 1: hybrid is faster)'
set yrange [0:*]
set key top left
plot 1 with lines linecolor 'gray' notitle, {", ".join(curves)}
""")
