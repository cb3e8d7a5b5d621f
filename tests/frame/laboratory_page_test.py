#!/usr/bin/env python3
"""How docs/collectives.md compares the automatic choice with the best algorithm, and Banyan with Open MPI, from results of
bench/laboratory that are made up here.

Usage: laboratory_page_test.py ROOT
"""
import importlib.util
import math
import pathlib
import random
import statistics
import sys

ROOT = pathlib.Path(sys.argv[1])
sys.path[:0] = [str(ROOT / "bench"), str(ROOT / "bench/comparison"), str(ROOT / "bench/in_laboratory")]
sys.dont_write_bytecode = True

import automatic_choices  # noqa: E402: the path comes first
import collectives  # noqa: E402
import student_interval  # noqa: E402

failed = []


def expect(right, what):
    if not right:
        failed.append(what)


def is_near(found, expected):
    return math.isclose(found, expected, rel_tol=1e-3)


def loaded_report():
    spec = importlib.util.spec_from_file_location("laboratory_report", ROOT / "bench/in_laboratory/report.py")
    module = importlib.util.module_from_spec(spec)
    spec.loader.exec_module(module)
    return module


def row(algorithm, times, **others):
    return {"collective": "barrier", "bytes": 0, "algorithm": algorithm, "predicted_us": 1.0, "segment_bytes": 0,
            "measured_us": {"min": min(times), "median": statistics.median(times), "samples": times}, **others}


def result_of(passes):
    """A result of these passes, each a list of rows."""
    return {"schema": "banyan.bench.laboratory.v3", "passes": [[{"tasks": 8, "results": rows}] for rows in passes]}


def with_orders(passes):
    """The same, of a version in which `automatic` has measured orders."""
    return {**result_of(passes), "schema": "banyan.bench.laboratory.v4"}


def only_choice(passes):
    found = automatic_choices.choices(result_of(passes))
    expect(len(found) == 1, "one collective and length")
    return found[0]


def check_interval():
    # logarithms 1, 2, 3: mean 2, standard deviation 1, t(2) = 4.303
    mean, low, high = student_interval.mean_ratio([math.e, math.e ** 2, math.e ** 3])
    half = 4.303 / math.sqrt(3)
    expect(is_near(mean, math.e ** 2) and is_near(low, math.exp(2 - half)) and is_near(high, math.exp(2 + half)), "the interval")
    expect(student_interval.mean_ratio([2.0]) == (2.0, 0.0, math.inf), "the interval of a single ratio")
    expect(student_interval.interval_text(0.0, math.inf) == "-", "the text of an unknown interval")
    many = [math.exp(x) for x in range(50)]
    mean, low, high = student_interval.mean_ratio(many)
    expect(low < mean < high, "the interval of more ratios than the table has")


def check_answers():
    def passes(of_automatic, of_other, **others):
        return [[row("ring", [100.0, 102.0]), row("chain", of_other), row("automatic", of_automatic, chosen="ring", **others)]
                for _ in range(4)]
    steady = only_choice(passes([104.0, 104.0], [100.0, 100.0], same_as="ring"))
    expect(is_near(steady.quotient, 1.04) and steady.is_near == "yes", "a choice that is 4 % slower")
    slow = only_choice(passes([120.0, 120.0], [100.0, 100.0], same_as="ring"))
    expect(slow.is_near == "no" and slow.best[0]["algorithm"] == "chain", "a choice that is 20 % slower")
    expect(is_near(slow.noise, 120 / math.sqrt(100 * 102)), "the noise of a choice")
    same = only_choice(passes([150.0, 150.0], [300.0, 300.0], same_as="ring"))
    expect(same.is_near == "same schedule" and is_near(same.quotient, same.noise), "a choice that is the best algorithm")
    changing = passes([100.0, 100.0], [95.0, 95.0], same_as="ring")
    changing[1] = [row("ring", [100.0, 102.0]), row("chain", [60.0, 60.0]), changing[1][2]]
    expect(only_choice(changing).is_near == "open", "a choice whose quotient varies")


def check_same_schedules():
    """Algorithms of different names that do the same, and a name that does the same only in some passes."""
    def one(best_same_as):
        others = {"same_as": best_same_as} if best_same_as else {}
        return [row("tree", [110.0]), row("two-level", [100.0], **others), row("automatic", [105.0], chosen="tree", same_as="tree")]
    expect(only_choice([one("tree")] * 3).is_near == "same schedule", "another name of the chosen algorithm")
    expect(only_choice([one("tree"), one("tree"), one(None)]).is_near != "same schedule", "the same in some passes only")


def check_pairs():
    """Samples are compared in pairs: a disturbance of all samples of the same number does not matter."""
    passes = [[row("ring", [100.0, 900.0]), row("automatic", [110.0, 990.0], chosen="ring", same_as="ring")] for _ in range(3)]
    expect(is_near(only_choice(passes).quotient, 1.1), "a disturbance of all algorithms")


def check_orders():
    """With measured orders, the choice by prediction is the row of the algorithm that would be chosen without them."""
    rows = [row("ring", [100.0, 102.0]), row("chain", [80.0, 80.0]),
            row("automatic", [82.0, 82.0], chosen="chain", same_as="chain", chosen_by_prediction="ring")]
    measured, = automatic_choices.choices(with_orders([rows] * 4))
    predicted, = automatic_choices.choices(with_orders([rows] * 4), by_prediction=True)
    expect(measured.is_near == "same schedule" and measured.chosen == ["chain"] * 4, "the choice by measured orders")
    expect(predicted.is_near == "no" and predicted.chosen == ["ring"] * 4, "the choice by prediction")
    expect(is_near(predicted.quotient, math.sqrt(100 * 102) / 80), "the quotient of the choice by prediction")
    expect(not automatic_choices.has_orders(result_of([rows])), "a version without measured orders")


def check_bias():
    """Ten equally fast algorithms with noise of 10 %: the quotient is 1 in the mean, and about 93 % of the intervals contain
    1. The quotient of the medians, with the least median as the best, is above 1."""
    source = random.Random(5)
    logarithms, plain, covered, count = [], [], 0, 1000
    for _ in range(count):
        passes = [[row(f"a{i}", [math.exp(source.gauss(0, 0.1)) for _ in range(2)]) for i in range(10)] +
                  [row("automatic", [math.exp(source.gauss(0, 0.1)) for _ in range(2)], chosen="a0", same_as="a0")]
                  for _ in range(4)]
        choice = only_choice(passes)
        logarithms.append(math.log(choice.quotient))
        covered += choice.low <= 1 <= choice.high
        medians = [statistics.median(rows[i]["measured_us"]["median"] for rows in passes) for i in range(11)]
        plain.append(math.log(medians[10] / min(medians[:10])))
    expect(abs(statistics.fmean(logarithms)) < 0.01, f"no bias: {statistics.fmean(logarithms):.4f}")
    expect(statistics.fmean(plain) > 0.03, "the bias of the plain quotient")
    expect(0.90 < covered / count < 0.97, f"the intervals contain the true quotient: {covered} of {count}")


def check_old_results():
    def old(algorithm, time, **others):
        made = row(algorithm, [time], **others)
        del made["measured_us"]["samples"]
        return made
    rows = [old("ring", 100.0), old("automatic", 105.0, chosen="ring")]
    found = automatic_choices.choices({"schema": "banyan.bench.laboratory.v2", "passes": [rows, rows]})
    expect(is_near(found[0].quotient, 1.05) and found[0].is_near == "same schedule", "a result of version 2")
    for result, words in (({"schema": "banyan.bench.laboratory.v1", "algorithms": rows}, "laboratory.v1"),
                          (result_of([rows]), "one pass")):
        try:
            automatic_choices.choices(result)
            expect(False, f"{words} is refused")
        except RuntimeError as refused:
            expect(words in str(refused), f"the error line of {words}")


def check_page():
    """The table of both sides: a call that is slower in every round is named, one that is slower in the mean only is not."""
    report = loaded_report()
    sides = {name: [{f"{call} {size}": 100.0 for call, size in collectives.CALLS} for _ in range(4)]
             for name in ("ours", "ours_plain", "openmpi")}
    for number in range(4):
        sides["ours"][number]["barrier 0"] = 120.0 + number
        sides["ours"][number]["allreduce 8"] = (60.0, 200.0)[number % 2]
    rows = [row("ring", [100.0, 102.0]), row("automatic", [104.0, 104.0], chosen="ring", same_as="ring")]
    settings = {"cores": 2, "cpu": "a processor", "kernel": "Linux", "date": "2026-01-01", "commit": "c0ffee"}
    result = {**result_of([rows] * 4), "settings": settings, "rounds": 4, "laboratory": "hosts=8", "sides": sides}
    text = report.part_text(result, "a.json")
    expect("slower by more than noise in: barrier." in text, "the calls that are slower")
    expect("(1 of 1)" in text and "| same schedule |" in text, "the numbers of answers")
    expect("| - | 1 | 3 % | 3 % | 1.03 | 1.03..1.03 |" in text, "the table of noise")
    expect("Passes: 4." in text, "the number of passes")
    ordered = {**result, **with_orders([[*rows[:1], {**rows[1], "chosen_by_prediction": "ring"}]] * 4)}
    expect("`same schedule` in 1 of 1 cases" in report.part_text(ordered, "a.json"), "the part about measured orders")
    expect("measured orders" not in text, "a result without measured orders")
    longer = [{**line, "bytes": 65536} for line in rows]
    several = {**result, **result_of([rows + longer] * 2 + [rows] * 3)}
    text = report.part_text(several, "a.json")
    expect("Passes: 5 over the lengths of at most 0 B, 2 over the others." in text and "(2 of 2)" in text, "passes over short lengths only")
    del sides["openmpi"]
    expect("in: not measured." in report.part_text(result, "a.json"), "a result without Open MPI")


for check in (check_interval, check_answers, check_same_schedules, check_pairs, check_orders, check_bias, check_old_results, check_page):
    check()
for what in failed:
    print(f"failed: {what}", file=sys.stderr)
sys.exit(1 if failed else 0)
