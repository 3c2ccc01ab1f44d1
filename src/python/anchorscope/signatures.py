# SPDX-License-Identifier: GPL-3.0-or-later
"""Signatures and help of the functions that run commands, made from the commands' options; checks of options."""
import difflib
import functools
import inspect
import json
import pathlib
import re
import textwrap

import numpy as np

from .errors import AnchorscopeError

WHOLE, SHARE = set("KNS"), {"W", "T", "R", "E", "C", "L", "D", "SHARE", "SECONDS"}
# Options of the program that are not in options.json.
OWN = {"json", "progress", "help", "help_advanced"}
# Other names of options: one that the program also accepts, and one for a name that Python reserves.
ALSO = {"random_seed": "first_seed", "from_": "from"}
IN_MEMORY = (("labels", "Labels of the items of X in memory: a list, or the name of a column."),
             ("labels_y", "The same for Y."))
OF_PYTHON = (("progress", "True shows the progress on standard error; a function is called with (share, stage)."),
             ("cli", "The path of anchorscope-cli."))


@functools.lru_cache(None)
def table():
    """Reads options.json, which the program has printed: {"version", "options": {command: [{"name", "value", "default",
    "about", "group", "tuning"}]}, "names": {command: names of its options}}, with _ for - in the names."""
    return json.loads(pathlib.Path(__file__).with_name("options.json").read_text(encoding="utf-8"))


def of_command(function):
    """Decorator: gives a function the signature and the help of the command that has the function's name."""
    options = table()["options"][function.__name__]
    names = {option["name"] for option in options}
    lines = [line for heading in dict.fromkeys(option["group"] for option in options)
             for line in [f"\n{heading}:"] + [_line(option["name"], option["about"]) for option in options
                                              if option["group"] == heading]]
    extra = [(name, about) for name, about in IN_MEMORY if name not in names] + list(OF_PYTHON)
    lines += ["\nPython:"] + [_line(name, about) for name, about in extra]
    function.__doc__ = inspect.cleandoc(function.__doc__) + "\n" + "\n".join(lines) + "\n"
    parameters = [parameter for parameter in inspect.signature(function).parameters.values()
                  if parameter.kind is parameter.POSITIONAL_ONLY]
    parameters += [inspect.Parameter(_keyword(option["name"]), inspect.Parameter.KEYWORD_ONLY, annotation=kind,
                                     default=default) for option in options for kind, default in [_typed(option)]]
    parameters += [inspect.Parameter(name, inspect.Parameter.KEYWORD_ONLY, default=None) for name, _ in extra]
    function.__signature__ = inspect.Signature(parameters)
    return function


def checked(command, options):
    """Checks the options of a command; returns them by the program's names. Error "wrong-usage" for an unknown option,
    with the most similar name, and for a value of the wrong kind."""
    options = {ALSO.get(name, name): bool(value) if isinstance(value, np.bool_) else value
               for name, value in options.items()}
    names = table()["names"].get(command, ())
    known = {*names, *(name for name, _ in OF_PYTHON)}
    for name in options if names else ():
        if name.replace("-", "_") not in known:
            near = difflib.get_close_matches(name, sorted(known), 1) or [each for each in known
                                                                        if name.endswith("_" + each)]
            hint = f"did you mean {near[0]}?" if near else f"anchorscope-cli {command} --help-advanced lists its options"
            raise AnchorscopeError(f"{command} has no option {name}; {hint}", "wrong-usage")
    for option in table()["options"].get(command, ()):
        given = options.get(option["name"])
        if given is not None and given is not False and (given is True) != (option["value"] is None):
            expected = "True or False" if option["value"] is None else "a value"
            raise AnchorscopeError(f"expected {expected} for {option['name']}, found {given!r}", "wrong-usage")
    return options


def _keyword(name):
    return "from_" if name == "from" else name


def _line(name, about):
    about = re.sub(r"--([a-z][a-z-]*)", lambda found: found[1].replace("-", "_"), about)
    return textwrap.fill(f"{_keyword(name)}: {about}", 116, initial_indent="    ", subsequent_indent="        ",
                         break_on_hyphens=False)


def _typed(option):
    """Returns the type annotation and the default of an option."""
    value, default = option["value"], option["default"]
    if value is None:
        return bool, False
    if option["name"] == "seed_pairs":
        return "path or pairs", None
    if value.startswith("FILE"):
        return "path", None
    if "…" in value:
        return "str or list", None
    kind = int if value in WHOLE else float if value in SHARE else str
    try:
        return kind, None if default is None else kind(default)
    except ValueError:
        return ("float or str", default) if re.fullmatch("[a-z]+", default) else (kind, None)
