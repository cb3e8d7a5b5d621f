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

    def test_an_end_that_is_too_fast_is_found_in_the_biases(self):
        def found(shortness, bias, difference):
            return {"shortness": shortness, "bias": bias, "run_against_run": difference}
        quiet = [found(0.2, -0.06, 0.01), found(0.1, -0.03, 0.01), found(0.0, 0.0, 0.0)]
        self.assertAlmostEqual(battery_misses.iterations_missing(quiet), 0.3)
        self.assertAlmostEqual(battery_misses.iterations_missing([*quiet, found(0.2, 0.5, 0.3)]), 0.3)
        self.assertEqual(battery_misses.iterations_missing([found(0.2, 0.5, 0.3)]), 0)


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
        self.assertAlmostEqual(math.exp(found["ageing"]), 0.5)
        self.assertAlmostEqual(math.exp(found["first_turns"][0]), 1 / 3.75)

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


class Groups(unittest.TestCase):
    def found(self, seconds, predicted):
        return battery_misses.figures_of(setting(trial({"a": steady(seconds, predicted)}))) | {"group": "ordinary"}

    def test_predictions_of_long_turns_have_no_bias(self):
        # A turn of 3 iterations and a run of 5 that miss 0.6 iterations each: 20 % and 12 % of their time.
        seconds = 0.1
        predicted = seconds * math.exp(-0.6 * (1 / 3 - 1 / 5))
        found = {7: self.found(seconds, predicted), 9: self.found(seconds, predicted)}
        rows = battery_misses.group_table(found).splitlines()[2:]
        self.assertEqual([[float(cell.strip(" %")) for cell in row.split("|")[2:5]] for row in rows],
                         [[0.08, -7.7, 0], [0, 0, 100]] * 2)

    def test_the_worst_setting_is_left_out(self):
        found = {7: self.found(1e-3, 1e-3), 9: self.found(1e-3, 0.9e-3), 11: self.found(1e-3, 1e-3) | {"group": "lossy"}}
        rows = battery_misses.group_table(found).splitlines()[2:]
        self.assertIn("without No. 9, as measured | 0.000 |", rows[2])
        self.assertIn("not two", battery_misses.group_table({7: found[7], 11: found[11]}))


class Program(unittest.TestCase):
    def run_with(self, *arguments):
        return subprocess.run([sys.executable, TOOL, *arguments], capture_output=True, text=True, timeout=30)

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
            rows = [line.split("|")[1].strip() for line in printed.stdout.splitlines() if line.startswith("|")]
            self.assertEqual(rows, ["No.", "---", "7", "100"])

    def test_says_what_is_missing(self):
        with tempfile.TemporaryDirectory() as folder:
            self.assertIn("no result of a setting", self.run_with(folder).stderr)
        self.assertIn("usage", self.run_with().stderr)


if __name__ == "__main__":
    unittest.main()
