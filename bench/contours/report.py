"""The part of docs/applications.md about contour tracing, and its plot. Made only from a result of bench/contour."""
import measured_part
import plot_style
from markdown_table import markdown_table

MARKS = "<!-- measured by bench/contour: begin -->\n", "<!-- measured by bench/contour: end -->\n"
FIGURES = {128: 11, 256: 12, 512: 13}
MOST_LISTED = 1  # exceptions from a statement
PART = """
### The published comparison

`bench/pages` makes this part from `{file}`. Do not edit it by hand. {cores} cores of {cpu}, {kernel}, {date}; {rounds}.

**Modelled SP-2** (40 us for a message, 35.54 MB/s, 14 + 0.104 i us for an element with i iterations): time of A divided by time of B. Above 1, B is faster.

{model}

![time of A / time of B]({picture})

**Elapsed time** of A divided by that of B, with {hosts}:

{measured}

Whether they agree with what was published:

{claims}
"""


def ratio(case):
    return case["seconds"]["in-place"] / case["seconds"]["remap"]


def table(cases, first_names):
    """One row for each size and number of tasks, one column for each number of iterations."""
    iterations = sorted({case["iterations"] for case in cases})
    rows = {}
    for case in cases:
        rows.setdefault((*(case[name] for name in first_names), case["side"], case["tasks"]), {})[case["iterations"]] = ratio(case)
    return markdown_table([*first_names, "pixels", "tasks", *(f"i = {each}" for each in iterations)],
                          [[*key[:-2], f"{key[-2]} x {key[-2]}", str(key[-1]), *(f"{row[each]:.2f}" for each in iterations)]
                           for key, row in rows.items()])


def always_faster(cases, side):
    """Whether figures 5.11 to 5.13 agree: B is below A."""
    own = [case for case in cases if case["side"] == side]
    slower = [case for case in own if ratio(case) < 1]
    if not slower:
        return f"agrees in all {len(own)} cases"
    where = ", ".join(f"{case['tasks']} tasks and i = {case['iterations']} ({ratio(case):.2f})" for case in slower)
    return f"agrees in {len(own) - len(slower)} of {len(own)} cases" + (f"; not for {where}" if len(slower) <= MOST_LISTED else "")


def crossing(cases):
    """From how many iterations on B is faster, for the case of figure 5.14."""
    found = sorted((case["iterations"], ratio(case)) for case in cases if (case["side"], case["tasks"]) == (1024, 4))
    from_ = None
    for iterations, value in reversed(found):
        if value <= 1:
            break
        from_ = iterations
    said = "A is faster with the most iterations" if from_ is None else f"B is faster from i = {from_} on"
    return f"{said} ({', '.join(f'{value:.2f}' for _, value in found)})"


def speed_up(cases):
    """The statement that A loses more by more tasks."""
    few, many = (pick(case["tasks"] for case in cases) for pick in (min, max))
    if few == many:
        return "not measured"
    of = {(case["side"], case["iterations"], case["tasks"]): ratio(case) for case in cases}
    pairs = [(side, i) for side, i, tasks in of if tasks == few]
    more = [pair for pair in pairs if of[(*pair, many)] > of[(*pair, few)]]
    sides = ", ".join(f"{sum(1 for each in more if each[0] == side)} of {side} pixels" for side in sorted({side for side, _ in pairs}))
    return f"A / B is larger with {many} than with {few} tasks in {len(more)} of {len(pairs)} cases: {sides}"


def claims(model, elapsed):
    """A row for each published statement: what the model says, and the elapsed times in each place."""
    places = list(dict.fromkeys(case["hosts"] for case in elapsed))

    def row(published, said):
        texts = [f"{place}: {said([case for case in elapsed if case['hosts'] == place])}" for place in places]
        return [published, said(model), "; ".join(texts)]
    return markdown_table(
        ["Published (figures 5.11 to 5.14)", "Modelled SP-2", "Elapsed time"],
        [*(row(f"Figure 5.{figure}, {side} x {side} pixels: B is always faster", lambda cases, side=side: always_faster(cases, side))
           for side, figure in FIGURES.items()),
         row("Figure 5.14, 1024 x 1024 pixels, 4 tasks: B is faster from about 200 iterations on", crossing),
         row("A loses speed-up faster than B", speed_up)])


def rounds_text(rounds):
    return "one round" if rounds == 1 else f"medians of {rounds} rounds"


def tasks_text(cases):
    """The numbers of tasks of these cases: "4, 16 and 64 tasks"."""
    *some, last = map(str, sorted({case["tasks"] for case in cases}))
    return f"{', '.join(some)} and {last} tasks" if some else f"{last} tasks"


def part_text(result, source, picture):
    settings = result["settings"]
    measured = [dict(case, hosts="one host") for case in result["one_host"]]
    hosts = f"{tasks_text(measured)} on one host"
    if result["laboratory"]:
        cases = result["laboratory"]["cases"]
        measured += [dict(case, hosts="laboratory") for case in cases]
        hosts += f", and {tasks_text(cases)} on hosts of a laboratory (`{result['laboratory']['settings']}`)"
    return PART.format(file=source, cores=settings["cores"], cpu=settings["cpu"], kernel=settings["kernel"],
                       date=settings["date"], rounds=rounds_text(result["rounds"]), model=table(result["model"], []), picture=picture,
                       claims=claims(result["model"], measured), hosts=hosts, measured=table(measured, ["hosts"]))


def page_text(old, result, source):
    """The page with its measured part. Without a result, the part is empty."""
    picture = f"../{source.with_suffix('.png')}" if result else ""
    return measured_part.replaced(old, "docs/applications.md", MARKS, part_text(result, source, picture) if result else "")


def plot(result, picture):
    """A / B by the number of iterations, for 4 and 64 tasks. Returns whether gnuplot is installed."""
    text, curves = plot_style.head(picture, 900, 600), []
    sides = sorted({case["side"] for case in result["model"]})
    for number, side in enumerate(sides, 1):
        for dash, tasks in ((1, 4), (2, 64)):
            name = f"case_{side}_{tasks}"
            text += plot_style.block(name, sorted([case["iterations"], ratio(case)] for case in result["model"]
                                                  if (case["side"], case["tasks"]) == (side, tasks)))
            curves.append(f"${name} using 1:2 with linespoints linetype {number} dashtype {dash} "
                          f"title '{side} x {side}, {tasks} tasks'")
    return plot_style.draw(text + f"""set title 'Contour tracing on the modelled SP-2: in place / after remapping'
set xlabel 'iterations of the dummy loop at each element'
set ylabel 'time of A / time of B (above 1: B is faster)'
set yrange [0:*]
set key outside
plot 1 with lines linecolor 'gray' notitle, {", ".join(curves)}
""")
