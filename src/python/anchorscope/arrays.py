# SPDX-License-Identifier: GPL-3.0-or-later
"""Conversion of arrays, tensors, matrices and nested lists to NumPy arrays."""
import numpy as np

from .errors import AnchorscopeError


def as_array(value, place=""):
    """Converts an array, tensor, matrix or nested list to a NumPy array, without a copy if its numbers are in an array
    on the CPU.

    bfloat16 becomes float32, which is exact; a sparse matrix becomes a full one. place: name of the data in error
    messages. Errors "unsupported-type" if rows have different lengths, "non-finite" if values are masked.
    """
    if np.ma.is_masked(value):
        raise AnchorscopeError(f"found {np.ma.count_masked(value)} masked values; fill them, or remove their rows",
                               "non-finite", place=place)
    if hasattr(value, "detach"):  # a tensor
        value = value.detach().cpu()
        return (value.float() if str(value.dtype) == "torch.bfloat16" else value).numpy()
    if hasattr(value, "toarray"):  # a sparse matrix
        value = value.toarray()
    try:
        return np.asarray(value)
    except (TypeError, ValueError) as error:
        raise AnchorscopeError(f"expected numbers, items x dimensions, found rows of different lengths ({error}); give "
                               "each item the same number of them", "unsupported-type", place=place) from error


def as_vectors(value, place):
    """Converts an array, tensor, matrix or nested list to n x d floating-point numbers. float16, float32 and float64
    are kept without a copy; bool and integers of 8 and 16 bits become float32, other integers float64."""
    array = as_array(value, place)
    if array.ndim != 2 or array.dtype.kind not in "fiub" or array.dtype.itemsize > 8:
        shape = " x ".join(map(str, array.shape)) or "a single value"
        raise AnchorscopeError(f"expected numbers, items x dimensions, found {array.dtype}, {shape}; give a matrix of "
                               "numbers", "unsupported-type", place=place)
    if 0 in array.shape:
        raise AnchorscopeError(f"found {array.shape[0]} items of {array.shape[1]} dimensions; at least one of each is "
                               "needed", place=place)
    if array.dtype.kind != "f":
        array = array.astype(np.float32 if array.dtype.itemsize <= 2 else np.float64)
    return array
