"""The launchers of the tasks of a program on this host: `banyan run` and each installed mpirun."""
import os
import shutil
import signal
import subprocess

NAMES = ("banyan", "openmpi", "mpich")


def command(name, folder, tasks):
    """The words before the program on the command line."""
    return {"banyan": [str(folder / "banyan"), "run", "-n", str(tasks), "--"],
            "openmpi": ["mpirun.openmpi", "--oversubscribe", "--bind-to", "none", "-n", str(tasks)],
            "mpich": ["mpiexec.mpich", "-launcher", "fork", "-n", str(tasks)]}[name]


def installed(folder):
    """The names of the launchers that are installed, and of those that are not."""
    here = [name for name in NAMES if shutil.which(command(name, folder, 1)[0])]
    return here, [name for name in NAMES if name not in here]


def environment(runtime_folder):
    """The same environment for all launchers. It does not depend on the BANYAN_ variables of the caller."""
    kept = {key: value for key, value in os.environ.items() if not key.startswith("BANYAN_")}
    return kept | {"XDG_RUNTIME_DIR": runtime_folder, "OMPI_ALLOW_RUN_AS_ROOT": "1",
                   "OMPI_ALLOW_RUN_AS_ROOT_CONFIRM": "1"}


def end(process):
    """Ends a launcher that leads a session. Asks it to end its tasks first, then kills what is left."""
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
