# SPDX-License-Identifier: GPL-3.0-or-later
"""The options of the functions are those of the program, which printed them.

    ANCHORSCOPE_CLI=build/release/bin/anchorscope-cli python3 tests/python/test_options.py --update   # stores them again
"""
import inspect
import json
import os
import re
import subprocess
import sys
import unittest

from support import ROOT, ScratchTest, anchorscope

sys.path.insert(0, str(ROOT / "resources/packaging"))

import release  # noqa: E402

TABLE = ROOT / "src/python/anchorscope/options.json"
FUNCTIONS = ("info", "optimize", "retrieval", "stitch", "translate")
OWN = ("json", "progress", "help", "help-advanced")


def printed(*arguments):
    return subprocess.run([os.environ["ANCHORSCOPE_CLI"], *arguments], check=True, stdout=subprocess.PIPE,
                          encoding="utf-8").stdout


def of_program():
    """The table as src/python/anchorscope/signatures.py reads it."""
    version = re.match(r"\S+ (\S+)", printed("--version"))[1]
    options, names = {}, {}
    for command in re.findall(r"^  ((?:experiment |lesson )?[a-z-]+)  ", printed("--help"), re.MULTILINE):
        found = [dict(option, name=option["name"].replace("-", "_"))
                 for option in json.loads(printed(*command.split(), "--help", "--json"))["options"]
                 if option["name"] not in OWN]
        names[command] = [option["name"] for option in found]
        if command in FUNCTIONS:
            options[command] = found
    lines = {command: ",\n".join("  " + json.dumps(option, ensure_ascii=False) for option in found)
             for command, found in options.items()}
    return (f'{{"version": {json.dumps(version)},\n"options": {{'
            + ",\n".join(f' "{command}": [\n{text}]' for command, text in lines.items())
            + '},\n"names": {\n'
            + ",\n".join(f' "{command}": {json.dumps(found)}' for command, found in names.items()) + "}}\n")


class Options(ScratchTest):
    def test_the_table_is_that_of_the_program(self):
        self.assertEqual(json.loads(TABLE.read_text(encoding="utf-8")), json.loads(of_program()),
                         "store it anew: tests/python/test_options.py --update")

    def test_signatures(self):
        for name in FUNCTIONS:
            function = getattr(anchorscope, name)
            parameters = inspect.signature(function).parameters
            for option in json.loads(TABLE.read_text(encoding="utf-8"))["options"][name]:
                keyword = "from_" if option["name"] == "from" else option["name"]
                self.assertEqual(parameters[keyword].kind, inspect.Parameter.KEYWORD_ONLY)
                self.assertIn(f"\n    {keyword}: ", function.__doc__)
        parameters = inspect.signature(anchorscope.optimize).parameters
        self.assertEqual((parameters["anchors"].default, parameters["anchors"].annotation), (300, int))
        self.assertEqual((parameters["shrinkage"].default, parameters["confirmed"].default), (0.1, False))
        self.assertIn("anchors", inspect.signature(anchorscope.Aligner).parameters)

    def test_version(self):
        """The files that a release changes have the version of the module, and one date."""
        found = {"version": {anchorscope.__version__}, "date": set(), "year": set()}
        for file, pattern, value in release.PLACES:
            found[value].add(re.search(pattern, (ROOT / file).read_text(encoding="utf-8"))[2])
        self.assertEqual({value: len(each) for value, each in found.items()}, dict.fromkeys(found, 1), found)

    def test_names(self):
        self.refused("wrong-usage", "optimize has no option n_anchors; did you mean anchors?", anchorscope.optimize,
                     [[1, 2]], n_anchors=30)
        self.refused("wrong-usage", "did you mean similarity?", anchorscope.optimize, [[1, 2]], similarty="cosine")
        self.refused("wrong-usage", "did you mean max_items?", anchorscope.run, "health", "x.h5", maxitems=3)
        self.refused("wrong-usage", "lists its options", anchorscope.optimize, [[1, 2]], qqqq=3)
        self.assertEqual(sorted(set(anchorscope.__all__) - set(vars(anchorscope))), [])


if __name__ == "__main__":
    if sys.argv[1:] == ["--update"]:
        TABLE.write_text(of_program(), encoding="utf-8")
    else:
        unittest.main()
