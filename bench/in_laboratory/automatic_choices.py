"""The automatic choice beside the best named algorithm, from the passes of a result of bench/laboratory.

Of several equally fast algorithms, the one with the least measured time is the best one by chance, and this time is too
short. So the best algorithm is not selected by the times with which `automatic` is compared: every second pass selects it
for the other passes, and these for the first ones. If all passes but one selected it for that pass, the quotients of the
passes would depend on each other, and their intervals would be too short. With the halves, the 95 % intervals contain the
true quotient in 93 % of simulated results with ten equally fast algorithms.
"""
import statistics

import student_interval

NEAR_BEST = 1.10  # of the time of the best named algorithm
SAME, NEAR, FAR, OPEN = "same schedule", "yes", "no", "open"


def in_turns(result):
    """False for results in which all samples of an algorithm followed each other, without a warm-up before the first."""
    return result["schema"] not in ("banyan.bench.laboratory.v1", "banyan.bench.laboratory.v2")


def rows_by_pass(result):
    """The rows of banyan bench collectives, a list for each pass."""
    if "passes" not in result:
        raise RuntimeError(f"{result['schema']} has one pass; the comparison with the best algorithm needs two or more: "
                           "run bench/laboratory again")
    if not in_turns(result):
        return result["passes"]
    return [[row for run in runs for row in run["results"]] for runs in result["passes"]]


def time_us(row):
    return row["measured_us"]["median"]


def samples(row):
    """Times of all samples. Results of banyan.bench.laboratory.v2 have only the median."""
    return row["measured_us"].get("samples", [time_us(row)])


def first_same(row):
    """The first algorithm that does the same as the one of this row; for `automatic`, as the chosen one."""
    return row.get("same_as", row.get("chosen", row["algorithm"]))


def quotient(row, other):
    """The time of one row divided by that of another row of the same pass, sample by sample."""
    return statistics.geometric_mean([a / b for a, b in zip(samples(row), samples(other), strict=True)])


class Choice:
    """The automatic choice of one collective and length. `by_prediction`: not the row of `automatic`, which has measured
    orders, but that of the algorithm that it would choose without them."""

    def __init__(self, passes, collective, size, by_prediction):
        found = [{row["algorithm"]: row for row in rows if (row["collective"], row["bytes"]) == (collective, size)}
                 for rows in passes]
        found = [rows for rows in found if rows]  # some passes have only the short lengths
        self.collective, self.size = collective, size
        self.automatic = [rows.pop("automatic") for rows in found]
        if by_prediction:
            self.automatic = [rows[row["chosen_by_prediction"]] for rows, row in zip(found, self.automatic)]
        self.named = found
        halves = [self._best_of(found[first::2]) for first in (0, 1)]
        self.best = [rows[halves[1 - number % 2]] for number, rows in enumerate(found)]
        self.quotients = [quotient(automatic, best) for automatic, best in zip(self.automatic, self.best)]  # by pass
        self.quotient, self.low, self.high = student_interval.mean_ratio(self.quotients)

    @staticmethod
    def _best_of(passes):
        """The name of the best algorithm in these passes."""
        return min(passes[0], key=lambda name: statistics.geometric_mean([time_us(rows[name]) for rows in passes]))

    @property
    def chosen(self):
        return [row.get("chosen", row["algorithm"]) for row in self.automatic]

    @property
    def has_same_schedule(self):
        """True if in every pass `automatic` does the same as the best algorithm: the quotient is then noise."""
        return all(first_same(a) == first_same(b) for a, b in zip(self.automatic, self.best))

    @property
    def noise(self):
        """The quotient of `automatic` and the chosen algorithm under its name: two measurements of the same schedule."""
        named = [rows[name] for rows, name in zip(self.named, self.chosen)]
        return student_interval.mean_ratio(map(quotient, self.automatic, named))[0]

    @property
    def is_near(self):
        """Whether `automatic` is near the best algorithm, as far as the interval of the quotient tells."""
        if self.has_same_schedule:
            return SAME
        return NEAR if self.high <= NEAR_BEST else FAR if self.low > NEAR_BEST else OPEN


def mean_quotient(found):
    """Of several choices, with its interval. The means of the passes, over all these choices, are independent."""
    return student_interval.mean_ratio(map(statistics.geometric_mean, zip(*(choice.quotients for choice in found), strict=True)))


def has_orders(result):
    """True if `automatic` had measured orders."""
    return result["schema"] not in ("banyan.bench.laboratory.v1", "banyan.bench.laboratory.v2", "banyan.bench.laboratory.v3")


def choices(result, by_prediction=False):
    """One Choice for each collective and length; by_prediction is for results with measured orders only."""
    passes = rows_by_pass(result)
    if len(passes) < 2:
        raise RuntimeError("the result has one pass; the comparison with the best algorithm needs two or more")
    calls = dict.fromkeys((row["collective"], row["bytes"]) for row in passes[0])
    return [Choice(passes, *call, by_prediction) for call in calls]
