# SPDX-License-Identifier: GPL-3.0-or-later
"""`pip install ./src/python` builds a wheel that contains the module, and leaves nothing in the clone."""
import base64
import hashlib
import os
import re
import subprocess
import sys
import unittest
import zipfile

from support import ROOT, ScratchTest, anchorscope

SOURCE = ROOT / "src/python"


class Wheel(ScratchTest):
    def built(self, hook):
        """The wheel as pip builds it: by another Python, which would keep the compiled backend in the clone."""
        before = sorted(os.listdir(SOURCE))
        environment = {name: value for name, value in os.environ.items() if name != "PYTHONDONTWRITEBYTECODE"}
        name = subprocess.run([sys.executable, "-c", f"import backend; print(backend.{hook}({str(self.folder)!r}))"],
                              check=True, cwd=SOURCE, env=environment, stdout=subprocess.PIPE, text=True).stdout.strip()
        self.assertEqual(sorted(os.listdir(SOURCE)), before)
        return zipfile.ZipFile(self.folder / name)

    def test_it_contains_the_module(self):
        with self.built("build_wheel") as wheel:
            about = f"anchorscope-{anchorscope.__version__}.dist-info"
            self.assertEqual(wheel.read(f"{about}/LICENSE"), (ROOT / "LICENSE").read_bytes())
            self.assertEqual(re.findall(r"\]\((?!https?:)", wheel.read(f"{about}/METADATA").decode()), [])
            record = [line.rsplit(",", 2) for line in wheel.read(f"{about}/RECORD").decode().splitlines()]
            self.assertEqual([name for name, _, _ in record], wheel.namelist())
            for name, digest, size in record[:-1]:
                data = wheel.read(name)
                found = base64.urlsafe_b64encode(hashlib.sha256(data).digest()).decode().rstrip("=")
                self.assertEqual((digest, size), (f"sha256={found}", str(len(data))))
            wheel.extractall(self.folder / "site")
        told = subprocess.run([sys.executable, "-c", "import anchorscope, importlib.metadata as known; print(anchorscope."
                               "__file__, known.version('anchorscope'), anchorscope.__version__)"], check=True,
                              cwd="/", env={**os.environ, "PYTHONPATH": str(self.folder / "site")},
                              stdout=subprocess.PIPE, text=True).stdout.split()
        self.assertEqual(told, [str(self.folder / "site/anchorscope/__init__.py"), *[anchorscope.__version__] * 2])

    def test_an_editable_one_names_the_clone(self):
        with self.built("build_editable") as wheel:
            self.assertEqual(wheel.read("anchorscope.pth").decode(), f"{SOURCE}\n")


if __name__ == "__main__":
    unittest.main()
