"""Draws plots with gnuplot. All plots of the project share the style of tools/banyan/plot_style.inc."""
import pathlib
import shutil
import subprocess

STYLE = pathlib.Path(__file__).resolve().parents[1] / "tools/banyan/plot_style.inc"


def quoted(text):
    """The text as a string of gnuplot."""
    return "'" + str(text).replace("'", "''") + "'"


def head(picture, width, height):
    """The first lines of a program that draws into `picture` (PNG). Line types 1 to 8 have the shared colours. Texts
    are shown without markup."""
    style = STYLE.read_text().split('R"(', 1)[1].rsplit(')"', 1)[0]
    return (f"set terminal pngcairo noenhanced size {width},{height} font 'sans,11' background 'white'\n"
            f"set output {quoted(picture)}\n{style}")


def block(name, rows):
    """The rows of numbers as data block `name` of a program. None stands for a missing number."""
    lines = [" ".join("NaN" if number is None else f"{number:.9g}" for number in row) for row in rows]
    return f"${name} << END\n" + "\n".join(lines) + "\nEND\n"


def draw(program):
    """Runs gnuplot. Returns whether it is installed. Raises CalledProcessError if it fails."""
    if not shutil.which("gnuplot"):
        return False
    subprocess.run(["gnuplot"], input=program, text=True, check=True)
    return True
