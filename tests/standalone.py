#!/usr/bin/python3
# SPDX-License-Identifier: GPL-3.0-or-later
"""Compiles sources and headers one by one, syntax only. Usage: standalone.py LIST [SECONDS]   (standalone.sh calls it)"""
import concurrent.futures
import json
import os
import re
import shlex
import subprocess
import sys
import time


def commands():
    """The compiler's arguments without source and output: by source, and by the folder under src or tests for headers."""
    root = os.getcwd() + "/"
    by_source, by_folder = {}, {}
    for entry in json.load(open("build/standalone/compile_commands.json", encoding="utf-8")):
        source = os.path.relpath(entry["file"], root)
        if source.startswith("build"):
            continue
        command = entry["command"].replace(root + "build/standalone/", root + "build/release/")
        arguments = shlex.split(command)
        arguments = arguments[: arguments.index("-o")] + ["-fsyntax-only"]
        by_source[source] = arguments
        folder = "/".join(source.split("/")[:2])
        if "-DQT_WIDGETS_LIB" in arguments or folder not in by_folder:  # tests/support is used by tests of the window
            by_folder[folder] = arguments
    by_folder["tests/support"] = by_folder.get("tests/gui", by_folder["tests/core"])
    by_folder["src/frame"] = by_folder["src/reader"]
    return by_source, by_folder


def problem(path, arguments):
    """The compiler's messages; None if the file compiles."""
    if path.endswith(".h"):
        text = f'#include "{os.path.abspath(path)}"\n'
    else:  # output of moc does not exist before the build
        text = re.sub(r'#include "\w+\.moc"', "", open(path, encoding="utf-8").read())
        text = f'#line 1 "{path}"\n{text}'
    done = subprocess.run(arguments + ["-x", "c++", "-iquote", os.path.dirname(path), "-"], input=text,
                          capture_output=True, text=True)
    return None if done.returncode == 0 else f"{path} does not compile by itself:\n{done.stderr}"


def main():
    by_source, by_folder = commands()
    wanted = []
    for path in open(sys.argv[1], encoding="utf-8").read().split("\n"):
        if path.endswith(".h") and os.path.exists(path):
            arguments = by_folder.get("/".join(path.split("/")[:2]))
        else:
            arguments = by_source.get(path) if os.path.exists(path) else None
        if arguments:
            wanted.append((path, arguments))
    end = time.monotonic() + float(sys.argv[2]) if len(sys.argv) > 2 else float("inf")
    checked, failed = 0, 0
    with concurrent.futures.ThreadPoolExecutor(os.cpu_count()) as pool:
        for text in pool.map(lambda each: "late" if time.monotonic() > end else problem(*each), wanted):
            checked += text != "late"
            if text and text != "late":
                failed += 1
                print(re.sub(re.escape(os.getcwd()) + "/", "", text), flush=True)
    print(f"{checked} of {len(wanted)} files checked, {failed} of them do not compile by themselves.")
    return failed > 0


sys.exit(main())
