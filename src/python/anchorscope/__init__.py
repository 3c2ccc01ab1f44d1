# SPDX-License-Identifier: GPL-3.0-or-later
"""Anchorscope from Python: writes datasets, runs anchorscope-cli, returns arrays and tables (python/README.md)."""
from .adapter import Adapter
from .convert import read
from .dataset import Dataset, load
from .errors import AnchorscopeError
from .program import find_program, run
from .results import (Estimate, Info, Optimized, Space, Stitched, Table, Translated, info, optimize, read_table,
                      retrieval, stitch, translate, write_pairs)
from .sources import (from_anndata, from_arrow, from_columns, from_feather, from_huggingface, from_numpy, from_pandas,
                      from_parquet, from_safetensors, from_torch, from_torch_file, from_zarr)
