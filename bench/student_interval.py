"""The geometric mean of ratios with its 95 % Student t interval."""
import math
import statistics

# Quantiles 0.975 of Student's t distribution with 1, 2, ... degrees of freedom. The last one also serves for more
# degrees, where it makes intervals slightly too long.
T_975 = (12.706, 4.303, 3.182, 2.776, 2.571, 2.447, 2.365, 2.306, 2.262, 2.228, 2.201, 2.179, 2.160, 2.145, 2.131, 2.120,
         2.110, 2.101, 2.093, 2.086, 2.080, 2.074, 2.069, 2.064, 2.060, 2.056, 2.052, 2.048, 2.045, 2.042)


def mean_ratio(ratios):
    """The geometric mean, and both ends of its interval. A single ratio has the interval from 0 to infinity."""
    logarithms = [math.log(ratio) for ratio in ratios]
    mean = statistics.fmean(logarithms)
    if len(logarithms) == 1:
        return math.exp(mean), 0.0, math.inf
    t = T_975[min(len(logarithms) - 1, len(T_975)) - 1]
    half = t * statistics.stdev(logarithms) / math.sqrt(len(logarithms))
    return math.exp(mean), math.exp(mean - half), math.exp(mean + half)


def interval_text(low, high):
    return "-" if math.isinf(high) else f"{low:.2f}..{high:.2f}"
