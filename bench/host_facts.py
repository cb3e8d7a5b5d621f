"""The facts on which every result depends: the host, its kernel, the date and the commit.

    host_facts.py        reads a JSON object on stdin and writes it with these facts under "settings"
"""
import datetime
import json
import os
import pathlib
import re
import subprocess
import sys


def output(command):
    """The output of a command. Empty if there is no such command."""
    try:
        return subprocess.run(command, capture_output=True, text=True).stdout
    except OSError:
        return ""


def contents(path):
    try:
        return pathlib.Path(path).read_text().strip().replace("\t", " ")
    except OSError:
        return "unknown"


def cpu_name():
    found = re.search(r"^model name\s*: (.*)$", contents("/proc/cpuinfo"), re.M)
    return found.group(1) if found else "unknown"


def facts():
    kernel = os.uname()
    here = str(pathlib.Path(__file__).resolve().parent)
    return {"date": str(datetime.date.today()), "kernel": f"{kernel.sysname} {kernel.release}", "cpu": cpu_name(),
            "cores": os.cpu_count(), "load_before": os.getloadavg()[0],
            "compiler": output(["gcc", "--version"]).split("\n")[0],
            "commit": output(["git", "-C", here, "rev-parse", "--short", "HEAD"]).strip()}


if __name__ == "__main__":
    found = facts()
    result = json.load(sys.stdin)
    json.dump({"settings": found, **result}, sys.stdout, indent=1)
