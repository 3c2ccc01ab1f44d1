# SPDX-License-Identifier: GPL-3.0-or-later
"""Makes a large pair, to see how time and memory grow: clusters in X; Y is X rotated, with noise of its own.

    python3 make_large.py large.h5 [--items 1000000] [--dimension 300] [--noise 0.5] [--type float32]
            [--seed 0]

The spread of the axes falls with their number, as it does in word vectors; rows come in no order. About 2.4 GB for
1 000 000 items in 300 dimensions (1.2 GB as float16); written in blocks, so that it needs little memory.
"""
import argparse

import h5py
import numpy as np

BLOCK = 50_000
CLUSTERS = 2_000


def main():
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("target_file")
    parser.add_argument("--items", type=int, default=1_000_000)
    parser.add_argument("--dimension", type=int, default=300)
    parser.add_argument("--noise", type=float, default=0.5, help="of Y, as a share of the spread within a cluster")
    parser.add_argument("--type", choices=["float16", "float32"], default="float32", help="of the numbers in the file")
    parser.add_argument("--seed", type=int, default=0)
    options = parser.parse_args()
    random = np.random.default_rng(options.seed)
    shape = (options.items, options.dimension)
    spread = ((1 + np.arange(options.dimension)) ** -0.5).astype(np.float32)
    centres = random.standard_normal((CLUSTERS, options.dimension), np.float32) * spread
    rotation = np.linalg.qr(random.standard_normal((options.dimension, options.dimension)))[0].astype(np.float32)
    with h5py.File(options.target_file, "w") as file:
        file.attrs.update(format="anchorscope-dataset", version=1, title="Large pair", license="", source="made")
        file["items/id"] = [str(i) for i in range(options.items)]
        x = file.create_dataset("spaces/x", shape, options.type)
        y = file.create_dataset("spaces/y", shape, options.type)
        for begin in range(0, options.items, BLOCK):
            count = min(BLOCK, options.items - begin)
            within = random.standard_normal((count, options.dimension), np.float32) * spread
            noise = random.standard_normal((count, options.dimension), np.float32) * spread
            rows = centres[random.integers(CLUSTERS, size=count)] + within
            x[begin:begin + count] = rows
            y[begin:begin + count] = (rows + options.noise * noise) @ rotation


if __name__ == "__main__":
    main()
