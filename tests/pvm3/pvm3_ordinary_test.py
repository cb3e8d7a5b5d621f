#!/usr/bin/env python3
"""PVM programs as their users write them: many tasks, long messages, much output, tasks that leave and return, tasks that end
without pvm_exit, workers that are replaced, a coordinator and a service that are killed. Each program checks itself and ends with 0.

    pvm3_ordinary_test.py BUILD
"""
import os
import pathlib
import re
import signal
import sys
import tempfile

sys.dont_write_bytecode = True
sys.path.insert(0, str(pathlib.Path(__file__).resolve().parent))

import pvm3_programs  # noqa: E402: the path comes first
from pvm3_virtual_machine import BanyanVirtualMachine  # noqa: E402

FOLDER = pathlib.Path(__file__).resolve().parent / "ordinary"
NAMES = ("many_tasks", "long_messages", "much_output", "leave_and_return", "last_messages", "long_run", "killed_senders", "long_entries",
         "getfds_without_exit", "signals", "forked_child", "notices_by_select", "few_descriptors", "handler_in_barrier",
         "exit_while_polled", "one_receive_per_select", "endless_senders", "exit_in_handler", "exit_in_signal", "route_notices",
         "signals_of_children", "handler_in_send", "orders", "restarted_workers", "own_name", "exit_on_error",
         "match_function", "halt")
LINES = 4 * 5000
ENDLESS = 100000  # steps of long_run: more than an hour
STATIC_LIBRARIES = ("-l:libgpvm3.a", "-l:libpvm3.a", "-lprotobuf-lite", "-lssl", "-lcrypto", "-lfmt", "-lstdc++", "-lm")


def expect(condition, text):
    if not condition:
        raise AssertionError(text)


def expect_success(result, name):
    expect(result.status == 0, f"{name}: {result}")


def check_output(virtual_machine, folder):
    caught = virtual_machine.run([folder / "much_output", "caught"])
    expect_success(caught, "much_output caught")
    lines = re.findall(r"^\[t[0-9a-f]+\] line \d+ of a task", caught.out, re.M)
    expect(len(lines) == LINES, f"{len(lines)} lines of {LINES} were caught")
    expect(caught.out.count("] BEGIN\n") == 4 and caught.out.count("] EOF\n") == 4, "BEGIN and EOF of each task")
    plain = virtual_machine.run([folder / "much_output", "plain"])
    expect_success(plain, "much_output plain")
    wanted = sorted(f"line {i} of a task that prints a lot" for i in range(LINES // 4)) * 4
    expect(sorted(plain.out.splitlines()) == sorted(wanted), "without PvmShowTids, exactly the lines of the tasks are printed")
    expect(plain.err == "", f"without PvmShowTids, no line about children: {plain.err}")


def check_restart(virtual_machine, folder):
    """Tasks continue when the coordinator is killed, twice."""
    program = virtual_machine.background([folder / "long_run"])
    expect(program.stdout.readline() == "running\n", "long_run has not begun")
    virtual_machine.kill_coordinator()
    virtual_machine.kill_coordinator()
    expect_success(virtual_machine.finish(program), "long_run")


def check_private_machine(build, folder):
    """In a private virtual machine the service lives longer than the task that needed it first."""
    virtual_machine = BanyanVirtualMachine(build, [folder])
    try:
        for _ in range(3):
            expect_success(virtual_machine.run(["banyan", "run", "-n", 2, "--", folder / "many_tasks", 3]), "banyan run many_tasks")
        expect(virtual_machine.wait_until_empty(), "processes are left after banyan run")
        # The service needs more descriptors than a program.
        few = f"ulimit -Sn 128; exec banyan run -n 1 -- {folder}/many_tasks 100"
        expect_success(virtual_machine.run(["sh", "-c", few]), "many_tasks with few descriptors")
    finally:
        virtual_machine.end()


def check_service_killed(virtual_machine, folder):
    """Tasks end with their service, and the next program starts another one."""
    program = virtual_machine.background([folder / "long_run", ENDLESS])
    expect(program.stdout.readline() == "running\n", "long_run has not begun")
    os.kill(virtual_machine.service(), signal.SIGKILL)
    ended = virtual_machine.finish(program)
    expect(ended.status == -signal.SIGTERM, f"long_run without its service: {ended}")
    expect_success(virtual_machine.run([folder / "many_tasks", 10]), "many_tasks after the service was killed")


def check_halt(build, folder):
    """A program ends the virtual machine, and itself if it does not handle SIGTERM."""
    for argument, status in (("handles", 0), ("dies", -signal.SIGTERM)):
        with BanyanVirtualMachine(build, [folder]) as virtual_machine:
            ended = virtual_machine.run([folder / "halt", argument])
            expect(ended.status == status, f"halt {argument}: {ended}")
            expect(virtual_machine.wait_until_empty(), f"processes are left after halt {argument}")


def check_static(build, tools, virtual_machine):
    """A program that has the library in it, as docs/pvm3.md says how to link it."""
    tools.build("many_tasks_static", ["gcc", "-std=gnu99", "-Wno-unused-function"], [FOLDER / "many_tasks.c"],
                libraries=STATIC_LIBRARIES)
    program = tools.folder / "many_tasks_static"
    expect(pvm3_programs.loaded(program) == [], f"{program} loads a shared library of PVM")
    expect_success(virtual_machine.run([program, 10]), "many_tasks_static")


def main():
    build = sys.argv[1]
    with tempfile.TemporaryDirectory(prefix="pvm3.") as name:
        folder = pathlib.Path(name)
        tools = pvm3_programs.of_banyan(build, folder)
        for program in NAMES:
            tools.build(program, ["gcc", "-std=gnu99", "-Wall", "-Wno-unused-function", "-Werror"], [FOLDER / f"{program}.c"])
        with BanyanVirtualMachine(build, [folder]) as virtual_machine:
            signals = virtual_machine.background([folder / "signals"])
            for command in (["leave_and_return"], ["many_tasks", 10], ["many_tasks", 100], ["long_messages"],
                            ["last_messages"], ["killed_senders"], ["long_entries"], ["getfds_without_exit"], ["forked_child"],
                            ["notices_by_select"], ["few_descriptors"], ["handler_in_barrier"], ["exit_while_polled"],
                            ["one_receive_per_select"], ["endless_senders"], ["exit_in_handler"], ["exit_in_signal"],
                            ["route_notices"], ["signals_of_children"], ["handler_in_send"], ["orders"], ["restarted_workers"],
                            ["own_name"], ["exit_on_error"], ["match_function"]):
                # Without descriptors, the undefined-behaviour sanitizer cannot read objects that it checks, and ends.
                if command == ["few_descriptors"] and pvm3_programs.sanitizer_options(build):
                    continue
                expect_success(virtual_machine.run([folder / command[0], *command[1:]]), " ".join(map(str, command)))
            expect_success(virtual_machine.finish(signals), "signals")
            check_static(build, tools, virtual_machine)
            check_output(virtual_machine, folder)
            check_restart(virtual_machine, folder)
            check_service_killed(virtual_machine, folder)
            virtual_machine.stop()
            expect(virtual_machine.wait_until_empty(), "processes are left after banyan down")
        check_private_machine(build, folder)
        check_halt(build, folder)
    return 0


if __name__ == "__main__":
    sys.exit(main())
