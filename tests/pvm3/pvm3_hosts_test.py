#!/usr/bin/env python3
"""PVM programs on a virtual machine of four hosts, which are four daemons on four addresses of this computer. One is killed: the
tasks are told so within LOST_S seconds, and it leaves the list of hosts. Before, three more hosts are added and deleted. At the end the
first host is lost too: the virtual machine continues without it.

    pvm3_hosts_test.py BUILD_FOLDER"""
import os
import pathlib
import re
import signal
import sys
import threading
import time

sys.dont_write_bytecode = True

import pvm3_virtual_machine
import pvm3_programs

HOSTS = [("a", "127.0.0.2"), ("b", "127.0.0.3"), ("c", "127.0.0.4"), ("d", "127.0.0.5")]
ADDED = ["127.0.0.6", "127.0.0.7", "127.0.0.8"]
LOST = 2  # its index
LOST_S = 7 * pvm3_virtual_machine.TIME_FACTOR
WANTED = ["hosts 4, tasks 4", "sum 60", "sum in the group 10", "status of the host 0", "ready", "host lost", "task lost", "hosts 3",
          "status of the task -31", "status of the host -6", "seconds between the notices 0"]
PROGRAMS = ["added_hosts", "first_host", "hosts_master", "codes_child", "count_tasks", "spawn_and_print"]


def command_of(process):
    return pvm3_virtual_machine.command_of(process).replace(b"\0", b" ").decode().strip()


def parent_of(process):
    try:
        status = pathlib.Path(f"/proc/{process}/status").read_text()
    except OSError:  # it has ended
        return 0
    return int(re.search(r"^PPid:\s+(\d+)", status, re.MULTILINE).group(1))


def daemon_of(virtual_machine, number):
    """The daemon of the host with this number: its parent is the watcher of its folder."""
    for process in virtual_machine.processes():
        if command_of(process).endswith("banyand host") and f"/host{number}" in command_of(parent_of(process)):
            return process
    raise RuntimeError(f"no daemon of host {number}: {[command_of(each) for each in virtual_machine.processes()]}")


def lines_of(process, lines):
    """Adds the lines of its standard output with the times when they came."""
    for line in process.stdout:
        lines.append((time.monotonic(), line.rstrip("\n")))


def lose_a_host(virtual_machine):
    """Returns the lines of hosts_master and the seconds from the kill to the notice of the host."""
    master = virtual_machine.background(["hosts_master", len(HOSTS), LOST])
    lines = []
    reader = threading.Thread(target=lines_of, args=(master, lines))
    reader.start()
    until = time.monotonic() + pvm3_virtual_machine.LIMIT_S * pvm3_virtual_machine.TIME_FACTOR
    while not any(line == "ready" for _, line in lines) and master.poll() is None and time.monotonic() < until:
        time.sleep(0.01)
    killed = time.monotonic()
    try:
        os.kill(daemon_of(virtual_machine, LOST + 1), signal.SIGKILL)
        while master.poll() is None and time.monotonic() < until:
            time.sleep(0.01)
    finally:
        if master.poll() is None:
            master.kill()
        reader.join()
    waited = [when - killed for when, line in lines if line == "host lost"]
    return [line for _, line in lines], waited[0] if waited else None


def faults_of_a_loss(virtual_machine):
    """Loses a host while hosts_master runs. Returns what was wrong, and the seconds until the notice of the host."""
    lines, waited = lose_a_host(virtual_machine)
    faults = [] if lines == WANTED else [f"hosts_master printed {lines}, not {WANTED}"]
    if waited is None or waited > LOST_S:
        faults.append(f"the notice came after {waited} s, not within {LOST_S} s")
    return faults, waited


def faults_of_additions(virtual_machine):
    result = virtual_machine.run(["added_hosts", *ADDED])
    return [] if result.status == 0 else [f"added_hosts: {result}"]


def faults_of_the_first_host(virtual_machine):
    """The tasks of the first host end with it. Those of other hosts continue, and programs that are started by hand belong to one of these."""
    first = virtual_machine.background(["first_host"])
    if first.stdout.readline() != "ready\n":
        return [f"first_host: {virtual_machine.finish(first)}"]
    os.kill(daemon_of(virtual_machine, 1), signal.SIGKILL)
    ended = virtual_machine.finish(first)
    asked = virtual_machine.run(["first_host", "ask"])
    faults = [] if ended.status == -signal.SIGTERM else [f"first_host on the lost host: {ended}"]
    if (asked.status, asked.out.splitlines()) != (0, ["host lost 1, task lost 1, hosts 2", "on the first host 0"]):
        faults.append(f"first_host ask: {asked}")
    return faults


def main(build):
    build = pathlib.Path(build).resolve()
    folder = build / "pvm3_programs"
    tools = pvm3_programs.of_banyan(build, folder)
    for name in PROGRAMS:
        tools.build_own(name)
    virtual_machine = pvm3_virtual_machine.BanyanVirtualMachine(build, [folder], hosts="".join(f"{name} address={at}\n" for name, at in HOSTS))
    virtual_machine.environment["PATH"] = f"{folder}:{virtual_machine.environment['PATH']}"
    with virtual_machine:
        faults = faults_of_additions(virtual_machine)
        lost, waited = faults_of_a_loss(virtual_machine)
        faults += lost + faults_of_the_first_host(virtual_machine)
        faults += [f"still running at the end: {name}" for name in virtual_machine.end()]
    print("\n".join(faults) if faults else f"ok  the notice came after {waited:.2f} s")
    return 1 if faults else 0


if __name__ == "__main__":
    if len(sys.argv) != 2:
        sys.exit(__doc__)
    sys.exit(main(sys.argv[1]))
