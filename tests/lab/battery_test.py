#!/usr/bin/env python3
"""tools/lab/battery without a laboratory: the settings that it draws, its summary, and a run with a laboratory and a command
that only pretend. Usage: battery_test.py"""
import collections
import json
import math
import pathlib
import subprocess
import sys
import unittest

ROOT = pathlib.Path(__file__).resolve().parents[2]
sys.path[:0] = [str(ROOT / "tools/lab"), str(ROOT / "tests/lab")]
sys.dont_write_bytecode = True

import battery_settings  # noqa: E402: the path comes first
import battery_summary  # noqa: E402
import pretended  # noqa: E402

BATTERY = ROOT / "tools/lab/battery"
FACTORS = {"hosts": battery_settings.HOSTS, "flops": battery_settings.FLOPS, "network": battery_settings.NETWORKS,
           "rate": battery_settings.RATES, "loss_percent": battery_settings.LOSS_PERCENTS,
           "congestion_control": battery_settings.CONGESTION_CONTROLS, "load": battery_settings.LOADS}

def result(**changed):
    one = {"advised": "row", "fastest": "row", "winner_right": True, "regret": 0.0, "lead": 0.1, "kendall_tau": 1.0,
           "tie": {"called": False, "within_noise": False, "right": True}, "mean_log_error": 0.0,
           "mean_absolute_log_error": 0.0, "covered": 1.0}
    return {"results": [one | changed]}


class Drawing(unittest.TestCase):
    def test_the_same_seed_gives_the_same_settings(self):
        listed = [subprocess.run([BATTERY, "--dry-run", "--seed", "7", "--settings", count], capture_output=True, text=True,
                                 check=True).stdout.splitlines() for count in ("10", "40", "40")]
        self.assertEqual(listed[1], listed[2])
        self.assertEqual(listed[0], listed[1][:10])
        self.assertEqual(len(listed[1]), 40)

    def test_other_seeds_give_other_settings(self):
        drawn = {json.dumps(battery_settings.draw(seed, 0)) for seed in range(20)}
        self.assertGreater(len(drawn), 10)

    def test_each_block_has_every_value_of_a_factor(self):
        for name, values in FACTORS.items():
            drawn = [battery_settings.draw(3, number)[name] for number in range(3 * len(values))]
            for begin in range(0, len(drawn), len(values)):
                self.assertEqual(collections.Counter(drawn[begin:begin + len(values)]), collections.Counter(values), name)

    def test_only_a_switch_delays_messages_and_only_then_the_setting_says_so(self):
        drawn = [battery_settings.draw(3, number) for number in range(200)]
        delayed = [one for one in drawn if "delay_ms" in one]
        self.assertTrue(all(one["network"] == "switched" and one["delay_ms"] == 1 for one in delayed))
        self.assertTrue(10 < len(delayed) < 40, len(delayed))  # about one in eight
        self.assertTrue(all(("delay 1 ms" in battery_settings.text_of(one)) == ("delay_ms" in one) for one in drawn))

    def test_factors_do_not_go_together(self):
        drawn = [battery_settings.draw(3, number) for number in range(200)]
        pairs = collections.Counter((one["network"], one["rate"], one["flops"]) for one in drawn)
        self.assertEqual(len(pairs), 12)

    def test_settings_are_within_their_bounds(self):
        for number in range(300):
            one = battery_settings.draw(5, number)
            self.assertEqual(len(one["speeds"]), one["hosts"])
            self.assertTrue(all(1 <= speed <= 9 or one["speeds"][0] <= 9 for speed in one["speeds"]))
            self.assertEqual(one["speeds"], sorted(one["speeds"], reverse=True))
            self.assertIn(one["tasks"], (one["hosts"], 2 * one["hosts"]))
            self.assertEqual(one["load"] == "none", one["loaded_host"] == 0)
            self.assertLessEqual(one["loaded_host"], one["hosts"])
            cells = one["rows"] * one["cols"]
            self.assertTrue(any(abs(cells / wanted - 1) < 0.01 for wanted in battery_settings.CELLS), one)
            self.assertLess(battery_settings.draw(5, number, quick=True)["rows"], one["rows"])

    def test_no_quota_is_shorter_than_the_kernel_allows(self):
        # The laboratory itself computes the quotas, and warns of those that it has to lengthen.
        for speeds in {tuple(battery_settings.draw(6, number)["speeds"]) for number in range(60)}:
            for period, is_enough in ((battery_settings.period_us(speeds), True),
                                      (battery_settings.period_us(speeds) - battery_settings.BASE_PERIOD_US, False)):
                if period == 0:
                    continue
                words = ["cpu_shares", battery_settings.CORES, period, *speeds]
                told = subprocess.run(["bash", "-c", f". {ROOT}/tools/lab/cpu.sh; {' '.join(map(str, words))}"],
                                      capture_output=True, text=True, check=True)
                self.assertEqual(told.stderr == "", is_enough, (speeds, period))


class Summary(unittest.TestCase):
    def test_figures_are_means_over_the_settings(self):
        found = battery_summary.figures([
            result(mean_log_error=0.1, mean_absolute_log_error=0.2, covered=0.5),
            result(advised="brbd", winner_right=False, regret=0.08, kendall_tau=0.0, mean_log_error=-0.3,
                   mean_absolute_log_error=0.4, tie={"called": True, "within_noise": False, "right": False}),
            result(advised="brbd", winner_right=False, regret=0.01, lead=0.01, kendall_tau=-0.4)])
        self.assertEqual(found["settings"], 3)
        for name, wanted in (("mean_regret", 0.03), ("worst_regret", 0.08), ("mean_log_error", -0.2 / 3),
                             ("mean_absolute_log_error", 0.2), ("mean_kendall_tau", 0.2), ("covered", 2.5 / 3)):
            self.assertAlmostEqual(found[name], wanted, msg=name)
        # The third setting has no clear winner.
        self.assertEqual((found["clear_settings"], found["clear_winners_right"], found["ties_right"]), (2, 1, 2))

    def test_groups_are_apart(self):
        ordinary = {"loss_percent": 0, "tasks": 3, "hosts": 3}
        records = [{"setting": ordinary, "result": result()},
                   {"setting": ordinary | {"tasks": 6}, "result": result(regret=0.5)},
                   {"setting": ordinary | {"loss_percent": 0.1, "tasks": 6}, "failure": "time limit"}]
        summary = battery_summary.by_group(records)
        self.assertEqual(summary["ordinary"]["figures"]["worst_regret"], 0)
        self.assertEqual(summary["oversubscribed"]["figures"]["worst_regret"], 0.5)
        self.assertEqual(summary["lossy"], {"failed": 1, "figures": None})
        self.assertEqual(len(battery_summary.group_table(summary).splitlines()), 6)

    def test_what_is_called_unpredictable_is_apart_and_counts_as_right_only_if_it_is_poor(self):
        ordinary = {"loss_percent": 0, "tasks": 3, "hosts": 3}
        said = {"trials": 3, "doubts": {"trials": 2, "reasons": ["a drift"]}}
        records = [{"setting": ordinary, "result": result(mean_absolute_log_error=0.3, **said)},
                   {"setting": ordinary, "result": result(mean_absolute_log_error=0.01, **said)},
                   {"setting": ordinary, "result": result(trials=3, doubts={"trials": 1, "reasons": ["a drift"]})}]
        summary = battery_summary.by_group(records)
        self.assertEqual(summary["ordinary"]["figures"]["settings"], 1)
        found = summary["called unpredictable"]["figures"]
        self.assertEqual((found["settings"], found["called_unpredictable"], found["really_poor"]), (2, 2, 1))
        self.assertIn("| 1 of 2 |", battery_summary.group_table(summary))

    def test_the_classic_model_is_shown_beside_ours(self):
        classic = {"advised": "row", "winner_right": True, "regret": 0.04, "kendall_tau": 0.5, "mean_log_error": -0.2,
                   "mean_absolute_log_error": 0.25}
        found = battery_summary.figures([result(classic=classic), result(classic=classic | {"regret": 0.02}), result()])
        self.assertAlmostEqual(found["classic"]["regret"], 0.03)
        record = {"number": 0, "setting": battery_settings.draw(1, 0), "result": result(classic=classic)}
        self.assertIn("| 4.0% | 0.250 | 0.50 |", battery_summary.setting_table([record]))

    def test_a_bias_is_shown_as_a_quotient(self):
        record = {"number": 0, "setting": battery_settings.draw(1, 0), "result": result(mean_log_error=math.log(1.1))}
        self.assertIn("| +10.0% |", battery_summary.setting_table([record]))


class Running(pretended.Laboratory):
    command_result = result()

    def battery(self, *words, settings=2):
        return subprocess.run([BATTERY, "--quick", "--settings", str(settings), "--out", self.out, "--build", self.top, "--lab",
                               self.top / "lab", *words], capture_output=True, text=True, timeout=150)

    def test_settings_that_are_there_are_not_measured_again(self):
        self.assertEqual(self.battery().returncode, 0)
        self.assertEqual(self.calls(), 2)
        record = json.loads((self.out / "01.json").read_text())
        self.assertEqual(record["setting"], battery_settings.draw(1, 1, quick=True))
        self.assertEqual(record["result"], result())
        self.assertEqual(record["laboratory"], "pretended")
        self.assertTrue((self.out / "01.txt").read_text().endswith("\n\na table\n"))
        self.assertTrue((self.out / "01-samples.json.gz").exists())
        self.assertEqual(self.battery(settings=3).returncode, 0)
        self.assertEqual(self.calls(), 3)
        self.assertEqual(len([line for line in (self.out / "summary.md").read_text().splitlines()
                              if line.startswith(("| 0", "| 1", "| 2"))]), 3)

    def test_a_failure_is_recorded_and_the_battery_goes_on(self):
        (self.top / "bin/broken").touch()
        done = self.battery()
        self.assertEqual(done.returncode, 1)
        self.assertEqual(self.calls(), 2)
        self.assertIn("on strike", json.loads((self.out / "00.json").read_text())["failure"])
        self.assertIn("failed: exit status 1: banyan: the hosts are on strike", (self.out / "summary.md").read_text())
        (self.top / "bin/broken").unlink()
        self.assertEqual(self.battery().returncode, 1)
        self.assertEqual(self.calls(), 2)
        self.assertEqual(self.battery("--retry").returncode, 0)
        self.assertEqual(self.calls(), 4)

    def test_a_setting_ends_at_its_time_limit(self):
        (self.top / "bin/endless").touch()
        self.assertEqual(self.battery("--limit", "1", settings=1).returncode, 1)
        self.assertEqual(json.loads((self.out / "00.json").read_text())["failure"], "time limit of 1 s")

    def test_results_of_another_seed_are_not_mixed_in(self):
        self.battery(settings=1)
        done = self.battery("--seed", "2", settings=1)
        self.assertEqual(done.returncode, 1)
        self.assertIn("use another --out", done.stderr)

    def test_wrong_options_are_refused(self):
        for words, wanted in ((["--settings", "0", "--dry-run"], "--settings 0"), (["--limit", "0", "--dry-run"], "--limit 0"),
                              ([], "--out is missing"), (["--settings", "x"], "--settings")):
            done = subprocess.run([BATTERY, *words], capture_output=True, text=True)
            self.assertEqual(done.returncode, 2, words)
            self.assertIn(wanted, done.stderr)


if __name__ == "__main__":
    unittest.main()
