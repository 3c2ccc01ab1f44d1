# SPDX-License-Identifier: GPL-3.0-or-later
"""Writes a pair that is not bundled: the handwritten digits of digits.h5 in two encoders that share little, networks of
random weights that were never trained, each with its own. From 15 known pairs their items are hardly aligned; the digit
as a hint (--hints label) helps. Run with Python 3, numpy and h5py:

    python3 make_vision.py digits.h5 vision.h5 [ITEMS [GAIN]]

GAIN is how far the networks are from linear maps.
"""
import sys

import h5py
import numpy


def encoded(pictures, seed, gain, width=256, dimensions=48):
    """Two layers of random weights with rectified units."""
    random = numpy.random.default_rng(seed)
    rows = pictures - pictures.mean(axis=0)
    rows /= numpy.sqrt((rows ** 2).mean())
    for columns in (width, dimensions):
        weights = random.standard_normal((rows.shape[1], columns)) / numpy.sqrt(rows.shape[1])
        rows = numpy.maximum(gain * rows @ weights + random.standard_normal(columns), 0)
        rows /= numpy.sqrt((rows ** 2).mean())
    return rows.astype("<f4")


def main(source_path, target_path, items=1000, gain=1.0):
    items = int(items)
    with h5py.File(source_path) as source, h5py.File(target_path, "w") as target:
        pictures = source["items/image"][:items].reshape(items, -1).astype(float)
        target.attrs["format"] = "anchorscope-dataset"
        target.attrs["version"] = 1
        target.attrs["title"] = "Digits in two networks of random weights"
        group = target.create_group("items")
        group.create_dataset("id", data=source["items/id"][:items], track_times=False)
        group.create_dataset("label", data=source["items/label"][:items], track_times=False)
        group.create_dataset("label_names", data=source["items/label_names"][:], track_times=False)
        spaces = target.create_group("spaces")
        for name, seed in (("random_seed0", 0), ("random_seed1", 1)):
            spaces.create_dataset(name, data=encoded(pictures, seed, float(gain)), track_times=False)


if __name__ == "__main__":
    main(*sys.argv[1:])
