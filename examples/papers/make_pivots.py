#!/usr/bin/python3
# SPDX-License-Identifier: GPL-3.0-or-later
"""Writes the items of RR's Table 1 (left) and Figure 7: the 200 words nearest to each of four pivots, by cosine in the
first space, each word once, labelled by its pivot. Python 3, numpy and h5py:

    make_pivots.py words.h5 pivots.h5 [PIVOT …]
"""
import sys

import h5py
import numpy as np

PIVOTS = ["school", "water", "war", "music"]
NEIGHBOURS = 200


def main():
    source, target, *pivots = sys.argv[1:]
    pivots = pivots or PIVOTS
    with h5py.File(source) as old, h5py.File(target, "w") as new:
        ids = [each.decode() for each in old["items/id"]]
        spaces = {name: old["spaces"][name][:].astype(np.float32) for name in old["spaces"]}
        first = next(iter(spaces.values()))
        unit = first / np.maximum(np.linalg.norm(first, axis=1, keepdims=True), 1e-12)
        label = {}
        for number, pivot in enumerate(pivots):
            for item in np.argsort(-unit @ unit[ids.index(pivot)], kind="stable")[:NEIGHBOURS]:
                label.setdefault(int(item), number)
        items = sorted(label)
        new.attrs.update(format="anchorscope-dataset", version=1, title="Words around four pivots",
                         license=old.attrs.get("license", ""), source=old.attrs.get("source", ""))
        new["items/id"] = [ids[item] for item in items]
        new["items/label"] = np.array([label[item] for item in items], np.int32)
        new["items/label_names"] = pivots
        for name, rows in spaces.items():
            new[f"spaces/{name}"] = rows[items]


if __name__ == "__main__":
    main()
