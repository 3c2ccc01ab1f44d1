# SPDX-License-Identifier: GPL-3.0-or-later
"""Reader of safetensors files that does not need the package safetensors. Such a file consists of the length of the
header in 8 bytes, a header in JSON, and the bytes of the tensors."""
import json
import math
import os

import numpy as np

from .errors import AnchorscopeError

# NumPy types of the types of tensors. NumPy has no bfloat16, whose two bytes are the upper half of a float32.
TYPES = {"BOOL": "?", "I8": "i1", "U8": "u1", "I16": "<i2", "U16": "<u2", "I32": "<i4", "U32": "<u4", "I64": "<i8",
         "U64": "<u8", "F16": "<f2", "BF16": "<u2", "F32": "<f4", "F64": "<f8"}
# Maximum size of the header in bytes, as the format prescribes.
LARGEST_HEADER = 100_000_000


def is_safetensors(path):
    """True if a file begins like safetensors: with a possible length of the header, then with a JSON object."""
    with open(path, "rb") as file:
        beginning = file.read(9)
    length = int.from_bytes(beginning[:8], "little")
    return len(beginning) == 9 and beginning[8:] == b"{" and 2 <= length <= LARGEST_HEADER


def read_safetensors(path):
    """Returns {name: array} of all tensors in a file. bfloat16 becomes float32, which is exact; all other arrays read
    the file only when they are used.

    Every size in the header is checked against the file before tensors are read. Errors: "no-such-file",
    "damaged-file", "unsupported-type".
    """
    path = os.fspath(path)
    try:
        size = os.path.getsize(path)
        with open(path, "rb") as file:
            length = int.from_bytes(file.read(8), "little")
            if size < 10 or length > min(LARGEST_HEADER, size - 8):
                raise _damaged(path, f"its header should have {length} bytes, the file has {size}")
            header = _parsed(path, file.read(length))
    except OSError as error:
        raise AnchorscopeError(f"it cannot be read ({error})", "no-such-file", file=path) from error
    arrays, end = {}, 0
    for name, entry in sorted(header.items(), key=lambda item: _begin(path, *item)):
        shape, begin, end = _checked(path, name, entry, end)
        if entry["dtype"] not in TYPES:
            raise AnchorscopeError(f"numbers of the type {entry['dtype']} are not supported; save them as F32",
                                   "unsupported-type", file=path, place=name)
        dtype = np.dtype(TYPES[entry["dtype"]])
        if end - begin != math.prod(shape) * dtype.itemsize or 8 + length + end > size:
            raise _damaged(path, f"a tensor of {' x '.join(map(str, shape))} {entry['dtype']} cannot be bytes "
                           f"{begin} to {end} of {size - 8 - length}", name)
        array = np.memmap(path, dtype, "r", 8 + length + begin, tuple(shape)) if end > begin else np.empty(shape, dtype)
        arrays[name] = (array.astype(np.uint32) << 16).view(np.float32) if entry["dtype"] == "BF16" else array
    if end != size - 8 - length:
        raise _damaged(path, f"its tensors end at byte {end} of {size - 8 - length}")
    return arrays


def _damaged(path, sentence, place=""):
    return AnchorscopeError(f"this safetensors file is damaged: {sentence}; create or download it again",
                            "damaged-file", file=path, place=place)


def _unique(pairs):
    entries = dict(pairs)
    if len(entries) < len(pairs):
        raise ValueError("a name occurs twice")
    return entries


def _parsed(path, text):
    try:
        header = json.loads(text.decode(), object_pairs_hook=_unique)
    except (ValueError, RecursionError) as error:
        raise _damaged(path, f"its header is not JSON ({error})") from error
    if not isinstance(header, dict):
        raise _damaged(path, "its header is not a JSON object")
    header.pop("__metadata__", None)
    return header


def _is_size(value):
    return isinstance(value, int) and not isinstance(value, bool) and value >= 0


def _begin(path, name, entry):
    offsets = entry.get("data_offsets") if isinstance(entry, dict) else None
    if not isinstance(offsets, list) or len(offsets) != 2 or not all(map(_is_size, offsets)):
        raise _damaged(path, "it does not say where its bytes are", name)
    return offsets


def _checked(path, name, entry, before):
    """Returns shape, begin and end of a tensor; checks that it begins where the previous one ended (`before`), as the
    format requires."""
    begin, end = entry["data_offsets"]
    shape = entry.get("shape")
    if not isinstance(shape, list) or not all(map(_is_size, shape)) or not isinstance(entry.get("dtype"), str):
        raise _damaged(path, "it does not say its shape and type", name)
    if begin != before or end < begin:
        raise _damaged(path, f"its bytes are said to be {begin} to {end}, the tensor before ends at {before}", name)
    return shape, begin, end
