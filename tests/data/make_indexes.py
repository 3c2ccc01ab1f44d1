"""Writes formats/*.faiss by FAISS itself and what it reconstructs from them: 60 × 8 vectors. Run with Python 3, numpy and
python3-faiss in tests/data; tests only read the files."""
import faiss
import numpy as np

vectors = np.random.default_rng(5).normal(size=(60, 8)).astype("f4")
ids = np.arange(60)[::-1] * 3 + 10
expected = {}


def keep(name, index, rows):
    faiss.write_index(index, f"formats/{name}.faiss")
    expected[name] = rows


flat = faiss.IndexFlatL2(8)
ivf = faiss.IndexIVFFlat(flat, 8, 4)
ivf.train(vectors)
ivf.add(vectors)
keep("ivf", ivf, vectors)
named = faiss.IndexIVFFlat(faiss.IndexFlatIP(8), 8, 30, faiss.METRIC_INNER_PRODUCT)
named.train(vectors)
named.add_with_ids(vectors[:12], ids[:12])  # most lists are empty: stored by the other way
keep("ivf_ids", named, vectors[:12][::-1])
hnsw = faiss.IndexHNSWFlat(8, 6)
hnsw.add(vectors)
keep("hnsw", hnsw, vectors)
mapped = faiss.IndexIDMap(faiss.IndexHNSWFlat(8, 6))
mapped.add_with_ids(vectors, ids)
keep("hnsw_ids", mapped, vectors)
for kind in ["QT_8bit", "QT_8bit_uniform", "QT_fp16"]:
    index = faiss.IndexScalarQuantizer(8, getattr(faiss.ScalarQuantizer, kind))
    index.train(vectors)
    index.add(vectors)
    keep("sq_" + kind[3:], index, index.reconstruct_n(0, 60))
pq = faiss.IndexPQ(8, 2, 4)
pq.train(vectors)
pq.add(vectors)
faiss.write_index(pq, "formats/bad_pq.faiss")
np.savez("formats/faiss_expected.npz", **expected)

# big-ann-benchmarks: counts, then the numbers
with open("formats/base.fbin", "wb") as file:
    np.array([3, 4], "<u4").tofile(file)
    np.arange(12, dtype="<f4").tofile(file)
