"""The page docs/performance.md and its plot. Made only from results of bench/compare and thermal_compare."""
import collectives
import plot_style
from markdown_table import markdown_table
from sides import SIDES
from targets import median, quotient, rows, size_text

PAGE_SIZES = [1, 8, 64, 1 << 10, 8 << 10, 64 << 10, (64 << 10) + 1, 128 << 10, 1 << 20, 4 << 20, 16 << 20]


def target_table(result):
    return markdown_table(["what", "target", "measured", "", "reason"],
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
    return markdown_table(["side"] + [size_text(size) for size in sizes], lines)


def latency_text(_, microseconds):
    return "-" if microseconds is None else f"{microseconds:.4g}"


def bandwidth_text(size, microseconds):
    return "-" if microseconds is None else f"{size / microseconds:.4g}"


def other_table(result):
    """Medians and extremes of every measurement except the ping-pong."""
    lines = []
    for name, of_side in result["measurements"].items():
        if name in ("pingpong", "collectives"):
            continue
        for side, keys in of_side.items():
            for key, found in keys.items():
                least, most = min(found["samples"]), max(found["samples"])
                lines.append([name, SIDES[side][0], key.replace("_", " "), f"{found['median']:.5g}",
                              f"{least:.5g} .. {most:.5g}"])
    return markdown_table(["measurement", "side", "quantity", "median", "least .. most"], lines)


def settings_list(result):
    settings = dict(result["settings"])
    versions = settings.pop("versions", {})
    lines = [f"- {key.replace('_', ' ')}: {f'{value:.1f}' if isinstance(value, float) else value}"
             for key, value in settings.items()]
    lines += [f"- {name}: {version}" for name, version in versions.items()]
    lines += [f"- not measured, not installed: {SIDES[side][0]}" for side in result["missing_sides"]]
    lines += [f"- failed: {f['measurement']}, {f['side']}, round {f['round']}: {f['text'][:200]}"
              for f in result["failures"]]
    return "\n".join(lines)


def summary_table(result, thermal):
    """The figures that a new reader looks for first. A row is left out if it was not measured."""
    def ratios(measurement, key, ours, others):
        found = [quotient(result, measurement, key, ours, other) for other in others]
        return None if None in found else "; ".join(f"{ratio:.2f} x" for ratio in found) + " the time"
    rate = quotient(result, "stream", "messages_per_second", "ours_tcp", "openmpi")
    lines = [
        ["half a round trip of 8 bytes, TCP on loopback", "spinning TCP by bare system calls; Open MPI; MPICH over TCP",
         ratios("pingpong", 8, "ours_tcp", ("raw_tcp_spin", "openmpi", "mpich"))],
        ["half a round trip of 8 bytes, tasks of one host", "spinning Unix socket by bare system calls; Open MPI over TCP",
         ratios("pingpong", 8, "ours_auto", ("raw_unix_spin", "openmpi"))],
        ["one-way stream of 64-byte messages, TCP", "Open MPI over TCP", rate and f"{rate:.0f} x the rate"],
        ["thermal, one task, 4096 x 4096", "plain C loop",
         f"{thermal['one_task']['speed_ratio']:.2f} x the cells per second"],
        ["thermal, two tasks by rows over TCP, 4096 x 4096", "the same program written by hand for Open MPI over TCP",
         f"{thermal['two_tasks']['time_ratio']:.2f} x the time per iteration"],
    ]
    return markdown_table(["what", "compared with", "ratio"], [line for line in lines if line[2]])


def thermal_settings(thermal):
    computer = thermal["computer"] if "computer" in thermal else thermal["machine"]  # schema 1
    cpu = computer["cpu"].split(":")[-1].strip()
    return f"{computer['cores']} cores of {cpu}, Linux {computer['kernel']}, {thermal['date'][:10]}"


PAGE = """# Performance

`bench/pages` makes this page from `{file}` and `{thermal_file}`.{origin} Do not edit it by hand. The reasons for misses are
in `bench/comparison/targets.py`. [partition_measurements.md](partition_measurements.md) has the quality of partitions, and
[advisor.md](advisor.md#predicted-against-observed) that of predictions.

## Summary

Medians of one run in which all sides take turns, on a computer without other load. Messages: two processes on {cores} cores of
{cpu}, {kernel}, {date}. Thermal: {thermal_settings}.

{summary}

## How it is measured

Two processes run on loopback, without pinning. The results are medians of {rounds} rounds in which the sides take turns. Every side runs the
same loops (`bench/comparison/patterns.c`) with its own send and receive: blocking calls, the same warm-up, the same number of
messages. Latency is half a round trip. Bandwidth is the size divided by that time.

## Targets

A ratio is the value of Banyan divided by that of the other side. It compares times in the rows that say "round trip", "slower" or
"time", and bandwidths or rates in the other rows.

{targets}

Ideal time slicing: the CPU time that one pair needs alone for its round trips, times 16 pairs, divided by the number of
cores. CPU of waiting tasks: the busiest of 31 tasks, measured by its CPU clock from 1 s to 3 s of a receive. The number of
connections is read from the kernel at both ends, after all tasks have exchanged messages.

## Half a round trip, microseconds

{latency}

## Bandwidth of a ping-pong, MB/s (10^6 bytes)

{bandwidth}

![latency and bandwidth against size]({plot})

{collectives}## The other measurements

| measurement | what runs |
|---|---|
| `stream` | blocking sends of 64 B in one direction, until the last message is acknowledged |
| `pairs` | 32 tasks in 16 pairs, ping-pong of 8 B |
| `idle` | percent of a core that a waiting task uses |
| `ring` | 8 tasks, 1 KiB to the next task and from the previous one; time of one shift |
| `connect` | 64 tasks, from the first start to the last end; faults are pairs without exactly one complete connection |

{others}

## Settings

{settings}
"""


def with_collectives_of(result, other):
    """The result, with its collectives replaced by those of another result."""
    failures = [f for f in result["failures"] if f["measurement"] != "collectives"]
    failures += [f for f in other["failures"] if f["measurement"] == "collectives"]
    return {**result, "failures": failures, "collective_seconds": other["collective_seconds"],
            "measurements": {**result["measurements"], "collectives": other["measurements"]["collectives"]}}


def origin_of(part, result, source):
    settings = result["settings"]
    return (f" The {part} are from `{source}`: {result['rounds']} rounds, {settings['cores']} cores of {settings['cpu']}, "
            f"{settings['kernel']}, {result['date'][:10]}, commit {settings['commit']}.")


def page_text(result, source, thermal, thermal_source, of_collectives, collectives_source):
    """The page. The sources are paths from the top folder of the project. `of_collectives` is the newest result with
    collectives, or None. It may be the same result."""
    settings, origin = result["settings"], ""
    if of_collectives and collectives_source != source:
        origin = origin_of("messages", result, source) + origin_of("collectives", of_collectives, collectives_source)
        result = with_collectives_of(result, of_collectives)
    return PAGE.format(
        origin=origin,
        file=source, thermal_file=thermal_source, rounds=result["rounds"], date=result["date"][:10],
        cores=settings["cores"], cpu=settings["cpu"], kernel=settings["kernel"],
        thermal_settings=thermal_settings(thermal), summary=summary_table(result, thermal),
        targets=target_table(result), latency=ping_pong_table(result, latency_text),
        bandwidth=ping_pong_table(result, bandwidth_text), plot=f"../{source.with_suffix('.png')}",
        collectives=collectives.section(result, median, size_text, {side: label for side, (label, _) in SIDES.items()}),
        others=other_table(result), settings=settings_list(result))


# One line type of plot_style.inc for each system. The labels of its sides begin with these words.
LINE_TYPES = {"Banyan": 1, "Open MPI": 2, "raw Unix": 3, "MPICH": 4, "PVM": 5, "raw TCP": 6, "ZeroMQ": 7, "raw TLS": 8}
DASH_TYPES = ("1", "'-'", "'_.'")  # of the first, second and third side of a system


def curve_styles(sides):
    """The line style of each side: one colour and symbol for each system, one dash type for each of its sides."""
    styles, drawn = [], []
    for side in sides:
        line_type = next(number for system, number in LINE_TYPES.items() if SIDES[side][0].startswith(system))
        drawn.append(line_type)
        styles.append(f"linetype {line_type} dashtype {DASH_TYPES[drawn.count(line_type) - 1]} "
                      f"linewidth {2.4 if line_type == 1 else 1.3} pointsize 0.7")
    return styles


def plot(result, picture):
    """Latency and bandwidth by size, with logarithmic axes. Does nothing if gnuplot is not installed."""
    measured = result["measurements"].get("pingpong", {})
    if not measured:
        return
    styles = curve_styles(measured)
    text = plot_style.head(picture, 1100, 1500)
    for side, keys in measured.items():
        medians = [(size, keys[str(size)]["median"]) for size in sorted(map(int, keys))]
        text += plot_style.block(side, [(size, time, size / time) for size, time in medians])

    def curves(column):
        return ", ".join(f"${side} using 1:{column} with linespoints {style} title {plot_style.quoted(SIDES[side][0])}"
                         for side, style in zip(measured, styles))
    plot_style.draw(text + f"""set multiplot layout 2,1
set logscale xy
set format x '%.0s %cB'
set xlabel 'message size'
set key outside right center
set title 'Latency of a ping-pong: half a round trip'
set ylabel 'half a round trip (microseconds)'
plot {curves(2)}
set title 'Bandwidth of a ping-pong: size divided by half a round trip'
set ylabel 'bandwidth (MB/s)'
plot {curves(3)}
""")
