#!/usr/bin/env python3
"""The part of docs/advisor.md that tools/lab/battery_page.py makes of records, and its plots. Usage: battery_page_test.py"""
import json
import pathlib
import sys
import tempfile
import unittest

ROOT = pathlib.Path(__file__).resolve().parents[2]
sys.path.insert(0, str(ROOT / "tools/lab"))
sys.dont_write_bytecode = True

import battery_page  # noqa: E402: the path comes first
import battery_settings  # noqa: E402

COMPUTER = {"date": "2026-01-02", "kernel": "Linux 6", "cpu": "a processor", "cores": 2}
EFFORT = {"methods": "all", "trials": 3, "run_s": 0.5, "probe_s": 20}
# Settings of seed 1 that are neither lossy nor oversubscribed.
ORDINARY = [number for number in range(12) if battery_settings.group_of(battery_settings.draw(1, number)) == "ordinary"]


def record(number, **changed):
    method = {"method": "row", "observed_s": 2e-3, "predicted_over_observed": {"mean": 1.1, "ci95": [1.0, 1.2]}}
    one = {"advised": "row", "fastest": "row", "winner_right": True, "regret": 0.0, "lead": 0.1, "kendall_tau": 1.0,
           "tie": {"called": False, "within_noise": False, "right": True}, "mean_log_error": 0.0,
           "mean_absolute_log_error": 0.01, "covered": 0.95, "methods": [method], "trials": 3,
           "doubts": {"trials": 0, "reasons": []},
           "classic": {"advised": "row", "winner_right": True, "regret": 0.25, "kendall_tau": 0.5, "mean_log_error": 0.3,
                       "mean_absolute_log_error": 0.3}}
    return {"seed": 1, "number": number, "setting": battery_settings.draw(1, number), "effort": EFFORT, "computer": COMPUTER,
            "result": {"results": [one | changed]}}


def failed(number):
    return {name: value for name, value in record(number).items() if name != "result"} | {"failure": "time limit of 1 s"}


class Records(unittest.TestCase):
    def test_all_numbers_are_read_in_their_order(self):
        with tempfile.TemporaryDirectory() as folder:
            for name in ("00", "07", "99", "100", "1000", "summary", "07-note"):
                (pathlib.Path(folder) / f"{name}.json").write_text(json.dumps(name))
            self.assertEqual(battery_page.stored_records(pathlib.Path(folder)), ["00", "07", "99", "100", "1000"])


class Targets(unittest.TestCase):
    def rows(self, **changed):
        figures = battery_page.battery_summary.by_group([record(ORDINARY[0], **changed)])["ordinary"]["figures"]
        return {name: met for name, _, _, met in battery_page.target_rows(figures)}

    def test_all_are_met_by_good_figures(self):
        self.assertTrue(all(self.rows().values()))

    def test_without_a_clear_winner_there_is_no_verdict(self):
        ties = battery_page.battery_summary.by_group([record(ORDINARY[0], lead=0.01)])["ordinary"]["figures"]
        self.assertIn("| - | no such setting |", battery_page.target_table(ties))

    def test_each_one_can_be_missed(self):
        for changed, name in (({"mean_absolute_log_error": 0.06}, "mean of \\|log(predicted / observed)\\|"),
                              ({"mean_log_error": -0.03}, "mean bias"), ({"regret": 0.02}, "mean regret"),
                              ({"regret": 0.06}, "worst regret"), ({"winner_right": False}, "winner right if it leads by more than 3 %"),
                              ({"covered": 0.8}, "observed times inside the 95 % intervals"),
                              ({"covered": 1.0}, "observed times inside the 95 % intervals")):
            self.assertFalse(self.rows(**changed)[name], changed)

    def test_a_wrong_winner_without_a_clear_lead_does_not_count(self):
        self.assertTrue(self.rows(winner_right=False, lead=0.01)["winner right if it leads by more than 3 %"])


class Page(unittest.TestCase):
    def test_a_page_without_results_has_an_empty_part(self):
        page = "before\n" + battery_page.MARKS[0] + "old\n" + battery_page.MARKS[1] + "after\n"
        self.assertEqual(battery_page.page_with(page, [], None), "before\n" + "".join(battery_page.MARKS) + "after\n")

    def test_the_part_says_how_many_settings_were_measured(self):
        text = battery_page.part_text([record(ORDINARY[0]), failed(ORDINARY[1])], "a/folder")
        self.assertIn("1 settings of the 40 of a complete battery, seed 1", text)
        self.assertIn("![regret](../a/folder/regret.png)", text)

    def test_what_is_beyond_the_limits_is_listed_with_what_was_said_before(self):
        reasons = {"trials": 2, "reasons": ["the times rose by 19 %"]}
        text = battery_page.misses_text([record(ORDINARY[0]), record(ORDINARY[1], mean_absolute_log_error=0.2, doubts=reasons),
                                         record(ORDINARY[2], regret=0.1), failed(ORDINARY[3])])
        lines = [line for line in text.splitlines() if line.startswith("- No.")]
        self.assertEqual(len(lines), 3)
        self.assertIn("2 trials: the times rose by 19 %.", lines[0])
        self.assertIn("regret 10.0% (row was advised, row is the fastest). The advisor did not doubt it", lines[1])
        self.assertTrue(lines[2].endswith("failed: time limit of 1 s."))

    def test_warnings_before_good_predictions_are_called_wrong(self):
        doubts = {"trials": 2, "reasons": ["the times rose by 19 %"]}
        poor = record(ORDINARY[0], mean_absolute_log_error=0.2, doubts=doubts)
        good = record(ORDINARY[1], mean_absolute_log_error=0.04, doubts=doubts)
        self.assertIn("this was right", battery_page.wrong_warnings_text([poor, record(ORDINARY[2]), failed(ORDINARY[3])]))
        self.assertEqual(battery_page.wrong_warnings_text([poor, good]),
                         f"In No. {ORDINARY[1]} (ordinary, 0.040) it is not, so there the warning was wrong.")

    def test_no_setting_beyond_the_limits_is_said_too(self):
        self.assertEqual(battery_page.misses_text([record(ORDINARY[0])]), "No setting is beyond these limits.")


class Pictures(unittest.TestCase):
    def test_every_method_is_a_point_in_the_colour_of_its_group(self):
        program = battery_page.quotients_program([record(ORDINARY[0]), record(ORDINARY[1])], "it's.png")
        self.assertIn("set output 'it''s.png'", program)
        self.assertEqual(program.count("\n2 1.1"), 2)
        self.assertEqual(program.count("title 'ordinary'"), 1)

    def test_both_regrets_are_drawn_in_percent(self):
        program = battery_page.regret_program([record(ORDINARY[0], regret=0.5), failed(ORDINARY[1])], "a.png")
        self.assertIn(f"\n{ORDINARY[0]} 50\n", program)
        self.assertIn(f"\n{ORDINARY[0]} 25\n", program)

    def test_a_group_has_one_colour_in_both_pictures(self):
        doubted = record(ORDINARY[1], doubts={"trials": 3, "reasons": ["the times rose by 19 %"]})
        for program in (battery_page.quotients_program, battery_page.regret_program):
            text = program([record(ORDINARY[0]), doubted], "a.png")
            self.assertIn("linetype 1 title 'ordinary'", text)
            self.assertIn("linetype 4 title 'called unpredictable'", text)


if __name__ == "__main__":
    unittest.main()
