"""Writes formats/: the same 3 × 4 matrix, m[i][j] = i * 4 + j, as other programs write it. Run with Python 3, numpy and
h5py in tests/data; tests only read the files.
"""
import gzip
import json
import pathlib
import pickle
import struct

import h5py
import numpy as np

OUT = pathlib.Path("formats")
OUT.mkdir(exist_ok=True)
m = np.arange(12, dtype="f8").reshape(3, 4)
words = ["wörd", "two", "三"]

# NumPy
for kind in ["<f2", ">f2", "<f4", ">f4", "<f8", ">f8", "i1", "<i2", ">i4", "<i8", "u1", "<u2", ">u4", "<u8"]:
    name = kind.replace("<", "le_").replace(">", "be_")
    np.save(OUT / f"numpy_{name}.npy", m.astype(kind))
np.save(OUT / "numpy_fortran.npy", np.asfortranarray(m.astype("f4")))
with open(OUT / "numpy_version2.npy", "wb") as file:
    np.lib.format.write_array(file, m, version=(2, 0))
with open(OUT / "numpy_version3.npy", "wb") as file:
    np.lib.format.write_array(file, m, version=(3, 0))
with open(OUT / "numpy_trailing.npy", "wb") as file:
    np.save(file, m)
    file.write(b"more bytes behind the array")
np.savez(OUT / "numpy_stored.npz", embeddings=m.astype("f4"), words=np.array(words), labels=np.array([5, -1, 10]),
         other=np.zeros((2, 2)))
np.savez_compressed(OUT / "numpy_packed.npz", a=m.astype("f4"), b=(m * 2).astype("f2"),
                    ids=np.array([b"x", b"y", b"z"]), y=np.array(["cat", "", "ant"]))
np.savez(OUT / "numpy_big_ids.npz", a=m, ids=np.array([2**53 + 1, 7, -1]))

# refused
np.save(OUT / "bad_object.npy", np.array([[1, "a"], [None, 2]], dtype=object))
np.save(OUT / "bad_records.npy", np.zeros(3, dtype=[("a", "f4"), ("b", "i4")]))
np.save(OUT / "bad_complex.npy", m.astype("c8"))
np.save(OUT / "bad_vector.npy", m[0])
np.save(OUT / "bad_scalar.npy", np.float32(1))
np.save(OUT / "bad_empty.npy", np.zeros((0, 4)))
np.save(OUT / "bad_text.npy", np.array([["a", "b"]]))
(OUT / "bad_pickle.kv").write_bytes(pickle.dumps({"vectors": list(range(100))}, protocol=4))

# word vectors
rows = [[f"{value:g}" for value in row] for row in m]
text = {
    "word2vec.txt": "3 4\n" + "".join(f"{w} {' '.join(r)} \n" for w, r in zip(words, rows)),
    "fasttext.vec": "3 4\n" + "".join(f"{w} {' '.join(r)} \n" for w, r in zip(words, rows)),
    "glove.txt": "".join(f"{w} {' '.join(r)}\n" for w, r in zip(words, rows)),
    "crlf.txt": "".join(f"{w} {' '.join(r)}\r\n" for w, r in zip(words, rows)),
    "plain.txt": "".join(" ".join(f"{value:.2f}" for value in row) + "\n" for row in m),
}
for name, content in text.items():
    (OUT / name).write_bytes(content.encode())
binary = b"3 4\n" + b"".join(w.encode() + b" " + struct.pack("<4f", *row) + b"\n" for w, row in zip(words, m))
(OUT / "word2vec.bin").write_bytes(binary)
binary = b"3 4\n" + b"".join(w.encode() + b" " + struct.pack("<4f", *row) for w, row in zip(words, m))
(OUT / "word2vec_nolineends.bin").write_bytes(binary)

# tables
(OUT / "table.csv").write_text("word,label,a,b,c,d\n" + "".join(
    f"{w},{label},{','.join(r)}\n" for w, label, r in zip(words, ["x", "y", "x"], rows)))
(OUT / "noheader.csv").write_text("".join(f"{','.join(r)}\n" for r in rows))
(OUT / "quoted.csv").write_text('"word","a","b","c","d"\r\n' + "".join(
    f'"{w}",{",".join(r)}\r\n' for w, r in zip(words, rows)))
(OUT / "semicolon.csv").write_text("".join(f"{';'.join(r)}\n" for r in rows))
(OUT / "tensors.tsv").write_text("".join("\t".join(r) + "\n" for r in rows))
(OUT / "metadata.tsv").write_text("Word\tClass\n" + "".join(f"{w}\t{c}\n" for w, c in zip(words, "xyx")))
(OUT / "single_vectors.tsv").write_text("".join("\t".join(r) + "\n" for r in rows))
(OUT / "single_metadata.tsv").write_text("".join(f"{w}\n" for w in words))

# libraries for machine learning and for nearest neighbours
upper = (m.astype("<f4").view("<u4") >> 16).astype("<u2")  # bfloat16
(OUT / "numpy_bfloat16.npy").write_bytes((OUT / "numpy_le_u2.npy").read_bytes()[:128].replace(b"'<u2'", b"'|V2'")
                                         + upper.tobytes())
header = json.dumps({"b": {"dtype": "BF16", "shape": [3, 4], "data_offsets": [0, 24]},
                     "labels": {"dtype": "I64", "shape": [3], "data_offsets": [24, 48]}}).encode()
header += b" " * (-len(header) % 8)
(OUT / "tensors.safetensors").write_bytes(struct.pack("<Q", len(header)) + header + upper.tobytes()
                                          + np.array([5, -1, 10]).tobytes())
for kind, numbers in [("fvecs", "<f4"), ("ivecs", "<i4"), ("bvecs", "u1")]:
    (OUT / f"base.{kind}").write_bytes(b"".join(struct.pack("<i", 4) + row.astype(numbers).tobytes() for row in m))
flat = b"IxF2" + struct.pack("<iqqqBi", 4, 3, 0, 0, 1, 1) + struct.pack("<Q", 12) + m.astype("<f4").tobytes()
(OUT / "flat.faiss").write_bytes(flat)
(OUT / "ids.faiss").write_bytes(b"IxMp" + struct.pack("<iqqqBi", 4, 3, 0, 0, 1, 1) + flat
                                + struct.pack("<Q3q", 3, 7, 2**53 + 1, -1))
items = [{"word": w, "embedding": row, "label": label} for w, row, label in zip(words, m.tolist(), "xyx")]
(OUT / "items.jsonl").write_text("".join(json.dumps(item) + "\n" for item in items))
(OUT / "items.json").write_text(json.dumps(items, indent=1))
(OUT / "named.json").write_text(json.dumps(dict(zip(words, m.tolist())), ensure_ascii=False))
(OUT / "chroma.json").write_text(json.dumps({"ids": words, "embeddings": m.tolist(), "metadatas": [
    {"label": label} for label in "xyx"]}))
(OUT / "projector.json").write_text(json.dumps({"embeddings": [
    {"tensorName": "t", "tensorShape": [3, 4], "tensorPath": "tensors.tsv", "metadataPath": "metadata.tsv"}]}))
(OUT / "vectors_in_text.csv").write_text("word,embedding\n" + "".join(
    f'{w},"{row}"\n' for w, row in zip(words, m.tolist())))
(OUT / "table.csv.gz").write_bytes(gzip.compress((OUT / "table.csv").read_bytes(), mtime=0))

# HDF5 by h5py
string = h5py.string_dtype("utf-8")
with h5py.File(OUT / "plain.h5", "w") as file:
    file["embeddings"] = m.astype("f4")
    file.create_dataset("words", data=words, dtype=string)
    file["labels"] = np.array([5, -1, 10])
    file["unrelated"] = np.zeros((2, 2))
with h5py.File(OUT / "grouped.h5", "w") as file:
    group = file.create_group("layer [12]")
    group.create_dataset("cls", data=m.astype("f2"), chunks=(2, 3), compression="gzip", shuffle=True)
    group.create_dataset("names", data=np.array([w.encode() for w in words]))
    file["ignored"] = np.arange(3)
fields = [("word", h5py.string_dtype()), ("kind", h5py.enum_dtype({"x": 0, "y": 1}, "i1")), ("embedding", ">f4", (4,)),
          ("count", "<i2"), ("odd", [("a", "i4")])]
with h5py.File(OUT / "compound.h5", "w") as file:  # rows of fields, as in a structured array
    items = np.zeros(3, fields)
    items["word"], items["kind"], items["embedding"], items["count"] = words, [0, 1, 0], m, [5, 6, 7]
    file.create_dataset("items", data=items, chunks=(2,), compression="gzip")
# every layout × type, with each kind of string
layouts = {"contiguous": {}, "chunked": {"chunks": (2, 3)}, "shuffle": {"chunks": (2, 3), "shuffle": True},
           "gzip": {"chunks": (2, 3), "compression": "gzip"},
           "gzip_shuffle_checksum": {"chunks": (3, 2), "compression": "gzip", "shuffle": True, "fletcher32": True}}
strings = {"vlen": string, "vlen_ascii": None, "fixed": "S7", "fixed_utf8": h5py.string_dtype("utf-8", 7)}
for layout, options in layouts.items():
    for kind in ["<f2", "<f4", "<f8", ">f4", ">f8"]:
        with h5py.File(OUT / f"h5_{layout}_{kind.replace('<', 'le_').replace('>', 'be_')}.h5", "w") as file:
            file.create_dataset("vectors", data=m.astype(kind), dtype=kind, **options)
for name, kind in strings.items():
    with h5py.File(OUT / f"h5_words_{name}.h5", "w") as file:
        file["vectors"] = m.astype("f4")
        chosen = ["word", "two", "three"] if name == "vlen_ascii" else words
        file.create_dataset("words", data=[word.encode() for word in chosen],
                            dtype=kind or h5py.string_dtype("ascii"))
with h5py.File(OUT / "lzf.h5", "w") as file:
    file.create_dataset("vectors", data=m, chunks=(3, 4), compression="lzf")
with h5py.File(OUT / "annbenchmarks.hdf5", "w") as file:
    file.attrs["distance"] = "angular"
    file["train"] = m.astype("f4")
    file["test"] = np.zeros((20, 4), "f4")
    file["neighbors"] = np.zeros((20, 2), "i4")
    file["distances"] = np.zeros((20, 2), "f4")
with h5py.File(OUT / "cells.h5ad", "w") as file:
    file.attrs["encoding-type"], file.attrs["encoding-version"] = "anndata", "0.1.0"
    file["X"] = np.zeros((3, 50), "f4")
    obsm = file.create_group("obsm")
    obsm["X_pca"], obsm["X_umap"] = m, m[:, :2].astype("f4")
    obs = file.create_group("obs")
    obs.attrs["encoding-type"], obs.attrs["_index"] = "dataframe", "barcode"
    obs.attrs["column-order"] = np.array(["batch", "cell_type"], dtype=object)
    obs.create_dataset("barcode", data=words, dtype=string)
    for name, codes, categories in [("batch", [0, 0, 0], ["b"]), ("cell_type", [1, -1, 0], ["B cell", "T cell"])]:
        column = obs.create_group(name)
        column.attrs["encoding-type"] = "categorical"
        column["codes"] = np.array(codes, "i1")
        column.create_dataset("categories", data=categories, dtype=string)
