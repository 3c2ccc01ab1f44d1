"""Writes reference.h5: a small pair of spaces and the results defined in src/core/definitions.md, 4 and 6 to 8, computed in
float64 by NumPy only, without any of the C++ code, for tst_reference.

Run with Python 3, numpy and h5py in this folder; the numbers were written once and tests only read them.
"""
import h5py
import numpy as np

K = 10
rng = np.random.default_rng(20261122)
out = h5py.File("reference.h5", "w")
out.attrs["about"] = "reference values for core/definitions.md, 6 to 8; see make_reference.py"


def put(path, value):
    out.create_dataset(path, data=np.asarray(value))


def unit(a):
    return a / np.linalg.norm(a, axis=1, keepdims=True)


# Two spaces of 150 items, 14 and 11 dimensions; the linear map between them is not a rotation. 50 anchors.
n, dx, dy, k = 150, 14, 11, 50
label = rng.integers(0, 4, n)
x = rng.standard_normal((4, dx))[label] * 1.5 + rng.standard_normal((n, dx)) + 0.5
y = x @ (rng.standard_normal((dx, dy)) * np.geomspace(2, 0.4, dy)) + 0.8 * rng.standard_normal((n, dy)) - 0.3
x, y = x.astype(np.float32), y.astype(np.float32)
anchors = rng.permutation(n)[:k]
put("input/x", x)
put("input/y", y)
put("input/anchors", anchors.astype(np.int32))
xc = unit(x.astype(float) - x.astype(float).mean(0))
yc = unit(y.astype(float) - y.astype(float).mean(0))
a, b = xc[anchors], yc[anchors]


def retrieval(queries, targets):
    """MRR, MRR@K, P@1, P@5, P@10, cosine, CSLS MRR and CSLS P@1 of the items that are not anchors."""
    cos = unit(queries) @ unit(targets).T
    asked = np.setdiff1d(np.arange(n), anchors)

    def ranks(scores):
        own = np.diag(scores)[:, None]
        return (1 + (scores > own).sum(1) + 0.5 * ((scores == own).sum(1) - 1))[asked]

    rank = ranks(cos)
    hub_of_query = np.sort(cos, axis=1)[:, -10:].mean(1)[:, None]
    hub_of_target = np.sort(cos, axis=0)[-10:].mean(0)[None, :]
    csls = ranks(2 * cos - hub_of_query - hub_of_target)
    at_k = np.where(rank <= K, 1 / rank, 0).mean()
    return [(1 / rank).mean(), at_k] + [(rank <= p).mean() for p in (1, 5, 10)] + \
        [np.diag(cos)[asked].mean(), (1 / csls).mean(), (csls <= 1).mean()]


put("retrieval/x_to_y", retrieval(xc @ a.T, yc @ b.T))
put("retrieval/y_to_x", retrieval(yc @ b.T, xc @ a.T))

# Maps from the anchors, x -> y, with a ridge of 0.1 of tr(A'A)/min(k, d).
RIDGE = 0.1


def ridged(rows, ridge):
    size = rows.shape[1]
    return rows.T @ rows + ridge * np.trace(rows.T @ rows) / min(rows.shape) * np.eye(size)


def ridge_map(p, q, ridge=RIDGE):
    return np.linalg.solve(ridged(p, ridge), p.T @ q)


def root(symmetric, power):
    values, axes = np.linalg.eigh(symmetric)
    return axes * values**power @ axes.T


put("maps/ridge", ridge_map(a, b))
affine = ridge_map(a - a.mean(0), b - b.mean(0))
put("maps/affine", affine)
put("maps/affine_offset", b.mean(0) - a.mean(0) @ affine)
u, s, vt = np.linalg.svd(ridge_map(a, b), full_matrices=False)
put("maps/polar", u @ vt)

# Canonical ridge by the symmetric roots (the C++ code takes Cholesky factors: the map is the same); directions below
# 0.03 of the greatest correlation are dropped.
wx, wy = root(ridged(a, RIDGE), -0.5), root(ridged(b, RIDGE), -0.5)
u, s, vt = np.linalg.svd(wx @ (a.T @ b) @ wy, full_matrices=False)
kept = s > 0.03 * s[0]
put("maps/canonical_ridge", wx @ (u[:, kept] * s[kept]) @ vt[kept] @ np.linalg.inv(wy))

# VecMap (Artetxe et al. 2018, map_embeddings.py): whitening, rotation, re-weighting, de-whitening.
px = wx @ (u * np.sqrt(s)) @ u.T @ np.linalg.inv(wx) @ u
py = wy @ (vt.T * np.sqrt(s)) @ vt @ np.linalg.inv(wy) @ vt.T
put("maps/vecmap_cosines", (unit(xc @ px) * unit(yc @ py)).sum(1))

# IRP without pruning, and its completions.
t = a.T @ np.linalg.pinv(b.T)
put("irp/none", t)
put("irp/completed", np.linalg.pinv(t.T))
u, s, vt = np.linalg.svd(t, full_matrices=False)
put("irp/polar", u @ vt)

# IRP with pruning (IRP 3.2): greedy farthest points of the target's anchors by 1 - |cos|, from three starts.
DELTA = 0.3
subspaces = []
for start in (0, 17, 33):
    kept = [start]
    nearest = 1 - np.abs(b @ b[start])
    while nearest.max() >= DELTA:
        kept.append(int(nearest.argmax()))
        nearest = np.minimum(nearest, 1 - np.abs(b @ b[kept[-1]]))
    subspaces.append(a[kept].T @ np.linalg.pinv(b[kept].T))
    put(f"irp/pruned_from_{start}", subspaces[-1])
    put(f"irp/kept_from_{start}", len(kept))
put("irp/pruned", np.mean(subspaces, axis=0))

# Classification: ratings 1, 2, 4 and 5.
values = np.array([1, 2, 4, 5])
predicted = np.where(rng.random(n) < 0.4, rng.integers(0, 4, n), label)
put("classes/truth", label.astype(np.int32))
put("classes/predicted", predicted.astype(np.int32))
f1, members = [], []
for c in range(4):
    hits = ((label == c) & (predicted == c)).sum()
    f1.append(2 * hits / ((label == c).sum() + (predicted == c).sum()))
    members.append((label == c).sum())
put("classes/scores", [(label == predicted).mean(), np.average(f1, weights=members), np.mean(f1),
                       np.abs(values[label] - values[predicted]).mean()])

# Linear CKA (Kornblith et al. 2019) by the centred Gram matrices.
h = np.eye(n) - 1 / n
gx, gy = h @ (x.astype(float) @ x.astype(float).T) @ h, h @ (y.astype(float) @ y.astype(float).T) @ h
put("cka", (gx * gy).sum() / np.sqrt((gx * gx).sum() * (gy * gy).sum()))
# The correspondence of two clouds that are large and steep enough for bounds to discard most pairs. Their factors are
# multiples of 1/64, so that their products are the same numbers in float32.
EPSILON = 1e-4
factor = np.round(64 * rng.standard_normal((1300, 8))) / 64
axes = np.round(64 * rng.standard_normal((8, 160))) / 64
order = rng.permutation(1300)[:1200]
moved = factor[order] + np.round(16 * rng.standard_normal((1200, 8))) / 64
put("correspondence/factor_x", factor.astype(np.float32))
put("correspondence/factor_y", moved.astype(np.float32))
put("correspondence/axes", axes.astype(np.float32))
rx, ry = factor @ axes, moved @ axes
assert (rx.astype(np.float32) == rx).all() and (ry.astype(np.float32) == ry).all()
distance = np.array([np.sqrt(((row - ry) ** 2).sum(1)) for row in rx])
least = distance.min(1, keepdims=True)
v = -EPSILON * np.log(1200)
u = EPSILON * -np.log(1300) - v + least[:, 0] - EPSILON * np.log(np.exp((least - distance) / EPSILON).sum(1))
score = np.minimum(u[:, None] - distance, -EPSILON * np.log(1300) - v - EPSILON / 10)
put("correspondence/u", u)
put("correspondence/pi", np.where(score >= score.max(0), distance, np.inf).argmin(0).astype(np.int32))
out.close()
