#!/usr/bin/env python3
"""Runs the programs of Debian's packages pvm-examples and netpipe-pvm, which were linked with the original PVM, on this project's
libraries. Where the original's daemon can be started, each also runs there, and the outputs are compared.

    pvm3_binaries_test.py BUILD_FOLDER

The exit status is 77 if the packages cannot be downloaded."""
import pathlib
import re
import sys

sys.dont_write_bytecode = True

import pvm3_virtual_machine
import pvm3_packages
import pvm3_programs
import pvm3_runs

SKIPPED = 77
RENAMED = {"hello": "hello.pvm", "gs": "gs.pvm"}
# Not in the package: mbox, ptest.
MISSING = {"mbox", "ptest"}
# They need a display, are tools of the original, or are no programs.
NOT_EXAMPLES = {"aimk", "mtile", "pvm", "pvm_gstat", "pvmd", "pvmgetarch", "pvmgroups", "pvmgs", "srm.pvm", "tracer", "trcsort", "xep"}


def binaries(folder):
    return sorted(path for path in folder.iterdir() if path.name not in NOT_EXAMPLES)


def wrong_libraries(virtual_machine, folder, where):
    return [f"{program.name} would load {path}" for program in binaries(folder)
            for path in pvm3_programs.loaded(program, virtual_machine.environment) if not path.startswith(f"{where}/")]


def runs():
    chosen = []
    for run in pvm3_runs.RUNS:
        words = [word for word in run.command if word in MISSING]
        if not words:
            run.command = [RENAMED.get(word, word) for word in run.command]
            chosen.append(run)
    return chosen


def libraries_of_running(virtual_machine, where):
    """What a running program has mapped."""
    server = virtual_machine.background(["task0", "svc", "d"])
    pvm3_runs.wait_for_entry(virtual_machine, "svc")
    mapped = set(re.findall(r"(\S*/lib\w*pvm3\S*)", pathlib.Path(f"/proc/{server.pid}/maps").read_text()))
    virtual_machine.run(["task_end", "svc", "0"])
    virtual_machine.finish(server)
    if mapped and all(path.startswith(f"{where}/") for path in mapped):
        return []
    return [f"task0 has loaded {sorted(mapped)}, not the libraries in {where}"]


def bandwidth(virtual_machine):
    """The NPpvm that is started first waits for the second, which has the results."""
    command = ["NPpvm", "-l", "1", "-u", "65536", "-n", "5"]
    receiver = virtual_machine.background(command)
    pvm3_virtual_machine.until(lambda: virtual_machine.run(["count_tasks"]).out == "1\n", "the receiver")
    sender = virtual_machine.run(command + ["-h", "localhost"])
    other = virtual_machine.finish(receiver)
    lines = [line for line in sender.out.splitlines() + sender.err.splitlines() if re.search(r"\d+ bytes .* Mbps in", line)]
    if sender.status == 0 and other.status == 0 and len(lines) > 20:
        return []
    return [f"NPpvm: {len(lines)} results\n{sender}\n{other}"]


def same_output(run, ours, theirs):
    """Empty, or what differs. Times and the text of error lines may; so may how often a program looked."""
    def lines(result):
        return sorted(line for line in set(pvm3_virtual_machine.masked(result.out)) if not line.startswith("libpvm ["))
    if run.measured or (lines(ours) == lines(theirs) and ours.status == theirs.status):
        return []
    return [f"{run.name}: not as on the original\n--- ours\n{ours}\n--- original\n{theirs}"]


def told(name, found):
    print(f"{'FAILED' if found else 'ok'}  {name}", flush=True)
    return [f"{name}: {fault}" for fault in found]


def on_the_original(root, folders):
    """The results of the programs. Nothing if its daemon cannot be started."""
    virtual_machine = pvm3_virtual_machine.OriginalVirtualMachine(root, folders)
    virtual_machine.environment["PATH"] = f"{':'.join(map(str, folders))}:{virtual_machine.environment['PATH']}"
    try:
        with virtual_machine:
            return {run.name: virtual_machine.run(run.command) for run in runs()}
    except RuntimeError as failure:
        print(f"not compared with the original: {failure}")
        return {}


def main(build):
    build = pathlib.Path(build).resolve()
    try:
        root = pvm3_packages.unpacked(build / "pvm3_packages")
    except pvm3_packages.Unavailable as failure:
        print(failure)
        return SKIPPED
    tools = pvm3_programs.of_banyan(build, build / "pvm3_programs")
    tools.search = [f"-L{build}/lib"]  # LD_LIBRARY_PATH decides, as for the others
    for name in ("spawn_and_print", "count_tasks"):
        tools.build_own(name)
    ready = root / "usr/bin"
    folders = [tools.folder, ready]
    originals = on_the_original(root, folders)
    virtual_machine = pvm3_virtual_machine.BanyanVirtualMachine(build, folders, variables=pvm3_programs.variables_of_ready_programs(build))
    with virtual_machine:
        faults = wrong_libraries(virtual_machine, ready, virtual_machine.build / "lib")
        virtual_machine.environment["PATH"] = f"{':'.join(map(str, folders))}:{virtual_machine.environment['PATH']}"
        faults += libraries_of_running(virtual_machine, virtual_machine.build / "lib")
        for scene in (pvm3_runs.service, pvm3_runs.persistent_entries, pvm3_runs.handlers, bandwidth):
            faults += told(scene.__name__, scene(virtual_machine))
        for run in runs():
            result = virtual_machine.run(run.command)
            found = run.faults(result)
            if run.name in originals:
                found += same_output(run, result, originals[run.name])
            faults += told(run.name, found)
        faults += [f"still running at the end: {name}" for name in virtual_machine.end()]
    print("\n".join(faults))
    return 1 if faults else 0


if __name__ == "__main__":
    if len(sys.argv) != 2:
        sys.exit(__doc__)
    sys.exit(main(sys.argv[1]))
