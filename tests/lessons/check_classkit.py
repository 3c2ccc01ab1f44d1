#!/usr/bin/python3
# SPDX-License-Identifier: GPL-3.0-or-later
"""The class kit is made by one command: six slides that need nothing else, with the measured numbers, and sessions."""
import base64
import os
import pathlib
import re
import struct
import subprocess
import sys
import tempfile
import unittest

ROOT = pathlib.Path(__file__).resolve().parents[2]
BIN = os.environ["ANCHORSCOPE_TEST_BIN"]


class ClassKit(unittest.TestCase):
    def test_kit(self):
        with tempfile.TemporaryDirectory() as folder:
            subprocess.run([sys.executable, str(ROOT / "examples/lessons/classkit.py"), folder], check=True,
                           env=dict(os.environ, ANCHORSCOPE_BIN=BIN))
            self.slides((pathlib.Path(folder) / "slides.html").read_text(encoding="utf-8"))
            digits = ["--x", "ae32_seed0", "--y", "ae32_seed1"]
            for session, data, spaces in (("loss", "words", []), ("automatic", "words", []), ("digits", "digits", digits)):
                subprocess.run([f"{BIN}/anchorscope-cli", "health", str(ROOT / f"examples/data/{data}.h5"), *spaces,
                                "--session", f"{folder}/{session}.ascope"], stdout=subprocess.DEVNULL, check=True)

    def slides(self, page):
        sections = re.findall(r"<section>.*?</section>", page, re.DOTALL)
        self.assertEqual(len(sections), 6)
        sources = re.findall(r'src="(.*?)"', page)
        self.assertGreaterEqual(len(sources), 6)
        for source in sources:  # nothing is fetched from elsewhere
            self.assertTrue(source.startswith("data:image/png;base64,"), source[:80])
            picture = base64.b64decode(source.split(",")[1])
            self.assertEqual(struct.unpack(">II", picture[16:24]), (1280, 720))
        self.assertNotRegex(re.sub('src=".*?"', "", page), "https?:|url\\(|@import")
        numbers = [[int(number) for number in re.findall(r"(\d+) (?:%|km)", section)] for section in sections]
        close, spread = numbers[3]
        loss, automatic = numbers[4]
        raw, relative = numbers[5]
        self.assertTrue(close > 300 and spread < 45, numbers[3])
        self.assertTrue(loss < 20 and automatic > 90, numbers[4])
        self.assertTrue(raw < 30 and relative > 90, numbers[5])


if __name__ == "__main__":
    unittest.main()
