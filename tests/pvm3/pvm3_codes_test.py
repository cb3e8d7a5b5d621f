#!/usr/bin/env python3
"""Compares return codes of the calls of PVM 3 with codes_NAME.expected: each program codes_NAME.c prints "NAME RESULT" for many
calls. Where the original's daemon can be started, the same program, built with the original's header and libraries, runs there too,
so each expectation is seen on both.

    pvm3_codes_test.py BUILD_FOLDER            compare
    pvm3_codes_test.py BUILD_FOLDER --table    print the results of both instead, as lines of codes_NAME.expected without reasons

Lines of codes_NAME.expected: "CALL | RESULT", or "CALL | RESULT | RESULT OF THE ORIGINAL | REASON". "said" after a result: the call
has written to standard error. A result "-": the call is not made there. Lines that begin with # are comments."""
import pathlib
import sys

sys.dont_write_bytecode = True

import pvm3_virtual_machine
import pvm3_packages
import pvm3_programs

# codes_roles is the last one: after its tasker has ended, the original starts no task.
PROGRAMS = ["codes_buffers", "codes_messages", "codes_tasks", "codes_groups", "codes_mailbox", "codes_options", "codes_output",
            "codes_fortran", "codes_roles"]
LIMIT_S = 100


def parts(line):
    """("xdr length of 3 int", "12") of "xdr length of 3 int 12"."""
    words = line.split(" ")
    end = -2 if words[-1] == "said" else -1
    return " ".join(words[:end]), " ".join(words[end:])


def results(virtual_machine, folder, program, arguments=()):
    result = virtual_machine.run([folder / program, *arguments], limit_s=LIMIT_S)
    codes = dict(parts(line) for line in result.out.splitlines())
    if result.status != 0:
        codes[f"exit status of {program}"] = str(result.status)
    return codes


def expected(program):
    """The expectations for us and for the original."""
    ours, theirs = {}, {}
    for line in (pvm3_programs.TESTS / f"{program}.expected").read_text().splitlines():
        if not line or line.startswith("#"):
            continue
        fields = [field.strip() for field in line.split(" | ")]
        if len(fields) not in (2, 4) or fields[0] in ours:
            raise RuntimeError(f"{program}.expected: {line}")
        ours[fields[0]] = fields[1]
        theirs[fields[0]] = fields[2] if len(fields) == 4 else fields[1]
    return ours, theirs


def differences(whose, wanted, got):
    wanted = {name: value for name, value in wanted.items() if value != "-"}
    found = [f"{whose}: {name}: {got.get(name, 'nothing')}, not {value}" for name, value in wanted.items() if got.get(name) != value]
    return found + [f"{whose}: {name}: {value}, not in the table" for name, value in got.items() if name not in wanted]


def run_programs(virtual_machine, tools, arguments=()):
    for program in [*PROGRAMS, "codes_child"]:
        tools.build_own(program)
    with virtual_machine:
        return {program: results(virtual_machine, tools.folder, program, arguments) for program in PROGRAMS}


def of_the_original(build):
    """Nothing if there are no packages or the daemon cannot be started."""
    try:
        root = pvm3_packages.unpacked(build / "pvm3_packages")
        folder = build / "pvm3_codes_original"
        return run_programs(pvm3_virtual_machine.OriginalVirtualMachine(root, [folder]), pvm3_programs.of_the_original(root, folder), ["original"])
    except (pvm3_packages.Unavailable, RuntimeError) as failure:
        print(f"not compared with the original: {failure}")
        return {}


def print_table(ours, theirs):
    for program in PROGRAMS:
        print(f"# {program}.expected")
        for name in list(dict.fromkeys([*ours[program], *theirs[program]])):
            both = [codes[program].get(name, "-") for codes in (ours, theirs)]
            print(" | ".join([name, both[0]] + ([] if both[0] == both[1] else [both[1], "REASON"])))


def main(build, mode=""):
    build = pathlib.Path(build).resolve()
    folder = build / "pvm3_codes"
    ours = run_programs(pvm3_virtual_machine.BanyanVirtualMachine(build, [folder]), pvm3_programs.of_banyan(build, folder))
    theirs = of_the_original(build)
    if mode == "--table":
        print_table(ours, theirs)
        return 0
    faults = []
    for program in PROGRAMS:
        for_us, for_them = expected(program)
        found = differences("ours", for_us, ours[program])
        if theirs:
            found += differences("original", for_them, theirs[program])
        print(f"{'FAILED' if found else 'ok'}  {program}, {len(for_us)} calls{'' if theirs else ', ours only'}", flush=True)
        faults += [f"{program}: {fault}" for fault in found]
    print("\n".join(faults))
    return 1 if faults else 0


if __name__ == "__main__":
    if len(sys.argv) not in (2, 3):
        sys.exit(__doc__)
    sys.exit(main(*sys.argv[1:]))
