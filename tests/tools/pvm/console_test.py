#!/usr/bin/env python3
"""Runs the console of PVM as a user does, with commands from a pipe and from a terminal. Usage: console_test.py PROGRAMS

PROGRAMS is the folder of pvm, banyan and banyand. Virtual machines and files are in a temporary folder, and nothing runs afterwards.
"""
import os
import pathlib
import pty
import re
import select
import shutil
import signal
import subprocess
import sys
import tempfile
import termios
import time

LIMIT_S = 60
PROMPT = "pvm> "


class Console:
    """A running console. What it prints on standard output and standard error is in `text`."""

    def __init__(self, world, command, terminal):
        self.text, self.read_to = "", 0
        self.input = None
        if terminal:
            self.descriptor, other = pty.openpty()
            self.process = subprocess.Popen(command, env=world.environment | {"TERM": "xterm"}, cwd=world.folder, stdin=other,
                                            stdout=other, stderr=other, start_new_session=True)
            os.close(other)
        else:
            self.descriptor, other = os.pipe()
            self.process = subprocess.Popen(command, env=world.environment, cwd=world.folder, stdin=subprocess.PIPE, stdout=other,
                                            stderr=other)
            self.input = self.process.stdin
            os.close(other)

    def write(self, text):
        if self.input:
            self.input.write(text.encode())
            self.input.flush()
        else:
            os.write(self.descriptor, text.encode())

    def wait_for(self, pattern):
        """Waits until `pattern` appears after what was waited for before. Returns the match."""
        limit = time.monotonic() + LIMIT_S
        while not (found := re.compile(pattern, re.M).search(self.text, self.read_to)):
            ready, _, _ = select.select([self.descriptor], [], [], max(0, limit - time.monotonic()))
            chunk = b""
            if ready:
                try:
                    chunk = os.read(self.descriptor, 65536)
                except OSError:  # the program at the other end of a terminal has ended
                    pass
            if not chunk:
                raise AssertionError(f"'{pattern}' does not follow in:\n{self.text}")
            self.text = (self.text + chunk.decode()).replace("\r\n", "\n")  # a read may end between the two
        self.read_to = found.end()
        return found

    def end(self):
        """Closes the input. Returns the exit status."""
        if self.input:
            self.input.close()
        try:
            return self.process.wait(LIMIT_S)
        finally:
            self.process.kill()
            self.process.wait()
            os.close(self.descriptor)


class World:
    """A temporary folder for virtual machines, files and programs."""

    def __init__(self, programs):
        self.programs = programs
        self.folder = pathlib.Path(tempfile.mkdtemp(prefix="pvm_console."))
        kept = {key: value for key, value in os.environ.items() if not key.startswith(("BANYAN_", "PVM", "XDG_"))}
        self.environment = kept | {"PVM_DEBUGGER": f"{self.folder}/debug", "HOME": str(self.folder), "PVM_TMP": str(self.folder), "XDG_RUNTIME_DIR": str(self.folder),
                                   "PVM_PATH": str(self.folder), "LC_ALL": "C"}

    def program(self, name, text):
        path = self.folder / name
        path.write_text("#!/bin/sh\n" + text)
        path.chmod(0o755)
        return path

    def open(self, *arguments, terminal=False):
        """A console that shows its prompt."""
        console = Console(self, [self.programs / "pvm", *arguments], terminal)
        console.wait_for(PROMPT)
        return console

    def run(self, commands, *arguments, program=("pvm",)):
        """All commands at once. Returns what a console prints on standard output and standard error."""
        result = subprocess.run([self.programs / program[0], *program[1:], *arguments], input=commands, text=True, capture_output=True,
                                env=self.environment, cwd=self.folder, timeout=LIMIT_S)
        assert result.returncode == 0, f"status {result.returncode}: {result.stdout}{result.stderr}"
        return result.stdout, result.stderr

    def end(self):
        """Ends what a test that has failed leaves."""
        for _ in range(3):
            down = subprocess.run([self.programs / "banyan", "down"], env=self.environment, capture_output=True, timeout=LIMIT_S)
            if down.returncode != 0:
                break
        shutil.rmtree(self.folder, ignore_errors=True)


def expect(text, *parts):
    """Each part is in the text, after the part before."""
    at = 0
    for part in parts:
        found = text.find(part, at)
        assert found >= 0, f"'{part}' does not follow in:\n{text}"
        at = found + len(part)


def starts_and_leaves_a_virtual_machine(world):
    out, err = world.run("conf\nid\n")
    expect(out, "pvm> conf\n1 host, 1 data format\n", "                    HOST     DTID     ARCH   SPEED       DSIG\n",
           "    40000 ", "pvm> id\nt40001\n", "pvm> quit\n", "pvmd still running.\n")
    assert err == "", err
    out, err = world.run("version\nps -ax\nquit\nversion\n")
    assert err == "pvmd already running.\n", err
    expect(out, "pvm> version\n3.4.6\n", "pvm> ps -ax\n", "HOST      TID   FLAG 0x COMMAND\n", "   (cons)       4/c -", "pvm> quit\n")
    assert out.count("3.4.6") == 1, out


def refuses_wrong_commands_in_one_line(world):
    wrong = ["nosuch", "conf x", "kill", "kill zz", "sig 99 t40001", "sig", "spawn", "spawn -0 x", "ps -q", "getopt Nothing",
             "setopt PvmRoute 77", "setopt PvmRoute", "put a b c", "help nosuch", "echo 'a", "unalias nosuch", "trace nosuch",
             "mstat", "jobs -q", "reset nosuch", "tickle", "tickle x", "spawn ->/nosuch/file x"]
    out, err = world.run("".join(line + "\n" for line in wrong))
    answers = re.split(r"^pvm> .*\n", out, flags=re.M)[1:-1]
    assert len(answers) == len(wrong), out
    for line, answer in zip(wrong, answers):
        assert re.fullmatch(r".+\n", answer), f"{line}: {answer}"
    assert err == "pvmd already running.\n", err


def runs_the_commands_of_pvmrc(world):
    rc = world.folder / ".pvmrc"
    rc.write_text("# mine\nalias greet echo 'hello  you'\nsetenv WORD there\ngreet $WORD\n")
    out, _ = world.run("greet\nalias\nunalias greet\ngreet\necho \"$WORD\" '$WORD' $NOSUCH\n")
    rc.unlink()
    expect(out, "hello  you there\npvm> greet\nhello  you\n", "greet\techo hello  you\n", "greet: not found", "there $WORD $NOSUCH\n")


def shows_the_output_of_jobs(world):
    world.program("talk", 'echo "one $*"; pwd; printf end\n')
    console = world.open()
    console.write("spawn -2 -:/usr -> talk a 'b c'\n")
    number = console.wait_for(r"\[(\d+)\]\n2 successful\nt([0-9a-f]+)\nt([0-9a-f]+)\n")[1]
    console.wait_for(rf"\[{number}\] finished$")
    for line in ("one a b c", "/usr", "end", "EOF"):
        found = re.findall(rf"\[{number}:t[0-9a-f]+\] {line}$", console.text, re.M)
        assert len(found) == 2, console.text
    console.write("spawn ->>saved talk 1\n")
    console.wait_for(r"\[2\] finished$")
    console.write("spawn ->>saved talk 2\n")
    console.wait_for(r"\[3\] finished$")
    saved = (world.folder / "saved").read_text()
    assert re.fullmatch(r"(\[\d:t\w+\] one \d\n\[\d:t\w+\] /.*\n\[\d:t\w+\] end\n\[\d:t\w+\] EOF\n){2}", saved), saved
    console.write("spawn -> nosuchprogram\njobs\nquit\n")
    console.wait_for(r"\[4\]\n0 successful\n.+\npvm> jobs\npvm> quit\n")
    assert console.end() == 0


def tells_tasks_what_they_inherit(world):
    world.program("show", 'echo "$PVMCTX $PVMTRCBUF $PVMTRCOPT $PVMTMASK"\n')
    console = world.open()
    console.write("setopt PvmTraceBuffer 512\nspawn -> show\n")
    console.wait_for(r"\] 0x0 512 0 @+$")
    assert console.end() == 0


def shows_traces_as_lines(world):
    """The traced program is a second console, because this PVM program is always there."""
    world.program("talk", f"echo id | {world.programs}/pvm 2>&1\n")
    console = world.open()
    console.write("trace + setopt\nspawn -@ -> talk\n")
    tid = console.wait_for(r"1 successful\nt([0-9a-f]+)\n")[1]
    begin = console.read_to
    # The task and the service send events, so they may arrive in any order. Times count from the one that arrives first.
    for line in (r"\[1\] finished\n", rf"\[1:t{tid}\] 0\.000000 ", rf"\[1:t{tid}\] -?\d+\.\d+ newtask PT=",
                 rf"\[1:t{tid}\] -?\d+\.\d+ setopt begins OPT=\d+ OPV="):
        console.read_to = begin
        console.wait_for(line)
    console.write("trace - *\n")
    assert console.end() == 0


def starts_tasks_under_a_debugger(world):
    world.program("talk", 'echo "one $*"\n')
    console = world.open()
    console.write("spawn -? -> talk a\n")
    console.wait_for(r"0 successful\n.*not found.*\n")
    world.program("debug", 'echo "debugs ${1##*/}"\nexec "$@"\n')
    console.write("spawn -? -> talk a\n")
    console.wait_for(r"\] debugs talk\n.*\] one a\n")
    console.wait_for(r"finished\n")
    assert console.end() == 0


def lists_and_ends_tasks(world):
    world.program("wait", "exec sleep 1000\n")
    console = world.open()
    console.write("spawn -> wait\n")
    tid = console.wait_for(r"1 successful\nt([0-9a-f]+)\n")[1]
    console.write("jobs\n")
    console.wait_for(rf"^ 1: t{tid}$")
    console.write("ps -a\n")
    console.wait_for(rf" +{tid} +2/f wait *$")
    console.write(f"pstat {tid}\n")
    console.wait_for(rf"^t +{tid}  run$")
    process = 0  # until the console knows it, although the task does not enrol
    while process == 0:
        console.write("ps -al\n")
        process = int(console.wait_for(rf" +{tid} +\S+ +(\d+) +2/f wait *$")[1])
    limit = time.monotonic() + LIMIT_S  # the shell of the program executes sleep a moment later
    while b"1000" not in pathlib.Path(f"/proc/{process}/cmdline").read_bytes():
        assert time.monotonic() < limit, "the process id is that of another program"
        time.sleep(0.01)
    console.write("id\n")
    own = console.wait_for(r"^t([0-9a-f]+)\n")[1]
    console.write(f"kill {own}\n")
    console.wait_for(rf"^t{own}: that's me\.$")
    console.write(f"kill t{tid}\n")
    console.wait_for(rf"\[1:t{tid}\] EOF\n\[1\] finished$")
    console.write("spawn -> wait\n")
    console.wait_for(r"^\[2\]$")
    console.wait_for(r"1 successful\n")
    console.write("reset\n")
    console.wait_for(r"\[2\] finished$")
    assert console.end() == 0


def changes_the_mailbox_and_settings(world):
    out, _ = world.run("put greeting 1 'hello you'\nnames\nquit\n")
    expect(out, "<greeting>:\n\tindex=0 owner=0x", "flags=0x1\n\n")
    out, _ = world.run("names greeting\nreset info greeting\nnames\n")
    expect(out, "pvm> names greeting\n<greeting>:\n\tindex=0 owner=0x0/0 flags=0x1\n\n", "pvm> names\n<###_PVM_NO_RESET_###>:\n")
    out, _ = world.run("export\nexport A B\nunexport A\nexport\nsetopt PvmRoute 3\ngetopt PvmRoute\nmstat localhost nosuch\ntrace + send\n")
    expect(out, "pvm> export\nPVM_EXPORT=\n", "PVM_EXPORT=B\n", "PvmRoute Changed from 2 to 3\n", "PvmRoute Currently Set to 3\n", "nosuch  ")
    out, _ = world.run("ps -xn.\ntickle 6 1f\ntickle 5\n")
    expect(out, "   (cons)       4/c -", "pvm> tickle 6 1f\n( )\n", "pvm> tickle 5\n( 31 )\n")
    out, _ = world.run("trace xpvm\ntrace\n")
    selected = set(re.findall(r"\* (\w+)", out))
    assert selected > {"send", "siblings", "addmhf", "delmhf", "mhf_invoke"} and "getopt" not in selected, out


def reads_a_terminal_with_completion(world):
    world.program("talk", "echo heard\n")
    console = world.open(terminal=True)
    console.write("vers\t\n")
    console.wait_for(r"vers.*ion *\n.*3\.4\.6\n")
    console.wait_for(PROMPT)
    console.write("spawn -> talk\n")
    console.wait_for(r"\] heard\n")
    console.wait_for(r"\] finished\n")
    console.wait_for(PROMPT)
    console.write("\x04")
    console.wait_for("pvmd still running")
    assert console.end() == 0


def completes_the_jobs_of_a_pipe(world):
    world.program("talk", 'echo "one $*"\n')
    out, _ = world.run("spawn ->late talk x\nspawn -> talk y\n")
    expect(out, "[1] finished" if out.find("[1] finished") < out.find("[2] finished") else "[2] finished", "quit\n")
    assert "] one y\n" in out, out
    saved = (world.folder / "late").read_text()
    assert re.fullmatch(r"\[1:t\w+\] one x\n\[1:t\w+\] EOF\n", saved), saved


def leaves_the_terminal_as_it_was(world):
    """Also if the virtual machine ends while the user writes a line."""
    console = world.open(terminal=True)
    during = termios.tcgetattr(console.descriptor)[3]
    subprocess.run([world.programs / "banyan", "down"], env=world.environment, capture_output=True, timeout=LIMIT_S, check=True)
    assert console.process.wait(LIMIT_S) == -signal.SIGTERM
    after = termios.tcgetattr(console.descriptor)[3]
    usual = termios.ICANON | termios.ECHO
    assert during & usual != usual and after & usual == usual, f"{during:o} {after:o}"
    console.end()


def ends_the_virtual_machine(world):
    console = world.open()
    console.write("halt\n")
    assert console.end() == 0
    down = subprocess.run([world.programs / "banyan", "hosts"], env=world.environment, capture_output=True, text=True, timeout=LIMIT_S)
    assert down.returncode == 1 and "no virtual machine" in down.stderr, down


def starts_the_hosts_of_a_file(world):
    (world.folder / "hosts").write_text("localhost\nb address=127.0.0.2\n")
    out, _ = world.run("conf\ndelete localhost b\nconf\n", "hosts", program=("banyan", "console"))
    expect(out, "2 hosts, 1 data format\n", "b    80000 ", "1 successful\n",
           "localhost  the first host cannot be deleted, use halt\n", "b  deleted\n", "1 host, 1 data format\n")
    result = subprocess.run([world.programs / "banyan", "pvmd"], env=world.environment, capture_output=True, text=True, timeout=LIMIT_S)
    assert result.returncode == 0 and result.stdout.count("\n") == 1 and "PVM is ready" in result.stdout, result
    ends_the_virtual_machine(world)
    wrong = subprocess.run([world.programs / "pvm", "nosuchfile"], env=world.environment, capture_output=True, text=True, timeout=LIMIT_S)
    assert wrong.returncode == 1 and "nosuchfile" in wrong.stderr, wrong


def main():
    world = World(pathlib.Path(sys.argv[1]).resolve())
    try:
        for test in (starts_and_leaves_a_virtual_machine, refuses_wrong_commands_in_one_line, runs_the_commands_of_pvmrc,
                     shows_the_output_of_jobs, tells_tasks_what_they_inherit, shows_traces_as_lines, starts_tasks_under_a_debugger,
                     lists_and_ends_tasks, changes_the_mailbox_and_settings,
                     reads_a_terminal_with_completion, completes_the_jobs_of_a_pipe, leaves_the_terminal_as_it_was,
                     ends_the_virtual_machine, starts_the_hosts_of_a_file):
            print(test.__name__, flush=True)
            test(world)
    finally:
        world.end()


if __name__ == "__main__":
    main()
