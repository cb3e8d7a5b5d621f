"""The part of docs/performance.md about Fourier transforms, and the plot of the cross-over. Made only from a result of
bench/fourier."""
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


def plot(crossovers, picture):
    """Time of cyclic and hybrid by the number of points, measured and by the model, for each number of tasks. Returns
    whether gnuplot is installed."""
    text, curves = plot_style.head(picture, 900, 600), []
    for number, (tasks, case) in enumerate(crossovers.items(), 1):
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
