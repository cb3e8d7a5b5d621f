"""Runs `banyan validate thermal` in many settings of the laboratory, one after another, and keeps what it writes.

What tools/lab/battery and tools/lab/crandall share: their options, the laboratory around a measurement, and a loop that
continues an interrupted one.
"""
import argparse
import dataclasses
import gzip
import json
import os
import pathlib
import subprocess
import sys
import tempfile
import time

HERE = pathlib.Path(__file__).resolve().parent
ROOT = HERE.parents[1]
sys.path.insert(0, str(ROOT / "bench"))
sys.dont_write_bytecode = True

import host_facts  # noqa: E402: the path comes first

TARGETS = ("banyan", "banyand", "banyan-probe", "thermal")
END_OF_LAB_S = 60  # to make a laboratory and to remove it

# Runs in the laboratory. The laboratory ends what is left when this has ended, also the load.
INSIDE = """
set -e
if [ -n "$LOAD_PROGRAM" ]; then
    "$LAB" enter "$BANYAN_LAB_ID" "$LOADED_HOST" python3 -c "$LOAD_PROGRAM" > /dev/null 2>&1 &
fi
"$BIN/banyan" up --hostfile "$BANYAN_LAB_HOSTFILE" > /dev/null
trap '"$BIN/banyan" down > /dev/null 2>&1' EXIT
"$BIN/banyan" validate thermal "$@" --note "$BANYAN_LAB_SETTINGS"
"""


class SettingFailed(Exception):
    """Its text is the reason that is recorded."""


@dataclasses.dataclass
class Measurement:
    """One setting to measure."""
    name: str  # of its files
    text: str  # one line for people
    record: dict  # the fields of its result that say what was asked for
    laboratory: list  # options of tools/lab/lab
    arguments: list  # of `banyan validate thermal`
    loaded_host: str = ""
    load_program: str = ""  # in Python, runs on the loaded host


def command_of(asked, options, out):
    # The time limit holds also if this program is killed.
    inside = ["timeout", "--kill-after=5", options.limit, "bash", "-c", INSIDE, "validate"]
    words = [options.lab, *asked.laboratory, "--", *inside, *asked.arguments, "--out", out]
    return [str(word) for word in words]


def environment_of(asked, options):
    kept = {key: value for key, value in os.environ.items() if not key.startswith("BANYAN_")}
    return kept | {"LAB": str(options.lab), "BIN": str(options.build / "bin"), "LOADED_HOST": asked.loaded_host,
                   "LOAD_PROGRAM": asked.load_program}


def end_lab(process):
    """The laboratory removes itself when it is asked to end; if it is killed, its cleaner does so."""
    process.terminate()
    try:
        process.communicate(timeout=END_OF_LAB_S)
    except subprocess.TimeoutExpired:
        process.kill()
        process.communicate()


def run_in_lab(asked, options, out):
    """What `banyan validate` prints."""
    # In a session of its own: an interrupt from the terminal must not reach the parts of the laboratory in an arbitrary
    # order.
    process = subprocess.Popen(command_of(asked, options, out), env=environment_of(asked, options),
                               stdin=subprocess.DEVNULL, stdout=subprocess.PIPE, stderr=subprocess.PIPE, text=True,
                               start_new_session=True)
    try:
        printed, errors = process.communicate(timeout=options.limit + END_OF_LAB_S)
    except subprocess.TimeoutExpired as failure:
        raise SettingFailed(f"the laboratory did not end {END_OF_LAB_S} s after the time limit") from failure
    finally:
        if process.poll() is None:
            end_lab(process)
    if process.returncode in (124, 137):
        raise SettingFailed(f"time limit of {options.limit} s")
    if process.returncode != 0:
        lines = [line for line in errors.splitlines() if line.strip()]
        raise SettingFailed(f"exit status {process.returncode}: {lines[-1] if lines else 'no error message'}")
    return printed


def measure(asked, options, files):
    """The fields that a record has of a measured setting. Writes the table and the samples."""
    with tempfile.TemporaryDirectory() as folder:
        printed = run_in_lab(asked, options, folder)
        result = json.loads((pathlib.Path(folder) / "validate.json").read_text())
        samples = (pathlib.Path(folder) / "samples.json").read_bytes()
    table = [line for line in printed.splitlines() if not line.startswith(("plot:", "results:", "samples:"))]
    pathlib.Path(f"{files}.txt").write_text(asked.text + "\n\n" + "\n".join(table) + "\n")
    with gzip.GzipFile(f"{files}-samples.json.gz", "wb", mtime=0) as out:
        out.write(samples)
    return {"laboratory": json.loads(samples)["settings"]["note"], "result": result}


def computer_of(record):
    """The computer that measured a record. Older records have it as `machine`."""
    return record["computer"] if "computer" in record else record["machine"]


def record_of(asked, options, files):
    record = asked.record | {"computer": host_facts.facts()}
    began = time.monotonic()
    try:
        record |= measure(asked, options, files)
    except (SettingFailed, OSError, ValueError, KeyError) as failure:
        record["failure"] = str(failure) or type(failure).__name__
    return record | {"seconds": round(time.monotonic() - began, 1)}


def stored_record(file, asked, options):
    """The record of an earlier run. None if there is none, or if it has failed and --retry is given."""
    if not file.exists():
        return None
    record = json.loads(file.read_text())
    for name, value in asked.record.items():
        if record.get(name) != value:
            sys.exit(f"{options.program}: {file} is of another {name}; use another --out")
    return None if "failure" in record and options.retry else record


def write_whole(file, text):
    """Writes the file so that a reader, or the next run, never finds a part of the text."""
    part = file.with_suffix(file.suffix + ".part")
    part.write_text(text)
    part.replace(file)


class Clock:
    """How long the settings of this run have taken, and whether there is time for another one."""

    def __init__(self, within_minutes):
        self.began, self.measured, self.longest_s, self.within_s = time.monotonic(), 0, 0.0, within_minutes * 60

    def count(self, seconds):
        self.measured += 1
        self.longest_s = max(self.longest_s, seconds)

    def has_time(self):
        return self.within_s == 0 or self.measured == 0 or time.monotonic() - self.began + self.longest_s <= self.within_s

    def left_text(self, settings):
        if self.measured == 0:
            return ""
        return f", about {(time.monotonic() - self.began) / self.measured * settings / 60:.0f} min left"


def run(wanted, options, result_text, summarize):
    """Measures the settings that have no record yet and returns all records. Prints result_text(record) of each new result, and
    calls summarize(records) after each setting."""
    records, clock = [], Clock(options.within)
    for number, asked in enumerate(wanted):
        files = options.out / asked.name
        file = options.out / f"{asked.name}.json"
        record = stored_record(file, asked, options)
        if record is None and not clock.has_time():
            print(f"--within {options.within:g}: no time for {asked.text}; the same command continues here", flush=True)
            continue
        if record is None:
            print(f"setting {number + 1} of {len(wanted)}{clock.left_text(len(wanted) - number)}: {asked.text}", flush=True)
            record = record_of(asked, options, files)
            write_whole(file, json.dumps(record, indent=1) + "\n")
            clock.count(record["seconds"])
            text = f"failed: {record['failure']}" if "failure" in record else result_text(record)
            print(f"    {text} ({record['seconds']:.0f} s)", flush=True)
        records.append(record)
        summarize(records)
    return records


def add_options(parser, limit_s):
    parser.add_argument("--out", type=pathlib.Path, metavar="DIR", help="folder for the results; needed unless --dry-run")
    parser.add_argument("--dry-run", action="store_true", help="list the settings and measure nothing")
    parser.add_argument("--retry", action="store_true", help="measure the settings again that have failed")
    parser.add_argument("--limit", type=int, default=limit_s, metavar="SECONDS", help="time limit of each setting (default %(default)s)")
    parser.add_argument("--within", type=float, default=0, metavar="MINUTES",
                        help="time limit of the command: it starts no setting that would end later if it took as long as the "
                             "longest one so far. The same command continues later (default: no limit)")
    parser.add_argument("--build", type=pathlib.Path, metavar="DIR", help="folder with the built programs, as they are; without "
                        "this option build/release is built first")
    parser.add_argument("--lab", type=pathlib.Path, default=HERE / "lab", help=argparse.SUPPRESS)  # tests replace it


def check_options(parser, options, *counts):
    """Ends the program with status 2 for a wrong option. `counts` are the names of options that take 1 or more."""
    options.program = parser.prog
    for name in ("limit", *counts):
        if getattr(options, name) < 1:
            parser.error(f"--{name} {getattr(options, name)} is not allowed: 1 or more")
    if options.within < 0:
        parser.error(f"--within {options.within:g} is not allowed: 0 or more")
    if options.out is None and not options.dry_run:
        parser.error("--out is missing: a folder for the results, or use --dry-run")


def prepare(options):
    """Checks for a laboratory, builds, and makes the folder. Returns an exit status: 0 if all is there."""
    checked = subprocess.run([options.lab, "check"], stdout=subprocess.DEVNULL)
    if checked.returncode != 0:
        return checked.returncode
    if options.build is None:
        options.build = ROOT / "build/release"
        subprocess.run(["cmake", "--preset", "release"], cwd=ROOT, check=True, stdout=subprocess.DEVNULL)
        subprocess.run(["cmake", "--build", str(options.build), "--target", *TARGETS], check=True)
    options.build = options.build.resolve()
    options.out.mkdir(parents=True, exist_ok=True)
    return 0
