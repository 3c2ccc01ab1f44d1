#!/usr/bin/python3
# SPDX-License-Identifier: GPL-3.0-or-later
"""Opens every file of tests/data/make_ecosystem.py by the command line: it must be read as the list says, value by
value, or be refused with a sentence that names the way out. ANCHORSCOPE_CLI is the program."""
import json
import os
import subprocess
import sys
import tempfile
import unittest

import h5py

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
        """Of the dataset that the program makes of the file."""
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


if __name__ == "__main__":
    unittest.main()
