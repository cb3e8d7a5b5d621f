"""Builds the example programs of PVM 3 from their sources, as their users do."""
import pathlib
import re
import shutil
import subprocess

ROOT = pathlib.Path(__file__).resolve().parents[2]
TESTS = pathlib.Path(__file__).resolve().parent
LIMIT_S = 120
C = ["gcc", "-std=gnu89", "-w", "-fcommon"]
FORTRAN = ["gfortran", "-std=legacy", "-fallow-argument-mismatch", "-w"]

EXAMPLES = ["gexample", "hello", "hello_other", "inherit1", "inherit2", "inherit3", "inherita", "inheritb", "master1",
            "mbox", "mhf_server", "mhf_tickle", "ptest", "slave1", "spmd", "timing", "timing_slave"]
WITH_TASKF = ["gmbi", "lmbi", "rme", "task0", "task1", "task_end"]
GROUP_EXAMPLES = ["ge", "gexamp", "gs", "joinleave", "thb", "tjf", "tjl", "tnb", "trsg", "tst"]
# starter.c calls exit() without an argument, which no compiler of today accepts.
NOT_BUILT = ["starter"]
# One source with three ways to encode, and without -DPACK psend and precv.
BANDWIDTH = {"dbwtest": ["-DENCODE=PvmDataDefault", "-DPACK"], "rbwtest": ["-DENCODE=PvmDataRaw", "-DPACK"],
             "ibwtest": ["-DENCODE=PvmDataInPlace", "-DPACK"], "pbwtest": []}
FORTRAN_EXAMPLES = {"fmaster1": "master1", "fslave1": "slave1", "fspmd": "spmd", "fgexample": "gexample", "hitc": "hitc",
                    "hitc_slave": "hitc_slave"}


class Toolchain:
    """The headers in `include`, and the libraries in `libraries`, which a program finds again when it runs if `remembered`."""

    def __init__(self, include, libraries, folder, remembered=True, options=()):
        self.include, self.folder = pathlib.Path(include), pathlib.Path(folder)
        self.folder.mkdir(parents=True, exist_ok=True)
        self.search = [*options, f"-L{libraries}"] + ([f"-Wl,-rpath,{libraries}"] if remembered else [])

    def build(self, name, compiler, sources, options=(), libraries=("-lgpvm3", "-lpvm3", "-lm")):
        command = [*compiler, *options, f"-I{self.include}", *map(str, sources), "-o", str(self.folder / name), *self.search, *libraries]
        done = subprocess.run(command, stdin=subprocess.DEVNULL, capture_output=True, text=True, timeout=LIMIT_S)
        if done.returncode != 0:
            raise RuntimeError(f"{' '.join(command)}\n{done.stdout}{done.stderr}")

    def build_own(self, name):
        """A program of this folder."""
        self.build(name, ["gcc", "-std=gnu99", "-w"], [TESTS / f"{name}.c"], libraries=("-lfpvm3", "-lgpvm3", "-lpvm3", "-lm"))

    def build_examples(self, root):
        # The Fortran sources include ../include/fpvm3.h.
        source = self.folder / "source"
        shutil.rmtree(source, ignore_errors=True)
        shutil.copytree(root / "src", source)
        (source / "include").symlink_to(self.include)
        examples, groups = source / "examples", source / "gexamples"
        for name in EXAMPLES:
            self.build(name, C, [examples / f"{name}.c"])
        for name in WITH_TASKF:
            self.build(name, C, [examples / f"{name}.c", examples / "taskf.c"])
        for name, options in BANDWIDTH.items():
            self.build(name, C, [examples / "bwtest.c"], options)
        for name in GROUP_EXAMPLES:
            self.build(name, C, [groups / f"{name}.c"])
        fortran = ("-lfpvm3", "-lgpvm3", "-lpvm3")
        for name, file in FORTRAN_EXAMPLES.items():
            self.build(name, FORTRAN, [examples / f"{file}.f"], libraries=fortran)
        self.build("frsg", FORTRAN, [groups / "frsg.f"], libraries=fortran)


def loaded(program, environment=None):
    """The libraries libpvm3 and libgpvm3 that the loader takes for `program`."""
    listed = subprocess.run(["ldd", program], env=environment, capture_output=True, text=True, check=True, timeout=LIMIT_S).stdout
    return re.findall(r"lib(?:g?pvm3)\.so\.3 => (\S+)", listed)


# Every language in which programs include pvm3.h.
LANGUAGES = [["gcc", "-x", "c", f"-std={name}"] for name in ("c89", "gnu89", "c99", "c17")] + \
            [["g++", "-x", "c++", f"-std={name}"] for name in ("c++98", "c++11", "c++20")]


def header_faults(include):
    """What compilers say about the headers alone, each included twice."""
    text = "".join(f'#include "{name}"\n' for name in ("pvm3.h", "pvmproto.h", "pvmtev.h", "trclib.h", "trccompat.h") for _ in range(2))
    text += "int main(void) { return 0; }\n"
    faults = []
    for compiler in LANGUAGES:
        command = [*compiler, "-Wall", "-Wextra", "-pedantic-errors", "-fsyntax-only", f"-I{include}", "-"]
        done = subprocess.run(command, input=text, capture_output=True, text=True, timeout=LIMIT_S)
        if done.returncode != 0 or done.stderr:
            faults.append(f"{' '.join(command)}: {done.stderr}")
    return faults


def sanitizer_options(build):
    """A program that uses libraries with a sanitizer needs it too."""
    for line in (pathlib.Path(build) / "CMakeCache.txt").read_text().splitlines():
        name, _, value = line.partition("=")
        if name.startswith("BANYAN_SANITIZE:") and value:
            return [f"-fsanitize={value}"]
    return []


def sanitizer_libraries(build):
    """Those that the libraries of a build with sanitizers need. A program must load them before all other libraries."""
    if not sanitizer_options(build):
        return []
    listed = subprocess.run(["ldd", pathlib.Path(build) / "lib/libpvm3.so.3"], capture_output=True, text=True, check=True, timeout=LIMIT_S)
    return sorted(re.findall(r"=> (\S*/lib(?:asan|ubsan)\.so\S*)", listed.stdout))


def variables_of_ready_programs(build):
    """The environment of programs that were linked without the sanitizers of the build."""
    libraries = sanitizer_libraries(build)
    return {"LD_PRELOAD": ":".join(libraries)} if libraries else {}


def of_banyan(build, folder, checked=True):
    """In a build with sanitizers, programs are compiled with them too if `checked`, otherwise only linked with their libraries."""
    options = sanitizer_options(build)
    if options and not checked:
        options = ["-Wl,--no-as-needed", *sanitizer_libraries(build)]
    return Toolchain(ROOT / "libnet/include/pvm3", pathlib.Path(build).resolve() / "lib", folder, options=options)


def of_the_original(root, folder):
    return Toolchain(root / "usr/include", root / "usr/lib/x86_64-linux-gnu", folder, remembered=False)
