#!/usr/bin/env python3
"""Builds the example programs of PVM 3 from Debian's sources against this project's headers and libraries, and runs them.

    pvm3_examples_test.py BUILD_FOLDER [PROGRAM...]      all programs, or only the runs with these words in their commands

Those that do not count the hosts also run on four.

The exit status is 77 if the packages cannot be downloaded."""
import pathlib
import sys

sys.dont_write_bytecode = True

import pvm3_virtual_machine
import pvm3_packages
import pvm3_programs
import pvm3_runs

SKIPPED = 77
FOUR_HOSTS = "".join(f"{name} address=127.0.0.{number}\n" for number, name in enumerate("abcd", 2))
# They start tasks on each host, or print tids without a prefix.
FOR_ONE_HOST = ("master1", "fmaster1", "hitc", "fgexample", "ptest", "inherit3", "bwtest", "timing")


def wanted(name, words):
    return not words or any(word in name for word in words)


def run_all(virtual_machine, words):
    """Prints a line for each run and returns the faults."""
    tests = [(scene.__name__, lambda scene=scene: scene(virtual_machine)) for scene in pvm3_runs.SCENES]
    tests += [(run.name, lambda run=run: run.faults(virtual_machine.run(run.command))) for run in pvm3_runs.RUNS]
    faults = []
    for name, test in tests:
        if wanted(name, words):
            found = test()
            print(f"{'FAILED' if found else 'ok'}  {name}", flush=True)
            faults += [f"{name}: {fault}" for fault in found]
    return faults


def run_on_four_hosts(build, programs, words):
    virtual_machine = pvm3_virtual_machine.BanyanVirtualMachine(build, [programs], FOUR_HOSTS, needs_path=False)
    virtual_machine.environment["PATH"] = f"{programs}:{virtual_machine.environment['PATH']}"
    faults = []
    with virtual_machine:
        for run in pvm3_runs.RUNS:
            if wanted(run.name, words) and not any(name in run.name for name in FOR_ONE_HOST):
                found = run.faults(virtual_machine.run(run.command))
                print(f"{'FAILED' if found else 'ok'}  {run.name} on four hosts", flush=True)
                faults += [f"{run.name} on four hosts: {fault}" for fault in found]
        faults += [f"still running at the end: {name}" for name in virtual_machine.end()]
    return faults


def main(build, words):
    build = pathlib.Path(build).resolve()
    try:
        root = pvm3_packages.unpacked(build / "pvm3_packages")
    except pvm3_packages.Unavailable as failure:
        print(failure)
        return SKIPPED
    programs = build / "pvm3_examples"
    tools = pvm3_programs.of_banyan(build, programs, checked=False)
    tools.build_examples(root)
    tools.build_own("spawn_and_print")
    faults = pvm3_programs.header_faults(tools.include)
    faults += [f"{program.name} would load {path}" for program in programs.iterdir() if program.is_file()
               for path in pvm3_programs.loaded(program) if not path.startswith(f"{build}/lib/")]
    virtual_machine = pvm3_virtual_machine.BanyanVirtualMachine(build, [programs], needs_path=False)
    virtual_machine.environment["PATH"] = f"{programs}:{virtual_machine.environment['PATH']}"
    with virtual_machine:
        faults += run_all(virtual_machine, words)
        faults += [f"still running at the end: {name}" for name in virtual_machine.end()]
    faults += run_on_four_hosts(build, programs, words)
    print("\n".join(faults))
    return 1 if faults else 0


if __name__ == "__main__":
    if len(sys.argv) < 2:
        sys.exit(__doc__)
    sys.exit(main(sys.argv[1], sys.argv[2:]))
