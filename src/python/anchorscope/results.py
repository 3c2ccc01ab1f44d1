# SPDX-License-Identifier: GPL-3.0-or-later
"""Results of the commands as arrays and tables. The member `json` of each result is the complete JSON object that the
program printed. A JSON null becomes None, in arrays of numbers NaN."""
import dataclasses

import numpy as np

from .adapter import Adapter
from .errors import optional
from .shown import grid, histogram, several


@dataclasses.dataclass(frozen=True)
class Estimate:
    """Estimated share, from 0 to 1, and its 95% interval from low to high."""
    value: float
    low: float
    high: float


@dataclasses.dataclass(frozen=True, repr=False)
class Optimized:
    """Result of optimize().

    matches: for each of the m items of Y in their order, the row of its match in X, or -1; with partners=K, m x K rows
             of the K best matches, the best first. With optimize_side="x": for each item of X, the row of its match in
             Y. None if DATA are files.
    y_ids, x_ids: ids of the items of Y and of their matches, "" for none; rows, as whole numbers, for data in memory
                  without ids.
    scores: score of each match, float64, in the shape of `matches`.
    margins, mutual: margin of each match, and whether it is mutual (bool), m each; None with partners=K.
    probabilities: probability of each match to be correct, m, NaN if unknown; None with partners=K.
    right: share of correct matches, None without a known pairing.
    verdict: "aligned", "class only", "chance", "unclear" or "not judged".
    estimated_right: Estimate, without ground truth, of the share of correct matches, or None.
    share_with_partner: Estimate of the share of items of Y that have a partner, or None.
    estimated_right_given_partner: like estimated_right, among the items of Y that have a partner.
    history: {quantity: array with one value for each iteration}.
    """
    y_ids: np.ndarray
    x_ids: np.ndarray
    scores: np.ndarray
    margins: np.ndarray
    mutual: np.ndarray
    probabilities: np.ndarray
    right: float
    verdict: str
    estimated_right: Estimate
    share_with_partner: Estimate
    estimated_right_given_partner: Estimate
    method_used: str
    termination: str
    iterations: int
    history: dict
    json: dict
    matches: np.ndarray = None

    def __len__(self):
        return len(self.y_ids)

    def __repr__(self):
        mutual = "" if self.mutual is None else f", {int(self.mutual.sum())} mutual"
        right = "" if self.right is None else f"; right by the known pairing: {self.right:.1%}"
        return (f"Optimized({self.verdict}; correct without ground truth: {self._estimate()}{right}\n"
                f"  {several(len(self), 'match', 'matches')}{mutual}; {self.method_used}, "
                f"{several(self.iterations, 'iteration')}, {self.termination})")

    def _estimate(self):
        shown = self.estimated_right
        return "unknown" if shown is None else f"{shown.value:.1%} ({shown.low:.1%} to {shown.high:.1%})"

    def _repr_html_(self):
        rows = [("verdict", self.verdict), ("correct without ground truth", self._estimate()),
                ("right by the known pairing", "unknown" if self.right is None else f"{self.right:.1%}"),
                ("matches", len(self)), ("mutual", None if self.mutual is None else int(self.mutual.sum())),
                ("method", f"{self.method_used}, {self.iterations} iterations, {self.termination}")]
        best = self.scores if self.scores.ndim == 1 else self.scores[:, 0]
        return grid("Alignment", ("", ""), rows, histogram(best, "score of the matches"))

    def to_pandas(self):
        """Returns a data frame with a row for each item of Y and the columns y_id, x_id, score, margin, mutual and
        probability; with partners=K, with K rows for each item and the columns y_id, rank, x_id and score."""
        make = optional("pandas", "to_pandas").DataFrame
        if self.x_ids.ndim == 1:
            return make({"y_id": self.y_ids, "x_id": self.x_ids, "score": self.scores, "margin": self.margins,
                         "mutual": self.mutual, "probability": self.probabilities})
        width = self.x_ids.shape[1]
        return make({"y_id": np.repeat(self.y_ids, width), "rank": np.tile(np.arange(1, width + 1), len(self)),
                     "x_id": self.x_ids.ravel(), "score": self.scores.ravel()})


@dataclasses.dataclass(frozen=True, repr=False)
class Table:
    """Table of measured scores with r rows.

    columns: {name: array of r values}; texts are objects, scores float64, the mean over the repeats.
    deviations: {score: array of r standard deviations over the repeats}; values: {score: r x repeats values}.
    `where(method="GT", source="x")` returns the only row with these values as a dict.
    """
    columns: dict
    deviations: dict
    values: dict
    json: dict

    def __len__(self):
        return len(next(iter(self.columns.values()), ()))

    def __repr__(self):
        names = ", ".join(list(self.columns)[:8]) + (", …" if len(self.columns) > 8 else "")
        methods = list(dict.fromkeys(self.columns.get("method", self.columns.get("representation", ()))))
        return (f"{type(self).__name__}({several(len(self), 'row')}: {', '.join(map(str, methods[:12]))}\n"
                f"  columns: {names})")

    def _repr_html_(self):
        shown = [name for name, column in self.columns.items() if column.dtype != object or
                 all(isinstance(cell, (str, int, float, type(None))) for cell in column)]
        return grid(type(self).__name__, shown,
                    [[self.columns[name][row] for name in shown] for row in range(len(self))])

    def to_pandas(self):
        """Returns a data frame with the columns of the table."""
        return optional("pandas", "to_pandas").DataFrame(self.columns)

    def where(self, **wanted):
        """Returns {column: value} of the only row that has the given values. KeyError if none has them, or several."""
        unknown = [name for name in wanted if name not in self.columns]
        if unknown:
            raise KeyError(f"there is no column {unknown[0]}; the columns are {', '.join(self.columns)}")
        rows = [row for row in range(len(self)) if all(self.columns[name][row] == value
                                                       for name, value in wanted.items())]
        if len(rows) != 1:
            raise KeyError(f"{len(rows)} rows have {wanted}")
        return {name: column[rows[0]] for name, column in self.columns.items()}


@dataclasses.dataclass(frozen=True, repr=False)
class Stitched(Table):
    """Table of stitch() with the columns representation, train_space, test_space, possible, accuracy, ...

    confusion: for each row of the table a C x C confusion matrix (its rows are the true classes), or None if stitching
    was not possible; classes: C names of the classes.
    """
    classes: list
    confusion: list


@dataclasses.dataclass(frozen=True, repr=False)
class Translated:
    """Result of translate().

    ids: ids of the n translated items; their rows for data in memory without ids; None with out=FILE.npy.
    vectors: n x d translated vectors in the units of the target space, float32.
    adapter: Adapter that translates other vectors, None without adapter=FILE.npz; json["kept"] contains the recall that
             it retains.
    source, target: "x" or "y"; cosine: mean cosine to the true partners, None if these are unknown.
    """
    ids: np.ndarray
    vectors: np.ndarray
    adapter: Adapter
    source: str
    target: str
    cosine: float
    json: dict

    def __len__(self):
        return len(self.vectors)

    def __repr__(self):
        cosine = "" if self.cosine is None else f"; mean cosine to the true partners: {self.cosine:.3f}"
        return (f"Translated({self.source} -> {self.target}: {len(self)} x {self.vectors.shape[1]} {self.vectors.dtype}"
                f"{cosine}{f'; {self.adapter}' if self.adapter else ''})")

    def _repr_html_(self):
        return grid("Translation", ("from", "to", "items", "dimensions", "mean cosine to the true partners"),
                    [(self.source, self.target, *self.vectors.shape, self.cosine)])

    def to_pandas(self):
        """Returns a data frame with a row for each vector; its index contains the ids."""
        return optional("pandas", "to_pandas").DataFrame(self.vectors, index=self.ids)


@dataclasses.dataclass(frozen=True)
class Space:
    """Properties of a space in a file."""
    name: str
    items: int
    dimension: int
    type: str
    norm_mean: float
    zero_rows: int
    non_finite_rows: int


@dataclasses.dataclass(frozen=True, repr=False)
class Info:
    """Contents of a file, as returned by info(); pairs: number of items that correspond in the first two spaces."""
    spaces: list
    items: int
    pairs: int
    title: str
    license: str
    label_names: list
    warnings: list
    json: dict

    def __repr__(self):
        spaces = ", ".join(f"{space.name} {space.dimension}-d" for space in self.spaces[:6])
        return (f"Info({self.title or 'untitled'}: {several(self.items, 'item')}; {spaces}"
                f"{f' and {len(self.spaces) - 6} more spaces' if len(self.spaces) > 6 else ''}\n"
                f"  {several(self.pairs or 0, 'pair')}, {several(len(self.label_names), 'class', 'classes')}, "
                f"{several(len(self.warnings), 'warning')})")

    def _repr_html_(self):
        names = [field.name for field in dataclasses.fields(Space)]
        return grid(self.title or "Contents", names, [[getattr(space, name) for name in names]
                                                      for space in self.spaces])

    def to_pandas(self):
        """Returns a data frame with a row for each space."""
        return optional("pandas", "to_pandas").DataFrame([dataclasses.asdict(space) for space in self.spaces])


def column(values):
    """Converts JSON values to an array: numbers to float64 (null to NaN), true and false to bool, others to objects."""
    if all(isinstance(value, bool) for value in values):
        return np.array(values, bool)
    if all(value is None or (isinstance(value, (int, float)) and not isinstance(value, bool)) for value in values):
        return np.array([np.nan if value is None else value for value in values], float)
    return np.array(values, object)


def figures(rows, leave=()):
    """Returns columns, deviations and values of a Table from JSON rows, without the members in `leave`."""
    columns, deviations, values = {}, {}, {}
    for name in dict.fromkeys(name for row in rows for name in row if name not in leave):
        cells = [row.get(name) for row in rows]
        if any(isinstance(cell, dict) for cell in cells):
            columns[name] = column([(cell or {}).get("mean") for cell in cells])
            deviations[name] = column([(cell or {}).get("std") for cell in cells])
            each = [(cell or {}).get("values") or [] for cell in cells]
            width = max(map(len, each), default=0)
            values[name] = np.array([[np.nan if value is None else value for value in row] +
                                     [np.nan] * (width - len(row)) for row in each], float)
        else:
            columns[name] = column(cells)
    return columns, deviations, values
