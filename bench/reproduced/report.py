"""The computed numbers of docs/papers.md. Made only from a result of bench/papers."""
import measured_part
from markdown_table import markdown_table

PAGE = "docs/papers.md"


def marks(name):
    return f"<!-- {name}, computed by bench/papers: begin -->\n", f"<!-- {name}, computed by bench/papers: end -->\n"


def kaddoura(result):
    rows = []
    for table in result["kaddoura"]["tables"]:
        a = table["agreement"]
        rows.append([str(table["table"]), f"`{table['method']}`, {table['latency']:g}", f"{a['mean_difference']:.2f}",
                     f"{a['mean_absolute_difference']:.2f}", *(str(a[name]) for name in (
                         "within_1", "within_2", "within_3", "same_sign", "opposite_sign"))])
    settings = result["kaddoura"]
    return (f"One run with seed {settings['seed']} and {settings['instances']} sets per cell, "
            f"{settings['tables'][0]['agreement']['cells']} cells per table, differences in points:\n\n" +
            markdown_table(["Table", "Method, latency", "mean difference", "mean distance", "within 1", "within 2",
                            "within 3", "same sign", "opposite"], rows) + "\n")


def kaddoura_check(result):
    check = result["kaddoura"]["checks"][0]
    return (f"The check \"20 to 30 per cent at latency 1000 on 1K x 1K with 20 processors, ratios above 1\" "
            f"{'holds' if check['holds'] else 'does not hold'}: {check['least']:.1f} to {check['most']:.1f}.\n")


def points(number, form="{}"):
    return "never" if number is None else form.format(number)


def power_text(limit):
    """6.1e+29 as 6 x 10^29."""
    if limit is None:
        return "no limit"
    if limit < 1e6:
        return f"{limit:.0f}"
    digits, exponent = f"{limit:.0e}".split("e")
    return f"{digits} x 10^{int(exponent)}"


def floyd(result):
    table = result["lin"]["floyd"]
    place = table["memories"].index(1e4)
    limits = [power_text(program["largest_processors"][place]) for program in table["programs"]]
    return (f"With all costs 1, an efficiency of {table['efficiency']:g} and 10^4 elements these are "
            f"{', '.join(limits[:-1])} and {limits[-1]}, in the order of the table.\n")


def joined(words):
    return words[0] if len(words) == 1 else f"{', '.join(words[:-1])} and {words[-1]}"


def library_text(lin):
    """From which sizes hybrid is as fast with the alltoall of libnet."""
    late = [row for row in lin["fft_with_copies"]["crossovers"]
            if row["possible_library"] is not None and row["possible_library"] > row["processors"] ** 2]
    never = [row for row in lin["fft_with_copies"]["crossovers"] if row["possible_library"] is None]
    at_once = all(row["possible_library"] == row["processors"] ** 2 for row in lin["fft"]["crossovers"])
    copies, size = lin["fft_with_copies"]["copy_byte_ns"], lin["fft_with_copies"]["point_bytes"]
    text = "With the alltoall of libnet, which may combine blocks, hybrid is as fast "
    text += "from p^2 points on if Tc is 0. " if at_once else "from later sizes on for some p, also if Tc is 0. "
    text += f"With {size:g} bytes per point and Tc = {copies:g} ns, it is so "
    if late:
        text += (f"too, except for p = {joined([str(row['processors']) for row in late])}: there from "
                 f"{joined([str(row['possible_library']) for row in late])} points on")
    else:
        text += "too"
    if never:
        text += f"; never for p = {joined([str(row['processors']) for row in never])}"
    return text + ".\n"


def fft(result):
    lin = result["lin"]
    rows, ratios = [], {}
    for row in lin["fft"]["crossovers"]:
        p, printed, exact = row["processors"], row["printed"], row["exact"]
        rows.append([str(p), str(p * p), points(printed["formula"], "{:.1f}"), points(printed["searched"]),
                     points(row["possible_printed"]), points(exact["formula"], "{:.1f}"), points(exact["searched"]),
                     points(row["possible_exact"])])
        if printed["formula"] is not None and exact["formula"]:
            ratios[p] = printed["formula"] / exact["formula"]
    table = markdown_table(["p", "p^2", "printed formula", "search", "power of two", "exact counts", "search",
                            "power of two"], rows)
    few, many = min(ratios), max(ratios)
    return (f"{table}\n\nThe printed formula agrees with the printed times. They count one message and 1/p of the data too much for hybrid "
            f"([derivations](derivations.md#fft-layouts)), so they say that two processors never gain, and are "
            f"{ratios[few]:.1f} times too high for {few} processors but only {100 * (ratios[many] - 1):.0f} % for {many}.\n" +
            library_text(lin))


def room(result):
    rows = [[f"`{each['method']}`", f"{each['max_work_ratio']:.3f}", str(each["cut_length"])]
            for each in result["ncube"]["room"]]
    return markdown_table(["Method", "Busiest node / mean work", "Boundary, in cells"], rows) + "\n"


def storm(result):
    rows = [[f"`{way['way']}`", f"{way['mean_work_ratio']:.3f}, {way['most_work_ratio']:.3f}",
             f"{100 * way['moved_share']:.1f} %"] for way in result["ncube"]["storm"]["ways"]]
    return markdown_table(["Way", "Busiest node / mean work: mean, most", "Cells moved in a step"], rows) + "\n"


PARTS = {"tables 2 to 7": kaddoura, "the check of table 7": kaddoura_check, "expansion ranges": floyd,
         "FFT layouts": fft, "the room": room, "the storm": storm}


def page_text(old, result):
    """The page with its computed parts. Without a result, they are empty."""
    for name, part in PARTS.items():
        old = measured_part.replaced(old, PAGE, marks(name), "\n" + part(result) if result else "")
    return old
