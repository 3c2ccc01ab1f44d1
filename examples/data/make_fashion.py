#!/usr/bin/python3
# SPDX-License-Identifier: GPL-3.0-or-later
"""Writes fashion.h5, which is not bundled: test pictures of Fashion-MNIST in two published vision networks and as pixels.
Run with Python 3, numpy, h5py, node 20, npm and the Debian package dataset-fashion-mnist:

    make_fashion.py fashion.h5 FOLDER [ITEMS]

The packages are installed into FOLDER (about 500 MB). 2,000 items, the default, take about five minutes.
"""
import gzip
import sys

import h5py
import numpy

from make_words import pack, strings
from published import NETWORKS, VISION, Encoders, named

DATA = "/usr/share/datasets/fashion-mnist/t10k-{}-ubyte.gz"
CLASSES = ["T-shirt/top", "trouser", "pullover", "dress", "coat", "sandal", "shirt", "sneaker", "bag", "ankle boot"]
SIZE = 160


def read(name, header):
    with gzip.open(DATA.format(name)) as file:
        return numpy.frombuffer(file.read(), numpy.uint8, offset=header)


def main(target_path, folder, count=2000):
    encoders = Encoders(folder, VISION)
    pictures = read("images-idx3", 16).reshape(-1, 28, 28)[:int(count)]
    labels = read("labels-idx1", 8)[:int(count)]
    spaces = {network: encoders.seen(network, pictures, SIZE) for network in NETWORKS}
    spaces["pixels"] = pictures.reshape(-1, 14, 2, 14, 2).mean(axis=(2, 4)).reshape(len(labels), -1) / 255, \
        "pixels of the picture, 14 x 14"
    with h5py.File(target_path, "w") as target:
        target.attrs["format"] = "anchorscope-dataset"
        target.attrs["version"] = 1
        target.attrs["title"] = "Fashion-MNIST in two vision networks"
        target.attrs["license"] = "MIT"
        target.attrs["source"] = f"first {len(labels)} test pictures of Fashion-MNIST, copyright Zalando SE (Debian " \
                                 f"package dataset-fashion-mnist); {named(VISION)}"
        items = target.create_group("items")
        strings(items, "id", numpy.array([f"{CLASSES[label]} {i}".encode() for i, label in enumerate(labels)]))
        pack(items, "label", labels.astype("<i4"), len(labels))
        strings(items, "label_names", numpy.array([name.encode() for name in CLASSES]))
        pack(items, "image", pictures, 64)
        group = target.create_group("spaces")
        for name, (values, model) in spaces.items():
            pack(group, name, values.astype("<f2"), 1024).attrs["model"] = model


if __name__ == "__main__":
    main(*sys.argv[1:])
