# SPDX-License-Identifier: GPL-3.0-or-later
"""The commands of anchorscope-cli as functions, their results as arrays and tables.

DATA is a path or two paths (X and Y), as on the command line, a Dataset, or two of them. Further options are
those of the command, with _ for - (anchors=300, seeds=15, x="a", y="b", pair="none", max_items=1000, ...). seed_pairs
may be a list of pairs (id of X, id of Y) in place of a file. Numbers are those of the JSON (cli/README.md);
null becomes None, and NaN in arrays. `json` of each result is the complete object that the program printed.
"""
import contextlib
import csv
import dataclasses
import os
import tempfile

import numpy as np

from .adapter import Adapter
from .dataset import Dataset, load
from .errors import AnchorscopeError
from .program import run

# What csvField puts an apostrophe in front of (io/README.md, “Formats that are read”).
FORMULA = ("=", "+", "-", "@", "\t", "\r")


@dataclasses.dataclass(frozen=True)
class Estimate:
    """A share and its 95% interval."""
    value: float
    low: float
    high: float


@dataclasses.dataclass(frozen=True)
class Optimized:
    """The result of optimize().

    y_ids: m ids, one for each item of Y in its order (of X with optimize_side="x": then n).
    x_ids: m ids of their matches, "" if there is none; with partners=K m x K, the best first.
    scores: the same shape, float64. margins: m, mutual: m bool; None with partners.
    right: the share of correct matches, None without a known pairing.
    verdict: "aligned", "class only", "chance" or "not judged"; estimated_right: an Estimate that does not use the
    ground truth, None if there is none.
    history: {quantity: array, one value for each iteration}.
    """
    y_ids: np.ndarray = dataclasses.field(repr=False)
    x_ids: np.ndarray = dataclasses.field(repr=False)
    scores: np.ndarray = dataclasses.field(repr=False)
    margins: np.ndarray = dataclasses.field(repr=False)
    mutual: np.ndarray = dataclasses.field(repr=False)
    right: float
    verdict: str
    estimated_right: Estimate
    method_used: str
    termination: str
    iterations: int
    history: dict = dataclasses.field(repr=False)
    json: dict = dataclasses.field(repr=False)


@dataclasses.dataclass(frozen=True)
class Table:
    """Rows of measured scores. columns: {name: array of r}: texts as objects, scores as float64 with their mean over
    the repeats; deviations: {score: array of r}; values: {score: r x repeats}. pandas.DataFrame(table.columns) makes
    a data frame. `where(method="GT", source="x")` returns the only such row as a dict."""
    columns: dict
    deviations: dict = dataclasses.field(repr=False)
    values: dict = dataclasses.field(repr=False)
    json: dict = dataclasses.field(repr=False)

    def __len__(self):
        return len(next(iter(self.columns.values()), ()))

    def where(self, **wanted):
        """{column: value} of the only row with these values. KeyError if there is none, or if there are several."""
        rows = [row for row in range(len(self)) if all(self.columns[name][row] == value
                                                       for name, value in wanted.items())]
        if len(rows) != 1:
            raise KeyError(f"{len(rows)} rows have {wanted}")
        return {name: column[rows[0]] for name, column in self.columns.items()}


@dataclasses.dataclass(frozen=True)
class Stitched(Table):
    """The rows of stitch(): representation, train_space, test_space, possible, accuracy, ... confusion: one C x C array
    for each row (rows are true classes), None if it was not possible; classes: C names."""
    classes: list
    confusion: list = dataclasses.field(repr=False)


@dataclasses.dataclass(frozen=True)
class Translated:
    """ids: n of the translated items, None with out=FILE.npy; vectors: n x d of the target space, float32, in its
    units; adapter: the map for other vectors, None without adapter=FILE.npz; the recall it retains is in
    json["kept"]. source, target: "x" or "y"; cosine: mean cosine to the true partners, None without them."""
    ids: np.ndarray = dataclasses.field(repr=False)
    vectors: np.ndarray = dataclasses.field(repr=False)
    adapter: Adapter = dataclasses.field(repr=False)
    source: str
    target: str
    cosine: float
    json: dict = dataclasses.field(repr=False)


@dataclasses.dataclass(frozen=True)
class Space:
    name: str
    items: int
    dimension: int
    type: str
    norm_mean: float
    zero_rows: int
    non_finite_rows: int


@dataclasses.dataclass(frozen=True)
class Info:
    """The contents of a file; pairs: how many items of the first two spaces correspond."""
    spaces: list
    items: int
    pairs: int
    title: str
    license: str
    label_names: list
    warnings: list
    json: dict = dataclasses.field(repr=False)


def info(data, **options):
    """The contents of DATA, as an Info."""
    with _files(data, options) as (paths, folder):
        answer = run("info", paths, **options)
    known = [field.name for field in dataclasses.fields(Space)]
    return Info([Space(**{name: space.get(name) for name in known}) for space in answer["spaces"]], answer["items"],
                answer["pairs"], answer["title"], answer["license"], (answer["labels"] or {}).get("names", []),
                answer["warnings"], answer)


def optimize(data, **options):
    """Finds a match for every item of Y, as an Optimized; out=FILE.ascope saves the session, for session= of the
    others."""
    with _files(data, options) as (paths, folder):
        options.setdefault("correspondence", os.path.join(folder, "correspondence.csv"))
        answer = run("optimize", paths, **options)
        rows = read_table(options["correspondence"])
    estimate = answer["estimated_right"]
    history = answer["history"]
    names = list(history[0]) if history else []
    return Optimized(*_partners(rows), answer["right"], answer["verdict"], Estimate(**estimate) if estimate else None,
                     answer["method_used"], answer["termination"], answer["iterations"],
                     {name: _column([step[name] for step in history]) for name in names}, answer)


def retrieval(data, **options):
    """Measures retrieval, as a Table with method, source, target, queries, mrr, jaccard, p_at_1, ..."""
    with _files(data, options) as (paths, folder):
        answer = run("retrieval", paths, **options)
    return Table(*_figures(answer["rows"]), answer)


def stitch(data, **options):
    """Tests a classifier of one space on the other, as a Stitched."""
    with _files(data, options) as (paths, folder):
        answer = run("stitch", paths, **options)
    rows = answer["rows"]
    return Stitched(*_figures(rows, leave=("confusion",)), answer, answer["classes"],
                    [np.array(row["confusion"], np.int64) if row.get("confusion") else None for row in rows])


def translate(data, **options):
    """Translates one space into the other, as a Translated."""
    with _files(data, options) as (paths, folder):
        options.setdefault("out", os.path.join(folder, "translated.h5"))
        answer = run("translate", paths, **options)
        ids, vectors = None, None
        if os.fspath(options["out"]).endswith(".npy"):
            vectors = np.load(options["out"])
        else:
            made = load(options["out"])
            ids, vectors = np.array(made.ids, object), made.spaces[_translated(list(made.spaces))]
        return Translated(ids, vectors, Adapter.load(options["adapter"]) if options.get("adapter") else None,
                          answer["source"], answer["target"], answer["cosine"], answer)


def _translated(names):
    """The name of the translated space, “a in b”; the other one, if there is one, is the target b."""
    return names[0] if len(names) == 1 or names[0].endswith(" in " + names[1]) else names[1]


def read_table(path):
    """{column: list of texts} of a CSV file that Anchorscope wrote, ids without the apostrophes of formulas."""
    with open(path, newline="", encoding="utf-8", errors="surrogateescape") as file:
        records = list(csv.reader(file))
    columns = list(zip(*records[1:])) if len(records) > 1 else [()] * len(records[0])
    return {name: [_without_apostrophe(text) for text in column] for name, column in zip(records[0], columns)}


def write_pairs(path, pairs):
    """Writes (id of X, id of Y) as a list of pairs that Anchorscope reads (io/README.md, “Formats that are read”)."""
    with open(path, "w", newline="", encoding="utf-8", errors="surrogateescape") as file:
        writer = csv.writer(file)
        writer.writerow(("x_id", "y_id"))
        writer.writerows([_with_apostrophe(str(each)) for each in pair] for pair in pairs)


def _with_apostrophe(text):
    # Numbers, too: the reader takes one apostrophe off before any of these characters.
    return "'" + text if text.lstrip("'").startswith(FORMULA) else text


def _without_apostrophe(text):
    return text[1:] if text.startswith("'") and text.lstrip("'").startswith(FORMULA) else text


@contextlib.contextmanager
def _files(data, options):
    """Paths of DATA and a folder for the outputs of the run; datasets and pairs that are only in memory are written."""
    with tempfile.TemporaryDirectory(prefix="anchorscope-") as folder:
        several = isinstance(data, (list, tuple))
        if several and len(data) != 2:
            raise AnchorscopeError(f"expected data, or two of them (X and Y), found {len(data)}", "wrong-usage")
        names = ("X", "Y") if several else ("the dataset",)
        paths = [each.save(os.path.join(folder, name)) if isinstance(each, Dataset) else each
                 for name, each in zip(names, data if several else [data])]
        if isinstance(options.get("seed_pairs"), (list, tuple, np.ndarray)):
            if len(options["seed_pairs"]) == 0:
                raise AnchorscopeError("seed_pairs contains no pair; give some, or seeds=0 for none", "no-seeds")
            file = os.path.join(folder, "seeds.csv")
            write_pairs(file, options["seed_pairs"])
            options["seed_pairs"] = file
        try:
            yield paths, folder
        except AnchorscopeError as error:
            # What stood in this folder is gone, and the user never heard of it.
            error.args = tuple(text.replace(folder + os.sep, "") for text in error.args)
            error.file = error.file.replace(folder + os.sep, "")
            raise


def _partners(rows):
    """y_ids, x_ids, scores, margins and mutual of a table of correspondences, or of lists of matches."""
    y_ids, x_ids = np.array(rows["y_id"], object), np.array(rows["x_id"], object)
    scores = np.array(rows["score"], float)
    if "rank" not in rows:
        return y_ids, x_ids, scores, np.array(rows["margin"], float), np.array(rows["mutual"]) == "1"
    width = max(map(int, rows["rank"]), default=1)
    return y_ids[::width], x_ids.reshape(-1, width), scores.reshape(-1, width), None, None


def _column(values):
    """Numbers (NaN for null) as float64, true and false as bool, anything else as objects."""
    if all(isinstance(value, bool) for value in values):
        return np.array(values, bool)
    if all(value is None or (isinstance(value, (int, float)) and not isinstance(value, bool)) for value in values):
        return np.array([np.nan if value is None else value for value in values], float)
    return np.array(values, object)


def _figures(rows, leave=()):
    """columns, deviations and values of rows of JSON."""
    columns, deviations, values = {}, {}, {}
    for name in dict.fromkeys(name for row in rows for name in row if name not in leave):
        cells = [row.get(name) for row in rows]
        if any(isinstance(cell, dict) for cell in cells):
            columns[name] = _column([(cell or {}).get("mean") for cell in cells])
            deviations[name] = _column([(cell or {}).get("std") for cell in cells])
            each = [(cell or {}).get("values") or [] for cell in cells]
            width = max(map(len, each), default=0)
            values[name] = np.array([[np.nan if value is None else value for value in row] +
                                     [np.nan] * (width - len(row)) for row in each], float)
        else:
            columns[name] = _column(cells)
    return columns, deviations, values
