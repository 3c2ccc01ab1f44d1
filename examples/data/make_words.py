"""Writes words.h5, the bundled example: the first N items of a larger Anchorscope dataset, packed as small as float16,
shuffle and gzip allow. Run with Python 3, numpy and h5py:

    python3 make_words.py LARGER.h5 words.h5 [N]
"""
import sys

import h5py


def pack(group, name, values, rows_per_chunk):
    """A compressed dataset; strings and numbers alike, no time stamps, so that the same input gives the same file."""
    chunk = (min(rows_per_chunk, values.shape[0]), *values.shape[1:])
    return group.create_dataset(name, data=values, chunks=chunk, shuffle=True, compression="gzip", compression_opts=9,
                                track_times=False)


def shortest(values):
    """Fixed-length strings no longer than the longest one."""
    return values.astype(f"S{max(len(value) for value in values)}")


def strings(group, name, values):
    values = shortest(values)
    chunk = (len(values),)
    utf8 = h5py.string_dtype("utf-8", values.dtype.itemsize)
    group.create_dataset(name, data=values.astype(utf8), dtype=utf8, chunks=chunk, shuffle=True, compression="gzip",
                         compression_opts=9, track_times=False)


def main(source_path, target_path, count=5000):
    with h5py.File(source_path) as source, h5py.File(target_path, "w") as target:
        target.attrs["format"] = "anchorscope-dataset"
        target.attrs["version"] = 1
        target.attrs["title"] = source.attrs["title"]
        target.attrs["license"] = "vectors and word list CC0-1.0; labels from WordNet 3.0, see README.md beside this file"
        target.attrs["source"] = source.attrs["source"] + f"; here the first {count} words"
        items = target.create_group("items")
        strings(items, "id", source["items/id"][:count])
        pack(items, "label", source["items/label"][:count], count)
        strings(items, "label_names", source["items/label_names"][:])
        spaces = target.create_group("spaces")
        for name, space in source["spaces"].items():
            packed = pack(spaces, name, space[:count].astype("<f2"), 1024)
            packed.attrs["model"] = space.attrs["model"]


if __name__ == "__main__":
    main(sys.argv[1], sys.argv[2], *(int(argument) for argument in sys.argv[3:4]))
