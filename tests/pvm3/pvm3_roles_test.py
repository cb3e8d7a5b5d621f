#!/usr/bin/env python3
"""Tasks with a role: a tasker, a hoster, a resource manager, a tracer. Each program of roles/ checks itself and ends with 0. The sample
resource manager and the tracer of Debian's packages run unrebuilt, if the packages can be downloaded; where the original's daemon can be
started, the tasker also runs there, so that what it expects is seen on both.

    pvm3_roles_test.py BUILD_FOLDER"""
import pathlib
import sys
import tempfile

sys.dont_write_bytecode = True

import pvm3_virtual_machine
import pvm3_packages
import pvm3_programs

FOLDER = pathlib.Path(__file__).resolve().parent / "roles"
NAMES = ("role_child", "tasker", "hoster", "manager", "event_receiver", "traced_results")


def build_programs(tools):
    for name in NAMES:
        tools.build(name, ["gcc", "-std=gnu99", "-Wall", "-Wno-unused-function", "-Werror", "-D_GNU_SOURCE"], [FOLDER / f"{name}.c"],
                    [f"-I{pvm3_programs.ROOT}"])


def faults_of(result, name):
    print(f"{'FAILED' if result.status else 'ok'}  {name}", flush=True)
    return [f"{name}: {result}"] if result.status else []


def run_own(build, folder):
    build_programs(pvm3_programs.of_banyan(build, folder))
    faults = []
    with pvm3_virtual_machine.BanyanVirtualMachine(build, [folder]) as virtual_machine:
        for command in (["tasker"], ["manager"], ["hoster", "127.0.0.2 lo="], ["event_receiver"], ["event_receiver", "time"],
                        ["traced_results"]):
            faults += faults_of(virtual_machine.run([folder / command[0], *command[1:]]), " ".join(command))
    return faults


def run_sample(build, root):
    """The sample manager places the tasks of another program of the package."""
    ready = root / "usr/bin"
    with pvm3_virtual_machine.BanyanVirtualMachine(build, [ready], variables=pvm3_programs.variables_of_ready_programs(build)) as virtual_machine:
        manager = virtual_machine.background([ready / "srm.pvm"])
        pvm3_virtual_machine.until(lambda: "###_PVM_RM_###" in virtual_machine.run([ready / "gmbi"]).out, "the sample resource manager")
        result = virtual_machine.run([ready / "hello.pvm"])
        faults = faults_of(result, "hello.pvm with srm.pvm")
        if "hello, world" not in result.out:
            faults.append(f"hello.pvm with srm.pvm: {result}")
        manager.terminate()
        virtual_machine.finish(manager)
    return faults


def run_sample_tracer(build, root):
    """The original's tracer writes the events of another program of the package to a file."""
    ready = root / "usr/bin"
    with pvm3_virtual_machine.BanyanVirtualMachine(build, [ready], variables=pvm3_programs.variables_of_ready_programs(build)) as virtual_machine:
        file = virtual_machine.folder / "trace"
        tracer = virtual_machine.background([ready / "tracer", "-T", file])
        pvm3_virtual_machine.until(lambda: "###_PVM_TRACER_###" in virtual_machine.run([ready / "gmbi"]).out, "the original's tracer")
        result = virtual_machine.run([ready / "hello.pvm"])
        pvm3_virtual_machine.until(lambda: not missing_events(file), "all events in the trace file")
        virtual_machine.finish(tracer, "quit\n")
        missing, text = missing_events(file), file.read_text(errors="replace")
    return faults_of(result, "hello.pvm with tracer") + [f"tracer: no event {event} in\n{text}" for event in missing]


def missing_events(file):
    text = file.read_text(errors="replace") if file.exists() else ""
    return [event for event in ("newtask", "spntask", "endtask", "spawn(", "send(", "recv(") if f'\n"{event}' not in text]


def run_on_original(build, root):
    folder = build / "pvm3_roles_original"
    build_programs(pvm3_programs.of_the_original(root, folder))
    try:
        with pvm3_virtual_machine.OriginalVirtualMachine(root, [folder]) as virtual_machine:
            return [fault for name in ("tasker", "traced_results")
                    for fault in faults_of(virtual_machine.run([folder / name]), f"{name} on the original")]
    except RuntimeError as failure:
        print(f"not compared: {failure}")
        return []


def main(build):
    build = pathlib.Path(build).resolve()
    with tempfile.TemporaryDirectory(prefix="pvm3.") as name:
        faults = run_own(build, pathlib.Path(name))
    try:
        root = pvm3_packages.unpacked(build / "pvm3_packages")
    except pvm3_packages.Unavailable as failure:
        print(f"not compared: {failure}")
    else:
        faults += run_sample(build, root) + run_sample_tracer(build, root) + run_on_original(build, root)
    print("\n".join(faults))
    return 1 if faults else 0


if __name__ == "__main__":
    if len(sys.argv) != 2:
        sys.exit(__doc__)
    sys.exit(main(sys.argv[1]))
