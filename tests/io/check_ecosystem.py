#!/usr/bin/python3
# SPDX-License-Identifier: GPL-3.0-or-later
"""Opens every file of tests/data/make_ecosystem.py by the command line: it must be read as listed, value by value, or be
refused with a sentence that names a solution. ANCHORSCOPE_CLI is the program."""
import json
import os
import re
import subprocess
import sys
import tempfile
import unittest

import h5py
import numpy

try:
    import scipy.io
    import scipy.sparse
except ImportError:
    scipy = None

HERE = os.path.dirname(os.path.abspath(__file__))


def run(*arguments):
    done = subprocess.run([os.environ["ANCHORSCOPE_CLI"], *arguments, "--json"], capture_output=True, timeout=120)
    return done.returncode, json.loads(done.stdout)


def texts(values):
    return [value.decode() for value in values]


class Ecosystem(unittest.TestCase):
    @classmethod
    def setUpClass(cls):
        cls.folder = tempfile.TemporaryDirectory()
        cls.addClassCleanup(cls.folder.cleanup)
        subprocess.run([sys.executable, os.path.join(HERE, "../data/make_ecosystem.py"), cls.folder.name], check=True)
        with open(os.path.join(cls.folder.name, "list.json"), encoding="utf-8") as file:
            cls.list = json.load(file)

    def path(self, name):
        return os.path.join(self.folder.name, name)

    def test_the_list_is_long_enough(self):
        self.assertGreaterEqual(len(self.list), 60)

    def test_refused_with_a_way_out(self):
        for name, expectation in self.list.items():
            if "refused" not in expectation:
                continue
            with self.subTest(name):
                code, answer = run("info", self.path(name))
                self.assertEqual(code, 2, f"opened as {answer.get('spaces')}")
                error = answer["error"]
                for part in expectation["refused"]:
                    self.assertIn(part, f"{error.get('file')}, {error.get('place')}: {error['message']}")

    def test_read_as_they_are(self):
        for name, expectation in self.list.items():
            if "refused" not in expectation:
                with self.subTest(name):
                    self.check_info(name, expectation)
                    self.check_values(name, expectation)

    def check_info(self, name, expectation):
        code, answer = run("info", self.path(name))
        self.assertEqual(code, 0, answer.get("error", {}).get("message"))
        self.assertEqual(answer["items"], expectation["rows"])
        self.assertEqual({space["name"]: space["dimension"] for space in answer["spaces"]}, expectation["dims"])
        self.assertEqual(answer["ids"] is not None, expectation["ids"] is not None, "ids")
        self.assertEqual(answer["labels"] is not None, expectation["labels"] is not None, "labels")
        for part in expectation["warnings"]:
            self.assertIn(part, " ".join(answer["warnings"]))

    def check_values(self, name, expectation):
        """Content of the dataset that the program makes of the file."""
        target = self.path("converted.h5")
        code, answer = run("convert", self.path(name), target)
        self.assertEqual(code, 0, answer.get("error", {}).get("message"))
        with h5py.File(target) as file:
            for space, rows in expectation["spaces"].items():
                values = file["spaces"][space][:]
                self.assertEqual([values[0].tolist(), values[-1].tolist()], rows, space)
            if expectation["ids"]:
                self.assertEqual(texts(file["items/id"][:][[0, -1]]), expectation["ids"])
            if expectation["labels"]:
                names = texts(file["items/label_names"][:])
                self.assertEqual([names[label] for label in file["items/label"][:][[0, -1]]], expectation["labels"])
            for column, values in expectation["columns"].items():
                stored = file["items/columns"][column][:][[0, -1]]
                found = texts(stored) if stored.dtype.kind in "SO" else [f"{value:g}" for value in stored]
                self.assertEqual(found, values, column)
            for name, rows in expectation["frames"].items():
                self.assertEqual(file["frames"][name][:][[0, -1]].tolist(), rows, name)
        os.remove(target)


def code_in(sentence):
    """The first Python call in a sentence, including calls of its result."""
    begin = re.search(r"\b(numpy|x)(\.\w+)+\(", sentence)
    end = begin.end() if begin else len(sentence)
    while end < len(sentence) and sentence[begin.start():end].count("(") > sentence[begin.start():end].count(")"):
        end += 1
    return sentence[begin.start():end] if begin else ""


class Advice(unittest.TestCase):
    """Runs the Python code in a sentence; its output must open."""

    def setUp(self):
        folder = tempfile.TemporaryDirectory()
        self.addCleanup(folder.cleanup)
        self.addCleanup(os.chdir, os.getcwd())
        os.chdir(folder.name)
        self.vectors = numpy.random.default_rng(1).normal(size=(60, 8)).astype("f4")

    def check(self, name, wanted, **names):
        _, answer = run("info", name)
        sentence = answer["error"]["message"] if "error" in answer else " ".join(answer["warnings"])
        code = code_in(sentence)
        self.assertTrue(code, sentence)
        made = eval(code, {"numpy": numpy, "scipy": scipy, "D": 8, **names})
        files = [each for each in os.listdir() if each.endswith(".npy") and each != name]
        if made is not None:
            files = ["made.npy"]
            numpy.save("made.npy", made)
        code, answer = run("convert", files[0], "converted.h5")
        self.assertEqual(code, 0, answer)
        with h5py.File("converted.h5") as file:
            (space,) = file["spaces"].values()
            numpy.testing.assert_allclose(space[:], wanted, rtol=1e-6)

    def test_more_dimensions(self):
        x = self.vectors
        for name, array, wanted in (("one", x[:, None, :], x), ("pooled", x[:, :, None, None], x),
                                    ("words", numpy.stack([x, 3 * x], 1), 2 * x),
                                    ("image", numpy.repeat(x, 4, axis=1).reshape(60, 8, 2, 2), x)):
            with self.subTest(name):
                numpy.save(name + ".npy", array)
                self.check(name + ".npy", wanted, x=array)

    def test_pooled_beside_scores(self):
        x = self.vectors[:, :, None, None]
        numpy.savez("a.npz", avgpool=x, fc=self.vectors[:, :3])
        self.check("a.npz", self.vectors, x=x)

    def test_turned(self):
        numpy.savez("a.npz", embeddings=self.vectors.T, words=[f"w{i}" for i in range(60)])
        self.check("a.npz", self.vectors, x=self.vectors.T)

    def test_raw(self):
        self.vectors.tofile("a.f32")
        self.check("a.f32", self.vectors)

    def test_objects(self):
        x = numpy.array([*self.vectors, None], dtype=object)[:60]
        numpy.save("a.npy", x)
        self.check("a.npy", self.vectors, x=x)

    def test_packed_bits(self):
        x = numpy.random.default_rng(1).integers(0, 256, (60, 8), dtype="u1")
        numpy.save("a.npy", x)
        self.check("a.npy", numpy.unpackbits(x, axis=1), x=x)

    @unittest.skipUnless(scipy, "SciPy is not installed")
    def test_sparse(self):
        sparse = scipy.sparse.csr_matrix(self.vectors)
        for name, save in (("a.npz", scipy.sparse.save_npz), ("a.mtx", scipy.io.mmwrite)):
            with self.subTest(name):
                save(name, sparse)
                self.check(name, self.vectors)
                os.remove(next(each for each in os.listdir() if each.endswith(".npy")))


if __name__ == "__main__":
    unittest.main()
