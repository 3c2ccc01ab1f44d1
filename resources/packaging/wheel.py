#!/usr/bin/env python3
# SPDX-License-Identifier: GPL-3.0-or-later
"""Makes a wheel of the Python module that contains the command line, its helper and their libraries, so that `pip
install` is all there is to do. After the README's build; its name says which glibc it needs.

    resources/packaging/wheel.py [FOLDER]      (default: build/release)
"""
import base64
import hashlib
import os
import pathlib
import platform
import shutil
import subprocess
import sys
import tempfile
import zipfile

ROOT = pathlib.Path(__file__).resolve().parents[2]
PACKAGING = ROOT / "resources/packaging"


def run(*line):
    subprocess.run([str(each) for each in line], check=True, stdout=subprocess.DEVNULL)


def plain_wheel(folder):
    """The module alone, built from a copy so that nothing is left in the clone."""
    shutil.copytree(ROOT / "src/python", folder / "source", ignore=shutil.ignore_patterns("__pycache__", "build"))
    run(sys.executable, "-m", "pip", "wheel", "--quiet", "--no-build-isolation", "--no-deps", "--no-index",
        "-w", folder, folder / "source")
    return next(folder.glob("*.whl"))


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


def entry(archive, records, name, data, executable=False):
    info = zipfile.ZipInfo(name, (2026, 1, 1, 0, 0, 0))
    info.external_attr = (0o100755 if executable else 0o100644) << 16
    info.compress_type = zipfile.ZIP_DEFLATED
    archive.writestr(info, data)
    digest = base64.urlsafe_b64encode(hashlib.sha256(data).digest()).rstrip(b"=").decode()
    records.append(f"{name},sha256={digest},{len(data)}")


def main():
    target = pathlib.Path(sys.argv[1] if len(sys.argv) > 1 else ROOT / "build/release")
    with tempfile.TemporaryDirectory() as scratch:
        plain = plain_wheel(pathlib.Path(scratch))
        program = staged_program(pathlib.Path(scratch) / "program")
        name, version = plain.name.split("-")[:2]
        made = target / f"{name}-{version}-{tag()}.whl"
        records = []
        with zipfile.ZipFile(plain) as old, zipfile.ZipFile(made, "w") as new:
            about = f"{name}-{version}.dist-info"
            for path in old.namelist():
                data = old.read(path)
                if path == f"{about}/WHEEL":
                    lines = [line for line in data.decode().splitlines() if not line.startswith(("Root-", "Tag:"))]
                    data = "\n".join(lines + ["Root-Is-Purelib: false", f"Tag: {tag()}", ""]).encode()
                if path != f"{about}/RECORD":
                    entry(new, records, path, data)
            for path, file in sorted(program_files(program).items()):
                entry(new, records, f"anchorscope/program/{path}", file.read_bytes(), os.access(file, os.X_OK))
            new.writestr(f"{about}/RECORD", "\n".join(records + [f"{about}/RECORD,,", ""]))
    print(made)


if __name__ == "__main__":
    main()
