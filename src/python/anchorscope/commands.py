# SPDX-License-Identifier: GPL-3.0-or-later
"""Functions that run the commands of anchorscope-cli.

DATA is a path, an array, a tensor, nested lists, a data frame, {space: array} or a Dataset, or two of these (X and Y):
as two arguments or as a pair. Keyword arguments are the options of the command, with _ for -. They are listed in
options.json, as the program printed them (`python3 tests/python/test_options.py --update`).
"""
import os

import numpy as np

from .adapter import Adapter
from .dataset import load
from .inputs import inputs, read_table
from .program import run
from .results import Estimate, Info, Optimized, Space, Stitched, Table, Translated, column, figures
from .signatures import of_command


@of_command
def info(data, other=None, /, **options):
    """Describes the contents of DATA; returns an Info.

    >>> import anchorscope
    >>> anchorscope.info([[0.5, 1.0], [1.5, 2.0]]).spaces[0].dimension
    2
    """
    with inputs(data, other, options) as given:
        answer = run("info", given.paths, **options)
    known = Space.__dataclass_fields__
    return Info([Space(**{name: space.get(name) for name in known}) for space in answer["spaces"]], answer["items"],
                answer["pairs"], answer["title"], answer["license"], (answer["labels"] or {}).get("names", []),
                answer["warnings"], answer)


@of_command
def optimize(data, other=None, /, **options):
    """Finds a match for every item of Y; returns an Optimized. out=FILE.ascope saves a session, which the other
    functions read with session=FILE.ascope.

    Two arrays with seed_pairs are assumed to have their rows in unrelated orders (pair="none") unless both have ids;
    with pair="row", row r of X corresponds to row r of Y.

    >>> import anchorscope, numpy
    >>> random = numpy.random.default_rng(0)
    >>> x = random.standard_normal((300, 16))
    >>> y = x @ numpy.linalg.qr(random.standard_normal((16, 16)))[0]
    >>> found = anchorscope.optimize(x, y[::-1], seed_pairs=[(row, 299 - row) for row in range(15)])
    >>> found.verdict, found.matches[:3].tolist()
    ('aligned', [299, 298, 297])
    """
    with inputs(data, other, options) as given:
        return optimize_inputs(given, options)


def optimize_inputs(given, options):
    """Like optimize(), for data that are files already (Inputs)."""
    if options.get("correspondence") is None:
        options["correspondence"] = os.path.join(given.folder, "correspondence.csv")
    answer = run("optimize", given.paths, **options)
    rows = read_table(options["correspondence"])
    history = answer["history"]
    y_ids, x_ids, *rest = _partners(rows)
    found = (y_ids, given.y) if options.get("optimize_side") == "x" else (x_ids, given.x)
    return Optimized(_ids(y_ids, given.y), _ids(x_ids, given.x), *rest, answer["right"], answer["verdict"],
                     *(Estimate(**answer[name]) if answer[name] else None
                       for name in ("estimated_right", "share_with_partner", "estimated_right_given_partner")),
                     answer["method_used"], answer["termination"],
                     answer["iterations"],
                     {name: column([step[name] for step in history]) for name in (history[0] if history else ())},
                     answer, _rows(*found))


@of_command
def retrieval(data, other=None, /, **options):
    """Measures retrieval; returns a Table with the columns method, source, target, queries, mrr, jaccard, p_at_1,
    ... Two arrays with seed_pairs are paired as in optimize(); only pairs that are known are scored."""
    with inputs(data, other, options) as given:
        answer = run("retrieval", given.paths, **options)
    return Table(*figures(answer["rows"]), answer)


@of_command
def stitch(data, other=None, /, **options):
    """Tests a classifier trained on one space with the vectors of the other; returns a Stitched."""
    with inputs(data, other, options) as given:
        answer = run("stitch", given.paths, **options)
    rows = answer["rows"]
    return Stitched(*figures(rows, leave=("confusion",)), answer, answer["classes"],
                    [np.array(row["confusion"], np.int64) if row.get("confusion") else None for row in rows])


@of_command
def translate(data, other=None, /, **options):
    """Translates the vectors of one space into the other; returns a Translated."""
    with inputs(data, other, options) as given:
        if options.get("out") is None:
            options["out"] = os.path.join(given.folder, "translated.h5")
        answer = run("translate", given.paths, **options)
        ids, vectors = None, None
        if os.fspath(options["out"]).endswith(".npy"):
            vectors = np.load(options["out"])
        else:
            made = load(options["out"])
            ids = _ids(np.array(made.ids, object), given.x if answer["source"] == "x" else given.y)
            vectors = made.spaces[_translated(list(made.spaces))]
    return Translated(ids, vectors, Adapter.load(options["adapter"]) if options.get("adapter") else None,
                      answer["source"], answer["target"], answer["cosine"], answer)


def _translated(names):
    """Returns the name of the translated space, “a in b”; `names` may also contain that of the target space, “b”."""
    return names[0] if len(names) == 1 or names[0].endswith(" in " + names[1]) else names[1]


def _partners(rows):
    """Returns y_ids, x_ids, scores, margins, mutual and probabilities from a table of matches; with several matches for
    each item, the last three are None."""
    y_ids, x_ids = np.array(rows["y_id"], object), np.array(rows["x_id"], object)
    scores = np.array(rows["score"], float)
    if "rank" not in rows:
        probabilities = np.array([float(text) if text else np.nan for text in rows["probability"]])
        return y_ids, x_ids, scores, np.array(rows["margin"], float), np.array(rows["mutual"]) == "1", probabilities
    width = max(map(int, rows["rank"]), default=1)
    return y_ids[::width], x_ids.reshape(-1, width), scores.reshape(-1, width), None, None, None


def _ids(texts, items):
    """Returns the ids unchanged or, if the items have no ids, their rows as numbers."""
    return texts if items is None or items.ids is not None else _rows(texts, items)


def _rows(texts, items):
    """Rows of the items with these ids, -1 for an empty id; None if the items are in a file."""
    if items is None:
        return None
    if items.ids is None:
        return np.array([int(text) if text else -1 for text in texts.ravel()], np.int64).reshape(texts.shape)
    row_of = {text: row for row, text in enumerate(items.ids)}
    return np.array([row_of.get(text, -1) for text in texts.ravel()], np.int64).reshape(texts.shape)
