# SPDX-License-Identifier: GPL-3.0-or-later
"""Alignment of two spaces by a class that follows the conventions of scikit-learn, without importing it."""
import inspect
import os

import numpy as np

from .adapter import Adapter
from .commands import optimize, optimize_inputs
from .errors import AnchorscopeError
from .inputs import inputs, vectors_of
from .program import run
from .signatures import checked


class Aligner:
    """Aligns two spaces, and translates vectors of the first into the second.

    map: "canonical", "procrustes", "polar", "affine", "ridge" or "irp", as in translate(); options: those of
    optimize().
    fit(X, Y, pairs): X n x dx, Y m x dy, arrays or data frames, whose index becomes the ids as in optimize(); pairs as
    seed_pairs there, None if row r of X corresponds to row r of Y. Afterwards: result_ (an Optimized), matches_ (m rows
    of X), verdict_, estimated_right_, adapter_ (an Adapter), n_features_in_.

    >>> import anchorscope, numpy
    >>> random = numpy.random.default_rng(0)
    >>> x = random.standard_normal((300, 8))
    >>> y = x @ numpy.linalg.qr(random.standard_normal((8, 8)))[0]
    >>> aligner = anchorscope.Aligner(anchors=60).fit(x, y, pairs=[(row, row) for row in range(15)])
    >>> aligner.verdict_, aligner.transform(x[:5]).shape, aligner.score(x, y) > 0.95
    ('aligned', (5, 8), True)
    """

    def __init__(self, map="canonical", **options):
        self.map = map
        self._options = checked("optimize", options)

    def get_params(self, deep=True):
        """Returns the map and the options as {name: value}."""
        return dict(self._options, map=self.map)

    def set_params(self, **changes):
        """Changes the map or some options; returns the aligner."""
        self.map = changes.pop("map", self.map)
        self._options = dict(self._options, **checked("optimize", changes))
        return self

    def __repr__(self):
        given = ", ".join(f"{name}={value!r}" for name, value in self.get_params().items())
        return f"Aligner({given if len(given) < 200 else given[:200] + '…'})" + (
            f": {self.verdict_}" if hasattr(self, "verdict_") else "")

    def fit(self, X, Y=None, pairs=None):
        """Aligns the spaces X and Y; returns the aligner."""
        if Y is None:
            raise AnchorscopeError("fit needs two spaces: fit(X, Y, pairs=...)", "wrong-usage")
        x, y = vectors_of(X, "X"), vectors_of(Y, "Y")
        options = dict(self._options)
        if pairs is not None:
            options["seed_pairs"] = pairs
        known = options.get("seed_pairs") is not None
        if not known and len(x) != len(y):
            raise AnchorscopeError(f"X has {len(x)} rows and Y {len(y)}, so they do not correspond; give pairs",
                                   "no-pairs")
        if not known:
            options.setdefault("pair", "row")
        with inputs(X, Y, options) as given:
            kept = {name: value for name, value in options.items() if name in TRANSLATION}
            session = options.setdefault("out", os.path.join(given.folder, "run.ascope"))
            self.result_ = optimize_inputs(given, options)
            adapter = os.path.join(given.folder, "adapter.npz")
            run("translate", given.paths, session=session, map=self.map, adapter=adapter, **kept)
            self.adapter_ = Adapter.load(adapter)
        self.matches_ = self.result_.matches
        self.verdict_, self.estimated_right_ = self.result_.verdict, self.result_.estimated_right
        self.n_features_in_ = x.shape[1]
        return self

    def transform(self, X):
        """Translates n vectors of the first space into the second: n x dy, in the units of the second."""
        if not hasattr(self, "adapter_"):
            raise AnchorscopeError("this aligner is not fitted yet; call fit(X, Y, pairs=...)", "no-run")
        return self.adapter_(vectors_of(X, "X"))

    def fit_transform(self, X, Y=None, pairs=None):
        """Calls fit(X, Y, pairs) and returns the translated X."""
        return self.fit(X, Y, pairs).transform(X)

    def score(self, X, Y):
        """Mean cosine of the translated rows of X with the rows of Y; row r of X corresponds to row r of Y."""
        moved, y = self.transform(X), vectors_of(Y, "Y")
        if moved.shape != y.shape:
            raise AnchorscopeError(f"expected Y of {moved.shape[0]} x {moved.shape[1]}, found {y.shape[0]} x "
                                   f"{y.shape[1]}", "different-counts")
        lengths = np.linalg.norm(moved, axis=1) * np.linalg.norm(y, axis=1)
        return float(np.mean((moved * y).sum(1) / lengths))


# Options of optimize() that are also passed to translate(), which fits the map.
TRANSLATION = {"pair", "center", "max_items", "sample", "sample_seed", "transform", "threads", "progress", "cli"}

_keywords = [parameter for parameter in inspect.signature(optimize).parameters.values()
             if parameter.kind is parameter.KEYWORD_ONLY and parameter.name not in ("ids", "ids_y", "labels", "labels_y")]
Aligner.__init__.__signature__ = inspect.Signature(
    [inspect.Parameter("self", inspect.Parameter.POSITIONAL_OR_KEYWORD),
     inspect.Parameter("map", inspect.Parameter.POSITIONAL_OR_KEYWORD, default="canonical", annotation=str), *_keywords])
