# SPDX-License-Identifier: GPL-3.0-or-later
"""Compares the methods by number of seeds and by noise: measures curves.json, and writes README.md and its plots from
it. Python 3, to measure numpy and h5py:

    python3 curves.py                       writes the page and the plots from curves.json
    python3 curves.py --check               changes nothing; ends with 1 where they are not what curves.json says
    python3 curves.py path/to/anchorscope-cli words.h5 [--items 1000] [--repeats 5]      measures anew

Every figure comes from `anchorscope-cli experiment retrieval` or `anchorscope-cli optimize`; the commands are in the
page. The noise is that of ../data/make_hard.py: the same share of each space's own spread in both spaces.
"""
import argparse
import json
import pathlib
import subprocess
import sys
import tempfile

HERE = pathlib.Path(__file__).resolve().parent

METHODS = {"auto": [], "alternating": ["--method", "alternating"], "adam": ["--method", "adam"],
           "adam, as published": ["--method", "adam", "--ramp", "0"], "adam, warm start": ["--method", "adam", "--warm-start"]}
SEEDS = (5, 15, 50)
NOISE = (0.0, 0.4, 0.7)  # shares of each space's own spread
INTRODUCTION = """# The methods by number of seeds and by noise

[curves.py](curves.py) wrote this page from the bundled words (the first {items:,} items, 300 anchors, {repeats} draws with random seeds from 0, mean ± sample standard deviation), with `anchorscope-cli experiment retrieval DATA --anchors 300 --seeds N --repeats {repeats} --method M --methods gt,seed,ao-continuous`. The anchors are candidates but not queries. All draws at one level have the same noise; they differ in their seed pairs and anchors.

`auto` follows the canonical path. `adam` is the method of AO's paper, which starts at random, with one change of ours; without the change (`--ramp 0`) it is named *as published*, and with `--warm-start` it starts from the matches that the seeds alone give ([AO](../papers/ao.md)). These methods and `alternating` need enough seeds and little noise; here, the canonical path copes with few seeds and with noise. Times were measured on a machine that was also doing other work: compare them within a table only.

"""
COLOURS = ["#0072b2", "#e69f00", "#009e73", "#d55e00", "#cc79a7", "#555555", "#aaaaaa"]


def run(arguments):
    result = subprocess.run(arguments + ["--json"], stdout=subprocess.PIPE, stderr=subprocess.DEVNULL, check=True)
    return json.loads(result.stdout)


def write_pair(source, target, items, share, seed=0):
    import h5py
    import numpy as np
    sys.path.insert(0, str(HERE.parent / "data"))
    from make_hard import noisy
    random = np.random.default_rng(seed)
    with h5py.File(source) as old, h5py.File(target, "w") as new:
        new.attrs.update(format="anchorscope-dataset", version=1, title="Noisy pair", license="", source="")
        new["items/id"] = list(old["items/id"][:items])
        for name in list(old["spaces"])[:2]:
            space = old["spaces"][name][:items].astype(np.float32)
            new[f"spaces/{name}"] = noisy(space, random.standard_normal(space.shape).astype(np.float32), share)


def retrieval(cli, data, repeats, seeds, options):
    """MRR of found and of true anchors and of the seeds alone, the mean of both directions in each draw, and seconds a
    run."""
    result = run([cli, "experiment", "retrieval", data, "--anchors", "300", "--seeds", str(seeds), "--repeats",
                  str(repeats), "--methods", "gt,seed,ao-continuous", *options])
    def mrr(name):
        ways = [row["mrr"]["values"] for row in result["rows"] if row["method"] == name]
        return [round((one + other) / 2, 6) for one, other in zip(*ways)]
    return {"found": mrr("AO continuous"), "true": mrr("GT"), "seeds": mrr("Seed"),
            "seconds": round(sum(one["seconds"] for one in result["runs"]) / len(result["runs"]), 3)}


def measure(cli, words, items, repeats):
    measured = {"items": items, "repeats": repeats, "noise": {}, "seeds": {}, "right": {}}
    with tempfile.TemporaryDirectory() as folder:
        def at(share, seeds):
            data = f"{folder}/{share}.h5"
            write_pair(words, data, items, share)
            return {name: retrieval(cli, data, repeats, seeds, options) for name, options in METHODS.items()}
        measured["seeds"] = {seeds: at(0.0, seeds) for seeds in SEEDS}
        measured["noise"] = {share: at(share, 15) for share in NOISE if share} | {0.0: measured["seeds"][15]}
        for name, options in METHODS.items():
            history = run([cli, "optimize", f"{folder}/0.0.h5", "--anchors", "300", "--seeds", "15", *options])["history"]
            measured["right"][name] = [round(stats["right"], 6) for stats in history]
    (HERE / "curves.json").write_text(json.dumps(measured, indent=1) + "\n")


def plot(title, x_label, y_label, xs, curves):
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
    return "".join(parts) + "</svg>\n"


def table(head, xs, curves):
    lines = [f"| {head} | " + " | ".join(name for name, _ in curves) + " |", "|---" * (len(curves) + 1) + "|"]
    for i, x in enumerate(xs):
        lines.append(f"| {x} | " + " | ".join(values[i] for _, values in curves) + " |")
    return "\n".join(lines) + "\n"


def mean(values):
    return sum(values) / len(values)


def figure(values):
    middle = mean(values)
    spread = (sum((value - middle) ** 2 for value in values) / max(1, len(values) - 1)) ** 0.5
    return f"{middle:.3f} ± {spread:.3f}"


def section(written, name, title, head, x_label, measured):
    """measured[x][method] = found, true and seconds."""
    xs = sorted(measured, key=float)
    curves = [(m, [mean(measured[x][m]["found"]) for x in xs]) for m in METHODS]
    for label, key in (("true anchors", "true"), ("seeds only", "seeds")):
        curves.append((label, [mean(measured[x]["auto"][key]) for x in xs]))
    written[f"{name}.svg"] = plot(title, x_label, "MRR", xs, curves)
    cells = [(m, [figure(measured[x][m]["found"]) for x in xs]) for m in METHODS]
    for label, key in (("true anchors", "true"), ("seeds only", "seeds")):
        cells.append((label, [figure(measured[x]["auto"][key]) for x in xs]))
    seconds = [(m, [f"{measured[x][m]['seconds']:.2f}" for x in xs]) for m in METHODS]
    written["README.md"] += (f"## {title}\n\n![{title}]({name}.svg)\n\nMRR, mean of both directions:\n\n"
                             f"{table(head, xs, cells)}\nSeconds per run:\n\n{table(head, xs, seconds)}\n")


def convergence(written, right):
    steps = list(range(1, 1 + max(len(values) for values in right.values())))
    padded = [(name, values + [values[-1]] * (len(steps) - len(values))) for name, values in right.items()]
    written["convergence.svg"] = plot("Share of correct matches", "iteration", "correct", steps, padded)
    written["README.md"] += (
        "## Iterations to converge\n\nOne draw, random seed 0, with 15 seeds and no noise.\n\n![Convergence](convergence.svg)\n\n| method | iterations | correct at the end |\n"
        "|---|---|---|\n" + "".join(f"| {n} | {len(v)} | {v[-1]:.3f} |\n" for n, v in right.items()))


def files():
    """All that is written from curves.json, by name."""
    measured = json.loads((HERE / "curves.json").read_text())
    written = {"README.md": INTRODUCTION.format(**measured)}
    section(written, "seeds", "MRR by number of seeds", "seeds", "seeds", measured["seeds"])
    section(written, "noise", "MRR by noise, 15 seeds", "noise", "noise, share of each space's own spread",
            measured["noise"])
    convergence(written, measured["right"])
    return written


def main():
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("cli", nargs="?")
    parser.add_argument("data", nargs="?")
    parser.add_argument("--items", type=int, default=1000)
    parser.add_argument("--repeats", type=int, default=5)
    parser.add_argument("--check", action="store_true")
    options = parser.parse_args()
    if options.cli:
        measure(str(pathlib.Path(options.cli).resolve()), options.data, options.items, options.repeats)
    differ = [name for name, text in files().items() if not (HERE / name).exists() or (HERE / name).read_text() != text]
    if options.check and differ:
        sys.exit("Not what curves.json says, run curves.py: " + ", ".join(differ))
    for name in differ:
        (HERE / name).write_text(files()[name])


if __name__ == "__main__":
    main()
