"""Why predictions of a setting of the battery miss: what its samples show beyond chance. Used by battery_misses.py, whose partitions
it takes.

Chance means that turns and runs scatter, and nothing else is wrong. Then the error of a setting is at most two standard deviations above
its expected value. If it is larger, these figures show where the error comes from: whether all partitions of a trial have it in common,
and whether other ways to make a prediction from the same samples have it too.
"""
import collections
import math
import pathlib
import statistics
import sys

sys.path.insert(0, str(pathlib.Path(__file__).resolve().parents[2] / "bench"))
sys.dont_write_bytecode = True

import battery_summary  # noqa: E402: the path comes first
from markdown_table import markdown_table  # noqa: E402

POOR_BIAS = 0.02  # the target for the mean bias
MOSTLY_COMPUTING = 0.4  # of the time of an iteration
DEVIATIONS = 2  # an error within so many standard deviations counts as chance
# For a normal x with the mean 0: the standard deviation of |x| and that of x, both divided by the mean of |x|.
DEVIATION_OF_SIZE = math.sqrt(math.pi / 2 - 1)
DEVIATION = math.sqrt(math.pi / 2)


def mean_of_turns(partition):
    return statistics.fmean(partition.turns)


def without_last_windows(partition):
    return statistics.median(statistics.fmean(turn[:-1] or turn) for turn in partition.windows)


# How a prediction can be made from the samples of a partition.
ADVISOR, MEAN, NO_LAST = "median of the turns, as the advisor", "mean of the turns", "median of the turns without their last windows"
WAYS = {ADVISOR: lambda partition: partition.predicted_s, MEAN: mean_of_turns, NO_LAST: without_last_windows}


def log_error_by(way, partition):
    return math.log(way(partition) / statistics.median(partition.runs))


def regret_by(chosen, judged):
    """The regret, by the times `judged`, of the method that is the fastest by the times `chosen`."""
    return judged[min(chosen, key=chosen.get)] / min(judged.values()) - 1


def regret_in(trial, way):
    return regret_by({one.method: way(one) for one in trial}, {one.method: statistics.median(one.runs) for one in trial})


def last_window(partitions):
    """The mean by which the last window of a turn is longer than its other windows, as a part of the time of a run, and the
    uncertainty of this mean: two of its standard deviations. Nothing if turns have one window."""
    longer = [(turn[-1] - statistics.fmean(turn[:-1])) / statistics.median(one.runs)
              for one in partitions for turn in one.windows if len(turn) > 1]
    if len(longer) < 2:
        return None
    return statistics.fmean(longer), DEVIATIONS * statistics.stdev(longer) / math.sqrt(len(longer))


def error_in_trials(trials):
    """The mean of |log error| without the bias that all partitions of a trial have in common."""
    sizes = []
    for trial in trials:
        errors = [log_error_by(WAYS[ADVISOR], one) for one in trial]
        sizes += [abs(error - statistics.fmean(errors)) for error in errors]
    return statistics.fmean(sizes)


def without_worst(partitions):
    """The method with the largest errors, and the error and the bias of all others."""
    errors = collections.defaultdict(list)
    for one in partitions:
        errors[one.method].append(log_error_by(WAYS[ADVISOR], one))
    worst = max(errors, key=lambda method: sum(map(abs, errors[method])))
    others = [error for method, found in errors.items() if method != worst for error in found] or errors[worst]
    return worst, statistics.fmean(map(abs, others)), statistics.fmean(others)


def figures_of(trials, error_by_scatter):
    """The figures of one setting. `trials`: for each trial the list of its partitions."""
    partitions = [one for trial in trials for one in trial]
    root = math.sqrt(len(partitions))
    errors = {name: [log_error_by(way, one) for one in partitions] for name, way in WAYS.items()}
    return {"error_by_chance": error_by_scatter * (1 + DEVIATIONS * DEVIATION_OF_SIZE / root),
            "bias_by_chance": DEVIATIONS * DEVIATION * error_by_scatter / root,
            "error_in_trials": error_in_trials(trials),
            "error_by": {name: statistics.fmean(map(abs, found)) for name, found in errors.items()},
            "bias_by": {name: statistics.fmean(found) for name, found in errors.items()},
            "regret_by": {name: statistics.fmean(regret_in(trial, way) for trial in trials) for name, way in WAYS.items()},
            "without_worst": without_worst(partitions), "last_window": last_window(partitions)}


def is_miss(one):
    return one["error"] > battery_summary.POOR_LOG_ERROR or abs(math.expm1(one["bias"])) > POOR_BIAS


def is_within_chance(one, error, bias):
    return error <= one["error_by_chance"] and abs(bias) <= one["bias_by_chance"]


def is_chance(one):
    return is_within_chance(one, one["error"], one["bias"])


def trial_reason(trial_biases):
    if min(trial_biases) < 0 < max(trial_biases):
        return "common to all partitions of a trial, not to all trials"
    return f"common to all partitions: {'slower' if max(trial_biases) <= 0 else 'faster'} than predicted in each trial"


def has_common_error(one):
    """Whether the bias of each trial explains the error. Without it, the error must be smaller: a single partition with a large error
    gives its trial a bias that the others do not have."""
    return one["error_in_trials"] < one["error"] and is_within_chance(one, one["error_in_trials"], 0)


def reasons(one):
    """What explains the error and the bias of a setting: each change of the evaluation that reduces both to chance."""
    if is_chance(one):
        return ["chance"]
    found = [trial_reason(one["trial_biases"])] if has_common_error(one) else []
    for way, text in ((MEAN, "that of long turns, which a median leaves out"), (NO_LAST, "that of short last windows")):
        if is_within_chance(one, one["error_by"][way], one["bias_by"][way]):
            found.append(text)
    method, error, bias = one["without_worst"]
    if not found and is_within_chance(one, error, bias):
        found.append(f"that of {method}")
    return found or ["not explained"]


def last_window_text(found):
    return "-" if found is None else f"{found[0]:+.1%} ± {found[1]:.1%}"


def miss_table(found):
    """A row for each setting with a large error or bias. `found`: the figures of each setting by its number."""
    head = ["No.", "\\|log error\\|", "by chance, at most", "Bias", "by chance, at most", "\\|log error\\| without the bias of each trial",
            "by the mean of the turns", "without the last windows", "Last window of a turn", "The error is"]
    rows = [[number, f"{one['error']:.3f}", f"{one['error_by_chance']:.3f}", f"{math.expm1(one['bias']):+.1%}",
             f"{math.expm1(one['bias_by_chance']):.1%}", f"{one['error_in_trials']:.3f}", f"{one['error_by'][MEAN]:.3f}",
             f"{one['error_by'][NO_LAST]:.3f}", last_window_text(one["last_window"]), "; ".join(reasons(one))]
            for number, one in found.items() if is_miss(one)]
    return markdown_table(head, rows) if rows else ""


def chance_text(found):
    misses = {number: one for number, one in found.items() if is_miss(one)}
    limits = f"a mean of \\|log error\\| above {battery_summary.POOR_LOG_ERROR} or a bias beyond {POOR_BIAS:.0%}"
    if not misses:
        return f"- Chance: no setting has {limits}."
    others = [str(number) for number, one in misses.items() if not is_chance(one)]
    rest = f" Not so in {', '.join(others)}; the next table shows why." if others else ""
    return (f"- Chance: {len(misses)} of {len(found)} settings have {limits}. In {len(misses) - len(others)} of these, both are within what the scatter "
            f"of turns and runs gives.{rest}")


def computing_text(found):
    """Whether settings whose processors mostly compute have another bias."""
    def text(members):
        return f"{math.expm1(statistics.fmean(one['bias'] for one in members)):+.1%} (settings: {len(members)})" if members else "unknown (settings: 0)"
    computing = [one for one in found.values() if one["compute_share"] >= MOSTLY_COMPUTING]
    others = [one for one in found.values() if one["compute_share"] < MOSTLY_COMPUTING]
    return (f"- Computing: the mean bias is {text(computing)} where the slowest processor computes for at least {MOSTLY_COMPUTING:.0%} of an iteration, and "
            f"{text(others)} elsewhere.")


def way_table(found):
    """Error, bias and regret of other ways to make the predictions from the same samples."""
    groups = {"Ordinary": [one for one in found.values() if one["group"] == "ordinary"], "All": list(found.values())}
    groups = {name: members for name, members in groups.items() if members}
    head = ["Prediction"] + [f"{name}: {figure}" for name in groups for figure in ("\\|log error\\|", "Bias", "Regret in a trial")]
    rows = []
    for way in WAYS:
        row = [way]
        for members in groups.values():
            def mean(figure):
                return statistics.fmean(one[figure][way] for one in members)
            row += [f"{mean('error_by'):.3f}", f"{math.expm1(mean('bias_by')):+.1%}", f"{mean('regret_by'):.1%}"]
        rows.append(row)
    return markdown_table(head, rows)
