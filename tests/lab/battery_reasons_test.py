#!/usr/bin/env python3
"""What tools/lab/battery_reasons.py says about the misses of a battery. Usage: battery_reasons_test.py"""
import math
import pathlib
import random
import statistics
import sys
import unittest

sys.path.insert(0, str(pathlib.Path(__file__).resolve().parents[2] / "tools/lab"))
sys.dont_write_bytecode = True

import battery_misses  # noqa: E402: the path comes first
import battery_reasons  # noqa: E402

STEADY = [[1.0] * 3] * 3  # three windows of three turns


def partition(method, predicted=1.0, windows=None, runs=(1.0, 1.0)):
    windows = windows or [[predicted] * 3] * 3
    return battery_misses.Partition(method, 1, [statistics.fmean(turn) for turn in windows], list(runs), predicted, 0.5 * predicted,
                                    [predicted, predicted], windows)


def figures(trials, by_scatter):
    """As battery_misses.figures_of() returns them, for a given error by scatter."""
    errors = [[battery_misses.log_error(one) for one in trial] for trial in trials]
    found = [error for trial in errors for error in trial]
    return {"error": statistics.fmean(map(abs, found)), "bias": statistics.fmean(found), "compute_share": 0.5, "group": "ordinary",
            "error_by_scatter": by_scatter,
            "trial_biases": list(map(statistics.fmean, errors))} | battery_reasons.figures_of(trials, by_scatter)


class Chance(unittest.TestCase):
    def test_is_within_its_limits_as_often_as_they_say(self):
        rnd = random.Random(1)
        deviation, partitions, settings = 0.1, 30, 3000
        limits = battery_reasons.figures_of([[partition("a")] * partitions], deviation * math.sqrt(2 / math.pi))
        large = biased = 0
        for _ in range(settings):
            errors = [rnd.gauss(0, deviation) for _ in range(partitions)]
            large += statistics.fmean(map(abs, errors)) > limits["error_by_chance"]
            biased += abs(statistics.fmean(errors)) > limits["bias_by_chance"]
        self.assertAlmostEqual(large / settings, 0.025, delta=0.015)  # a normal value above two standard deviations
        self.assertAlmostEqual(biased / settings, 0.046, delta=0.015)  # beyond two on either side

    def test_a_small_scatter_is_no_reason_for_a_large_error(self):
        trials = [[partition("a", 1.2), partition("b", 0.8)]]
        self.assertEqual(battery_reasons.reasons(figures(trials, 0.2)), ["chance"])
        self.assertEqual(battery_reasons.reasons(figures(trials, 0.02)), ["not explained"])


class Reasons(unittest.TestCase):
    def test_an_error_may_be_common_to_all_partitions(self):
        slower = figures([[partition("a", 0.8), partition("b", 0.8)], [partition("a", 0.9), partition("b", 0.9)]], 0.01)
        self.assertAlmostEqual(slower["error_in_trials"], 0)
        self.assertEqual(battery_reasons.reasons(slower), ["common to all partitions: slower than predicted in each trial"])
        faster = figures([[partition("a", 1.2), partition("b", 1.2)]], 0.01)
        self.assertEqual(battery_reasons.reasons(faster), ["common to all partitions: faster than predicted in each trial"])
        changed = figures([[partition("a", 0.8), partition("b", 0.8)], [partition("a", 1.3), partition("b", 1.3)]], 0.01)
        self.assertEqual(battery_reasons.reasons(changed), ["common to all partitions of a trial, not to all trials"])

    def test_a_median_leaves_out_long_turns(self):
        turns = [[0.8] * 3, [0.8] * 3, [1.4] * 3]  # their mean is 1
        found = figures([[partition("a", 0.8, turns), partition("b", 1.0, STEADY)]], 0.01)
        self.assertAlmostEqual(found["error_by"][battery_reasons.MEAN], 0)
        self.assertEqual(battery_reasons.reasons(found), ["that of long turns, which a median leaves out"])

    def test_the_last_window_of_a_turn_may_be_short(self):
        short = [[1.0, 1.0, 0.7]] * 3
        found = figures([[partition("a", 0.9, short), partition("b", 1.0, STEADY)]], 0.01)
        self.assertAlmostEqual(found["error_by"][battery_reasons.NO_LAST], 0)
        self.assertEqual(battery_reasons.reasons(found), ["that of short last windows"])
        # Of six turns, three are shorter by 0.3: the mean by 0.15. Their standard deviation is sqrt(6 / 5) * 0.15.
        mean, uncertainty = found["last_window"]
        self.assertAlmostEqual(mean, -0.15)
        self.assertAlmostEqual(uncertainty, 2 * math.sqrt(6 / 5) * 0.15 / math.sqrt(6))
        self.assertEqual(battery_reasons.last_window_text(found["last_window"]), "-15.0% ± 13.4%")
        self.assertIsNone(battery_reasons.last_window([partition("a", 1.0, [[1.0], [1.0]])]))

    def test_the_error_may_be_that_of_one_method(self):
        found = figures([[partition("a", 0.5), partition("b", 1.0), partition("c", 1.0)]], 0.01)
        self.assertEqual(battery_reasons.reasons(found), ["that of a"])

    def test_the_error_of_one_method_is_not_common_to_all(self):
        trial = [partition("a", 0.7)] + [partition(f"b{number}") for number in range(19)]
        found = figures([trial], 0.028)
        self.assertLess(found["error_in_trials"], found["error_by_chance"])
        self.assertGreater(found["error_in_trials"], found["error"])
        self.assertEqual(battery_reasons.reasons(found), ["that of a"])


class Texts(unittest.TestCase):
    def setUp(self):
        self.found = {3: figures([[partition("a", 0.8), partition("b", 0.8)]], 0.01),
                      5: figures([[partition("a", 1.2), partition("b", 0.8)]], 0.3),
                      8: figures([[partition("a"), partition("b")]], 0.01) | {"compute_share": 0.1, "group": "lossy"}}

    def test_name_the_settings_that_are_not_chance(self):
        text = battery_reasons.chance_text(self.found)
        self.assertIn("2 of 3 settings have", text)
        self.assertIn("In 1 of these", text)
        self.assertIn("Not so in 3; ", text)
        self.assertIn("no setting", battery_reasons.chance_text({8: self.found[8]}))

    def test_the_table_has_a_row_for_each_miss(self):
        rows = [[cell.strip() for cell in line.split("|")[1:-1]] for line in battery_reasons.miss_table(self.found).splitlines()]
        self.assertEqual([row[0] for row in rows], ["No.", "---", "3", "5"])
        self.assertEqual([row[3] for row in rows[2:]], ["-20.0%", "-2.0%"])
        self.assertEqual([row[-1] for row in rows[2:]], ["common to all partitions: slower than predicted in each trial", "chance"])
        self.assertEqual(battery_reasons.miss_table({8: self.found[8]}), "")

    def test_settings_that_mostly_compute_have_a_bias_of_their_own(self):
        self.assertIn("-11.5% (settings: 2) where", battery_reasons.computing_text(self.found))  # sqrt(0.8 * sqrt(1.2 * 0.8)) - 1
        self.assertIn("+0.0% (settings: 1) elsewhere", battery_reasons.computing_text(self.found))
        self.assertIn("(settings: 0) where", battery_reasons.computing_text({8: self.found[8]}))

    def test_the_ways_to_predict_are_compared(self):
        rows = [[cell.strip() for cell in line.split("|")[1:-1]] for line in battery_reasons.way_table(self.found).splitlines()]
        self.assertEqual([row[0] for row in rows[2:]], list(battery_reasons.WAYS))
        self.assertEqual({len(row) for row in rows[2:]}, {1 + 3 * 2})
        self.assertEqual({row[2] for row in rows[2:]}, {"-11.5%"})  # all windows are equal, so are all ways


if __name__ == "__main__":
    unittest.main()
