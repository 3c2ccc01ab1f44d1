# SPDX-License-Identifier: GPL-3.0-or-later
"""Command python3 -m anchorscope convert IN OUT.h5, which makes datasets of files that only Python can read. Their
format is recognized by their content."""
import argparse
import os
import pickletools
import sys
import zipfile

from . import sources
from .errors import AnchorscopeError, optional
from .tensors import is_safetensors

READ_BY_THE_PROGRAM = "anchorscope-cli reads NumPy, HDF5, AnnData, word vectors and tables itself (anchorscope-cli " \
                      "convert IN OUT.h5)"


def read(path, vectors=None, ids=None, labels=None):
    """Reads a Dataset from a Parquet, Arrow, Feather, PyTorch or safetensors file, or from a folder that Zarr or
    Hugging Face's save_to_disk has written. Arguments as in from_columns(). Errors: "no-such-file", "unknown-format",
    those of the functions from_...()."""
    return _reader(os.fspath(path))(path, vectors, ids, labels)


def _reader(path):
    if os.path.isdir(path):
        return _folder_reader(path)
    try:
        with open(path, "rb") as file:
            magic = file.read(8)
    except OSError as error:
        raise AnchorscopeError(f"it cannot be read ({error.strerror})", "no-such-file", file=path) from error
    if magic.startswith(b"PAR1"):
        return sources.from_parquet
    if magic.startswith((b"ARROW1", b"FEA1", b"\xff\xff\xff\xff")):
        return sources.from_feather
    if magic.startswith(b"PK") and zipfile.is_zipfile(path):
        with zipfile.ZipFile(path) as archive:
            names = archive.namelist()
        if any(name.endswith("data.pkl") for name in names):
            return sources.from_torch_file
        if any(name.endswith((".zgroup", ".zarray", "zarr.json")) for name in names):
            return sources.from_zarr
    if magic[:1] == b"\x80" and _is_old_torch(path):
        return sources.from_torch_file
    if is_safetensors(path):
        return sources.from_safetensors
    if magic[:1] == b"\x80":
        raise AnchorscopeError("this is a Python pickle, which would run code when opened; save the vectors as .npy or "
                               "HDF5 from the program that made it", "unknown-format", file=path)
    raise AnchorscopeError("this is not a Parquet, Arrow, Feather, PyTorch, Zarr or safetensors file; "
                           + READ_BY_THE_PROGRAM, "unknown-format", file=path)


def _is_old_torch(path):
    """True for a file of PyTorch before version 1.6, which begins with a pickle of a fixed number. The pickle is parsed
    without running its code."""
    try:
        with open(path, "rb") as file:
            return any(argument == 0x1950a86a20f9469cfc6c for _, argument, _ in pickletools.genops(file.read(64)))
    except ValueError:
        return False


def _folder_reader(path):
    names = set(os.listdir(path))
    if names & {".zgroup", ".zarray", "zarr.json"}:
        return sources.from_zarr
    if "state.json" in names and "dataset_info.json" in names:
        return _from_disk
    if "dataset_dict.json" in names:
        raise AnchorscopeError("this is a Hugging Face dataset of several splits; name the folder of one",
                               "unknown-format", file=path)
    raise AnchorscopeError("this folder is neither a Zarr store nor a Hugging Face dataset", "unknown-format",
                           file=path)


def _from_disk(path, vectors, ids, labels):
    datasets = optional("datasets", "reading Hugging Face datasets")
    return sources.from_huggingface(datasets.load_from_disk(path), vectors, ids, labels, path)


def main(arguments=None):
    """Runs the command convert; returns its exit code: 0 success, 1 OUT was not written, 2 wrong usage or unreadable
    IN."""
    parser = argparse.ArgumentParser(prog="python3 -m anchorscope", description="Anchorscope from Python")
    command = parser.add_subparsers(required=True, metavar="COMMAND").add_parser(
        "convert", help="make a dataset of a Parquet, Arrow, Feather, PyTorch, Zarr or safetensors file",
        description="Makes a dataset of a file that only Python reads. " + READ_BY_THE_PROGRAM + ".")
    command.add_argument("source", metavar="IN")
    command.add_argument("target", metavar="OUT.h5")
    command.add_argument("--ids", metavar="COLUMN", help="the column of ids (id, if there is one)")
    command.add_argument("--vectors", metavar="COLUMN",
                         help="the column that holds a vector in each row, or the columns of numbers that are one "
                              "together, e0:e299 or e0,e1,e2 (every column of vectors is a space)")
    command.add_argument("--label", metavar="COLUMN", help="the column of labels (label, if there is one)")
    command.add_argument("--force", action="store_true", help="replace a file that is not an Anchorscope dataset")
    options = parser.parse_args(arguments)
    try:
        if os.path.exists(options.target) and os.path.samefile(options.source, options.target):
            raise AnchorscopeError("IN and OUT are the same file; choose another name", "wrong-usage",
                                   file=options.target)
        dataset = read(options.source, options.vectors, options.ids, options.label)
        dataset.save(options.target, options.force)
    except FileNotFoundError as error:
        return _fail(f"{error.filename}: there is no such file", 2)
    except AnchorscopeError as error:
        return _fail(error, 1 if error.error_id == "cannot-save" else 2)
    for note in dataset.notes:
        print(note)
    print(f"{options.target}: {len(dataset)} items, " +
          ", ".join(f"{name} ({array.shape[1]} dimensions)" for name, array in dataset.spaces.items()))
    return 0


def _fail(sentence, code):
    print(f"anchorscope: {sentence}", file=sys.stderr)
    return code
