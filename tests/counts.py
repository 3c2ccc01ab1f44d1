#!/usr/bin/python3
# SPDX-License-Identifier: GPL-3.0-or-later
"""Counts of the sources: sizes of files, functions and lines, folders and who includes whom, commit subjects.

Usage: tests/counts.py [COMMIT ...]   one column for each commit (default: HEAD); only what is committed is counted.
"""
import io
import posixpath
import re
import subprocess
import sys
import tarfile
from collections import Counter, defaultdict

ROOT = posixpath.dirname(posixpath.dirname(posixpath.abspath(__file__)))
NOT_A_FUNCTION = re.compile(r"\s*(class|struct|enum|union|namespace|extern \"C\"|template\s*<.*>\s*(class|struct))\b")
ONE_LINE_FUNCTION = re.compile(r"^\s*[\w:<>~&*,\s]+\(.*\)[\w\s]*(:.*)? \{.*\}$")
CONTROL = re.compile(r"^\s*(if|for|while|switch|return|case|do|else)\b")


def git(*arguments):
    return subprocess.run(["git", "-C", ROOT, *arguments], check=True, stdout=subprocess.PIPE).stdout


def sources(commit):
    """{path: lines} of every C++ file under src."""
    with tarfile.open(fileobj=io.BytesIO(git("archive", commit, "src"))) as archive:
        return {
            member.name: archive.extractfile(member).read().decode().splitlines()
            for member in archive
            if member.isfile() and member.name.endswith((".h", ".cpp", ".inl"))
        }


def function_lengths(lines):
    """Lines between the braces of each function: the braces are on lines of their own, or all is on one line."""
    lengths = []
    for at, line in enumerate(lines):
        if ONE_LINE_FUNCTION.match(line) and not CONTROL.match(line) and "= [" not in line:
            lengths.append(1)
        opening = re.fullmatch(r"(\s*)\{", line)
        if not opening or at == 0 or NOT_A_FUNCTION.match(lines[at - 1]) or ")" not in "".join(lines[max(0, at - 8):at]):
            continue
        for end in range(at + 1, len(lines)):
            if lines[end].startswith(opening.group(1) + "}"):
                lengths.append(end - at - 1)
                break
    return lengths


def upward(arrows):
    """Arrows against the best order that a greedy search finds (Eades, Lin & Smyth 1993): 0 means layers."""
    left, right, nodes = [], [], {node for arrow in arrows for node in arrow}
    while nodes:
        out = Counter(a for a, b in arrows if a in nodes and b in nodes)
        into = Counter(b for a, b in arrows if a in nodes and b in nodes)
        sink = next((node for node in sorted(nodes) if not out[node]), None)
        source = next((node for node in sorted(nodes) if not into[node]), None)
        node = sink or source or max(sorted(nodes), key=lambda n: out[n] - into[n])
        right.insert(0, node) if node == sink else left.append(node)
        nodes.remove(node)
    place = {node: at for at, node in enumerate(left + right)}
    return sum(place[a] > place[b] for a, b in arrows)


def folder_arrows(files):
    arrows = set()
    for name, lines in files.items():
        for line in lines:
            included = re.match(r'\s*#\s*include "([^"]+)"', line)
            target = included and ("src/" + included.group(1))
            if target not in files:
                target = included and posixpath.join(posixpath.dirname(name), included.group(1))
            if target in files and posixpath.dirname(target) != posixpath.dirname(name):
                arrows.add((posixpath.dirname(name), posixpath.dirname(target)))
    return arrows


def spread(values, *shares):
    """Median, the requested percentiles, and the maximum."""
    ordered = sorted(values) or [0]
    at = [ordered[min(len(ordered) - 1, share * len(ordered) // 100)] for share in (50, *shares)]
    return " / ".join(str(value) for value in (*at, ordered[-1]))


def counts(commit):
    files = sources(commit)
    headers = [name for name in files if name.endswith(".h")]
    functions = [length for lines in files.values() for length in function_lengths(lines)]
    columns = sorted(len(line) for lines in files.values() for line in lines)
    includes = [sum(bool(re.match(r"\s*#\s*include\b", line)) for line in lines) for lines in files.values()]
    stems = defaultdict(set)
    for name in files:
        stems[posixpath.dirname(name)].add(posixpath.splitext(posixpath.basename(name))[0])
    widest = max(stems, key=lambda folder: len(stems[folder]))
    arrows = folder_arrows(files)
    gui = {arrow for arrow in arrows if all(end.startswith("src/gui") for end in arrow)}
    subjects = [len(line) for line in git("log", "--no-merges", "--format=%s", commit).decode().splitlines()]
    return {
        "files (headers)": f"{len(files)} ({len(headers)})",
        "lines": sum(map(len, files.values())),
        "header lines med / p90 / max": spread([len(files[name]) for name in headers], 90),
        "source lines med / p90 / max": spread([len(files[name]) for name in files if name.endswith(".cpp")], 90),
        "functions": len(functions),
        "function lines med / p90 / p99 / max": spread(functions, 90, 99),
        "functions over 40 / over 60 lines": f"{sum(n > 40 for n in functions)} / {sum(n > 60 for n in functions)}",
        "line length p90 / max": f"{columns[len(columns) * 9 // 10]} / {columns[-1]}",
        "lines over 120 columns": sum(length > 120 for length in columns),
        "includes per file med / p90 / max": spread(includes, 90),
        "#define": sum(bool(re.match(r"\s*#\s*define\b", line)) for lines in files.values() for line in lines),
        "stems per folder, most": f"{len(stems[widest])} ({widest})",
        "folders of src (of gui)": f"{len(stems)} ({sum(folder.startswith('src/gui') for folder in stems)})",
        "folder arrows (upward)": f"{len(arrows)} ({upward(arrows)})",
        "folder arrows inside gui (upward)": f"{len(gui)} ({upward(gui)})",
        "commits": len(subjects),
        "commit subject med / p90 / max": spread(subjects, 90),
    }


def main():
    commits = sys.argv[1:] or ["HEAD"]
    columns = [counts(commit) for commit in commits]
    print("| |" + "|".join(commits) + "|")
    print("|--" * (len(commits) + 1) + "|")
    for row in columns[0]:
        print(f"|{row}|" + "|".join(str(column[row]) for column in columns) + "|")


main()
