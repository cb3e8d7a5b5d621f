"""The measured parts of docs/synchronization.md. Made only from results of bench/synchronization."""
import pathlib

import measured_part
import plot_style
from markdown_table import markdown_table

MARKS = "<!-- measured by bench/synchronization: begin -->\n", "<!-- measured by bench/synchronization: end -->\n"
MARKS_ON_HOSTS = ("<!-- on hosts, measured by bench/synchronization: begin -->\n",
                  "<!-- on hosts, measured by bench/synchronization: end -->\n")
EVERY = (1, 4, 10, 25)
WAYS = ("global", "broadcast-collapse", "self")
PART = """
## Measured

`bench/pages` makes this part from `{file}`. Do not edit it by hand.

Utilization of the thermal example (`--flops 50`): compute time of the ranks divided by the elapsed time. {cores} cores of {cpu}, {kernel}, {date}; medians
of {rounds} rounds. The model is U of the section "Self-synchronization" with the parameters of the last table; nothing is fitted. E is the compute time of an
iteration, and every R-th iteration also searches for the largest change. The model counts a deferral until E + Delta in each iteration.
The program ends the deferral when the boundaries of the neighbours have arrived, and has none if R = 1.

{utilization}

![utilization against R]({picture})

Parameters of the model, microseconds per iteration:

{parameters}
"""
PART_ON_HOSTS = """
## Measured with a host for each task

`bench/pages` makes this part from `{file}`. Do not edit it by hand.

Utilization of the thermal example (`--flops 50`) as above, but each task is on a host of a laboratory, with a quota of its own. So the tasks wait for messages of the network
and do not share cores without a quota. {cores} cores of {cpu}, {kernel}, {date}; medians of {rounds} rounds. E contains the pauses of the quotas while a task computes, but not those while it waits.

The column "with cores" adds the limit of the cores. All hosts together have {cores} cores, which need a time T for the computations of all tasks in one iteration, however the tasks wait. T is estimated as the time of an iteration with neighbours only (E divided by its utilization), in which
the exchange is hidden behind the computation. In `self` it is assumed that all ranks wait for boundaries at the same time, so that the exchange follows. The model is U with max(E + Delta, T) in place of E + Delta.

{laboratories}

{utilization}

![utilization against R]({picture})

Parameters of the model, microseconds per iteration:

{parameters}
"""


def name_of(case):
    return [str(case["tasks"]), f"{case['side']} x {case['side']}"]


def model_with_cores(medians, every):
    """The model of bench/synchronization, but computation and deferral take at least as long as an iteration with neighbours
    only: in it, the cores that all tasks share compute nearly all the time."""
    compute_s = medians["compute_s"] + medians["change_s"] / every
    before_exchange_s = compute_s * max(1 + medians["bound"], 1 / medians["neighbours"])
    return every * compute_s / (medians["tree_s"] + every * (before_exchange_s + medians["boundary_s"]))


def models_of(case, every, on_hosts):
    """The utilizations of `self` by the models."""
    return [case["model"][str(every)]] + ([model_with_cores(case["medians"], every)] if on_hosts else [])


def utilization_table(cases, on_hosts):
    head = ["tasks", "cells", "`--sync`", "R", "measured U", "model U"] + (["with cores"] if on_hosts else [])
    none = ["-"] * (len(head) - 5)
    rows = []
    for case in cases:
        medians = case["medians"]
        rows.append(name_of(case) + ["neighbours only", "-", f"{medians['neighbours']:.3f}"] + none)
        for way in WAYS:
            for every in EVERY:
                if f"{way}_{every}" not in medians:
                    continue  # not measured on hosts
                computed = [f"{value:.3f}" for value in models_of(case, every, on_hosts)] if way == "self" else none
                rows.append(name_of(case) + [f"`{way}`", str(every), f"{medians[f'{way}_{every}']:.3f}"] + computed)
    return markdown_table(head, rows)


def parameter_table(cases):
    rows = []
    for case in cases:
        medians = case["medians"]
        rows.append(name_of(case) + [f"{medians[name] * 1e6:.1f}" for name in ("compute_s", "change_s", "tree_s", "boundary_s")] +
                    [f"{medians['bound']:.3f}"])
    return markdown_table(["tasks", "cells", "E", "largest change", "L delta", "q tau alpha", "gamma = Delta / E"], rows)


def part_text(part, result, source, **facts):
    """The text between two marks. `source` is the path of the result from the top folder of the project."""
    settings = result["settings"]
    picture = "../" + str(pathlib.PurePosixPath(source).with_suffix(".png"))
    return part.format(file=source, cores=settings["cores"], cpu=settings["cpu"], kernel=settings["kernel"],
                       date=settings["date"], rounds=result["rounds"], picture=picture, **facts,
                       utilization=utilization_table(result["measurements"], "laboratories" in result),
                       parameters=parameter_table(result["measurements"]))


def page_text(old, result, source):
    """The page with its measured part. Without a result, the part is empty."""
    return measured_part.replaced(old, "docs/synchronization.md", MARKS, part_text(PART, result, source) if result else "")


def page_with_hosts(old, result, source):
    """The page with the part of bench/synchronization --laboratory. Without a result, the part is empty."""
    part = ""
    if result:
        laboratories = "Laboratories: " + "; ".join(f"`{settings}`" for settings in result["laboratories"]) + "."
        part = part_text(PART_ON_HOSTS, result, source, laboratories=laboratories)
    return measured_part.replaced(old, "docs/synchronization.md", MARKS_ON_HOSTS, part)


def plot(result, picture):
    """Utilization of self-synchronization by R, measured and by the model. Does nothing if gnuplot is not installed."""
    text, curves = plot_style.head(picture, 900, 600), []
    on_hosts = "laboratories" in result
    for number, case in enumerate(result["measurements"], 1):
        text += plot_style.block(f"case_{number}", [(every, case["medians"][f"self_{every}"], *models_of(case, every, on_hosts))
                                                    for every in EVERY])
        title = f"{case['tasks']} tasks, {case['side']} x {case['side']} cells"
        curves += [f"$case_{number} using 1:2 with linespoints linetype {number} title '{title}, measured'",
                   f"$case_{number} using 1:3 with lines linetype {number} dashtype 2 title '{title}, model'"]
        if on_hosts:
            curves.append(f"$case_{number} using 1:4 with lines linetype {number} dashtype 3 title '{title}, model with cores'")
    plot_style.draw(text + f"""set title 'Self-synchronization: share of the time in which the ranks compute'
set logscale x
set xtics (1, 4, 10, 25)
set xrange [0.9:28]
set yrange [0:1]
set xlabel 'iterations from one global synchronization to the next (R)'
set ylabel 'utilization (compute time / elapsed time)'
set key {"top" if on_hosts else "bottom"} right
plot {", ".join(curves)}
""")
