"""The measurements. Each round measures all sides, so that a disturbance of the host affects all of them."""
import datetime
import statistics
import sys

import collectives

NAMES = ("pingpong", "stream", "pairs", "idle", "ring", "connect", "collectives")
OURS = ("ours_tcp", "ours_auto")
SCHEMA = "banyan.bench.compare.v1"

MOST_FAILURES = 2  # after so many failures, a side is left out of the measurement
LARGEST = 16 << 20
# Also sizes at and just above common eager limits, where a drop in bandwidth would show.
SIZES = sorted([1 << i for i in range(25)] + [48 << 10, (64 << 10) + 1, 96 << 10, 192 << 10])
QUICK_SIZES = [1, 8, 64, 1 << 10, 8 << 10, 64 << 10, (64 << 10) + 1, 128 << 10, 256 << 10, 1 << 20, 4 << 20, LARGEST]


def trips_for(size, most):
    """Number of timed round trips for a size. It is the same for every side."""
    return max(8, min(most, (24 << 20) // size))


class Plan:
    """The sizes, repetitions and numbers of tasks of the measurements."""

    def __init__(self, quick):
        self.sizes = QUICK_SIZES if quick else SIZES
        self.most_trips = 200 if quick else 2000
        self.stream_messages = 100_000 if quick else 1_000_000
        self.pair_trips = 500 if quick else 1000
        self.ring_shifts = 500 if quick else 1000
        self.collective_seconds = 0.05 if quick else 0.3
        self.tasks_of_pairs, self.tasks_of_ring, self.tasks_of_connect = 32, 8, 64


# by measurement: the sides that take part
PARTS = {
    "pingpong": ("raw_tcp_spin", "raw_tcp_block", "raw_unix_spin", "raw_unix_block", "raw_tls_spin", "raw_tls_block",
                 "openmpi", "mpich", "pvm_direct", "pvm_default", "zeromq", "ours_tls") + OURS,
    "stream": ("raw_tcp_block", "openmpi", "mpich", "zeromq") + OURS,
    "pairs": ("openmpi",) + OURS,
    "idle": OURS,
    "ring": ("openmpi",) + OURS,
    "connect": ("ours_tcp",),
    "collectives": ("openmpi", "mpich") + OURS,
}


def ping_pong(runner, side, plan):
    lines = runner.run(side, 2, ["pingpong"] + [f"{size}:{trips_for(size, plan.most_trips)}" for size in plan.sizes])
    if len(lines) != len(plan.sizes):
        raise RuntimeError(f"{side}: {len(lines)} lines for {len(plan.sizes)} sizes")
    return {str(int(size)): value for size, value in lines}


def stream(runner, side, plan):
    return {"messages_per_second": runner.run(side, 2, ["stream", 64, plan.stream_messages])[0][0]}


def pairs(runner, side, plan):
    """16 pairs at once, and one pair alone. Ideally, the cores share the CPU time of 16 such pairs equally."""
    words = ["pairs", 8, plan.pair_trips]
    _, cpu_alone = runner.run(side, 2, ["pairs", 8, plan.pair_trips * 10])[0]
    seconds, _ = runner.run(side, plan.tasks_of_pairs, words)[0]
    ideal = cpu_alone / 10 * (plan.tasks_of_pairs / 2) / runner.settings()["cores"]
    return {"seconds": seconds, "ideal_seconds": ideal}


def idle(runner, side, plan):
    return {"percent": runner.run(side, plan.tasks_of_pairs, ["idle", 2])[0][0]}


def ring(runner, side, plan):
    return {"microseconds": runner.run(side, plan.tasks_of_ring, ["ring", 1024, plan.ring_shifts])[0][0]}


def connect(runner, side, plan):
    seconds, links, faults = runner.run(side, plan.tasks_of_connect, ["connect"])[0]
    expected = plan.tasks_of_connect * (plan.tasks_of_connect - 1) / 2
    return {"seconds": seconds, "faults": faults + abs(links - expected)}


MEASURES = {"pingpong": ping_pong, "stream": stream, "pairs": pairs, "idle": idle, "ring": ring, "connect": connect,
            "collectives": collectives.measure}


def run(runner, wanted, rounds, quick):
    """All samples and their medians: result["measurements"][NAME][SIDE][KEY] = {"median": m, "samples": [...]}."""
    plan = Plan(quick)
    result = {"schema": SCHEMA, "date": datetime.datetime.now(datetime.timezone.utc).isoformat(timespec="seconds"),
              "rounds": rounds, "quick": quick, "settings": runner.settings(), "missing_sides": runner.missing,
              "collective_seconds": plan.collective_seconds, "failures": [], "measurements": {}}
    for name in (name for name in NAMES if name in wanted):
        samples = {side: {} for side in PARTS[name] if side in runner.sides}
        for number in range(1, rounds + 1):
            _one_round(runner, plan, name, number, rounds, samples, result["failures"])
        result["measurements"][name] = {
            side: {key: {"median": statistics.median(values), "samples": values} for key, values in keys.items()}
            for side, keys in samples.items() if keys}
    return result


def _one_round(runner, plan, name, number, rounds, samples, failures):
    for side, keys in samples.items():
        failed_before = sum(f["measurement"] == name and f["side"] == side and not f["partial"] for f in failures)
        if failed_before >= MOST_FAILURES:
            continue
        print(f"{name}: round {number} of {rounds}, {side}", flush=True)
        try:
            values = MEASURES[name](runner, side, plan)
        except (RuntimeError, IndexError, ValueError) as failed:  # the report names it
            print(f"  failed: {failed}", file=sys.stderr, flush=True)
            values = getattr(failed, "values", {})
            failures.append({"measurement": name, "side": side, "round": number, "partial": bool(values), "text": str(failed)})
        for key, value in values.items():
            keys.setdefault(key, []).append(value)
