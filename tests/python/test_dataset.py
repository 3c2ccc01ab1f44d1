# SPDX-License-Identifier: GPL-3.0-or-later
"""Writing datasets: contents of the file, its content according to the program, and errors."""
import unittest

import h5py
import numpy as np

from support import ODD_IDS, ScratchTest, anchorscope, twins


class Beside(ScratchTest):
    def test_columns_and_frames_come_back(self):
        made = anchorscope.Dataset(np.eye(3), ["a", "b", "c"],
                                   columns={"year": [1999, None, 2001], "count": [1, 2, 3], "about": ["x", None, "z"]},
                                   frames={"umap": [[0.5, 1], [np.nan, np.nan], [2, 3]]})
        again = anchorscope.load(made.save(self.folder / "made.h5"))
        np.testing.assert_array_equal(again.columns["year"], [1999, np.nan, 2001])
        self.assertEqual(again.columns["count"].tolist(), [1, 2, 3])
        self.assertEqual(again.columns["about"], ["x", "", "z"])
        np.testing.assert_array_equal(again.frames["umap"], np.float32([[0.5, 1], [np.nan, np.nan], [2, 3]]))
        told = anchorscope.run("info", self.folder / "made.h5")
        self.assertEqual({column["name"]: column["kind"] for column in told["item_columns"]},
                         {"year": "number", "count": "number", "about": "text"})
        self.assertEqual([frame["items"] for frame in told["frames"]], [2])

    def test_other_columns_of_a_table_are_kept(self):
        made = anchorscope.from_columns({"id": ["a", "b"], "v": [[1.0, 2.0], [3.0, 4.0]], "day": ["2024-05-01", None],
                                         "tags": [["x"], ["y"]], "n": [1.5, 2.5]}, "v")
        self.assertEqual(sorted(made.columns), ["day", "n"])

    def test_refused(self):
        for what in ({"columns": {"a": [1]}}, {"frames": {"f": [[1, 2]]}}, {"frames": {"f": [[1], [2], [3]]}},
                     {"columns": {"a/b": [1, 2, 3]}}):
            with self.subTest(what), self.assertRaises(anchorscope.AnchorscopeError):
                anchorscope.Dataset(np.eye(3), **what)


class Written(ScratchTest):
    def test_layout_is_that_of_version_1(self):
        x, y = twins(len(ODD_IDS))
        images = np.arange(len(ODD_IDS) * 6, dtype=np.uint8).reshape(-1, 2, 3)
        labels = ["b", "a", None, "b", "a", "", "c", "b", "a", float("nan"), "b"]
        data = anchorscope.Dataset({"x": x, "y": y.astype(np.float16)}, ODD_IDS, labels, images=images, title="Twins",
                                   license="CC0", source="made", models={"x": "a model"})
        with h5py.File(data.save(self.folder / "made.h5")) as file:
            self.assertEqual([file.attrs[name] for name in ("format", "version", "title", "license", "source")],
                             ["anchorscope-dataset", 1, "Twins", "CC0", "made"])
            self.assertEqual([each.decode() for each in file["items/id"]], ODD_IDS)
            self.assertEqual(file["items/label"].dtype, np.int32)
            self.assertEqual(list(file["items/label"]), [1, 0, -1, 1, 0, -1, 2, 1, 0, -1, 1])
            self.assertEqual([each.decode() for each in file["items/label_names"]], ["a", "b", "c"])
            np.testing.assert_array_equal(file["items/image"], images)
            np.testing.assert_array_equal(file["spaces/x"], x)
            self.assertEqual(file["spaces/y"].dtype, np.float16)
            self.assertEqual(file["spaces/x"].attrs["model"], "a model")

    def test_program_reads_what_was_written(self):
        x, y = twins(len(ODD_IDS))
        data = anchorscope.Dataset({"x": x, "y": y.astype(float)}, ODD_IDS, ["b", "a", None] + ["b"] * 8, title="Twins")
        info = anchorscope.info(data.save(self.folder / "made.h5"))
        self.assertEqual([(space.name, space.items, space.dimension, space.type) for space in info.spaces],
                         [("x", 11, 8, "float32"), ("y", 11, 8, "float64")])
        self.assertEqual((info.title, info.label_names, info.pairs), ("Twins", ["a", "b"], 11))
        self.assertEqual(info.json["ids"], {"unique": True, "example": "straße"})
        self.assertEqual(info.json["labels"]["unlabelled"], 1)
        self.assertAlmostEqual(info.spaces[0].norm_mean, np.linalg.norm(x.astype(float), axis=1).mean(), delta=1e-6)

    def test_a_file_comes_back_as_it_was(self):
        x, y = twins(20)
        data = anchorscope.Dataset({"x": x, "y": y.astype(np.float16)}, [f"ü{i}" for i in range(20)], [0, -1] * 10,
                                   ["only"], license="CC0", models={"y": "half"})
        again = anchorscope.load(data.save(self.folder / "made.h5"))
        for name in data.spaces:
            np.testing.assert_array_equal(again.spaces[name], data.spaces[name])
            self.assertEqual(again.spaces[name].dtype, data.spaces[name].dtype)
        np.testing.assert_array_equal(again.labels, data.labels)
        self.assertEqual((again.ids, again.label_names, again.license, again.models),
                         (data.ids, ["only"], "CC0", {"y": "half"}))

    def test_long_ids_are_whole(self):
        ids = ["x" * 5000, "short", "ä" * 150]
        file = anchorscope.Dataset(np.eye(3), ids).save(self.folder / "long.h5")
        self.assertEqual(anchorscope.load(file).ids, ids)
        self.assertEqual(anchorscope.info(file).json["ids"]["example"], ids[0])

    def test_numbers_become_what_holds_them(self):
        for given, stored in ((np.int8, np.float32), (np.uint16, np.float32), (np.int32, np.float64),
                              (np.int64, np.float64), (bool, np.float32), (">f4", ">f4")):
            data = anchorscope.Dataset(np.array([[1, 0], [0, 1]], given))
            self.assertEqual(data.spaces["space"].dtype, np.dtype(stored))
        largest = np.array([[2**31 - 1], [5]], np.int32)
        np.testing.assert_array_equal(anchorscope.Dataset(largest).spaces["space"], largest)

    def test_labels_of_numbers_are_classes(self):
        data = anchorscope.Dataset(np.eye(4), labels=np.array([7, 3, -1, 7]))
        self.assertEqual((list(data.labels), data.label_names), ([1, 0, -1, 1], ["3", "7"]))

    def test_only_our_files_are_replaced(self):
        data = anchorscope.Dataset(np.eye(3))
        mine = self.folder / "mine.txt"
        mine.write_text("my work")
        self.refused("never-written", "is not an Anchorscope dataset", data.save, mine)
        self.assertEqual(mine.read_text(), "my work")
        data.save(mine, force=True)
        anchorscope.Dataset(np.eye(2)).save(mine)  # by now it is a dataset
        self.assertEqual(len(anchorscope.load(mine)), 2)
        self.assertEqual([each.name for each in self.folder.iterdir()], ["mine.txt"])
        self.refused("cannot-save", "could not be saved", data.save, self.folder / "no" / "folder.h5")


class Refused(ScratchTest):
    def test_shapes_and_types(self):
        make = anchorscope.Dataset
        self.refused("unsupported-type", "items x dimensions, found float64, 3", make, np.zeros(3))
        self.refused("unsupported-type", "found float64, 2 x 2 x 2", make, np.zeros((2, 2, 2)))
        self.refused("unsupported-type", "space “words”", make, {"words": np.array([["a"], ["b"]])})
        self.refused("unsupported-type", "complex", make, np.eye(2) * 1j)
        self.refused("bad-dataset", "found 0 items of 5 dimensions", make, np.zeros((0, 5)))
        self.refused("bad-dataset", "found 5 items of 0 dimensions", make, np.zeros((5, 0)))
        self.refused("bad-dataset", "at least one space", make, {})
        self.refused("bad-dataset", "without slashes", make, {"a/b": np.eye(2)})
        self.refused("different-counts", "space “b” has 3 rows, space “a” 2", make, {"a": np.eye(2), "b": np.eye(3)})
        self.refused("unsupported-type", "images", make, np.eye(2), images=np.zeros((2, 4, 4)))
        self.refused("different-counts", "images has 3 rows", make, np.eye(2), images=np.zeros((3, 4, 4), np.uint8))

    def test_numbers_that_are_none(self):
        for value in (np.nan, np.inf, -np.inf):
            array = np.ones((5, 3))
            array[[2, 4], 1] = value
            self.refused("non-finite", "space “space”, row 2: found NaN, infinity or numbers beyond 3.4e38 in 2 rows",
                         anchorscope.Dataset, array)

    def test_ids(self):
        make = anchorscope.Dataset
        self.refused("repeated-item", "ids, row 2: the id “ä” was used before in row 0", make, np.eye(3),
                     ["ä", "b", "ä"])
        self.refused("repeated-item", "“1”", make, np.eye(2), [1, "1"])
        self.refused("different-counts", "ids has 2 rows", make, np.eye(3), ["a", "b"])
        self.refused("unsupported-type", "float (0.5)", make, np.eye(2), [0.5, 1.5])
        self.refused("unsupported-type", "NoneType", make, np.eye(2), [None, "a"])
        self.refused("bad-dataset", "NUL", make, np.eye(2), ["a\0", "a"])
        self.refused("bad-dataset", "UTF-8", make, np.eye(2), [b"\xff", b"a"])
        self.refused("unsupported-type", "expected a list", make, np.eye(2), "ab")

    def test_labels(self):
        make = anchorscope.Dataset
        self.refused("bad-dataset", "labels, row 1: the label 2 has no name", make, np.eye(2), labels=[0, 2],
                     label_names=["a", "b"])
        self.refused("bad-dataset", "the label -2", make, np.eye(2), labels=[0, -2], label_names=["a"])
        self.refused("bad-dataset", "without labels", make, np.eye(2), label_names=["a"])
        self.refused("different-counts", "labels has 1 rows", make, np.eye(2), labels=["a"])

    def test_files_that_are_no_datasets(self):
        self.refused("no-such-file", "no such file", anchorscope.load, self.folder / "none.h5")
        (self.folder / "text.h5").write_text("text")
        self.refused("unknown-format", "cannot be read", anchorscope.load, self.folder / "text.h5")
        with h5py.File(self.folder / "other.h5", "w") as file:
            file["data"] = np.eye(2)
        self.refused("unknown-format", "anchorscope-cli convert", anchorscope.load, self.folder / "other.h5")


if __name__ == "__main__":
    unittest.main()
