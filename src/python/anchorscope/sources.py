# SPDX-License-Identifier: GPL-3.0-or-later
"""Functions that make datasets of Python objects, or of files that only Python can read. All data are treated as named
columns, some of which contain vectors, one the ids, one the labels. Optional packages are imported when needed."""
import collections
import os
import re
import reprlib

import numpy as np

from .arrays import as_array
from .dataset import Dataset
from .errors import AnchorscopeError, optional, warn
from .tensors import read_safetensors

# Names of columns that are used as ids and as labels by default; Dataset.notes then names the column.
ID_NAMES = ("id", "ids", "item_id")
LABEL_NAMES = ("label", "labels")


def from_columns(columns, vectors=None, ids=None, labels=None, source=""):
    """Makes a Dataset of {name: column}; all columns have n rows.

    vectors: columns that become spaces: the name of a column with a vector in each row (n x d, or n lists of d
             numbers), or several such names; "e0:e299" or a list of columns with one number in each row, which together
             become one space; or {space: any of these}. None: every column of vectors becomes a space with its name.
    ids, labels: names of columns. None: a column named id or label, if there is one; Dataset.notes mentions it.
    source: path of the data for error messages; its file name is stored in the dataset.
    """
    if not isinstance(columns, _ArrowColumns):
        _expect(columns, "items", "{name: column}")
        columns = {str(name): column for name, column in columns.items()}
    notes = []
    try:
        ids = _chosen(columns, ids, ID_NAMES, "ids", notes)
        labels = _chosen(columns, labels, LABEL_NAMES, "labels", notes)
        spaces = _spaces(columns, vectors, {ids, labels})
        used = {ids, labels, *spaces, *_vector_names(columns, vectors)}
        rows = len(next(iter(spaces.values())))
        rest = {name.replace("/", "_"): columns[name] for name in columns if name not in used}
        return Dataset(spaces, None if ids is None else columns[ids], None if labels is None else columns[labels],
                       source=os.path.basename(source), notes=notes,
                       columns={name: column for name, column in rest.items() if _is_column(column, rows)})
    except AnchorscopeError as error:
        if not source or error.file:
            raise
        raise AnchorscopeError(str(error), error.error_id, file=source) from None


def from_numpy(spaces, ids=None, labels=None, **rest):
    """Makes a Dataset of an n x d array, or of {space: array}; other arguments are those of Dataset."""
    return Dataset(spaces, ids, labels, **rest)


def from_pandas(frame, vectors=None, ids=None, labels=None, source=""):
    """Makes a Dataset of a pandas data frame; arguments as in from_columns(). Without a column of ids, the index is
    used as ids, unless it only numbers the rows."""
    _expect(frame, "iloc", "a data frame of pandas")
    if not frame.columns.is_unique:
        raise AnchorscopeError("two columns of this data frame have the same name; rename one", file=source)
    columns = {str(name): frame[name] for name in frame.columns}
    if ids is None and type(frame.index).__name__ != "RangeIndex" and not set(ID_NAMES) & set(columns):
        made = from_columns(dict(columns, **{"its index": frame.index}), vectors, "its index", labels, source)
        made.notes.insert(0, "The ids are the index of the data frame.")
        return made
    return from_columns(columns, vectors, ids, labels, source)


def from_anything(value, ids=None, labels=None):
    """Makes a Dataset of {space: array}, or of a table of any supported package; returns None for other values.

    ids, labels: lists, or names of columns of a table. If a data frame has no column of vectors, its columns of numbers
    become one space, as _vector_columns() chooses them.
    """
    if isinstance(value, dict):
        return Dataset(value, ids, labels)
    if hasattr(value, "obsm"):
        return from_anndata(value, labels=labels)
    if hasattr(value, "with_format"):
        return from_huggingface(value, ids=ids, labels=labels)
    if hasattr(value, "column_names") and hasattr(value, "schema"):
        return from_arrow(value, ids=ids, labels=labels)
    if hasattr(value, "columns") and not hasattr(value, "iloc") and hasattr(value, "to_pandas"):  # polars
        value = value.to_pandas()
    return _from_frame(value, ids, labels) if hasattr(value, "columns") and hasattr(value, "iloc") else None


def _from_frame(frame, ids, labels):
    added = {f"the {what}": given for what, given in (("ids", ids), ("labels", labels))
             if given is not None and not isinstance(given, str)}
    frame = frame.assign(**added) if added else frame
    ids, labels = (f"the {what}" if f"the {what}" in added else given for what, given in (("ids", ids),
                                                                                         ("labels", labels)))
    numbers = {str(name): kind.kind for name, kind in frame.dtypes.items() if getattr(kind, "kind", "O") in "fiu" and
               str(name) not in (ids, labels, *ID_NAMES, *LABEL_NAMES)}
    if not numbers or any(_is_vector(next(iter(frame[name]), None)) for name in frame.columns):
        return from_pandas(frame, None, ids, labels)
    return from_pandas(frame, {"space": _vector_columns(numbers)}, ids, labels)


def _vector_columns(kinds):
    """Returns the names of those columns of numbers {name: kind} that are the vector: a family of columns whose names
    differ only in a number at the end (e0, e1, …), if it has at least half of the columns and no other family half as
    many; otherwise all of floating-point numbers or, if there are none, all. Warns of columns beside a family."""
    usual = [name for name, kind in kinds.items() if kind == "f"] or list(kinds)
    stems = {name: _stem(name) for name in kinds}
    families = collections.Counter(stem for stem in stems.values() if stem is not None).most_common(2)
    (chosen, most), (_, second) = (families + [(None, 0)] * 2)[:2]
    family = [name for name in kinds if stems[name] == chosen]
    if most < max(2, len(kinds) / 2, 2 * second + 1) or not set(family) & set(usual):
        return usual
    beside = [name for name in usual if name not in family]
    if beside:
        warn(f"columns with names unlike those of the vector ({family[0]} to {family[-1]}) were kept beside it: "
             f"{_few(beside)}")
    return family


def _stem(name):
    """Returns the name of a column without the number at its end, “” for a number, None for other names; as the program
    does (stemOf in io/roles/rules.h)."""
    name = name.rstrip("])}")
    stem = "" if re.fullmatch(r"-?\d+(\.\d+)?", name) else name.rstrip("0123456789").lower()
    return stem if len(stem) < len(name) else None


def from_safetensors(path, vectors=None, ids=None, labels=None):
    """Makes a Dataset of a safetensors file: each matrix, or each that `vectors` names, becomes a space."""
    return from_columns(_with_matrices(read_safetensors(path)), vectors, ids, labels, os.fspath(path))


def from_torch(tensors, vectors=None, ids=None, labels=None, source=""):
    """Makes a Dataset of a tensor, or of {name: tensor or list}. Tensors can be on any device; bfloat16 becomes
    float32, which is exact."""
    if not isinstance(tensors, dict):
        tensors = {"space": tensors}
    return from_columns(_with_matrices({str(name): _array(tensor) for name, tensor in tensors.items()}), vectors, ids,
                        labels, source)


def from_torch_file(path, vectors=None, ids=None, labels=None):
    """Makes a Dataset of a .pt or .pth file of tensors. The file is read by torch.load(weights_only=True), so that a
    file that would run code is rejected. Error "unsupported-type"."""
    torch = optional("torch", "reading PyTorch files")
    path = os.fspath(path)
    try:
        tensors = torch.load(path, map_location="cpu", weights_only=True)
    except TypeError as error:
        raise AnchorscopeError("this PyTorch has no weights_only and would run code from the file; install 1.13 or "
                               "later", "missing-package", file=path) from error
    except Exception as error:  # torch, pickle and zipfile raise exceptions of many types
        sentence = str(error).splitlines()[0] if str(error) else type(error).__name__
        raise AnchorscopeError(f"PyTorch cannot read the tensors without running code ({sentence}); save the tensors "
                               "alone: torch.save({\"vectors\": tensor}, FILE)", "unsupported-type",
                               file=path) from error
    return from_torch(tensors, vectors, ids, labels, path)


def from_parquet(path, vectors=None, ids=None, labels=None):
    """Makes a Dataset of a Parquet file; arguments as in from_columns()."""
    return from_arrow(_read(path, optional("pyarrow.parquet", "reading Parquet").read_table), vectors, ids, labels,
                      os.fspath(path))


def from_feather(path, vectors=None, ids=None, labels=None):
    """Makes a Dataset of an Arrow file, an Arrow stream (Hugging Face's data-00000-of-00001.arrow) or a Feather
    file."""
    arrow = optional("pyarrow", "reading Arrow and Feather")

    def read(name):
        with open(name, "rb") as file:
            magic = file.read(4)
        if magic == b"FEA1":
            return optional("pyarrow.feather", "reading Feather").read_table(name)
        with arrow.OSFile(name) as file:
            opened = arrow.ipc.open_file(file) if magic == b"ARRO" else arrow.ipc.open_stream(file)
            return opened.read_all()

    return from_arrow(_read(path, read), vectors, ids, labels, os.fspath(path))


def from_arrow(table, vectors=None, ids=None, labels=None, source=""):
    """Makes a Dataset of a pyarrow table; columns of lists of numbers contain vectors."""
    _expect(table, "column_names", "a table of pyarrow")
    return from_columns(_ArrowColumns(table), vectors, ids, labels, source)


def from_huggingface(dataset, vectors=None, ids=None, labels=None, source=""):
    """Makes a Dataset of one split of a Hugging Face dataset (datasets.Dataset). A ClassLabel is stored with the names
    of its classes."""
    if not hasattr(dataset, "with_format") or isinstance(dataset, dict):
        raise AnchorscopeError("expected one split of a Hugging Face dataset, found "
                               f"{type(dataset).__name__}; choose one: dataset[\"train\"]", "unsupported-type")
    names = {name: feature.names for name, feature in dataset.features.items() if hasattr(feature, "names")}
    return from_columns(_ArrowColumns(dataset.with_format("arrow")[:], names), vectors, ids, labels, source)


def from_anndata(data, vectors=None, labels=None, source=""):
    """Makes a Dataset of an AnnData object: each matrix in obsm becomes a space, and X does if obsm is empty or
    `vectors` names X.

    vectors: names in obsm, or "X"; labels: name of a column of obs. (anchorscope-cli opens .h5ad files itself.)"""
    _expect(data, "obsm", "an AnnData object")
    matrices = {name: data.obsm[name] for name in data.obsm.keys()}
    if data.X is not None and "X" not in matrices and (not matrices or vectors == "X" or "X" in (vectors or ())):
        matrices["X"] = data.X
    matrices = {name: matrix.toarray() if hasattr(matrix, "toarray") else np.asarray(matrix)
                for name, matrix in matrices.items() if vectors is None or name == vectors or name in vectors}
    columns = dict(matrices, **{"obs_names": np.asarray(data.obs_names)})
    if labels is not None:
        if labels not in data.obs.columns:
            raise _no_column(labels, data.obs.columns)
        columns["obs: " + labels] = np.asarray(data.obs[labels].astype(object))
        labels = "obs: " + labels
    return from_columns(columns, vectors, "obs_names", labels, source)


def from_zarr(path, vectors=None, ids=None, labels=None):
    """Makes a Dataset of a Zarr array, of the arrays in a Zarr group, or of an AnnData object that is stored as Zarr;
    the labels of the latter are, by default, its first column of categories."""
    zarr = optional("zarr", "reading Zarr")
    opened = _read(path, lambda name: zarr.open(name, mode="r"))
    if hasattr(opened, "shape"):
        columns = {os.path.basename(os.fspath(path).rstrip("/")).split(".")[0] or "space": opened[:]}
    elif "obs" in opened and "obsm" in opened:
        data = _read(path, optional("anndata", "reading AnnData").read_zarr)
        categories = [name for name in data.obs.columns if data.obs[name].dtype == "category"]
        return from_anndata(data, vectors, labels or next(iter(categories), None), os.fspath(path))
    else:
        columns = {name: array[:] for name, array in opened.arrays()}
    return from_columns(_with_matrices(columns), vectors, ids, labels, os.fspath(path))


class _ArrowColumns:
    """Columns of a pyarrow table, used like a dict; a column is converted when it is accessed. items() contains only
    the columns of vectors."""

    def __init__(self, table, class_names=None):
        self.table = table
        self.class_names = class_names or {}  # {column: class names}, for columns that contain indices of classes

    def __iter__(self):
        return iter(self.table.column_names)

    def __contains__(self, name):
        return name in self.table.column_names

    def items(self):
        return [(name, self[name]) for name in self if self._holds_vectors(name)]

    def _holds_vectors(self, name):
        kinds, kind = optional("pyarrow", "reading Arrow tables").types, self.table.column(name).type
        if not (kinds.is_list(kind) or kinds.is_large_list(kind) or kinds.is_fixed_size_list(kind)):
            return False
        return kinds.is_floating(kind.value_type) or kinds.is_integer(kind.value_type)

    def __getitem__(self, name):
        column = self.table.column(name)
        if not self._holds_vectors(name):
            names = self.class_names.get(name)
            values = column.to_pylist()
            return _objects([names[value] if value is not None and value >= 0 else None for value in values]
                            if names else values)
        if column.null_count:
            raise AnchorscopeError(f"{column.null_count} rows have no vector; remove them",
                                   place=f"column “{name}”")
        parts = [_arrow_matrix(chunk, name) for chunk in column.chunks if len(chunk)]
        if len({part.shape[1] for part in parts}) > 1:
            raise AnchorscopeError("its vectors do not all have the same length", place=f"column “{name}”")
        return np.concatenate(parts) if parts else np.empty((0, 0))


def _arrow_matrix(chunk, name):
    values = chunk.flatten()
    if values.null_count:
        raise AnchorscopeError(f"{values.null_count} numbers are missing; remove these rows",
                               place=f"column “{name}”")
    compute = optional("pyarrow.compute", "reading Arrow tables")
    lengths = np.full(len(chunk), chunk.type.list_size) if hasattr(chunk.type, "list_size") \
        else compute.list_value_length(chunk).to_numpy(zero_copy_only=False)
    if (lengths != lengths[0]).any():
        raise AnchorscopeError("its vectors do not all have the same length", place=f"column “{name}”")
    return values.to_numpy(zero_copy_only=False).reshape(len(chunk), lengths[0])


def _read(path, reader):
    """Calls a function of another package that reads a file; any exception of it becomes an AnchorscopeError."""
    path = os.fspath(path)
    if not os.path.exists(path):
        raise AnchorscopeError("there is no such file; check its name and folder", "no-such-file", file=path)
    try:
        return reader(path)
    except AnchorscopeError:
        raise
    except Exception as error:  # each package raises exceptions of its own types
        sentence = str(error).splitlines()[0] if str(error) else type(error).__name__
        raise AnchorscopeError(f"it cannot be read ({sentence})", "unreadable-file", file=path) from error


def _vector_names(columns, vectors):
    if vectors is None:
        return []
    choices = vectors.values() if isinstance(vectors, dict) else [vectors]
    return [name for choice in choices for name in _named(columns, choice)]


def _is_column(column, rows):
    """True if a column contains one text, number or date for each of the `rows` items."""
    if getattr(column, "ndim", 1) != 1 or len(column) != rows:
        return False
    values = column.tolist() if hasattr(column, "tolist") else column
    return not any(isinstance(value, (list, tuple, dict, set, np.ndarray)) for value in values)


def _array(value):
    """Converts a tensor or a list to an array; an array is returned unchanged."""
    return as_array(value) if hasattr(value, "detach") else _objects(value) if isinstance(value, list) else value


def _expect(value, attribute, expected):
    if not hasattr(value, attribute):
        raise AnchorscopeError(f"expected {expected}, found {type(value).__name__}", "unsupported-type")


def _objects(values):
    """Converts a list to an array of objects with one dimension; NumPy itself would make a matrix of lists of equal
    length."""
    column = np.empty(len(values), object)
    for row, value in enumerate(values):
        column[row] = value
    return column


def _with_matrices(arrays):
    """Returns only the arrays of one or two dimensions, which can be columns; files of models also contain others."""
    return {name: array for name, array in arrays.items() if getattr(array, "ndim", 0) in (1, 2)}


def _no_column(name, columns):
    return AnchorscopeError(f"there is no column “{name}”; found {_few(columns)}", "unknown-item")


def _few(names):
    names = [str(name) for name in names]
    return ", ".join(names[:12]) + (f" and {len(names) - 12} more" if len(names) > 12 else "") or "none"


def _chosen(columns, name, usual, what, notes):
    if name is not None:
        if name not in columns:
            raise _no_column(name, columns)
        return name
    found = next((each for each in usual if each in columns), None)
    if found is not None:
        notes.append(f"The {what} are the column “{found}”.")
    return found


def _is_vector(value):
    return isinstance(value, (list, tuple, np.ndarray)) and np.ndim(value) == 1


def _matrix(column, name):
    """Converts a column that is a matrix, or has a vector in each row, to an n x d array; None for other columns."""
    array = np.asarray(column) if not isinstance(column, list) else None
    if array is not None and array.ndim == 2 and array.dtype.kind in "fiub":
        return array
    values = list(column) if array is None or array.ndim == 1 and array.dtype == object else []
    if not any(map(_is_vector, values)):
        return None
    width = len(next(value for value in values if _is_vector(value)))
    for row, value in enumerate(values):
        if not _is_vector(value) or len(value) != width:
            raise AnchorscopeError(f"expected a vector of {width} numbers as in the rows before, found "
                                   f"{reprlib.repr(value)}", "bad-line", place=f"column “{name}”, row {row}")
    try:
        return np.stack([np.asarray(value, None if isinstance(value, np.ndarray) else float) for value in values])
    except (TypeError, ValueError) as error:
        raise AnchorscopeError(f"its vectors contain values that are not numbers ({error})", "bad-line",
                               place=f"column “{name}”") from error


def _spaces(columns, vectors, taken):
    """Returns {space: matrix} for the argument `vectors` of from_columns(). taken: columns of ids and labels."""
    if vectors is None:
        spaces = {name: _matrix(column, name) for name, column in columns.items() if name not in taken}
        spaces = {name: matrix for name, matrix in spaces.items() if matrix is not None}
        shapes = {name: matrix.shape for name, matrix in spaces.items()}
        if not spaces:
            raise AnchorscopeError(f"no column holds a vector in each row; name the columns of numbers that are the "
                                   f"vector, such as e0:e299; found {_few(columns)}")
        if len({rows for rows, _ in shapes.values()}) > 1:
            raise AnchorscopeError("its matrices have different numbers of rows; name those that are vectors: "
                                   + ", ".join(f"{name} ({rows} x {width})"
                                               for name, (rows, width) in list(shapes.items())[:12]),
                                   "different-counts")
        return spaces
    if isinstance(vectors, dict):
        return {space: _one_space(columns, _named(columns, choice)) for space, choice in vectors.items()}
    names = _named(columns, vectors)
    matrices = {name: _matrix(columns[name], name) for name in names}
    if all(matrix is not None for matrix in matrices.values()):
        return matrices
    return {"space": _one_space(columns, names)}


def _named(columns, choice):
    """Returns the names of the chosen columns. choice: one name, names with commas, a list of names, or a range such as
    e0:e299, in the order of the table or of the numbers (_range)."""
    if not isinstance(choice, str):
        names = [str(name) for name in choice]
    elif choice in columns:
        names = [choice]
    elif re.fullmatch(r"[^:]+:[^:]+", choice):
        first, last = choice.split(":")
        every = list(columns)
        for name in (first, last):
            if name not in columns:
                raise _no_column(name, columns)
        names = _range(first, last, every)
    else:
        names = choice.split(",")
    for name in names:
        if name not in columns:
            raise _no_column(name, columns)
    if not names:
        raise AnchorscopeError("no column was named as the vector")
    return names


def _range(first, last, every):
    """Returns the names of a table from `first` to `last`. If the two differ only in their numbers, and such names are
    not in the order of the numbers (e0, e1, e10, e2), returns those with numbers in the range."""
    between = every[every.index(first):every.index(last) + 1]
    numbered = {name: match for name in every if (match := re.fullmatch(r"(.*?)([0-9]+)", name))}
    if first not in numbered or last not in numbered or numbered[first][1] != numbered[last][1]:
        return between
    family = [name for name in numbered if numbered[name][1] == numbered[first][1]]
    least, most = int(numbered[first][2]), int(numbered[last][2])
    inside = [name for name in family if least <= int(numbered[name][2]) <= most]
    return between if inside == [name for name in between if name in family] else inside


def _one_space(columns, names):
    """Makes the n x d matrix of a space from one column of vectors, or from d columns of numbers."""
    if len(names) == 1:
        matrix = _matrix(columns[names[0]], names[0])
        if matrix is not None:
            return matrix
    parts = []
    for name in names:
        part = np.asarray(columns[name])
        if part.dtype == object:
            try:
                part = np.array([np.nan if value is None else value for value in part], float)
            except (TypeError, ValueError):
                pass
        if part.ndim != 1 or part.dtype.kind not in "fiub":
            raise AnchorscopeError(f"expected numbers, found {reprlib.repr(part[0]) if part.size else 'nothing'}",
                                   "unsupported-type", place=f"column “{name}”")
        parts.append(part)
    return np.stack(parts, axis=1)
