#!/usr/bin/env python3
# SPDX-License-Identifier: GPL-3.0-or-later
"""Draws the pictures of the four examples on the start page: both spaces side by side, two principal components each
(the globe from the side), points coloured by class or, for emoji, drawn by their thumbnails. Usage: resources/start/make.py   (writes *.png beside itself)"""
import pathlib
import struct
import zlib

import h5py
import numpy as np

HERE = pathlib.Path(__file__).resolve().parent
DATA = HERE.parents[1] / "examples/data"
WIDTH, HEIGHT = 640, 336  # twice the size on screen
OVERSAMPLING = 2
# Okabe-Ito without black, which a dark ground swallows, and four more.
COLOURS = np.array([(230, 159, 0), (86, 180, 233), (0, 158, 115), (0, 114, 178), (213, 94, 0), (204, 121, 167),
                    (127, 127, 140), (90, 60, 200), (150, 40, 40), (110, 170, 60)])
UNLABELLED = (150, 155, 170)


def principal_components(vectors):
    """First two principal components, n x 2, of centred rows of unit length."""
    rows = vectors / np.linalg.norm(vectors, axis=1, keepdims=True)
    rows = rows - rows.mean(axis=0)
    _, axes = np.linalg.eigh(rows.T @ rows)
    return rows @ axes[:, :-3:-1]


def draw(canvas, places, colours, left, radius):
    """Places, n x 2, as dots into one half of the canvas; the widest direction fills it."""
    size = np.array([WIDTH / 2, HEIGHT]) * OVERSAMPLING
    low, high = places.min(axis=0), places.max(axis=0)
    scale = 0.92 * (size / (high - low)).min()
    middle = np.array([left * size[0] + size[0] / 2, size[1] / 2])
    centres = (places - (low + high) / 2) * [scale, -scale] + middle
    rows, columns = np.mgrid[0:canvas.shape[0], 0:canvas.shape[1]]
    for (x, y), colour in zip(centres, colours):
        if colour is None or not left * size[0] + radius < x < (left + 1) * size[0] - radius:
            continue
        window = (slice(max(0, int(y - radius) - 1), int(y + radius) + 2),
                  slice(max(0, int(x - radius) - 1), int(x + radius) + 2))
        inside = (rows[window] - y) ** 2 + (columns[window] - x) ** 2 <= radius ** 2
        canvas[window][inside] = (*colour, 255)


def cut_out(image):
    """RGBA without the white ground around the drawing."""
    white = (image == 255).all(axis=2)
    ground = np.zeros_like(white)
    ground[[0, -1], :] = ground[:, [0, -1]] = True
    ground &= white
    while True:
        grown = ground.copy()
        grown[1:] |= ground[:-1]
        grown[:-1] |= ground[1:]
        grown[:, 1:] |= ground[:, :-1]
        grown[:, :-1] |= ground[:, 1:]
        grown &= white
        if (grown == ground).all():
            return np.dstack([image, np.where(ground, 0, 255).astype(np.uint8)])
        ground = grown


def thumbnails(canvas, placed, images):
    """Thumbnails at their places in the halves of the canvas; one that would cover another in a half is left out in both."""
    side = images.shape[1]
    size = np.array([WIDTH / 2, HEIGHT]) * OVERSAMPLING
    corners = []
    for places in placed:
        low, high = np.percentile(places, [1, 99], axis=0)
        share = np.clip((places - low) / (high - low), 0, 1)
        corners.append((share * [1, -1] + [0, 1]) * (size - side - 8) + 4)
    shown = []
    for item in range(len(images)):
        if all(np.abs(half[item] - half[other]).max() > 0.86 * side for half in corners for other in shown):
            shown.append(item)
    for half, left in zip(corners, (0, int(size[0]))):
        for item in shown:
            x, y = half[item].astype(int)
            window = canvas[y:y + side, left + x:left + x + side]
            drawing = cut_out(images[item])
            window[drawing[..., 3] > 0] = drawing[drawing[..., 3] > 0]


def save_png(path, pixels):
    """RGBA, height x width x 4, uint8."""
    def chunk(kind, data):
        return struct.pack(">I", len(data)) + kind + data + struct.pack(">I", zlib.crc32(kind + data))
    header = struct.pack(">IIBBBBB", pixels.shape[1], pixels.shape[0], 8, 6, 0, 0, 0)
    lines = b"".join(b"\0" + row.tobytes() for row in pixels)
    path.write_bytes(b"\x89PNG\r\n\x1a\n" + chunk(b"IHDR", header) + chunk(b"IDAT", zlib.compress(lines, 9)) +
                     chunk(b"IEND", b""))


def sphere(canvas, vectors, colours, left, radius):
    """The near half of points on the unit sphere, seen from the side, and its edge."""
    turn = np.linspace(0, 2 * np.pi, 1500)
    edge = np.stack([np.cos(turn), np.sin(turn)], axis=1)
    draw(canvas, edge, [UNLABELLED] * len(edge), left, radius / 5)
    near = vectors[:, 0] > 0
    corners = np.array([[-1, -1], [1, 1]])  # not drawn: both layers have the scale of the edge
    draw(canvas, np.concatenate([vectors[near][:, [1, 2]], corners]), [*colours[near], None, None], left, radius)


def picture(name, spaces, radius, most=3000):
    with h5py.File(DATA / f"{name}.h5") as file:
        labels = file["items/label"][:]
        vectors = [file[f"spaces/{space}"][:].astype(np.float64) for space in spaces]
        images = file["items/image"][:] if "image" in file["items"] else np.empty((0, 8, 8))
    order = np.random.default_rng(0).permutation(len(labels))[:most]
    colours = np.where((labels >= 0)[:, None], COLOURS[labels % len(COLOURS)], UNLABELLED)[order]
    canvas = np.zeros((HEIGHT * OVERSAMPLING, WIDTH * OVERSAMPLING, 4), np.uint8)
    if images.shape[1] > 8:
        thumbnails(canvas, [principal_components(space)[order] for space in vectors], images[order])
        vectors = []
    for left, space in enumerate(vectors):
        if space.shape[1] == 3:
            sphere(canvas, space[order], colours, left, radius * OVERSAMPLING)
        else:
            draw(canvas, principal_components(space)[order], colours, left, radius * OVERSAMPLING)
    # Means of premultiplied blocks, so that edges are smooth on any ground.
    blocks = canvas.reshape(HEIGHT, OVERSAMPLING, WIDTH, OVERSAMPLING, 4).astype(float)
    alpha = blocks[..., 3:].mean(axis=(1, 3))
    colour = (blocks[..., :3] * blocks[..., 3:]).mean(axis=(1, 3)) / np.maximum(alpha, 1)
    save_png(HERE / f"{name}.png", np.rint(np.concatenate([colour, alpha], axis=2)).astype(np.uint8))


if __name__ == "__main__":
    picture("digits", ["ae32_seed0", "ae32_seed1"], 3)
    picture("emoji", ["keywords_glove", "keywords_sentence"], 3)
    picture("words", ["fasttext", "word2vec"], 2.2)
    picture("globe", ["earth", "atlas"], 4)
