# SPDX-License-Identifier: GPL-3.0-or-later
"""Datasets from all installed packages; missing ones are skipped by name."""
import contextlib
import importlib.util
import io
import json
import pickle
import unittest
from unittest import mock

import numpy as np

from support import ScratchTest, anchorscope
from anchorscope import convert

VECTORS = np.arange(12, dtype=np.float32).reshape(4, 3) / 8
IDS = ["é", "b", "c", "日"]
LABELS = ["u", "v", "u", "v"]


def needs(*packages):
    missing = [name for name in packages if importlib.util.find_spec(name) is None]
    return unittest.skipIf(missing, f"not installed: {', '.join(missing)}")


def run_convert(*arguments):
    """Exit code, standard output, standard error."""
    out, said = io.StringIO(), io.StringIO()
    with contextlib.redirect_stdout(out), contextlib.redirect_stderr(said):
        code = convert.main(["convert", *map(str, arguments)])
    return code, out.getvalue(), said.getvalue()


class SourceTest(ScratchTest):
    def compare(self, made, space="vectors", ids=IDS, labels=LABELS):
        """After a round trip through a file the dataset holds the vectors, ids and labels above."""
        again = anchorscope.load(made.save(self.folder / "made.h5"))
        np.testing.assert_array_equal(again.spaces[space], VECTORS)
        self.assertEqual(again.ids, ids)
        found = None if again.labels is None else [again.label_names[each] for each in again.labels]
        self.assertEqual(found, labels)

    def converted(self, *arguments):
        """The dataset that the command makes of a file."""
        code, out, said = run_convert(*arguments, self.folder / "out.h5")
        self.assertEqual((code, said), (0, ""))
        self.assertIn("4 items", out)
        return anchorscope.load(self.folder / "out.h5")


class Columns(SourceTest):
    def columns(self, **more):
        return dict({"id": IDS, "vectors": [list(row) for row in VECTORS], "label": LABELS}, **more)

    def test_a_column_of_lists(self):
        made = anchorscope.from_columns(self.columns())
        self.assertEqual(made.notes, ["The ids are the column “id”.", "The labels are the column “label”."])
        self.compare(made)

    def test_matrices_named_and_unnamed(self):
        columns = {"name": IDS, "vectors": VECTORS, "other": 2 * VECTORS, "kind": LABELS}
        self.compare(anchorscope.from_columns(columns, "vectors", "name", "kind"))
        both = anchorscope.from_columns(columns, ids="name")
        self.assertEqual(list(both.spaces), ["vectors", "other"])

    def test_columns_of_numbers_are_one_space(self):
        columns = dict({"e0": VECTORS[:, 0], "e1": VECTORS[:, 1], "e2": VECTORS[:, 2], "year": [1, 2, 3, 4]}, id=IDS)
        for choice in ("e0:e2", "e0,e1,e2", ["e0", "e1", "e2"]):
            self.compare(anchorscope.from_columns(columns, choice), "space", labels=None)
        self.compare(anchorscope.from_columns(columns, {"vectors": "e0:e2"}), labels=None)
        by_name = {name: columns[name] for name in ("id", "e0", "e1")} | {"e10": VECTORS[:, 0], "e2": columns["e2"]}
        self.compare(anchorscope.from_columns(by_name, {"vectors": "e0:e2"}), labels=None)

    def test_numbers_are_never_guessed_to_be_vectors(self):
        self.refused("bad-dataset", "no column holds a vector in each row", anchorscope.from_columns,
                     {"e0": VECTORS[:, 0], "e1": VECTORS[:, 1]})

    def test_wrong_columns(self):
        make = anchorscope.from_columns
        self.refused("unknown-item", "no column “none”; found id, vectors, label", make, self.columns(), "none")
        self.refused("unknown-item", "“who”", make, self.columns(), ids="who")
        self.refused("bad-line", "column “vectors”, row 2: expected a vector of 3 numbers", make,
                     self.columns(vectors=[[1, 2, 3], [1, 2, 3], [1, 2], [1, 2, 3]]))
        self.refused("bad-line", "row 0", make, self.columns(vectors=[None, [1, 2], [1, 2], [1, 2]]))
        self.refused("bad-line", "not numbers", make, self.columns(vectors=[["a", "b"]] * 4))
        self.refused("unsupported-type", "column “label”: expected numbers", make, self.columns(), ["label"])
        self.refused("different-counts", "a (2 x 2), b (3 x 3)", make, {"a": np.eye(2), "b": np.eye(3)})


@needs("pandas")
class Pandas(SourceTest):
    def setUp(self):
        super().setUp()
        import pandas
        self.frame = pandas.DataFrame({"id": IDS, "vectors": list(VECTORS), "label": pandas.Categorical(LABELS)})

    def test_a_column_of_vectors(self):
        self.compare(anchorscope.from_pandas(self.frame))

    def test_its_index_is_the_ids(self):
        made = anchorscope.from_pandas(self.frame.set_index("id"))
        self.assertEqual(made.notes[0], "The ids are the index of the data frame.")
        self.compare(made)

    def test_wide_tables_and_missing_labels(self):
        import pandas
        wide = pandas.DataFrame(VECTORS, columns=["e0", "e1", "e2"])
        wide["kind"] = ["u", None, float("nan"), "v"]
        made = anchorscope.from_pandas(wide, "e0:e2", labels="kind")
        self.assertEqual((list(made.labels), made.label_names), ([0, -1, -1, 1], ["u", "v"]))
        np.testing.assert_array_equal(made.spaces["space"], VECTORS)
        self.assertEqual(made.ids, ["0", "1", "2", "3"])

    def test_results_are_data_frames(self):
        import pandas
        self.assertEqual(len(pandas.DataFrame(anchorscope.Table({"a": np.zeros(3)}, {}, {}, {}).columns)), 3)

    def test_missing_numbers_and_repeated_columns(self):
        frame = self.frame.assign(e0=[1.0, None, 2.0, 3.0])
        self.refused("non-finite", "row 1", anchorscope.from_pandas, frame, ["e0"])
        frame.columns = ["id", "vectors", "label", "id"]
        self.refused("bad-dataset", "same name", anchorscope.from_pandas, frame)


class Safetensors(SourceTest):
    def write(self, header, body, length=None):
        text = header if isinstance(header, bytes) else json.dumps(header).encode()
        path = self.folder / "made.safetensors"
        path.write_bytes((len(text) if length is None else length).to_bytes(8, "little") + text + body)
        return path

    def entry(self, dtype, shape, begin, end):
        return {"dtype": dtype, "shape": shape, "data_offsets": [begin, end]}

    def test_types_and_the_command(self):
        bits = (VECTORS.view(np.uint32) >> 16).astype("<u2")  # exact: these need 8 bits of mantissa at most
        path = self.write({"__metadata__": {"format": "pt"}, "half": self.entry("BF16", [4, 3], 48, 72),
                           "vectors": self.entry("F32", [4, 3], 0, 48), "bias": self.entry("F64", [2], 72, 88)},
                          VECTORS.tobytes() + bits.tobytes() + bytes(16))
        self.compare(anchorscope.from_safetensors(path, "half"), "half", ["0", "1", "2", "3"], None)
        made = self.converted(path)
        self.assertEqual(sorted(made.spaces), ["half", "vectors"])
        np.testing.assert_array_equal(made.spaces["vectors"], VECTORS)

    def test_damaged_ones(self):
        read, body = anchorscope.from_safetensors, VECTORS.tobytes()
        good = self.entry("F32", [4, 3], 0, 48)
        for header, rest, length in (
                ({"a": good}, body[:-1], None), ({"a": good}, body + b"x", None), ({"a": good}, body, 10**9),
                ({"a": self.entry("F32", [2**62, 2**62], 0, 48)}, body, None), (b"{", body, None),
                ({"a": self.entry("F32", [4, -3], 0, 48)}, body, None), ({"a": {"dtype": "F32"}}, body, None),
                ({"a": self.entry("F32", [4, 3], 48, 0)}, body, None), ([1], body, None),
                ({"a": good, "b": good}, body, None), (b'{"a": 1, "a": 1}', body, None),
                ({"a": self.entry("F32", [4, 2], 0, 32), "b": self.entry("F32", [1, 1], 44, 48)}, body, None)):
            with self.subTest(header=header, length=length):
                self.refused("damaged-file", "made.safetensors", read, self.write(header, rest, length))
        self.refused("unsupported-type", "F8_E4M3", read, self.write({"a": self.entry("F8_E4M3", [4, 3], 0, 12)},
                                                                     bytes(12)))
        self.refused("no-such-file", "cannot be read", read, self.folder / "none")


@needs("torch")
class Torch(SourceTest):
    def test_tensors_and_files(self):
        import torch
        tensors = {"vectors": torch.from_numpy(VECTORS).bfloat16().requires_grad_(), "id": IDS, "label": LABELS,
                   "bias": torch.zeros(2, 2, 2)}
        self.compare(anchorscope.from_torch(tensors))
        for new in (True, False):
            torch.save(tensors, self.folder / "made.pt", _use_new_zipfile_serialization=new)
            made = self.converted(self.folder / "made.pt", "--vectors", "vectors")
            np.testing.assert_array_equal(made.spaces["vectors"], VECTORS)
            self.assertEqual(made.ids, IDS)

    def test_no_code_is_run(self):
        import torch

        class Bad:
            def __reduce__(self):
                return (exec, ("raise SystemExit('it ran')",))
        torch.save({"vectors": Bad()}, self.folder / "bad.pt")
        self.refused("unsupported-type", "without running code", anchorscope.read, self.folder / "bad.pt")


@needs("pyarrow")
class Arrow(SourceTest):
    def test_parquet_arrow_feather(self):
        import pyarrow
        from pyarrow import feather, parquet
        for kind in (pyarrow.list_(pyarrow.float32()), pyarrow.list_(pyarrow.float32(), 3)):
            table = pyarrow.table({"id": IDS, "label": LABELS,
                                   "vectors": pyarrow.array([list(map(float, row)) for row in VECTORS], kind)})
            parquet.write_table(table, self.folder / "made.parquet")
            feather.write_feather(table, self.folder / "made.feather")
            with pyarrow.ipc.new_stream(str(self.folder / "made.arrow"), table.schema) as stream:
                stream.write_table(table)
            for name in ("made.parquet", "made.feather", "made.arrow"):
                made = self.converted(self.folder / name)
                np.testing.assert_array_equal(made.spaces["vectors"], VECTORS)
                self.assertEqual((made.ids, made.label_names), (IDS, ["u", "v"]))

    def test_missing_vectors(self):
        import pyarrow
        for rows in ([[1.0], None], [[1.0], [None]], [[1.0], [1.0, 2.0]]):
            with self.assertRaises(anchorscope.AnchorscopeError):
                column = pyarrow.array(rows, pyarrow.list_(pyarrow.float32()))
                anchorscope.from_arrow(pyarrow.table({"vectors": column}))


@needs("pyarrow", "datasets")
class HuggingFace(SourceTest):
    def test_a_split_and_its_folder(self):
        import datasets
        data = datasets.Dataset.from_dict({"id": IDS, "vectors": VECTORS.tolist(), "label": [0, 1, 0, 1]})
        data = data.cast_column("label", datasets.ClassLabel(names=["u", "v"]))
        self.compare(anchorscope.from_huggingface(data))
        data.save_to_disk(str(self.folder / "saved"))
        self.assertEqual(self.converted(self.folder / "saved").ids, IDS)


@needs("anndata")
class AnnData(SourceTest):
    def test_obsm_and_x(self):
        import anndata
        import pandas
        from scipy import sparse
        data = anndata.AnnData(sparse.csr_matrix(VECTORS), pandas.DataFrame({"kind": LABELS}, IDS),
                               obsm={"vectors": VECTORS})
        made = anchorscope.from_anndata(data, labels="kind")
        self.assertEqual(list(made.spaces), ["vectors"])
        self.compare(made)
        self.compare(anchorscope.from_anndata(data, "X", labels="kind"), "X")
        self.refused("unknown-item", "“none”", anchorscope.from_anndata, data, labels="none")


@needs("zarr")
class Zarr(SourceTest):
    def test_groups_and_arrays(self):
        import zarr
        group = zarr.open(str(self.folder / "made.zarr"), mode="w")
        group.create_dataset("vectors", data=VECTORS)
        group.create_dataset("number", data=np.arange(4) + 7)
        made = self.converted(self.folder / "made.zarr", "--ids", "number")
        np.testing.assert_array_equal(made.spaces["vectors"], VECTORS)
        self.assertEqual(made.ids, ["7", "8", "9", "10"])
        self.compare(anchorscope.from_zarr(self.folder / "made.zarr/vectors"), ids=["0", "1", "2", "3"], labels=None)


@needs("zarr", "anndata")
class AnnDataInZarr(SourceTest):
    def test_the_embedding_and_its_labels(self):
        import anndata
        import pandas
        data = anndata.AnnData(np.full((4, 3), 7.0, "f4"), pandas.DataFrame({"kind": pandas.Categorical(LABELS)}, IDS),
                               obsm={"vectors": VECTORS})
        data.write_zarr(str(self.folder / "cells.zarr"))
        made = self.converted(self.folder / "cells.zarr")
        self.assertEqual(list(made.spaces), ["vectors"])
        self.compare(made)


class MissingPackages(ScratchTest):
    def test_one_sentence_says_what_to_install(self):
        files = {"a.parquet": (b"PAR1\x15\0\0\0", "pyarrow", "install it: pip install pyarrow"),
                 "a.arrow": (b"\xff\xff\xff\xff\0\0\0\0", "pyarrow", "pip install pyarrow"),
                 "a.feather": (b"ARROW1\0\0", "pyarrow", "pip install pyarrow"),
                 "a.pth": (pickle.dumps(0x1950a86a20f9469cfc6c, 2), "torch", "apt install python3-torch, or pip")}
        for name, (magic, package, sentence) in files.items():
            with self.subTest(name), mock.patch.dict("sys.modules", {package: None}):
                (self.folder / name).write_bytes(magic + bytes(80))
                code, out, said = run_convert(self.folder / name, self.folder / "out.h5")
                self.assertEqual((code, out, said.count("\n")), (2, "", 1))
                self.assertIn(f"needs the Python package {package}", said)
                self.assertIn(sentence, said)
        (self.folder / "a.zarr").mkdir()
        (self.folder / "a.zarr/.zgroup").write_text("{}")
        with mock.patch.dict("sys.modules", {"zarr": None}):
            self.refused("missing-package", "apt install python3-zarr", anchorscope.read, self.folder / "a.zarr")


class Command(ScratchTest):
    def test_what_it_refuses(self):
        (self.folder / "a.csv").write_text("id,e0\na,1\n")
        (self.folder / "a.pkl").write_bytes(pickle.dumps([1, 2]))
        (self.folder / "a").mkdir()
        for name, sentence in (("a.csv", "anchorscope-cli reads"), ("a.pkl", "would run code"),
                               ("none", "no such file"), ("a", "neither a Zarr store")):
            code, out, said = run_convert(self.folder / name, self.folder / "out.h5")
            self.assertEqual((code, out), (2, ""))
            self.assertIn(sentence, said.replace("No such", "no such"))
        self.assertEqual(run_convert(self.folder / "a.csv", self.folder / "a.csv")[0], 2)
        self.assertEqual((self.folder / "a.csv").read_text(), "id,e0\na,1\n")
        self.assertFalse((self.folder / "out.h5").exists())


if __name__ == "__main__":
    unittest.main()
