#!/usr/bin/env python3
"""PVM programs on hosts that share no folder with the first one, as hosts on other computers do: a launcher gives each daemon a home, a
runtime folder and a PVM_TMP of its own. Programs are only in the home of each host. Tests a first program there, spawning everywhere, groups, programs that
are started by hand on another host, signals to them, a debugger, a tasker and the first directory of tasks on another host, and the loss of a host.

    pvm3_remote_test.py BUILD_FOLDER"""
import pathlib
import shutil
import signal
import sys

sys.dont_write_bytecode = True

import pvm3_hosts_test
import pvm3_virtual_machine
import pvm3_programs

REMOTE = [("b", "127.0.0.3"), ("c", "127.0.0.4"), ("d", "127.0.0.5")]
PROGRAMS = ["hosts_master", "by_hand"]
ARCHITECTURE = "LINUX64"
LAUNCHER = """#!/bin/sh
# launcher HOST: starts the daemon with the folders of this host
cd {folder}/$1/wd
exec env -i HOME={folder}/$1/home XDG_RUNTIME_DIR={folder}/$1/run PVM_TMP={folder}/$1/tmp PVM_WD={folder}/$1/wd PATH=/usr/bin:/bin \\
    PVM_DEBUGGER={folder}/$1/home/debugger LD_LIBRARY_PATH={libraries} ASAN_OPTIONS=detect_leaks=0 {daemon} host
"""


class RemoteVirtualMachine(pvm3_virtual_machine.BanyanVirtualMachine):
    """Host a is on this computer, the others are reached by a launcher."""

    def __init__(self, build, programs):
        super().__init__(build, [], needs_path=True)
        launcher = self.folder / "launcher"
        launcher.write_text(LAUNCHER.format(folder=self.folder, libraries=self.environment["LD_LIBRARY_PATH"],
                                            daemon=self.build / "bin/banyand"))
        launcher.chmod(0o700)
        self.hosts = "a address=127.0.0.2\n" + "".join(f'{name} address={at} launcher="{launcher} {{host}}"\n' for name, at in REMOTE)
        self.environment["HOME"] = str(self.folder / "a/home")
        del self.environment["PVM_PATH"]
        (self.folder / "options").write_text("& c wd=$HOME/x\n")
        self.environment["PVMHOSTFILE"] = f"{self.folder}/options"
        for name in ("a", *(name for name, _ in REMOTE)):
            for part in ("home", "run", "tmp", "wd"):
                (self.folder / name / part).mkdir(mode=0o700, parents=True)
            self.give_programs(name, programs)

    def program(self, host, name):
        return self.folder / host / f"home/pvm3/bin/{ARCHITECTURE}" / name

    def give_programs(self, host, programs):
        target = self.program(host, "")
        target.mkdir(parents=True)
        for program in programs:
            shutil.copy(program, target)
        self.environment["PATH"] = f"{self.folder}/a/home/pvm3/bin/{ARCHITECTURE}:{self.build}/bin:/usr/bin:/bin"

    def on_host(self, host, command):
        """A program that is started by hand on this host."""
        before = self.environment
        places = {"HOME": "home", "XDG_RUNTIME_DIR": "run", "PVM_TMP": "tmp"}
        self.environment = before | {key: f"{self.folder}/{host}/{part}" for key, part in places.items()}
        try:
            return self.background([self.program(host, command[0]), *command[1:]])
        finally:
            self.environment = before


def faults_of_a_first_run(virtual_machine):
    """The first PVM program of the virtual machine runs on host b, by `banyan run`."""
    first = virtual_machine.run(["banyan", "run", "-n", "1", "--hosts", "b", "--", virtual_machine.program("b", "by_hand"), "where"])
    return [] if (first.status, first.out.split()) == (0, "this program: host b of 4".split()) else [f"by_hand where: {first}"]


def faults_of_a_debugger(virtual_machine):
    """Host b has a debugger, host c has none."""
    debugger = virtual_machine.folder / "b/home/debugger"
    debugger.write_text('#!/bin/sh\nexport DEBUGGED="$1"\nexec "$@"\n')
    debugger.chmod(0o700)
    faults = []
    for host, expected in (("b", f"debugged {virtual_machine.program('b', 'by_hand')}"), ("c", "not started -7")):
        result = virtual_machine.run(["by_hand", "debug", host])
        if (result.status, result.out.strip()) != (0, expected):
            faults.append(f"by_hand debug {host}: {result}, expected {expected}")
    return faults


def faults_of_directories(virtual_machine):
    """Tasks start in PVM_WD of their host; wd= of host c names a variable of that host."""
    (virtual_machine.folder / "c/home/x").mkdir()
    faults = []
    for host, part in (("b", "wd"), ("c", "home/x")):
        result = virtual_machine.run(["by_hand", "directory", host])
        expected = str((virtual_machine.folder / host / part).resolve())
        if (result.status, result.out.strip()) != (0, expected):
            faults.append(f"by_hand directory {host}: {result}, expected {expected}")
    return faults


def faults_of_a_tasker(virtual_machine):
    """A tasker on host b gets the path of the program there."""
    result = virtual_machine.finish(virtual_machine.on_host("b", ["by_hand", "tasker"]))
    expected = ["started 1", f"path {virtual_machine.program('b', 'by_hand')}", "started 0, result -7"]
    return [] if (result.status, result.out.splitlines()) == (0, expected) else [f"by_hand tasker: {result}, expected {expected}"]


def faults_by_hand(virtual_machine):
    """A program on host b, started by hand, answers one on host a, which ends it by a signal. In between the coordinator is killed."""
    server = virtual_machine.on_host("b", ["by_hand", "serve"])
    listed = virtual_machine.run(["by_hand", "wait"])
    virtual_machine.kill_coordinator()
    client = virtual_machine.run(["by_hand", "ask"])
    served = virtual_machine.finish(server)
    faults = [] if listed.status == 0 else [f"by_hand wait: {listed}"]
    if (client.status, client.out.splitlines()) != (0, ["the server: host b of 3", "answer 42", "the server has ended"]):
        faults.append(f"by_hand ask: {client}")
    if served.status != -signal.SIGTERM:
        faults.append(f"by_hand serve: {served}")
    return faults


def main(build):
    build = pathlib.Path(build).resolve()
    folder = build / "pvm3_programs"
    tools = pvm3_programs.of_banyan(build, folder)
    for name in PROGRAMS:
        tools.build_own(name)
    virtual_machine = RemoteVirtualMachine(build, [folder / name for name in PROGRAMS])
    with virtual_machine:
        faults = faults_of_a_first_run(virtual_machine) + faults_of_a_debugger(virtual_machine) + faults_of_a_tasker(virtual_machine) + faults_of_directories(virtual_machine)
        lost, waited = pvm3_hosts_test.faults_of_a_loss(virtual_machine)
        faults += lost
        faults += faults_by_hand(virtual_machine)
        if faults:
            faults.append(f"log: {virtual_machine.log()}")
        faults += [f"still running at the end: {name}" for name in virtual_machine.end()]
    print("\n".join(faults) if faults else f"ok  the notice came after {waited:.2f} s")
    return 1 if faults else 0


if __name__ == "__main__":
    if len(sys.argv) != 2:
        sys.exit(__doc__)
    sys.exit(main(sys.argv[1]))
