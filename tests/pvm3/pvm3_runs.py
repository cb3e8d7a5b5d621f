"""How each example program of PVM 3 is run, and what it must print. The lines are compared as pvm3_virtual_machine.masked() makes them, and
their order is not compared. Most of the numbers are computed by the programs, and follow from what they calculate."""
import re
import time

import pvm3_virtual_machine

CONSOLE = "spawn_and_print"  # spawns tasks and prints their output, as the console does
ANY = None  # one or more
MAYBE = -1  # any number, also 0


class Run:
    """`lines` has the pairs (how often, pattern of a whole line) for standard output and standard error. What it also prints is not
    compared, unless `complete`: then each line has a pattern. A run is `measured` if its output has times in it. The status None is
    any: the program ends without one."""

    def __init__(self, command, lines, status=0, complete=False, measured=False):
        self.command, self.lines, self.status, self.complete, self.measured = command.split(), lines, status, complete, measured
        self.name = command

    def faults(self, result):
        lines = pvm3_virtual_machine.masked(result.out) + pvm3_virtual_machine.masked(result.err)
        found = [] if self.status in (None, result.status) else [f"exit status {result.status}, not {self.status}"]
        for count, pattern in self.lines:
            times = sum(re.fullmatch(pattern, line) is not None for line in lines)
            if count != MAYBE and ((times == 0) if count is ANY else (times != count)):
                found.append(f"{times} lines, not {count or 'some'}: {pattern}")
        if self.complete:
            found += [f"not expected: {line}" for line in lines if not any(re.fullmatch(each, line) for _, each in self.lines)]
        return found


def console(command, tasks, lines, spawned=0, **options):
    """`spawned` tasks are spawned by the `tasks` ones and print too."""
    every = [(1, f"started {tasks}"), (tasks + spawned, r"\[TID\] BEGIN"), (tasks + spawned, r"\[TID\] EOF"),
             (MAYBE, r"libpvm \[TID\]: .*still running.*")]  # the tasks may have ended
    return Run(f"{CONSOLE} {tasks} {command}", every + [(count, r"\[TID\] " + line) for count, line in lines], **options)


def ring(tasks, name):
    return console(name, tasks, [(1, f"Pass a token through the {tasks} tid ring:"), (1, "TID( -> TID){%d}" % tasks),
                                 (1, "token ring done")], complete=True)


def partial_sums(words):
    return [(1, f"I got {worker}00.000000+ from {index}{words % f'{worker}00.000000'}")
            for worker, index in ((2, 0), (1, 1), (3, 2))]


def inherited(child, spawns):
    lines = [(1, f"Will attempt to spawn <{child}> from inherita."),
             (2, "inherita: TID on machine <.*> with original context 0."),
             (2, "inherita: TID on machine <.*> with changed context TID."),
             (spawns, f"inherita: TID {child} TID on machine <.*> with context TID."),
             (1, f"inherita: TID {child}: I just spawned inherit2 as tid TID with context TID."),
             (1, f"inherita: TID {child}: TID inherit2 TID on machine <.*> with context TID."),
             (1, f"inherita: TID END - sent from {child} TID on machine <.*> with context TID.")]
    return Run(f"inherita {child}", lines, complete=True)


BANDWIDTH = [(2, "TID: 100000 doubles received correctly"), (1, "TID myinst is 0"), (1, "TID myinst is 1"),
             (7, r"Roundtrip T = \d+ \(us\) \(\S+ MB/s\) Data size: \w+")]
GROUPS_OF_32 = [(1, f"joined group{number}") for number in range(32)]

RUNS = [
    Run("hello", [(1, "i'm TID"), (1, "from TID: hello, world from .+")], complete=True),
    Run("master1", [(1, "Spawning 3 worker tasks ... SUCCESSFUL")] + partial_sums("; \\(expecting %s\\)"), complete=True),
    Run("fmaster1", [(1, "Spawning 3 tasks ..."), (1, "SUCCESSFUL")] + partial_sums(" \\(expected %s0 \\)"), complete=True),
    ring(4, "spmd"), ring(1, "spmd"), ring(4, "fspmd"),
    # Its main() ends without a value.
    Run("timing", [(1, "slave is task TID"), (1, r"RTT Avg uSec \d+"), (1, "Message size 1000000"), (1, "done"), (5, r"Message size \d+")],
        status=1, measured=True),
    Run("inherita", [(1, "usage: inherita .*")]),
    inherited("inherit1", 2), inherited("inherit3", 3),
    Run("inheritb", [(1, "0:inheritb: TID on machine <.*> with context 0."),
                     (1, "1:inheritb: .* --> spawn 1st inherit2."), (1, "2:inheritb: .* --> spawn 2nd inherit2."),
                     (1, "3:inheritb: .* <-- received from 2nd inherit2."),
                     (1, "4:inheritb: TID on machine <.*> with new #1 context TID."),
                     (1, "5:inheritb: .* <-- received from 1st inherit2.")], complete=True),
    Run("rme NAME 0", [(1, "rme: no service running for <NAME> index <0>")], status=255),
    Run("hitc", [(1, "1 hosts detected in configuration"), (10, "I got result from tid: TID"), (9, r"sent TID task of size: 13\d"),
                 (1, "sent TID task of size: -1"), (1, "Program Finished")], complete=True),
    console("gexample", 4, [(1, "The 1-Norm is 5050"), (1, r"The product of column 1 is 9\.33262e\+157"),
                            (1, "--> Using 4 processors <--")]),
    console("fgexample", 1, [(1, "The 1-Norm is 5050"), (1, r"The product of column 1 is 9\.332621544394412\d?E\+157")], spawned=1),
    console("dbwtest", 2, BANDWIDTH, measured=True), console("rbwtest", 2, BANDWIDTH, measured=True),
    console("ibwtest", 2, BANDWIDTH, measured=True), console("pbwtest", 2, BANDWIDTH, measured=True),
    Run("ptest", [(1, "usage: ptest .*")], status=255),
    console("ptest 2", 2, [(2, "TID understands 2 processes"), (8, "Data validated from all tasks!"),
                           (5, r"Receiving data iter \d ... \(pvm_precv\)"),
                           (3, r"Receiving data iter \d ... \(pvm_recv\)")], complete=True),
    Run("gexamp 4", [(1, "gexamp TID enrolled"), (1, "gexamp TID 0"), (3, "TID"), (1, "gexamp 0: sync")], complete=True),
    Run("gexamp 8", [(1, "gexamp TID enrolled"), (1, "gexamp TID 0"), (7, "TID"), (1, "gexamp 0: sync")], complete=True),
    # A member may leave the group while others still check it.
    Run("ge 4", [(1, "ge TID enrolled"), (1, "ge TID 0"), (3, "TID"), (1, "group ge size 4 gid 0: sync"), (1, "done"),
                 (MAYBE, "gid . doesn't match up!")], complete=True),
    Run("gs 4", [(1, "gs(.pvm)? TID enrolled"), (3, "TID")]),
    Run("joinleave 1000", [(1, "joinleave TID enrolled")] + [(1, f"Joined {count}00 times") for count in range(1, 11)], complete=True),
    Run("tjl", GROUPS_OF_32), Run("tjf", GROUPS_OF_32),
    Run("tst", [(1, "joined prognosis 0, negative 0"), (1, "left prognosis 0, negative 0")], complete=True),
    Run("thb 4", GROUPS_OF_32 + [(1, "spawning ... barrier on group0"), (1, "leaving all the groups"), (1, "done.")]),
    console("trsg", 1, [(1, "Test OK: Sum of Squares of first 20 integers is 2870"),
                        (1, r"Test Ok: Received \(5\.0+, 2\.0+\):")], spawned=3),
    console("frsg", 1, [(1, "/ Test OK: Sum of Squares of first 20 integers is 2870"),
                        (1, r"Test Ok: Received \( 5\.0+ , 2\.0+ \)")], spawned=3),
]


def has_entry(virtual_machine, name):
    return f"<{name}>" in virtual_machine.run(["gmbi"]).out


def wait_for_entry(virtual_machine, name):
    pvm3_virtual_machine.until(lambda: has_entry(virtual_machine, name), f"an entry {name}")


def faults_of(virtual_machine, steps, text=""):
    """Runs the steps in order and returns what is wrong with each."""
    found = []
    for step in steps:
        result = virtual_machine.run(step.command, text)
        found += [f"{step.name}: {fault}" for fault in step.faults(result)]
    return found


def together(virtual_machine):
    """The first programs of a virtual machine start the PVM service, and all find it, also when they start at the same time."""
    started = [virtual_machine.background(["hello"]) for _ in range(6)]
    return [fault for process in started for fault in RUNS[0].faults(virtual_machine.finish(process))]


def service(virtual_machine):
    """task0 offers a service in the mailbox; task1 uses it twice, task_end ends it."""
    server = virtual_machine.background(["task0", "svc", "d"])
    wait_for_entry(virtual_machine, "svc")
    client = "task1 svc 0 d"
    welcome = "task1: TID from task TID welcome to my server - you are service request number %d."
    entry = [(1, "gmbi: 1 mbox entries returned."), (1, ": indices <0> owner_tid <TID> flags <0> = <PvmMboxDefault >")]
    found = faults_of(virtual_machine, [Run(client, [(1, welcome % 1)]), Run(client, [(1, welcome % 2)]), Run("gmbi", entry, status=None),
                                Run("task_end svc 0", [(ANY, "service name <svc> of index 0 .*")])])
    end = Run("task0", [(1, "task0: TID END Request number 3."), (1, "task0: handled 3 service requests.")])
    return found + end.faults(virtual_machine.finish(server))


def persistent_entries(virtual_machine):
    """lmbi puts three entries that stay, gmbi lists them."""
    listed = [(3, ": indices <0> owner_tid <t0> flags <3> = <PvmMboxMultiInstance PvmMboxPersistent >"),
              (1, "gmbi: 3 mbox entries returned.")]
    empty = [(1, "gmbi: 0 mbox entries returned.")]
    return faults_of(virtual_machine, [Run("gmbi", empty, status=None), Run("gmbi *", empty, status=None),
                               Run("lmbi 3 pm e", [(3, "lmbi: just inserted entry <t.*lmbi.> at index 0.")]),
                               Run("gmbi", listed, status=None),
                               Run("gmbi t4.*lmbi1", [(1, "gmbi: 1 mbox entries returned.")], status=None)])


def beside_owner(virtual_machine, words, run_steps):
    """Runs the steps while `mbox WORDS sleep=SECONDS` has its entry. If they take longer, they are repeated with more seconds.
    Returns what is wrong with them, and the result of the owner."""
    for seconds in (2, 10, 40):
        began = time.monotonic()
        owner = virtual_machine.background(["mbox", *words, f"sleep={seconds}"])
        pvm3_virtual_machine.until(lambda: has_entry(virtual_machine, "mbox_test") or owner.poll() is not None, "an entry mbox_test")
        found = run_steps()
        in_time = time.monotonic() - began < seconds
        result = virtual_machine.finish(owner)
        if in_time:
            break
    return found, result


def mailbox(virtual_machine):
    """The cases in mbox.c that fit to the flags of today. The status is the number of entries found, put or deleted."""
    def steps(*cases):
        return faults_of(virtual_machine, [Run(f"mbox {words}", [], status=status) for words, status in cases])

    denied = 255
    found = steps(("", 1), ("query", 0), ("unknown", 0))
    faults, owner = beside_owner(virtual_machine, [], lambda: steps(("query 0", 1), ("query", 1), ("", denied), ("minst", 1), ("delete 0", 0),
                                                            ("query 1", 0)))
    found += faults + Run("mbox sleep", [(1, "Retrieved Message is a Match.")], status=1).faults(owner)
    found += steps(("query", 0), ("noexit", 1), ("query", 0))
    faults, _ = beside_owner(virtual_machine, ["owrit"], lambda: steps(("", 1), ("query", 0)))
    found += faults
    reader = virtual_machine.background(["mbox", "query", "wait", "0"])
    end = time.monotonic() + pvm3_virtual_machine.WAIT_S
    while reader.poll() is None and time.monotonic() < end:  # the reader may start after the end of the first entry
        found += steps(("sleep=1", 1))
    found += Run("mbox query wait 0", [], status=1).faults(virtual_machine.finish(reader))
    return found + steps(("pers", 1), ("pers", denied), ("pers minst", 1), ("query", 2), ("query 1", 1), ("query favail 1", 1),
                         ("query rddel 0", 0), ("delete", 0), ("query", 2))


def handlers(virtual_machine):
    """mhf_tickle loads a handler into mhf_server, hits it and ends the server."""
    server = virtual_machine.background(["mhf_server"])
    wait_for_entry(virtual_machine, "mhf_server")
    menu = "\n".join(["0", "1", "1", "4", "1", "4", "6", "0", "2", "1", "0", "9"]) + "\n"
    found = Run("mhf_tickle", [(1, "mhf_tickle: LMH - load message handler"),
                               (1, "mhf_tickle: SEAT - server exits pvm and terminate self")]).faults(virtual_machine.run(["mhf_tickle"], menu))
    loaded = r"mhf_server TID: mhf_server: LMH: AFTER load with pvm_addmhf\( src = TID, tag = 1, ctx = 4 \) -> loaded SC1"
    result = virtual_machine.finish(server)
    if result.status != 0:
        found.append(f"mhf_server: {result}")
    # How pvmdisplaymhfinfo prints its table is not compared.
    return found + ([] if "ctx = 4" in result.out or "context 4" in result.out else [f"mhf_server has no handler: {loaded}"])


SCENES = [together, service, persistent_entries, mailbox, handlers]
