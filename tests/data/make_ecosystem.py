#!/usr/bin/python3
# SPDX-License-Identifier: GPL-3.0-or-later
"""Writes files like other programs, with the expected result of reading each.

Usage: make_ecosystem.py FOLDER     writes the files and list.json: {file: expectation}.

An expectation is either {"refused": [parts of the sentence]} or what is read: "spaces" {name: [first row, last row]},
"rows", "ids" and "labels" (first and last; null: none), "columns" {name: [first, last]}, "frames" as spaces, "warnings" (parts).
Values are multiples of 1/8 below 16, which every number type here holds exactly. Formats whose writers Debian does not
package are written byte by byte after their descriptions.
"""
import gzip
import io
import json
import os
import pickle
import sqlite3
import struct
import sys
import zipfile

import h5py
import numpy as np
import pandas as pd

N, D = 24, 12
random = np.random.default_rng(20)
VALUES = (random.integers(-127, 128, (N, D)) / 8).astype(np.float32)
OTHERS = (random.integers(-127, 128, (N, 5)) / 8).astype(np.float32)
WHOLE = random.integers(0, 128, (N, D))
WORDS = [f"wörd{i}" for i in range(N)]
TEXTS = [f"the {i}th text, with a comma and “quotes”" for i in range(N)]
CLASSES = [["noun", "verb", "other"][i % 3] for i in range(N)]
YEARS = [1990 + (i * 7) % 30 for i in range(N)]
NUMBERS = [str(i) for i in range(N)]
E = [f"e{j}" for j in range(D)]

files = {}     # name: function that writes it
expected = {}  # name: expectation


def ends(values):
    return [values[0], values[-1]]


def opens(name, spaces=None, ids=None, labels=None, columns=None, warnings=(), rows=N, frames=None):
    """Registers a file that is read; `spaces`: {name: matrix} or the matrix of a space named like the file."""
    stem = name.split("/")[-1]
    stem = stem[:-3] if stem.endswith(".gz") else stem
    spaces = VALUES if spaces is None else spaces
    spaces = spaces if isinstance(spaces, dict) else {stem.rsplit(".", 1)[0]: spaces}
    expected[name] = {"rows": rows, "spaces": {key: [list(map(float, row)) for row in ends(matrix)]
                                               for key, matrix in spaces.items()},
                      "dims": {key: len(matrix[0]) for key, matrix in spaces.items()},
                      "ids": ends(ids) if ids is not None else None,
                      "labels": ends(labels) if labels is not None else None,
                      "columns": {key: [str(value) for value in ends(column)] for key, column in (columns or {}).items()},
                      "frames": {key: [list(map(float, row)) for row in ends(matrix)]
                                 for key, matrix in (frames or {}).items()},
                      "warnings": list(warnings)}
    return lambda make: files.setdefault(name, make)


def refused(name, *parts):
    expected[name] = {"refused": list(parts)}
    return lambda make: files.setdefault(name, make)


def frame(**columns):
    return pd.DataFrame({**columns, **{E[j]: VALUES[:, j] for j in range(D)}})


def lines(rows):
    return "".join(row + "\n" for row in rows).encode()


def text_vector(row, separator=", ", brackets="[]"):
    return brackets[0] + separator.join(str(float(value)) for value in row) + brackets[1]


# ---- tables

@opens("pandas_default.csv", ids=WORDS)
def _():
    return frame(word=WORDS).to_csv().encode()


@opens("pandas_no_index.csv", ids=WORDS, labels=CLASSES)
def _():
    return frame(word=WORDS, label=CLASSES).to_csv(index=False).encode()


@opens("pandas_array.csv", ids=NUMBERS)
def _():
    return pd.DataFrame(VALUES).to_csv().encode()


@opens("pandas_tabs.tsv", ids=WORDS)
def _():
    return frame(token=WORDS).to_csv(index=False, sep="\t").encode()


@opens("r_write_csv.csv", ids=[str(i + 1) for i in range(N)])
def _():
    head = ",".join(['""'] + [f'"V{j + 1}"' for j in range(D)])
    return lines([head] + [f'"{i + 1}",' + ",".join(str(v) for v in VALUES[i]) for i in range(N)])


@opens("metadata_columns.csv", ids=WORDS, labels=CLASSES, columns={"text": TEXTS, "year": YEARS})
def _():
    return frame(id=WORDS, text=TEXTS, year=YEARS, category=CLASSES).to_csv(index=False).encode()


@opens("excel_utf8.csv", ids=WORDS)
def _():
    rows = [";".join(["id"] + E)] + [";".join([WORDS[i]] + [str(v) for v in VALUES[i]]) for i in range(N)]
    return b"\xef\xbb\xbf" + "\r\n".join(rows).encode()


@refused("excel_german.csv", "decimal point")
def _():
    return lines([";".join(["id"] + E)] + [";".join([WORDS[i]] + [str(v).replace(".", ",") for v in VALUES[i]])
                                           for i in range(N)])


@refused("excel_unicode.txt", "UTF-16", "UTF-8")
def _():
    return frame(id=WORDS).to_csv(index=False, sep="\t").encode("utf-16")


@opens("savetxt.txt")
def _():
    out = io.BytesIO()
    np.savetxt(out, VALUES)
    return out.getvalue()


@opens("savetxt.csv")
def _():
    out = io.BytesIO()
    np.savetxt(out, VALUES, delimiter=",", fmt="%.6g")
    return out.getvalue()


@opens("old_mac.csv", ids=WORDS)
def _():
    return frame(id=WORDS).to_csv(index=False).encode().replace(b"\n", b"\r")


@opens("iris.csv", {"iris": VALUES[:, :4]}, labels=CLASSES)
def _():
    names = ["sepal_length", "sepal_width", "petal_length", "petal_width"]
    table = pd.DataFrame({names[j]: VALUES[:, j] for j in range(4)})
    return table.assign(species=CLASSES).to_csv(index=False).encode()


@opens("mnist.csv", WHOLE, labels=[str(i % 10) for i in range(N)])
def _():
    table = pd.DataFrame({f"pixel{j}": WHOLE[:, j] for j in range(D)})
    table.insert(0, "label", [i % 10 for i in range(N)])
    return table.to_csv(index=False).encode()


@opens("openai_cookbook.csv", {"embedding": VALUES}, ids=TEXTS, columns={"n_tokens": YEARS})
def _():
    return pd.DataFrame({"text": TEXTS, "n_tokens": YEARS, "embedding": [list(map(float, v)) for v in VALUES]}) \
        .to_csv().encode()


@opens("pgvector.csv", {"embedding": VALUES}, ids=[str(900 + i) for i in range(N)], columns={"content": TEXTS})
def _():
    return pd.DataFrame({"id": range(900, 900 + N), "content": TEXTS,
                         "embedding": [text_vector(v, ",") for v in VALUES]}).to_csv(index=False).encode()


@opens("postgres_array.csv", {"vector": VALUES}, ids=WORDS)
def _():
    return pd.DataFrame({"name": WORDS, "vector": [text_vector(v, ",", "{}") for v in VALUES]}) \
        .to_csv(index=False).encode()


@opens("numpy_in_pandas.csv", {"emb": VALUES}, ids=WORDS)
def _():
    return pd.DataFrame({"word": WORDS, "emb": [np.array2string(v, max_line_width=40) for v in VALUES]}) \
        .to_csv(index=False).encode()


@refused("numpy_elided.csv", "…", "abbreviated")
def _():
    wide = np.tile(VALUES, 100)
    return pd.DataFrame({"word": WORDS, "emb": [np.array2string(v) for v in wide]}).to_csv(index=False).encode()


@refused("ragged_vectors.csv", "line 9", "12 numbers", "11")
def _():
    rows = [text_vector(v if i != 7 else v[:-1]) for i, v in enumerate(VALUES)]
    return pd.DataFrame({"id": WORDS, "vector": rows}).to_csv(index=False).encode()


@opens("two_models.csv", {"model_a": VALUES, "model_b": OTHERS}, ids=WORDS, labels=CLASSES)
def _():
    return pd.DataFrame({"id": WORDS, "model_a": [text_vector(v) for v in VALUES],
                         "model_b": [text_vector(v) for v in OTHERS], "label": CLASSES}).to_csv(index=False).encode()


@opens("table.csv.gz", ids=WORDS, labels=CLASSES)
def _():
    return gzip.compress(frame(id=WORDS, label=CLASSES).to_csv(index=False).encode(), mtime=0)


@refused("cut.csv.gz", "cut off")
def _():
    return gzip.compress(frame(id=WORDS).to_csv(index=False).encode(), mtime=0)[:-100]


# ---- word vectors

def vec(header):
    return lines(([f"{N} {D}"] if header else []) + [WORDS[i] + " " + " ".join(str(v) for v in VALUES[i])
                                                     for i in range(N)])


@opens("wiki.vec", ids=WORDS)
def _():
    return vec(True)


@opens("wiki.vec.gz", ids=WORDS)
def _():
    return gzip.compress(vec(True), mtime=0)


@opens("glove.12d.txt", ids=WORDS)
def _():
    return vec(False)


@opens("two_members.txt.gz", ids=WORDS)
def _():
    half = len(vec(False)) // 2
    return gzip.compress(vec(False)[:half], mtime=0) + gzip.compress(vec(False)[half:], mtime=0)


@opens("GoogleNews.bin", ids=WORDS)
def _():
    return f"{N} {D}\n".encode() + b"".join(WORDS[i].encode() + b" " + VALUES[i].tobytes() + b"\n" for i in range(N))


@opens("news.bin.gz", ids=WORDS)
def _():
    return gzip.compress(files["GoogleNews.bin"](), mtime=0)


@refused("cc.en.bin", ".vec file")
def _():
    return struct.pack("<ii", 793712314, 12) + bytes(64)


@refused("gensim.kv", "pickle", "run code")
def _():
    return pickle.dumps({"vectors": VALUES, "index_to_key": WORDS}, 4)


# ---- Embedding Projector

def tsv_rows():
    return lines("\t".join(str(v) for v in row) for row in VALUES)


@opens("projector/tensors.tsv", ids=WORDS, labels=CLASSES)
def _():
    return tsv_rows()


def projector(tensor, shape, metadata="data/meta.tsv"):
    embedding = {"tensorName": "My tensor", "tensorShape": shape, "tensorPath": tensor, "metadataPath": metadata}
    return json.dumps({"embeddings": [embedding]}, indent=2).encode()


@opens("projector_bytes/config.json", {"My tensor": VALUES}, ids=WORDS, labels=CLASSES)
def _():
    return projector("data/tensor.bytes", [N, D])


@opens("projector_tsv/config.json", {"My tensor": VALUES}, ids=WORDS, labels=CLASSES)
def _():
    return projector("data/tensor.tsv", [N, D])


@refused("projector_short/config.json", "tensor.bytes", str(N * D * 4))
def _():
    return projector("data/tensor.bytes", [N, D])


@refused("projector_away/config.json", "http")
def _():
    return projector("https://example.org/tensor.bytes", [N, D])


# ---- NumPy

def npy(array):
    out = io.BytesIO()
    np.save(out, array)
    return out.getvalue()


def npy_with(descr, array):
    """A type that NumPy does not know, as written by np.save."""
    return npy(array).replace(b"'<u2'", descr.encode())


def bfloat16(values):
    return (np.ascontiguousarray(values, np.float32).view(np.uint32) >> 16).astype(np.uint16)


@opens("half.npy")
def _():
    return npy(VALUES.astype(np.float16))


@opens("fortran_double.npy")
def _():
    return npy(np.asfortranarray(VALUES.astype(np.float64)))


@opens("quantised.npy", WHOLE)
def _():
    return npy(WHOLE.astype(np.int8))


@opens("bfloat16_raw.npy")
def _():
    return npy_with("'|V2'", bfloat16(VALUES))


@opens("bfloat16_ml_dtypes.npy")
def _():
    return npy_with("'<V2'", bfloat16(VALUES))


@opens("bfloat16_bits.npy", bfloat16(VALUES).astype(np.float32), warnings=["bfloat16"])
def _():
    return npy(bfloat16(VALUES))


@opens("train_test.npz", {"train": VALUES}, labels=CLASSES, warnings=["“test”", "8 rows"])
def _():
    out = io.BytesIO()
    np.savez(out, train=VALUES, test=VALUES[:8], labels=np.array(CLASSES))
    return out.getvalue()


@opens("object_names.npz", {"embeddings": VALUES}, warnings=["“names” was left out", "Python objects"])
def _():
    out = io.BytesIO()
    np.savez(out, embeddings=VALUES, names=np.array(WORDS, object))
    return out.getvalue()


@refused("objects.npy", "Python objects")
def _():
    return npy(np.array([list(v) for v in VALUES] + [None], object))


@opens("vectors_ids.npz", {"vectors": VALUES}, ids=WORDS, labels=CLASSES)
def _():
    out = io.BytesIO()
    np.savez_compressed(out, vectors=VALUES, ids=np.array(WORDS), labels=np.array(CLASSES))
    return out.getvalue()


# ---- HDF5

def hdf5(fill, **options):
    out = io.BytesIO()
    with h5py.File(out, "w", **options) as file:
        fill(file)
    return out.getvalue()


@opens("by_h5py.h5", {"one": VALUES, "two": OTHERS}, ids=WORDS, columns={"year": YEARS, "text": TEXTS})
def _():
    def fill(file):
        file.attrs.update({"format": "anchorscope-dataset", "version": 1})
        file["items/id"] = np.array(WORDS, object)
        file["items/columns/year"] = YEARS
        file["items/columns/text"] = np.array(TEXTS, object)
        file["spaces/one"], file["spaces/two"] = VALUES, OTHERS
    return hdf5(fill)


@opens("cells.h5ad", {"X_pca": VALUES}, ids=WORDS, labels=CLASSES)
def _():
    def fill(file):
        file.attrs["encoding-type"] = "anndata"
        file["X"] = WHOLE.astype(np.float32)
        file["obsm/X_pca"] = VALUES
        file["obs/_index"] = np.array(WORDS, object)
        file["obs"].attrs["_index"] = "_index"
        group = file.create_group("obs/cell_type")
        group["categories"] = np.array(["noun", "verb", "other"], object)
        group["codes"] = np.array([i % 3 for i in range(N)], np.int8)
        group.attrs["encoding-type"] = "categorical"
    return hdf5(fill)


@opens("cells_columns.h5ad", {"X_pca": VALUES, "X_umap": OTHERS[:, :2]}, ids=WORDS, labels=CLASSES,
       columns={"batch": ["early"] + [""] * (N - 2) + ["late"], "year": YEARS,
                "share": [(2 * i + 1) / 16 for i in range(N)], "doublet": [["false", "true"][i % 2] for i in range(N)], "text": TEXTS, "old": CLASSES},
       frames={"umap": OTHERS[:, :2]})
def _():
    def category(file, name, values, codes):
        group = file.create_group("obs/" + name)
        group["categories"], group["codes"] = np.array(values, object), np.array(codes, np.int8)

    def fill(file):
        file["obsm/X_pca"], file["obsm/X_umap"] = VALUES, OTHERS[:, :2].astype(np.float64)
        file["obs/_index"] = np.array(WORDS, object)
        file["obs"].attrs["_index"] = "_index"
        category(file, "cell_type", ["noun", "verb", "other"], [i % 3 for i in range(N)])
        category(file, "batch", ["early", "late"], [0] + [-1] * (N - 2) + [1])
        file["obs/year"], file["obs/share"] = YEARS, (2 * np.arange(N) + 1) / 16
        file["obs/doublet"] = np.arange(N) % 2 == 1
        file["obs/text"] = np.array(TEXTS, object)
        file["obs/old"] = np.array([i % 3 for i in range(N)], np.int8)  # as stored by anndata before 0.8
        file["obs/__categories/old"] = np.array(["noun", "verb", "other"], object)
    return hdf5(fill)


@opens("ann_benchmarks.hdf5", {"train": VALUES})
def _():
    def fill(file):
        file["train"], file["test"] = VALUES, VALUES[:3]
        file["neighbors"], file["distances"] = np.zeros((3, 5), np.int32), np.zeros((3, 5), np.float32)
    return hdf5(fill)


def anndata_sparse(file):
    text = h5py.string_dtype()
    rows = [np.flatnonzero(row) for row in VALUES]
    x = file.create_group("X")
    x.attrs.update({"encoding-type": "csr_matrix", "encoding-version": "0.1.0", "shape": VALUES.shape})
    x["data"] = np.concatenate([VALUES[i][row] for i, row in enumerate(rows)])
    x["indices"] = np.concatenate(rows).astype(np.int32)
    x["indptr"] = np.cumsum([0] + [len(row) for row in rows]).astype(np.int32)
    for name, index in (("obs", WORDS), ("var", E)):
        group = file.create_group(name)
        group.attrs.update({"encoding-type": "dataframe", "encoding-version": "0.2.0", "_index": "_index"})
        group.create_dataset("_index", data=index, dtype=text)


@refused("counts.h5ad", "no dense matrix", "scanpy.pp.pca", "from_anndata")
def _():
    return hdf5(anndata_sparse)


@refused("cells.loom", "Loom", "columns of its matrix", ".T")
def _():
    def fill(file):
        file["matrix"] = VALUES.T
        file.create_dataset("row_attrs/Gene", data=E, dtype=h5py.string_dtype())
        file.create_dataset("col_attrs/CellID", data=WORDS, dtype=h5py.string_dtype())
    return hdf5(fill)


@opens("pandas_to_hdf.h5", {"pandas_to_hdf": VALUES}, ids=WORDS)
def _():
    def fill(file):
        group = file.create_group("df")
        group.attrs.update({"pandas_type": "frame", "pandas_version": "0.15.2", "encoding": "UTF-8"})
        group["axis0"] = group["block0_items"] = np.array(E, "S")
        group["axis1"] = np.array([word.encode() for word in WORDS])
        group["block0_values"] = VALUES
    return hdf5(fill)


@refused("matlab73.mat", "MATLAB", "transpose")
def _():
    def fill(file):
        file["embeddings"] = VALUES.T  # MATLAB's columns are HDF5's rows
        file["embeddings"].attrs["MATLAB_class"] = np.bytes_("single")
    content = bytearray(hdf5(fill, userblock_size=512))
    content[:116] = b"MATLAB 7.3 MAT-file, Platform: GLNXA64".ljust(116)
    content[124:128] = b"\x00\x02IM"
    return bytes(content)


@refused("matlab5.mat", "MATLAB", ".npy")
def _():
    return b"MATLAB 5.0 MAT-file, Platform: GLNXA64".ljust(124) + b"\x00\x01IM" + bytes(128)


@refused("lzf.h5", "lzf")
def _():
    return hdf5(lambda file: file.create_dataset("v", data=VALUES, compression="lzf"))


# ---- safetensors

def safetensors(tensors, metadata=None, cut=0):
    header, data = ({"__metadata__": metadata} if metadata else {}), b""
    for name, (kind, array) in tensors.items():
        body = array.tobytes()
        header[name] = {"dtype": kind, "shape": list(array.shape), "data_offsets": [len(data), len(data) + len(body)]}
        data += body
    text = json.dumps(header).encode()
    text += b" " * (-len(text) % 8)
    whole = struct.pack("<Q", len(text)) + text + data
    return whole[:len(whole) - cut]


@opens("embeddings.safetensors", {"embeddings": VALUES})
def _():
    return safetensors({"embeddings": ("F32", VALUES)}, {"format": "pt"})


@opens("brain.safetensors", {"weight": VALUES})
def _():
    return safetensors({"weight": ("BF16", bfloat16(VALUES)), "bias": ("F32", VALUES[0])})


@opens("pair.safetensors", {"a": VALUES, "b": OTHERS}, labels=[str(i % 3) for i in range(N)])
def _():
    return safetensors({"a": ("F16", VALUES.astype(np.float16)), "b": ("F64", OTHERS.astype(np.float64)),
                        "labels": ("I64", np.arange(N) % 3)})


@opens("model.safetensors", {"wte.weight": VALUES})
def _():
    return safetensors({"wte.weight": ("F32", VALUES), "h.0.attn.weight": ("F32", VALUES[:12]),
                        "h.0.conv": ("F32", np.zeros((2, 2, 2), np.float32))})


@refused("cut.safetensors", "damaged")
def _():
    return safetensors({"embeddings": ("F32", VALUES)}, cut=20)


@refused("eight_bits.safetensors", "F8_E4M3", "F32")
def _():
    return safetensors({"embeddings": ("F8_E4M3", WHOLE.astype(np.uint8))})


# ---- JSON

def objects(**columns):
    return [dict(zip(columns, row)) for row in zip(*columns.values())]


def vectors(matrix=None):
    return [list(map(float, row)) for row in (VALUES if matrix is None else matrix)]


@opens("openai_batch.jsonl", {"embedding": VALUES}, ids=WORDS, columns={"text": TEXTS})
def _():
    return lines(map(json.dumps, objects(id=WORDS, text=TEXTS, embedding=vectors())))


@opens("openai_response.json", {"embedding": VALUES}, ids=NUMBERS)
def _():
    data = [dict(object="embedding", index=i, embedding=v) for i, v in enumerate(vectors())]
    return json.dumps({"object": "list", "data": data, "model": "text-embedding-3-small",
                       "usage": {"prompt_tokens": 8, "total_tokens": 8}}, indent=2).encode()


@opens("list_of_lists.json")
def _():
    return json.dumps(vectors()).encode()


@opens("pretty.json")
def _():
    return json.dumps(vectors(), indent=4).encode()


@opens("arrays.jsonl")
def _():
    return lines(map(json.dumps, vectors()))


@opens("words.json", ids=WORDS)
def _():
    return json.dumps(dict(zip(WORDS, vectors())), ensure_ascii=False).encode()


@opens("chroma_get.json", {"embeddings": VALUES}, ids=WORDS,
       columns={"documents": TEXTS, "metadatas.year": YEARS})
def _():
    return json.dumps({"ids": WORDS, "embeddings": vectors(), "documents": TEXTS,
                       "metadatas": [{"year": year} for year in YEARS], "included": ["embeddings"]}).encode()


@opens("qdrant.jsonl", {"vector": VALUES}, ids=NUMBERS, labels=CLASSES, columns={"payload.year": YEARS})
def _():
    return lines(json.dumps({"id": i, "payload": {"year": YEARS[i], "label": CLASSES[i]}, "vector": vectors()[i]})
                 for i in range(N))


@opens("pinecone.json", {"values": VALUES}, ids=WORDS, columns={"metadata.text": TEXTS})
def _():
    data = [{"id": WORDS[i], "values": vectors()[i], "metadata": {"text": TEXTS[i]}} for i in range(N)]
    return json.dumps({"vectors": data, "namespace": "n"}).encode()


@opens("pandas_records.json", ids=WORDS)
def _():
    return frame(word=WORDS).to_json(orient="records").encode()


@opens("pandas_lines.jsonl.gz", ids=WORDS, labels=CLASSES)
def _():
    return gzip.compress(frame(word=WORDS, label=CLASSES).to_json(orient="records", lines=True).encode(), mtime=0)


@opens("two_models.jsonl", {"bert": VALUES, "glove": OTHERS}, ids=WORDS)
def _():
    return lines(map(json.dumps, objects(word=WORDS, bert=vectors(), glove=vectors(OTHERS))))


@opens("openai_batch_output.jsonl", {"response.body.data.embedding": VALUES}, ids=[f"request-{i}" for i in range(N)],
       columns={"id": [f"batch_req_{i}" for i in range(N)]})
def _():
    return lines(json.dumps({"id": f"batch_req_{i}", "custom_id": f"request-{i}", "response": {
        "status_code": 200, "request_id": f"{i:x}", "body": {
            "object": "list", "data": [{"object": "embedding", "index": 0, "embedding": vector}],
            "model": "text-embedding-3-small", "usage": {"prompt_tokens": 8 + i % 3, "total_tokens": 8 + i % 3}}},
        "error": None}) for i, vector in enumerate(vectors()))


@opens("llama_server.json", {"embedding": VALUES}, ids=NUMBERS)
def _():
    return json.dumps([{"index": i, "embedding": [vector]} for i, vector in enumerate(vectors())]).encode()


@refused("llama_server_tokens.json", "several vectors", "“embedding”", "mean")
def _():
    return json.dumps([{"index": i, "embedding": [vector, vector[::-1]]} for i, vector in enumerate(vectors())]).encode()


@refused("chunks.jsonl", "several objects in “chunks”", "an item of its own")
def _():
    chunks = [[{"text": TEXTS[i], "vector": vector}, {"text": "", "vector": vector}] for i, vector in enumerate(vectors())]
    return lines(map(json.dumps, objects(id=WORDS, pages=[i % 7 for i in range(N)], chunks=chunks)))


@opens("elasticsearch_hits.json", {"_source.vector": VALUES}, ids=WORDS, columns={"_source.text": TEXTS})
def _():
    hits = [{"_index": "texts", "_id": WORDS[i], "_score": 1.0, "_source": {"text": TEXTS[i], "vector": vector}}
            for i, vector in enumerate(vectors())]
    return json.dumps({"took": 3, "timed_out": False, "hits": {"total": {"value": N}, "hits": hits}}).encode()


@opens("nested_unicode.jsonl", {"embeddings.dense": VALUES}, ids=WORDS, columns={"meta.lang": ["日本語"] * N})
def _():
    return lines(json.dumps({"id": WORDS[i], "embeddings": {"dense": vector}, "meta": {"lang": "日本語", "tags": ["a", "ü"]}},
                            ensure_ascii=False) for i, vector in enumerate(vectors()))


@refused("ragged.jsonl", "line 8", "12 numbers", "11")
def _():
    rows = vectors()
    rows[7] = rows[7][:-1]
    return lines(map(json.dumps, objects(id=WORDS, embedding=rows)))


@refused("nan.jsonl", "line 3", "NaN")
def _():
    rows = vectors()
    rows[2][4] = float("nan")
    return lines(map(json.dumps, objects(id=WORDS, embedding=rows)))


@refused("missing.jsonl", "line 5", "embedding")
def _():
    rows = objects(id=WORDS, embedding=vectors())
    del rows[4]["embedding"]
    return lines(map(json.dumps, rows))


@refused("mteb_result.json", "no vectors")
def _():
    return json.dumps({"dataset_revision": "0fd18e2", "task_name": "STS12", "mteb_version": "1.12",
                       "scores": {"test": [{"cosine_spearman": 0.73, "hf_subset": "default"}]}}).encode()


@refused("cut.json", "JSON")
def _():
    return json.dumps(vectors()).encode()[:-30]


# ---- nearest neighbours

def vecs(matrix, kind):
    return b"".join(struct.pack("<i", len(row)) + row.astype(kind).tobytes() for row in matrix)


@opens("sift_base.fvecs")
def _():
    return vecs(VALUES, "<f4")


@opens("sift_base.bvecs", WHOLE)
def _():
    return vecs(WHOLE, "u1")


@opens("groundtruth.ivecs", WHOLE)
def _():
    return vecs(WHOLE, "<i4")


@refused("cut.fvecs", "cut off")
def _():
    return vecs(VALUES, "<f4")[:-2]


def faiss_flat(code, metric):
    head = struct.pack("<iqqqBi", D, N, 1 << 20, 1 << 20, 1, metric)
    return code + head + struct.pack("<Q", N * D) + VALUES.tobytes()


@opens("flat_l2.index", VALUES)
def _():
    return faiss_flat(b"IxF2", 1)


@opens("flat_ip.faiss", VALUES)
def _():
    return faiss_flat(b"IxFI", 0)


@opens("id_map.faiss", VALUES, ids=[str(100 + i) for i in range(N)])
def _():
    head = struct.pack("<iqqqBi", D, N, 1 << 20, 1 << 20, 1, 1)
    return b"IxMp" + head + faiss_flat(b"IxF2", 1) + struct.pack("<Q", N) + np.arange(100, 100 + N).tobytes()


@opens("base.fbin")
def _():
    return struct.pack("<II", N, D) + VALUES.tobytes()


@refused("ivf.index", "FAISS", "invlists")
def _():
    return b"IwFl" + struct.pack("<iqqqBi", D, N, 1 << 20, 1 << 20, 1, 1) + bytes(64)


# ---- what Python converts

CONVERT = "python3 -m anchorscope convert"


@refused("table.parquet", "damaged")
def _():
    return b"PAR1\x15\x04" + bytes(40) + b"PAR1"


@refused("table.arrow", "damaged")
def _():
    return b"ARROW1\0\0" + b"\xff\xff\xff\xff" + struct.pack("<i", 48) + bytes(80) + b"ARROW1"


@refused("stream.arrow", "damaged")
def _():
    return b"\xff\xff\xff\xff" + struct.pack("<i", 48) + bytes(80)


@refused("old.feather", "Feather", "version 1")
def _():
    return b"FEA1" + bytes(60) + b"FEA1"


def archive(members):
    out = io.BytesIO()
    with zipfile.ZipFile(out, "w") as file:
        for name, content in members.items():
            file.writestr(name, content)
    return out.getvalue()


@refused("embeddings.pt", "PyTorch", "no matrix")
def _():
    return archive({"embeddings/data.pkl": b"\x80\x02}q\x00.", "embeddings/data/0": VALUES.tobytes(),
                    "embeddings/version": b"3\n"})


@refused("old_damaged.pth", "PyTorch", "damaged", "create or download it again")
def _():
    return b"\x80\x02\x8a\x0al\xfc\x9cF\xf9 j\xa8P\x19.\x80\x02M\xe9\x03." + bytes(40)


@refused("glove.6B.zip", "“glove.6B.12d.txt”", "unpack")
def _():
    return archive({"glove.6B.12d.txt": lines(word + " " + " ".join(map(str, row)) for word, row in zip(WORDS, VALUES))})


@refused("zarr", "Zarr", CONVERT)
def _():
    return {".zarray": files["zarr/.zarray"](), "0.0": VALUES.tobytes()}


@refused("table.lance", "Lance", "to_table", CONVERT)
def _():
    return {"_versions/1.manifest": b"LANC", "data/0.lance": files["part.lance"]()}


@refused("huggingface", "damaged")
def _():
    return {"state.json": b"{}", "dataset_info.json": b"{}", "data-00000-of-00001.arrow": files["stream.arrow"]()}


@refused("zarr/.zarray", "Zarr", CONVERT)
def _():
    return json.dumps({"zarr_format": 2, "shape": [N, D], "chunks": [N, D], "dtype": "<f4"}).encode()


@refused("zarr3/zarr.json", "Zarr", CONVERT)
def _():
    return json.dumps({"zarr_format": 3, "node_type": "array", "shape": [N, D]}).encode()


@refused("store.zarr.zip", "Zarr", CONVERT)
def _():
    return archive({".zarray": json.dumps({"zarr_format": 2, "shape": [N, D]}), "0.0": VALUES.tobytes()})


@refused("vectors.duckdb", "DuckDB", "COPY")
def _():
    return bytes(8) + b"DUCK" + struct.pack("<Q", 64) + bytes(4096)


@refused("part.lance", "Lance", "to_table", CONVERT)
def _():
    return bytes(64) + struct.pack("<HH", 0, 3) + b"LANC"


@refused("frame.pkl", "pickle", "run code")
def _():
    return pickle.dumps(VALUES.tolist(), 5)


@refused("vectors.sqlite", "SQLite", "CSV")
def _():
    base = sqlite3.connect(":memory:")
    base.execute("create table v (id text, e blob)")
    base.executemany("insert into v values (?, ?)", [(WORDS[i], VALUES[i].tobytes()) for i in range(N)])
    return base.serialize() if hasattr(base, "serialize") else b"SQLite format 3\0" + bytes(4080)


@refused("book.xlsx", "spreadsheet", "CSV")
def _():
    return archive({"[Content_Types].xml": "<Types/>", "xl/workbook.xml": "<workbook/>"})


def metadata():
    return lines(["word\tclass"] + [f"{w}\t{c}" for w, c in zip(WORDS, CLASSES)])


# Additional files, which are not in the list.
BESIDE = {"projector/metadata.tsv": metadata, "projector_bytes/data/tensor.bytes": VALUES.tobytes,
          "projector_tsv/data/tensor.tsv": tsv_rows,
          "projector_short/data/tensor.bytes": lambda: VALUES.tobytes()[:-8]} | \
         {f"projector_{kind}/data/meta.tsv": metadata for kind in ("bytes", "tsv", "short")}


def write(path, content):
    """Bytes as a file, a dictionary as a folder."""
    if isinstance(content, dict):
        for name, member in content.items():
            write(os.path.join(path, name), member)
        return
    os.makedirs(os.path.dirname(path), exist_ok=True)
    with open(path, "wb") as file:
        file.write(content)


def main(folder):
    for name, make in (files | BESIDE).items():
        write(os.path.join(folder, name), make())
    with open(os.path.join(folder, "list.json"), "w", encoding="utf-8") as file:
        json.dump(expected, file, ensure_ascii=False, indent=1)


if __name__ == "__main__":
    main(sys.argv[1])
