# SPDX-License-Identifier: GPL-3.0-or-later
"""The recipes of the handbook's pages on importing embeddings run as printed. Packages that are not installed
and servers are replaced by mocks that return the same values."""
import base64
import contextlib
import importlib.util
import io
import json
import os
import re
import sys
import types
import unittest

import numpy as np

from support import ROOT, ScratchTest, anchorscope

ROWS = np.arange(60, dtype="<f4").reshape(20, 3) % 7
IDS = [f"item {row}" for row in range(20)]


def recipe(page, heading):
    """The code under a heading."""
    text = (ROOT / "resources/handbook" / f"{page}.md").read_text(encoding="utf-8")
    section = re.search(rf"^## {heading}\n(.*?)(?=^## |\Z)", text, re.DOTALL | re.MULTILINE).group(1)
    return "\n\n".join(re.sub("^    ", "", block, flags=re.MULTILINE)
                       for block in re.findall(r"(?:^    .*\n(?:\n(?=    ))?)+", section, re.MULTILINE))


class Model:
    """Mock models of sentence-transformers and gensim."""

    def __init__(self, name=""):
        self.wv = self

    def encode(self, texts):
        return ROWS[:len(texts)]

    def save_word2vec_format(self, path):
        lines = [f"{id.replace(' ', '_')} {' '.join(map(str, row))}" for id, row in zip(IDS, ROWS)]
        with open(path, "w", encoding="utf-8") as file:
            file.write("\n".join([f"{len(ROWS)} {ROWS.shape[1]}"] + lines) + "\n")


class Server:
    """Mock clients of OpenAI, Qdrant and Milvus. Pages of the two databases contain eight points."""

    def __init__(self):
        self.embeddings, self.at = self, 0

    def create(self, model, input, encoding_format):
        assert encoding_format == "base64"
        return types.SimpleNamespace(data=[
            types.SimpleNamespace(embedding=base64.b64encode(row.tobytes()).decode()) for row in ROWS[:len(input)]])

    def scroll(self, name, limit, offset, with_vectors):
        begin = offset or 0
        points = [types.SimpleNamespace(id=row, vector=ROWS[row].tolist()) for row in range(begin, min(begin + 8, 20))]
        return points, begin + 8 if begin + 8 < 20 else None

    def query_iterator(self, name, batch_size, output_fields):
        return self

    def next(self):
        rows = range(self.at, min(self.at + 8, 20))
        self.at += 8
        return [{"id": row, "embedding": ROWS[row].tolist()} for row in rows]

    def close(self):
        pass


class Handbook(ScratchTest):
    def setUp(self):
        super().setUp()
        before = os.getcwd()
        self.addCleanup(os.chdir, before)
        os.chdir(self.folder)

    def holds(self, file, ids=True):
        """The program finds the rows in the file."""
        said = anchorscope.info(file)
        self.assertEqual([said.items] + [space.dimension for space in said.spaces][:1], [20, 3])
        if ids:
            self.assertTrue(said.json["ids"]["unique"])

    def run_recipe(self, page, heading, **names):
        exec(recipe(page, heading), {"np": np, "json": json, "anchorscope": anchorscope, **names})

    def test_models(self):
        sys.modules["sentence_transformers"] = types.SimpleNamespace(SentenceTransformer=Model)
        self.addCleanup(sys.modules.pop, "sentence_transformers")
        self.run_recipe("import", "Sentence-transformers", texts=IDS)
        self.holds("mine.h5")
        self.run_recipe("import", "OpenAI", texts=IDS, client=Server())
        np.testing.assert_array_equal(np.load("openai.npy"), ROWS)
        self.run_recipe("import", "gensim", model=Model())
        self.holds("words.vec")

    @unittest.skipUnless(importlib.util.find_spec("pandas"), "pandas is not installed")
    def test_frames(self):
        import pandas
        frame = pandas.DataFrame({"id": IDS, "topic": ["a", "b"] * 10, "embedding": list(ROWS)})
        code = recipe("import", "pandas, Parquet").split("python3 -m")[0]
        exec(code, {"anchorscope": anchorscope, "frame": frame})
        self.holds("mine.h5")

    def test_databases(self):
        self.run_recipe("databases", "Qdrant", client=Server())
        self.holds("old.h5")
        os.remove("old.h5")
        self.run_recipe("databases", "Milvus", client=Server())
        self.holds("old.h5")

    def test_sqlite(self):
        import sqlite3
        with contextlib.closing(sqlite3.connect("items.db")) as base:
            base.execute("CREATE TABLE items (id TEXT, embedding BLOB)")
            base.executemany("INSERT INTO items VALUES (?, ?)", [(id, row.tobytes()) for id, row in zip(IDS, ROWS)])
            base.commit()
        self.run_recipe("databases", "SQLite", sqlite3=sqlite3)
        self.holds("old.npz")

    @unittest.skipUnless(importlib.util.find_spec("hnswlib"), "hnswlib is not installed")
    def test_hnswlib(self):
        import hnswlib
        index = hnswlib.Index("l2", 384)
        index.init_index(len(ROWS))
        index.add_items(np.tile(ROWS, 128), np.arange(len(ROWS)) + 100)
        index.save_index("old.bin")
        self.run_recipe("databases", "hnswlib", hnswlib=hnswlib)
        said = anchorscope.info("old.npz")
        self.assertEqual([said.items, said.spaces[0].dimension], [20, 384])
        self.assertTrue(said.json["ids"]["unique"])

    def test_texts_of_databases(self):
        """Files like those of pgvector's COPY and of a search engine open without conversion."""
        with open("old.csv", "w", encoding="utf-8") as file:
            file.write("id,embedding\n" + "".join(f'{row},"{json.dumps(ROWS[row].tolist())}"\n' for row in range(20)))
        self.holds("old.csv")
        hits = [{"_id": id, "_source": {"embedding": row.tolist()}} for id, row in zip(IDS, ROWS)]
        helpers = types.SimpleNamespace(scan=lambda client, index: hits)
        lines = io.StringIO()
        self.run_recipe("databases", "Elasticsearch, OpenSearch", helpers=helpers, client=None, out=lines)
        with open("old.jsonl", "w", encoding="utf-8") as file:
            file.write(lines.getvalue())
        self.holds("old.jsonl")


if __name__ == "__main__":
    unittest.main()
