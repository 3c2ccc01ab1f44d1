# SPDX-License-Identifier: GPL-3.0-or-later
"""The one exception of this package."""
import importlib


class AnchorscopeError(Exception):
    """A failure; str() gives one or two sentences for the user.

    error_id: as in the JSON of anchorscope-cli ("no-such-file", "non-finite", ...); only this package has
              "missing-package", "no-program" and "crashed".
    exit_code: that of anchorscope-cli; None if it did not run; negative: the signal that ended it.
    file, place: where the failure occurred; empty if unknown.
    result: the JSON object of a run that was computed but could not be written, or was stopped; otherwise None.
    """

    def __init__(self, message, error_id="bad-dataset", exit_code=None, file="", place="", result=None):
        super().__init__(", ".join(part for part in (str(file), place) if part) + ": " + message
                         if file or place else message)
        self.error_id = error_id
        self.exit_code = exit_code
        self.file = str(file)
        self.place = place
        self.result = result


# Names of optional packages for Debian 12 (empty: Debian has none) and for pip.
PACKAGES = {
    "pandas": ("python3-pandas", "pandas"),
    "pyarrow": ("", "pyarrow"),
    "torch": ("python3-torch", "torch"),
    "datasets": ("", "datasets"),
    "zarr": ("python3-zarr", "zarr"),
    "anndata": ("python3-anndata", "anndata"),
}


def optional(name, wanted_for):
    """An optional package, or one of its modules ("pyarrow.parquet"), imported when it is needed.

    The error "missing-package" explains how to install it.
    """
    try:
        return importlib.import_module(name)
    except ImportError as error:
        package = name.split(".")[0]
        debian, pip = PACKAGES[package]
        ways = f"apt install {debian}, or pip install {pip}" if debian else f"pip install {pip}"
        raise AnchorscopeError(f"{wanted_for} needs the Python package {package}, which cannot be imported ({error}); "
                               f"install it: {ways}", "missing-package") from error
