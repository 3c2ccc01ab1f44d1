# SPDX-License-Identifier: GPL-3.0-or-later
"""Anchorscope from Python: aligns two embedding spaces, and writes datasets for the program.

optimize(x, y, seed_pairs=...) matches the rows of two arrays, Aligner().fit(x, y, pairs=...).transform(q) translates
vectors, retrieval() and stitch() measure, info() lists what a file contains. All run the program anchorscope-cli, and
all take arrays, tensors, data frames and files. help(anchorscope.optimize) lists its options.

>>> import anchorscope, numpy
>>> random = numpy.random.default_rng(0)
>>> x = random.standard_normal((300, 16))
>>> y = x @ numpy.linalg.qr(random.standard_normal((16, 16)))[0]
>>> found = anchorscope.optimize(x, y, seed_pairs=[(row, row) for row in range(15)])
>>> found.verdict
'aligned'
>>> int((found.matches == numpy.arange(300)).sum())
300
"""
from .adapter import Adapter
from .aligner import Aligner
from .commands import info, optimize, retrieval, stitch, translate
from .convert import read
from .dataset import Dataset, load
from .errors import AnchorscopeError
from .inputs import read_table, write_pairs
from .program import __version__, find_program, run
from .results import Estimate, Info, Optimized, Space, Stitched, Table, Translated
from .sources import (from_anndata, from_arrow, from_columns, from_feather, from_huggingface, from_numpy, from_pandas,
                      from_parquet, from_safetensors, from_torch, from_torch_file, from_zarr)

__all__ = ["optimize", "translate", "retrieval", "stitch", "info", "run", "Aligner", "Adapter", "Dataset", "load",
           "read", "from_numpy", "from_columns", "from_pandas", "from_torch", "from_torch_file", "from_safetensors",
           "from_parquet", "from_feather", "from_arrow", "from_huggingface", "from_anndata", "from_zarr", "read_table",
           "write_pairs", "find_program", "AnchorscopeError", "Optimized", "Estimate", "Translated", "Table",
           "Stitched", "Info", "Space", "__version__"]
