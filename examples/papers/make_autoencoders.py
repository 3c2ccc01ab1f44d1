#!/usr/bin/python3
# SPDX-License-Identifier: GPL-3.0-or-later
"""Trains small autoencoders on the pictures of digits.h5 and writes three data sets: the digits in the two-dimensional
bottlenecks of five autoencoders that differ in their random seed (RR Fig. 1), the digits together with pictures of
clothes, which no autoencoder was trained on, in the 32-dimensional bottlenecks of two (RR 5.2, anchors from another
domain), and the digits in those of two variational autoencoders (RR Table 3). Two splits for --split use the same digits for training and testing: in `far` the clothes are the anchors, in
`near` 1,000 digits of the training part. Python 3, numpy, h5py and the Debian package dataset-fashion-mnist:

    make_autoencoders.py digits.h5 bottlenecks.h5 domains.h5 variational.h5 far.csv near.csv [bottlenecks.svg]
"""
import gzip
import sys

import h5py
import numpy as np

FASHION = "/usr/share/datasets/fashion-mnist/t10k-images-idx3-ubyte.gz"
CLOTHES = 1000
HIDDEN, EPOCHS, BATCH, RATE = 128, 200, 64, 2e-3
DIVERGENCE = 0.02  # weight of the Kullback-Leibler divergence: pixels with a standard deviation of 0.1
COLOURS = ("#4e79a7", "#f28e2b", "#e15759", "#76b7b2", "#59a14f", "#edc948", "#b07aa1", "#ff9da7", "#9c755f", "#79706e")


def forward(layers, values, noise=0):
    """The input of each layer and the output; tanh between layers, except after the bottleneck and at the end. A
    bottleneck twice as wide as the input of the decoder holds means and logarithms of variances, and is returned too."""
    inputs, codes = [values], None
    for number, (weights, bias) in enumerate(layers):
        values = values @ weights + bias
        values = np.tanh(values) if number in (0, 2) else values
        if number == 1 and values.shape[1] > len(layers[2][0]):
            codes = np.hsplit(values, 2)
            values = codes[0] + np.exp(codes[1] / 2) * noise
        inputs.append(values)
    return inputs, codes


def gradients(layers, batch, noise=0):
    """Of the mean squared error of the reconstruction, in the order weights, bias of each layer."""
    (inputs, codes), found = forward(layers, batch, noise), []
    error = 2 * (inputs[-1] - batch) / batch.size
    for number in range(len(layers) - 1, -1, -1):
        if number in (0, 2):
            error = error * (1 - inputs[number + 1] ** 2)
        if number == 1 and codes:
            mean, logarithm = codes
            error = np.hstack([error + DIVERGENCE * mean / batch.size, error * noise * np.exp(logarithm / 2) / 2
                               + DIVERGENCE * (np.exp(logarithm) - 1) / 2 / batch.size])
        found[:0] = [inputs[number].T @ error, error.sum(0)]
        error = error @ layers[number][0].T
    return found


def trained(pictures, width, seed, variational=False):
    """An autoencoder 64-128-width-128-64, trained with Adam."""
    random, sizes = np.random.default_rng(seed), (pictures.shape[1], HIDDEN, width, HIDDEN, pictures.shape[1])
    layers = [[random.standard_normal((rows, columns)) / rows ** 0.5, np.zeros(columns)]
              for rows, columns in zip(sizes, sizes[1:])]
    if variational:
        layers[1] = [np.hstack([layers[1][0], 0 * layers[1][0]]), np.zeros(2 * width)]
    first, second, step = [[np.zeros_like(each) for layer in layers for each in layer] for _ in range(2)] + [0]
    for _ in range(EPOCHS):
        for rows in np.array_split(random.permutation(len(pictures)), len(pictures) // BATCH):
            step += 1
            noise = random.standard_normal((len(rows), width)) if variational else 0
            for number, gradient in enumerate(gradients(layers, pictures[rows], noise)):
                first[number] += 0.1 * (gradient - first[number])
                second[number] += 0.001 * (gradient ** 2 - second[number])
                change = first[number] / (1 - 0.9 ** step) / (np.sqrt(second[number] / (1 - 0.999 ** step)) + 1e-8)
                layers[number // 2][number % 2] -= RATE * change
    error = np.mean((forward(layers, pictures)[0][-1] - pictures) ** 2)
    print(f"width {width}, seed {seed}: mean squared error {error:.4f}", flush=True)
    return layers


def write(path, title, ids, labels, names, images, spaces):
    with h5py.File(path, "w") as new:
        new.attrs.update(format="anchorscope-dataset", version=1, title=title)
        new["items/id"], new["items/label"], new["items/label_names"] = ids, labels, names
        new["items/image"] = images
        for name, rows in spaces.items():
            new[f"spaces/{name}"] = rows.astype(np.float32)


def draw(path, spaces, labels):
    """A panel for each space, with the first items only: one point for each item, its digit as the colour."""
    side, shown = 200, 500
    with open(path, "w") as out:
        out.write(f'<svg xmlns="http://www.w3.org/2000/svg" width="{side * len(spaces)}" height="{side}">\n'
                  f'<rect width="{side * len(spaces)}" height="{side}" fill="#fff"/>\n')
        for number, rows in enumerate(spaces.values()):
            low, high = rows.min(0), rows.max(0)
            places = side / 2 + (rows - (low + high) / 2) / (high - low).max() * (side - 16)
            for label in range(10):
                points = "".join(f"M{x + side * number:.0f} {side - y:.0f}h.1"
                                 for x, y in places[:shown][labels[:shown] == label])
                out.write(f'<path d="{points}" fill="none" stroke="{COLOURS[label]}" stroke-width="4" stroke-linecap="round"/>\n')
        out.write("</svg>\n")


def clothes():
    """Test pictures of Fashion-MNIST, 8 x 8, the first of them."""
    with gzip.open(FASHION) as file:
        pictures = np.frombuffer(file.read(), np.uint8, offset=16).reshape(-1, 28, 28)[:CLOTHES]
    return np.pad(pictures, ((0, 0), (2, 2), (2, 2))).reshape(-1, 8, 4, 8, 4).mean(axis=(2, 4)).round().astype(np.uint8)


def main(source, bottlenecks, domains, variational, far, near, picture=None):
    with h5py.File(source) as old:
        ids, labels, names = [each.decode() for each in old["items/id"]], old["items/label"][:], old["items/label_names"][:]
        digits = old["items/image"][:]
    flat = digits.reshape(len(ids), -1) / 255
    spaces = {f"seed{seed}": forward(trained(flat, 2, seed), flat)[0][2] for seed in range(5)}
    if picture:
        draw(picture, spaces, labels)
    write(bottlenecks, "Digits in five two-dimensional bottlenecks", ids, labels, names, digits, spaces)
    images = np.concatenate([digits, clothes()])
    inputs = images.reshape(len(images), -1) / 255
    spaces = {f"seed{seed}": forward(trained(flat, 32, seed), inputs)[0][2] for seed in range(2)}
    others = [f"clothes {number}" for number in range(CLOTHES)]
    write(domains, "Digits and clothes in two autoencoders of digits", ids + others,
          np.concatenate([labels, np.full(CLOTHES, -1, labels.dtype)]), names, images, spaces)
    spaces = {f"seed{seed}": forward(trained(flat, 32, seed, True), flat)[0][2] for seed in range(2)}
    write(variational, "Digits in two variational autoencoders", ids, labels, names, digits, spaces)
    order = np.random.default_rng(0).permutation(ids)
    parts = {"train": order[:400], "anchor": order[400:1400], "test": order[1400:]}
    for path, anchors in ((far, others), (near, parts["anchor"])):
        with open(path, "w") as out:
            out.write("id,part\n")
            out.writelines(f"{each},{part}\n" for part, items in (parts | {"anchor": anchors}).items() for each in items)


if __name__ == "__main__":
    main(*sys.argv[1:])
