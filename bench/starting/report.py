"""The page docs/starts.md. Made only from a result of bench/starts."""
from markdown_table import markdown_table

LABELS = {"banyan": "banyan run", "openmpi": "Open MPI", "mpich": "MPICH"}
PAGE = """# Starts of many tasks

`bench/pages` makes this page from `{file}`. Do not edit it by hand.

The tables have the seconds from the start of the command to its end, on one computer: {cores} cores of {cpu}, {kernel}, {date}. They are medians of {rounds}
rounds in which the launchers take turns. `-`: not measured, see below. Open MPI and MPICH run over TCP as in [performance.md](performance.md).

## `true`: tasks that end at once

{true}

## `ring`: each task sends to the next one and receives from the previous one

All tasks live at the same time. Each has two connections.

{ring}
{failures}"""


def table(result, case):
    measured = {int(name.split("_")[1]): sides for name, sides in result["measurements"].items() if name.startswith(case + "_")}
    names = [name for name in LABELS if any(name in sides for sides in measured.values())]
    rows = [[str(tasks)] + [f"{measured[tasks][name]['median_s']:.2f}" if name in measured[tasks] else "-" for name in names]
            for tasks in sorted(measured)]
    return markdown_table(["tasks"] + [LABELS[name] for name in names], rows)


def page_text(result, source):
    """The page. `source` is the path of the result from the top folder of the project."""
    settings = result["settings"]
    failures = [f"- {LABELS[f['side']]}, `{f['case']}` with {f['tasks']} tasks: {f['text'].splitlines()[-1]}"
                for f in result["failures"]]
    if failures:
        failures = ["", "## Not measured", "", "A launcher that fails with a number of tasks is not measured with more.", ""] + failures
    return PAGE.format(file=source, cores=settings["cores"], cpu=settings["cpu"], kernel=settings["kernel"],
                       date=settings["date"], rounds=result["rounds"], true=table(result, "true"),
                       ring=table(result, "ring"), failures="\n".join(failures) + "\n" if failures else "")
