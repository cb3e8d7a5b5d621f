#!/usr/bin/env python3
"""A run of bench/compare with --only has a file of its own, and replaces only its part of docs/performance.md. Failures of
programs are recorded without paths of this computer.

Usage: comparison_pages_test.py ROOT
"""
import pathlib
import sys
import tempfile

ROOT = pathlib.Path(sys.argv[1])
sys.path[:0] = [str(ROOT / "bench"), str(ROOT / "bench/comparison")]
sys.dont_write_bytecode = True

import measure  # noqa: E402: the path comes first
import report  # noqa: E402
import result_files  # noqa: E402
import sides  # noqa: E402

failed = []


def expect(right, what):
    if not right:
        failed.append(what)


def sample(value):
    return {"median": value, "samples": [value]}


def result_of(names, day, commit, time):
    """A result with one side, whose ping-pong and barrier take `time`. Each measurement has a failure of another side."""
    measured = {"pingpong": {"8": time}, "stream": {"messages_per_second": 1000.0}, "idle": {"percent": 0.1},
                "pairs": {"seconds": 2.0, "ideal_seconds": 1.0}, "ring": {"microseconds": 20.0},
                "connect": {"seconds": 0.5, "faults": 0}, "collectives": {"barrier 0 2": time}}
    failures = [{"measurement": name, "side": "mpich", "round": 1, "partial": False, "text": f"{name} at {commit}"}
                for name in names]
    return {"date": f"{day}T01:02:03+00:00", "rounds": 7, "quick": False, "missing_sides": [], "failures": failures,
            "settings": {"cores": 2, "cpu": "a processor", "kernel": "Linux", "commit": commit}, "collective_seconds": 0.3,
            "measurements": {name: {"ours_tcp": {key: sample(value) for key, value in measured[name].items()}}
                             for name in names}}


THERMAL = {"one_task": {"speed_ratio": 1.0}, "two_tasks": {"time_ratio": 1.0}, "date": "2026-01-01",
           "computer": {"cores": 2, "cpu": "model: a processor", "kernel": "Linux"}}
MESSAGES, COLLECTIVES = result_files.PARTS["messages"], result_files.PARTS["collectives"]


def stored(result):
    """The path and the result, as bench/pages reads them."""
    return pathlib.Path("bench/results") / result_files.file_name(result["date"][:10], result["measurements"]), result


def page_of(found):
    (source, result), (other_source, other) = (result_files.newest_with(part, found) for part in result_files.PARTS)
    return report.page_text(result, source, THERMAL, "thermal.json", other, other_source)


def check_names():
    def name(*words):
        return result_files.file_name("2026-01-02", result_files.measurements_of(words))
    expect(name(*measure.NAMES) == "2026-01-02-compare.json", "the name of a whole result")
    expect(name("collectives") == "2026-01-02-compare-collectives.json", "the name of collectives")
    expect(name("messages") == name(*MESSAGES) == "2026-01-02-compare-messages.json", "the name of messages")
    expect(name("ring", "pingpong") == "2026-01-02-compare-pingpong-ring.json", "the name of two measurements")
    expect(name("collectives", "messages") == "2026-01-02-compare.json", "the name of both parts")


def check_choice():
    whole, collectives, part, messages = (stored(result_of(names, day, "c", 1.0)) for names, day in (
        (measure.NAMES, "2026-01-01"), (COLLECTIVES, "2026-01-02"), (("pingpong", "stream"), "2026-01-03"),
        (MESSAGES, "2026-01-04")))
    for found, of_messages, of_collectives in (
            ([whole], whole, whole), ([whole, collectives, part], whole, collectives),
            ([whole, messages, part], messages, whole), ([messages, whole, part, collectives], messages, collectives),
            ([collectives, part], (None, None), collectives), ([], (None, None), (None, None))):
        expect(result_files.newest_with("messages", found) == of_messages, "the newest messages")
        expect(result_files.newest_with("collectives", found) == of_collectives, "the newest collectives")


def check_page(newer_names, of_messages, of_collectives):
    """The page of an old whole result and a newer one. `of_...`: the times that the parts of the page have."""
    old, new = result_of(measure.NAMES, "2026-01-01", "0ldc0de", 33.25), result_of(newer_names, "2026-01-05", "4ewc0de", 77.75)
    text = page_of([stored(old), stored(new)])
    for result in (old, new):
        commit = result["settings"]["commit"]
        for word in (f"`{stored(result)[0]}`", result["date"][:10], f"commit {commit}"):
            expect(word in text, f"a page of two results does not have {word}")
        time = result["measurements"].get("pingpong", result["measurements"].get("collectives"))["ours_tcp"]
        time = next(iter(time.values()))["median"]
        expect((f"| Banyan over TCP | {time:.4g} |" in text) == (of_messages == time), f"messages of {commit}")
        expect((f"| barrier | 2 | {time:.4g} |" in text) == (of_collectives == time), f"collectives of {commit}")
        expect((f"pingpong at {commit}" in text) == (of_messages == time), f"failures of the messages of {commit}")
        expect((f"collectives at {commit}" in text) == (of_collectives == time), f"failures of the collectives of {commit}")


def check_failure():
    with tempfile.TemporaryDirectory() as folder:
        program = pathlib.Path(folder) / sides.SIDES["raw_tcp_spin"][1]
        program.write_text("#!/bin/sh\necho no socket >&2\nexit 3\n")
        program.chmod(0o755)
        text = ""
        try:
            sides.Runner(folder, ["raw_tcp_spin"]).run("raw_tcp_spin", 2, ["pingpong"])
        except RuntimeError as failure:
            text = str(failure)
    expect(text == f"raw_tcp_spin: '{program.name} tcp spin pingpong' ended with 3: no socket", f"the text of a failure: {text}")


check_names()
check_choice()
check_failure()
check_page(COLLECTIVES, 33.25, 77.75)
check_page(MESSAGES, 77.75, 33.25)
one = page_of([stored(result_of(measure.NAMES, "2026-01-01", "0ldc0de", 33.25))])
expect("The collectives are from" not in one and "| barrier | 2 | 33.25 |" in one, "the page of one result")
for text in failed:
    print(f"comparison_pages_test: {text}", file=sys.stderr)
sys.exit(1 if failed else 0)
