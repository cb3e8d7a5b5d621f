"""What starts the tasks of a program on this host: `banyan run` and each mpirun that is installed."""
import os
import shutil
import signal
import subprocess

NAMES = ("banyan", "openmpi", "mpich")


def command(name, folder, tasks):
    """The words before the program."""
    return {"banyan": [str(folder / "banyan"), "run", "-n", str(tasks), "--"],
            "openmpi": ["mpirun.openmpi", "--oversubscribe", "--bind-to", "none", "-n", str(tasks)],
            "mpich": ["mpiexec.mpich", "-launcher", "fork", "-n", str(tasks)]}[name]


def installed(folder):
    """The names of those that are here, and of those that are not."""
    here = [name for name in NAMES if shutil.which(command(name, folder, 1)[0])]
    return here, [name for name in NAMES if name not in here]


def environment(runtime_folder):
    """For all of them alike, whatever the caller's shell holds."""
    kept = {key: value for key, value in os.environ.items() if not key.startswith("BANYAN_")}
    return kept | {"XDG_RUNTIME_DIR": runtime_folder, "OMPI_ALLOW_RUN_AS_ROOT": "1",
                   "OMPI_ALLOW_RUN_AS_ROOT_CONFIRM": "1"}


def end(process):
    """Ends a launcher that leads a session. It takes its tasks down when it is asked to; what stays is killed."""
    process.terminate()
    try:
        process.communicate(timeout=5)
    except subprocess.TimeoutExpired:
        pass
    try:
        os.killpg(process.pid, signal.SIGKILL)
    except ProcessLookupError:
        pass
    process.communicate()
