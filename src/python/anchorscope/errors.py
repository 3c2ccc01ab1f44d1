# SPDX-License-Identifier: GPL-3.0-or-later
"""The exception that this package raises, its warnings, and the import of optional packages."""
import importlib
import sys
import warnings


class AnchorscopeError(Exception):
    """Failure of a function of this package; str() returns one or two sentences for the user.

    error_id: id as in the JSON of anchorscope-cli ("no-such-file", "non-finite", ...); the ids "missing-package",
              "no-program" and "crashed" occur only in this package.
    exit_code: exit code of anchorscope-cli; None if the program did not run; -s if signal s ended it.
    file, place: where the failure occurred; empty if unknown.
    result: JSON object of a run that was stopped, or whose outputs could not be written; otherwise None.
    """

    def __init__(self, message, error_id="bad-dataset", exit_code=None, file="", place="", result=None):
        super().__init__(", ".join(part for part in (str(file), place) if part) + ": " + message
                         if file or place else message)
        self.error_id = error_id
        self.exit_code = exit_code
        self.file = str(file)
        self.place = place
        self.result = result


def warn(sentence):
    """Shows a warning, whose place is the line of the user's code that called this package."""
    frame, level = sys._getframe(1), 2
    while frame.f_back and frame.f_globals.get("__package__") == __package__:
        frame, level = frame.f_back, level + 1
    warnings.warn(sentence, stacklevel=level)


# Names of the optional packages: in Debian 12 (empty: Debian does not have it), and for pip.
PACKAGES = {
    "pandas": ("python3-pandas", "pandas"),
    "pyarrow": ("", "pyarrow"),
    "torch": ("python3-torch", "torch"),
    "datasets": ("", "datasets"),
    "zarr": ("python3-zarr", "zarr"),
    "anndata": ("python3-anndata", "anndata"),
}


def optional(name, wanted_for):
    """Imports an optional package, or a module of one ("pyarrow.parquet"), when it is needed.

    wanted_for: what needs the package, for the error message. Error "missing-package", with how to install it.
    """
    try:
        return importlib.import_module(name)
    except ImportError as error:
        package = name.split(".")[0]
        debian, pip = PACKAGES[package]
        ways = f"apt install {debian}, or pip install {pip}" if debian else f"pip install {pip}"
        raise AnchorscopeError(f"{wanted_for} needs the Python package {package}, which cannot be imported ({error}); "
                               f"install it: {ways}", "missing-package") from error
