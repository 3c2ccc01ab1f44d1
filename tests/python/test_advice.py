# SPDX-License-Identifier: GPL-3.0-or-later
"""Runs the Python code that error messages advise, and opens its output. Tests without their module are skipped."""
import contextlib
import importlib
import json
import os
import pathlib
import re
import shutil
import subprocess
import tarfile
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

    def shell(self, said, command, change=("", "")):
        """Runs the command for the shell that the pattern finds in a message."""
        found = re.search(command, said, re.MULTILINE)
        self.assertTrue(found, said)
        subprocess.run(found.group(1).replace(*change), shell=True, cwd=self.folder, check=True)

    def check(self, saved, wanted=None, tolerance=0.0):
        """The file contains the vectors."""
        out = self.folder / "all.h5"
        out.unlink(missing_ok=True)
        converted = self.run_cli("convert", saved, str(out))
        self.assertEqual(converted.returncode, 0, converted.stderr)
        space = next(iter(anchorscope.load(out).spaces.values()))
        np.testing.assert_allclose(np.asarray(space), self.vectors if wanted is None else wanted, atol=tolerance)

    def follow(self, name, code, saved, wanted=None, tolerance=0.0, change=("", ""), **names):
        """The file is refused; the message contains code that fits the pattern, and its output contains the vectors."""
        refusal = self.run_cli("info", name)
        self.assertNotEqual(refusal.returncode, 0, refusal.stdout)
        found = re.search(code, refusal.stderr)
        self.assertTrue(found, refusal.stderr)
        environment = {"numpy": np, "json": json, "anchorscope": anchorscope, **names}
        before = os.getcwd()
        os.chdir(self.folder)
        try:
            exec(found.group(1).replace(*change), environment)
        finally:
            os.chdir(before)
        if "file" in names:
            names["file"].flush()
        self.check(saved, wanted, tolerance)

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
        for kind in ("PQ4x4", "SQ4", "IDMap,SQ4", "NSG8,Flat", "IVF4,SQ8", "IVF4,SQ8 with ids", "IDMap,PQ4x4",
                     "IDMap,IVF4,SQ8"):
            with self.subTest(kind):
                index = faiss.index_factory(DIMENSION, kind.split()[0])
                index.train(self.vectors)
                given = "with ids" in kind or kind.startswith("IDMap")
                ids = 7 * np.arange(ITEMS) + 7000 if given else np.arange(ITEMS)
                index.add_with_ids(self.vectors, ids) if given else index.add(self.vectors)
                faiss.write_index(index, str(self.folder / "vectors.index"))
                self.follow("vectors.index", r"from Python: (.*\))$",
                            "vectors.npz" if given or "IVF" in kind else "vectors.npy", tolerance=2.5, faiss=faiss)
                made = anchorscope.load(self.folder / "all.h5")
                found = np.asarray(next(iter(made.spaces.values())))
                self.assertLess(np.mean((found - self.vectors) ** 2), 0.5)  # 2 for vectors of other items
                if given:
                    self.assertEqual(made.ids, [str(each) for each in ids])

    def test_faiss_of_bits(self):
        faiss = module("faiss")
        index = faiss.IndexBinaryFlat(32)
        index.add(self.vectors.view(np.uint8)[:, :4].copy())
        faiss.write_index_binary(index, str(self.folder / "bits.index"))
        self.assertIn("that it was made from", self.run_cli("info", "bits.index").stderr)

    def test_hnswlib(self):
        hnswlib = module("hnswlib")
        index = hnswlib.Index("l2", DIMENSION)
        index.init_index(2 * ITEMS)
        index.add_items(self.vectors, np.arange(ITEMS) + 100)
        index.save_index(str(self.folder / "index.bin"))
        self.follow("index.bin", r"from Python: (.*?\)\));", "index.npz", tolerance=99, hnswlib=hnswlib)
        made = anchorscope.load(self.folder / "all.h5")
        rows = np.argsort([int(each) for each in made.ids])
        self.assertEqual(made.ids[rows[0]], "100")
        np.testing.assert_allclose(np.asarray(next(iter(made.spaces.values())))[rows], self.vectors, atol=1e-6)

    def test_sqlite(self):
        import sqlite3
        with contextlib.closing(sqlite3.connect(self.folder / "vec.db")) as base:
            base.execute("CREATE TABLE docs (id TEXT, embedding BLOB, written TEXT)")
            base.executemany("INSERT INTO docs VALUES (?, ?, ?)", [(f"w{i}", row.tobytes(), str(row.tolist()))
                                                                   for i, row in enumerate(self.vectors)])
            base.commit()
        said = self.run_cli("info", "vec.db").stderr
        self.follow("vec.db", r"from Python: (rows.*?rows\]\));", "vec.npz", sqlite3=sqlite3, change=("name", "docs"))
        self.shell(said, r"(sqlite3 -header.*?vec\.csv)", ("SELECT * FROM name", "SELECT id, written FROM docs"))
        self.check("vec.csv", tolerance=1e-6)

    def test_stata(self):
        pandas = module("pandas")
        frame = pandas.DataFrame(self.vectors, columns=[f"e{i}" for i in range(DIMENSION)])
        for version in (114, 118):
            frame.to_stata(self.folder / "items.dta", version=version, write_index=False)
            self.follow("items.dta", r"from Python: (.*\))$", "items.csv", tolerance=1e-6, pandas=pandas)

    def test_documents(self):
        rows = [{"id": f"w{i}", "v": row.tolist()} for i, row in enumerate(self.vectors)]
        msgpack = module("msgpack")
        (self.folder / "items.msgpack").write_bytes(msgpack.packb(rows))
        self.follow("items.msgpack", r"from Python: (.*\))$", "items.json", msgpack=msgpack)
        bson = module("bson")
        (self.folder / "rows.bson").write_bytes(b"".join(bson.BSON.encode(row) for row in rows))
        self.follow("rows.bson", r"from Python: (.*\))$", "rows.json", bson=bson)

    def test_packed_files(self):
        np.savetxt(self.folder / "items.csv", self.vectors, delimiter=",", header="a,b,c,d,e,f,g,h", comments="")
        with tarfile.open(self.folder / "items.tar.gz", "w:gz") as archive:
            archive.add(self.folder / "items.csv", "unpacked.csv")
        self.shell(self.run_cli("info", "items.tar.gz").stderr, r"unpack it: (tar .*)$")
        self.check("unpacked.csv", tolerance=1e-6)
        if shutil.which("lz4"):
            subprocess.run(["lz4", "-q", "--rm", "items.csv", "items.csv.lz4"], cwd=self.folder, check=True)
            self.shell(self.run_cli("info", "items.csv.lz4").stderr, r"first: (unlz4 .*)$")
            self.check("items.csv", tolerance=1e-6)

    def test_netcdf_3(self):
        netcdf = module("netCDF4")
        if not shutil.which("nccopy"):
            self.skipTest("nccopy is not installed")
        with netcdf.Dataset(self.folder / "items.nc", "w", format="NETCDF3_CLASSIC") as file:
            file.createDimension("item", ITEMS)
            file.createDimension("dim", DIMENSION)
            file.createVariable("vectors", "f4", ("item", "dim"))[:] = self.vectors
        self.shell(self.run_cli("info", "items.nc").stderr, r"version 4: (nccopy .*)$")
        self.check("items-4.nc")

    def test_vectors_by_item(self):
        h5py = module("h5py")
        with h5py.File(self.folder / "two.h5", "w") as file:
            for i, row in enumerate(self.vectors):
                file[f"P{i:05d}/esm2"] = row
                file[f"P{i:05d}/prott5"] = row[:4]
        self.follow("two.h5", r"from Python: (file.*\))$", "esm2.npz", h5py=h5py)
        (self.folder / "npy").mkdir()
        for i, row in enumerate(self.vectors[:150]):
            np.save(self.folder / f"npy/P{i:05d}.npy", row)
        self.check("npy", self.vectors[:150])

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
