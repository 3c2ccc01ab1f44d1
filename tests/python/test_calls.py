# SPDX-License-Identifier: GPL-3.0-or-later
"""Typical first calls, correct and wrong: arrays in every form instead of a path, pairs in every form, results as shown
in a notebook, and a sentence for every mistake."""
import doctest
import importlib
import inspect
import os
import pydoc
import unittest

import numpy as np

from support import ScratchTest, anchorscope, twins

COUNT = 150
SEEDS = range(0, COUNT, 10)


class Made(ScratchTest):
    def setUp(self):
        super().setUp()
        self.x, y = twins(COUNT)
        self.order = np.random.default_rng(3).permutation(COUNT)  # row r of Y is the partner of row order[r] of X
        self.y = y[self.order]
        self.pairs = [(int(self.order[row]), row) for row in SEEDS]

    def found(self, *data, **options):
        found = anchorscope.optimize(*data, anchors=30, **{"seed_pairs": self.pairs, **options})
        self.assertEqual(found.verdict, "aligned")
        self.assertEqual(found.matches.dtype, np.int64)
        self.assertEqual(found.matches.tolist(), self.order.tolist())
        return found


class Arrays(Made):
    def test_two_arrays(self):
        found = self.found(self.x, self.y)
        self.assertIsNone(found.right)  # rows are not known to correspond
        self.assertEqual(found.x_ids.tolist(), self.order.tolist())
        self.assertEqual(found.y_ids.tolist(), list(range(COUNT)))
        self.found((self.x, self.y))
        self.found([self.x, self.y])

    def test_every_kind_of_array(self):
        class Tensor:  # like torch's
            dtype = "torch.bfloat16"

            def __init__(self, array):
                self.array = array

            detach = cpu = float = lambda self: self

            def numpy(self):
                return self.array
        for kind in (np.float64, lambda each: each.astype(">f4"), np.asfortranarray, lambda each: each.tolist(), Tensor,
                     lambda each: np.repeat(each, 2, axis=1)[:, ::2], lambda each: {"mine": each}):
            with self.subTest(kind):
                self.found(kind(self.x), kind(self.y))

    def test_numbers_reach_the_program_as_they_are(self):
        for kind in (np.float16, np.float32, np.float64):
            space = anchorscope.info(self.x.astype(kind)).spaces[0]
            self.assertEqual((space.items, space.dimension, space.type), (COUNT, 8, kind.__name__))
        self.assertEqual(anchorscope.info(np.arange(6, dtype=np.int8).reshape(3, 2)).spaces[0].type, "float32")

    def test_ids_and_labels(self):
        names = [f"x{row}" for row in range(COUNT)]
        found = self.found(self.x, self.y, ids=names, labels=["a", "b"] * (COUNT // 2))
        self.assertEqual(found.x_ids.tolist(), [names[row] for row in self.order])
        self.assertEqual(found.y_ids.tolist(), list(range(COUNT)))
        told = anchorscope.info(self.x, ids=names, labels=["a", "b"] * (COUNT // 2))
        self.assertEqual((told.items, told.label_names), (COUNT, ["a", "b"]))
        self.refused("wrong-usage", "belongs to an array", anchorscope.info, self.folder / "x.npy", ids=names)

    def test_rows_that_correspond(self):
        with self.assertWarnsRegex(UserWarning, "Row 1 of one file was paired"):
            found = anchorscope.optimize(self.x, self.y[np.argsort(self.order)], anchors=30)
        self.assertEqual((found.right, found.matches.tolist()), (1, list(range(COUNT))))

    def test_partners_and_the_other_side(self):
        found = anchorscope.optimize(self.x, self.y, anchors=30, seed_pairs=self.pairs, partners=3)
        self.assertEqual((found.matches.shape, found.matches[:, 0].tolist()), ((COUNT, 3), self.order.tolist()))
        found = anchorscope.optimize(self.x, self.y, anchors=30, seed_pairs=self.pairs, optimize_side="x")
        self.assertEqual(found.matches.tolist(), np.argsort(self.order).tolist())

    def test_nothing_is_left_behind(self):
        before = set(os.listdir("/dev/shm"))
        anchorscope.info(self.x)
        self.assertEqual({name for name in set(os.listdir("/dev/shm")) - before if name.startswith("anchorscope-")},
                         set())


class Frames(Made):
    def setUp(self):
        super().setUp()
        try:
            self.pandas = importlib.import_module("pandas")
        except ImportError:
            raise unittest.SkipTest("pandas is not installed") from None

    def test_data_frames(self):
        names = [f"word {row}" for row in range(COUNT)]
        mine = self.pandas.DataFrame(self.x, index=names)
        theirs = self.pandas.DataFrame(self.y, columns=[f"e{each}" for each in range(8)])
        found = self.found(mine, theirs, pair="none")
        self.assertEqual(found.x_ids.tolist(), [names[row] for row in self.order])
        told = anchorscope.info(theirs.assign(kind=["a"] * COUNT, year=2000), labels="kind")
        self.assertEqual((told.spaces[0].dimension, told.label_names), (8, ["a"]))
        listed = self.pandas.DataFrame({"vector": list(self.y)})
        self.assertEqual(anchorscope.info(listed).spaces[0].dimension, 8)

    def test_columns_of_one_vector(self):
        def compare(frame, dimension):
            self.assertEqual(anchorscope.info(frame).spaces[0].dimension, dimension)
        for names in (range(8), [400.5 + each for each in range(8)], [f"v[{each}]" for each in range(8)]):
            frame = self.pandas.DataFrame(self.x, columns=names)
            compare(frame.assign(year=2000), 8)
            with self.assertWarnsRegex(UserWarning, "kept beside it: age, height"):
                compare(frame.assign(age=0.5, year=2000, height=self.x[:, 0]), 8)
        compare(frame.assign(**{"v[3]": np.arange(COUNT) % 3}), 8)  # whole numbers in one dimension
        compare(frame.assign(**{f"w[{each}]": self.x[:, each] for each in range(4)}), 12)
        compare(self.pandas.DataFrame(self.x, columns=list("abcdefgh")), 8)

    def test_aligner(self):
        names = np.array([f"word {row}" for row in range(COUNT)])
        mine, theirs = (self.pandas.DataFrame(each) for each in (self.x, self.y))
        mine.index, theirs.index = names, names[self.order]
        pairs = [(name, name) for name in names[SEEDS]]
        aligner = anchorscope.Aligner(anchors=30).fit(mine.assign(kind="?"), theirs, pairs)
        self.assertEqual((aligner.verdict_, aligner.result_.right, aligner.n_features_in_), ("aligned", 1, 8))
        self.assertEqual(aligner.result_.y_ids.tolist(), theirs.index.tolist())
        self.assertGreater(aligner.score(mine.iloc[self.order], theirs), 0.99)
        self.found(mine, self.y, seed_pairs=[(names[a], b) for a, b in self.pairs])

    def test_pairs(self):
        names = [f"y{row}" for row in range(COUNT)]
        frame = self.pandas.DataFrame(self.pairs, columns=["x_id", "y_id"])
        self.found(self.x, self.y, seed_pairs=frame)
        self.found(self.x, self.y, seed_pairs=frame.assign(note="?")[["y_id", "note", "x_id"]])
        self.found(self.x, self.y, seed_pairs=frame.set_index("x_id")["y_id"])
        frame.columns = ["x_row", "y_row"]
        self.found(self.x, self.y, seed_pairs=frame.assign(note="?")[["y_row", "note", "x_row"]])
        numbers = self.order.tolist()  # ids that are also rows, of other items
        self.found(self.x, self.y, ids=numbers, ids_y=names, pair="none", seed_pairs=frame[["y_row", "x_row"]])
        anchorscope.write_pairs(self.folder / "pairs.csv", frame[["y_row", "x_row"]])
        self.found(self.x, self.y, seed_pairs=self.folder / "pairs.csv")
        frame.columns = ["x", "y"]
        self.found(self.x, self.y, seed_pairs=frame[["y", "x"]])
        self.refused("wrong-usage", "two columns", anchorscope.optimize, self.x, self.y,
                     seed_pairs=self.pandas.DataFrame(np.ones((2, 3))))

    def test_results(self):
        found = self.found(self.x, self.y)
        frame = found.to_pandas()
        self.assertEqual(list(frame.columns), ["y_id", "x_id", "score", "margin", "mutual", "probability"])
        self.assertEqual(frame["x_id"].tolist(), self.order.tolist())
        table = anchorscope.retrieval(self.x, self.y[np.argsort(self.order)], pair="row", anchors=30,
                                      methods=["gt", "seed"])
        self.assertEqual(table.to_pandas()["method"].tolist(), ["GT", "GT", "Seed", "Seed"])
        self.assertEqual(len(anchorscope.info(self.x).to_pandas()), 1)
        made = anchorscope.Dataset(self.x, labels=["a"] * COUNT)
        self.assertEqual(made.to_pandas()["label"].tolist(), ["a"] * COUNT)


class Pairs(Made):
    def test_every_form(self):
        for pairs in (dict(self.pairs), np.array(self.pairs), np.array(self.pairs, float), zip(*zip(*self.pairs)),
                      [(str(a), str(b)) for a, b in self.pairs]):
            with self.subTest(type(pairs)):
                self.found(self.x, self.y, seed_pairs=pairs)

    def test_rows_and_ids(self):
        names, numbers = [f"x{row}" for row in range(COUNT)], [1000 + row for row in range(COUNT)]
        rows = self.found(self.x, self.y, ids=names, ids_y=numbers, pair="none",
                          seed_pairs=[(a, 1000 + b) for a, b in self.pairs])
        self.assertEqual(rows.y_ids.tolist(), [str(each) for each in numbers])
        self.found(self.x, self.y, ids=names, ids_y=numbers, pair="none",
                   seed_pairs=[(names[a], str(1000 + b)) for a, b in self.pairs])
        for digits in (["%05d" % row for row in range(COUNT)], [str(row) for row in self.order]):  # texts, not numbers
            self.found(self.x, self.y, ids=digits)
            self.found(self.x, self.y, ids=digits, seed_pairs=[(digits[a], b) for a, b in self.pairs])
        loaded = anchorscope.load(anchorscope.Dataset(self.y, numbers).save(self.folder / "y.h5"))
        self.found(self.x, loaded, pair="none", seed_pairs=[(a, 1000 + b) for a, b in self.pairs])

    def test_only_a_known_pairing_is_scored(self):
        names, options = [f"x{row}" for row in range(COUNT)], {"anchors": 30, "seed_pairs": self.pairs}
        for ids in ({"ids": names}, {"ids_y": names}):
            self.assertIsNone(self.found(self.x, self.y, **ids).right)
        with self.assertWarnsRegex(UserWarning, "nothing can be scored"):
            measured = anchorscope.retrieval(self.x, self.y, methods="seed", **options)
        self.assertTrue(np.isnan(measured.columns["mrr"]).all())
        self.assertIsNone(anchorscope.translate(self.x, self.y, seed_pairs=self.pairs).cosine)
        labels = np.arange(COUNT) % 2
        self.refused("too-few-pairs", "whose partner is known", anchorscope.stitch, self.x, self.y, labels=labels,
                     labels_y=labels[self.order], **options)
        both = dict(options, ids=names, ids_y=[names[row] for row in self.order])
        self.assertEqual(anchorscope.optimize(self.x, self.y, **both).right, 1)
        self.assertGreater(anchorscope.retrieval(self.x, self.y, methods="gt", **both).columns["mrr"].min(), 0.9)
        rows = self.y[np.argsort(self.order)]
        moved = anchorscope.translate(self.x, rows, pair="row", seed_pairs=[(row, row) for row in SEEDS])
        self.assertGreater(moved.cosine, 0.9)

    def test_wrong_ones(self):
        def refused(error_id, words, pairs):
            self.refused(error_id, words, anchorscope.optimize, self.x, self.y, seed_pairs=pairs)
        refused("wrong-usage", "seed_pairs, entry 0: expected a pair (X, Y), found 1", [1, 2, 3])
        refused("wrong-usage", "expected a pair (X, Y), found (1, 2, 3)", [(1, 2, 3)])
        refused("wrong-usage", "expected seed_pairs to be pairs", 5)
        refused("wrong-usage", "expected an id or a row, found 1.5", [(1.5, 2)])
        refused("unknown-item", "150 is not a row of X, which has rows 0 to 149", [(150, 2)])
        refused("unknown-item", "-1 is not a row of Y", [(1, -1)])
        refused("no-seeds", "contains no pair", [])
        refused("wrong-usage", "expected a pair", "ab".split())


class Wrong(Made):
    def test_data(self):
        for words, *data in (("different lengths", [[1, 2], [3]]), ("expected numbers", np.ones(3)),
                             ("expected numbers", np.ones((2, 2, 2))), ("expected numbers", np.ones((2, 2), complex)),
                             ("expected numbers", np.array([["a", "b"]])), ("at least one", np.empty((0, 3))),
                             ("expected X to be a file", None, self.y), ("found 3", (self.x, self.y, self.x))):
            with self.subTest(words):
                with self.assertRaises(anchorscope.AnchorscopeError) as caught:
                    anchorscope.optimize(*data)
                self.assertIn(words, str(caught.exception))
        bad = self.x.copy()
        bad[3, 1] = np.nan
        self.refused("non-finite", "row 3", anchorscope.optimize, bad, self.y, seed_pairs=self.pairs)
        self.refused("unsupported-type", "different lengths", anchorscope.Dataset, [[1, 2], [3]])
        self.refused("wrong-usage", "save arrays first", anchorscope.run, "health", self.x)

    def test_adapter(self):
        path = self.folder / "map.npz"
        self.refused("no-such-file", "no such file", anchorscope.Adapter.load, path)
        path.write_text("no map")
        self.refused("unknown-format", "not an adapter", anchorscope.Adapter.load, path)
        aligner = anchorscope.Aligner(anchors=30).fit(self.x, self.y, pairs=self.pairs)
        for shape in ((3, 5), (8, 3), (2, 2, 8), ()):
            self.refused("different-counts", "expected vectors of 8 dimensions", aligner.adapter_, np.ones(shape))

    def test_aligner(self):
        aligner = anchorscope.Aligner(map="procrustes", anchors=30)
        self.refused("no-run", "not fitted", aligner.transform, self.x)
        self.refused("wrong-usage", "two spaces", aligner.fit, self.x)
        self.refused("unsupported-type", "Y: expected an array or a data frame", aligner.fit, self.x, "y.npy")
        self.refused("no-pairs", "do not correspond", aligner.fit, self.x, self.y[:20])
        self.refused("wrong-usage", "did you mean anchors?", anchorscope.Aligner, ancors=3)
        self.refused("unknown-item", "150 is not a row of Y", aligner.fit, self.x, self.y, [(0, COUNT)])

    def test_options(self):
        def refused(words, **option):
            self.refused("wrong-usage", words, anchorscope.optimize, self.x, self.y, seed_pairs=self.pairs, **option)
        refused("expected a value for anchors, found True", anchors=True)
        refused("expected True or False for confirmed, found 'yes'", confirmed="yes")
        self.found(self.x, self.y, confirmed=np.bool_(False))

    def test_other_objects(self):
        for function in (anchorscope.from_pandas, anchorscope.from_arrow, anchorscope.from_anndata,
                         anchorscope.from_columns, anchorscope.from_huggingface):
            self.refused("unsupported-type", "found ndarray", function, self.x)
        masked = np.ma.masked_greater(self.x, 2)
        self.refused("non-finite", "masked values", anchorscope.optimize, masked, self.y, seed_pairs=self.pairs)
        (self.folder / "empty.csv").touch()
        self.refused("unknown-format", "an empty file", anchorscope.read_table, self.folder / "empty.csv")


class Fitted(Made):
    def test_after_scikit_learn(self):
        aligner = anchorscope.Aligner(anchors=30)
        again = type(aligner)(**aligner.get_params())
        self.assertEqual(again.get_params(), {"map": "canonical", "anchors": 30})
        self.assertIs(aligner.set_params(map="procrustes"), aligner)
        self.assertIs(aligner.fit(self.x, self.y, pairs=self.pairs), aligner)
        self.assertEqual((aligner.verdict_, aligner.n_features_in_), ("aligned", 8))
        self.assertEqual(aligner.matches_.tolist(), self.order.tolist())
        moved = aligner.transform(self.x[self.order])
        self.assertGreater(aligner.score(self.x[self.order], self.y), 0.99)
        np.testing.assert_array_equal(aligner.adapter_.transform(self.x[self.order]), moved)
        rows = anchorscope.Aligner(anchors=30).fit(self.x, self.y[np.argsort(self.order)])
        self.assertEqual((rows.result_.right, rows.matches_.tolist()), (1, list(range(COUNT))))

    def test_options_of_python_and_of_optimize(self):
        shares = []
        aligner = anchorscope.Aligner(anchors=30, seed_pairs=self.pairs, cli=anchorscope.find_program(),
                                      progress=lambda share, stage: shares.append(share)).fit(self.x, self.y)
        self.assertEqual((aligner.verdict_, aligner.matches_.tolist()), ("aligned", self.order.tolist()))
        self.assertGreater(len(shares), 0)


class Shown(Made):
    def test_three_lines_at_most(self):
        names = [f"a long name of an item {row}" for row in range(COUNT)]
        data = anchorscope.Dataset({"mine": self.x, "theirs": self.x}, names, ["a", "b"] * (COUNT // 2))
        aligner = anchorscope.Aligner(anchors=30).fit(self.x, self.y, pairs=self.pairs)
        table = anchorscope.retrieval(data, anchors=30, methods=["gt"])
        stitched = anchorscope.stitch(data, anchors=30, methods=["gt"])
        moved = anchorscope.translate(data, anchors=30)
        for each in (data, anchorscope.info(data), aligner.result_, table, stitched, moved, aligner.adapter_, aligner):
            with self.subTest(type(each)):
                self.assertLessEqual(repr(each).count("\n"), 2, repr(each))
                self.assertLess(len(repr(each)), 400)
                self.assertTrue(repr(each).startswith(type(each).__name__ + "("), repr(each))
        self.assertEqual(repr(data), "Dataset(150 items; mine 8-d float32, theirs 8-d float32; 2 classes)")
        self.assertIn("Optimized(aligned; correct without ground truth: ", repr(aligner.result_))
        for each in (data, anchorscope.info(data), aligner.result_, table, stitched, moved):
            self.assertIn("<table>", each._repr_html_())
        self.assertIn("<svg", aligner.result_._repr_html_())
        self.assertIn("aligned", aligner.result_._repr_html_())


class Help(unittest.TestCase):
    def test_examples(self):
        """Every example in a docstring prints the output below it."""
        finder, runner = doctest.DocTestFinder(), doctest.DocTestRunner()
        tried = 0
        for name in ("", ".aligner", ".commands"):
            for test in finder.find(importlib.import_module("anchorscope" + name)):
                tried += runner.run(test).attempted
        self.assertGreater(tried, 15)
        self.assertEqual(runner.summarize(verbose=False).failed, 0)

    def test_the_package_lists_its_functions(self):
        text = pydoc.plain(pydoc.render_doc(anchorscope))
        self.assertEqual([name for name in anchorscope.__all__ if name not in text and
                          name != "__version__"], [])
        self.assertTrue(all(inspect.getdoc(getattr(anchorscope, name)) for name in anchorscope.__all__))


if __name__ == "__main__":
    unittest.main()
