#!/usr/bin/python3
# SPDX-License-Identifier: GPL-3.0-or-later
"""Draws hero.png, the bundled digits in two autoencoders, absolute above and relative to the same anchors below (small
in the handbook), and align.gif, in which the items of B move from their place in B to their place relative to the anchors, onto those of A.

    ANCHORSCOPE_CLI=build/release/bin/anchorscope-cli resources/screenshots/hero.py

The anchors are those that a run finds from 15 known pairs. Needs matplotlib, Pillow and h5py.
"""
import pathlib
import sys
import tempfile

import h5py
import matplotlib
import matplotlib.patheffects
import numpy as np
from PIL import Image

matplotlib.use("Agg")
import matplotlib.pyplot as plt  # noqa: E402  (after the choice of the backend)

HERE = pathlib.Path(__file__).resolve().parent
sys.path.insert(0, str(HERE.parents[1] / "src/python"))
import anchorscope  # noqa: E402  (found by the line above)

DATA = HERE.parents[1] / "examples/data/digits.h5"
X, Y = "ae32_seed0", "ae32_seed1"
COLOURS = ["#0072B2", "#E69F00", "#009E73", "#CC79A7", "#56B4E9", "#D55E00", "#8C6D31", "#555555", "#7B3294", "#B2DF8A"]


def components(rows):
    """Coordinates along the first two principal components, items × 2."""
    rows = rows - rows.mean(0)
    return rows @ np.linalg.svd(rows, full_matrices=False)[2][:2].T


def relative(rows, anchors):
    """Cosines of the centred rows to the centred anchors, items × anchors."""
    mean = rows.mean(0)
    rows, anchors = rows - mean, anchors - mean
    return (rows / np.linalg.norm(rows, axis=1, keepdims=True)) @ (
        anchors / np.linalg.norm(anchors, axis=1, keepdims=True)).T


def found_anchors(folder):
    """Items of X and their matches in Y."""
    session = f"{folder}/run.ascope"
    anchorscope.optimize(str(DATA), x=X, y=Y, seeds=15, out=session)
    with h5py.File(session) as file:
        return file["runs/0/anchors_of_x"][:], file["runs/0/summary/discrete_of_y"][:]


def panel(axes, points, labels, title):
    axes.scatter(*points.T, s=5, c=[COLOURS[label] for label in labels], linewidths=0, alpha=0.75)
    for label in range(10):
        axes.annotate(str(label), np.median(points[labels == label], 0), ha="center", va="center", fontsize=15,
                      fontweight="bold", color=COLOURS[label], path_effects=[
                          matplotlib.patheffects.withStroke(linewidth=3.5, foreground="white")])
    axes.set_title(title, fontsize=12, loc="left", color="#333333")
    axes.set_xticks([])
    axes.set_yticks([])
    axes.set_aspect("equal", adjustable="datalim")
    for spine in axes.spines.values():
        spine.set_color("#cccccc")


def rescaled(points, like):
    """Points with the mean and spread of others."""
    return (points - points.mean(0)) / points.std() * like.std() + like.mean(0)


def animation(absolute, of_a, of_b, labels):
    """B's items as rings on their way, A's as discs."""
    shown = np.random.default_rng(0).permutation(len(labels))[:320]
    colours = [COLOURS[label] for label in labels[shown]]
    start, frames = rescaled(absolute, of_b), []
    stops = [0] * 8 + list(np.linspace(0, 1, 18)) + [1] * 14
    for share in stops:
        share = share * share * (3 - 2 * share)  # slow at both ends
        figure, axes = plt.subplots(figsize=(4.4, 4.4), dpi=90, facecolor="white")
        axes.scatter(*of_a[shown].T, s=22, c=colours, linewidths=0, alpha=0.55)
        axes.scatter(*((1 - share) * start + share * of_b)[shown].T, s=28, facecolors="none", edgecolors=colours,
                     linewidths=0.9)
        axes.set_axis_off()
        axes.set_xlim(np.array([of_a[:, 0].min(), of_a[:, 0].max()]) * 1.15)
        axes.set_ylim(np.array([of_a[:, 1].min(), of_a[:, 1].max()]) * 1.15)
        axes.set_title("discs: A   rings: B" + (" in its own coordinates" if share < 0.5 else " relative to the anchors"),
                       fontsize=10, color="#333333")
        figure.tight_layout(pad=0.3)
        figure.canvas.draw()
        frames.append(Image.fromarray(np.asarray(figure.canvas.buffer_rgba())).convert("RGB").quantize(24))
        plt.close(figure)
    frames[0].save(HERE / "align.gif", save_all=True, append_images=frames[1:], duration=80, loop=0, optimize=True)


def main():
    data = anchorscope.load(DATA)
    x, y = (np.asarray(data.spaces[name], float) for name in (X, Y))
    with tempfile.TemporaryDirectory() as folder:
        of_x, of_y = found_anchors(folder)
    # One frame for both relative spaces, so that what coincides agrees.
    joint = components(np.vstack([relative(x, x[of_x]), relative(y, y[of_y])]))
    labels = np.asarray(data.labels)
    figure, grid = plt.subplots(2, 2, figsize=(8.4, 7.4), dpi=120, facecolor="white")
    panel(grid[0, 0], components(x), labels, "Autoencoder A")
    panel(grid[0, 1], components(y), labels, "Autoencoder B: another random initialization")
    panel(grid[1, 0], joint[:len(x)], labels, f"A, relative to {len(of_x)} anchors")
    panel(grid[1, 1], joint[len(x):], labels, "B, relative to the matches found in B")
    for row in grid[1]:
        row.set_xlim(grid[1, 0].get_xlim())
        row.set_ylim(grid[1, 0].get_ylim())
    figure.tight_layout(pad=0.8)
    figure.canvas.draw()
    picture = Image.fromarray(np.asarray(figure.canvas.buffer_rgba()))
    picture.convert("RGB").quantize(128).save(HERE / "hero.png", optimize=True)  # a third of the size
    small = picture.convert("RGB").resize((560, 560 * picture.height // picture.width), Image.Resampling.LANCZOS)
    small.quantize(128).save(HERE.parent / "handbook/relative.png", optimize=True)
    animation(components(y), joint[:len(x)], joint[len(x):], labels)


if __name__ == "__main__":
    main()
