#!/usr/bin/env python3
# SPDX-License-Identifier: GPL-3.0-or-later
"""Compares the neighbour maps of single spaces with those of umap-learn (Debian: umap-learn), both evaluated by
scikit-learn on the same unit rows, in one run. Usage: umap_reference.py CLI DATA.h5 SPACE OTHER-SPACE [ITEMS]
Prints trustworthiness at K = 10 and processor seconds of both; of ours with the search for neighbours, of umap-learn
without compiling, which a first small map does."""
import json
import resource
import subprocess
import sys
import time

import h5py
import numpy
import umap
from sklearn.manifold import trustworthiness


def unit_rows(file, space, items):
    with h5py.File(file) as data:
        rows = data["spaces"][space][:items].astype(numpy.float32)
    rows -= rows.mean(0)
    return rows / numpy.linalg.norm(rows, axis=1, keepdims=True)


def child_seconds():
    used = resource.getrusage(resource.RUSAGE_CHILDREN)
    return used.ru_utime + used.ru_stime


def ours(cli, file, space, other, items):
    command = [cli, "map", file, "--apart", "--x", space, "--y", other, "--json"]
    before = child_seconds()
    out = subprocess.run(command + (["--max-items", str(items)] if items else []), check=True, capture_output=True)
    seconds = child_seconds() - before
    rows = [row for row in json.loads(out.stdout)["rows"] if row["space"] == "x"]
    return numpy.array([[row["horizontal"], row["vertical"]] for row in rows]), seconds / 2  # two spaces


def main():
    cli, file, space, other = sys.argv[1:5]
    items = int(sys.argv[5]) if len(sys.argv) > 5 else None
    rows = unit_rows(file, space, items)
    umap.UMAP(metric="cosine", random_state=0).fit_transform(rows[:500])
    before = time.process_time()
    theirs = umap.UMAP(metric="cosine", random_state=0).fit_transform(rows)
    their_seconds = time.process_time() - before
    places, seconds = ours(cli, file, space, other, items)
    for name, of, used in (("anchorscope", places, seconds), ("umap-learn " + umap.__version__, theirs, their_seconds)):
        trust = trustworthiness(rows, of, n_neighbors=10, metric="cosine")
        print(f"{file} {space} {rows.shape[0]} x {rows.shape[1]}  {name}: {trust:.4f}  {used:.1f} s", flush=True)


main()
