"""What explains the errors of a battery: prints a table of its settings, made from all their samples.

    python3 tools/lab/battery_misses.py DIR     DIR as tools/lab/battery writes it

Scatter: how much the turns of a prediction differ from each other, and how much the runs. The error that follows from this
alone says how much of the measured error is chance. Length: of turns and runs, in iterations. If the end of every turn and run
is too fast by the same part of an iteration, for example because ranks that are ahead stop to send, the mean of a short turn
is wrong by more than that of a long run.
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
import battery_summary  # noqa: E402
from markdown_table import markdown_table  # noqa: E402

WINDOWS_OF_TURN = 3  # as in advisor/iteration_probe
ACTIVITIES, MOST_TURNS = 3, 5  # likewise: a calibration takes as long as so many samples
FEWEST_ITERATIONS = 3  # of a run
QUIET = 0.05  # two runs of a partition in a quiet setting differ by less

# A partition in one trial: the first method that made it, how many made it, the mean times of its turns, its runs, and the
# prediction.
Partition = collections.namedtuple("Partition", "method methods turns runs predicted_s compute_s interval_s")


def means_of_turns(samples):
    length = WINDOWS_OF_TURN if len(samples) % WINDOWS_OF_TURN == 0 else 1
    return [statistics.fmean(samples[begin:begin + length]) for begin in range(0, len(samples), length)]


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
                               method["predicted_s"], method["compute_s"], method["interval_s"]))
    return found


def scatter_of(series):
    """Standard deviation of the logarithms of values that should be equal, over several series."""
    squares = [(math.log(value) - statistics.fmean(map(math.log, values))) ** 2 for values in series for value in values]
    freedom = sum(len(values) - 1 for values in series)
    return math.sqrt(sum(squares) / freedom) if freedom else 0.0


def error_by_scatter(turns, turn_scatter, runs, run_scatter):
    """The mean of |log(predicted / observed)| if only chance makes them differ: a median of turns, a median of two runs."""
    # The median of three normal values has 0.449 of their variance, that of many pi / 2 of the variance of their mean.
    of_median = {1: 1.0, 2: 0.5, 3: 0.449}.get(turns, math.pi / 2 / turns)
    return math.sqrt(2 / math.pi) * math.hypot(turn_scatter * math.sqrt(of_median), run_scatter / math.sqrt(runs))


def window_s(settings):
    """The length that the probe aims at for a window."""
    samples = settings["probe"]["rounds"]
    turns = min(max(samples // WINDOWS_OF_TURN, 1), MOST_TURNS)
    return ACTIVITIES * samples * settings["probe"]["window_s"] / (turns * (WINDOWS_OF_TURN + 1))


def lengths_of(partition, settings):
    """Iterations of a turn and of a run."""
    observed = statistics.median(partition.runs)
    return (WINDOWS_OF_TURN * math.ceil(window_s(settings) / observed),
            max(FEWEST_ITERATIONS, round(settings["run_s"] / partition.predicted_s)))


def log_error(partition, missing=0.0, settings=None):
    """With `missing` iterations: as if turn and run were long."""
    return math.log(partition.predicted_s / statistics.median(partition.runs)) + missing * shortness_of(partition, settings)


def shortness_of(partition, settings):
    """How much shorter a turn is than a run: the error that one missing iteration makes. 0 without settings."""
    turn, run = lengths_of(partition, settings) if settings else (1, 1)
    return 1 / turn - 1 / run


def is_covered(partition, missing=0.0, settings=None):
    lo, hi = (end * math.exp(missing * shortness_of(partition, settings)) for end in partition.interval_s)
    return lo <= statistics.median(partition.runs) <= hi


def regret_by(chosen, judged):
    """What it costs to take the method that is the fastest by `chosen`, by the times `judged`."""
    return judged[min(chosen, key=chosen.get)] / min(judged.values()) - 1


def regrets_of(trial_partitions):
    """In one trial: of the prediction, and of each run by the other ones."""
    predicted = {one.method: one.predicted_s for one in trial_partitions}
    observed = {one.method: statistics.median(one.runs) for one in trial_partitions}
    by_run = [{one.method: one.runs[run] for one in trial_partitions} for run in range(len(trial_partitions[0].runs))]
    others = [regret_by(chosen, judged) for chosen in by_run for judged in by_run if chosen is not judged]
    return regret_by(predicted, observed), statistics.fmean(others) if others else 0.0


def first_turn_of_process(trial_partitions):
    """How much longer the first turn of the first partition takes than its later turns. It uses the first arrays of the probe."""
    first, *later = trial_partitions[0].turns
    return math.log(first / statistics.fmean(later)) if later else 0.0


def figures_of(samples):
    """Of one setting, from the contents of NN-samples.json.gz."""
    trials = [partitions_of(trial) for trial in samples["trials"]]
    found = [one for trial in trials for one in trial]
    turn_scatter = scatter_of([one.turns for one in found])
    run_scatter = scatter_of([one.runs for one in found])
    lengths = [lengths_of(one, samples["settings"]) for one in found]
    regrets = [regrets_of(trial) for trial in trials]
    return {"observed_s": statistics.median(statistics.median(one.runs) for one in found),
            "compute_share": statistics.median(one.compute_s / one.predicted_s for one in found),
            "turn_iterations": statistics.median(turn for turn, _ in lengths),
            "run_iterations": statistics.median(run for _, run in lengths),
            "shortness": statistics.fmean(shortness_of(one, samples["settings"]) for one in found),
            "turn_scatter": turn_scatter, "run_scatter": run_scatter,
            "run_against_run": statistics.fmean(abs(math.log(one.runs[-1] / one.runs[0])) for one in found),
            "error_by_scatter": error_by_scatter(len(found[0].turns), turn_scatter, len(found[0].runs), run_scatter),
            "error": statistics.fmean(abs(log_error(one)) for one in found),
            "bias": statistics.fmean(log_error(one) for one in found),
            "trial_biases": [statistics.fmean(map(log_error, trial)) for trial in trials],
            "first_turns": [first_turn_of_process(trial) for trial in trials],
            "ageing": statistics.fmean(math.log(one.turns[-1] / one.turns[0]) for one in found),
            "regret": statistics.fmean(regret for regret, _ in regrets),
            "regret_of_runs": statistics.fmean(regret for _, regret in regrets),
            "partitions": found, "settings": samples["settings"]}


def iterations_missing(found):
    """How many iterations a turn or a run is too short, as far as the quiet settings tell: least squares of their biases."""
    quiet = [one for one in found if one["run_against_run"] < QUIET]
    squares = sum(one["shortness"] ** 2 for one in quiet)
    return -sum(one["shortness"] * one["bias"] for one in quiet) / squares if squares else 0.0


def percents(logarithms):
    return ", ".join(f"{math.expm1(one):+.1%}" for one in logarithms)


def table(found):
    """`found`: the figures of each number."""
    missing = iterations_missing(list(found.values()))
    head = ["No.", "Time [ms]", "computing", "Iterations of a turn", "of a run", "Scatter of turns", "of runs",
            "\\|log error\\|", "by scatter alone", "one run by the other", "Bias", "by length alone", "in each trial",
            "First to last turn", "First arrays", "Regret in a trial", "one run by the other"]
    rows = [[number, f"{1e3 * one['observed_s']:.2f}", f"{one['compute_share']:.0%}",
             f"{one['turn_iterations']:.0f}", f"{one['run_iterations']:.0f}",
             f"{one['turn_scatter']:.1%}", f"{one['run_scatter']:.1%}", f"{one['error']:.3f}", f"{one['error_by_scatter']:.3f}",
             f"{one['run_against_run']:.3f}", f"{math.expm1(one['bias']):+.1%}",
             f"{math.expm1(-missing * one['shortness']):+.1%}",
             percents(one["trial_biases"]), f"{math.expm1(one['ageing']):+.1%}", percents(one["first_turns"]),
             f"{one['regret']:.1%}", f"{one['regret_of_runs']:.1%}"] for number, one in found.items()]
    return (f"A turn or a run is {missing:.2f} iterations too short (settings whose runs differ by less than {QUIET:.0%}).\n\n"
            + markdown_table(head, rows))


def group_row(name, found, missing):
    """|log error|, bias and coverage of some settings, over all methods as in the summary of the battery."""
    def mean(value_of):
        return statistics.fmean(
            statistics.fmean(value_of(part, missing, one["settings"]) for part in one["partitions"] for _ in range(part.methods))
            for one in found)
    absolute = mean(lambda *part: abs(log_error(*part)))
    return [name, f"{absolute:.3f}", f"{math.expm1(mean(log_error)):+.1%}", f"{mean(is_covered):.0%}"]


def group_table(found):
    """The ordinary settings, without the worst one too, as measured and as if their turns and runs were long."""
    missing = iterations_missing(list(found.values()))
    ordinary = {number: one for number, one in found.items() if one["group"] == "ordinary"}
    if len(ordinary) < 2:
        return "There are not two ordinary settings."
    worst = max(ordinary, key=lambda number: ordinary[number]["error"])
    others = [one for number, one in ordinary.items() if number != worst]
    head = ["Ordinary settings", "\\|log error\\|", "Bias", "Covered"]
    return markdown_table(head, [group_row("all, as measured", ordinary.values(), 0),
                                 group_row("all, long turns and runs", ordinary.values(), missing),
                                 group_row(f"without No. {worst}, as measured", others, 0),
                                 group_row(f"without No. {worst}, long turns and runs", others, missing)])


def read(folder):
    """The figures of each measured setting, by its number."""
    found = {}
    for record in filter(battery_page.is_measured, battery_page.stored_records(folder)):
        with gzip.open(folder / f"{record['number']:02}-samples.json.gz") as packed:
            found[record["number"]] = figures_of(json.load(packed)) | {"group": battery_summary.group_of(record)}
    return found


def main():
    if len(sys.argv) != 2:
        sys.exit("usage: battery_misses.py DIR, a folder of tools/lab/battery")
    found = read(pathlib.Path(sys.argv[1]))
    if not found:
        sys.exit(f"battery_misses.py: no result of a setting in {sys.argv[1]}")
    print(table(found), group_table(found), sep="\n\n")


if __name__ == "__main__":
    main()
