"""The settings of a battery, drawn from a seed.

Each factor takes its values in blocks: a block holds each of its values once, in an order of its own. So every value of a
factor occurs equally often, setting i does not depend on how many settings are drawn, and a new factor does not change the
others.
"""
import math
import random

CORES = 2  # all quotas together; no host gets more than one core
BASE_PERIOD_US = 10_000
SHORTEST_QUOTA_US = 1000  # the kernel takes no shorter one

# A value that stands more than once is drawn more often.
HOSTS = (3, 4, 5, 6, 7, 8)
FAMILIES = ("equal", "steps", "pairs", "one_fast", "one_slow", "any")
CELLS = (250_000, 500_000, 1_000_000, 1_500_000, 4_000_000)
QUICK_CELLS = (40_000, 60_000, 90_000)
ASPECTS = (1 / 3, 1 / 2, 1, 1, 3 / 2, 3)  # rows / columns
FLOPS = (10, 50)
NETWORKS = ("switched", "shared")
RATES = ("10mbit", "100mbit", "1000mbit")
CONGESTION_CONTROLS = ("default", "reno")  # default: that of this computer; a namespace may use few others
LOSS_PERCENTS = (0, 0, 0, 0, 0, 0, 0, 0.1)
DELAYS_MS = (0, 0, 0, 1)  # of a message between two hosts; only a switch has one
LOADS = ("none", "none", "none", "none", "none", "steady", "bursts")
TASKS_PER_HOST = (1, 1, 1, 1, 1, 1, 2)
LARGEST_SPEED = 9


def stream(seed, *names):
    """Random numbers in [0, 1). The same for the same arguments in every version of Python: seeds that are texts are hashed,
    and random() is kept the same; its other methods may change."""
    return random.Random(" ".join(map(str, (seed, *names)))).random


def shuffled(values, rnd):
    values = list(values)
    for last in range(len(values) - 1, 0, -1):
        other = int(rnd() * (last + 1))
        values[last], values[other] = values[other], values[last]
    return values


def value_of(factor, values, seed, number):
    """The value of a factor in setting `number`, from 0."""
    block, place = divmod(number, len(values))
    return shuffled(values, stream(seed, factor, block))[place]


def speeds_of(family, hosts, rnd):
    """Relative speeds, the fastest host first."""
    speeds = {"equal": [1] * hosts,
              "steps": list(range(hosts, 0, -1)),
              "pairs": [2 ** ((hosts - 1 - i) // 2) for i in range(hosts)],
              "one_fast": [9, 3, 3, 2, 1, 1, 1, 1][:hosts],
              "one_slow": [4] * (hosts - 1) + [1],
              "any": [1 + int(rnd() * LARGEST_SPEED) for _ in range(hosts)]}[family]
    return sorted(speeds, reverse=True)


def period_us(speeds):
    """The period of the quotas: as short as the kernel allows for the slowest host, in steps of BASE_PERIOD_US."""
    scale = min(1 / max(speeds), CORES / sum(speeds))
    return BASE_PERIOD_US * math.ceil(SHORTEST_QUOTA_US / (BASE_PERIOD_US * scale * min(speeds)))


def draw(seed, number, quick=False):
    """Setting `number`, from 0, as it stands in the JSON of its result. `quick`: small grids."""
    def pick(factor, values):
        return value_of(factor, values, seed, number)
    hosts = pick("hosts", HOSTS)
    speeds = speeds_of(pick("family", FAMILIES), hosts, stream(seed, "speeds", number))
    rows = round(math.sqrt(pick("cells", QUICK_CELLS if quick else CELLS) * (aspect := pick("aspect", ASPECTS))))
    load, network = pick("load", LOADS), pick("network", NETWORKS)
    delay_ms = pick("delay", DELAYS_MS) if network == "switched" else 0
    # Without a delay, the record has no field for it: results of settings without a delay are kept.
    delayed = {"delay_ms": delay_ms} if delay_ms else {}
    return {"hosts": hosts, "speeds": speeds, "period_us": period_us(speeds), "rows": rows, "cols": round(rows / aspect),
            "flops": pick("flops", FLOPS), "network": network, "rate": pick("rate", RATES),
            "loss_percent": pick("loss", LOSS_PERCENTS),
            "congestion_control": pick("congestion_control", CONGESTION_CONTROLS), "load": load,
            "loaded_host": 0 if load == "none" else 1 + int(stream(seed, "loaded_host", number)() * hosts),
            "tasks": hosts * pick("tasks_per_host", TASKS_PER_HOST)} | delayed


def laboratory_of(setting):
    """The options of tools/lab/lab that make the hosts and the network of a setting."""
    options = ["--hosts", setting["hosts"], "--speeds", ",".join(map(str, setting["speeds"])), "--network", setting["network"],
               "--rate", setting["rate"], "--cores", CORES, "--period-us", setting["period_us"],
               "--loss", setting["loss_percent"]]
    if setting.get("delay_ms"):
        options += ["--delay", setting["delay_ms"]]
    if setting["congestion_control"] != "default":
        options += ["--congestion-control", setting["congestion_control"]]
    return options


def group_of(setting):
    """The group of the summary to which a setting belongs."""
    if setting["loss_percent"] > 0:
        return "lossy"
    return "oversubscribed" if setting["tasks"] > setting["hosts"] else "ordinary"


def text_of(setting):
    """One line for people."""
    extras = [f"loss {setting['loss_percent']} %"] if setting["loss_percent"] else []
    if setting.get("delay_ms"):
        extras.append(f"delay {setting['delay_ms']} ms")
    if setting["load"] != "none":
        extras.append(f"load {setting['load']} on h{setting['loaded_host']}")
    if setting["tasks"] != setting["hosts"]:
        extras.append(f"{setting['tasks']} tasks")
    return ", ".join([f"speeds {','.join(map(str, setting['speeds']))}", f"{setting['rows']} x {setting['cols']}",
                      f"{setting['flops']} flops", f"{setting['network']} {setting['rate']}",
                      f"congestion control {setting['congestion_control']}", *extras])
