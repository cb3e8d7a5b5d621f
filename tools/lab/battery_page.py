"""The part of docs/advisor.md with the results of tools/lab/battery, and its pictures. bench/pages writes them."""
import json
import math
import pathlib
import sys

sys.path.insert(0, str(pathlib.Path(__file__).resolve().parents[2] / "bench"))
import battery_settings  # noqa: E402: the path comes first
import battery_summary  # noqa: E402
import measured_part  # noqa: E402
import measured_settings  # noqa: E402
import plot_style  # noqa: E402
from markdown_table import markdown_table  # noqa: E402

MARKS = "<!-- measured by tools/lab/battery: begin -->\n", "<!-- measured by tools/lab/battery: end -->\n"
WANTED_SETTINGS = 40
SIGNIFICANT_REGRET = 0.05
LINE_TYPES = dict(zip(battery_summary.GROUPS, (1, 2, 3, 4), strict=True))
PART = """
`bench/pages` makes this part from `{folder}`. Do not edit it by hand. {settings}, seed {seed}, {methods} methods, {effort}. {cores} cores of
{cpu}, {kernel}, {date}.

Targets, for the ordinary settings that were not called unpredictable:

{targets}

{groups}

"Really poor": settings that the advisor called unpredictable before the runs, and whose mean of \\|log error\\| is indeed above {poor}. {wrong_warnings} "Classic" is Crandall's plain model.

{pictures}
{misses}

{table}
"""


def is_measured(record):
    return "result" in record


def found_in(record):
    """The figures of one setting."""
    return record["result"]["results"][0]


def target_rows(figures):
    """Name, target, measured, met: of one group of settings, whose figures are those of battery_summary."""
    clear, right = figures["clear_settings"], figures["clear_winners_right"]
    bias = math.expm1(figures["mean_log_error"])
    return [("mean of \\|log(predicted / observed)\\|", "at most 0.05", f"{figures['mean_absolute_log_error']:.3f}",
             figures["mean_absolute_log_error"] <= 0.05),
            ("mean bias", "within 2 %", f"{bias:+.1%}", abs(bias) <= 0.02),
            ("mean regret", "at most 1 %", f"{figures['mean_regret']:.2%}", figures["mean_regret"] <= 0.01),
            ("worst regret", "at most 5 %", f"{figures['worst_regret']:.1%}", figures["worst_regret"] <= 0.05),
            ("winner right if it leads by more than 3 %", "at least 95 %", battery_summary.share_text(right, clear),
             right >= 0.95 * clear),
            ("observed times inside the 95 % intervals", "90 to 99 %", f"{figures['covered']:.0%}",
             0.9 <= figures["covered"] <= 0.99)]


def verdict(value, met):
    """Nothing for a share of no settings, which battery_summary.share_text() writes as "-"."""
    if value == "-":
        return "no such setting"
    return "met" if met else "**missed**"


def target_table(figures):
    if not figures:
        return "No ordinary setting has been measured."
    return markdown_table(["Figure", "Target", "Measured", ""],
                          [[name, target, value, verdict(value, met)] for name, target, value, met in target_rows(figures)])


def miss_text(record):
    """One line about a setting that failed or is beyond the targets; empty for the other ones."""
    begin = f"- No. {record['number']}, {battery_settings.text_of(record['setting'])}: "
    if not is_measured(record):
        return begin + f"failed: {record['failure']}."
    one = found_in(record)
    faults = []
    if one["mean_absolute_log_error"] > battery_summary.POOR_LOG_ERROR:
        faults.append(f"mean of \\|log error\\| {one['mean_absolute_log_error']:.3f}")
    if one["regret"] > SIGNIFICANT_REGRET:
        faults.append(f"regret {one['regret']:.1%} ({one['advised']} was advised, {one['fastest']} is the fastest)")
    if not faults:
        return ""
    return begin + ", ".join(faults) + said_before(one) + "."


def said_before(one):
    """What the advisor said before the runs of a setting."""
    if not one["doubts"]["trials"]:
        return ". The advisor did not doubt it before the runs"
    return (f". Called unpredictable before the runs of {one['doubts']['trials']} trials: "
            + "; ".join(one["doubts"]["reasons"]))


def wrong_warnings_text(records):
    """The settings that were called unpredictable although their figures are good, each with the group to which it belongs otherwise."""
    wrong = [f"No. {record['number']} ({battery_settings.group_of(record['setting'])}, {found_in(record)['mean_absolute_log_error']:.3f})"
             for record in filter(is_measured, records) if battery_summary.is_called_unpredictable(found_in(record))
             and found_in(record)["mean_absolute_log_error"] <= battery_summary.POOR_LOG_ERROR]
    if not wrong:
        return "In all settings that were called unpredictable, this was right."
    return f"In {' and '.join(filter(None, [', '.join(wrong[:-1]), wrong[-1]]))} it is not, so there the warning was wrong."


def misses_text(records):
    lines = [line for line in map(miss_text, records) if line]
    return "Settings beyond these limits:\n\n" + "\n".join(lines) if lines else "No setting is beyond these limits."


def by_group_of(records):
    groups = {group: [] for group in battery_summary.GROUPS}
    for record in filter(is_measured, records):
        groups[battery_summary.group_of(record)].append(record)
    return {group: members for group, members in groups.items() if members}


def quotients_program(records, picture):
    """Predicted / observed of every method of every setting, against the observed time."""
    text, curves = plot_style.head(picture, 800, 500), []
    for number, (group, members) in enumerate(by_group_of(records).items()):
        rows = [(1e3 * method["observed_s"], method["predicted_over_observed"]["mean"])
                for record in members for method in found_in(record)["methods"]]
        text += plot_style.block(f"points{number}", rows)
        curves.append(f"$points{number} using 1:2 with points linetype {LINE_TYPES[group]} title {plot_style.quoted(group)}")
    return text + f"""set title 'Predicted time of an iteration, every method in every setting'
set xlabel 'observed time of an iteration [ms]'
set ylabel 'predicted / observed (no unit)'
set logscale x
set logscale y 2
set yrange [0.4:2.5]
set ytics (0.5, 0.67, 0.8, 0.9, 1, 1.1, 1.25, 1.5, 2)
set key top right
plot 1 with lines linetype 7 dashtype 2 title 'perfect prediction', {", ".join(curves)}
"""


def regret_program(records, picture):
    """What it costs in every setting to follow the advice, in the colour of its group, and that of the plain model."""
    classic = [(record["number"], 100 * found_in(record)["classic"]["regret"]) for record in filter(is_measured, records)]
    text = plot_style.head(picture, 1000, 400) + plot_style.block("classic", classic)
    curves = ["$classic using 1:2 with points linetype 8 title 'advice of the plain model'"]
    for number, (group, members) in enumerate(by_group_of(records).items()):
        rows = [(record["number"], 100 * found_in(record)["regret"]) for record in members]
        text += plot_style.block(f"regrets{number}", rows)
        curves.append(f"$regrets{number} using 1:2 with points linetype {LINE_TYPES[group]} title {plot_style.quoted(group)}")
    return text + f"""set title 'Regret: time of the advised method beyond that of the fastest one'
set xlabel 'number of the setting'
set ylabel 'regret [%]'
set xrange [-1:*]
set yrange [-1:*]
set offsets 0, 1, 1, 0
set key outside right top
plot {", ".join(curves)}
"""


PICTURES = {"quotients.png": ("predicted / observed", quotients_program), "regret.png": ("regret", regret_program)}


def settings_text(records):
    measured = sum(map(is_measured, records))
    text = f"{measured} settings"
    if measured < WANTED_SETTINGS:
        text += f" of the {WANTED_SETTINGS} of a complete battery"
    return text


def part_text(records, folder):
    computer, effort = measured_settings.computer_of(records[-1]), records[0]["effort"]
    summary = battery_summary.by_group(records)
    methods = max((len(found_in(record)["methods"]) for record in filter(is_measured, records)), default=0)
    return PART.format(folder=folder, settings=settings_text(records), seed=records[0]["seed"], methods=methods,
                       effort=f"{effort['trials']} trials, {effort['run_s']} s for a run and {effort['probe_s']} s for a prediction",
                       cores=computer["cores"], cpu=computer["cpu"], kernel=computer["kernel"], date=computer["date"],
                       targets=target_table(summary["ordinary"]["figures"]), groups=battery_summary.group_table(summary),
                       poor=battery_summary.POOR_LOG_ERROR, wrong_warnings=wrong_warnings_text(records),
                       pictures="".join(f"![{title}](../{folder}/{name})\n\n" for name, (title, _) in PICTURES.items()),
                       misses=misses_text(records), table=battery_summary.setting_table(records))


def page_with(old, records, folder):
    """docs/advisor.md with the results of a folder; without results the part is empty."""
    return measured_part.replaced(old, "docs/advisor.md", MARKS, part_text(records, folder) if records else "")


def stored_records(folder):
    """The records of a battery in the order of their numbers: 00.json to 99.json, 100.json and so on."""
    files = [file for file in folder.glob("*.json") if file.stem.isdecimal()]
    return [json.loads(file.read_text()) for file in sorted(files, key=lambda file: int(file.stem))]


def draw(records, folder):
    """Writes the pictures. Without gnuplot there are none."""
    for name, (_, program) in PICTURES.items():
        plot_style.draw(program(records, folder / name))
