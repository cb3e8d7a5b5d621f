"""The figures of a battery over all its settings, and its tables."""
import math
import pathlib
import statistics
import sys

sys.path.insert(0, str(pathlib.Path(__file__).resolve().parents[2] / "bench"))
import battery_settings  # noqa: E402: the path comes first
from markdown_table import markdown_table  # noqa: E402

UNPREDICTABLE = "called unpredictable"
GROUPS = ("ordinary", "oversubscribed", "lossy", UNPREDICTABLE)
POOR_LOG_ERROR = 0.05  # it was right to call a setting unpredictable if its error is larger
CLEAR_LEAD = 0.03  # a winner is expected only where the fastest method leads by more


def share_text(part, whole):
    return f"{part} of {whole}" if whole else "-"


def figures(results):
    """The figures of one group. `results`: what `banyan validate` has written, each {"results": [one setting]}. None without results."""
    if not results:
        return None
    found = [one["results"][0] for one in results]
    clear = [one for one in found if one["lead"] > CLEAR_LEAD]
    def mean(name):
        return statistics.fmean(one[name] for one in found)
    classic = [one["classic"] for one in found if one.get("classic")]
    def classic_mean(name):
        return statistics.fmean(one[name] for one in classic) if classic else None
    return {"settings": len(found), "mean_regret": mean("regret"), "worst_regret": max(one["regret"] for one in found),
            "mean_absolute_log_error": mean("mean_absolute_log_error"), "mean_log_error": mean("mean_log_error"),
            "mean_kendall_tau": mean("kendall_tau"), "clear_settings": len(clear),
            "clear_winners_right": sum(one["winner_right"] for one in clear),
            "ties_right": sum(one["tie"]["right"] for one in found), "covered": mean("covered"),
            "called_unpredictable": sum(is_called_unpredictable(one) for one in found),
            "really_poor": sum(one["mean_absolute_log_error"] > POOR_LOG_ERROR for one in found if is_called_unpredictable(one)),
            "classic": {name: classic_mean(name) for name in ("regret", "mean_absolute_log_error", "mean_log_error", "kendall_tau")}}


def is_called_unpredictable(result):
    """Whether the advisor said before most of the runs that these hosts cannot be predicted."""
    return 2 * result.get("doubts", {}).get("trials", 0) > result.get("trials", 1)


def group_of(record):
    if "result" in record and is_called_unpredictable(record["result"]["results"][0]):
        return UNPREDICTABLE
    return battery_settings.group_of(record["setting"])


def by_group(records):
    """The figures of each group, and how many of its settings failed."""
    summary = {}
    for group in GROUPS:
        members = [record for record in records if group_of(record) == group]
        measured = [record["result"] for record in members if "result" in record]
        summary[group] = {"failed": len(members) - len(measured), "figures": figures(measured)}
    return summary


def classic_cells(classic, digits):
    if not classic or classic["regret"] is None:
        return ["-"] * 3
    return [f"{classic['regret']:.{digits}%}", f"{classic['mean_absolute_log_error']:.3f}", f"{classic['kendall_tau']:.2f}"]


def group_table(summary):
    head = ["Settings", "Measured", "Failed", "Mean regret", "Worst regret", "Mean \\|log error\\|", "Bias", "Kendall's tau",
            f"Winner right (lead > {CLEAR_LEAD:.0%})", "Tie right", "Covered", "Really poor", "Classic: regret", "\\|log error\\|", "Kendall's tau"]
    rows = []
    for group, of_group in summary.items():
        found = of_group["figures"]
        if not found:
            rows.append([group, "0", str(of_group["failed"])] + ["-"] * (len(head) - 3))
            continue
        rows.append([group, str(found["settings"]), str(of_group["failed"]), f"{found['mean_regret']:.2%}",
                     f"{found['worst_regret']:.2%}", f"{found['mean_absolute_log_error']:.3f}",
                     f"{math.expm1(found['mean_log_error']):+.1%}", f"{found['mean_kendall_tau']:.2f}",
                     share_text(found["clear_winners_right"], found["clear_settings"]),
                     share_text(found["ties_right"], found["settings"]), f"{found['covered']:.0%}",
                     share_text(found["really_poor"], found["called_unpredictable"]), *classic_cells(found["classic"], 2)])
    return markdown_table(head, rows)


def setting_table(records):
    head = ["No.", "Setting", "Group", "Advised", "Fastest", "Lead", "Regret", "\\|log error\\|", "Bias", "Kendall's tau", "Tie",
            "Covered", "Classic: regret", "\\|log error\\|", "Kendall's tau"]
    rows = []
    for record in records:
        begin = [str(record["number"]), battery_settings.text_of(record["setting"]), group_of(record)]
        if "result" not in record:
            rows.append(begin + [f"failed: {record['failure']}"] + [""] * (len(head) - 4))
            continue
        one = record["result"]["results"][0]
        rows.append(begin + [one["advised"], one["fastest"], f"{one['lead']:.1%}", f"{one['regret']:.1%}",
                             f"{one['mean_absolute_log_error']:.3f}", f"{math.expm1(one['mean_log_error']):+.1%}",
                             f"{one['kendall_tau']:.2f}", "right" if one["tie"]["right"] else "wrong",
                             f"{one['covered']:.0%}", *classic_cells(one.get("classic"), 1)])
    return markdown_table(head, rows)
