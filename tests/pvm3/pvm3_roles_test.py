#!/usr/bin/env python3
"""Tasks with a role: a tasker, a hoster, a resource manager. Each program of roles/ checks itself and ends with 0. The sample
resource manager of Debian's package pvm-examples runs unrebuilt, if the package can be downloaded; where the original's daemon can be
started, the tasker also runs there, so that what it expects is seen on both.

    pvm3_roles_test.py BUILD_FOLDER"""
import pathlib
import sys
import tempfile

sys.dont_write_bytecode = True

import pvm3_machine
import pvm3_packages
import pvm3_programs

FOLDER = pathlib.Path(__file__).resolve().parent / "roles"
NAMES = ("role_child", "tasker", "hoster", "manager")


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
    with pvm3_machine.BanyanMachine(build, [folder]) as machine:
        for command in (["tasker"], ["manager"], ["hoster", "127.0.0.2 lo="]):
            faults += faults_of(machine.run([folder / command[0], *command[1:]]), command[0])
    return faults


def run_sample(build, root):
    """The sample manager places the tasks of another program of the package."""
    ready = root / "usr/bin"
    with pvm3_machine.BanyanMachine(build, [ready]) as machine:
        manager = machine.background([ready / "srm.pvm"])
        until_registered(machine, ready)
        result = machine.run([ready / "hello.pvm"])
        faults = faults_of(result, "hello.pvm with srm.pvm")
        if "hello, world" not in result.out:
            faults.append(f"hello.pvm with srm.pvm: {result}")
        manager.terminate()
        machine.finish(manager)
    return faults


def until_registered(machine, ready):
    for _ in range(200):
        if "###_PVM_RM_###" in machine.run([ready / "gmbi"]).out:
            return
    raise RuntimeError("srm.pvm does not register")


def run_on_original(build, root):
    folder = build / "pvm3_roles_original"
    build_programs(pvm3_programs.of_the_original(root, folder))
    faults = []
    with pvm3_machine.OriginalMachine(root, [folder]) as machine:
        faults += faults_of(machine.run([folder / "tasker"]), "tasker on the original")
    return faults


def main(build):
    build = pathlib.Path(build).resolve()
    with tempfile.TemporaryDirectory(prefix="pvm3.") as name:
        faults = run_own(build, pathlib.Path(name))
    try:
        root = pvm3_packages.unpacked(build / "pvm3_packages")
        faults += run_sample(build, root)
        faults += run_on_original(build, root)
    except (pvm3_packages.Unavailable, RuntimeError) as failure:
        print(f"not compared: {failure}")
    print("\n".join(faults))
    return 1 if faults else 0


if __name__ == "__main__":
    if len(sys.argv) != 2:
        sys.exit(__doc__)
    sys.exit(main(sys.argv[1]))
