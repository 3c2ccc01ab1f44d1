#!/usr/bin/env python3
# SPDX-License-Identifier: GPL-3.0-or-later
"""Draws the pictures of the examples on the start page from what the command line says of them, on a clear ground, so
that they suit both themes. Usage: make.py CLI FOLDER-OF-EXAMPLES (Debian: python3-pil, python3-h5py)"""
import json
import pathlib
import subprocess
import sys

import h5py
import numpy
from PIL import Image, ImageDraw

HERE = pathlib.Path(__file__).parent
WIDTH, HEIGHT = 672, 352  # twice the size on the page
SMOOTH = 4  # drawn so many times larger
PALETTE = ["#c58002", "#429ad0", "#099e73", "#2a7fc0", "#d06a2a", "#c56e9e", "#7a828c", "#7655e6", "#b0453a", "#5e9a45"]
QUIET, WRONG = "#a9b0bb", "#d24a31"


def run(*command):
    return json.loads(subprocess.run([*command, "--json"], check=True, capture_output=True).stdout)


def places(answer, space):
    return numpy.array([[r["horizontal"], r["vertical"]] for r in answer["rows"] if r["space"] == space])


def fitted(points, box):
    """Into box (left, top, right, bottom), both axes alike; a few far points may be cut."""
    low, high = numpy.percentile(points, 0.3, axis=0), numpy.percentile(points, 99.7, axis=0)
    scale = min((box[2] - box[0]) / (high[0] - low[0]), (box[3] - box[1]) / (high[1] - low[1]))
    middle = (low + high) / 2
    return numpy.stack([(box[0] + box[2]) / 2 + scale * (points[:, 0] - middle[0]),
                        (box[1] + box[3]) / 2 - scale * (points[:, 1] - middle[1])], 1)


class Picture:
    def __init__(self):
        self.image = Image.new("RGBA", (WIDTH * SMOOTH, HEIGHT * SMOOTH), (0, 0, 0, 0))
        self.draw = ImageDraw.Draw(self.image)

    def dot(self, at, radius, colour):
        x, y, r = at[0] * SMOOTH, at[1] * SMOOTH, radius * SMOOTH
        self.draw.ellipse((x - r, y - r, x + r, y + r), fill=colour)

    def line(self, a, b, colour):
        self.draw.line((*(a * SMOOTH), *(b * SMOOTH)), fill=colour, width=SMOOTH)

    def save(self, name):
        small = self.image.resize((WIDTH, HEIGHT), Image.LANCZOS)
        small.quantize(96, method=Image.Quantize.FASTOCTREE).save(HERE / name, optimize=True)  # a third of the bytes


LEFT, RIGHT, WHOLE = (14, 14, 322, 338), (350, 14, 658, 338), (14, 14, 658, 338)


def digits(cli, data):
    answer = run(cli, "map", data, "--apart")
    with h5py.File(data) as file:
        labels = file["items/label"][:]
    picture = Picture()
    for space, box in (("x", LEFT), ("y", RIGHT)):
        for at, label in zip(fitted(places(answer, space), box), labels):
            picture.dot(at, 2.6, PALETTE[label])
    picture.save("digits.png")


def words(cli, data):
    answer, mistakes = run(cli, "map", data, "--seeds", "15"), run(cli, "mistakes", data, "--seeds", "15")
    names = [row["item"] for row in answer["rows"] if row["space"] == "x"]
    both = fitted(numpy.concatenate([places(answer, "x"), places(answer, "y")]), WHOLE)
    x, y = both[:len(names)], both[len(names):]
    of_y = {row["item"]: i for i, row in enumerate(r for r in answer["rows"] if r["space"] == "y")}
    wrong = [(names.index(row["partner"]), of_y[row["y"]]) for row in mistakes["rows"] if row["partner"] in names]
    picture = Picture()
    for at in both:
        picture.dot(at, 1.7, QUIET)
    for a, b in wrong:
        picture.line(x[a], y[b], "#d24a3140")
    for a, b in wrong:
        picture.dot(x[a], 2.6, "#e9a497")
        picture.dot(y[b], 2.8, WRONG)
    picture.save("words.png")


def globe(data):
    with h5py.File(data) as file:
        spaces = [file["spaces"][name][:] for name in ("earth", "atlas")]
        labels = file["items/label"][:]
    picture = Picture()
    for rows, box in zip(spaces, (LEFT, RIGHT)):
        middle = numpy.array([(box[0] + box[2]) / 2, (box[1] + box[3]) / 2])
        radius = 148
        outline = [middle + radius * numpy.array([numpy.cos(t), numpy.sin(t)]) for t in numpy.linspace(0, 6.2832, 181)]
        for a, b in zip(outline, outline[1:]):
            picture.line(a, b, "#8a94a288")
        for row, label in zip(rows, labels):
            if row[0] > 0:  # the half that is seen
                picture.dot(middle + radius * numpy.array([row[1], -row[2]]), 3.4, PALETTE[label % len(PALETTE)])
    picture.save("globe.png")


def main():
    cli, folder = sys.argv[1], pathlib.Path(sys.argv[2])
    globe(folder / "globe.h5")
    digits(cli, str(folder / "digits.h5"))
    words(cli, str(folder / "words.h5"))


main()
