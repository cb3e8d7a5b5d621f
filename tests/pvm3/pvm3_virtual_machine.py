"""Virtual machines for the tests of PVM 3: Banyan's and, for comparison, that of the original. Each has its own temporary folder.

A virtual machine has start(), run(), background(), end(). Nothing that it has started runs after end().
"""
import os
import pathlib
import re
import shutil
import signal
import subprocess
import tempfile
import time

TIME_FACTOR = int(os.environ.get("BANYAN_TEST_TIME_FACTOR", "1"))  # above 1 under a sanitizer; all limits grow by it
LIMIT_S = 60
END_S = 30 * TIME_FACTOR
WAIT_S = 30 * TIME_FACTOR
SETTINGS = ("BANYAN_", "PVM", "XDG_", "LD_")


class Result:
    def __init__(self, status, out, err):
        self.status, self.out, self.err = status, out, err

    def __str__(self):
        return f"status {self.status}\n--- stdout\n{self.out}\n--- stderr\n{self.err}"


def command_of(process):
    """The words of its command, each with a 0 behind it. Nothing if the process has ended."""
    try:
        return pathlib.Path(f"/proc/{process}/cmdline").read_bytes()
    except OSError:
        return b""


class VirtualMachine:
    """What both virtual machines have in common. `programs` is where spawned programs are looked for, `libraries` the LD_LIBRARY_PATH."""

    def __init__(self, programs, libraries):
        self.folder = pathlib.Path(tempfile.mkdtemp(prefix="pvm3."))
        for name in ("run", "home", "tmp", "wd"):
            (self.folder / name).mkdir(mode=0o700)
        kept = {key: value for key, value in os.environ.items() if not key.startswith(SETTINGS)}
        self.environment = kept | {"LC_ALL": "C", "HOME": f"{self.folder}/home", "XDG_RUNTIME_DIR": f"{self.folder}/run",
                                   "PVM_TMP": f"{self.folder}/tmp", "PVM_WD": f"{self.folder}/wd",
                                   "PVM_PATH": ":".join(map(str, programs)), "LD_LIBRARY_PATH": ":".join(map(str, libraries))}
        self.environment["ASAN_OPTIONS"] = "detect_leaks=0"  # the example programs free little
        self.started = []

    def __enter__(self):
        try:
            self.start()
        except BaseException:
            self.end()
            raise
        return self

    def __exit__(self, *unused):
        self.end()

    def background(self, command, **options):
        process = subprocess.Popen([str(word) for word in command], cwd=self.folder / "wd", env=self.environment, text=True,
                                   errors="replace", stdin=subprocess.PIPE, stdout=subprocess.PIPE, stderr=subprocess.PIPE,
                                   start_new_session=True, **options)
        self.started.append(process)
        return process

    def finish(self, process, text="", limit_s=LIMIT_S):
        """The result of a background program that gets `text` as its standard input. Status -9: it did not end in time."""
        try:
            out, err = process.communicate(text, timeout=limit_s * TIME_FACTOR)
        except subprocess.TimeoutExpired:
            os.killpg(process.pid, signal.SIGKILL)
            out, err = process.communicate()
        return Result(process.returncode, out, err)

    def run(self, command, text="", limit_s=LIMIT_S):
        return self.finish(self.background(command), text, limit_s)

    def log(self):
        return "".join(path.read_text(errors="replace") for path in (self.folder / "tmp").glob("pvml.*"))

    def processes(self):
        """The processes with this virtual machine's environment."""
        mark, found = f"PVM_TMP={self.folder}/".encode(), []
        for entry in pathlib.Path("/proc").iterdir():
            try:
                if entry.name.isdigit() and mark in (entry / "environ").read_bytes():
                    found.append(int(entry.name))
            except OSError:  # it has ended
                continue
        return found

    def wait_until_empty(self):
        until = time.monotonic() + END_S
        while self.processes() and time.monotonic() < until:
            time.sleep(0.05)
        return not self.processes()

    def end(self):
        """Returns the programs that had to be killed after the end of the virtual machine. May be called again."""
        if not self.folder.exists():
            return []
        self.stop()
        self.wait_until_empty()
        names = []
        for process in self.processes():
            try:
                names.append(pathlib.Path(f"/proc/{process}/cmdline").read_text().replace("\0", " ").strip())
                os.kill(process, signal.SIGKILL)
            except OSError:
                continue
        for process in self.started:
            process.wait()
            for stream in (process.stdin, process.stdout, process.stderr):
                stream.close()
        shutil.rmtree(self.folder, ignore_errors=True)
        return names


class BanyanVirtualMachine(VirtualMachine):
    """`build` is a build folder of the project, `hosts` the text of a host file, "" for this computer alone. `variables` are added to
    the environment."""

    def __init__(self, build, programs=(), hosts="", needs_path=True, variables=None):
        self.build = pathlib.Path(build).resolve()
        super().__init__([self.build / "bin", *programs], [self.build / "lib"] if needs_path else [])
        self.environment["PATH"] = f"{self.build}/bin:{os.environ['PATH']}"
        self.environment |= variables or {}
        self.hosts = hosts

    def start(self):
        command = ["banyan", "up"]
        if self.hosts:
            path = self.folder / "hosts"
            path.write_text(self.hosts)
            command += ["--hostfile", str(path)]
        up = self.run(command)
        if up.status != 0:
            raise RuntimeError(f"banyan up: {up}")

    def stop(self):
        self.run(["banyan", "down"])

    def service(self):
        """The process id of its PVM service. Waits until there is exactly one: while it starts there may be two processes."""
        found = []

        def is_one():
            found[:] = [process for process in self.processes() if b"\0pvm\0" in command_of(process)]
            return len(found) == 1
        until(is_one, "exactly one PVM service")
        return found[0]

    def coordinator(self, other_than=0):
        """Its process id. Waits until there is one."""
        until = time.monotonic() + END_S
        while time.monotonic() < until:
            for folder in (self.folder / "run").glob("banyan-*/*"):
                try:
                    process = int(os.readlink(folder / "coordinator"))
                except OSError:  # it is being replaced
                    continue
                if process != other_than:
                    return process
            time.sleep(0.01)
        raise RuntimeError("there is no coordinator")

    def kill_coordinator(self):
        """Returns when another one runs."""
        killed = self.coordinator()
        os.kill(killed, signal.SIGKILL)
        self.coordinator(other_than=killed)


class OriginalVirtualMachine(VirtualMachine):
    """The original's daemon and libraries from the unpacked packages in `root`."""

    def __init__(self, root, programs=()):
        self.root = pathlib.Path(root)
        super().__init__([*programs, self.root / "usr/lib/pvm3/lib"], [self.root / "usr/lib/x86_64-linux-gnu"])
        self.environment |= {"PVM_ROOT": f"{self.root}/usr/lib/pvm3", "PVM_ARCH": "LINUX64", "PVM_ALLOW_ROOT": "1"}
        self.daemon = None

    def start(self):
        self.daemon = self.background([self.root / "usr/bin/pvmd", "-nlocalhost"])
        until = time.monotonic() + END_S
        while not list((self.folder / "tmp").glob("pvmd.*")):
            if self.daemon.poll() is not None or time.monotonic() > until:
                raise RuntimeError("the daemon of the original PVM does not start here")
            time.sleep(0.02)

    def stop(self):
        if self.daemon and self.daemon.poll() is None:
            self.daemon.terminate()


def until(condition, what):
    """Waits until `condition()` is true. Raises RuntimeError with `what` after WAIT_S."""
    end = time.monotonic() + WAIT_S
    while not condition():
        if time.monotonic() > end:
            raise RuntimeError(f"not within {WAIT_S} s: {what}")
        time.sleep(0.02)


def masked(text):
    """Tids, contexts, process ids and times are masked, empty lines dropped."""
    text = re.sub(r"\b(?:t|0x)?[48c][0-9a-f]{4}\b|\b(?:t|0x)[1-3][048c][0-9a-f]{4}\b", "TID", text)
    text = re.sub(r"\b(?:26[2-5]|52[4-7]|78[6-9]|104[89])\d{3}\b", "TID", text)  # of four hosts
    text = re.sub(r"\bpid\d+\b", "PID", text)
    return [" ".join(line.split()) for line in text.splitlines() if line.strip()]
