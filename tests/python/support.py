# SPDX-License-Identifier: GPL-3.0-or-later
"""Shared parts of the tests of the Python module: its path, generated spaces, a scratch folder."""
import pathlib
import sys
import tempfile
import unittest

import numpy as np

ROOT = pathlib.Path(__file__).resolve().parents[2]
sys.path.insert(0, str(ROOT / "src/python"))

import anchorscope  # noqa: E402  (it is found by the line above)

# Unusual but valid: other scripts, emoji, special characters of CSV and spreadsheets, marks of direction.
ODD_IDS = ["straße", "日本語", "🦆", "a,b", 'say "x"', "=1+1", "'=1+1", "-5", "two\nlines", " space ", "\u202eback"]


def twins(items=120, dimension=8, seed=0):
    """X, and Y as X rotated: every item's partner is its own row."""
    random = np.random.default_rng(seed)
    x = random.standard_normal((items, dimension)).astype(np.float32)
    rotation = np.linalg.qr(random.standard_normal((dimension, dimension)))[0].astype(np.float32)
    return x, x @ rotation


class ScratchTest(unittest.TestCase):
    def setUp(self):
        folder = tempfile.TemporaryDirectory(prefix="anchorscope-test-")
        self.addCleanup(folder.cleanup)
        self.folder = pathlib.Path(folder.name)

    def refused(self, error_id, words, function, *arguments, **options):
        """Returns the error of a call after comparing its id and some words of its sentence."""
        with self.assertRaises(anchorscope.AnchorscopeError) as caught:
            function(*arguments, **options)
        self.assertEqual(caught.exception.error_id, error_id, str(caught.exception))
        self.assertIn(words, str(caught.exception))
        return caught.exception
