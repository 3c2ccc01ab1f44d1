#!/usr/bin/python3
# SPDX-License-Identifier: GPL-3.0-or-later
"""Makes the class kit: slides.html, six slides of the plan of 45 minutes, and three sessions for slow computers.

    python3 classkit.py [FOLDER]

The pictures and the numbers on the slides are those of the lessons, which the program plays for this, without a window;
it takes about a minute. The slides are one file that any browser opens and prints. Needs the installed or built
programs, or their folder in ANCHORSCOPE_BIN.
"""
import base64
import html
import json
import os
import pathlib
import re
import shutil
import subprocess
import sys
import tempfile

HERE = pathlib.Path(__file__).resolve().parent
DATA = HERE.parent / "data"

# Title; pictures as lesson, step, and whether it is played; text, in which {lesson step} is the number of that step.
SLIDES = [
    ("The same words, other axes", [("matchmaker", 1, False)],
     "Two models were trained on different texts. Where is <em>time</em> on the right?"),
    ("An item is what it is similar to", [("where", 4, True)],
     "Relative vector: <em>r</em>(<em>x</em>) = (sim(<em>x</em>, <em>a</em><sub>1</sub>), …, "
     "sim(<em>x</em>, <em>a<sub>k</sub></em>)). The <em>a</em> are anchors: items that are known in both spaces."),
    ("What survives?", [("survives", 2, True)],
     "Turn, mirror and scale: always. Shift: centred vectors. Stretch: standardized vectors, which a rotation breaks. "
     "Predict, then measure."),
    ("Anchors must differ", [("anchors", 1, True), ("anchors", 3, True)],
     "Three neighbours: {anchors 1}. Five cities far apart: {anchors 3}."),
    ("A falling loss is no proof", [("doubt", 1, True), ("doubt", 3, True)],
     "The same five pairs. Alternating least squares: {doubt 2} correct. Automatic: {doubt 4} correct. "
     "What tells, if nobody knows the truth? Known pairs that the run was not given."),
    ("Change the encoder, keep the classifier", [("keep", 1, True), ("keep", 2, True)],
     "Trained on X, tested on Y: {keep 1} of the digits with raw vectors, {keep 3} with relative ones. "
     "Name one change that breaks this, and one repair."),
]
ANCHORED = ["--x", "fasttext", "--y", "word2vec", "--max-items", "1000", "--seeds", "5"]
SESSIONS = {
    "loss": ["words.h5", *ANCHORED, "--method", "alternating"],
    "automatic": ["words.h5", *ANCHORED],
    "digits": ["digits.h5", "--x", "ae32_seed0", "--y", "ae32_seed1", "--seeds", "50"],
}
STYLE = """
html { scroll-snap-type: y mandatory; font-family: sans-serif; color: #1c2026 }
body { margin: 0 }
section { height: 100vh; box-sizing: border-box; padding: 4vh 4vw; scroll-snap-align: start; overflow: hidden;
          display: flex; flex-direction: column; gap: 3vh; break-after: page }
h1 { font-size: 7vh; margin: 0 } p { font-size: 4vh; line-height: 1.35; margin: 0 }
div { flex: 1; min-height: 0; display: flex; gap: 2vw }
img { flex: 1; min-width: 0; object-fit: contain; object-position: top left }
@page { size: 1280px 720px; margin: 0 }
"""


def program(name):
    """The path of a program: in ANCHORSCOPE_BIN, in the build folder, or in that of the installation."""
    folders = [os.environ.get("ANCHORSCOPE_BIN", "")]
    folders += [str(above / place) for above in HERE.parents for place in ("build/release/bin", "bin")]
    found = shutil.which(name, path=os.pathsep.join(folders)) or shutil.which(name)
    if not found:
        sys.exit(f"Expected the program {name}; install it, or set ANCHORSCOPE_BIN to its folder.")
    return found


def play(lesson, folder):
    """Plays a lesson with a picture of each step; returns what was measured in each."""
    line = [program("anchorscope"), "--lesson", str(HERE / f"{lesson}.md"), "--script", "--theme", "light",
            "--screenshot", f"{folder}/{lesson}.png"]
    home = {name: folder for name in ("HOME", "XDG_CONFIG_HOME", "XDG_DATA_HOME", "XDG_RUNTIME_DIR")}
    run = subprocess.run(line, stdout=subprocess.PIPE, env=dict(os.environ, QT_QPA_PLATFORM="offscreen", **home))
    report = json.loads(run.stdout or "{}")
    if run.returncode or not report.get("passed"):
        sys.exit(f"The lesson {lesson} does not show what it says:\n{run.stdout.decode()}")
    return {step["step"]: step for step in report["steps"]}


def shown(lesson, step):
    """The number of a step as it is said in class."""
    value = step["figure"] if step["figure"] is not None else step["answer"]
    return f"{value:.0f} km" if lesson == "anchors" else f"{100 * value:.0f} %"


def slide(title, pictures, text, folder):
    images = ""
    for lesson, step, done in pictures:
        file = pathlib.Path(folder) / f"{lesson}-{step}{'-done' if done else ''}.png"
        packed = base64.b64encode(file.read_bytes()).decode()
        about = html.escape(f"Lesson {lesson}, step {step}")
        images += f'<img alt="{about}" src="data:image/png;base64,{packed}">'
    return f"<section><h1>{title}</h1><p>{text}</p><div>{images}</div></section>\n"


def main():
    out = pathlib.Path(sys.argv[1] if len(sys.argv) > 1 else "classkit")
    out.mkdir(parents=True, exist_ok=True)
    with tempfile.TemporaryDirectory() as folder:
        lessons = list(dict.fromkeys(lesson for _, pictures, _ in SLIDES for lesson, _, _ in pictures))
        steps = {lesson: play(lesson, folder) for lesson in lessons}
        page = f'<!DOCTYPE html>\n<html lang="en"><meta charset="utf-8"><title>Anchorscope</title><style>{STYLE}</style>\n'
        for title, pictures, text in SLIDES:
            measured = re.sub(r"{(\w+) (\d+)}", lambda key: shown(key[1], steps[key[1]][int(key[2])]), text)
            page += slide(title, pictures, measured, folder)
    (out / "slides.html").write_text(page + "</html>\n", encoding="utf-8")
    for name, (data, *options) in SESSIONS.items():
        subprocess.run([program("anchorscope-cli"), "optimize", str(DATA / data), *options, "--out",
                        str(out / f"{name}.ascope")], stdout=subprocess.DEVNULL, check=True)
    print(f"{out}/slides.html and {len(SESSIONS)} sessions were written.")


if __name__ == "__main__":
    main()
