#!/usr/bin/env python3
"""tools/lab/first_iterations without a laboratory: the counters that it reads, its table and page, and runs with a laboratory and a
command that only pretend. Usage: first_iterations_test.py"""
import json
import pathlib
import subprocess
import sys
import unittest

ROOT = pathlib.Path(__file__).resolve().parents[2]
sys.path[:0] = [str(ROOT / "bench"), str(ROOT / "tools/lab"), str(ROOT / "tests/lab")]
sys.dont_write_bytecode = True

import pretended  # noqa: E402: the path comes first
import tcp_counters  # noqa: E402
from first_iterations import report  # noqa: E402

TOOL = ROOT / "tools/lab/first_iterations"

# As pretended.PRETENDED_LAB, but with two hosts, which have the same counters. The file "none" beside it means that no laboratory
# can be made.
LAB = """#!/usr/bin/env bash
here=$(dirname "$0")
case $1 in
    check) [ ! -e "$here/none" ] || exit 77; exit 0 ;;
    enter) printf 'Tcp: InSegs RetransSegs\\nTcp: 5 %s\\nTcpExt: TCPLossProbes\\nTcpExt: %s\\n' $(cat "$here/counters"); exit 0 ;;
esac
echo "$*" >> "$here/calls"
while [ "$1" != -- ]; do shift; done
shift
export BANYAN_LAB_SETTINGS=pretended BANYAN_LAB_HOSTFILE=/dev/null BANYAN_LAB_ID=none BANYAN_LAB_HOSTS='h1 h2'
exec "$@"
"""
# A run after N iterations of warm-up takes 10 + N hundredths of a second, and counts N probes and 3 N segments on each host.
COMMAND = """#!/usr/bin/env bash
here=$(dirname "$0")
[ "$1" = run ] || exit 0
[ ! -e "$here/broken" ] || exit 3
echo "$*" >> "$here/runs"
while [ "$1" != --warm-up ]; do shift; done
read -r segments probes < "$here/../counters"
echo "$((segments + 3 * $2)) $((probes + $2))" > "$here/../counters"
echo "{\\"iterations\\": 4, \\"seconds_total\\": $((10 + $2))e-2}"
"""
RESULT = {"settings": {"date": "2026-01-02", "kernel": "Linux 6", "cpu": "a processor", "cores": 2}, "seed": 1, "number": 24,
          "text": "a slow cable", "method": "xy", "iterations": 4, "rounds": 3,
          "runs": [{"warm_up": 16, "seconds": [0.05, 0.06, 0.04], "loss_probes": [3, 5, 40], "segments_sent_again": [4, 4, 4]},
                   {"warm_up": 2, "seconds": [0.06, 0.06, 0.01], "loss_probes": [7, 9, 8], "segments_sent_again": [9, 9, 8]}]}


class Counters(unittest.TestCase):
    def test_names_and_values_are_in_two_lines(self):
        text = "Ip: Forwarding\nIp: 2\nTcp: InSegs RetransSegs\nTcp: 10 7\nTcpExt: SyncookiesSent TCPLossProbes\nTcpExt: 0 -1\n"
        self.assertEqual(tcp_counters.counters_in(text), {"IpForwarding": 2, "TcpInSegs": 10, "TcpRetransSegs": 7,
                                                          "TcpExtSyncookiesSent": 0, "TcpExtTCPLossProbes": -1})

    def test_this_kernel_has_them(self):
        text = "".join(pathlib.Path(file).read_text() for file in tcp_counters.FILES)
        self.assertLessEqual(set(tcp_counters.NAMES), set(tcp_counters.counters_in(text)))


class Page(unittest.TestCase):
    def test_the_table_has_medians_in_the_order_of_the_warm_ups(self):
        rows = [[cell.strip() for cell in line.split("|")[1:-1]] for line in report.run_table(RESULT["runs"]).splitlines()[2:]]
        self.assertEqual(rows, [["2", "60.0", "10.0 to 60.0", "+20.0%", "8", "9"], ["16", "50.0", "40.0 to 60.0", "+0.0%", "5", "4"]])

    def test_without_a_result_the_part_is_empty(self):
        begin, end = report.MARKS
        page = report.page_text(f"before\n{begin}{end}after\n", RESULT, "bench/results/a.json")
        self.assertIn("`bench/results/a.json`", page)
        self.assertIn("setting 24 of seed 1 (a slow cable)", page)
        self.assertEqual(report.page_text(page, None, None), f"before\n{begin}{end}after\n")


class Running(pretended.Laboratory):
    def setUp(self):
        super().setUp()
        self.program(self.top / "lab", LAB)
        self.program(self.top / "bin/banyan", COMMAND)
        (self.top / "counters").write_text("100 50\n")

    def tool(self, *words):
        return subprocess.run([TOOL, "--out", self.out, "--build", self.top, "--lab", self.top / "lab", *words], capture_output=True,
                              text=True, timeout=150)

    def test_rounds_change_their_order_and_runs_have_their_own_counts(self):
        done = self.tool("--warm-up", "4,1,2", "--rounds", "3")
        self.assertEqual(done.returncode, 0, done.stderr)
        runs = [line.split() for line in (self.top / "bin/runs").read_text().splitlines()]
        self.assertEqual([int(words[words.index("--warm-up") + 1]) for words in runs], [1, 2, 4, 4, 2, 1, 1, 2, 4])
        self.assertTrue(all(words[:3] == ["run", "-n", "8"] for words in runs))
        result = json.loads((self.out / "result.json").read_text())
        for one in result["runs"]:
            warm_up = one["warm_up"]
            self.assertEqual(one["loss_probes"], [2 * warm_up] * 3)  # two hosts
            self.assertEqual(one["segments_sent_again"], [6 * warm_up] * 3)
            for seconds in one["seconds"]:
                self.assertAlmostEqual(seconds, (10 + warm_up) / 400)
        self.assertIn(report.run_table(result["runs"]), done.stdout)

    def test_the_laboratory_is_that_of_the_setting(self):
        self.assertEqual(self.tool("--warm-up", "1", "--rounds", "1").returncode, 0)
        (call,) = (self.top / "calls").read_text().splitlines()
        self.assertIn("--hosts 8 --speeds 8,8,4,4,2,2,1,1 --network shared --rate 10mbit", call)

    def test_a_failed_run_ends_it(self):
        (self.top / "bin/broken").touch()
        done = self.tool("--warm-up", "1", "--rounds", "1")
        self.assertEqual(done.returncode, 1)
        self.assertIn("first_iterations: thermal with --warm-up 1 has ended with status 3", done.stderr)
        self.assertFalse((self.out / "result.json").exists())

    def test_without_a_laboratory_nothing_is_measured(self):
        (self.top / "none").touch()
        self.assertEqual(self.tool().returncode, 77)
        self.assertFalse((self.top / "calls").exists())

    def test_wrong_options_are_refused(self):
        for words, wanted in ((["--rounds", "0"], "--rounds 0"), (["--iterations", "0"], "--iterations 0"),
                              (["--warm-up", "1,x"], "--warm-up"), (["--warm-up", "-1"], "--warm-up"),
                              (["--setting", "-1"], "--setting -1"), (["--setting", "2"], "another program loads a host")):
            done = self.tool(*words)
            self.assertEqual(done.returncode, 2, words)
            self.assertIn(wanted, done.stderr)
        self.assertFalse((self.top / "calls").exists())


if __name__ == "__main__":
    unittest.main()
