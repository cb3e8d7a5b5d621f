"""The parts of docs/collectives.md that are made only from a result of bench/laboratory."""
import pathlib
import sys
from statistics import median

sys.path.insert(0, str(pathlib.Path(__file__).resolve().parent))
import automatic_choices  # noqa: E402: the path comes first
import measured_part  # noqa: E402
from automatic_choices import FAR, NEAR, NEAR_BEST, OPEN, SAME, time_us  # noqa: E402
from collectives import CALLS, call_text  # noqa: E402
from markdown_table import markdown_table  # noqa: E402
from on_hosts import ORDER_RUNS, SAMPLES  # noqa: E402
from student_interval import interval_text, mean_ratio  # noqa: E402
from targets import size_text  # noqa: E402

MARKS = "<!-- measured by bench/laboratory: begin -->\n", "<!-- measured by bench/laboratory: end -->\n"
TECHNIQUE_MARKS = "<!-- techniques, measured by bench/laboratory: begin -->\n", "<!-- techniques, measured by bench/laboratory: end -->\n"
OURS, OTHER = ("ours", "ours_plain"), "openmpi"
REASONS = {}  # by name and size of the call; printed only where Banyan is slower than Open MPI by more than noise

PART = """
`bench/pages` makes this part from `{file}`. Do not edit it by hand. {rounds} rounds, medians. Laboratory (tools/lab/lab) on {cores} cores of {cpu},
{kernel}, {date}, commit {commit}: `{laboratory}`.

### Compared with Open MPI

The sides take turns and run the same loop as in bench/compare. Banyan encrypts messages between hosts by default; Open MPI does not. "Plain" is Banyan without encryption,
after `banyan up --plain-data`. Open MPI uses TCP. "-": not measured. The times are medians. The quotients are geometric means of the time of Banyan divided by that of Open MPI in the
same round, with their 95 % intervals (Student t). If 1 is in the interval, the difference may be noise.

{sides}

Banyan is slower by more than noise in: {slower}.

{reasons}

### The automatic choice compared with the best algorithm

A pass measures `automatic` and every named algorithm of a collective and a length {order}. Passes: {passes}.{before} The best of several equally fast algorithms is best by chance, and its measured time is
too short. So the best algorithm is not selected by the times with which `automatic` is compared: every second pass selects it for the other passes, and these for the first ones. The quotient is the time of `automatic` divided by that of the
best algorithm, a geometric mean over the passes with its 95 % interval (Student t). The last column says whether `automatic` is within {percent} % of the best algorithm:

- {same}: both do the same in every pass, so the quotient is noise ({of_same} of {all})
- {yes}: the whole interval is at most {near_best:.2f} ({of_yes} of {all})
- {no}: the whole interval is above {near_best:.2f} ({of_no} of {all})
- {open}: these passes do not decide it ({of_open} of {all}; the quotient itself is at most {near_best:.2f} in {open_near} of these)

{choices}
{with_orders}
How large is noise? `automatic` and the chosen algorithm under its own name do the same. The quotient of their times, a geometric mean over the passes, differs from 1 by the percentages of the next
table.{cold} The table also has the geometric mean of the quotients of all collectives.

{noise}
"""

BEFORE = """
Before each run, the network is measured as a program measures it. In this table `automatic` chooses by this measurement. Its time is that of the chosen algorithm under its own name."""

WITH_ORDERS = """
With [measured orders](#measured-orders): before the passes, {runs} runs with {samples} samples of each algorithm gave the orders, as `banyan bench collectives --write` writes them. In the passes, `automatic` chooses by these orders. The last column is
`{same}` in {of_same} of {all} cases, `{yes}` in {of_yes}, `{no}` in {of_no}, and `{open}` in {of_open} (the quotient itself is at most {near_best:.2f} in {open_near} of these).

{choices}
"""

COLD = """ In this result they are large for short calls: the algorithm that a process measured first was slow, probably because its connections were new. Later versions use all connections before they measure."""

TECHNIQUES = """
`bench/pages` makes these tables from `{file}`. Times in microseconds, medians; q is the time of the improved way divided by that of the plain way, predicted and
measured. "automatic" is what the library chooses.

8 tasks on one host of {cores} cores, TCP: {loopback_model}

{loopback}

8 hosts with links of 100 Mbit/s (`{laboratory}`): {lab_model}

{lab}
"""


def of_side(sides, name, key):
    return [sample[key] for sample in sides[name]]


def key_of(call):
    return f"{call[0]} {call[1]}"


def beside_other(sides, name, call):
    """The time of a side of Banyan divided by that of Open MPI, with its interval. None if one was not measured."""
    if name not in sides or OTHER not in sides:
        return None
    pairs = zip(of_side(sides, name, key_of(call)), of_side(sides, OTHER, key_of(call)), strict=True)
    return mean_ratio(ours / theirs for ours, theirs in pairs)


def is_slower(sides, call):
    """True if Banyan is slower than Open MPI by more than noise."""
    found = beside_other(sides, OURS[0], call)
    return found is not None and found[1] > 1


def side_table(sides):
    rows = []
    for call in CALLS:
        cells = [call_text(*call, size_text)]
        cells += [f"{median(of_side(sides, name, key_of(call))):.4g}" if name in sides else "-" for name in (*OURS, OTHER)]
        for found in (beside_other(sides, name, call) for name in OURS):
            cells += ["-", "-"] if found is None else [f"{found[0]:.2f}", interval_text(*found[1:])]
        rows.append(cells)
    return markdown_table(["collective", "Banyan, us", "plain, us", "Open MPI, us", "Banyan / Open MPI", "95 % interval",
                           "plain / Open MPI", "95 % interval"], rows)


def slower_text(sides):
    if OTHER not in sides:
        return "not measured"
    return ", ".join(call_text(*call, size_text) for call in CALLS if is_slower(sides, call)) or "no call"


def length_text(size):
    return size_text(size) if size else "-"


def choice_table(found):
    def cells(rows):
        names = dict.fromkeys(row.get("chosen", row["algorithm"]) for row in rows)
        return [", ".join(names), f"{median(row['predicted_us'] for row in rows):.4g}", f"{median(map(time_us, rows)):.4g}"]
    rows = [[choice.collective, length_text(choice.size), *cells(choice.automatic), *cells(choice.best), f"{choice.quotient:.2f}",
             interval_text(choice.low, choice.high), choice.is_near] for choice in found]
    return markdown_table(["collective", "bytes", "automatic", "predicted us", "us", "best", "predicted us", "us", "quotient",
                           "95 % interval", f"within {percent(NEAR_BEST)} %"], rows)


def percent(quotient):
    """By how much a quotient differs from 1, in either direction."""
    return round(100 * (max(quotient, 1 / quotient) - 1))


def noise_table(found):
    rows = []
    for size in dict.fromkeys(choice.size for choice in found):
        of_size = [choice for choice in found if choice.size == size]
        noises = [percent(choice.noise) for choice in of_size]
        mean, low, high = automatic_choices.mean_quotient(of_size)
        rows.append([length_text(size), len(of_size), f"{median(noises):.0f} %", f"{max(noises)} %", f"{mean:.2f}",
                     interval_text(low, high)])
    return markdown_table(["bytes", "cases", "noise, median", "largest", "mean quotient", "95 % interval"], rows)


def technique_table(run):
    def cells(way):
        return [f"{way['predicted_us']:.4g}", f"{time_us(way):.4g}"]
    rows = [[row["technique"], size_text(row["bytes"]), *cells(row["plain"]), row["improved"]["setting"], *cells(row["improved"]),
             f"{row['predicted_quotient']:.2f}", f"{row['measured_quotient']:.2f}", row.get("automatic", "-")] for row in run["results"]]
    return markdown_table(["technique", "length", "plain, predicted", "measured", "improved way", "predicted", "measured",
                           "q predicted", "q", "automatic"], rows)


def model_text(run):
    model = run["model"]
    return f"T0 {model['start_us']:.4g} us, Td {model['byte_ns']:.4g} ns, Tc {model['packing_byte_ns']:.4g} ns."


def reasons_text(sides):
    """The reasons for missed targets."""
    return "\n".join(f"- {call_text(*call, size_text)}: {REASONS[key_of(call)]}" for call in CALLS
                     if key_of(call) in REASONS and is_slower(sides, call))


def passes_text(found):
    """How many passes the choices have: one number, or the least and the most."""
    least, most = (end(len(choice.quotients) for choice in found) for end in (min, max))
    longest = max((choice.size for choice in found if len(choice.quotients) == most), default=0)
    return str(most) if least == most else f"{most} over the lengths of at most {size_text(longest)}, {least} over the others"


def answers(found):
    """The words for each answer, how often it was given, and how many open cases are near, for the texts of this file."""
    count = {answer: sum(choice.is_near == answer for choice in found) for answer in (SAME, NEAR, FAR, OPEN)}
    return {"near_best": NEAR_BEST, "same": SAME, "yes": NEAR, "no": FAR, "open": OPEN, "of_same": count[SAME],
            "of_yes": count[NEAR], "of_no": count[FAR], "of_open": count[OPEN], "all": len(found),
            "open_near": sum(choice.is_near == OPEN and choice.quotient <= NEAR_BEST for choice in found),
            "choices": choice_table(found)}


def orders_text(result):
    """The part about measured orders. Empty if `automatic` had none."""
    if not automatic_choices.has_orders(result):
        return ""
    return WITH_ORDERS.format(runs=ORDER_RUNS, samples=SAMPLES, **answers(automatic_choices.choices(result)))


def part_text(result, source):
    settings, sides = result["settings"], result["sides"]
    has_orders = automatic_choices.has_orders(result)
    measured, found = automatic_choices.choices(result), automatic_choices.choices(result, by_prediction=has_orders)
    in_turns = automatic_choices.in_turns(result)
    return PART.format(file=source, rounds=result["rounds"], cores=settings["cores"], cpu=settings["cpu"], kernel=settings["kernel"],
                       date=settings["date"], commit=settings["commit"], laboratory=result["laboratory"],
                       sides=side_table(sides), slower=slower_text(sides), reasons=reasons_text(sides),
                       order="in turns" if in_turns else "one after another", cold="" if in_turns else COLD,
                       before=BEFORE if has_orders else "", passes=passes_text(found), percent=percent(NEAR_BEST),
                       with_orders=orders_text(result), noise=noise_table(measured), **answers(found))


def technique_text(result, source):
    loopback, lab = result["loopback_techniques"]["runs"][0], result["techniques"]["runs"][0]
    return TECHNIQUES.format(file=source, cores=result["settings"]["cores"], laboratory=result["laboratory"],
                             loopback_model=model_text(loopback), loopback=technique_table(loopback),
                             lab_model=model_text(lab), lab=technique_table(lab))


def page_text(old, result, source):
    """The page with its measured parts. Without a result, they are empty."""
    page = measured_part.replaced(old, "docs/collectives.md", MARKS, part_text(result, source) if result else "")
    return measured_part.replaced(page, "docs/collectives.md", TECHNIQUE_MARKS,
                                  technique_text(result, source) if result else "")
