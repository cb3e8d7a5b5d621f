#!/usr/bin/env python3
"""The libraries of PVM 3 define every name that PVM programs are linked with: the functions of the manual, the symbols that programs use
without a declaration, and the Fortran routines. The shared libraries show programs no other names, such as those of C++. With Debian's
packages of the original, the libraries also define every function of its headers and every routine of its libfpvm3.a.

    pvm3_names_test.py BUILD_FOLDER"""
import pathlib
import re
import subprocess
import sys

sys.dont_write_bytecode = True

import pvm3_packages

LIMIT_S = 60
TYPES = ["byte", "short", "int", "long", "float", "double", "cplx", "dcplx", "ushort", "uint", "ulong", "str"]
CALLS = """mytid parent siblings exit tidtohost perror strerror version archcode getfds start_pvmd halt spawn kill sendsig pstat tasks export
    unexport config addhosts delhosts mstat hostsync setopt getopt initsend mkbuf freebuf getsbuf getrbuf setsbuf setrbuf bufinfo getminfo
    setminfo getmwid setmwid pkmesg pkmesgbody upkmesg packf unpackf send mcast psend recv nrecv trecv probe precv recvf notify putinfo
    recvinfo delinfo getmboxinfo insert lookup delete addmhf delmhf newcontext setcontext getcontext freecontext catchout reg_tasker
    reg_hoster reg_rm reg_tracer tickle getnoresets gettmask settmask errno errlist nerr useruid tc_noop tc_settrace tc_settrcbuf
    tc_settrcopt tc_settmask tc_siblings""".split() + [way + kind for way in ("pk", "upk") for kind in TYPES]
UNDECLARED = """pvmsleep pvmgetclock lpvmerr pvmnametag pvmmyctx pvmctrc pvmdebmask pvmdisplaymhfinfo pvmlogerror pvmtmpnam pvmgetrsh
    pvmgettmp pvmputenv pvmendtask pvmreset pvmsettaskname pvmstrtoi pvmmytid""".split()
GROUP_CALLS = "joingroup lvgroup barrier bcast gsize getinst gettid freezegroup reduce gather scatter".split()
REDUCTIONS = ["PvmMax", "PvmMin", "PvmSum", "PvmProduct"]
FORTRAN = """addhost addmhf archcode barrier bcast bufinfo catchout config delhost delinfo delmhf exit freebuf freecontext freezegroup gather
    getcontext getinst getmboxinfo getopt getrbuf getsbuf gettid gsize halt hostsync initsend joingroup kill lvgroup mcast mkbuf mstat mytid
    newcontext notify nrecv pack parent perror precv probe psend pstat putinfo recv recvinfo reduce scatter send sendsig setcontext setopt
    setrbuf setsbuf siblings sleep spawn startpvmd tasks tidtohost trecv unpack""".split()
FORTRAN_REDUCTIONS = ["pvmmax_", "pvmmin_", "pvmsum_", "pvmproduct_"]

NAMES = {"libpvm3": {f"pvm_{name}" for name in CALLS} | set(UNDECLARED),
         "libgpvm3": {f"pvm_{name}" for name in GROUP_CALLS} | set(REDUCTIONS),
         "libfpvm3": {f"pvmf{name}_" for name in FORTRAN} | set(FORTRAN_REDUCTIONS)}
HEADERS = ["pvm3.h", "pvmproto.h", "pvmtev.h"]
SHOWN = re.compile(r"(pvm|Pvm|banyan_pvm_)\w*|lpvmerr")  # libgpvm3 calls libpvm3 by the third kind


def output(*command):
    return subprocess.run(command, capture_output=True, text=True, check=True, timeout=LIMIT_S).stdout


def defined(library):
    """The global names that a shared library or an archive defines."""
    dynamic = ["-D"] if ".so" in library.name else []
    lines = output("nm", "-g", "--defined-only", "--format=posix", *dynamic, library).splitlines()
    return {line.split()[0].split("@")[0] for line in lines if len(line.split()) > 1}


def missing(library, wanted):
    return [f"{library.name} has no {name}" for name in sorted(wanted - defined(library))]


def foreign_names(library):
    return [f"{library.name} shows programs the name {name}" for name in sorted(defined(library)) if not SHOWN.fullmatch(name)]


def soname_faults(library):
    found = re.findall(r"\(SONAME\).*\[(.*)\]", output("readelf", "-d", library))
    return [] if found == [library.name] else [f"{library.name}: the soname is {found}"]


def declared(include):
    """The functions of PVM that the headers of the original declare: NAME __ProtoGlarp__((PARAMETERS))."""
    return {name for header in HEADERS
            for name in re.findall(r"\b((?:pvm|Pvm)\w+)\s*__ProtoGlarp__", (include / header).read_text(errors="replace"))}


def faults_of_the_original(root, libraries):
    """What the headers and the Fortran library in `root` have and ours do not."""
    functions = declared(root / "usr/include")
    archive = next(path for path in sorted(root.glob("usr/lib/**/libfpvm3.a")) if path.is_file())
    routines = {name for name in defined(archive) if re.fullmatch(r"pvm\w+_", name)}
    found = [] if len(functions) > 100 else [f"only {len(functions)} functions were found in the headers of the original"]
    found += [] if len(routines) > 60 else [f"only {len(routines)} routines were found in the original's libfpvm3.a"]
    ours = defined(libraries / "libpvm3.so.3") | defined(libraries / "libgpvm3.so.3")
    found += [f"no library has {name} of the original's headers" for name in sorted(functions - ours)]
    return found + missing(libraries / "libfpvm3.a", routines)


def main(build):
    build = pathlib.Path(build).resolve()
    libraries = build / "lib"
    faults = missing(libraries / "libfpvm3.a", NAMES["libfpvm3"])
    for name in ("libpvm3", "libgpvm3"):
        faults += missing(libraries / f"{name}.so.3", NAMES[name]) + missing(libraries / f"{name}.a", NAMES[name])
        faults += soname_faults(libraries / f"{name}.so.3") + foreign_names(libraries / f"{name}.so.3")
    try:
        faults += faults_of_the_original(pvm3_packages.unpacked(build / "pvm3_packages"), libraries)
    except pvm3_packages.Unavailable as failure:
        print(f"not compared with the original: {failure}")
    print("\n".join(faults) if faults else f"ok  {sum(map(len, NAMES.values()))} names")
    return 1 if faults else 0


if __name__ == "__main__":
    if len(sys.argv) != 2:
        sys.exit(__doc__)
    sys.exit(main(sys.argv[1]))
