#!/usr/bin/env python3
# SPDX-License-Identifier: GPL-3.0-or-later
"""Writes what the manual pages say of commands and options, between their lines that begin and end it, from the help of
the programs. Usage: make.py [--check] FOLDER-OF-PROGRAMS [anchorscope-cli] [anchorscope]
With --check nothing is written; ends with 1 where a page says something else than the program."""
import os
import pathlib
import re
import subprocess
import sys

HERE = pathlib.Path(__file__).parent
WIDTH = 80  # of the help's lines


def help_of(program, *command, option="--help"):
    environment = dict(os.environ, QT_QPA_PLATFORM="offscreen", LC_ALL="C.UTF-8")
    return subprocess.run([program, *command, option], capture_output=True, check=True, env=environment,
                          encoding="utf-8").stdout


def joined(lines):
    """The text that was wrapped into these lines; a word without room on a line of its own is broken in two."""
    text = ""
    for line, before in zip(lines, [""] + lines):
        broken = before and " " not in before.strip() and len(before) == WIDTH
        text += line.strip() if broken or not text else " " + line.strip()
    return text


def options_of(text):
    """Names, value and description of each option, in order."""
    parts = re.findall(r"^(?!Arguments)\S[^\n]*:\n((?:  [^\n]*\n)+)", text, re.M)
    found = []
    for line in "".join(parts).splitlines():
        begins = re.match(r"  (-\S.*?)(?:  +|$)", line)
        if begins:
            names, _, value = begins.group(1).partition(" <")
            found.append((names, value.rstrip(">"), [line[:begins.end()].replace(begins.group(0), " " * begins.end())
                                                     + line[begins.end():]]))
        elif found:
            found[-1][2].append(line)
    return [(names, value, joined(lines)) for names, value, lines in found if names not in ("--help-all", "--help-advanced")]


def roff(text):
    text = text.replace("\\", "\\e")
    text = re.sub(r"(?<![\w-])--?(?=\w)", lambda dashes: "\\-" * len(dashes.group(0)), text)
    return re.sub(r"^([.'])", r"\\&\1", text)


def name_of(names):
    return names.replace("-", "\\-")


def entry(names, value, description):
    head = f'.BI {name_of(names).replace(" ", chr(92) + " ")} " {value}"' if value else f".B {name_of(names)}"
    return f".TP\n{head}\n{roff(description)}\n"


def commands_of(program):
    return re.findall(r"^  ((?:experiment |lesson )?[a-z][a-z-]*) {2,}(.*)$", help_of(program), re.M)


def cli_parts(program):
    commands = commands_of(program)
    known = {name: options_of(help_of(program, *name.split(), option="--help-advanced")) for name, _ in commands}
    described, each = {}, ""
    for name, _ in commands:
        names = []
        for option, value, text in known[name]:
            if option != "-h, --help":
                described.setdefault((option, value), {}).setdefault(text, []).append(name)
            if option not in ("--json", "--progress", "--threads", "-h, --help"):
                names.append(name_of(option))
        each += f".TP\n.B {name_of(name)}\n" + (" ".join(names) + "\n" if names else "")
    options = ""
    for (option, value), texts in described.items():
        most = max(texts, key=lambda text: len(texts[text]))
        text = most
        for other, of in texts.items():
            if other != most:
                text += f" With {', '.join(of)}: {other}"
        options += entry(option, value, text)
    return {"commands": "".join(f".TP\n.B {name_of(name)}\n{roff(text)}\n" for name, text in commands),
            "options": options, "options of each command": each}


def window_parts(program):
    return {"options": "".join(entry(*option) for option in options_of(help_of(program)))}


def filled(page, parts):
    for title, text in parts.items():
        begin, end = f'.\\" begin: {title}\n', f'.\\" end: {title}\n'
        before, _, rest = page.partition(begin)
        _, _, after = rest.partition(end)
        if not after:
            sys.exit(f"The page has no lines that begin and end the {title}.")
        page = before + begin + text + end + after
    return page


def main(arguments):
    check = "--check" in arguments
    folder, *programs = [each for each in arguments if each != "--check"]
    wrong = 0
    for name, parts in (("anchorscope-cli", cli_parts), ("anchorscope", window_parts)):
        if programs and name not in programs:
            continue
        path = HERE / f"{name}.1"
        page = path.read_text("utf-8")
        now = filled(page, parts(str(pathlib.Path(folder) / name)))
        if check and now != page:
            print(f"{path.name} differs from the help of {name}: run make.py with the folder of the programs", file=sys.stderr)
            wrong = 1
        elif not check:
            path.write_text(now, "utf-8")
    return wrong


if __name__ == "__main__":
    sys.exit(main(sys.argv[1:]))
