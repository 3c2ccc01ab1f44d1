# SPDX-License-Identifier: GPL-3.0-or-later
"""The program run from Python: its numbers, its errors. ANCHORSCOPE_CLI names the one that is tested."""
import csv
import json
import os
import re
import signal
import stat
import subprocess
import sys
import threading
import unittest
import warnings
from unittest import mock

import numpy as np

from support import ODD_IDS, ROOT, ScratchTest, anchorscope, twins

DIGITS = ROOT / "examples/data/digits.h5"
# Few items, so that all tests take only seconds.
PART = {"x": "ae16_seed0", "y": "ae16_seed1", "max_items": 300}
PART_LINE = ["--x", "ae16_seed0", "--y", "ae16_seed1", "--max-items", "300"]
FEW = dict(PART, anchors=40)


def printed(command, *arguments):
    """Output of the program without this module."""
    line = [os.environ["ANCHORSCOPE_CLI"], command, str(DIGITS), *PART_LINE, "--json", *map(str, arguments)]
    return json.loads(subprocess.run(line, stdout=subprocess.PIPE, stderr=subprocess.DEVNULL, check=True).stdout)


class SameNumbers(ScratchTest):
    def test_optimize_retrieval_stitch_translate(self):
        session, table = self.folder / "run.ascope", self.folder / "found.csv"
        wanted = printed("optimize", "--anchors", 40, "--correspondence", table)
        found = anchorscope.optimize(DIGITS, out=session, **FEW)
        with open(table, newline="", encoding="utf-8") as file:
            rows = list(csv.DictReader(file))
        self.assertEqual(len(rows), 300)
        self.assertEqual(list(found.y_ids), [row["y_id"] for row in rows])
        self.assertEqual(list(found.x_ids), [row["x_id"] for row in rows])
        self.assertEqual(list(found.scores), [float(row["score"]) for row in rows])
        self.assertEqual(list(found.margins), [float(row["margin"]) for row in rows])
        self.assertEqual(list(found.mutual), [row["mutual"] == "1" for row in rows])
        self.assertEqual((found.right, found.verdict, found.iterations),
                         (wanted["right"], wanted["verdict"], wanted["iterations"]))
        self.assertEqual([text == "" for text in (row["probability"] for row in rows)],
                         list(np.isnan(found.probabilities)))
        for name in ("estimated_right", "share_with_partner", "estimated_right_given_partner"):
            self.assertEqual(vars(getattr(found, name)), wanted[name])
        self.assertEqual(list(found.history["loss"]), [step["loss"] for step in wanted["history"]])
        self.assertEqual(np.isnan(found.history["mutual"]).tolist(),
                         [step["mutual"] is None for step in wanted["history"]])

        rest = dict(PART, session=session, methods=["gt", "canonical"])
        line = ["--session", session, "--methods", "gt,canonical"]
        wanted, measured = printed("retrieval", *line)["rows"], anchorscope.retrieval(DIGITS, **rest)
        self.assertEqual(list(measured.columns["method"]), ["GT", "GT", "canonical", "canonical"])
        for name in ("mrr", "p_at_1", "jaccard"):
            self.assertEqual(list(measured.columns[name]), [row[name]["mean"] for row in wanted])
            self.assertEqual(measured.values[name].tolist(), [row[name]["values"] for row in wanted])
        self.assertEqual(measured.where(method="GT", source="y")["mrr"], wanted[1]["mrr"]["mean"])
        self.assertRaises(KeyError, measured.where, method="GT")

        wanted, stitched = printed("stitch", *line), anchorscope.stitch(DIGITS, **rest)
        self.assertEqual(stitched.classes, wanted["classes"])
        self.assertEqual(list(stitched.columns["accuracy"]), [row["accuracy"]["mean"] for row in wanted["rows"]])
        self.assertEqual([each.tolist() for each in stitched.confusion], [row["confusion"] for row in wanted["rows"]])

        del rest["methods"]
        array = self.folder / "moved.npy"
        wanted = printed("translate", "--session", session, "--out", array, "--map", "canonical", "--adapter",
                         self.folder / "wanted.npz")
        moved = anchorscope.translate(DIGITS, map="canonical", adapter=self.folder / "map.npz", **rest)
        np.testing.assert_array_equal(moved.vectors, np.load(array))
        self.assertEqual((self.folder / "map.npz").read_bytes(), (self.folder / "wanted.npz").read_bytes())
        self.assertEqual((moved.vectors.shape, moved.adapter.matrix.shape, moved.cosine), ((300, 16), (16, 16),
                                                                                          wanted["cosine"]))
        self.assertEqual(list(moved.ids), [f"scan {i}" for i in range(300)])

    def test_adapter(self):
        """The snippet of the README gives the rows that the program writes."""
        text = (ROOT / "README.md").read_text()
        snippet = text.split("<!-- adapter -->\n```python\n")[1].split("```")[0]
        spaces = anchorscope.load(DIGITS).spaces
        for name in ("irp", "procrustes", "polar", "affine", "ridge", "canonical"):
            for centring in ("center", "standardize", "none"):
                out, file = self.folder / "rows.npy", self.folder / "adapter.npz"
                moved = anchorscope.translate(DIGITS, map=name, center=centring, anchors=60, out=out, adapter=file,
                                              force=True, **{key: PART[key] for key in ("x", "y")})
                known = dict(np=np, x=np.asarray(spaces[PART["x"]], np.float64), path=file)
                exec(snippet.replace('"adapter.npz"', "path"), known)
                scale = np.linalg.norm(moved.vectors, axis=1).mean()
                self.assertLess(np.abs(known["y"] - moved.vectors).max() / scale, 1e-6, (name, centring))
                np.testing.assert_allclose(moved.adapter(spaces[PART["x"]]), known["y"], rtol=0, atol=1e-12 * scale)
                kept = moved.json["kept"]
                self.assertGreater(kept["translated_queries"]["own_at_10"], 0.5, (name, centring))
                self.assertEqual([point["pairs"] for point in kept["learning"]], [10, 30, 60])

    def test_two_datasets_in_memory(self):
        x, y = twins(150)
        order = np.random.default_rng(1).permutation(150)
        ids = np.array(ODD_IDS + [f"ü{i}" for i in range(150 - len(ODD_IDS))], object)
        mine, theirs = anchorscope.Dataset({"mine": x}, ids), anchorscope.Dataset({"theirs": y[order]}, ids[order])
        found = anchorscope.optimize((mine, theirs), pair="none", anchors=30,
                                     seed_pairs=[(each, each) for each in ids[:15]])
        self.assertEqual((list(found.y_ids), list(found.x_ids)), (list(ids[order]), list(ids[order])))
        self.assertIsNone(found.right)
        self.assertEqual(found.verdict, "aligned")
        best = anchorscope.optimize((mine, theirs), anchors=30, partners=3)
        self.assertEqual((best.x_ids.shape, best.scores.shape, best.margins), ((150, 3), (150, 3), None))
        self.assertEqual(list(best.x_ids[:, 0]), list(best.y_ids))
        self.assertTrue((np.diff(best.scores, axis=1) <= 0).all())
        self.assertEqual(best.right, 1)

    def test_progress(self):
        heard = []
        anchorscope.optimize(DIGITS, progress=lambda share, stage: heard.append((share, stage)), **FEW)
        self.assertGreater(len(heard), 0)
        self.assertTrue(all(0 <= share <= 1 and stage for share, stage in heard), heard)

        def stop(share, stage):
            raise InterruptedError("enough")
        self.assertRaises(InterruptedError, anchorscope.optimize, DIGITS, progress=stop, **FEW)

    def test_any_command(self):
        answer = anchorscope.run("health", DIGITS, **FEW)
        self.assertEqual(len(answer["rows"]), 40)
        answer = anchorscope.run("inspect", DIGITS, "scan 3", **FEW)
        self.assertEqual((answer["x"], answer["settings"]["max_items"]), ("scan 3", 300))


class Failures(ScratchTest):
    def test_the_programs_sentence_code_and_id(self):
        error = self.refused("no-such-file", "there is no such file", anchorscope.info, self.folder / "none.h5")
        self.assertEqual((error.exit_code, error.file), (2, str(self.folder / "none.h5")))
        error = self.refused("no-such-space", "nowhere", anchorscope.optimize, DIGITS, **dict(FEW, x="nowhere"))
        self.assertEqual(error.exit_code, 2)
        self.refused("wrong-usage", "no_option", anchorscope.optimize, DIGITS, no_option=1)
        self.refused("wrong-usage", "command", anchorscope.run, "nothing", DIGITS)
        seeds = self.folder / "seeds.csv"
        anchorscope.write_pairs(seeds, [("scan 1", "scan 1"), ("scan ü", "scan 2")])
        error = self.refused("unknown-item", "“scan ü” is not an item of X", anchorscope.optimize, DIGITS, seed_pairs=seeds,
                             **FEW)
        self.assertEqual(error.place, "line 3")

    def test_data_in_memory_are_not_called_by_a_path(self):
        small = anchorscope.Dataset({"a": np.eye(5), "b": np.eye(5)})
        error = self.refused("too-few-pairs", "the dataset: Expected at least 15 known pairs", anchorscope.optimize,
                             small, anchors=15, seeds=15)
        self.assertEqual(error.file, "the dataset")
        self.refused("too-few-items", "X,Y: Expected at least 300 items", anchorscope.optimize, (small, small),
                     pair="none", seed_pairs=[(0, 0)], anchors=300)
        self.refused("no-seeds", "no pair", anchorscope.optimize, small, seed_pairs=[])
        self.refused("wrong-usage", "found 3", anchorscope.info, (small, small, small))

    def test_an_interrupt_ends_the_program(self):
        path = self.program("echo $$ > \"$0.pid\"; printf '\\r 45 %% at work\\n' >&2; exec sleep 60")
        handler = signal.signal(signal.SIGINT, signal.default_int_handler)
        self.addCleanup(signal.signal, signal.SIGINT, handler)
        with mock.patch.object(threading, "excepthook") as failed:
            self.assertRaises(KeyboardInterrupt, anchorscope.run, "info", DIGITS, cli=path,
                              progress=lambda share, stage: os.kill(os.getpid(), signal.SIGINT))
        failed.assert_not_called()
        self.assertRaises(ProcessLookupError, os.kill, int((self.folder / "other-cli.pid").read_text()), 0)

    def test_a_missing_program(self):
        with mock.patch.dict(os.environ, {"PATH": str(self.folder)}):
            with mock.patch.dict(os.environ):
                del os.environ["ANCHORSCOPE_CLI"]
                self.refused("no-program", "anchorscope-cli was not found", anchorscope.find_program)
            os.environ["ANCHORSCOPE_CLI"] = str(self.folder / "gone")
            self.refused("no-program", "gone was not found", anchorscope.info, DIGITS)

    def program(self, text):
        """A program with the given output that replaces the command line."""
        path = self.folder / "other-cli"
        path.write_text("#!/bin/sh\n" + text)
        path.chmod(path.stat().st_mode | stat.S_IXUSR)
        return path

    def test_where_the_program_is_found(self):
        path = self.program("echo '{\"it\": \"ran\"}'")
        self.assertEqual(anchorscope.run("info", DIGITS, cli=path), {"it": "ran"})
        with mock.patch.dict(os.environ, {"PATH": str(self.folder) + ":/bin:/usr/bin"}):
            del os.environ["ANCHORSCOPE_CLI"]
            path.rename(self.folder / "anchorscope-cli")
            self.assertEqual(anchorscope.find_program(), str(self.folder / "anchorscope-cli"))

    def test_a_program_that_fails_otherwise(self):
        error = self.refused("crashed", "ended by signal 11; it said: at work", anchorscope.run, "info", DIGITS,
                             cli=self.program("echo at work >&2; kill -SEGV $$"))
        self.assertEqual(error.exit_code, -11)
        error = self.refused("crashed", "exit code 3 and without a result", anchorscope.run, "info", DIGITS,
                             cli=self.program("echo no JSON; exit 3"))
        error = self.refused("cannot-save", "disk is full", anchorscope.run, "info", DIGITS,
                             cli=self.program('echo \'{"right": 1, "warnings": ["a", "disk is full"]}\'; exit 1'))
        self.assertEqual((error.result["right"], error.exit_code), (1, 1))
        error = self.refused("cancelled", "stopped", anchorscope.run, "info", DIGITS,
                             cli=self.program("echo '{}'; exit 130"))

    def test_notes_of_the_program_are_warnings(self):
        x, y = twins(150)
        path = self.program("echo '{\"warnings\": [\"one\", \"two\"]}'")
        for function, notes in ((lambda: anchorscope.run("info", DIGITS, cli=path), ["one", "two"]),
                                (lambda: anchorscope.optimize(x, y, anchors=30), ["Row 1 of one file was paired"])):
            with warnings.catch_warnings(record=True) as told:
                warnings.simplefilter("always")
                function()
            self.assertEqual([str(each.message)[:28] for each in told], notes)
            self.assertEqual({each.filename for each in told}, {__file__})

    def test_options_are_written_as_the_program_reads_them(self):
        path = self.program('for each; do printf "%s\\n" "$each"; done > "$0.txt"; echo "{}"')
        anchorscope.run("retrieval", (DIGITS, "b.h5"), "ITEM", cli=path, max_items=5, score_anchors=True,
                        exact=False, pair=None, methods=["gt", "seed"], session=self.folder / "-o.h5")
        self.assertEqual((self.folder / "other-cli.txt").read_text().split("\n")[:-1],
                         ["retrieval", "--json", "--max-items=5", "--score-anchors", "--methods=gt,seed",
                          f"--session={self.folder / '-o.h5'}", "--", f"{DIGITS},b.h5", "ITEM"])


class Pages(ScratchTest):
    def test_ten_lines_of_the_readme(self):
        """Two arrays and fifteen pairs, with the words of src/python/README.md; then the same by files."""
        page = (ROOT / "src/python/README.md").read_text(encoding="utf-8")
        code = re.search(r"```python\n(.*?seed_pairs=.*?)```", page, re.DOTALL)[1]
        self.assertLessEqual(len([line for line in code.split("\n") if line]), 10)
        x, y = twins(400, 12)
        order = np.random.default_rng(2).permutation(400)
        pairs = [(order[row], row) for row in range(0, 150, 10)]
        names = {"x": x, "y": y[order], "pairs": pairs}
        with open(os.devnull, "w", encoding="utf-8") as nowhere, mock.patch.object(sys, "stdout", nowhere):
            exec(compile(code, "README", "exec"), names)
        self.assertEqual(names["found"].verdict, "aligned")
        self.assertEqual(names["found"].matches.tolist(), order.tolist())
        # A rotation is found: translated rows equal their partners, except in directions below the default cut-off.
        moved = names["moved"][order]  # each beside its partner in Y
        cosines = (moved * y[order]).sum(1) / np.linalg.norm(moved, axis=1) / np.linalg.norm(y[order], axis=1)
        self.assertGreater(cosines.min(), 0.9)

        np.save(self.folder / "x.npy", x)
        np.save(self.folder / "y.npy", y[order])
        anchorscope.write_pairs(self.folder / "pairs.csv", pairs)
        found = anchorscope.optimize(self.folder / "x.npy", self.folder / "y.npy", pair="none",
                                     seed_pairs=self.folder / "pairs.csv")
        self.assertEqual(found.scores.tolist(), names["found"].scores.tolist())
        self.assertEqual((found.x_ids.tolist(), found.matches), ([str(row) for row in order], None))


if __name__ == "__main__":
    unittest.main()
