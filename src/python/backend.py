# SPDX-License-Identifier: GPL-3.0-or-later
"""Builds the wheel of the Python module for pip (PEP 517 and 660). Needs no other packages, and leaves no files in this
folder."""
import base64
import hashlib
import os
import pathlib
import re
import shutil
import zipfile

HERE = pathlib.Path(__file__).resolve().parent
LICENSE = HERE.parents[1] / "LICENSE"
shutil.rmtree(HERE / "__pycache__", ignore_errors=True)  # folder with the compiled form of this file


def module():
    """Returns the files of the module as {path in the wheel: file}."""
    return {f"anchorscope/{path.name}": path for path in sorted((HERE / "anchorscope").iterdir())
            if path.suffix in (".py", ".json", ".typed")}


def metadata():
    """Returns METADATA followed by README.md, whose links to other files of the repository are replaced by their
    text."""
    fields, readme = ((HERE / name).read_text(encoding="utf-8") for name in ("METADATA", "README.md"))
    return f"{fields}\n" + re.sub(r"\[([^\]]+)\]\((?!https?:)[^)]*\)", r"\1", readme)


def write_wheel(folder, files, tag="py3-none-any"):
    """Writes a wheel with these files ({path in the wheel: pathlib.Path or bytes}) to the folder and returns its
    path."""
    version = re.search(r"^Version: (.+)$", metadata(), re.MULTILINE)[1]
    pure = str(tag.endswith("-any")).lower()
    about = f"anchorscope-{version}.dist-info"
    files = {**files, f"{about}/METADATA": metadata().encode(), f"{about}/LICENSE": LICENSE,
             f"{about}/WHEEL": f"Wheel-Version: 1.0\nGenerator: anchorscope\nRoot-Is-Purelib: {pure}\nTag: {tag}\n".encode()}
    made, record = pathlib.Path(folder) / f"anchorscope-{version}-{tag}.whl", []
    with zipfile.ZipFile(made, "w", zipfile.ZIP_DEFLATED) as archive:
        for name, file in files.items():
            data = file if isinstance(file, bytes) else file.read_bytes()
            info = zipfile.ZipInfo(name, (2026, 1, 1, 0, 0, 0))
            info.compress_type = zipfile.ZIP_DEFLATED
            info.external_attr = (0o100755 if data is not file and os.access(file, os.X_OK) else 0o100644) << 16
            archive.writestr(info, data)
            digest = base64.urlsafe_b64encode(hashlib.sha256(data).digest()).rstrip(b"=").decode()
            record.append(f"{name},sha256={digest},{len(data)}\n")
        archive.writestr(f"{about}/RECORD", "".join(record) + f"{about}/RECORD,,\n")
    return made


def build_wheel(wheel_directory, config_settings=None, metadata_directory=None):
    """Hook that pip install and pip wheel call: builds the wheel and returns its name."""
    return write_wheel(wheel_directory, module()).name


def build_editable(wheel_directory, config_settings=None, metadata_directory=None):
    """Hook that pip install --editable calls: builds a wheel that refers to this folder, and returns its name."""
    return write_wheel(wheel_directory, {"anchorscope.pth": f"{HERE}\n".encode()}).name
