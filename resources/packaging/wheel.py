#!/usr/bin/env python3
# SPDX-License-Identifier: GPL-3.0-or-later
"""Makes a wheel of the Python module that contains the command line, its helper and their libraries, so that `pip
install` is all there is to do. After the README's build; its name says which glibc it needs.

    resources/packaging/wheel.py [FOLDER]      (default: build/release)
"""
import pathlib
import platform
import subprocess
import sys
import tempfile

ROOT = pathlib.Path(__file__).resolve().parents[2]
PACKAGING = ROOT / "resources/packaging"
sys.path.insert(0, str(ROOT / "src/python"))
import backend  # noqa: E402


def run(*line):
    subprocess.run([str(each) for each in line], check=True, stdout=subprocess.DEVNULL)


def staged_program(folder):
    """The installed command line with its libraries, as the portable folder has them."""
    run("cmake", "--install", ROOT / "build/release", "--prefix", folder, "--strip")
    run("cmake", "-DCPACK_GENERATOR=TGZ", f"-DCPACK_TEMPORARY_DIRECTORY={folder}", "-DCPACK_ANCHORSCOPE_GUI=OFF",
        f"-DCPACK_ANCHORSCOPE_SOURCE={ROOT}", "-DCPACK_PACKAGE_NAME=anchorscope", "-P", PACKAGING / "portable.cmake")
    return folder


def program_files(program):
    """{path below anchorscope/program: file}. A wheel holds no links: a library has the one name that is asked for."""
    files = {path.relative_to(program): path for name in ("bin/anchorscope-cli", "libexec/anchorscope/anchorscope-reader")
             for path in [program / name]}
    libraries = list((program / "lib/anchorscope").iterdir())
    linked = {path.resolve() for path in libraries if path.is_symlink()}
    files.update({path.relative_to(program): path.resolve() for path in libraries
                  if path.is_symlink() or path not in linked})
    documents = program / "share/doc/anchorscope"
    files.update({path.relative_to(documents): path for path in (documents / "licenses").rglob("*") if path.is_file()})
    return files


def tag():
    return f"py3-none-manylinux_{platform.libc_ver()[1].replace('.', '_')}_{platform.machine()}"


def main():
    target = pathlib.Path(sys.argv[1] if len(sys.argv) > 1 else ROOT / "build/release")
    with tempfile.TemporaryDirectory() as scratch:
        program = program_files(staged_program(pathlib.Path(scratch)))
        files = {f"anchorscope/program/{path}": file for path, file in sorted(program.items())}
        made = backend.write_wheel(target, {**backend.module(), **files}, tag())
    print(made)


if __name__ == "__main__":
    main()
