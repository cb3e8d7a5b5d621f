"""Tables, words and Figure 43 of the results of tools/lab/crandall. bench/pages makes a part of docs/advisor.md from them."""
import json
import pathlib
import statistics
import sys

sys.path.insert(0, str(pathlib.Path(__file__).resolve().parents[2] / "bench"))
import measured_part  # noqa: E402: the path comes first
import measured_settings  # noqa: E402
import plot_style  # noqa: E402
from markdown_table import markdown_table  # noqa: E402

NAMES = {"switched": "switched 100 Mbit/s", "shared": "shared 10 Mbit/s"}
LINE_TYPES = {"switched": 1, "shared": 2}
# The stored text of the thesis has neither the graph nor its numbers, only this sentence.
PUBLISHED = ("Published: a tendency to predict slightly better performance of blocks than was observed, which is a mean below 1; "
             "25 to 50 comparisons each. The text gives no numbers of the points.")


MARKS = "<!-- measured by tools/lab/crandall: begin -->\n", "<!-- measured by tools/lab/crandall: end -->\n"
PART = """
`bench/pages` makes this part from `{folder}`. Do not edit it by hand. Hosts of the speeds {speeds} on {cores} cores of {cpu}, {kernel}, {date};
{effort}. {form}

{found}
{pictures}
"""
NOTHING_MEASURED = "\nThe experiment has not been run yet.\n"
PUBLISHED_EFFORT = {"side": 4096, "trials": 25}


def measured(records):
    return sorted((record for record in records if "result" in record), key=lambda record: (
        list(NAMES).index(record["setting"]["network"]), record["setting"]["flops"], record["setting"]["tasks"]))


def found_in(record):
    """The figures of one setting."""
    return record["result"]["results"][0]


def pair_of(record):
    return found_in(record)["pair"]


def is_tie(record):
    """Whether the runs do not decide which method is faster; False for results that do not say so."""
    return found_in(record).get("tie", {}).get("within_noise", False)


def ranking_text(record):
    return ("right" if pair_of(record)["ranking_right"] else "wrong") + (" (a tie)" if is_tie(record) else "")


def warned_trials(record):
    """Trials before which the advisor said that these hosts cannot be predicted; None for results without this figure."""
    return found_in(record).get("doubts", {}).get("trials")


def ratio_of(record):
    """Mean and both ends of the 95 % interval of predicted / observed."""
    found = pair_of(record)["predicted_over_observed"]
    return found["mean"], *found["ci95"]


def plain_ratio_of(record):
    """Block / row as Crandall's plain model predicts it, divided by the observed ratio; None for results without that model."""
    times = {method["method"]: method.get("classic_s") for method in found_in(record).get("methods", [])}
    row, block = times.get("row"), times.get("block")
    return block / row / pair_of(record)["observed_ratio"] if row and block else None


def result_table(records):
    rows = []
    for record in measured(records):
        setting, pair = record["setting"], pair_of(record)
        mean, lo, hi = ratio_of(record)
        plain, warned = plain_ratio_of(record), warned_trials(record)
        rows.append([NAMES[setting["network"]], str(setting["flops"]), str(setting["tasks"]), str(record["effort"]["trials"]),
                     f"{pair['predicted_ratio']:.3f}", f"{pair['observed_ratio']:.3f}", f"{mean:.3f}", f"{lo:.3f}..{hi:.3f}",
                     "-" if plain is None else f"{plain:.3f}", ranking_text(record),
                     "-" if warned is None else f"{warned} of {record['effort']['trials']}"])
    return markdown_table(["Network", "Operations", "p", "Trials", "Predicted block / row", "Observed block / row",
                           "Predicted / observed", "95 % interval", "Plain model / observed", "Ranking", "Trials with a warning"], rows)


def favoured_text(mean):
    """Which method a mean of predicted / observed favours, and by how much."""
    if abs(mean - 1) < 0.005:
        return "neither method is predicted too fast"
    return f"blocks are predicted {abs(mean - 1):.1%} too {'fast' if mean < 1 else 'slow'} relative to rows"


def plain_model_sentence(group):
    """The same for Crandall's plain model. Empty if no result has its prediction."""
    ratios = [ratio for ratio in map(plain_ratio_of, group) if ratio is not None]
    return f" By the plain model of the thesis, {favoured_text(statistics.fmean(ratios))}." if ratios else ""


def ties_text(group):
    """What the settings with a wrong ranking are, to be added to a sentence; empty if none of them is a tie."""
    wrong = [record for record in group if not pair_of(record)["ranking_right"]]
    ties = sum(map(is_tie, wrong))
    if not ties:
        return ""
    others = ("the other one" if ties == 1 else f"the other {ties}") if ties == len(wrong) else f"{ties} of the other {len(wrong)}"
    return f"; {others} {'is a tie' if ties == 1 else 'are ties'}"


def warning_sentence(group):
    """In how many trials the advisor has warned. Empty if a result does not have this figure."""
    warned = list(map(warned_trials, group))
    if None in warned:
        return ""
    return f" Before {sum(warned)} of {sum(record['effort']['trials'] for record in group)} trials the advisor said that these hosts cannot be predicted."


def bias_sentence(group):
    """What the means of one network and number of operations say about a bias."""
    setting = group[0]["setting"]
    mean = statistics.fmean(ratio_of(record)[0] for record in group)
    below = sum(ratio_of(record)[2] < 1 for record in group)
    above = sum(ratio_of(record)[1] > 1 for record in group)
    right = sum(pair_of(record)["ranking_right"] for record in group)
    return (f"- {NAMES[setting['network']]}, {setting['flops']} operations: on average {favoured_text(mean)}. Of {len(group)} "
            f"intervals, {below} {'lies' if below == 1 else 'lie'} below 1 and {above} above it. The ranking is right in {right} of {len(group)} "
            f"settings{ties_text(group)}.{warning_sentence(group)}{plain_model_sentence(group)}")


def bias_text(records):
    groups = {}
    for record in measured(records):
        groups.setdefault((record["setting"]["network"], record["setting"]["flops"]), []).append(record)
    return "\n".join(bias_sentence(group) for group in groups.values())


def failures_text(records):
    return "\n".join(f"- failed: {record['setting']['network']}, {record['setting']['flops']} operations, p = "
                     f"{record['setting']['tasks']}: {record['failure']}" for record in records if "failure" in record)


def page_text(records):
    parts = [result_table(records), bias_text(records), failures_text(records), PUBLISHED]
    return "\n\n".join(part for part in parts if part)


def effort_text(records):
    """The grid, and the trials of a setting: one number, or the least and the largest."""
    sides, trials = (sorted({record["effort"][name] for record in records}) for name in ("side", "trials"))
    grids = " and ".join(f"{side} x {side}" for side in sides)
    return f"{grids} cells, {' to '.join(map(str, dict.fromkeys((trials[0], trials[-1]))))} trials"


def figure_program(records, flops, picture):
    """One picture: predicted / observed against p, a colour for each network. None without results."""
    found = [record for record in measured(records) if record["setting"]["flops"] == flops]
    if not found:
        return None
    text, curves = plot_style.head(picture, 800, 500), []
    for network, line_type in LINE_TYPES.items():
        # The networks are drawn side by side, so that their intervals can be distinguished.
        aside = 0.06 if network == "shared" else -0.06
        rows = [(record["setting"]["tasks"] + aside, *ratio_of(record)) for record in found
                if record["setting"]["network"] == network]
        if rows:
            text += plot_style.block(network, rows)
            curves += [f"${network} using 1:2:3:4 with yerrorbars linetype {line_type} title '{NAMES[network]}, mean and 95 % "
                       "interval'", f"${network} using 1:2 with lines linetype {line_type} notitle"]
    values = [value for record in found for value in ratio_of(record)]
    lo, hi = max(0, min(0.8, *values) - 0.05), min(3, max(1.2, *values) + 0.05)
    hi += (hi - lo) / 5  # for the key
    title = f"Time of blocks divided by time of rows: {flops} operations a cell, {effort_text(found)}"
    return text + f"""set title {plot_style.quoted(title)}
set xlabel 'number of hosts p'
set ylabel 'predicted / observed ratio (no unit)'
set xrange [3.5:12.5]
set yrange [{lo:.3g}:{hi:.3g}]
set xtics 1
set key top right
plot 1 with lines linetype 7 dashtype 2 title 'perfect prediction', {", ".join(curves)}
"""


def form_text(records):
    """Whether this is the published experiment or a reduced form of it."""
    differs = any(record["effort"][name] < value for record in records for name, value in PUBLISHED_EFFORT.items())
    missing = 36 - len(measured(records))
    if not differs and not missing:
        return "This is the published grid with all settings."
    reduced = "This is a reduced form of the experiment" if differs else "This is a part of the experiment"
    return f"{reduced}: the published one has 4096 x 4096 cells, p = 4 to 12, and 25 or more trials."


def page_with(old, records, folder):
    """docs/advisor.md with the results of a folder."""
    part = NOTHING_MEASURED
    if records:
        computer, setting = measured_settings.computer_of(records[0]), records[0]["setting"]
        pictures = "\n".join(f"\n![Figure 43, {flops} operations](../{folder}/figure43-{flops}.png)" for flops in (10, 50)
                             if any(record["setting"]["flops"] == flops for record in measured(records)))
        part = PART.format(folder=folder, speeds=",".join(map(str, setting["speeds"])), cores=computer["cores"],
                           cpu=computer["cpu"], kernel=computer["kernel"], date=computer["date"], effort=effort_text(records),
                           form=form_text(records), found=page_text(records), pictures=pictures)
    return measured_part.replaced(old, "docs/advisor.md", MARKS, part)


def stored_records(folder):
    return [json.loads(file.read_text()) for file in sorted(folder.glob("*-??.json"))]


def draw(records, folder):
    """Writes the pictures. Without gnuplot there are none."""
    for flops in (10, 50):
        program = figure_program(records, flops, folder / f"figure43-{flops}.png")
        if program:
            plot_style.draw(program)
