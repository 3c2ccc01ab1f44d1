# SPDX-License-Identifier: GPL-3.0-or-later
"""The Python code in README.md runs unchanged, with the described results."""
import contextlib
import io
import os
import re

import numpy as np

from support import ROOT, ScratchTest, anchorscope, twins


def snippet(first_line):
    blocks = re.findall(r"```python\n(.*?)```", (ROOT / "README.md").read_text(encoding="utf-8"), re.DOTALL)
    return next(block for block in blocks if block.startswith(first_line))


class Readme(ScratchTest):
    def setUp(self):
        super().setUp()
        before = os.getcwd()
        self.addCleanup(os.chdir, before)
        os.chdir(self.folder)

    def test_two_arrays_and_fifteen_known_pairs(self):
        x, y = twins(items=300, dimension=16)
        order = np.random.default_rng(1).permutation(len(y))  # Y's row r is item order[r] of X
        pairs = [(order[row], row) for row in range(15)]
        names, said = {"x": x, "y": y[order], "pairs": pairs}, io.StringIO()
        with contextlib.redirect_stdout(said):
            exec(snippet("import anchorscope"), names)
        self.assertEqual(names["found"].matches.tolist(), order.tolist())
        self.assertTrue(said.getvalue().startswith("aligned "), said.getvalue())
        self.assertTrue((self.folder / "run.ascope").exists())

    def test_dataset_by_h5py(self):
        x, _ = twins(items=30)
        exec(snippet("import h5py"), {"ids": [f"item {row}" for row in range(len(x))], "vectors": x})
        said = anchorscope.info("mine.h5")  # by the program
        self.assertEqual((said.title, said.items), ("Mine", 30))
        self.assertEqual([(space.name, space.dimension) for space in said.spaces], [("encoder_a", 8)])
        self.assertEqual(list(anchorscope.load("mine.h5").ids)[:2], ["item 0", "item 1"])
