"""The sides of the comparison: how to start each one, whether it is installed, and its version."""
import os
import pathlib
import re
import shutil
import subprocess
import tempfile

import launchers
import host_facts

OPENMPI = ["mpirun.openmpi", "--oversubscribe", "--bind-to", "none", "--mca", "pml", "ob1", "--mca", "btl", "tcp,self",
           "--mca", "btl_tcp_if_include", "lo"]
MPICH = ["mpiexec.mpich", "-launcher", "fork"]
# Debian's MPICH is ch4:ucx. Without these settings it uses shared memory on one host. With them, `strace -c` shows one
# sendto per message, and `ss -tn` shows its connections on 127.0.0.1. The FI_ setting is for a ch4:ofi build.
MPICH_TCP = {"MPIR_CVAR_NOLOCAL": "1", "UCX_TLS": "tcp,self", "UCX_NET_DEVICES": "lo", "FI_PROVIDER": "tcp"}
MPICH_YIELDS = {"MPIR_CVAR_POLLS_BEFORE_YIELD": "1"}  # with more tasks than cores; the default is 1000

# name: (label, program)
SIDES = {
    "raw_tcp_spin": ("raw TCP, spinning", "raw_socket"),
    "raw_tcp_block": ("raw TCP, blocking", "raw_socket"),
    "raw_unix_spin": ("raw Unix socket, spinning", "raw_socket"),
    "raw_unix_block": ("raw Unix socket, blocking", "raw_socket"),
    "raw_tls_spin": ("raw TLS 1.3 (OpenSSL), spinning", "raw_socket"),
    "raw_tls_block": ("raw TLS 1.3 (OpenSSL), blocking", "raw_socket"),
    "openmpi": ("Open MPI over TCP", "mpi_openmpi"),
    "mpich": ("MPICH over TCP", "mpi_mpich"),
    "pvm_direct": ("PVM 3.4.6, direct route", "pvm_messages"),
    "pvm_default": ("PVM 3.4.6, default route", "pvm_messages"),
    "zeromq": ("ZeroMQ PAIR over TCP", "zeromq_pair"),
    "ours_tcp": ("Banyan over TCP", "mailbox_patterns"),
    "ours_tls": ("Banyan over TCP, encrypted", "mailbox_patterns"),
    "ours_auto": ("Banyan, automatic (Unix socket)", "mailbox_patterns"),
}
NAMES = list(SIDES)
LAUNCHERS = {"openmpi": "mpirun.openmpi", "mpich": "mpiexec.mpich", "pvm_direct": "pvmd", "pvm_default": "pvmd"}
PACKAGES = ("openmpi-bin", "mpich", "pvm", "libzmq5")


def build(root, folder):
    """Builds the programs of the sides. Configures the folder again each time, to find new libraries."""
    print("building", flush=True)
    for command in (["cmake", "--preset", "release"] if folder == root / "build/release" else ["cmake", str(folder)],
                    ["cmake", "--build", str(folder), "--target", "compare_programs"]):
        done = subprocess.run(command, cwd=root, stdout=subprocess.PIPE, stderr=subprocess.STDOUT, text=True)
        if done.returncode != 0:
            raise RuntimeError(f"{' '.join(command)} failed:\n{done.stdout[-3000:]}")


class Runner:
    """Runs programs of the sides. At the end it stops all that it started, such as its own PVM."""

    def __init__(self, bin_folder, wanted):
        self.bin = pathlib.Path(bin_folder)
        self.missing = [name for name in wanted if not self._installed(name)]
        self.sides = [name for name in wanted if name not in self.missing]
        self.environment = {key: value for key, value in os.environ.items() if not key.startswith("BANYAN_")}
        self.pvm_folder = None

    def __enter__(self):
        if any(name.startswith("pvm") for name in self.sides):
            self._start_pvm()
        return self

    def __exit__(self, *_):
        if self.pvm_folder:
            self._halt_pvm()

    def _installed(self, name):
        launcher = LAUNCHERS.get(name)
        return (self.bin / SIDES[name][1]).exists() and (launcher is None or shutil.which(launcher) is not None)

    def run(self, name, tasks, words, limit_seconds=90):
        """The lines that one run of a side prints, as lists of numbers. Raises RuntimeError if the run fails or
        takes too long. It leaves no process running."""
        command, extra = self._command(name, tasks)
        command = command + [str(word) for word in words]
        process = subprocess.Popen(command, env=self.environment | extra, stdin=subprocess.DEVNULL,
                                   stdout=subprocess.PIPE, stderr=subprocess.PIPE, text=True, start_new_session=True)
        try:
            out, err = process.communicate(timeout=limit_seconds)
        except BaseException as stopped:  # also after an interrupt, the started processes must be ended first
            launchers.end(process)
            if isinstance(stopped, subprocess.TimeoutExpired):
                raise RuntimeError(f"{self._shown(name, command)} took more than {limit_seconds} s") from None
            raise
        if process.returncode != 0:
            raise RuntimeError(f"{self._shown(name, command)} ended with {process.returncode}: {err.strip()[-500:]}")
        return [[float(word) for word in line.split()] for line in out.splitlines()
                if re.fullmatch(r"[-+.0-9eE ]+", line)]

    def _shown(self, name, command):
        """A side and its command, for results: without the build folder, which is a path of this computer."""
        return f"{name}: '{' '.join(command)}'".replace(f"{self.bin}/", "")

    def _command(self, name, tasks):
        program = str(self.bin / SIDES[name][1])
        if name.startswith("raw_"):
            return [program] + name.split("_")[1:], {}
        if name == "openmpi":
            as_root = ["--allow-run-as-root"] if os.geteuid() == 0 else []
            return OPENMPI + as_root + ["--mca", "mpi_yield_when_idle", str(int(tasks > os.cpu_count())), "-n",
                                        str(tasks), program], {}
        if name == "mpich":
            return MPICH + ["-n", str(tasks), program], MPICH_TCP | (MPICH_YIELDS if tasks > os.cpu_count() else {})
        if name.startswith("pvm_"):
            return [program, name.split("_")[1]], {}
        if name == "zeromq":
            return [program], {}
        encryption = "every_tcp" if name == "ours_tls" else "between_hosts"  # the tasks are on one host
        transport = "auto" if name == "ours_auto" else "tcp"
        return [str(self.bin / "banyan"), "run", "-n", str(tasks), "--", program], {
            "BANYAN_TRANSPORT": transport, "BANYAN_ENCRYPTION": encryption}

    def _start_pvm(self):
        self.pvm_folder = tempfile.mkdtemp(prefix="pvm")
        self.environment |= {"PVM_ROOT": os.environ.get("PVM_ROOT", "/usr/lib/pvm3"), "PVM_TMP": self.pvm_folder,
                             "PVM_ALLOW_ROOT": "1"}
        # The daemon prints its address when it is ready, and then keeps running.
        self.pvmd = subprocess.Popen(["pvmd", "-n127.0.0.1"], env=self.environment, stdin=subprocess.DEVNULL,
                                     stdout=subprocess.PIPE, stderr=subprocess.DEVNULL, start_new_session=True)
        self.pvmd.stdout.readline()

    def _halt_pvm(self):
        try:
            subprocess.run(["pvm"], input="halt\n", env=self.environment, text=True, stdout=subprocess.DEVNULL,
                           stderr=subprocess.DEVNULL, timeout=10)
        except subprocess.TimeoutExpired:
            pass
        launchers.end(self.pvmd)
        shutil.rmtree(self.pvm_folder, ignore_errors=True)

    def settings(self):
        """What the results depend on: host, kernel, versions."""
        return {**host_facts.facts(),
                "congestion_control": host_facts.contents("/proc/sys/net/ipv4/tcp_congestion_control"),
                "tcp_rmem": host_facts.contents("/proc/sys/net/ipv4/tcp_rmem"),
                "tcp_wmem": host_facts.contents("/proc/sys/net/ipv4/tcp_wmem"),
                "pinning": "none, on any side", "versions": {name: _version_of(name) for name in PACKAGES},
                "openmpi_command": " ".join(OPENMPI) + " --mca mpi_yield_when_idle 1 when tasks > cores, else 0",
                "mpich_command": " ".join(f"{k}={v}" for k, v in MPICH_TCP.items()) + " " + " ".join(MPICH) +
                " with " + " ".join(f"{k}={v}" for k, v in MPICH_YIELDS.items()) + " when tasks > cores"}


def _version_of(package):
    return host_facts.output(["dpkg-query", "-W", "-f=${Version}", package]) or "not installed"
