# SPDX-License-Identifier: GPL-3.0-or-later
"""Adapters: maps that translate any vectors of one model into the space of another."""
import dataclasses
import os

import numpy as np

from .arrays import as_array
from .errors import AnchorscopeError


@dataclasses.dataclass(frozen=True, repr=False)
class Adapter:
    """Map from a source to a target space, as translate(adapter=FILE.npz) writes it. adapter(vectors) translates n x dx
    vectors of the source into n x dy vectors of the target, in its units and as float64; a zero vector, which has no
    direction, becomes NaN."""
    mean_of_source: np.ndarray
    scale_of_source: np.ndarray
    matrix: np.ndarray
    offset: np.ndarray
    length: float
    scale_of_target: np.ndarray
    mean_of_target: np.ndarray
    unit_length: bool = False  # True if translated vectors are scaled to unit length, as those of the target
    least: float = 0.0  # if least < greatest, translated values are rounded to whole numbers of this range
    greatest: float = 0.0

    @classmethod
    def load(cls, path):
        """Reads an adapter from a file. Errors "no-such-file", "unknown-format"."""
        try:
            with np.load(path, allow_pickle=False) as file:
                parts = {field.name: file[field.name] for field in dataclasses.fields(cls)
                         if field.default is dataclasses.MISSING or field.name in file}  # fewer in files of version 0.1
                return cls(**parts | {"unit_length": bool(parts.get("unit_length", False))})
        except FileNotFoundError as error:
            raise AnchorscopeError("there is no such file", "no-such-file", file=os.fspath(path)) from error
        except (OSError, KeyError, ValueError, TypeError) as error:
            raise AnchorscopeError(f"this is not an adapter ({error}); translate(adapter=FILE.npz) writes one",
                                   "unknown-format", file=os.fspath(path)) from error

    @property
    def n_features_in_(self):
        """Number of dimensions of the source, dx."""
        return self.matrix.shape[0]

    def __repr__(self):
        return f"Adapter({self.matrix.shape[0]} -> {self.matrix.shape[1]} dimensions)"

    def __call__(self, vectors):
        vectors = as_array(vectors, "vectors")
        if vectors.dtype.kind not in "fiub" or vectors.ndim not in (1, 2) or vectors.shape[-1] != self.n_features_in_:
            raise AnchorscopeError(f"expected vectors of {self.n_features_in_} dimensions, found "
                                   f"{' x '.join(map(str, vectors.shape)) or 'a single value'} of {vectors.dtype}",
                                   "different-counts")
        z = (np.asarray(vectors, np.float64) - self.mean_of_source) / self.scale_of_source
        t = _unit(z) @ self.matrix + self.offset
        y = _unit(t) * self.length * self.scale_of_target + self.mean_of_target
        y = _unit(y) if self.unit_length else y
        return np.clip(np.round(y), self.least, self.greatest) if self.least < self.greatest else y

    def fit(self, x=None, y=None):
        """Does nothing, because an adapter is fitted already; needed in pipelines of scikit-learn."""
        return self

    def transform(self, vectors):
        """Translates vectors of the source, like adapter(vectors)."""
        return self(vectors)


def _unit(vectors):
    with np.errstate(invalid="ignore"):  # division by 0: a zero vector becomes NaN
        return vectors / np.linalg.norm(vectors, axis=-1, keepdims=True)
