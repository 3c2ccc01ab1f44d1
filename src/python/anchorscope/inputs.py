# SPDX-License-Identifier: GPL-3.0-or-later
"""Converts data in memory, and known pairs, to files that anchorscope-cli reads.

The files are written to a folder in memory (/dev/shm) if they fit, otherwise to the folder of temporary files, and
removed after the run. An array of float16, float32 or float64 without ids and labels is written unchanged (.npy).
"""
import contextlib
import csv
import dataclasses
import os
import tempfile

import numpy as np

from . import sources
from .arrays import as_vectors
from .dataset import Dataset
from .errors import AnchorscopeError

# First characters of texts that a spreadsheet would take for formulas. Anchorscope writes an apostrophe before such a
# text in a CSV file (io/README.md, “Formats that are read”).
FORMULA = ("=", "+", "-", "@", "\t", "\r")
SHARED_MEMORY = "/dev/shm"
BLOCK_BYTES = 1 << 24


@dataclasses.dataclass(frozen=True)
class Items:
    """Items of data in memory. ids: n texts; None: the items have no ids and are identified by their rows. whole_ids:
    the ids were given as whole numbers, so that a whole number is an id, not a row."""
    count: int
    ids: list = None
    whole_ids: bool = False


@dataclasses.dataclass(frozen=True)
class Inputs:
    """Input files of a command. paths: files of DATA; folder: folder for the outputs of a run; x, y: Items of X and of
    Y, None for data that were a file."""
    paths: list
    folder: str
    x: Items
    y: Items


@contextlib.contextmanager
def inputs(data, other, options):
    """Writes the data of a command to temporary files; yields its Inputs. Options that are data (ids, labels,
    seed_pairs) are replaced by files, or become part of the written datasets and are removed from `options`. Two arrays
    with seed_pairs get pair="none" unless both have ids: otherwise the program would pair and score them by row."""
    values = _values(data, other)
    named = [options.get(name) is not None for name in ("ids", "ids_y")]
    kept = [_in_memory(value, name, options, "" if side == 0 else "_y")
            for side, (value, name) in enumerate(zip(values, ("X", "Y") if len(values) > 1 else ("the dataset",)))]
    _refuse_what_is_left(options)
    with _folder(sum(map(_bytes, kept))) as folder:
        sides = [_items(each) for each in kept]
        x, y = sides[0], sides[-1]
        if options.get("seed_pairs") is not None and options.get("pair") is None and len(values) == 2 \
                and all(map(_is_plain, values)) and not all(map(_are_identified, sides, named)):
            options["pair"] = "none"
        if options.get("seed_pairs") is not None and not _is_path(options["seed_pairs"]):
            names, pairs = known_pairs(options["seed_pairs"], x, y)
            options["seed_pairs"] = os.path.join(folder, "seeds.csv")
            _write_pairs(options["seed_pairs"], names, pairs)
        try:
            yield Inputs([_saved(each, folder, name) for each, name in zip(kept, ("X", "Y") if len(kept) > 1 else
                                                                           ("the dataset",))], folder, x, y)
        except AnchorscopeError as error:
            # Removes the path of the temporary folder from the message: the user does not know this folder.
            error.args = tuple(text.replace(folder + os.sep, "") for text in error.args)
            error.file = error.file.replace(folder + os.sep, "")
            raise


def vectors_of(value, name):
    """Returns the vectors of an array or of a data frame, n x d. name: X or Y, for error messages."""
    if not _is_plain(value):
        raise AnchorscopeError(f"expected an array or a data frame, found {type(value).__name__}", "unsupported-type",
                               place=name)
    made = _in_memory(value, name, {}, "")
    return next(iter(made.spaces.values())) if isinstance(made, Dataset) else made


def write_pairs(path, pairs):
    """Writes pairs (id of X, id of Y) to a file that Anchorscope reads as known pairs (io/README.md,
    “Formats that are read”). Pairs of a data frame with the columns x_row and y_row are rows."""
    names, entries = _entries(pairs)
    _write_pairs(path, names, [_pair(entry, place) for place, entry in enumerate(entries)])


def _write_pairs(path, names, pairs):
    with open(path, "w", newline="", encoding="utf-8", errors="surrogateescape") as file:
        writer = csv.writer(file)
        writer.writerow(names)
        writer.writerows([_with_apostrophe(str(each)) for each in pair] for pair in pairs)


def read_table(path):
    """Reads a CSV file that Anchorscope has written; returns {column: list of texts}. The apostrophes before texts that
    look like formulas are removed."""
    with open(path, newline="", encoding="utf-8", errors="surrogateescape") as file:
        records = list(csv.reader(file))
    if not records:
        raise AnchorscopeError("expected a table, found an empty file", "unknown-format", file=os.fspath(path))
    columns = list(zip(*records[1:])) if len(records) > 1 else [()] * len(records[0])
    return {name: [_without_apostrophe(text) for text in column] for name, column in zip(records[0], columns)}


def known_pairs(pairs, x=None, y=None):
    """Converts known pairs to a list [(id of X, id of Y)]; returns the names of its columns, and the list.

    pairs: a list or an array of pairs, {x: y}, or a data frame of two columns; each item of a pair is given by its id
           or its row.

    x, y: Items of X and of Y. A whole number is a row, unless the ids of its side were given as whole numbers; in a
    column x_row or y_row it is always one. Rows of a file remain rows.
    """
    names, entries = _entries(pairs)
    rows = [name.endswith("_row") for name in names]
    found = [(_id(a, x, "X", place, rows[0]), _id(b, y, "Y", place, rows[1]))
             for place, (a, b) in enumerate(_pair(entry, place) for place, entry in enumerate(entries))]
    if not found:
        raise AnchorscopeError("seed_pairs contains no pair; give some, or seeds=0 for none", "no-seeds")
    return [name if items is None else name[0] + "_id" for name, items in zip(names, (x, y))], found


def _entries(pairs):
    """Returns the names of the columns of X and of Y (x_id or x_row, y_id or y_row), and the list of the pairs."""
    names = ["x_id", "y_id"]
    if isinstance(pairs, dict):
        return names, list(pairs.items())
    if hasattr(pairs, "columns") and hasattr(pairs, "iloc"):  # a data frame
        columns = list(pairs.columns)
        named = [next((name for name in (side + "_id", side + "_row") if name in columns), None) for side in "xy"]
        if None not in named:
            names = columns = named
        elif len(columns) != 2:
            raise AnchorscopeError("expected seed_pairs to have two columns, or x_id and y_id, or x_row and y_row, "
                                   f"found {len(columns)}", "wrong-usage")
        elif str(columns[0]).startswith("y") and str(columns[1]).startswith("x"):
            columns.reverse()
        return names, list(zip(pairs[columns[0]].tolist(), pairs[columns[1]].tolist()))
    if hasattr(pairs, "index") and hasattr(pairs, "iloc"):  # a series
        return names, list(zip(pairs.index.tolist(), pairs.tolist()))
    try:
        return names, list(pairs.tolist() if isinstance(pairs, np.ndarray) else pairs)
    except TypeError:
        raise AnchorscopeError(f"expected seed_pairs to be pairs (X, Y), {{x: y}}, or a file, found {pairs!r}",
                               "wrong-usage") from None


def _pair(entry, place):
    if isinstance(entry, (list, tuple, np.ndarray)) and len(entry) == 2:
        return entry
    raise AnchorscopeError(f"expected a pair (X, Y), found {entry!r}", "wrong-usage", place=f"seed_pairs, entry {place}")


def _id(value, items, side, place, is_row):
    if is_row and str(value).isdecimal():
        value = int(value)
    whole = isinstance(value, (int, float, np.integer, np.floating)) and not isinstance(value, bool) \
        and float(value).is_integer()
    if items is not None and whole and (is_row or not items.whole_ids):
        if not 0 <= value < items.count:
            raise AnchorscopeError(f"{value} is not a row of {side}, which has rows 0 to {items.count - 1}",
                                   "unknown-item", place=f"seed_pairs, entry {place}")
        return str(int(value)) if items.ids is None else items.ids[int(value)]
    if isinstance(value, bytes):
        value = value.decode("utf-8", "surrogateescape")
    if not whole and not isinstance(value, str):
        raise AnchorscopeError(f"expected an id or a row, found {value!r}", "wrong-usage",
                               place=f"seed_pairs, entry {place}")
    return str(int(value)) if whole else str(value)


def _with_apostrophe(text):
    # Negative numbers also get an apostrophe, because the reader removes one before any of the characters in FORMULA.
    return "'" + text if text.lstrip("'").startswith(FORMULA) else text


def _without_apostrophe(text):
    return text[1:] if text.startswith("'") and text.lstrip("'").startswith(FORMULA) else text


def _is_path(value):
    return isinstance(value, (str, bytes)) or hasattr(value, "__fspath__")


def _is_plain(value):
    """True for arrays and data frames, false for paths and for a Dataset, whose items have ids or belong together."""
    return not (_is_path(value) or isinstance(value, Dataset))


def _are_identified(items, named):
    """True if the ids of Items can pair them. named: the caller gave the ids. An index of whole numbers may only be
    what remains of row numbers."""
    return named or (items.ids is not None and not items.whole_ids)


def _is_row(value):
    return isinstance(value, (list, tuple)) and all(isinstance(each, (int, float, np.number)) for each in value)


def _values(data, other):
    """Returns DATA as a list of one part or of two (X and Y). A list of rows of numbers is one array; any other list or
    tuple contains X and Y."""
    if other is not None:
        return [data, other]
    if isinstance(data, list) and data and all(map(_is_row, data)):
        return [data]
    if isinstance(data, (list, tuple)):
        if len(data) != 2:
            raise AnchorscopeError(f"expected data, or two of them (X and Y), found {len(data)}", "wrong-usage")
        return list(data)
    return [data]


def _in_memory(value, name, options, suffix):
    """Converts one part of DATA to a path, a Dataset, or an array of numbers. suffix: "_y" if its options are ids_y and
    labels_y, otherwise empty."""
    if _is_path(value):
        return os.fspath(value)
    if isinstance(value, Dataset):
        return value
    ids, labels = (None if _is_path(options.get(option)) and not _is_column(value, options[option]) else
                   options.pop(option, None) for option in ("ids" + suffix, "labels" + suffix))
    if value is None:
        raise AnchorscopeError(f"expected {name} to be a file, an array, a data frame or a Dataset, found None",
                               "wrong-usage")
    try:
        made = sources.from_anything(value, ids, labels)
    except AnchorscopeError as error:
        raise AnchorscopeError(str(error), error.error_id, file=name) from error
    if made is not None:
        return made
    array = as_vectors(value, name)
    return array if ids is None and labels is None else Dataset({name: array}, ids, labels)


def _is_column(value, name):
    return hasattr(value, "columns") and name in list(value.columns)


def _refuse_what_is_left(options):
    for name in ("ids", "ids_y", "labels", "labels_y"):
        if name in options and options[name] is not None and not _is_path(options[name]):
            raise AnchorscopeError(f"{name} as a list belongs to an array of vectors; for a file give a file, for a "
                                   "Dataset give them to it", "wrong-usage")


def _items(kept):
    if isinstance(kept, str):
        return None
    named = isinstance(kept, Dataset) and not kept.numbered
    return Items(len(kept), kept.ids, kept.whole_ids) if named else Items(len(kept))


def _bytes(kept):
    if isinstance(kept, Dataset):
        return sum(array.nbytes for array in kept.spaces.values())
    return 0 if isinstance(kept, str) else kept.nbytes


@contextlib.contextmanager
def _folder(needed):
    """Creates a temporary folder for `needed` bytes: in memory (/dev/shm) if as many bytes remain free there, otherwise
    on the disk."""
    try:
        free = os.statvfs(SHARED_MEMORY).f_bavail * os.statvfs(SHARED_MEMORY).f_frsize
        fits = needed > 0 and os.access(SHARED_MEMORY, os.W_OK) and free > 2 * needed
    except OSError:
        fits = False
    with tempfile.TemporaryDirectory(prefix="anchorscope-", dir=SHARED_MEMORY if fits else None) as folder:
        yield folder


def _saved(kept, folder, name):
    if isinstance(kept, str):
        return kept
    if isinstance(kept, Dataset):
        return kept.save(os.path.join(folder, name))
    path = os.path.join(folder, name + ".npy")
    try:
        with open(path, "wb") as file:
            np.lib.format.write_array_header_1_0(file, {"descr": kept.dtype.newbyteorder("<").str,
                                                        "fortran_order": False, "shape": kept.shape})
            rows = max(1, BLOCK_BYTES // (kept.itemsize * kept.shape[1]))
            for begin in range(0, len(kept), rows):
                np.ascontiguousarray(kept[begin:begin + rows], kept.dtype.newbyteorder("<")).tofile(file)
    except OSError as error:
        raise AnchorscopeError(f"the array could not be handed to the program ({error})", "cannot-save",
                               file=name) from error
    return path
