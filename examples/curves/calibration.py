# SPDX-License-Identifier: GPL-3.0-or-later
"""Draws the figures of the verdict from the lines that tests/benchmarks/calibrate wrote, and prints their page.

    /usr/bin/python3 calibration.py calibration.jsonl [--partners FILE.jsonl] [--heat NAME=FILE.jsonl ...]
        > calibration.md

`--partners` adds a section about the lines of the kinds “missing partners”, here
`--partners calibration-partners.jsonl`. `--heat` adds a method to the map of seeds and noise: its lines of the pairs
“rotation and noise”, here `--heat alternating=calibration-alternating.jsonl --heat adam=calibration-adam.jsonl`.
"""
import argparse
import json
import math
import pathlib
import statistics

HERE = pathlib.Path(__file__).resolve().parent
BLUE, ORANGE, GREY = "#0072b2", "#e69f00", "#777777"
RIGHT, WRONG = 0.3, 0.05  # shares of correct matches above and below which an alignment is one or is none


def read(path):
    return [json.loads(line) for line in path.read_text().splitlines() if line.endswith("}")]


def svg(name, width, height, parts):
    head = (f'<svg xmlns="http://www.w3.org/2000/svg" width="{width}" height="{height}" font-family="sans-serif" '
            f'font-size="11"><rect width="100%" height="100%" fill="white"/>')
    (HERE / name).write_text(head + "".join(parts) + "</svg>\n")


def unit_axes(title, x_label, y_label):
    """A square of 260 pixels from (60, 40) for shares; the function places a point in it."""
    def place(x, y):
        return 60 + 260 * x, 300 - 260 * y
    parts = [f'<text x="60" y="20" font-size="13">{title}</text>',
             '<path d="M60 40V300H320" fill="none" stroke="#888"/>',
             f'<text x="190" y="334" text-anchor="middle">{x_label}</text>',
             f'<text x="16" y="170" text-anchor="middle" transform="rotate(-90 16 170)">{y_label}</text>']
    for share in (0, 0.5, 1):
        parts.append(f'<text x="{place(share, 0)[0]}" y="316" text-anchor="middle">{share:g}</text>'
                     f'<text x="54" y="{place(0, share)[1] + 4}" text-anchor="end">{share:g}</text>')
    return parts, place


def reliability(cases):
    """Estimated share of correct matches and its interval against the true share."""
    parts, place = unit_axes("Estimated and true share of correct matches", "true", "estimated, 95% interval")
    parts.append(f'<path d="M60 300L320 40" stroke="{GREY}" stroke-dasharray="4 3"/>')
    for case in cases:
        x, y = place(case["right"], case["estimate"])
        low, high = place(0, case["low"])[1], place(0, case["high"])[1]
        colour = BLUE if case["for_fitting"] else ORANGE
        parts.append(f'<path d="M{x:.1f} {low:.1f}V{high:.1f}" stroke="{colour}" opacity="0.35"/>'
                     f'<circle cx="{x:.1f}" cy="{y:.1f}" r="3" fill="{colour}"/>')
    parts += [f'<text x="200" y="270" fill="{BLUE}">kinds for fitting</text>',
              f'<text x="200" y="286" fill="{ORANGE}">kinds reserved for testing</text>']
    svg("reliability.svg", 350, 345, parts)


def curve_of(positives, negatives):
    """ROC points and the area under the curve; equal scores count half."""
    area = sum((p > n) + 0.5 * (p == n) for p in positives for n in negatives) / (len(positives) * len(negatives))
    points = [(0.0, 0.0)]
    for limit in sorted(set(positives + negatives), reverse=True):
        points.append((sum(n >= limit for n in negatives) / len(negatives),
                       sum(p >= limit for p in positives) / len(positives)))
    return points, area


def roc(positives, negatives):
    points, area = curve_of(positives, negatives)
    parts, place = unit_axes("Is there an alignment? −log p₂", f"comparisons with less than {WRONG:g} correct",
                             f"comparisons with {RIGHT:g} correct or more")
    line = " ".join("{:.1f},{:.1f}".format(*place(*point)) for point in points)
    parts.append(f'<polyline points="{line}" fill="none" stroke="{BLUE}" stroke-width="2"/>'
                 f'<text x="200" y="280">area {area:.3f}</text>')
    svg("roc.svg", 350, 345, parts)
    return area


def noise_of(case):
    return case["name"].split(", ")[1]


def heat(methods):
    """Share of correct matches by seeds and noise, one square of cells a method."""
    parts, x0 = ['<text x="60" y="20" font-size="13">Share of correct matches, rotation and noise</text>'], 60
    for name, cases in methods:
        cells = {}
        for case in cases:
            if case["kind"] == "rotation and noise" and case["wrong_seeds"] == 0:
                cells.setdefault((noise_of(case), case["seeds"]), []).append(case["right"])
        noises, seeds = sorted({key[0] for key in cells}), sorted({key[1] for key in cells})
        parts.append(f'<text x="{x0}" y="44">{name}</text>')
        for (noise, count), values in cells.items():
            x, y = x0 + 46 * seeds.index(count), 54 + 30 * noises.index(noise)
            share = statistics.mean(values)
            parts.append(f'<rect x="{x}" y="{y}" width="44" height="28" fill="{BLUE}" opacity="{0.08 + 0.9 * share:.2f}"/>'
                         f'<text x="{x + 22}" y="{y + 18}" text-anchor="middle" fill="{"white" if share > 0.5 else "black"}">'
                         f'{share:.2f}</text>')
        for i, count in enumerate(seeds):
            parts.append(f'<text x="{x0 + 46 * i + 22}" y="{70 + 30 * len(noises)}" text-anchor="middle">{count}</text>')
        if x0 == 60:
            parts += [f'<text x="54" y="{72 + 30 * i}" text-anchor="end">{noise}</text>' for i, noise in enumerate(noises)]
        x0 += 46 * max(1, len(seeds)) + 24
    parts.append('<text x="60" y="208">columns: seeds; rows: noise over the spread of the space</text>')
    svg("seedsandnoise.svg", x0 + 10, 220, parts)


def share(part, whole):
    return f"{len(part)} of {len(whole)}" + (f" ({100 * len(part) / len(whole):.0f}%)" if whole else "")


def figures(cases):
    """Rows of the table: question and answer."""
    judged = [c for c in cases if c["alignment"] != "not judged"]
    many = [c for c in judged if c["seeds"] >= 15]
    good = [c for c in judged if c["related"] and c["right"] >= RIGHT and c["seeds"] >= 5]
    bad = [c for c in judged if not c["related"]]
    class_only = [c for c in bad if c["kind"] == "permuted within classes" and c["seeds"] >= 15]
    estimated = [c for c in judged if c["estimate"] is not None and c["related"]]
    covered = [c for c in estimated if c["low"] <= c["right"] <= c["high"]]
    errors = [abs(c["estimate"] - c["right"]) for c in estimated]
    log = [(c, -math.log10(max(c["p_class"], 1e-300))) for c in many if c["p_class"] is not None]
    area = roc([p for c, p in log if c["related"] and c["right"] >= RIGHT], [p for c, p in log if c["right"] < WRONG])
    reliability(estimated)
    return [("area under the ROC curve of −log p₂, 15 seeds or more", f"{area:.3f}"),
            ("comparisons that should not align, called aligned", share([c for c in bad if c["alignment"] == "aligned"], bad)),
            ("comparisons with 30% correct matches or more, from 5 seeds or more, called chance",
             share([c for c in good if c["alignment"] == "chance"], good)),
            ("the same, called class only", share([c for c in good if c["alignment"] == "class only"], good)),
            ("comparisons permuted within classes, from 15 seeds or more, called class only",
             share([c for c in class_only if c["alignment"] == "class only"], class_only)),
            ("intervals that contain the share of correct matches", share(covered, estimated)),
            ("the same, kinds reserved for testing", share([c for c in covered if not c["for_fitting"]],
                                                       [c for c in estimated if not c["for_fitting"]])),
            ("median error of the estimate", f"{statistics.median(errors):.3f}" if errors else "–")]


def by_kind(cases):
    lines = ["| kind | cases | median correct | aligned | class only | chance | cannot tell | not judged | intervals that contain it |",
             "|---|---|---|---|---|---|---|---|---|"]
    for kind in sorted({c["kind"] for c in cases}):
        of = [c for c in cases if c["kind"] == kind]
        counts = [sum(c["alignment"] == name for c in of) for name in ("aligned", "class only", "chance", "unclear", "not judged")]
        estimated = [c for c in of if c["estimate"] is not None]
        covered = sum(c["low"] <= c["right"] <= c["high"] for c in estimated)
        lines.append(f"| {kind} | {len(of)} | {statistics.median(c['right'] for c in of):.2f} | "
                     + " | ".join(map(str, counts)) + (f" | {covered} of {len(estimated)} |" if estimated else " | – |"))
    return "\n".join(lines)


def confirmed(cases):
    """Table of the comparisons in which some items have no partner."""
    lines = ["| items with a partner | cases | correct matches that are confirmed | items without a partner that have a confirmed match |",
             "|---|---|---|---|"]
    partial = [c for c in cases if c["kind"] == "partial overlap"]
    for name in sorted({c["name"].split(", ")[1] for c in partial}):
        of = [c for c in partial if c["name"].split(", ")[1] == name]
        correct, without = (statistics.mean(c[key] for c in of) for key in ("confirmed_right", "confirmed_without"))
        lines.append(f"| {name.replace(' ', '')} | {len(of)} | {100 * correct:.0f}% | {100 * without:.0f}% |")
    return "\n".join(lines)


def missing_partners(cases):
    """Section about the kinds “missing partners”: a table by the share of items with a partner."""
    def contains(case, of, true):
        return case[f"low{of}"] - 1e-9 <= true <= case[f"high{of}"] + 1e-9
    lines = ["| items with a partner | cases | intervals that contain the share of correct matches | the same, kinds reserved for testing | median width "
             "| matches kept for a precision of 0.8: cases in which it is 0.77 or more | too few partners to tell | only classes | aligned: item by item, mostly, partly, a few |",
             "|---|---|---|---|---|---|---|---|---|"]
    for percent in sorted({int(c["name"].split(", ")[2].split()[0]) for c in cases}, reverse=True):
        of = [c for c in cases if c["name"].split(", ")[2] == f"{percent} %"]
        estimated = [c for c in of if c["estimate_of_all"] is not None]
        covered = [c for c in estimated if contains(c, "_of_all", c["right_of_all"])]
        width = statistics.median(c["high_of_all"] - c["low_of_all"] for c in estimated)
        kept = [c for c in estimated if c["kept_80"][0] > 0]
        precise = [c for c in kept if c["kept_80"][1] / c["kept_80"][0] >= 0.77]
        reserved = [[c for c in some if not c["for_fitting"]] for some in (covered, estimated)]
        heads = [sum(c["headline"] == name for c in of) for name in
                 ("Too few partners to tell", "Only classes are aligned", "Aligned item by item", "Mostly aligned", "Partly aligned",
                  "A few items are aligned")]
        lines.append(f"| {percent}% | {len(of)} | {len(covered)} of {len(estimated)} | {len(reserved[0])} of {len(reserved[1])} | {width:.2f} "
                     f"| {len(precise)} of {len(kept)} | {heads[0]} | {heads[1]} | {heads[2]}, {heads[3]}, {heads[4]}, {heads[5]} |")
    return (f"\n## Missing partners\n\n{len(cases)} of the 180 comparisons of the kinds *missing partners*: 700 items of Y, of which "
            "5 to 100% have a partner among the items of X, on one side or both, missing anywhere or in a region, from 15 to 200 known "
            "pairs. The verdict estimates the share of correct matches among all matches.\n\n" + "\n".join(lines) + "\n")


def main():
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("suite", type=pathlib.Path)
    parser.add_argument("--partners", type=pathlib.Path)
    parser.add_argument("--heat", action="append", default=[])
    options = parser.parse_args()
    cases = read(options.suite)
    methods = [("canonical", cases)]
    for given in options.heat:
        name, path = given.split("=", 1)
        methods.append((name, read(pathlib.Path(path))))
    rows = figures(cases)
    heat(methods)
    page = (f"# How reliable the verdict is\n\n[calibration.py](calibration.py) wrote this page from all {len(cases)} cases of "
            "`tests/benchmarks/calibrate`: comparisons generated from the bundled words and digits. The ground truth is "
            "used for scoring only; neither the run nor its verdict sees it. Some kinds may be used to fit constants, and "
            "the others are reserved for testing; no constant of the verdict was fitted to any of them. The step at which "
            "self-learning stops was chosen with the suite's help; it concerns the run, not the verdict. All cases were run "
            "with the program of 28 November 2026.\n\n| | |\n|---|---|\n"
            + "".join(f"| {what} | {answer} |\n" for what, answer in rows)
            + "\nAll intervals that miss the true share are too low, most often in comparisons with items that have no partner: the "
              "estimate counts such items as matched wrongly, but the true share leaves them out.\n"
            + "\n![Estimated and true share](reliability.svg)\n\n![ROC](roc.svg)\n\n![Seeds and noise](seedsandnoise.svg)\n\n"
            "## By kind of comparison\n\n" + by_kind(cases) + "\n\n## Items without a partner\n\nA match is *confirmed* if maps fitted without it find it again and it is "
            "mutual. The table lists means.\n\n" + confirmed(cases) + "\n")
    if options.partners:
        page += missing_partners(read(options.partners))
    print(page, end="")


if __name__ == "__main__":
    main()
