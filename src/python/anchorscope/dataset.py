# SPDX-License-Identifier: GPL-3.0-or-later
"""Datasets: items and their vectors in any number of spaces, and the HDF5 files that hold them (io/README.md,
“Dataset, version 1”)."""
import dataclasses
import os
import tempfile

import h5py
import numpy as np

from .arrays import as_vectors
from .errors import AnchorscopeError, optional
from .shown import grid, several

FORMAT = "anchorscope-dataset"
VERSION = 1
UNLABELLED = -1
# Maximum length in bytes of texts that are stored as strings of fixed length, as in anchorscope-cli. Longer texts are
# stored with variable length, because with a fixed length every row would take as much space as the longest text.
LONGEST_FIXED = 200


@dataclasses.dataclass(repr=False)
class Dataset:
    """Dataset of n items: their vectors in one or more spaces, and their properties. Checked on construction.

    spaces: {name: n x d numbers}, arrays, tensors or nested lists. float16, float32 and float64 are kept; bool and
            integers of 8 and 16 bits become float32, others float64. A single array becomes the space "space".
    ids: n texts or whole numbers, all different; None: the row numbers.
    labels: n texts, or n whole numbers (-1: unlabelled). None, NaN and empty texts are unlabelled. Stored as n int32,
            the index of each label in label_names.
    label_names: C names of the classes, if the labels are numbers; None: the different labels, sorted.
    columns: {name: n texts or n numbers}, further properties of the items.
    frames: {name: n x 2 coordinates} in a plane (UMAP, t-SNE, a map); NaN for items without a position.
    images: n x h x w or n x h x w x 3, uint8.
    models: {space: description of its model}, shown by the program.
    notes: sentences about what the functions from_...() have guessed, such as which column contains the ids.
    numbered: True if no ids were given (not an argument).
    whole_ids: True if all ids were given as whole numbers, which become texts; after load(), if all consist of digits
               (not an argument).
    Errors "bad-dataset", "non-finite", "repeated-item", "unsupported-type", with the place in the data.
    """
    spaces: dict
    ids: object = None
    labels: object = None
    label_names: object = None
    images: object = None
    title: str = ""
    license: str = ""
    source: str = ""
    models: dict = dataclasses.field(default_factory=dict)
    notes: list = dataclasses.field(default_factory=list)
    columns: dict = dataclasses.field(default_factory=dict)
    frames: dict = dataclasses.field(default_factory=dict)

    def __post_init__(self):
        if not isinstance(self.spaces, dict):
            self.spaces = {"space": self.spaces}
        if not self.spaces:
            raise AnchorscopeError("a dataset needs at least one space; give a dict of names and arrays")
        self.spaces = {_member_name(name, "space"): _vectors(array, f"space “{name}”") for name, array in self.spaces.items()}
        first, array = next(iter(self.spaces.items()))
        count = len(array)
        for name, array in self.spaces.items():
            _need_rows(f"space “{name}”", len(array), count, f"space “{first}”")
        self.numbered = self.ids is None
        self.ids, self.whole_ids = ([str(row) for row in range(count)], True) if self.numbered else \
            _ids(self.ids, count)
        self.labels, self.label_names = _labels(self.labels, self.label_names, count)
        if self.images is not None:
            self.images = _images(self.images, count)
        self.columns = {_member_name(name, "column"): _column(values, name, count)
                        for name, values in self.columns.items()}
        self.frames = {_member_name(name, "frame"): _frame(points, name, count)
                       for name, points in self.frames.items()}
        unknown = [name for name in self.models if name not in self.spaces]
        if unknown:
            raise AnchorscopeError(f"models names “{unknown[0]}”, which is not a space; the spaces are "
                                   + ", ".join(self.spaces))

    def __len__(self):
        return len(self.ids)

    def __repr__(self):
        parts = [f"{len(self)} items", ", ".join(f"{name} {array.shape[1]}-d {array.dtype}"
                                                 for name, array in list(self.spaces.items())[:6])]
        parts += [f"{len(self.spaces) - 6} more spaces"] if len(self.spaces) > 6 else []
        parts += [several(len(self.label_names), "class", "classes")] if self.labels is not None else []
        parts += [several(len(self.columns), "column")] if self.columns else []
        parts += [f"images {' x '.join(map(str, self.images.shape[1:]))}"] if self.images is not None else []
        return f"Dataset({'; '.join(parts)})"

    def _repr_html_(self):
        return grid(self.title or "Dataset", ("space", "items", "dimensions", "type"),
                    [(name, *array.shape, array.dtype) for name, array in self.spaces.items()])

    def to_pandas(self):
        """Returns a data frame with the labels and the columns, without the vectors; its index contains the ids."""
        columns = {} if self.labels is None else {"label": [self.label_names[label] if label >= 0 else None
                                                            for label in self.labels]}
        return optional("pandas", "to_pandas").DataFrame(dict(columns, **self.columns),
                                                         index=None if self.numbered else self.ids)

    def save(self, path, force=False):
        """Writes an HDF5 file that Anchorscope opens, and returns its path.

        An existing file is replaced if it is empty or an Anchorscope dataset, any other file only with force=True. The
        dataset is written to a temporary file in the same folder, which is then renamed. Errors: "never-written" (an
        existing file was not replaced), "cannot-save".
        """
        path = os.fspath(path)
        if not force and not _may_replace(path):
            raise AnchorscopeError("this file exists and is not an Anchorscope dataset; choose another name, or "
                                   "replace it with force", "never-written", file=path)
        try:
            handle, temporary = tempfile.mkstemp(".part", os.path.basename(path) + ".",
                                                 os.path.dirname(os.path.abspath(path)))
            os.close(handle)
            try:
                self._write(temporary)
                os.chmod(temporary, _mode(path))
                os.replace(temporary, os.path.realpath(path))
            except BaseException:
                os.unlink(temporary)
                raise
        except OSError as error:
            raise AnchorscopeError(f"the dataset could not be saved ({error})", "cannot-save", file=path) from error
        return path

    def _write(self, path):
        with h5py.File(path, "w") as file:
            file.attrs.update(format=FORMAT, version=VERSION, title=self.title, license=self.license,
                              source=self.source)
            _write_texts(file, "items/id", self.ids)
            if self.labels is not None:
                file["items/label"] = self.labels
                _write_texts(file, "items/label_names", self.label_names)
            if self.images is not None:
                file["items/image"] = self.images
            for name, values in self.columns.items():
                if isinstance(values, list):
                    _write_texts(file, f"items/columns/{name}", values)
                else:
                    file[f"items/columns/{name}"] = values
            for name, points in self.frames.items():
                file[f"frames/{name}"] = points
            for name, array in self.spaces.items():
                file[f"spaces/{name}"] = array
                if name in self.models:
                    file[f"spaces/{name}"].attrs["model"] = self.models[name]


def load(path):
    """Reads an Anchorscope dataset file; returns a Dataset. h5py opens the file in this process, without a sandbox:
    load only files that you trust (io/README.md, “HDF5 is opened in a helper process”). Errors "no-such-file",
    "unknown-format"."""
    path = os.fspath(path)
    if not os.path.exists(path):
        raise AnchorscopeError("there is no such file", "no-such-file", file=path)
    try:
        with h5py.File(path, "r") as file:
            if _text(file.attrs.get("format", "")) != FORMAT:
                raise AnchorscopeError("this HDF5 file is not an Anchorscope dataset; convert it with anchorscope-cli "
                                       "convert", "unknown-format", file=path)
            items = file["items"]
            made = Dataset({name: space[:] for name, space in file["spaces"].items()},
                           [_text(text) for text in items["id"][:]],
                           items["label"][:] if "label" in items else None,
                           [_text(text) for text in items["label_names"][:]] if "label" in items else None,
                           items["image"][:] if "image" in items else None,
                           **{key: _text(file.attrs.get(key, "")) for key in ("title", "license", "source")},
                           columns={name: _stored_column(column) for name, column in
                                    items.get("columns", {}).items()},
                           frames={name: points[:] for name, points in file.get("frames", {}).items()},
                           models={name: _text(space.attrs["model"]) for name, space in file["spaces"].items()
                                   if "model" in space.attrs})
            made.whole_ids = all(map(str.isdecimal, made.ids))
            return made
    except (OSError, KeyError) as error:
        raise AnchorscopeError(f"this dataset cannot be read ({error})", "unknown-format", file=path) from error


def _stored_column(column):
    return [_text(text) for text in column[:]] if column.dtype.kind in "SO" else column[:]


def _text(value):
    return value.decode("utf-8", "surrogateescape") if isinstance(value, bytes) else str(value)


def _may_replace(path):
    if not os.path.lexists(path) or (os.path.isfile(path) and os.path.getsize(path) == 0):
        return True
    try:
        with h5py.File(path, "r") as file:
            return _text(file.attrs.get("format", "")) == FORMAT
    except OSError:
        return False


def _mode(path):
    """Permissions for a saved file: those of the file that it replaces, or those that open() would give a new file."""
    if os.path.exists(path):
        return os.stat(path).st_mode & 0o777
    mask = os.umask(0o077)
    os.umask(mask)
    return 0o666 & ~mask


def _write_texts(file, name, texts):
    encoded = [text.encode() for text in texts]
    longest = max(map(len, encoded), default=0)
    if longest <= LONGEST_FIXED:
        length = max(1, longest)
        file[name] = np.array(encoded, h5py.string_dtype("utf-8", length))
    else:
        file.create_dataset(name, data=np.array(encoded, object), dtype=h5py.string_dtype("utf-8"))


def _need_rows(what, found, expected, other="the spaces"):
    if found != expected:
        raise AnchorscopeError(f"{what} has {found} rows, {other} {expected}; give one row for each item",
                               "different-counts")


def _member_name(name, what):
    if not isinstance(name, str) or not name or "/" in name or "\0" in name or name in (".", ".."):
        raise AnchorscopeError(f"the name of a {what} must be a text without slashes, found “{name}”; rename it")
    return name


def _column(values, name, count):
    """Converts the values of a column to an array of numbers (missing values become NaN) or, if some are not numbers,
    to a list of texts (missing values become empty texts)."""
    values = [None if _is_missing(value) else value for value in _listed(values, "value")]
    _need_rows(f"column “{name}”", len(values), count)
    numbers = (bool, int, float, np.bool_, np.integer, np.floating)
    plain = [value for value in values if value is not None]
    if plain and all(isinstance(value, numbers) and not isinstance(value, (bool, np.bool_)) for value in plain):
        whole = len(plain) == len(values) and all(isinstance(value, (int, np.integer)) for value in values)
        if whole and all(-2**63 <= value < 2**63 for value in values):
            return np.array(values, np.int64)
        return np.array([np.nan if value is None else float(value) for value in values])
    return [str(value.isoformat() if hasattr(value, "isoformat") else value).replace("\0", "\u2400")
            .encode("utf-8", "replace").decode() if value is not None else "" for value in values]


def _frame(points, name, count):
    points = np.asarray(points)
    if points.ndim != 2 or points.shape[1] != 2 or points.dtype.kind not in "fiu":
        raise AnchorscopeError(f"expected n x 2 coordinates, found {points.dtype}, "
                               f"{' x '.join(map(str, points.shape))}", "unsupported-type", place=f"frame “{name}”")
    _need_rows(f"frame “{name}”", len(points), count)
    return points.astype(np.float32)


def _vectors(array, place):
    """Converts the vectors of a space to n x d floating-point numbers; all must be finite."""
    array = as_vectors(array, place)
    bad = np.flatnonzero(~np.isfinite(array).all(axis=1))
    if len(bad):
        raise AnchorscopeError(f"found NaN, infinity or numbers beyond 3.4e38 in {len(bad)} "
                               f"row{'s' * (len(bad) > 1)}; remove these items", "non-finite",
                               place=f"{place}, row {bad[0]}")
    return array


def _listed(values, what):
    """Converts an array of one dimension or a column of a table to a list. `what`: kind of element, for error
    messages."""
    if isinstance(values, (str, bytes)) or np.ndim(values) not in (1,):
        raise AnchorscopeError(f"expected a list of one {what} for each item, found {type(values).__name__} of "
                               f"{np.ndim(values)} dimensions", "unsupported-type")
    return values.tolist() if hasattr(values, "tolist") else list(values)


def _name_text(value, place):
    """Converts an id or a name (text or whole number) to a text that an HDF5 string can contain."""
    if isinstance(value, bytes):
        value = value.decode("utf-8", "surrogateescape")
    if isinstance(value, (float, np.floating)) and float(value).is_integer():
        value = int(value)
    if isinstance(value, (bool, np.bool_)) or not isinstance(value, (str, int, np.integer)):
        raise AnchorscopeError(f"expected a text or a whole number, found {type(value).__name__} ({value}); write it "
                               "as a text", "unsupported-type", place=place)
    text = str(value)
    if "\0" in text or any("\ud800" <= letter <= "\udfff" for letter in text):
        raise AnchorscopeError(f"{text!r} holds a NUL or is not valid UTF-8; rename it", place=place)
    return text


def _ids(values, count):
    """Returns the ids as texts, and whether all are whole numbers."""
    values = _listed(values, "id")
    _need_rows("ids", len(values), count)
    texts = [_name_text(value, f"ids, row {row}") for row, value in enumerate(values)]
    if len(set(texts)) < count:
        seen = {}
        for row, text in enumerate(texts):
            if text in seen:
                raise AnchorscopeError(f"the id “{text}” was used before in row {seen[text]}; ids must be unique, "
                                       "rename one of them", "repeated-item", place=f"ids, row {row}")
            seen[text] = row
    return texts, not any(isinstance(value, (str, bytes)) for value in values)


def _is_missing(value):
    """True for a missing value: None, NaN, the empty text, or the missing value of pandas (which is not equal to
    itself)."""
    if value is None or (isinstance(value, str) and value == "") or type(value).__name__ in ("NAType", "NaTType"):
        return True
    return isinstance(value, (float, np.floating)) and np.isnan(value)


def _labels(labels, names, count):
    if labels is None:
        if names is not None:
            raise AnchorscopeError("label_names were given without labels")
        return None, None
    values = _listed(labels, "label")
    _need_rows("labels", len(values), count)
    values = [None if _is_missing(value) else value for value in values]
    numbers = all(value is None or (isinstance(value, (int, float, np.integer, np.floating))
                                    and not isinstance(value, bool) and float(value).is_integer()) for value in values)
    if numbers:
        values = [UNLABELLED if value is None else int(value) for value in values]
        if names is not None:
            names = [_name_text(name, f"label_names, row {row}") for row, name in enumerate(_listed(names, "name"))]
            for row, value in enumerate(values):
                if not UNLABELLED <= value < len(names):
                    raise AnchorscopeError(f"the label {value} has no name; expected -1 (unlabelled) or 0 to "
                                           f"{len(names) - 1}", place=f"labels, row {row}")
            return np.array(values, np.int32), names
        known = sorted(set(values) - {UNLABELLED})
        values = [None if value == UNLABELLED else value for value in values]
    else:
        if names is not None:
            raise AnchorscopeError("label_names need labels that are whole numbers; these are texts")
        values = [value if value is None else str(value) if isinstance(value, (bool, float)) else
                  _name_text(value, f"labels, row {row}") for row, value in enumerate(values)]
        known = sorted({value for value in values if value is not None})
    rows = {value: row for row, value in enumerate(known)}
    rows[None] = UNLABELLED
    return np.array([rows[value] for value in values], np.int32), [str(value) for value in known]


def _images(images, count):
    images = np.asarray(images)
    colour = images.ndim == 4 and images.shape[3] == 3
    if images.dtype != np.uint8 or not (images.ndim == 3 or colour) or 0 in images.shape:
        raise AnchorscopeError("expected uint8, items x height x width or items x height x width x 3, found "
                               f"{images.dtype}, {' x '.join(map(str, images.shape))}; convert the pictures",
                               "unsupported-type", place="images")
    _need_rows("images", len(images), count)
    return images
