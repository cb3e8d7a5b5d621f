#!/usr/bin/env python3
"""Runs the commands of docs/getting_started.md in order and compares their output with the page.

    tutorial.py PAGE BUILD_FOLDER            compare; exit status 1 and a difference for each block that is not as it says
    tutorial.py PAGE BUILD_FOLDER --write    write the real output into the page instead

Blocks of the page:
    ```cpp file=NAME, ```text file=NAME      a file that the reader writes; it is written to the working folder
    ```console                               lines that begin with "$ " are commands of one shell; the others their output
    ```console any-order                     the same; the lines of an output may come in any order
    ```console measured                      the same; only the first words of the lines are compared, in any order
Numbers with a decimal point, the ids of virtual machines and tasks, the numbers of runs and the width of columns are not compared. Everything happens in a temporary folder with an XDG_RUNTIME_DIR
and a HOME of its own, in which build/quickstart-release is the build folder.
"""
import difflib
import os
import pathlib
import re
import signal
import subprocess
import sys
import tempfile

LIMIT_S = 240
# First words of lines that `banyan advise` prints for some measurements and not for others: the network is known or not,
# there is a tie or not, the computer is busy or not, the measurement takes 10 s or not, the hosts can be predicted or not,
# fewer tasks are faster or not, the shortest rounds give a line or not, the exchange model is determined or not, speeds are steady or not. The indented lines are the parts of a message that were found.
DEPENDING = {"Ring", "Check", "Network:", "The", "messages", "To", "A", "banyan:", "These", "End", "Fewer", "Parts", "Shortest",
             "Exchange", "Unsteady"}
END = "--- end of the command ---"
# A command with this option is repeated, at most twice, if its output differs: when the limit of a run has passed, a task has 1 s to say
# what it waits for, and a busy computer may take longer.
REPEATED, REPETITIONS = "--timeout ", 2


class Shell:
    """One bash for all commands, so that `cd` and `export` last; standard error goes where standard output goes."""

    def __init__(self, folder):
        environment = {key: value for key, value in os.environ.items() if not key.startswith(("BANYAN_", "XDG_", "PKG_CONFIG"))}
        self.environment = environment | {"HOME": str(folder), "XDG_RUNTIME_DIR": str(folder / "runtime"), "LC_ALL": "C"}
        self.process = subprocess.Popen(["bash", "--norc"], cwd=folder, env=self.environment, text=True, stdin=subprocess.PIPE,
                                        stdout=subprocess.PIPE, stderr=subprocess.STDOUT, start_new_session=True)

    def run(self, command):
        self.process.stdin.write(f"{{ {command}\n}} < /dev/null\nstatus=$?; echo '{END}'; (exit $status)\n")
        self.process.stdin.flush()
        lines = []
        for line in self.process.stdout:
            if line.rstrip("\n").endswith(END):
                rest = line.rstrip("\n")[:-len(END)]
                return lines + ([rest] if rest else [])
            lines.append(line.rstrip("\n"))
        raise RuntimeError(f"the shell ended in: {command}")

    def end(self):
        """Ends the shell and what runs in it, then the virtual machine that a page has left when it failed."""
        try:
            os.killpg(self.process.pid, signal.SIGKILL)
        except ProcessLookupError:
            pass
        self.process.wait()
        banyan = pathlib.Path(self.environment["HOME"]) / ".local/bin/banyan"
        if banyan.exists():
            subprocess.run([banyan, "down"], env=self.environment, stdin=subprocess.DEVNULL, stdout=subprocess.DEVNULL,
                           stderr=subprocess.DEVNULL, timeout=60)


def masked(line):
    line = re.sub(r"virtual machine [0-9a-f]{8}\b", "virtual machine ID", line)
    line = re.sub(r"\btask [0-9a-f]+\b", "task ID", line)
    line = re.sub(r"^run \d+:", "run NUMBER:", line)
    line = re.sub(r"(?<![\d.])\d+\.\d+(?![\d.])", "N", line)
    return " ".join(line.split())


def comparable(lines, kind):
    lines = [line for line in lines if line.strip()]
    if kind == "measured":
        return sorted({masked(line).split()[0] for line in lines if not line.startswith("  ")} - DEPENDING)
    lines = [masked(line) for line in lines]
    return sorted(lines) if kind == "any-order" else lines


def blocks(text):
    """(info string, first line, lines) of each fenced block."""
    lines = text.split("\n")
    start = None
    for number, line in enumerate(lines):
        if line.startswith("```"):
            if start is None:
                start = number
            else:
                yield lines[start][3:].split(), start + 1, lines[start + 1:number]
                start = None


def commands(lines):
    """[command, output lines] of each command of a block; a command continues after a backslash at its end."""
    found = []
    for line in lines:
        if found and found[-1][0].endswith("\\"):
            found[-1][0] += "\n" + line
        elif line.startswith("$ "):
            found.append([line[2:], []])
        else:
            found[-1][1].append(line)
    return found


def run_block(shell, kind, first, lines, differences):
    """The block with its real output."""
    real = []
    for command, expected in commands(lines):
        wanted = comparable(expected, kind)
        for _ in range(1 + (REPETITIONS if REPEATED in command else 0)):
            output = shell.run(command)
            got = comparable(output, kind)
            if wanted == got:
                break
        real += ["$ " + command] + output
        if wanted != got:
            differences.append(f"line {first + 1}: $ {command}")
            differences += list(difflib.unified_diff(wanted, got, "the page, masked", "the output, masked", lineterm=""))
            differences += ["the output:"] + output
    return real


def run_page(page, folder):
    text = page.read_text()
    shell, differences, pieces = Shell(folder), [], []
    try:
        for info, first, lines in blocks(text):
            files = [word[5:] for word in info if word.startswith("file=")]
            if files:
                (folder / files[0]).write_text("\n".join(lines) + "\n")
            elif info[:1] == ["console"]:
                pieces.append((first, len(lines), run_block(shell, "".join(info[1:]), first, lines, differences)))
    finally:
        shell.end()
    lines = text.split("\n")
    for first, length, real in reversed(pieces):
        lines[first:first + length] = "\n".join(real).split("\n")
    return "\n".join(lines), differences, len(pieces)


def too_late(*_):
    raise RuntimeError(f"not done after {LIMIT_S} s")


def main():
    page, build = pathlib.Path(sys.argv[1]), pathlib.Path(sys.argv[2]).resolve()
    signal.signal(signal.SIGALRM, too_late)
    signal.alarm(LIMIT_S)
    with tempfile.TemporaryDirectory(prefix="tutorial") as name:
        folder = pathlib.Path(name)
        (folder / "runtime").mkdir(mode=0o700)
        (folder / "build").mkdir()
        (folder / "build/quickstart-release").symlink_to(build)
        text, differences, count = run_page(page, folder)
    if "--write" in sys.argv:
        page.write_text(text)
    elif differences:
        print("\n".join(differences))
        sys.exit(f"tutorial: {page.name} does not show what its commands print; look at it, then run tutorial.py with --write")
    if count == 0:
        sys.exit(f"tutorial: {page.name} has no commands")


if __name__ == "__main__":
    try:
        main()
    except (RuntimeError, OSError) as failure:
        sys.exit(f"tutorial: {failure}")
