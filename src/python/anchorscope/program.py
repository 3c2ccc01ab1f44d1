# SPDX-License-Identifier: GPL-3.0-or-later
"""Functions that run anchorscope-cli (cli/README.md) and return its JSON."""
import json
import os
import re
import shutil
import subprocess
import sys
import threading

from .errors import AnchorscopeError, warn
from .signatures import checked, table

__version__ = table()["version"]

PROGRAM = "anchorscope-cli"
# Path of the program in a wheel that contains it (resources/packaging/wheel.py).
BUNDLED = os.path.join(os.path.dirname(os.path.abspath(__file__)), "program", "bin", PROGRAM)
# Line of progress that the program prints: "\r", CLEAR, then for example " 45 % reading".
PROGRESS = re.compile(r"^\s*(\d+) % (.*)$")
CLEAR = "\x1b[K"
# Time in seconds in which the program can end after a keyboard interrupt, before it is killed.
SECONDS_TO_STOP = 5


def find_program(cli=None):
    """Returns the path of anchorscope-cli: the argument `cli`, the environment variable ANCHORSCOPE_CLI, the program in
    this package, or that in the PATH; the first of these that is given or exists. Error "no-program"."""
    wanted = cli or os.environ.get("ANCHORSCOPE_CLI") or (BUNDLED if os.path.exists(BUNDLED) else PROGRAM)
    found = shutil.which(os.fspath(wanted))
    if not found:
        raise AnchorscopeError(f"the program {wanted} was not found; install Anchorscope, or give its path: "
                               "ANCHORSCOPE_CLI=/path/anchorscope-cli, or the argument cli", "no-program")
    return found


def run(command, data, *arguments, progress=None, cli=None, **options):
    """Runs a command of anchorscope-cli and returns the JSON object that it prints.

    command: "optimize", "experiment known-pairs", ...; data: a path, or two paths; arguments: arguments after DATA.
    options: options of the command, with _ for - (max_items=1000). True stands for an option without a value; options
             that are None or False are left out; a list or tuple is written with commas; a file is given by its path.
    progress: True shows the progress on standard error; a function is called with (share from 0 to 1, stage) on another
              thread, and an exception that it raises stops the run and is raised here.
    Raises an AnchorscopeError with the program's error message, its exit code and its error id. Each note of the
    program ("warnings" in the JSON) is also a UserWarning.
    """
    try:
        paths = [os.fspath(path) for path in (data if isinstance(data, (list, tuple)) else [data])]
    except TypeError as error:
        raise AnchorscopeError(f"expected a path or two ({error}); save arrays first: Dataset({{...}}).save(PATH)",
                               "wrong-usage") from error
    options = checked(command, options)
    line = [find_program(cli), *command.split(), "--json", *(["--progress"] if progress else [])]
    for name, value in options.items():
        name = "--" + name.replace("_", "-")
        if value is None or value is False:
            continue
        if isinstance(value, (list, tuple)):
            value = ",".join(map(str, value))
        line += [name] if value is True else [f"{name}={os.fspath(value) if hasattr(value, '__fspath__') else value}"]
    # Arguments after -- are not options, so that the name of a file may begin with a hyphen.
    code, output, said = _ended(line + ["--", ",".join(paths), *map(os.fspath, arguments)], progress)
    answer = _answer(code, output, said)
    found = answer.get("version", __version__)
    if found != __version__:
        warn(f"this module is version {__version__} and {line[0]} is {found}; install both of one version")
    for note in answer.get("warnings", ()):
        warn(note)
    return answer


def _ended(line, progress):
    """Runs a command line; returns its exit code, its standard output, and the lines of standard error except
    progress."""
    said, failures = [], []
    with subprocess.Popen(line, stdin=subprocess.DEVNULL, stdout=subprocess.PIPE, stderr=subprocess.PIPE) as process:
        listener = threading.Thread(target=_listen, args=(process, progress, said, failures), daemon=True)
        try:
            listener.start()
            output = process.stdout.read()
            process.wait()
        except BaseException:  # in a notebook, only this process receives a keyboard interrupt
            process.terminate()
            try:
                process.wait(SECONDS_TO_STOP)
            except subprocess.TimeoutExpired:
                process.kill()
            if listener.is_alive():
                listener.join(SECONDS_TO_STOP)
            raise
        listener.join()
    if failures:
        raise failures[0]
    return process.returncode, output.decode("utf-8", "replace"), said


def _listen(process, progress, said, failures):
    """Reads standard error of the program on a thread: prints progress as it arrives, and collects the other lines in a
    list. Lines of progress begin with a carriage return, others end with a line feed."""
    rest = b""
    try:
        while chunk := process.stderr.read1(4096):
            *lines, rest = re.split(rb"[\r\n]", rest + chunk)
            for line in lines:
                _hear(line, progress, said)
        _hear(rest, progress, said)
        if progress is True:
            print(f"\r{CLEAR}", end="", file=sys.stderr, flush=True)
    except Exception as error:  # raised by the user's function for progress
        failures.append(error)
        process.terminate()
        process.stderr.read()


def _hear(line, progress, said):
    line = line.decode("utf-8", "replace").replace(CLEAR, "")
    found = PROGRESS.match(line)
    if found and callable(progress):
        progress(int(found[1]) / 100, found[2])
    elif found and progress:
        print(f"\r{CLEAR}{line}", end="", file=sys.stderr, flush=True)
    elif line.strip():
        said.append(line)


def _answer(code, output, said):
    try:
        answer = json.loads(output)
    except ValueError:
        answer = None
    if not isinstance(answer, dict):
        how = f"was ended by signal {-code}" if code < 0 else f"ended with exit code {code} and without a result"
        last = f"; it said: {said[-1]}" if said else ""
        raise AnchorscopeError(f"{PROGRAM} {how}{last}", "crashed", code)
    if "error" in answer:
        error = answer["error"]
        raise AnchorscopeError(error["message"], error["code"], code, error.get("file", ""), error.get("place", ""))
    if code != 0:
        stopped = code in (130, 143)
        sentence = "the run was stopped" if stopped else (answer.get("warnings") or [f"exit code {code}"])[-1]
        raise AnchorscopeError(sentence, "cancelled" if stopped else "cannot-save", code, result=answer)
    return answer
