"""What bench/laboratory measures on the hosts of a laboratory."""
import json
import os
import pathlib
import re
import shutil
import subprocess
import tempfile

import collectives

SIZES = (8, 1024, 65536, 262144)
OPERATIONS = ("barrier", "broadcast", "reduce", "allreduce", "gather", "scatter", "allgather", "reduce_scatter", "alltoall")
SECONDS = 0.3  # of each collective that two sides are compared by
LIMIT_S = 600


def banyan(bin_folder, words, **options):
    return subprocess.run([str(bin_folder / "banyan"), *map(str, words)], check=True, stdin=subprocess.DEVNULL,
                          timeout=LIMIT_S, text=True, **options)


def banyan_json(bin_folder, words, **options):
    return json.loads(banyan(bin_folder, [*words, "--json"], stdout=subprocess.PIPE, **options).stdout)


def host_addresses():
    """Address by name, from the host file of the laboratory."""
    text = pathlib.Path(os.environ["BANYAN_LAB_HOSTFILE"]).read_text()
    return dict(re.findall(r"^(\S+) .*address=(\S+)", text, re.M))


def write_agent(folder, lab):
    """What Open MPI calls instead of ssh, with an address and a command for the shell of that host."""
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
    """Microseconds by collective and size of one run of a side."""
    words = ["collectives", SECONDS] + [f"{name}:{size}" for name, size in collectives.CALLS]
    done = subprocess.run([str(word) for word in [*command, *words]], stdin=subprocess.DEVNULL, stdout=subprocess.PIPE,
                          text=True, timeout=LIMIT_S, check=True)
    lines = [line for line in done.stdout.splitlines() if re.fullmatch(r"[-+.0-9eE ]+", line)]
    if len(lines) != len(collectives.CALLS):
        raise RuntimeError(f"{command[0]} printed {len(lines)} lines for {len(collectives.CALLS)} collectives")
    return {f"{name} {size}": float(line) for (name, size), line in zip(collectives.CALLS, lines)}


def compare(bin_folder, lab, rounds):
    """One dictionary of times for each round and side."""
    tasks = len(host_addresses())
    with tempfile.TemporaryDirectory() as folder:
        sides = {"ours": [bin_folder / "banyan", "run", "-n", tasks, "--", bin_folder / "mailbox_patterns"]}
        if shutil.which("mpirun.openmpi") and (bin_folder / "mpi_openmpi").exists():
            sides["openmpi"] = openmpi_command(bin_folder, write_agent(folder, lab))
        found = {name: [] for name in sides}
        for number in range(1, rounds + 1):
            for name, command in sides.items():
                print(f"collectives: round {number} of {rounds}, {name}", flush=True)
                found[name].append(times(command))
        return found


def measure(bin_folder, lab, rounds):
    tasks = len(host_addresses())
    banyan(bin_folder, ["up", "--hostfile", os.environ["BANYAN_LAB_HOSTFILE"]])
    try:
        sides = compare(bin_folder, lab, rounds)
        print("techniques in the laboratory", flush=True)
        techniques = banyan_json(bin_folder, ["bench", "techniques", "--np", tasks])
        found = []
        for operation in OPERATIONS:
            print(f"all algorithms of {operation}", flush=True)
            found += banyan_json(bin_folder, ["bench", "collectives", "--np", tasks, "--op", operation, "--sizes",
                                              ",".join(map(str, SIZES)), "--repeat", 3])["runs"][0]["results"]
    finally:
        banyan(bin_folder, ["down"])
    return {"laboratory": os.environ["BANYAN_LAB_SETTINGS"], "sides": sides, "techniques": techniques, "algorithms": found}
