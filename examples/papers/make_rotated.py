#!/usr/bin/python3
# SPDX-License-Identifier: GPL-3.0-or-later
"""Writes what RR's Figures 1 and 2 are about: a space and two copies of it, one rotated at random and made three times
as long, one moved as well, by a vector as long as its mean row. Python 3, numpy and h5py:

    make_rotated.py digits.h5 rotated.h5 [SPACE]
"""
import sys

import h5py
import numpy as np


def main():
    source, target, *space = sys.argv[1:]
    random = np.random.default_rng(0)
    with h5py.File(source) as old, h5py.File(target, "w") as new:
        rows = old["spaces"][(space or ["ae32_seed0"])[0]][:].astype(np.float64)
        rotation = np.linalg.qr(random.standard_normal((rows.shape[1], rows.shape[1])))[0]
        shift = random.standard_normal(rows.shape[1])
        shift *= np.linalg.norm(rows, axis=1).mean() / np.linalg.norm(shift)
        new.attrs.update(format="anchorscope-dataset", version=1, title="A space and its rotation",
                         license=old.attrs.get("license", ""), source=old.attrs.get("source", ""))
        for name in ("items/id", "items/label", "items/label_names"):
            old.copy(name, new.require_group("items"), name.split("/")[1])
        for name, copy in (("space", rows), ("rotated", 3 * rows @ rotation), ("moved", 3 * (rows @ rotation + shift))):
            new[f"spaces/{name}"] = copy.astype(np.float32)


if __name__ == "__main__":
    main()
