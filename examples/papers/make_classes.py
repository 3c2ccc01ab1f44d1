#!/usr/bin/python3
# SPDX-License-Identifier: GPL-3.0-or-later
"""Writes class-level parallel points (PARAM, discussion): the data with items added that are means of training items of
one class, GROUPS of each class, and a split for --split in which these are the anchors. Nobody has to know which item of
one space is which of the other, only its class: the two spaces' means are of different items. Python 3, numpy and h5py:

    make_classes.py digits.h5 classes.h5 classes.csv X Y [GROUPS]
"""
import csv
import sys

import h5py
import numpy as np

TRAIN_SHARE = 0.7


def main():
    source, target, split, *names = sys.argv[1:]
    groups = int(names[2]) if len(names) > 2 else 1
    random = np.random.default_rng(0)
    with h5py.File(source) as old, h5py.File(target, "w") as new:
        ids = [each.decode() for each in old["items/id"]]
        labels, classes = old["items/label"][:], len(old["items/label_names"])
        train = random.random(len(ids)) < TRAIN_SHARE
        points = [f"class {number // groups}, {number % groups}" for number in range(classes * groups)]
        new.attrs.update(format="anchorscope-dataset", version=1, title="Class-level points",
                         license=old.attrs.get("license", ""), source=old.attrs.get("source", ""))
        new["items/id"] = ids + points
        new["items/label"] = np.concatenate([labels, np.full(len(points), -1, np.int32)])
        old.copy("items/label_names", new["items"], "label_names")
        for name in names[:2]:
            rows = old["spaces"][name][:].astype(np.float64)
            means = [rows[part].mean(0) for number in range(classes)
                     for part in np.array_split(random.permutation(np.flatnonzero(train & (labels == number))), groups)]
            new[f"spaces/{name}"] = np.vstack([rows, means]).astype(np.float32)
    with open(split, "w", newline="") as out:
        csv.writer(out).writerows([("id", "part"), *((each, "train" if used else "test") for each, used in zip(ids, train)),
                                   *((each, "anchor") for each in points)])


if __name__ == "__main__":
    main()
