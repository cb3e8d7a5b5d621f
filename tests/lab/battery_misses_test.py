#!/usr/bin/env python3
"""The figures that tools/lab/battery_misses.py makes of the samples of a battery. Usage: battery_misses_test.py"""
import gzip
import json
import math
import pathlib
import random
import statistics
import subprocess
import sys
import tempfile
import unittest

ROOT = pathlib.Path(__file__).resolve().parents[2]
TOOL = ROOT / "tools/lab/battery_misses.py"
sys.path.insert(0, str(TOOL.parent))
sys.dont_write_bytecode = True

import battery_misses  # noqa: E402: the path comes first

# 9 samples in 3 turns of a warm-up and 3 windows: 3 * 9 * 0.02 s / 12.
SETTINGS = {"run_s": 0.5, "probe": {"rounds": 9, "window_s": 0.02}}
WINDOW_S = 0.045


def trial(times):
    """`times`: for each method its prediction, samples and runs. A method without samples has the partition of another."""
    places = [place for place, (_, samples, _) in enumerate(times.values()) if samples]
    methods = [{"method": name, "predicted_s": predicted, "compute_s": 0.25 * predicted,
                "interval_s": [0.95 * predicted, 1.05 * predicted]} for name, (predicted, _, _) in times.items()]
    reports = [{}] + [{"overlap_calibrations": [{"both_s": samples}]} for _, samples, _ in times.values() if samples]
    return {"methods": list(times), "prediction": {"methods": methods[::-1]}, "order": places + places[::-1],
            "observed_s": [runs for _, _, runs in times.values()], "survey": {"reports": reports}}


def setting(*trials):
    return {"settings": SETTINGS, "trials": list(trials)}


def steady(seconds, predicted=None):
    return predicted or seconds, [seconds] * 9, [seconds] * 2


class Partitions(unittest.TestCase):
    def test_equal_partitions_count_once_and_keep_their_samples(self):
        found = battery_misses.partitions_of(trial({"a": steady(1.0), "b": (1.0, [], [1.0, 1.0]), "c": steady(3.0)}))
        self.assertEqual([one[:5] for one in found],
                         [("a", 2, [1.0] * 3, [1.0] * 2, 1.0), ("c", 1, [3.0] * 3, [3.0] * 2, 3.0)])

    def test_samples_of_other_partitions_are_refused(self):
        wrong = trial({"a": steady(1.0)})
        wrong["survey"]["reports"] = []
        with self.assertRaises(ValueError):
            battery_misses.partitions_of(wrong)

    def test_samples_that_are_no_turns_count_one_by_one(self):
        self.assertEqual(battery_misses.means_of_turns([1, 2, 3, 4, 5, 9]), [2, 6])
        self.assertEqual(battery_misses.means_of_turns([1, 2, 3, 4]), [1, 2, 3, 4])


class Scatter(unittest.TestCase):
    def test_is_relative_and_inside_each_series(self):
        self.assertAlmostEqual(battery_misses.scatter_of([[1, math.e], [5, 5 * math.e]]), math.sqrt(0.5))
        self.assertEqual(battery_misses.scatter_of([[2.0], [7.0]]), 0)

    def test_of_turns_follows_from_that_of_their_windows_if_they_are_independent(self):
        rnd = random.Random(1)
        windows = [[math.exp(rnd.gauss(0, 0.1)) for _ in range(9)] for _ in range(500)]
        found = battery_misses.partitions_of(trial({str(n): (1.0, of_method, [1.0] * 2) for n, of_method in enumerate(windows)}))
        of_turns = battery_misses.scatter_of([one.turns for one in found])
        self.assertAlmostEqual(battery_misses.scatter_by_windows(found) / of_turns, 1, delta=0.05)

    def test_explains_the_error_of_a_median_of_turns_and_of_two_runs(self):
        rnd = random.Random(1)
        for turns in (1, 2, 3, 15):
            errors = [abs(statistics.median(rnd.gauss(0, 0.2) for _ in range(turns))
                          - statistics.median(rnd.gauss(0, 0.1) for _ in range(2))) for _ in range(10_000)]
            self.assertAlmostEqual(battery_misses.error_by_scatter(turns, 0.2, 2, 0.1) / statistics.fmean(errors), 1, delta=0.05)


class Lengths(unittest.TestCase):
    def test_are_counted_in_iterations(self):
        self.assertAlmostEqual(battery_misses.window_s(SETTINGS), WINDOW_S)
        for seconds, wanted in ((0.01, (15, 50)), (0.1, (3, 5)), (1.0, (3, 3))):
            (one,) = battery_misses.partitions_of(trial({"a": steady(seconds)}))
            self.assertEqual(battery_misses.lengths_of(one, SETTINGS), wanted)


class Figures(unittest.TestCase):
    def test_a_perfect_prediction_has_no_error(self):
        found = battery_misses.figures_of(setting(trial({"a": steady(1e-3), "b": steady(2e-3)})))
        self.assertAlmostEqual(found["compute_share"], 0.25)
        for name in ("bias", "error", "turn_scatter", "run_scatter", "run_against_run", "error_by_scatter", "regret",
                     "regret_of_runs"):
            self.assertAlmostEqual(found[name], 0, msg=name)

    def test_each_trial_has_its_bias(self):
        found = battery_misses.figures_of(setting(trial({"a": steady(1e-3, 1.1e-3)}), trial({"a": steady(1e-3, 0.8e-3)})))
        for bias, wanted in zip(found["trial_biases"], (1.1, 0.8), strict=True):
            self.assertAlmostEqual(math.exp(bias), wanted)
        self.assertAlmostEqual(found["bias"], statistics.fmean(found["trial_biases"]))

    def test_turns_that_become_faster_are_seen(self):
        found = battery_misses.figures_of(setting(trial({"a": (1.0, [1.0] * 3 + [7.0] * 3 + [0.5] * 3, [1.0] * 2)})))
        self.assertAlmostEqual(math.exp(found["last_turn"]), 0.5)
        self.assertAlmostEqual(found["last_run"], 0)
        self.assertAlmostEqual(math.exp(found["first_turns"][0]), 1 / 3.75)

    def test_runs_that_become_slower_are_seen(self):
        found = battery_misses.figures_of(setting(trial({"a": (1.0, [1.0] * 9, [1.0, 1.2]), "b": steady(2.0)})))
        self.assertAlmostEqual(math.exp(2 * found["last_run"]), 1.2)  # the mean of two partitions
        self.assertAlmostEqual(found["last_turn"], 0)

    def test_the_first_turn_of_the_processes_is_that_of_the_first_partition(self):
        slow_start = (1.0, [1.5] * 3 + [1.0] * 6, [1.0] * 2)
        found = battery_misses.figures_of(setting(trial({"a": slow_start, "b": steady(2.0)}),
                                                  trial({"a": steady(1.0), "b": slow_start})))
        self.assertEqual([round(math.exp(one), 6) for one in found["first_turns"]], [1.5, 1.0])

    def test_regret_of_a_prediction_and_of_the_runs_by_each_other(self):
        # a is predicted to be the fastest. The first runs say a, the second ones b.
        times = {"a": (1.0, [1.0] * 9, [1.0, 3.0]), "b": (2.0, [2.0] * 9, [1.5, 1.5])}
        regret, of_runs = battery_misses.regrets_of(battery_misses.partitions_of(trial(times)))
        self.assertAlmostEqual(regret, 2.0 / 1.5 - 1)
        self.assertAlmostEqual(of_runs, ((3.0 / 1.5 - 1) + (1.5 / 1.0 - 1)) / 2)


class Texts(unittest.TestCase):
    def found(self, seconds, predicted, group="ordinary"):
        return battery_misses.figures_of(setting(trial({"a": steady(seconds, predicted)}))) | {"group": group}

    def test_the_worst_setting_is_left_out(self):
        found = {7: self.found(1e-3, 1e-3), 9: self.found(1e-3, 0.9e-3), 11: self.found(1e-3, 0.5e-3, "lossy")}
        rows = [[cell.strip() for cell in row.split("|")[1:-1]] for row in battery_misses.group_table(found).splitlines()[2:]]
        self.assertEqual(rows, [["all", "0.053", "-5.1%", "50%"], ["without No. 9", "0.000", "+0.0%", "100%"]])
        self.assertIn("not two", battery_misses.group_table({7: found[7], 11: found[11]}))

    def test_settings_whose_turns_keep_their_speed_are_named(self):
        kept = battery_misses.figures_of(setting(trial({"a": (1.0, [1.0, 1.01, 1.0] + [1.2, 1.21, 1.2] + [1.1, 1.11, 1.1], [1.0] * 2)})))
        mixed = battery_misses.figures_of(setting(trial({"a": (1.0, [1.0, 1.2, 1.1] * 3, [1.0] * 2)})))
        self.assertIn("- Turns: in 5 the turns", battery_misses.turns_text({5: kept, 6: mixed}))
        self.assertIn("in no setting", battery_misses.turns_text({6: mixed}))

    def test_an_error_is_compared_with_that_of_one_run_by_another(self):
        def with_runs(*runs):
            return battery_misses.figures_of(setting(trial({"a": (0.9, [0.9] * 9, list(runs))})))
        text = battery_misses.runs_text({3: with_runs(0.9, 1.1), 4: with_runs(1.0, 1.0), 5: with_runs(0.9, 0.9)})
        self.assertIn("in 1 of the 2 settings with a large error or bias (3), ", text)

    def test_changes_and_regrets_are_means_over_the_settings(self):
        found = {1: {"last_turn": math.log(0.9), "last_run": 0.0, "regret": 0.01, "regret_of_runs": 0.04},
                 2: {"last_turn": math.log(0.9), "last_run": math.log(1.21), "regret": 0.03, "regret_of_runs": 0.0}}
        self.assertIn("by -10.0%, from the first to the last run by +10.0%", battery_misses.order_text(found))
        self.assertIn("2.0% by the advice, 2.0% if one run", battery_misses.regret_text(found))


class Page(unittest.TestCase):
    def test_has_the_settings_whose_samples_are_there(self):
        begin, end = battery_misses.MARKS
        empty = f"before\n{begin}{end}after\n"
        with tempfile.TemporaryDirectory() as folder:
            path = pathlib.Path(folder)
            for number in (3, 4):
                (path / f"{number:02}.json").write_text(json.dumps({"number": number, "setting": {"loss_percent": 0.1},
                                                                    "result": {"results": [{}]}}))
            self.assertEqual(battery_misses.page_with(empty, "results/DATE-battery", path), empty)
            with gzip.open(path / "04-samples.json.gz", "wt") as file:
                json.dump(setting(trial({"a": steady(0.1)})), file)
            page = battery_misses.page_with(empty, "results/DATE-battery", path)
        self.assertIn("`results/DATE-battery`", page)
        self.assertIn("\n| 4 | 100.00 |", page)
        self.assertNotIn("\n| 3 |", page)
        self.assertEqual(battery_misses.page_with(page, None, None), empty)


class Program(unittest.TestCase):
    def run_with(self, *arguments):
        return subprocess.run([sys.executable, TOOL, *arguments], capture_output=True, text=True, timeout=150)

    def test_prints_a_row_for_each_setting_in_their_order(self):
        with tempfile.TemporaryDirectory() as folder:
            for number in (100, 7, 8):
                measured = {"result": {"results": [{}]}} if number != 8 else {}
                record = {"number": number, "setting": {"loss_percent": 0.1}} | measured
                (pathlib.Path(folder) / f"{number:02}.json").write_text(json.dumps(record))
            for number in (100, 7):
                with gzip.open(pathlib.Path(folder) / f"{number:02}-samples.json.gz", "wt") as file:
                    json.dump(setting(trial({"a": steady(0.1, 0.09), "b": steady(0.2)})), file)
            printed = self.run_with(folder)
            self.assertEqual(printed.returncode, 0, printed.stderr)
            last_table = printed.stdout.split("\n\n")[-1]
            rows = [line.split("|")[1].strip() for line in last_table.splitlines()]
            self.assertEqual(rows, ["No.", "---", "7", "100"])

    def test_says_what_is_missing(self):
        with tempfile.TemporaryDirectory() as folder:
            self.assertIn("no samples of a setting", self.run_with(folder).stderr)
        self.assertIn("usage", self.run_with().stderr)


if __name__ == "__main__":
    unittest.main()
