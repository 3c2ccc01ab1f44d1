# SPDX-License-Identifier: GPL-3.0-or-later
"""Compares the methods by number of seeds and by noise, and writes README.md with its plots. Python 3, numpy and h5py:

    python3 curves.py path/to/anchorscope-cli words.h5 [--items 2000] [--repeats 3]

Every figure comes from `anchorscope-cli experiment retrieval` or `anchorscope-cli optimize`; the commands are in the
page. The noise is that of ../data/make_hard.py: the same share of each space's own spread in both spaces.
"""
import argparse
import json
import pathlib
import subprocess
import sys
import tempfile

import h5py
import numpy as np

HERE = pathlib.Path(__file__).resolve().parent
sys.path.insert(0, str(HERE.parent / "data"))
from make_hard import noisy  # noqa: E402

METHODS = ["auto", "canonical", "alternating", "adam"]
COLOURS = ["#0072b2", "#e69f00", "#009e73", "#cc79a7", "#555555"]


def run(arguments):
    result = subprocess.run(arguments + ["--json"], stdout=subprocess.PIPE, stderr=subprocess.DEVNULL, check=True)
    return json.loads(result.stdout)


def write_pair(source, target, items, share, seed=0):
    random = np.random.default_rng(seed)
    with h5py.File(source) as old, h5py.File(target, "w") as new:
        new.attrs.update(format="anchorscope-dataset", version=1, title="Noisy pair", license="", source="")
        new["items/id"] = list(old["items/id"][:items])
        for name in list(old["spaces"])[:2]:
            space = old["spaces"][name][:items].astype(np.float32)
            new[f"spaces/{name}"] = noisy(space, random.standard_normal(space.shape).astype(np.float32), share)


def mrr(experiment, method):
    rows = [row["mrr"] for row in experiment["rows"] if row["method"] == method and row["source"] != row["target"]]
    return sum(row["mean"] for row in rows) / len(rows)


def retrieval(cli, data, options, seeds, method):
    result = run([cli, "experiment", "retrieval", data, "--anchors", "300", "--seeds", str(seeds), "--repeats",
                  str(options.repeats), "--method", method])
    seconds = sum(one["seconds"] for one in result["runs"]) / len(result["runs"])
    return mrr(result, "AO continuous"), mrr(result, "GT"), seconds


def plot(path, title, x_label, y_label, xs, curves):
    """A small line chart; xs are placed at equal distances."""
    width, height, left, bottom = 520, 300, 56, 44
    top = max(max(values) for _, values in curves) or 1
    place = lambda i, v: (left + 20 + i * (width - left - 150) / max(1, len(xs) - 1),
                          height - bottom - v / top * (height - bottom - 34))
    parts = [f'<svg xmlns="http://www.w3.org/2000/svg" width="{width}" height="{height}" font-family="sans-serif" '
             f'font-size="11"><rect width="100%" height="100%" fill="white"/>'
             f'<text x="{left}" y="16" font-size="13">{title}</text>'
             f'<path d="M{left} 26V{height - bottom}H{width - 120}" fill="none" stroke="#888"/>'
             f'<text x="{left}" y="{height - 8}">{x_label}</text>']
    for fraction in (0, 0.5, 1):
        y = place(0, fraction * top)[1]
        parts.append(f'<text x="{left - 6}" y="{y + 4:.0f}" text-anchor="end">{fraction * top:.3g}</text>')
    parts.append(f'<text x="4" y="26">{y_label}</text>')
    step = max(1, len(xs) // 8)
    for i in range(0, len(xs), step):
        parts.append(f'<text x="{place(i, 0)[0]:.0f}" y="{height - bottom + 14}" text-anchor="middle">{xs[i]}</text>')
    for (name, values), colour, line in zip(curves, COLOURS, range(99)):
        points = " ".join("{:.1f},{:.1f}".format(*place(i, v)) for i, v in enumerate(values))
        parts.append(f'<polyline points="{points}" fill="none" stroke="{colour}" stroke-width="2"/>'
                     f'<text x="{width - 112}" y="{40 + 16 * line}" fill="{colour}">{name}</text>')
    path.write_text("".join(parts) + "</svg>\n")


def table(head, xs, curves):
    lines = [f"| {head} | " + " | ".join(name for name, _ in curves) + " |", "|---" * (len(curves) + 1) + "|"]
    for i, x in enumerate(xs):
        lines.append(f"| {x} | " + " | ".join(f"{values[i]:.3f}" for _, values in curves) + " |")
    return "\n".join(lines) + "\n"


def section(page, name, title, head, x_label, xs, measured):
    """measured[x][method] = (MRR, MRR of the true anchors, seconds)."""
    curves = [(m, [measured[x][m][0] for x in xs]) for m in METHODS]
    curves.append(("true anchors", [measured[x][METHODS[0]][1] for x in xs]))
    plot(HERE / f"{name}.svg", title, x_label, "MRR", xs, curves)
    seconds = [(m, [measured[x][m][2] for x in xs]) for m in METHODS]
    page.append(f"## {title}\n\n![{title}]({name}.svg)\n\nMRR, mean of both directions:\n\n{table(head, xs, curves)}\n"
                f"Seconds a run:\n\n{table(head, xs, seconds)}")


def convergence(page, cli, data):
    curves = []
    for method in METHODS[1:]:
        history = run([cli, "optimize", data, "--anchors", "300", "--seeds", "15", "--method", method])["history"]
        curves.append((method, [stats["right"] for stats in history]))
    steps = list(range(1, 1 + max(len(values) for _, values in curves)))
    padded = [(name, values + [values[-1]] * (len(steps) - len(values))) for name, values in curves]
    plot(HERE / "convergence.svg", "Share of right partners", "iteration", "right",
         steps, padded)
    page.append("## Iterations to converge\n\n![Convergence](convergence.svg)\n\n| method | iterations | right at the "
                "end |\n|---|---|---|\n" + "".join(f"| {n} | {len(v)} | {v[-1]:.3f} |\n" for n, v in curves))


def main():
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("cli")
    parser.add_argument("data")
    parser.add_argument("--items", type=int, default=2000)
    parser.add_argument("--repeats", type=int, default=3)
    options = parser.parse_args()
    page = ["# The methods by number of seeds and by noise\n\nWritten by [curves.py](curves.py) from the bundled words, the first "
            f"{options.items} items, 300 anchors, draws 0 to {options.repeats - 1}: "
            "`anchorscope-cli experiment retrieval DATA --anchors 300 --seeds N --repeats R --method M`.\n"]
    with tempfile.TemporaryDirectory() as folder:
        by_noise = {}
        for share in (0.0, 0.3, 0.5, 0.7):
            data = f"{folder}/{share}.h5"
            write_pair(options.data, data, options.items, share)
            by_noise[share] = {m: retrieval(options.cli, data, options, 15, m) for m in METHODS}
        plain = f"{folder}/0.0.h5"
        by_seeds = {n: {m: retrieval(options.cli, plain, options, n, m) for m in METHODS} for n in (5, 10, 15, 50)}
        section(page, "seeds", "MRR by number of seeds", "seeds", "seeds", list(by_seeds), by_seeds)
        section(page, "noise", "MRR by noise, 15 seeds", "noise", "noise, share of each space's own spread",
                list(by_noise), by_noise)
        convergence(page, options.cli, plain)
    (HERE / "README.md").write_text("\n".join(page))


if __name__ == "__main__":
    main()
