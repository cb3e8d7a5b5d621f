#!/usr/bin/env python3
"""Gets Debian's packages of PVM 3 and its example programs and unpacks them. Nothing is installed.

    pvm3_packages.py FOLDER      prints the folder of the unpacked files; the next call with the same FOLDER downloads nothing
"""
import pathlib
import subprocess
import sys

PACKAGES = ["libpvm3", "pvm", "pvm-dev", "pvm-examples", "netpipe-pvm"]
LIMIT_S = 120


class Unavailable(Exception):
    """The packages are not in FOLDER, and the archive cannot be reached."""


def downloaded(package, folder):
    found = sorted(folder.glob(f"{package}_*.deb"))
    if not found:
        done = subprocess.run(["apt-get", "download", package], cwd=folder, stdin=subprocess.DEVNULL, stdout=subprocess.PIPE,
                              stderr=subprocess.STDOUT, text=True, timeout=LIMIT_S)
        if done.returncode != 0:
            raise Unavailable(f"apt-get download {package}: {done.stdout.strip()}")
        found = sorted(folder.glob(f"{package}_*.deb"))
    return found[-1]


def unpacked(folder):
    """Returns the folder of the files of all packages. The sources of the examples are in its src/examples and src/gexamples."""
    folder = pathlib.Path(folder).resolve()
    root, complete = folder / "root", folder / "complete"
    if complete.exists():
        return root
    folder.mkdir(parents=True, exist_ok=True)
    for package in PACKAGES:
        subprocess.run(["dpkg", "-x", downloaded(package, folder), root], check=True, timeout=LIMIT_S)
    (root / "src").mkdir(exist_ok=True)
    for name in ("examples", "gexamples"):
        subprocess.run(["tar", "-xzf", root / f"usr/share/doc/pvm-examples/{name}.tar.gz", "-C", root / "src"], check=True,
                       timeout=LIMIT_S)
    complete.touch()
    return root


if __name__ == "__main__":
    try:
        print(unpacked(sys.argv[1]))
    except Unavailable as failure:
        sys.exit(f"pvm3_packages: {failure}")
