# SPDX-License-Identifier: GPL-3.0-or-later
"""Runs the Python code that error messages advise, and opens its output. Tests without their module are skipped."""
import importlib
import json
import os
import re
import subprocess
import unittest

import numpy as np

from support import ScratchTest, anchorscope

ITEMS, DIMENSION = 400, 8


def module(name):
    try:
        return importlib.import_module(name)
    except ImportError:
        raise unittest.SkipTest(f"{name} is not installed") from None


class Advice(ScratchTest):
    def setUp(self):
        super().setUp()
        self.vectors = np.random.default_rng(0).standard_normal((ITEMS, DIMENSION)).astype(np.float32)

    def run_cli(self, *arguments):
        return subprocess.run([os.environ["ANCHORSCOPE_CLI"], *arguments], cwd=self.folder, text=True,
                              stdout=subprocess.PIPE, stderr=subprocess.PIPE)

    def follow(self, name, code, saved, wanted=None, tolerance=0.0, **names):
        """The file is refused; the message contains code that fits the pattern, and its output contains the vectors."""
        refusal = self.run_cli("info", name)
        self.assertNotEqual(refusal.returncode, 0, refusal.stdout)
        found = re.search(code, refusal.stderr)
        self.assertTrue(found, refusal.stderr)
        environment = {"numpy": np, "json": json, "anchorscope": anchorscope, **names}
        before = os.getcwd()
        os.chdir(self.folder)
        try:
            exec(found.group(1), environment)
        finally:
            os.chdir(before)
        if "file" in names:
            names["file"].flush()
        out = self.folder / "all.h5"
        out.unlink(missing_ok=True)
        converted = self.run_cli("convert", saved, str(out))
        self.assertEqual(converted.returncode, 0, converted.stderr)
        space = next(iter(anchorscope.load(out).spaces.values()))
        np.testing.assert_allclose(np.asarray(space), self.vectors if wanted is None else wanted, atol=tolerance)

    def test_raw_floats(self):
        self.vectors.tofile(self.folder / "vectors.bin")
        self.follow("vectors.bin", r"here D: (numpy\.save.*)$", "vectors.npy", D=DIMENSION)

    def test_printed_array(self):
        (self.folder / "vectors.json").write_text(str(self.vectors.tolist()).replace(",", ""))
        with open(self.folder / "saved.json", "w", encoding="utf-8") as file:
            self.follow("vectors.json", r"(json\.dump\(.*?\), file\))", "saved.json", x=self.vectors, file=file)

    def test_matrix_market(self):
        io = module("scipy.io")
        sparse = module("scipy.sparse")
        thin = self.vectors * (np.abs(self.vectors) > 0.5)
        io.mmwrite(str(self.folder / "thin.mtx"), sparse.coo_matrix(thin))
        self.follow("thin.mtx", r"from Python: (numpy\.save.*)$", "thin.npy", thin, 1e-6,
                    scipy=module("scipy"))

    def test_faiss(self):
        faiss = module("faiss")
        for kind in ("PQ4x4", "IVF4,SQ8", "IDMap,PQ4x4", "IDMap,IVF4,SQ8"):
            with self.subTest(kind):
                index = faiss.index_factory(DIMENSION, kind)
                index.train(self.vectors)
                ids = np.arange(ITEMS) + 7000
                index.add_with_ids(self.vectors, ids) if kind.startswith("IDMap") else index.add(self.vectors)
                faiss.write_index(index, str(self.folder / "vectors.index"))
                stored = faiss.downcast_index(index.index) if kind.startswith("IDMap") else index
                if "IVF" in kind:
                    stored.make_direct_map()
                wanted = np.stack([stored.reconstruct(row) for row in range(ITEMS)])
                self.assertLess(np.mean((wanted - self.vectors) ** 2), 0.5)  # 2 for vectors of other items
                self.follow("vectors.index", r"from Python: (.*?\))(?: saves its ids)?$", "vectors.npy", wanted,
                            faiss=faiss)
                if kind.startswith("IDMap"):
                    self.assertEqual(np.loadtxt(self.folder / "ids.txt").tolist(), ids.tolist())

    def test_anndata(self):
        anndata = module("anndata")
        sparse = module("scipy.sparse")
        counts = np.floor(np.abs(self.vectors) * 4).astype(np.float32)
        anndata.AnnData(sparse.csr_matrix(counts)).write_h5ad(self.folder / "cells.h5ad")
        self.follow("cells.h5ad", r"in Python: (anchorscope\.from_anndata.*\))$", "cells.h5", counts, anndata=anndata)

    def test_torch(self):
        torch = module("torch")
        model = torch.nn.Embedding.from_pretrained(torch.from_numpy(self.vectors))
        torch.save({"model": model}, self.folder / "model.pt")
        self.follow("model.pt", r"only the tensors: (torch\.save.*\))$", "vectors.pt", torch=torch,
                    tensor=torch.from_numpy(self.vectors))

    def test_pickle(self):
        import pickle
        (self.folder / "vectors.pkl").write_bytes(pickle.dumps({"vectors": self.vectors}))
        self.follow("vectors.pkl", r"there: (anchorscope\.Dataset.*\))$", "vectors.h5", vectors=self.vectors,
                    names=[f"item {i}" for i in range(ITEMS)])


if __name__ == "__main__":
    unittest.main()
