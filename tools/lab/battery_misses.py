"""What explains the errors of a battery: prints tables of its settings, made from all their samples.

    python3 tools/lab/battery_misses.py DIR     DIR as tools/lab/battery writes it

bench/pages puts the same tables into docs/advisor.md.

Scatter: how much the turns of a prediction differ from each other, and how much the runs. The error that follows from this
alone says how much of the measured error is chance; battery_reasons.py shows where the rest comes from. Order: whether later turns and runs of a partition are faster or slower than
its first one.
"""
import collections
import gzip
import json
import math
import pathlib
import statistics
import sys

sys.path.insert(0, str(pathlib.Path(__file__).resolve().parents[2] / "bench"))
sys.dont_write_bytecode = True

import battery_page  # noqa: E402: the path comes first
import battery_reasons  # noqa: E402
import battery_summary  # noqa: E402
import measured_part  # noqa: E402
from markdown_table import markdown_table  # noqa: E402

WINDOWS_OF_TURN = 3  # as in advisor/iteration_probe
ACTIVITIES, MOST_TURNS = 3, 5  # a calibration takes as long as so many samples
FEWEST_ITERATIONS = 3  # of a run
KEPT = 1.5  # turns keep their speed if they scatter so many times as much as their windows explain

MARKS = "<!-- computed by tools/lab/battery_misses.py: begin -->\n", "<!-- computed by tools/lab/battery_misses.py: end -->\n"
PART = """
`bench/pages` makes this part from all samples in `{folder}`. Do not edit it by hand. It counts each partition once; the tables above count each method.

{text}
"""

# A partition in one trial: the first method that made it, how many made it, the mean times of its turns, its runs, the
# prediction, and the windows of each turn.
Partition = collections.namedtuple("Partition", "method methods turns runs predicted_s compute_s interval_s windows")


def windows_of_turns(samples):
    length = WINDOWS_OF_TURN if len(samples) % WINDOWS_OF_TURN == 0 else 1
    return [samples[begin:begin + length] for begin in range(0, len(samples), length)]


def means_of_turns(samples):
    return [statistics.fmean(windows) for windows in windows_of_turns(samples)]


def partitions_of(trial):
    """The measured partitions of a trial, each once, in the order of their methods."""
    predicted = {one["method"]: one for one in trial["prediction"]["methods"]}
    calibrations = [one["both_s"] for report in trial["survey"]["reports"] for one in report.get("overlap_calibrations", [])]
    places = sorted(set(trial["order"]))
    if len(calibrations) != len(places):
        raise ValueError(f"{len(calibrations)} calibrations of {len(places)} partitions")
    found = []
    for place, samples in zip(places, calibrations, strict=True):
        method = predicted[trial["methods"][place]]
        runs = trial["observed_s"][place]
        found.append(Partition(method["method"], trial["observed_s"].count(runs), means_of_turns(samples), runs,
                               method["predicted_s"], method["compute_s"], method["interval_s"], windows_of_turns(samples)))
    return found


def scatter_of(series):
    """Standard deviation of the logarithms of values that should be equal, over several series."""
    squares = [(math.log(value) - statistics.fmean(map(math.log, values))) ** 2 for values in series for value in values]
    freedom = sum(len(values) - 1 for values in series)
    return math.sqrt(sum(squares) / freedom) if freedom else 0.0


def scatter_by_windows(partitions):
    """The scatter of turns that follows from the scatter of the windows within a turn, if nothing else makes turns differ."""
    turns = [turn for one in partitions for turn in one.windows]
    return scatter_of(turns) / math.sqrt(statistics.fmean(map(len, turns)))


def error_by_scatter(turns, turn_scatter, runs, run_scatter):
    """The mean of |log(predicted / observed)| if only chance makes them differ: a median of turns, a median of two runs."""
    # The median of three normal values has 0.449 of their variance, that of many pi / 2 of the variance of their mean.
    of_median = {1: 1.0, 2: 0.5, 3: 0.449}.get(turns, math.pi / 2 / turns)
    return math.sqrt(2 / math.pi) * math.hypot(turn_scatter * math.sqrt(of_median), run_scatter / math.sqrt(runs))


def window_s(settings):
    """The length of a window that the probe aims at, in seconds."""
    samples = settings["probe"]["rounds"]
    turns = min(max(samples // WINDOWS_OF_TURN, 1), MOST_TURNS)
    return ACTIVITIES * samples * settings["probe"]["window_s"] / (turns * (WINDOWS_OF_TURN + 1))


def lengths_of(partition, settings):
    """Iterations of a turn and of a run."""
    observed = statistics.median(partition.runs)
    return (WINDOWS_OF_TURN * math.ceil(window_s(settings) / observed),
            max(FEWEST_ITERATIONS, round(settings["run_s"] / partition.predicted_s)))


def log_error(partition):
    return math.log(partition.predicted_s / statistics.median(partition.runs))


def is_covered(partition):
    lo, hi = partition.interval_s
    return lo <= statistics.median(partition.runs) <= hi


def regrets_of(trial_partitions):
    """Two regrets of one trial: of the prediction, and the mean regret if one run of each partition is taken as the prediction of another run."""
    predicted = {one.method: one.predicted_s for one in trial_partitions}
    observed = {one.method: statistics.median(one.runs) for one in trial_partitions}
    by_run = [{one.method: one.runs[run] for one in trial_partitions} for run in range(len(trial_partitions[0].runs))]
    others = [battery_reasons.regret_by(chosen, judged) for chosen in by_run for judged in by_run if chosen is not judged]
    return battery_reasons.regret_by(predicted, observed), statistics.fmean(others) if others else 0.0


def first_turn_of_process(trial_partitions):
    """How much longer the first turn of the first partition takes than its later turns, as a logarithm. This turn uses the first arrays of the probe."""
    first, *later = trial_partitions[0].turns
    return math.log(first / statistics.fmean(later)) if later else 0.0


def figures_of(samples):
    """The figures of one setting, from the contents of NN-samples.json.gz."""
    trials = [partitions_of(trial) for trial in samples["trials"]]
    found = [one for trial in trials for one in trial]
    turn_scatter = scatter_of([one.turns for one in found])
    run_scatter = scatter_of([one.runs for one in found])
    lengths = [lengths_of(one, samples["settings"]) for one in found]
    regrets = [regrets_of(trial) for trial in trials]
    by_scatter = error_by_scatter(len(found[0].turns), turn_scatter, len(found[0].runs), run_scatter)
    return {"observed_s": statistics.median(statistics.median(one.runs) for one in found),
            "compute_share": statistics.median(one.compute_s / one.predicted_s for one in found),
            "turn_iterations": statistics.median(turn for turn, _ in lengths),
            "run_iterations": statistics.median(run for _, run in lengths),
            "turn_scatter": turn_scatter, "turn_scatter_by_windows": scatter_by_windows(found), "run_scatter": run_scatter,
            "run_against_run": statistics.fmean(abs(math.log(one.runs[-1] / one.runs[0])) for one in found),
            "error_by_scatter": by_scatter,
            "error": statistics.fmean(abs(log_error(one)) for one in found),
            "bias": statistics.fmean(log_error(one) for one in found),
            "trial_biases": [statistics.fmean(map(log_error, trial)) for trial in trials],
            "first_turns": [first_turn_of_process(trial) for trial in trials],
            "last_turn": statistics.fmean(math.log(one.turns[-1] / one.turns[0]) for one in found),
            "last_run": statistics.fmean(math.log(one.runs[-1] / one.runs[0]) for one in found),
            "regret": statistics.fmean(regret for regret, _ in regrets),
            "regret_of_runs": statistics.fmean(regret for _, regret in regrets),
            "partitions": found} | battery_reasons.figures_of(trials, by_scatter)


def percent(logarithm):
    return f"{math.expm1(logarithm):+.1%}"


def table(found):
    """A row for each setting. `found`: the figures of each setting by its number."""
    head = ["No.", "Time [ms]", "computing", "Iterations of a turn", "of a run", "Scatter of turns", "by windows alone",
            "of runs",
            "\\|log error\\|", "by scatter alone", "one run by the other", "Bias", "in each trial",
            "First to last turn", "First to last run", "First turn of the processes", "Regret in a trial", "one run by the other"]
    rows = [[number, f"{1e3 * one['observed_s']:.2f}", f"{one['compute_share']:.0%}",
             f"{one['turn_iterations']:.0f}", f"{one['run_iterations']:.0f}",
             f"{one['turn_scatter']:.1%}", f"{one['turn_scatter_by_windows']:.1%}", f"{one['run_scatter']:.1%}", f"{one['error']:.3f}", f"{one['error_by_scatter']:.3f}",
             f"{one['run_against_run']:.3f}", percent(one["bias"]), ", ".join(map(percent, one["trial_biases"])),
             percent(one["last_turn"]), percent(one["last_run"]), ", ".join(map(percent, one["first_turns"])),
             f"{one['regret']:.1%}", f"{one['regret_of_runs']:.1%}"] for number, one in found.items()]
    return markdown_table(head, rows)


def group_row(name, found):
    """|log error|, bias and coverage of some settings, over all methods as in the summary of the battery."""
    def mean(value_of):
        return statistics.fmean(
            statistics.fmean(value_of(part) for part in one["partitions"] for _ in range(part.methods)) for one in found)
    return [name, f"{mean(lambda part: abs(log_error(part))):.3f}", percent(mean(log_error)), f"{mean(is_covered):.0%}"]


def group_table(found):
    """The figures of the ordinary settings, with the setting of the largest error and without it."""
    ordinary = {number: one for number, one in found.items() if one["group"] == "ordinary"}
    if len(ordinary) < 2:
        return "There are not two ordinary settings."
    worst = max(ordinary, key=lambda number: ordinary[number]["error"])
    others = [one for number, one in ordinary.items() if number != worst]
    return markdown_table(["Ordinary settings", "\\|log error\\|", "Bias", "Covered"],
                          [group_row("all", ordinary.values()), group_row(f"without No. {worst}", others)])


def order_text(found):
    def mean(name):
        return percent(statistics.fmean(one[name] for one in found.values()))
    return f"- Order: from the first to the last turn of a partition its time changes by {mean('last_turn')}, from the first to the last run by {mean('last_run')} (means over the settings)."


def regret_text(found):
    def mean(name):
        return f"{statistics.fmean(one[name] for one in found.values()):.1%}"
    return f"- Regret of a trial: {mean('regret')} by the advice, {mean('regret_of_runs')} if one run of each partition decides for the other one (means over the settings)."


def keeps_speed(one):
    return one["turn_scatter"] > KEPT * one["turn_scatter_by_windows"]


def turns_text(found):
    kept = [str(number) for number, one in found.items() if keeps_speed(one)]
    if not kept:
        return f"- Turns: in no setting do the turns of a partition scatter more than {KEPT} times as much as their windows explain."
    return (f"- Turns: in {', '.join(kept)} the turns of a partition scatter more than {KEPT} times as much as their windows explain. There a turn keeps "
            "its own speed from its first to its last window, so more windows in a turn would not improve the prediction.")


def runs_text(found):
    misses = {number: one for number, one in found.items() if battery_reasons.is_miss(one)}
    as_good = [str(number) for number, one in misses.items() if one["error"] <= one["run_against_run"]]
    which = f" ({', '.join(as_good)})" if as_good else ""
    return (f"- Runs: in {len(as_good)} of the {len(misses)} settings with a large error or bias{which}, the advisor predicts a run as well as one run predicts another "
            "run of the same partition.")


def text_of(found):
    """All tables and figures. `found`: the figures of each setting by its number."""
    lines = "\n".join(text(found) for text in (battery_reasons.chance_text, turns_text, runs_text, battery_reasons.computing_text, order_text, regret_text))
    tables = [make(found) for make in (battery_reasons.miss_table, group_table, battery_reasons.way_table, table)]
    return "\n\n".join(filter(None, [lines, *tables]))


def page_with(old, folder, path):
    """docs/advisor.md with this part, from the results in `path`, which the page names `folder`; without a folder, or samples in
    it, the part is empty."""
    found = read(path) if folder else {}
    part = PART.format(folder=folder, text=text_of(found)) if found else ""
    return measured_part.replaced(old, "docs/advisor.md", MARKS, part)


def read(folder):
    """The figures of each measured setting whose samples are there, by its number."""
    found = {}
    for record in filter(battery_page.is_measured, battery_page.stored_records(folder)):
        file = folder / f"{record['number']:02}-samples.json.gz"
        if file.exists():
            with gzip.open(file) as packed:
                found[record["number"]] = figures_of(json.load(packed)) | {"group": battery_summary.group_of(record)}
    return found


def main():
    if len(sys.argv) != 2:
        sys.exit("usage: battery_misses.py DIR, a folder of tools/lab/battery")
    found = read(pathlib.Path(sys.argv[1]))
    if not found:
        sys.exit(f"battery_misses.py: no samples of a setting in {sys.argv[1]}")
    print(text_of(found))


if __name__ == "__main__":
    main()
