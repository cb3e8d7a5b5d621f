#!/usr/bin/env python3
"""tools/lab/crandall without a laboratory: its settings, its tables and plots, and a run with a laboratory and a command that
only pretend. Usage: crandall_test.py"""
import json
import pathlib
import subprocess
import sys
import unittest

ROOT = pathlib.Path(__file__).resolve().parents[2]
sys.path[:0] = [str(ROOT / "tools/lab"), str(ROOT / "tests/lab")]
sys.dont_write_bytecode = True

import crandall_summary  # noqa: E402: the path comes first
import pretended  # noqa: E402

CRANDALL = ROOT / "tools/lab/crandall"


def result(mean=1.0, lo=0.9, hi=1.1, right=True):
    pair = {"predicted_ratio": 1.1 * mean, "observed_ratio": 1.1, "predicted_over_observed": {"mean": mean, "ci95": [lo, hi]},
            "ranking_right": right}
    return {"results": [{"pair": pair}]}


def record(network, flops, tasks, **changed):
    return {"setting": {"network": network, "flops": flops, "tasks": tasks}, "effort": {"side": 4096, "trials": 25},
            "result": result(**changed)}


class Settings(unittest.TestCase):
    def test_the_full_form_is_the_published_one(self):
        listed = subprocess.run([CRANDALL, "--dry-run"], capture_output=True, text=True, check=True).stdout.splitlines()
        self.assertEqual(len(listed), 2 * 2 * 9)
        self.assertEqual(len(set(listed)), len(listed))
        self.assertTrue(all("4096 x 4096, 25 trials" in line for line in listed))

    def test_a_part_of_it_can_be_asked_for(self):
        listed = subprocess.run([CRANDALL, "--dry-run", "--network", "shared", "--flops", "50", "--tasks", "12,4", "--trials", "2"],
                                capture_output=True, text=True, check=True).stdout.splitlines()
        self.assertEqual([line.split(":")[0] for line in listed], ["shared-50-04", "shared-50-12"])
        self.assertTrue(all(line.endswith("2 trials") for line in listed))

    def test_wrong_options_are_refused(self):
        for words, wanted in ((["--tasks", "13", "--dry-run"], "--tasks"), (["--flops", "20", "--dry-run"], "--flops"),
                              (["--trials", "0", "--dry-run"], "--trials 0"), (["--within", "-1", "--dry-run"], "--within -1"),
                              ([], "--out is missing")):
            done = subprocess.run([CRANDALL, *words], capture_output=True, text=True)
            self.assertEqual(done.returncode, 2, words)
            self.assertIn(wanted, done.stderr)


class Summary(unittest.TestCase):
    def test_a_bias_is_said_for_each_network_and_number_of_operations(self):
        text = crandall_summary.bias_text([
            record("shared", 10, 5, mean=0.9, lo=0.85, hi=0.95), record("shared", 10, 4, mean=0.94, lo=0.8, hi=1.1, right=False),
            record("switched", 50, 4, mean=1.06, lo=1.02, hi=1.1), record("switched", 10, 4)])
        lines = text.splitlines()
        self.assertEqual(len(lines), 3)
        self.assertIn("switched 100 Mbit/s, 10 operations: on average neither method", lines[0])
        self.assertIn("blocks are predicted 6.0% too slow relative to rows. Of 1 intervals, 0 lie below 1 and 1 above", lines[1])
        self.assertIn("blocks are predicted 8.0% too fast relative to rows. Of 2 intervals, 1 lies below 1 and 0 above", lines[2])
        self.assertIn("right in 1 of 2", lines[2])

    def test_ties_and_warnings_are_said(self):
        tie, clear = record("shared", 10, 4, right=False), record("shared", 10, 5, right=False)
        for one, within_noise, warned in ((tie, True, 3), (clear, False, 0)):
            one["result"]["results"][0] |= {"tie": {"within_noise": within_noise}, "doubts": {"trials": warned, "reasons": []}}
        rows = [[cell.strip() for cell in line.split("|")[1:-1]] for line in crandall_summary.result_table([tie, clear]).splitlines()]
        self.assertEqual([row[-2:] for row in rows[2:]], [["wrong (a tie)", "3 of 25"], ["wrong", "0 of 25"]])
        text = crandall_summary.bias_text([tie, clear])
        self.assertIn("right in 0 of 2 settings; 1 of the other 2 is a tie.", text)
        self.assertIn("Before 3 of 50 trials the advisor said", text)
        self.assertIn("right in 0 of 1 settings; the other one is a tie.", crandall_summary.bias_text([tie]))
        without = crandall_summary.bias_text([tie, record("shared", 10, 6)])
        self.assertIn("right in 1 of 2 settings; the other one is a tie.", without)
        self.assertNotIn("Before", without)
        self.assertEqual(crandall_summary.result_table([record("shared", 10, 6)]).splitlines()[-1].split("|")[-2].strip(), "-")

    def test_the_plain_model_stands_beside_the_advisor(self):
        with_model, without = record("switched", 10, 4), record("switched", 10, 5)
        with_model["result"]["results"][0]["methods"] = [{"method": "row", "classic_s": 2.0}, {"method": "block", "classic_s": 1.98}]
        table = crandall_summary.result_table([with_model, without]).splitlines()
        column = [cell.strip() for cell in table[0].split("|")].index("Plain model / observed")
        self.assertEqual([row.split("|")[column].strip() for row in table[-2:]], ["0.900", "-"])  # 1.98 / 2 / 1.1
        self.assertIn("By the plain model of the thesis, blocks are predicted 10.0% too fast relative to rows.",
                      crandall_summary.bias_text([with_model, without]))
        self.assertNotIn("plain model", crandall_summary.bias_text([without]))

    def test_a_model_without_times_is_left_out(self):
        one = record("shared", 10, 4)
        one["result"]["results"][0]["methods"] = [{"method": "row", "classic_s": None}, {"method": "block", "classic_s": None}]
        self.assertIsNone(crandall_summary.plain_ratio_of(one))

    def test_trials_that_differ_between_settings_are_said(self):
        few = record("shared", 10, 4) | {"effort": {"side": 4096, "trials": 3}}
        self.assertEqual(crandall_summary.effort_text([record("switched", 10, 4)]), "4096 x 4096 cells, 25 trials")
        self.assertEqual(crandall_summary.effort_text([record("switched", 10, 4), few]), "4096 x 4096 cells, 3 to 25 trials")
        self.assertIn("reduced form", crandall_summary.form_text([record("switched", 10, 4), few]))

    def test_a_page_without_results_says_so(self):
        page = "before\n" + crandall_summary.MARKS[0] + "old\n" + crandall_summary.MARKS[1] + "after\n"
        self.assertIn("has not been run yet", crandall_summary.page_with(page, [], None))

    def test_settings_that_failed_are_listed(self):
        failed = {"setting": {"network": "shared", "flops": 10, "tasks": 4}, "failure": "time limit"}
        self.assertIn("- failed: shared, 10 operations, p = 4: time limit", crandall_summary.page_text([failed]))

    def test_one_picture_has_every_number_of_hosts(self):
        records = [record(network, 10, tasks, mean=1 + tasks / 1000) for network in ("switched", "shared") for tasks in range(4, 13)]
        program = crandall_summary.figure_program(records, 10, "it's.png")
        self.assertIn("set output 'it''s.png'", program)
        for tasks in range(4, 13):
            self.assertIn(f" {1 + tasks / 1000:.9g} 0.9 1.1", program)
        self.assertEqual(program.count("yerrorbars"), 2)
        self.assertIsNone(crandall_summary.figure_program(records, 50, "none.png"))


class Running(pretended.Laboratory):
    command_result = result()

    def crandall(self, *words):
        return subprocess.run([CRANDALL, "--quick", "--tasks", "4,5", "--flops", "10", "--out", self.out, "--build", self.top, "--lab",
                               self.top / "lab", *words], capture_output=True, text=True, timeout=150)

    def test_settings_that_are_there_are_not_measured_again(self):
        done = self.crandall("--network", "switched")
        self.assertEqual(done.returncode, 0, done.stderr)
        self.assertEqual(self.calls(), 2)
        stored = json.loads((self.out / "switched-10-05.json").read_text())
        self.assertEqual(stored["setting"]["tasks"], 5)
        self.assertEqual(stored["result"], result())
        self.assertTrue((self.out / "switched-10-05-samples.json.gz").exists())
        self.assertEqual(self.crandall().returncode, 0)
        self.assertEqual(self.calls(), 4)
        self.assertEqual((self.out / "summary.md").read_text().count("| 10 | "), 4)

    def test_parts_with_different_trials_are_summarized_together(self):
        self.assertEqual(self.crandall("--network", "switched").returncode, 0)
        self.assertEqual(self.crandall("--network", "shared", "--trials", "2").returncode, 0)
        self.assertEqual(self.calls(), 4)
        text = (self.out / "summary.md").read_text()
        self.assertEqual((text.count("| 10 | 4 | 3 |"), text.count("| 10 | 4 | 2 |")), (1, 1))

    def test_results_of_another_effort_are_not_mixed_in(self):
        self.crandall()
        done = self.crandall("--trials", "2")
        self.assertEqual(done.returncode, 1)
        self.assertIn("is of another effort; use another --out", done.stderr)

    def test_no_setting_starts_that_would_end_too_late(self):
        done = self.crandall("--within", "0.000001")
        self.assertEqual(done.returncode, 1)
        self.assertEqual(self.calls(), 1)
        self.assertIn("the same command continues here", done.stdout)
        self.assertEqual(self.crandall().returncode, 0)
        self.assertEqual(self.calls(), 4)


if __name__ == "__main__":
    unittest.main()
