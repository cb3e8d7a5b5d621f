#!/usr/bin/env python3
"""How a virtual machine for PVM starts and ends: several `banyan pvmd` at once, a host file with a host that cannot be reached,
PVMHOSTFILE, PVM_RSH, PVM_VMID, PVM_TASKER and its like, a service that is killed, a removed folder, no virtual machine at all; and
which libraries a program loads.

    pvm3_start_test.py BUILD_FOLDER"""
import os
import pathlib
import re
import shutil
import signal
import subprocess
import sys
import tempfile
import time

sys.dont_write_bytecode = True

import pvm3_virtual_machine
import pvm3_programs

TOGETHER = 5
LOOKS_S = 0.5  # the interval at which the service looks for its folder
HOSTS = "unknown.invalid sp=900\nlocalhost\nother ip=127.0.0.2 sp=1001\n"
# Starts a host as rsh does, on this computer but with folders of its own, as another computer has them.
RSH = """#!/bin/sh
echo "$@" >> {folder}/rsh.log
shift 3
export HOME={folder}/far XDG_RUNTIME_DIR={folder}/far PVM_TMP={folder}/far BANYAN_FOLDER={programs}
exec sh -c "$*"
"""
# It must not read what the coordinator writes to the standard input of the daemon.
FAR_PROFILE = """echo noise
read -r line
PVM_PATH=$HOME/programs WORDS_OF_FAR="two  words"
export PVM_PATH WORDS_OF_FAR
"""


def expect(condition, text):
    if not condition:
        raise AssertionError(text)


def check_several_at_once(virtual_machine):
    programs = [virtual_machine.background(["banyan", "pvmd"]) for _ in range(TOGETHER)]
    results = [virtual_machine.finish(program) for program in programs]
    ids = {re.search(r"virtual machine (\w+)", result.out)[1] for result in results}
    expect(len(ids) == 1 and all(result.status == 0 for result in results), f"several pvmd: {[str(r) for r in results]}")
    expect(sum("which was running" not in result.out for result in results) == 1, "exactly one has started it")


def check_service_killed(virtual_machine, folder):
    waits = virtual_machine.background([folder / "waits"])
    expect(waits.stdout.readline() == "running\n", "waits does not enrol")
    os.kill(virtual_machine.service(), signal.SIGKILL)
    ended = virtual_machine.finish(waits)
    expect(ended.status == -signal.SIGTERM, str(ended))
    told = re.fullmatch(r"libpvm \[t([0-9a-f]+)\]: the virtual machine has ended, so this task ends\n", ended.err)
    expect(told, str(ended))
    check_tids_used_again(virtual_machine, folder, int(told[1], 16) & 0x3ffff)


def check_tids_used_again(virtual_machine, folder, last):
    """A new service counts tids from the first one on, also over that of the task that was killed with the service before."""
    programs = []
    for _ in range(last):
        programs.append(virtual_machine.background([folder / "waits"]))
        expect(programs[-1].stdout.readline() == "running\n", "waits does not enrol at the new service")
    for program in programs:
        os.killpg(program.pid, signal.SIGTERM)
        virtual_machine.finish(program)


def connections():
    """All sockets of PVM services on this computer, with connections that are not accepted yet."""
    return sum(line.endswith("/pvm.sock\n") for line in open("/proc/net/unix", encoding="utf-8"))


def check_service_killed_before_answer(virtual_machine, folder):
    """A program that has connected to a service that ends without an answer starts another one."""
    service = virtual_machine.service()
    os.kill(service, signal.SIGSTOP)
    before = connections()
    program = virtual_machine.background([folder / "waits"])
    pvm3_virtual_machine.until(lambda: connections() > before or program.poll() is not None, "waits does not connect")
    os.kill(service, signal.SIGKILL)
    expect(program.stdout.readline() == "running\n", "waits does not enrol after its first service has ended")
    os.killpg(program.pid, signal.SIGTERM)
    virtual_machine.finish(program)


def check_unreachable_host(virtual_machine):
    virtual_machine.stop()
    file = virtual_machine.folder / "hosts"
    file.write_text(HOSTS)
    started = virtual_machine.run(["banyan", "pvmd", file])
    expect(started.status == 0 and started.err.count("\n") == 1 and "unknown.invalid" in started.err, str(started))
    listed = virtual_machine.run(["pvm"], 'conf\nadd unknown.invalid\nadd "third sp=0"\n')
    expect("2 hosts" in listed.out and " localhost " in listed.out, str(listed))
    expect(re.search(r" other +[8c]0000 +\S+ +1001 ", listed.out), str(listed))
    expect(" unknown.invalid the virtual machine has no such host\n" in listed.out, str(listed))
    expect(" third sp=0 a parameter is outside its range\n" in listed.out, str(listed))


def check_host_file_variable(virtual_machine):
    """PVMHOSTFILE has the hosts; this computer is the first one. The console gives options of PVM's daemon."""
    virtual_machine.stop()
    virtual_machine.environment["PVMHOSTFILE"] = str(virtual_machine.folder / "hosts")
    try:
        listed = virtual_machine.run(["pvm", "-d0", "-nlocalhost", "-f"], "conf\n")
    finally:
        del virtual_machine.environment["PVMHOSTFILE"]
    expect("2 hosts" in listed.out and re.search(r" localhost +40000 .*\n +other +[8c]0000 ", listed.out), str(listed))


def make_far_programs(home):
    profile, show = home / ".pvmprofile", home / "programs/show"
    profile.write_text(FAR_PROFILE)
    profile.chmod(0o600)
    show.parent.mkdir()
    show.write_text('#!/bin/sh\necho "shown: $WORDS_OF_FAR"\n')
    show.chmod(0o700)


def check_rsh(virtual_machine):
    """PVM_RSH starts hosts, those of the file and those that are added; dx= names their daemon, id= is their PVM_VMID, and their
    .pvmprofile sets variables of their tasks. so= is answered by a line."""
    virtual_machine.stop()
    folder, programs = virtual_machine.folder, virtual_machine.build / "bin"
    (folder / "far").mkdir(mode=0o700)
    rsh = folder / "rsh"
    rsh.write_text(RSH.format(folder=folder, programs=programs))
    rsh.chmod(0o700)
    (folder / "far_hosts").write_text("localhost so=ms\nfar ip=127.0.0.3 lo=guest so=pw dx=$BANYAN_FOLDER/banyand id=other\n")
    make_far_programs(folder / "far")
    virtual_machine.environment["PVM_RSH"] = str(rsh)
    try:
        started = virtual_machine.run(["banyan", "pvmd", "-d1", "-nhere", "-f", folder / "far_hosts"])
        listed = virtual_machine.run(["pvm"], "delete far\nadd far\nconf\nspawn -far -> show\n")
        pvm3_virtual_machine.until(lambda: [path.suffix for path in (folder / "far").glob("pvmd.*")] == [".other"], "id= of far")
    finally:
        del virtual_machine.environment["PVM_RSH"]
    expect(started.status == 0 and re.fullmatch(r"banyan pvmd: far: so=pw: no password is asked for[^\n]*\n", started.err), str(started))
    expect("far: so=pw: no password is asked for" in virtual_machine.log(), f"the log about so= of an added host: {virtual_machine.log()}")
    expect("2 hosts" in listed.out and re.search(r" localhost +40000 .*\n +far +[8c]0000 ", listed.out), str(listed))
    calls = (folder / "rsh.log").read_text().splitlines()
    expect(len(calls) == 2 and all(call.startswith("far -l guest sh -c ") and "$BANYAN_FOLDER/banyand" in call for call in calls),
           f"calls of PVM_RSH: {calls}")
    expect("] shown: two  words\n" in listed.out, str(listed))


def check_several_machines(virtual_machine, folder):
    """With PVM_VMID a user has another virtual machine, which neither commands nor programs without the variable find."""
    virtual_machine.stop()
    first = virtual_machine.run(["banyan", "pvmd"])
    waits = virtual_machine.background([folder / "waits"])
    expect(waits.stdout.readline() == "running\n", "waits does not enrol")
    virtual_machine.environment["PVM_VMID"] = "second"
    try:
        none = virtual_machine.run(["banyan", "hosts"])
        second = virtual_machine.run(["banyan", "pvmd"])
        again = virtual_machine.run(["banyan", "pvmd"])
        tasks = virtual_machine.run(["pvm"], "ps -a\n")
        down = virtual_machine.run(["banyan", "down"])
    finally:
        del virtual_machine.environment["PVM_VMID"]
    expect(none.status == 1 and "no virtual machine is running with PVM_VMID=second" in none.err, str(none))
    ids = [re.search(r"virtual machine (\w+)", result.out)[1] for result in (first, second, again)]
    expect(ids[0] != ids[1] and ids[1] == ids[2], f"virtual machines: {ids}")
    expect(second.status == 0 and "which was running" not in second.out, str(second))
    expect(tasks.status == 0 and "4/c" not in tasks.out, str(tasks))
    expect(down.status == 0, str(down))
    tasks = virtual_machine.run(["pvm"], "ps -a\n")
    expect("4/c" in tasks.out, str(tasks))
    os.killpg(waits.pid, signal.SIGTERM)
    virtual_machine.finish(waits)


def check_variables_of_service(virtual_machine, folder):
    """PVM_TASKER and three other variables name programs that the service starts. PVMDDEBUG and PVMTASKDEBUG are debug masks."""
    virtual_machine.stop()
    chosen = {"PVM_TASKER": "waits word", "PVM_RM": "no_such_program", "PVMDDEBUG": "0x21", "PVMTASKDEBUG": "20"}
    virtual_machine.environment |= chosen
    try:
        started = virtual_machine.run(["banyan", "pvmd"])
        expect(started.status == 0, str(started))
        pvm3_virtual_machine.until(lambda: re.search(r" 6/c,f +waits\b", virtual_machine.run(["pvm"], "ps -a\n").out), "PVM_TASKER has been started")
        pvm3_virtual_machine.until(lambda: "PVM_RM=no_such_program could not be started: error -7\n" in virtual_machine.log(), "PVM_RM is reported")
        masks = virtual_machine.run([folder / "debug_masks"])
        expect(masks.status == 0, f"debug masks: {masks}")
    finally:
        for name in chosen:
            del virtual_machine.environment[name]


def check_profile(virtual_machine, folder):
    """`banyan pvmd` and `pvm` have the variables that $HOME/.pvmprofile sets."""
    virtual_machine.stop()
    profile = virtual_machine.folder / "home" / ".pvmprofile"
    profile.write_text("PVMDDEBUG=0x21 NAME_OF_PROFILE=\"two  words\"\nexport PVMDDEBUG NAME_OF_PROFILE\n")
    profile.chmod(0o600)
    virtual_machine.environment["PVMTASKDEBUG"] = "0x14"
    try:
        started = virtual_machine.run(["banyan", "pvmd", "-d0", "-n", "a b"])
        masks = virtual_machine.run([folder / "debug_masks"])
        shown = virtual_machine.run(["pvm"], "echo $NAME_OF_PROFILE\n")
        profile.chmod(0o622)
        refused = virtual_machine.run(["pvm"], "echo $NAME_OF_PROFILE\n")
    finally:
        del virtual_machine.environment["PVMTASKDEBUG"]
        profile.unlink()
    expect(started.status == 0 and started.err == "", str(started))
    expect(masks.status == 0, f"debug masks with a profile: {masks}")
    expect(shown.status == 0 and "two  words" in shown.out, str(shown))
    expect("two  words" not in refused.out and ".pvmprofile is not executed" in refused.err, f"others may write: {refused}")


def check_no_machine(virtual_machine, folder):
    virtual_machine.stop()
    result = virtual_machine.run([folder / "waits"])
    expect(result.status == 1, str(result))
    expect(re.fullmatch(r"libpvm \[pid\d+\]: pvm_mytid\(\): no virtual machine is running \(\S+/pvmd\.\d+\); "
                        r"`banyan pvmd` starts one\n", result.err), str(result))


def check_failed_service(virtual_machine):
    """If the service cannot be used, `banyan pvmd` ends the virtual machine that it has started, and no other one."""
    virtual_machine.stop()
    pvmd = ["env", f"PVM_TMP={virtual_machine.folder}/missing", "banyan", "pvmd"]
    failed = virtual_machine.run(pvmd)
    expect(failed.status == 1 and failed.err.count("\n") == 1 and "(PVM_TMP)" in failed.err, str(failed))
    hosts = virtual_machine.run(["banyan", "hosts"])
    expect(hosts.status == 1 and "no virtual machine is running" in hosts.err, str(hosts))
    expect(virtual_machine.run(["banyan", "up"]).status == 0, "banyan up fails")
    expect(virtual_machine.run(pvmd).status == 1, "pvmd without PVM_TMP")
    expect(virtual_machine.run(["banyan", "hosts"]).status == 0, "the virtual machine of banyan up has been ended")


def check_removed_folder(virtual_machine, folder):
    """If the folder of the virtual machine is removed, service and virtual machine end with the last task that a user has started. The
    service's own programs do not count."""
    virtual_machine.stop()
    virtual_machine.environment["PVM_TASKER"] = "waits word"
    try:
        started = virtual_machine.run(["banyan", "pvmd"])
        expect(started.status == 0, str(started))
        pvm3_virtual_machine.until(lambda: re.search(r" 6/c,f +waits\b", virtual_machine.run(["pvm"], "ps -a\n").out), "PVM_TASKER has been started")
    finally:
        del virtual_machine.environment["PVM_TASKER"]
    waits = virtual_machine.background([folder / "waits"])
    expect(waits.stdout.readline() == "running\n", "waits does not enrol")
    for each in (virtual_machine.folder / "run").glob("banyan-*"):
        shutil.rmtree(each)
    time.sleep(3 * LOOKS_S)
    os.killpg(waits.pid, signal.SIGKILL)
    ended = virtual_machine.finish(waits)
    expect(ended.status == -signal.SIGKILL and ended.err == "", f"the service did not wait for its last task: {ended}")
    expect(virtual_machine.wait_until_empty(), "processes of a virtual machine whose folder was removed are left")


def check_libraries(build):
    """OpenSSL takes long to load and to start, so a program must not load it at its start."""
    needed = subprocess.run(["readelf", "-d", build / "lib/libpvm3.so.3"], check=True, capture_output=True, text=True).stdout
    expect("NEEDED" in needed and "libssl" not in needed and "libcrypto" not in needed, needed)


def main(build):
    build = pathlib.Path(build).resolve()
    check_libraries(build)
    with tempfile.TemporaryDirectory(prefix="pvm3.") as name:
        folder = pathlib.Path(name)
        tools = pvm3_programs.of_banyan(build, folder)
        for program in ("waits", "debug_masks"):
            tools.build(program, ["gcc", "-std=gnu89", "-Wall", "-Werror"], [pvm3_programs.TESTS / "starts" / f"{program}.c"])
        virtual_machine = pvm3_virtual_machine.BanyanVirtualMachine(build, [folder])
        try:
            check_several_at_once(virtual_machine)
            check_service_killed(virtual_machine, folder)
            check_service_killed_before_answer(virtual_machine, folder)
            check_unreachable_host(virtual_machine)
            check_host_file_variable(virtual_machine)
            check_rsh(virtual_machine)
            check_several_machines(virtual_machine, folder)
            check_variables_of_service(virtual_machine, folder)
            check_profile(virtual_machine, folder)
            check_failed_service(virtual_machine)
            check_removed_folder(virtual_machine, folder)
            check_no_machine(virtual_machine, folder)
            expect(virtual_machine.wait_until_empty(), "processes are left")
        finally:
            virtual_machine.end()
    return 0


if __name__ == "__main__":
    if len(sys.argv) != 2:
        sys.exit(__doc__)
    sys.exit(main(sys.argv[1]))
