"""What TCP has counted on the hosts of a laboratory. Each host has counters of its own, because it is a network namespace."""
import subprocess

LOSS_PROBES, SENT_AGAIN = "TcpExtTCPLossProbes", "TcpRetransSegs"
NAMES = (LOSS_PROBES, SENT_AGAIN)
FILES = ("/proc/net/snmp", "/proc/net/netstat")


def counters_in(text):
    """The counters by name, from the texts of FILES. A line has names, as in "Tcp: RetransSegs", and the next one their values, "Tcp: 7".
    The name of this counter is TcpRetransSegs, as nstat shows it."""
    lines, found = text.splitlines(), {}
    for names, values in zip(lines[::2], lines[1::2]):
        group = names.split(":")[0]
        found |= {group + name: int(value) for name, value in zip(names.split()[1:], values.split()[1:])}
    return found


def of_host(lab, laboratory, host):
    """NAMES on one host, now. `lab` is tools/lab/lab, `laboratory` the id of a laboratory."""
    text = subprocess.run([lab, "enter", laboratory, host, "cat", *FILES], stdin=subprocess.DEVNULL, stdout=subprocess.PIPE,
                          text=True, check=True).stdout
    found = counters_in(text)
    missing = [name for name in NAMES if name not in found]
    if missing:
        raise RuntimeError(f"host {host} has no counter {missing[0]} in {' and '.join(FILES)}")
    return {name: found[name] for name in NAMES}


def of_all(lab, laboratory, hosts):
    """The sum of each of NAMES over all hosts."""
    each = [of_host(lab, laboratory, host) for host in hosts]
    return {name: sum(one[name] for one in each) for name in NAMES}
