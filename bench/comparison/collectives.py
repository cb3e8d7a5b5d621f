"""The collectives of the comparison: what is measured, and its targets and tables."""
import os

from markdown_table import markdown_table

KIB, MIB = 1 << 10, 1 << 20
TASKS = (2, 4, 8, 16)
# name and bytes: of the whole vector; in alltoall, of the block for each task
CALLS = (("barrier", 0), ("allreduce", 8), ("allreduce", 64 * KIB), ("allreduce", MIB), ("broadcast", 8),
         ("broadcast", 64 * KIB), ("broadcast", MIB), ("broadcasts", 8), ("alltoall", KIB))
AT_MOST_0_8 = (("barrier", 0), ("allreduce", 8))  # of Open MPI's time, with 4 tasks or more
LIMIT_SECONDS = 60  # for one run
MOST_CALLS = 100_000  # of one collective in one run
# MPICH polls. With more tasks than cores, a task whose message has arrived waits until the time slices of the other
# tasks end. A call then takes tens of milliseconds, and some calls take seconds. So MPICH makes few calls there, and
# only in the first rounds.
POLLING, POLLING_CALLS, POLLING_ROUNDS = "mpich", 2, 2
OURS = "ours_tcp"
OTHERS = (("openmpi", "Open MPI"), ("mpich", "MPICH"))


def key_of(name, size, tasks):
    """The key of a result, for example "allreduce 65536 8"."""
    return f"{name} {size} {tasks}"


def call_text(name, size, size_text):
    return name if size == 0 else f"{name} {size_text(size)}"


_failed = set()  # (side, tasks)
_runs_of_polling = {}  # number of runs by number of tasks


class Incomplete(RuntimeError):
    """A part of a measurement failed. `values` has the results of the other parts."""

    def __init__(self, text, values):
        super().__init__(text)
        self.values = values


def _polls(side, tasks, cores):
    return side == POLLING and tasks > cores


def _has_enough(side, tasks, cores):
    """True if a side that polls has been run in enough rounds. Each call counts one run."""
    if not _polls(side, tasks, cores):
        return False
    _runs_of_polling[tasks] = _runs_of_polling.get(tasks, 0) + 1
    return _runs_of_polling[tasks] > POLLING_ROUNDS


def measure(runner, side, plan):
    """Microseconds of a call by key_of(). Runs the side once for each number of tasks. Raises Incomplete.

    If a side has failed with a number of tasks, for example by the time limit, it is not run with that number
    again."""
    found, failures = {}, []
    for tasks in TASKS:
        if (side, tasks) in _failed or _has_enough(side, tasks, os.cpu_count()):
            continue
        polls = _polls(side, tasks, os.cpu_count())
        words = ["collectives", plan.collective_seconds, POLLING_CALLS if polls else MOST_CALLS]
        words += [f"{name}:{size}" for name, size in CALLS]
        try:
            lines = runner.run(side, tasks, words, LIMIT_SECONDS)
        except RuntimeError as failed:
            failures.append(str(failed))
            _failed.add((side, tasks))
            continue
        if len(lines) == len(CALLS):
            found |= {key_of(name, size, tasks): line[0] for (name, size), line in zip(CALLS, lines)}
        else:
            failures.append(f"{side}: {len(lines)} lines for {len(CALLS)} collectives on {tasks} tasks")
    if failures:
        raise Incomplete("; ".join(failures), found)
    return found


def ratios(quotient, result, call, other, tasks):
    """Our TCP times divided by those of another side, for each number of tasks. None where it was not measured."""
    return [quotient(result, "collectives", key_of(*call, number), OURS, other) for number in tasks]


def ratio_text(found):
    return " / ".join("-" if ratio is None else f"{ratio:.2g}" if ratio < 0.01 else f"{ratio:.2f}" for ratio in found) + " x"


def largest(found):
    """The largest measured ratio, or None."""
    return max((ratio for ratio in found if ratio is not None), default=None)


def target_rows(result, quotient, size_text, make_row):
    """One row for each call and MPI, and another row for each call with a stricter target."""
    rows = []
    for call in CALLS:
        for other, label in OTHERS:
            found = ratios(quotient, result, call, other, TASKS)
            if largest(found) is not None:
                rows.append(make_row(f"{other} {call[0]} {call[1]}", f"{call_text(*call, size_text)}, TCP, p = 2 / 4 / 8 / 16",
                                     f"below {label}", ratio_text(found), largest(found) < 1))
        found = ratios(quotient, result, call, "openmpi", TASKS[1:])
        if call in AT_MOST_0_8 and largest(found) is not None:
            rows.append(make_row(f"short {call[0]}", f"{call_text(*call, size_text)}, TCP, p = 4 / 8 / 16",
                                 "<= 0.8 x Open MPI", ratio_text(found), largest(found) <= 0.8))
    return rows


def table(result, median, size_text, labels):
    """Microseconds of each call on each side. One line for each call and number of tasks."""
    measured = result["measurements"]["collectives"]
    lines = []
    for call in CALLS:
        for tasks in TASKS:
            times = [median(result, "collectives", side, key_of(*call, tasks)) for side in measured]
            if all(time is None for time in times):
                continue
            texts = ["-" if time is None else f"{time:.4g}" for time in times]
            lines.append([call_text(*call, size_text), str(tasks)] + texts)
    return markdown_table(["collective", "tasks"] + [labels[side] for side in measured], lines)


SECTION = """## Collectives, microseconds

All sides run the same loop (`bench/comparison/collective_patterns.c`), which calls each collective for {seconds} s after a warm-up. Calls of
barrier, allreduce (sum of doubles) and alltoall (a block for each task) follow each other directly. Each `broadcast` follows a barrier that is not timed;
its time is that of the slowest task, from the end of its own barrier, and the root changes from call to call. `broadcasts` are all from rank 0 and follow each
other directly.

MPICH polls, and yields its core after 1000 polls by default. With more tasks than cores, a task whose message has arrived waits until the time slices of the others
end: a call takes tens of milliseconds, and some calls take seconds. So ratios to MPICH are near 0 there. A run that takes more than {limit} s is ended: "-" where no run was shorter.

{table}

"""


def section(result, median, size_text, labels):
    """The section for the page. Empty if collectives were not measured."""
    if not result["measurements"].get("collectives"):
        return ""
    return SECTION.format(seconds=result["collective_seconds"], table=table(result, median, size_text, labels),
                          limit=LIMIT_SECONDS)
