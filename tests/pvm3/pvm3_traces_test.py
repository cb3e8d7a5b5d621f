#!/usr/bin/env python3
"""Trace files: a collector of traces that is written for libpvmtrc, and the programs tracer and trcsort. The files are read by a parser
that shares no code with the library. If Debian's packages can be downloaded, the original's tracer and its library are compared.

    pvm3_traces_test.py BUILD_FOLDER"""
import collections
import os
import pathlib
import pwd
import re
import subprocess
import sys
import tempfile

sys.dont_write_bytecode = True

import pvm3_virtual_machine
import pvm3_packages
import pvm3_programs
import pvm3_trace_file

ROLES = pathlib.Path(__file__).resolve().parent / "roles"
LIBRARIES = ("-lpvmtrc", "-lgpvm3", "-lpvm3", "-lm")
INCLUDE = pvm3_programs.ROOT / "libnet/include/pvm3"
TASKS, SENDS = 2, 3


def expected_numbers():
    """The number of each event by its name, from pvmtev.h."""
    text = (INCLUDE / "pvmtev.h").read_text()
    numbers = {name.lower(): int(value) for name, value in re.findall(r"#define TEV_([A-Z_]+) (\d+)\n", text)}
    return numbers | {"host_add": 401, "host_del": 402, "host_sync": 403, "output": 404}


def wrong_numbers(trace):
    """A description has the number 1000 * (index + 1) + 2 * event + (1 at its end)."""
    events, faults = expected_numbers(), []
    for head, (number, _) in trace.descriptions.items():
        name, phase, index = re.fullmatch(r"(\w+)\((?:([01])\.)?(\d+)\)", head).groups()
        if number != 1000 * (int(index) + 1) + 2 * events[name] + (phase == "1"):
            faults.append(f"{head} has the number {number}")
    return faults


def check(faults, condition, what):
    if not condition:
        faults.append(what)


def faults_of_file(trace, output):
    faults = wrong_numbers(trace)
    begun = [values["TID"] for values in trace.named("newtask(")]
    check(faults, len(set(begun)) == TASKS, f"newtask of {begun}")
    check(faults, sorted(begun) == sorted(values["TID"] for values in trace.named("endtask(")), "endtask")
    check(faults, len(trace.named("spntask(")) == TASKS, "spntask")
    check(faults, len(trace.named("host_add(")) == 1, "host_add")
    for task in begun:
        tags = [values["MC"] for values in trace.named("send(0.") if values["TID"] == task]
        check(faults, tags.count(1) == SENDS, f"sends of {task}: {tags}")
        lines = [values["OS"] for values in trace.named("output(") if values["TID"] == task]
        check(faults, lines == ["GOTSPAWN", "CREATION", 'says "};;" {', "ends without a line feed", "GOTEOF"], f"output of {task}: {lines}")
        written = [line.partition("] ")[2] for line in output.splitlines() if line.startswith(f"[0x{task:x}]")]
        check(faults, written == ['says "};;" {', "ends without a line feed", "EOF"], f"output file of {task}: {written}")
    for values in trace.named("user_defined("):
        check(faults, (values["USR0"], values["USR1"].rstrip("\0"), values["USR2"]) == ([1, -2, 3], "text", [0.1]) or
              (values["USR0"], values["USR1"].rstrip("\0"), values["USR2"]) == ([1, -2, 3], "text", 0.1), f"user_defined: {values}")
    check(faults, len(trace.named("user_defined(")) == TASKS, "user_defined")
    return faults


def build_collector(build, folder):
    pvm3_programs.of_banyan(build, folder).build(
        "trace_file", ["gcc", "-std=gnu99", "-Wall", "-Wno-unused-function", "-Werror", "-D_GNU_SOURCE"], [ROLES / "trace_file.c"],
        [f"-I{pvm3_programs.ROOT}"], LIBRARIES)


def run_collector(build, folder):
    build_collector(build, folder)
    faults = []
    with pvm3_virtual_machine.BanyanVirtualMachine(build, [folder]) as virtual_machine:
        for buffer_bytes in (0, 10000):
            trace, output = virtual_machine.folder / "trace", virtual_machine.folder / "output"
            result = virtual_machine.run([folder / "trace_file", trace, output, str(buffer_bytes)])
            if result.status != 0:
                return [f"trace_file: {result}\n{trace.read_text(errors='replace') if trace.exists() else ''}"]
            faults += faults_of_file(pvm3_trace_file.read(trace), output.read_text())
            (folder / "kept_trace").write_bytes(trace.read_bytes())
    return faults


def run_second_tracer(build):
    """A second tracer is refused and does not change the file of the first one."""
    with pvm3_virtual_machine.BanyanVirtualMachine(build) as virtual_machine:
        path = virtual_machine.folder / "trace"
        first = virtual_machine.background([build / "bin/tracer", "-T", path])
        pvm3_virtual_machine.until(lambda: path.exists() and "host_add(0)" in path.read_text(), "a trace file")
        before = path.read_text()
        second = virtual_machine.run([build / "bin/tracer", "-T", path])
        unchanged = path.read_text().startswith(before)
        ended = virtual_machine.finish(first, "quit\n")
    refused = second.status == 1 and second.err == "tracer: another tracer is registered\n"
    return [] if refused and unchanged and ended.status == 0 else [f"second tracer, file unchanged: {unchanged}: {second}\n{ended}"]


def run_refused_by_tracer(build):
    """A tracer that cannot write, or gets a wrong number, says so and ends."""
    with pvm3_virtual_machine.BanyanVirtualMachine(build) as virtual_machine:
        result = virtual_machine.run([build / "bin/tracer", "-T", "/dev/full"])
        refused = virtual_machine.run([build / "bin/tracer", "-B", str(2**32)])
    if refused.status != 2 or not refused.err.startswith(f"tracer: '{2**32}' is not allowed"):
        return [f"tracer -B: {refused}"]
    return [] if result.status == 1 and result.err == "tracer: /dev/full could not be written\n" else [f"tracer on a full disk: {result}"]


def default_trace_file(virtual_machine):
    """Where the tracer of this virtual machine writes without -T."""
    try:
        name = pwd.getpwuid(os.getuid()).pw_name
    except KeyError:  # a user without an entry
        name = os.getuid()
    return virtual_machine.folder / "tmp" / f"tracefile.{name}"


def run_tracer_at_link(build):
    """The tracer does not follow a link in place of its default file, which another user may have put there."""
    with pvm3_virtual_machine.BanyanVirtualMachine(build) as virtual_machine:
        path, target = default_trace_file(virtual_machine), virtual_machine.folder / "target"
        target.write_text("kept")
        path.symlink_to(target)
        refused = virtual_machine.run([build / "bin/tracer"])
        is_kept = target.read_text() == "kept"
        path.unlink()
        written = virtual_machine.run([build / "bin/tracer"])
        text = path.read_text() if path.exists() else ""
    faults = []
    check(faults, refused.status == 1 and refused.err.startswith(f"tracer: {path} cannot be written, or is a link") and is_kept,
          f"tracer with a link, target kept: {is_kept}: {refused}")
    check(faults, written.status == 0 and "host_add(0)" in text, f"tracer with its default file: {written}\n{text}")
    return faults


def order_and_content(trace):
    """Whether the times of the tasks never decrease, and the events without their order."""
    times = [(values["TS"], values["TU"]) for head, values in trace.events]
    return times == sorted(times), collections.Counter(repr(event) for event in trace.events)


def output_of_other_type(virtual_machine, program):
    """The output of a task is written only if the file describes it as a text."""
    faults, trace, lines = [], virtual_machine.folder / "typed", virtual_machine.folder / "lines"
    for kind, value, expected in (("int", "1094795585", ""), ("char", "A", "[0x40002] A\n")):
        fields = "".join(f'\t// "{name}" "x"\n\t{t} "{name}";\n' for name, t in (("TS", "int"), ("TU", "int"), ("TID", "int"), ("OS", kind)))
        trace.write_text(f'#1: "output(0)"\n{{\n{fields}}};;\n"output(0)" {{ 1, 2, 262146, {value} }};;\n')
        result = virtual_machine.run([program, trace, "-o", virtual_machine.folder / "made", "-O", lines])
        written = lines.read_text() if lines.exists() else None
        check(faults, result.status == 0 and written == expected, f"trcsort with output of the type {kind}: {written!r}, {result}")
    return faults


def refused_by_trcsort(virtual_machine, program, kept):
    """A trace file is not overwritten by what is made of it, and events that are left out are told."""
    faults, trace, old, made = [], virtual_machine.folder / "same", virtual_machine.folder / "old", virtual_machine.folder / "made"
    trace.write_bytes(kept.read_bytes())
    for arguments in ([trace, "-o", trace], [trace, "-o", made, "-O", trace]):
        result = virtual_machine.run([program, *arguments])
        check(faults, result.status == 1 and "name another file" in result.err and trace.read_bytes() == kept.read_bytes(), f"trcsort: {result}")
    old.write_text('"send0" { 5, 6, 262146, 262147, 4 };;\n"send0" { 5, 7, 262146, 262147, 4 };;\n')
    result = virtual_machine.run([program, old, "-o", made])
    check(faults, result.status == 1 and result.err == "trcsort: events in the form of PVM 3.3 are left out\n", f"trcsort: {result}")
    result = virtual_machine.run([program, kept, "-o", made, "-O", "/dev/full"])
    check(faults, result.status == 1 and result.err == "trcsort: the output could not be written\n", f"trcsort: {result}")
    return faults


def run_trcsort(build, folder, program):
    with pvm3_virtual_machine.BanyanVirtualMachine(build, [folder]) as virtual_machine:
        sorted_file = virtual_machine.folder / "sorted"
        result = virtual_machine.run([program, folder / "kept_trace", "-o", sorted_file])
        if result.status != 0:
            return [f"trcsort: {result}"]
        before, after = (order_and_content(pvm3_trace_file.read(path)) for path in (folder / "kept_trace", sorted_file))
        faults = refused_by_trcsort(virtual_machine, program, folder / "kept_trace") + output_of_other_type(virtual_machine, program)
    check(faults, after[0], "trcsort: the events are not sorted")
    return faults + ([] if before[1] == after[1] else [f"trcsort: {before[1] - after[1]} became {after[1] - before[1]}"])


def traced_run(virtual_machine, tracer, command, commands="", wait_for=""):
    """The trace file of `command` with this tracer, which first gets `commands` and prints `wait_for`."""
    path = virtual_machine.folder / f"trace.{len(virtual_machine.started)}"
    process = virtual_machine.background([tracer, "-T", path])
    pvm3_virtual_machine.until(lambda: "###_PVM_TRACER_###" in virtual_machine.run(["pvm"], "names\n").out, "a tracer")
    if commands:
        process.stdin.write(commands)
        process.stdin.flush()
        for line in iter(process.stdout.readline, ""):
            if wait_for in line:
                break
    result = virtual_machine.run(command)
    pvm3_virtual_machine.until(lambda: has_ended(path), "the end of the traced tasks")
    end = virtual_machine.finish(process, "quit\n")
    if result.status != 0 or end.status not in (0, 255):  # the original's tracer ends with 255
        raise RuntimeError(f"{command}: {result}\n{tracer}: {end}")
    return path


def has_ended(path):
    """All tasks have ended, and one of them was spawned."""
    text = path.read_text(errors="replace") if path.exists() else ""
    return '\n"spntask(' in text and text.count('\n"newtask(') == text.count('\n"endtask(')


def heads(trace):
    """How often each event of a task that spawns, or was spawned, came. Indices are not compared."""
    tasks = {values["TID"] for name in ("spawn(0.", "spntask(") for values in trace.named(name)}
    return collections.Counter(re.sub(r"\d+\)$", "", head) for head, values in trace.events
                               if values["TID"] in tasks and not head.startswith("output("))


def run_readers(build, root, folder, paths):
    """The original's library and ours read the same from each file."""
    ours, theirs = folder / "ours", folder / "theirs"
    libraries = root / "usr/lib/x86_64-linux-gnu"
    compiler = ["gcc", "-std=gnu99", "-Wall", "-Werror"]
    pvm3_programs.of_banyan(build, ours).build("read_trace", compiler, [ROLES / "read_trace.c"], libraries=LIBRARIES)
    pvm3_programs.Toolchain(INCLUDE, libraries, theirs).build("read_trace", compiler, [ROLES / "read_trace.c"],
                                                              libraries=("-lpvmtrc", "-lpvm3"))
    environment = dict(os.environ, ASAN_OPTIONS="detect_leaks=0")  # as for the other programs
    faults = []
    for path in paths:
        shown = [subprocess.run([reader / "read_trace", path], stdin=subprocess.DEVNULL, capture_output=True, text=True,
                                env=environment, timeout=pvm3_virtual_machine.WAIT_S) for reader in (ours, theirs)]
        check(faults, shown[0].returncode == 0 and shown[0].stdout.count("\n") > 10, f"read_trace: {shown[0]}")
        check(faults, shown[0].stdout == shown[1].stdout, f"read_trace: {shown[0]}, with the original's library: {shown[1]}")
    return faults


def run_tracers(build, root, folder):
    """The original's tracer and ours see the same events of a program."""
    ready, faults = root / "usr/bin", []
    with pvm3_virtual_machine.BanyanVirtualMachine(build, [ready], variables=pvm3_programs.variables_of_ready_programs(build)) as virtual_machine:
        ours = traced_run(virtual_machine, build / "bin/tracer", [ready / "hello.pvm"])
        theirs = traced_run(virtual_machine, ready / "tracer", [ready / "hello.pvm"])
        more = traced_run(virtual_machine, build / "bin/tracer", [ready / "hello.pvm"], "mask initsend\n", "* initsend")
        faults += run_readers(build, root, folder, [ours, theirs, more])
        ours, theirs, more = (pvm3_trace_file.read(path) for path in (ours, theirs, more))
    faults += wrong_numbers(ours)
    check(faults, heads(ours) == heads(theirs), f"tracer: {heads(ours)}, the original's: {heads(theirs)}")
    check(faults, len(more.named("initsend(0.")) == 1 and not ours.named("initsend("), f"mask initsend: {heads(more)}")
    return faults


def main(build):
    build = pathlib.Path(build).resolve()
    with tempfile.TemporaryDirectory(prefix="pvm3.") as name:
        folder = pathlib.Path(name)
        faults = run_collector(build, folder)
        if not faults:
            faults += run_trcsort(build, folder, build / "bin/trcsort") + run_second_tracer(build) + run_refused_by_tracer(build) + \
                run_tracer_at_link(build)
        try:
            root = pvm3_packages.unpacked(build / "pvm3_packages")
            if not faults:
                faults += run_tracers(build, root, folder)
        except pvm3_packages.Unavailable as failure:
            print(f"not compared: {failure}")
    print("\n".join(faults))
    return 1 if faults else 0


if __name__ == "__main__":
    if len(sys.argv) != 2:
        sys.exit(__doc__)
    sys.exit(main(sys.argv[1]))
