"""The measurements of bench/laboratory on the hosts of a laboratory."""
import contextlib
import json
import os
import pathlib
import re
import shutil
import subprocess
import tempfile

import collectives

SHORT = (8, 1024)
SIZES = (*SHORT, 65536, 262144)
OPERATIONS = ("barrier", "broadcast", "reduce", "allreduce", "gather", "scatter", "allgather", "reduce_scatter", "alltoall")
SECONDS = 0.3  # of each collective in the comparison of sides
LIMIT_S = 600
PASSES = 6  # over all algorithms; the interval of a quotient comes from the differences between passes
SHORT_PASSES = 12  # further passes over the short lengths, which are quick to measure and differ most between passes
ORDER_RUNS = 4  # for the measured orders, before the passes, with SAMPLES of each algorithm
SAMPLES = 2  # of each algorithm in a pass, the second one in the reverse order of the first
PLAIN = ["--plain-data"]  # option of banyan up: messages between hosts are not encrypted


def banyan(bin_folder, words, **options):
    return subprocess.run([str(bin_folder / "banyan"), *map(str, words)], check=True, stdin=subprocess.DEVNULL,
                          timeout=LIMIT_S, text=True, **options)


def banyan_json(bin_folder, words, **options):
    return json.loads(banyan(bin_folder, [*words, "--json"], stdout=subprocess.PIPE, **options).stdout)


@contextlib.contextmanager
def virtual_machine(bin_folder, options=()):
    """All hosts of the laboratory as a virtual machine. It ends with the `with` statement."""
    banyan(bin_folder, ["up", "--hostfile", os.environ["BANYAN_LAB_HOSTFILE"], *options])
    try:
        yield
    finally:
        banyan(bin_folder, ["down"])


def host_addresses():
    """Addresses by name, from the host file of the laboratory."""
    text = pathlib.Path(os.environ["BANYAN_LAB_HOSTFILE"]).read_text()
    return dict(re.findall(r"^(\S+) .*address=(\S+)", text, re.M))


def write_agent(folder, lab):
    """The script that Open MPI calls instead of ssh, with an address and a command for the shell of that host."""
    cases = "".join(f"{address}) host={name} ;;\n" for name, address in host_addresses().items())
    agent = pathlib.Path(folder) / "agent"
    agent.write_text(f"""#!/bin/sh
case $1 in
{cases}esac
shift
mkdir -p "{folder}/$host"
exec "{lab}" enter "$BANYAN_LAB_ID" "$host" env TMPDIR="{folder}/$host" sh -c "$*"
""")
    agent.chmod(0o700)
    return agent


def openmpi_command(bin_folder, agent):
    addresses = list(host_addresses().values())
    network = addresses[0].rsplit(".", 1)[0] + ".0/24"
    return ["mpirun.openmpi", "--allow-run-as-root", "--bind-to", "none", "--host", ",".join(f"{a}:1" for a in addresses),
            "-n", len(addresses), "--mca", "plm_rsh_agent", agent, "--mca", "pml", "ob1", "--mca", "btl", "tcp,self",
            "--mca", "btl_tcp_if_include", network, "--mca", "oob_tcp_if_include", network, "--mca",
            "mpi_yield_when_idle", 1, bin_folder / "mpi_openmpi"]


def times(command):
    """Runs one side once. Returns microseconds by collective and size."""
    words = ["collectives", SECONDS, collectives.MOST_CALLS] + [f"{name}:{size}" for name, size in collectives.CALLS]
    done = subprocess.run([str(word) for word in [*command, *words]], stdin=subprocess.DEVNULL, stdout=subprocess.PIPE,
                          text=True, timeout=LIMIT_S, check=True)
    lines = [line for line in done.stdout.splitlines() if re.fullmatch(r"[-+.0-9eE ]+", line)]
    if len(lines) != len(collectives.CALLS):
        raise RuntimeError(f"{command[0]} printed {len(lines)} lines for {len(collectives.CALLS)} collectives")
    return {f"{name} {size}": float(line) for (name, size), line in zip(collectives.CALLS, lines)}


def compare(bin_folder, lab, rounds):
    """A list for each side, with one dictionary of times for each round."""
    tasks = len(host_addresses())
    ours = [bin_folder / "banyan", "run", "-n", tasks, "--", bin_folder / "mailbox_patterns"]
    with tempfile.TemporaryDirectory() as folder:
        sides = {"ours": (ours, lambda: virtual_machine(bin_folder)),
                 "ours_plain": (ours, lambda: virtual_machine(bin_folder, PLAIN))}
        if shutil.which("mpirun.openmpi") and (bin_folder / "mpi_openmpi").exists():
            sides["openmpi"] = (openmpi_command(bin_folder, write_agent(folder, lab)), contextlib.nullcontext)
        found = {name: [] for name in sides}
        for number in range(1, rounds + 1):
            for name, (command, hosts) in sides.items():
                print(f"collectives: round {number} of {rounds}, {name}", flush=True)
                with hosts():
                    found[name].append(times(command))
        return found


def measured_orders(bin_folder, tasks, folder):
    """The lines of a network model with the algorithms in the order of their measured times."""
    lines = []
    for operation in OPERATIONS:
        print(f"orders of the algorithms of {operation}", flush=True)
        file = pathlib.Path(folder) / "orders"
        banyan(bin_folder, ["bench", "collectives", "--np", tasks, "--op", operation, "--sizes", ",".join(map(str, SIZES)),
                            "--repeat", SAMPLES, "--runs", ORDER_RUNS, "--write", file], stdout=subprocess.DEVNULL)
        lines += [line for line in file.read_text().splitlines() if line.startswith("fastest ")]
    return lines


def one_pass(bin_folder, tasks, sizes, orders, first_sample, words):
    """A run of banyan bench collectives for each operation, with all sizes: tasks, hosts, model and results. The network is
    measured before each run, as a program would measure it."""
    found = []
    with tempfile.TemporaryDirectory() as folder:
        model = pathlib.Path(folder) / "model"
        for operation in OPERATIONS:
            print(f"all algorithms of {operation}, {words}", flush=True)
            banyan(bin_folder, ["bench", "model", "-n", tasks, "--write", model], stdout=subprocess.DEVNULL)
            model.write_text(model.read_text() + "\n".join(orders) + "\n")
            found += banyan_json(bin_folder, ["bench", "collectives", "--np", tasks, "--op", operation, "--sizes",
                                              ",".join(map(str, sizes)), "--repeat", SAMPLES, "--first-sample", first_sample,
                                              "--network-model", model])["runs"]
    return found


def all_passes(bin_folder, tasks, orders, passes, short_passes):
    """The runs of each pass; the passes over the short lengths come last. Each pass continues the samples of the one before,
    so that it measures the algorithms in other orders."""
    plan = ([(SIZES, f"pass {number} of {passes}") for number in range(1, passes + 1)] +
            [(SHORT, f"short lengths, pass {number} of {short_passes}") for number in range(1, short_passes + 1)])
    return [one_pass(bin_folder, tasks, sizes, orders, 1 + SAMPLES * done, words) for done, (sizes, words) in enumerate(plan)]


def measure(bin_folder, lab, rounds, passes, short_passes):
    tasks = len(host_addresses())
    sides = compare(bin_folder, lab, rounds)
    with virtual_machine(bin_folder):
        print("techniques in the laboratory", flush=True)
        techniques = banyan_json(bin_folder, ["bench", "techniques", "--np", tasks])
        with tempfile.TemporaryDirectory() as folder:
            orders = measured_orders(bin_folder, tasks, folder)
        found = all_passes(bin_folder, tasks, orders, passes, short_passes)
    return {"laboratory": os.environ["BANYAN_LAB_SETTINGS"], "sides": sides, "techniques": techniques, "orders": orders,
            "passes": found}
