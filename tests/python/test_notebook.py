# SPDX-License-Identifier: GPL-3.0-or-later
"""The notebooks run, and the outputs stored in them are those of the run. A cell tagged needs-PACKAGE is left out if
that package is not installed, and keeps its stored output, which is empty if it has never been run with it.

    ANCHORSCOPE_CLI=build/release/bin/anchorscope-cli python3 tests/python/test_notebook.py --update   # stores them again
"""
import contextlib
import importlib.util
import io
import json
import os
import sys
import unittest
from unittest import mock

from support import ROOT

NOTEBOOKS = sorted((ROOT / "examples/notebooks").glob("*.ipynb"))


def missing(cell):
    """The packages that a cell needs and that are not installed."""
    needed = [tag[len("needs-"):] for tag in cell["metadata"].get("tags", []) if tag.startswith("needs-")]
    return [name for name in needed if importlib.util.find_spec(name) is None]


def stored(cell):
    return "".join(line for each in cell["outputs"] for line in each["text"])


def outputs(notebook, leave_out=missing):
    """Output of each code cell, run one after the other in the notebook's folder. Numbers do not depend on the
    processor: the instruction set is the one that all have."""
    names, here, printed = {}, os.getcwd(), []
    os.chdir(ROOT / "examples/notebooks")
    try:
        with mock.patch.dict(os.environ, {"ANCHORSCOPE_ISA": "baseline"}):
            for cell in notebook["cells"]:
                if cell["cell_type"] == "code" and leave_out(cell):
                    print(f"left out: a cell without {', '.join(leave_out(cell))}", file=sys.stderr)
                    printed.append(stored(cell))
                elif cell["cell_type"] == "code":
                    out = io.StringIO()
                    with contextlib.redirect_stdout(out):
                        exec(compile("".join(cell["source"]), "cell", "exec"), names)
                    printed.append(out.getvalue())
    finally:
        os.chdir(here)
    return printed


def code_cells(notebook):
    return [cell for cell in notebook["cells"] if cell["cell_type"] == "code"]


class Notebooks(unittest.TestCase):
    def test_outputs_are_those_of_the_run(self):
        self.assertGreater(len(NOTEBOOKS), 0)
        for path in NOTEBOOKS:
            notebook = json.loads(path.read_text(encoding="utf-8"))
            self.assertEqual((notebook["nbformat"], notebook["nbformat_minor"]), (4, 4))
            for cell, printed in zip(code_cells(notebook), outputs(notebook)):
                if cell["outputs"] or not cell["metadata"].get("tags"):  # otherwise it was never run
                    self.assertEqual(printed, stored(cell), path.name)

    def test_run_all_goes_on_without_optional_packages(self):
        absent = dict.fromkeys(("pandas", "torch", "pyarrow", "pyarrow.parquet"))
        for path in NOTEBOOKS:
            cells = code_cells(json.loads(path.read_text(encoding="utf-8")))
            optional = [cell for cell in cells if cell["metadata"].get("tags")]
            if optional:
                with mock.patch.dict(sys.modules, absent):
                    printed = outputs({"cells": cells}, leave_out=lambda cell: False)
                self.assertEqual(len([text for text in printed if text.startswith("This cell is left out: ")]),
                                 len(optional), path.name)
                self.assertEqual(printed[-1], stored(cells[-1]))

    def test_cells_without_their_package_are_left_out(self):
        cell = {"cell_type": "code", "metadata": {"tags": ["needs-json", "needs-no_such_package"]},
                "source": ["import no_such_package"], "outputs": [{"text": ["as it was\n"]}]}
        self.assertEqual(missing(cell), ["no_such_package"])
        with contextlib.redirect_stderr(io.StringIO()) as said:
            self.assertEqual(outputs({"cells": [cell]}), ["as it was\n"])
        self.assertIn("no_such_package", said.getvalue())
        cell["metadata"]["tags"].pop()
        with self.assertRaises(ModuleNotFoundError):
            outputs({"cells": [cell]})


def update():
    for path in NOTEBOOKS:
        notebook = json.loads(path.read_text(encoding="utf-8"))
        for number, (cell, text) in enumerate(zip(code_cells(notebook), outputs(notebook)), 1):
            cell["execution_count"] = None if missing(cell) and not text else number
            cell["outputs"] = [{"name": "stdout", "output_type": "stream",
                                "text": text.splitlines(keepends=True)}] if text else []
        path.write_text(json.dumps(notebook, indent=1, ensure_ascii=False) + "\n", encoding="utf-8")


if __name__ == "__main__":
    update() if sys.argv[1:] == ["--update"] else unittest.main()
