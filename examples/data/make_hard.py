# SPDX-License-Identifier: GPL-3.0-or-later
"""Makes a hard pair: the words spaces with as much noise as leaves the true anchors a P@1 of 0.37.

    python3 make_hard.py words.h5 hard.h5 [--items 3000] [--target 0.37] [--seed 0]

Both spaces get Gaussian noise of the same share of their own spread, found by bisection; P@1 is that of cosine
retrieval X to Y with 300 true anchors, centred, mean over five draws (core/definitions.md, 6).
"""
import argparse

import h5py
import numpy as np


def unit(rows):
    rows = rows - rows.mean(0)
    return rows / np.linalg.norm(rows, axis=1, keepdims=True)


def precision_at_one(x, y, draws=5, anchors=300):
    x, y = unit(x), unit(y)
    found = []
    for draw in range(draws):
        chosen = np.random.default_rng(draw).permutation(len(x))[:anchors]
        rx, ry = x @ x[chosen].T, y @ y[chosen].T
        rx /= np.linalg.norm(rx, axis=1, keepdims=True)
        ry /= np.linalg.norm(ry, axis=1, keepdims=True)
        found.append(np.mean((rx @ ry.T).argmax(1) == np.arange(len(x))))
    return float(np.mean(found))


def noisy(space, noise, share):
    return (space + share * space.std() * noise).astype(np.float32)


def main():
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("source")
    parser.add_argument("target_file")
    parser.add_argument("--items", type=int, default=3000)
    parser.add_argument("--target", type=float, default=0.37)
    parser.add_argument("--seed", type=int, default=0)
    options = parser.parse_args()
    with h5py.File(options.source) as file:
        names = list(file["spaces"])
        spaces = [file["spaces"][name][: options.items].astype(np.float32) for name in names[:2]]
        ids = list(file["items/id"][: options.items])
    random = np.random.default_rng(options.seed)
    noise = [random.standard_normal(space.shape).astype(np.float32) for space in spaces]
    low, high = 0.0, 4.0
    for _ in range(12):
        share = (low + high) / 2
        p = precision_at_one(*(noisy(s, n, share) for s, n in zip(spaces, noise)))
        low, high = (share, high) if p > options.target else (low, share)
    print(f"noise {share:.3f} of the spread: P@1 of the true anchors {p:.3f}")
    with h5py.File(options.target_file, "w") as file:
        file.attrs.update(format="anchorscope-dataset", version=1, title="Hard pair", license="", source="words, noise")
        file["items/id"] = ids
        for name, space, n in zip(names, spaces, noise):
            file[f"spaces/{name}"] = noisy(space, n, share)


if __name__ == "__main__":
    main()
