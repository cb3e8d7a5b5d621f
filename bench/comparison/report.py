"""The page docs/performance.md and the plot, made from a result of bench/compare and from nothing else."""
import os
import shutil
import subprocess
import tempfile

from sides import SIDES
from targets import median, rows, size_text

PAGE_SIZES = [1, 8, 64, 1 << 10, 8 << 10, 64 << 10, (64 << 10) + 1, 128 << 10, 1 << 20, 4 << 20, 16 << 20]


def table(head, lines):
    bar = "|" + "---|" * len(head)
    return "\n".join(["| " + " | ".join(head) + " |", bar] + ["| " + " | ".join(line) + " |" for line in lines])


def target_table(result):
    return table(["what", "target", "measured", "", "reason"],
                 [[row.what, row.target, row.measured, "pass" if row.reached else "**miss**", row.reason]
                  for row in rows(result)])


def summary(result):
    """The targets as plain text."""
    return "\n".join(f"{'pass' if row.reached else 'MISS'}  {row.what}: {row.measured} (target {row.target})"
                     for row in rows(result))


def ping_pong_table(result, text_of):
    measured = result["measurements"].get("pingpong", {})
    sizes = [size for size in PAGE_SIZES if any(str(size) in keys for keys in measured.values())]
    lines = [[SIDES[side][0]] + [text_of(size, median(result, "pingpong", side, size)) for size in sizes]
             for side in measured]
    return table(["side"] + [size_text(size) for size in sizes], lines)


def latency_text(_, microseconds):
    return "-" if microseconds is None else f"{microseconds:.4g}"


def bandwidth_text(size, microseconds):
    return "-" if microseconds is None else f"{size / microseconds:.4g}"


def other_table(result):
    """Every measurement but the ping-pong: medians and extremes."""
    lines = []
    for name, of_side in result["measurements"].items():
        if name == "pingpong":
            continue
        for side, keys in of_side.items():
            for key, found in keys.items():
                least, most = min(found["samples"]), max(found["samples"])
                lines.append([name, SIDES[side][0], key.replace("_", " "), f"{found['median']:.5g}",
                              f"{least:.5g} .. {most:.5g}"])
    return table(["measurement", "side", "quantity", "median", "least .. most"], lines)


def settings_list(result):
    settings = dict(result["settings"])
    versions = settings.pop("versions", {})
    lines = [f"- {key.replace('_', ' ')}: {value}" for key, value in settings.items()]
    lines += [f"- {name}: {version}" for name, version in versions.items()]
    lines += [f"- not measured, not installed: {SIDES[side][0]}" for side in result["missing_sides"]]
    lines += [f"- failed: {f['measurement']}, {f['side']}, round {f['round']}: {f['text'][:200]}"
              for f in result["failures"]]
    return "\n".join(lines)


PAGE = """# Performance

Made by `bench/compare --report {file}` from that file; not edited by hand. Reasons for misses: `bench/comparison/targets.py`.

Two processes on loopback, no pinning, {rounds} rounds in which the sides take turns, medians, {date}. Every side runs the
same loops (`bench/comparison/patterns.c`) with its own send and receive: blocking calls, the same warm-up, the same number of
messages. Latency is half a round trip; bandwidth is size over that time.

## Targets

Ratios are ours over theirs, in time where it says "slower" or "round trip", in bandwidth or rate elsewhere.

{targets}

Ideal time slicing is the processor time that one pair alone uses for its round trips, times 16 pairs, over the cores. A pair
alone spins, so this is the time of 16 pairs played one after the other with both cores to themselves. CPU of waiting tasks: the
busiest of 31, by its processor clock, from 1 s to 3 s of a receive. Connections are asked of the kernel, on both ends, after all
have met.

## Half a round trip, microseconds

{latency}

## Bandwidth of a ping-pong, MB/s (10^6 bytes)

{bandwidth}

![latency and bandwidth against size]({plot})

## The other measurements

`stream`: one way, 64 B, blocking sends, until the last message is acknowledged. `pairs`: 32 tasks, 8 B. `idle`: percent of a core.
`ring`: 8 tasks, 1 KiB to the next and from the one before, per shift. `connect`: 64 tasks, from the first start to the last end;
faults are pairs without exactly one whole connection.

{others}

## Settings

{settings}
"""


def write(result, source, page):
    """The page and the plot beside `source`."""
    picture = source.with_suffix(".png")
    plot(result, picture)
    source, picture = (path.resolve() for path in (source, picture))
    root = page.resolve().parent.parent
    page.write_text(PAGE.format(
        file=os.path.relpath(source, root), rounds=result["rounds"], date=result["date"][:10],
        targets=target_table(result), latency=ping_pong_table(result, latency_text),
        bandwidth=ping_pong_table(result, bandwidth_text), plot=os.path.relpath(picture, page.resolve().parent),
        others=other_table(result), settings=settings_list(result)))


def plot(result, picture):
    """Latency and bandwidth against size, both axes logarithmic; nothing where there is no gnuplot."""
    measured = result["measurements"].get("pingpong", {})
    if not measured or not shutil.which("gnuplot"):
        return
    with tempfile.TemporaryDirectory() as folder:
        files = []
        for side, keys in measured.items():
            files.append((f"{folder}/{side}", SIDES[side][0]))
            with open(files[-1][0], "w") as data:
                for size in sorted(map(int, keys)):
                    time = keys[str(size)]["median"]
                    data.write(f"{size} {time} {size / time}\n")

        def curves(column):
            return ", ".join(f'"{name}" using 1:{column} with linespoints pointsize 0.5 '
                             f'linewidth {2.5 if label.startswith("Banyan") else 1} title "{label}"'
                             for name, label in files)
        script = f"""set terminal pngcairo size 1100,1300
set output "{picture}"
set multiplot layout 2,1
set logscale xy
set format x "%.0s %cB"
set grid
set xlabel "message size"
set key top left
set ylabel "half a round trip, microseconds"
plot {curves(2)}
set key bottom right
set ylabel "bandwidth of the ping-pong, MB/s"
plot {curves(3)}
"""
        subprocess.run(["gnuplot"], input=script, text=True, check=True)
