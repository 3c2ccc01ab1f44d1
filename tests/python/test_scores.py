# SPDX-License-Identifier: GPL-3.0-or-later
"""Scores of the program, recomputed with NumPy from their definitions (src/core/definitions.md, 6 to 8 and 11): retrieval,
stitching, translation and pairs, on parts of the bundled spaces with rows of zeros, duplicates, items that only one
space has, and constant dimensions."""
import json
import os
import subprocess
import unittest

import numpy as np

from support import ROOT, ScratchTest

try:
    import h5py
except ImportError:
    h5py = None

PAIRS = [("digits", "ae16_seed0", "ae16_seed1"), ("digits", "ae32_seed0", "ae32_seed1"),
         ("digits", "ae32_seed0", "classifier_epoch32"), ("digits", "classifier_epoch08", "classifier_epoch32"),
         ("words", "fasttext", "word2vec")]
ITEMS, ANCHORS, K = 220, 30, 10
EQUAL, NEAR = 1e-9, 5e-6  # differences of cosines: duplicates are equal; float32 may decide near-ties either way
TOLERANCE = 1e-6


def unit(rows):
    lengths = np.linalg.norm(rows, axis=1, keepdims=True)
    return rows / np.where(lengths > 0, lengths, 1)


class Planted:
    """Two spaces with what data in practice have: X has items 0 to 199, Y items 20 to 219."""

    def __init__(self, file, x, y):
        with h5py.File(ROOT / "examples/data" / f"{file}.h5") as data:
            spaces = [np.asarray(data["spaces"][name][:ITEMS], np.float32) for name in (x, y)]
            self.labels = [data["items/label_names"][label].decode() for label in data["items/label"][:ITEMS]]
        for side, rows in enumerate(spaces):
            rows[60 + side] = rows[50]  # duplicates, the first of another item in each space
            rows[70] = rows[71]
            rows[[80, 90 + side, 100 + 10 * side]] = 0
        spaces = [np.hstack([rows, np.full((ITEMS, 1), 2.5, np.float32)]) for rows in spaces]
        self.x, self.y = spaces[0][:200], spaces[1][20:]
        self.x_ids, self.y_ids = np.arange(200), np.arange(20, ITEMS)
        self.both = [i for i in range(20, 200) if self.x[i].any() and self.y[i - 20].any()]
        self.anchors = self.both[::6][:ANCHORS]
        others = [i for i in self.both if i not in self.anchors]
        self.train, self.test = self.anchors + others[::2], others[1::2]

    def write(self, folder):
        for name, ids, rows in (("x.vec", self.x_ids, self.x), ("y.vec", self.y_ids, self.y)):
            with open(folder / name, "w") as file:
                file.write(f"{len(rows)} {rows.shape[1]}\n")
                for item, row in zip(ids, rows):
                    file.write(f"i{item:03d} " + " ".join(map(str, row)) + "\n")
        pairs = "".join(f"i{i:03d},i{i:03d}\n" for i in self.anchors)
        (folder / "pairs.csv").write_text("x_id,y_id\n" + pairs)
        parts = [(i, "train") for i in self.train] + [(i, "test") for i in self.test]
        (folder / "split.csv").write_text("id,part\n" + "".join(f"i{i:03d},{part}\n" for i, part in parts))
        labels = "".join(f"i{i:03d},{self.labels[i]}\n" for i in range(200))
        (folder / "labels.csv").write_text("id,label\n" + labels)

    def prepared(self, side, center):
        """Ids and rows of the items that have a direction; constant dimensions become zero."""
        ids, rows = (self.x_ids, self.x) if side == "x" else (self.y_ids, self.y)
        kept = rows.any(axis=1)
        rows = rows[kept].astype(np.float64)
        if center != "none":
            rows -= rows.mean(axis=0)
        if center == "standardize":
            deviation = np.sqrt((rows ** 2).mean(axis=0))
            rows /= np.where(deviation > 1e-9, deviation, 1)
        return list(ids[kept]), unit(rows)

    def raw(self, side):
        rows = self.x if side == "x" else self.y
        return unit(rows[rows.any(axis=1)].astype(np.float64))


def procrustes(a, b):
    """Rotation from the anchors a to b, 0 outside of their span."""
    u, s, vt = np.linalg.svd(a.T @ b, full_matrices=False)
    rank = (s > 1e-9 * s[0]).sum()
    return u[:, :rank] @ vt[:rank]


def encodings(data, center):
    """For each method the queries and the index of both directions: x in y, y, y in x, x."""
    (x_ids, x), (y_ids, y) = data.prepared("x", center), data.prepared("y", center)
    a = [x_ids.index(i) for i in data.anchors]
    b = [y_ids.index(i) for i in data.anchors]
    relative = unit(x @ x[a].T), unit(y @ y[b].T)
    result = {"GT": (relative[0], relative[1], relative[1], relative[0]),
              "Seed": (relative[0], relative[1], relative[1], relative[0]),
              "Procrustes": (unit(x @ procrustes(x[a], y[b])), y, unit(y @ procrustes(y[b], x[a])), x)}
    if x.shape[1] == y.shape[1]:
        raw = data.raw("x"), data.raw("y")
        centred = data.prepared("x", "center")[1], data.prepared("y", "center")[1]
        result["Absolute"] = (raw[0], raw[1], raw[1], raw[0])
        result["Absolute centred"] = (centred[0], centred[1], centred[1], centred[0])
    return x_ids, y_ids, result


def bounds(values):
    """Lowest and highest mean."""
    low, high = zip(*values)
    return np.mean(low), np.mean(high)


def rank_bounds(scores, own):
    """Ranks of scores[own], 1 + number above + half the number of ties; near-ties may be decided either way."""
    others = np.delete(scores, own) - scores[own]
    sure, ties = (others > NEAR).sum(), (abs(others) <= EQUAL).sum()
    near = [((others > EQUAL) & (others <= NEAR)).sum(), ((others < -EQUAL) & (others >= -NEAR)).sum()]
    return 1 + sure + ties / 2, 1 + sure + ties / 2 + sum(near)


def nearest_bounds(scores):
    """The K items that are nearest for certain, and all that may be: ties at place K are broken at random."""
    limit = np.sort(scores)[-K]
    certain, possible = set(np.flatnonzero(scores > limit + NEAR)), set(np.flatnonzero(scores >= limit - NEAR))
    return (possible, possible) if len(possible) == K else (certain, possible)


def jaccard_bounds(a, b):
    common = len(a[0] & b[0]), min(K, len(a[1] & b[1]))
    return tuple(c / (2 * K - c) for c in common)


def retrieval(queries, index, ids, index_ids, anchors):
    """Bounds of every metric for the paired items that are not anchors."""
    partners = {i: index_ids.index(item) for i, item in enumerate(ids) if item in index_ids}
    cross, within_source, within_target = queries @ index.T, queries @ queries.T, index @ index.T
    hub = np.sort(cross, axis=0)[-K:].mean(axis=0) / 2  # half the mean cosine to the 10 nearest of the source
    ranks, csls, cosines, jaccards, in_target = [], [], [], [], []
    for i, item in enumerate(ids):
        if i not in partners or item in anchors:
            continue
        own = partners[i]
        ranks.append(rank_bounds(cross[i], own))
        csls.append(rank_bounds(cross[i] - hub, own))
        cosines.append(cross[i, own])
        target = nearest_bounds(cross[i])
        mine = nearest_bounds(within_source[i])
        mine = tuple({partners.get(j, -1 - j) for j in part} for part in mine)
        jaccards.append(jaccard_bounds(mine, target))
        in_target.append(jaccard_bounds(nearest_bounds(within_target[own]), target))

    def mean_of(ranked, function):
        return bounds([sorted(function(rank) for rank in each) for each in ranked])

    result = {"mrr": mean_of(ranks, lambda r: 1 / r), "mrr_at_k": mean_of(ranks, lambda r: (r <= K) / r),
              "csls_mrr": mean_of(csls, lambda r: 1 / r), "csls_p_at_1": mean_of(csls, lambda r: r <= 1),
              "cosine": (np.mean(cosines),) * 2, "jaccard": bounds(jaccards), "jaccard_in_target": bounds(in_target)}
    return len(ranks), result | {f"p_at_{k}": mean_of(ranks, lambda r, k=k: r <= k) for k in (1, 5, 10)}


class Softmax:
    """Minimum of the log-loss plus |W|²/20, without a penalty of the bias, by Newton's method."""

    def __init__(self, rows, labels):
        self.classes = sorted(set(labels))
        n, d = rows.shape
        c = len(self.classes)
        z = np.hstack([rows, np.ones((n, 1))])
        truth = np.array([[label == each for each in self.classes] for label in labels], float)
        penalty = np.tile(np.r_[np.full(d, 0.1), 1e-12], c)
        self.w = np.zeros((c, d + 1))
        for _ in range(60):
            p = self._probabilities(z)
            gradient = ((p - truth).T @ z).ravel() + penalty * self.w.ravel()
            if abs(gradient).max() < 1e-9 * n:
                break
            hessian = np.diag(penalty)
            for a in range(c):
                for b in range(c):
                    weights = p[:, a] * ((a == b) - p[:, b])
                    hessian[a * (d + 1):(a + 1) * (d + 1), b * (d + 1):(b + 1) * (d + 1)] += (z.T * weights) @ z
            step = np.linalg.lstsq(hessian, gradient, rcond=1e-14)[0].reshape(self.w.shape)
            loss, length = self._loss(z, truth, penalty), 1.0
            before = self.w
            while True:
                self.w = before - length * step
                if self._loss(z, truth, penalty) <= loss or length < 1e-6:
                    break
                length /= 2

    def _probabilities(self, z):
        e = z @ self.w.T
        e = np.exp(e - e.max(axis=1, keepdims=True))
        return e / e.sum(axis=1, keepdims=True)

    def _loss(self, z, truth, penalty):
        return -(truth * np.log(self._probabilities(z) + 1e-300)).sum() + (penalty * self.w.ravel() ** 2).sum() / 2

    def predict(self, rows):
        return [self.classes[i] for i in (np.hstack([rows, np.ones((len(rows), 1))]) @ self.w.T).argmax(axis=1)]


def classification(truth, predicted, classes):
    truth, predicted = np.array(truth), np.array(predicted)
    f1, sizes = [], []
    for each in classes:
        hits = ((truth == each) & (predicted == each)).sum()
        total = (truth == each).sum() + (predicted == each).sum()
        if not total:
            continue  # a class of which there is no test item
        f1.append(2 * hits / total)
        sizes.append((truth == each).sum())
    return {"accuracy": (truth == predicted).mean(), "macro_f1": np.mean(f1), "weighted_f1": np.average(f1, weights=sizes)}


def unbiased(k, l):
    """Song et al. 2012, eq. 5, times n(n - 3)."""
    n = len(k)
    k, l = k - np.diag(np.diag(k)), l - np.diag(np.diag(l))
    return (k * l).sum() + k.sum() * l.sum() / (n - 1) / (n - 2) - 2 / (n - 2) * k.sum(0) @ l.sum(0)


@unittest.skipUnless(h5py, "needs h5py")
class Scores(ScratchTest):
    def run_cli(self, *arguments):
        cli = os.environ.get("ANCHORSCOPE_CLI", "anchorscope-cli")
        run = subprocess.run([cli, *map(str, arguments), "--json"], cwd=self.folder, capture_output=True, text=True)
        self.assertEqual(run.returncode, 0, run.stderr)
        return json.loads(run.stdout)

    def compare(self, name, value, low, high):
        name = f"{self.pair}: {name}"
        self.assertLessEqual(high - low, 1e-1, name)  # few near-ties
        self.assertGreaterEqual(value, low - TOLERANCE, name)
        self.assertLessEqual(value, high + TOLERANCE, name)

    def planted(self):
        for pair in PAIRS:
            data = Planted(*pair)
            data.write(self.folder)
            self.pair = " ".join(pair)
            yield data

    def test_retrieval(self):
        for data in self.planted():
            for center in ("center", "none", "standardize") if self.pair.startswith("digits ae16") else ("center",):
                x_ids, y_ids, methods = encodings(data, center)
                found = self.run_cli("retrieval", "x.vec,y.vec", "--seed-pairs", "pairs.csv", "--anchors", ANCHORS,
                                     "--center", center, "--method", "alternating", "--methods",
                                     ",".join(methods).lower().replace(" ", "-"))
                self.assertEqual(len(found["rows"]), 2 * len(methods))
                for row in found["rows"]:
                    queries, index, back, source = methods[row["method"]]
                    if row["source"] == "x":
                        count, expected = retrieval(queries, index, x_ids, y_ids, data.anchors)
                    else:
                        count, expected = retrieval(back, source, y_ids, x_ids, data.anchors)
                    self.assertEqual(row["queries"], count)
                    if row["method"] == "Procrustes" and data.x.shape[1] > ANCHORS:
                        # Y is kept by its coordinates in the span and the length of the rest, which is exact for
                        # translated items, not for the neighbours of items of Y.
                        del expected["jaccard_in_target"]
                    for metric, (low, high) in expected.items():
                        self.compare(f"{row['method']} {row['source']} {metric} {center}", row[metric]["mean"], low, high)

    def test_stitching(self):
        for data in self.planted():
            x_ids, y_ids, methods = encodings(data, "center")
            methods = {name: each for name, each in methods.items() if each[0].shape[1] < 50}  # Newton's d × d matrices
            found = self.run_cli("stitch", "x.vec,y.vec", "--seed-pairs", "pairs.csv", "--anchors", ANCHORS,
                                 "--method", "alternating", "--split", "split.csv", "--labels", "labels.csv",
                                 "--methods", ",".join(methods).lower().replace(" ", "-"))
            self.assertEqual((found["train_items"], found["test_items"]), (len(data.train), len(data.test)))
            train, test = ([data.labels[i] for i in part] for part in (data.train, data.test))
            rows = {side: {part: [ids.index(i) for i in items] for part, items in
                           (("train", data.train), ("test", data.test))} for side, ids in (("x", x_ids), ("y", y_ids))}
            for name, (x_in_y, y, y_in_x, x) in methods.items():
                own, foreign = {"x": x, "y": y}, {"x": y_in_x, "y": x_in_y}  # in the terms of the trained space
                for side in "xy":
                    head = Softmax(own[side][rows[side]["train"]], train)
                    for tested in "xy":
                        part = own[side] if tested == side else foreign[side]
                        expected = classification(test, head.predict(part[rows[tested]["test"]]), sorted(set(train + test)))
                        row = next(row for row in found["rows"] if (row["representation"], row["train_space"],
                                                                   row["test_space"]) == (name, side, tested))
                        for score, value in expected.items():
                            self.compare(f"{name} {side} {tested} {score}", row[score]["mean"], value, value)

    def test_translation(self):
        for data in self.planted():
            found = self.run_cli("experiment", "translation", "x.vec,y.vec", "--seed-pairs", "pairs.csv", "--anchors",
                                 ANCHORS, "--repeats", 1, "--split", "split.csv", "--labels", "labels.csv", "--omegas",
                                 1, "--deltas", 0.5)
            rivals = {(row["method"], row["source"]): row for row in found["rivals"]}
            x_ids, y_ids, methods = encodings(data, "center")
            ids, full = {"x": x_ids, "y": y_ids}, {"x": data.x, "y": data.y}
            for source, target in ("xy", "yx"):
                rows, index = (methods["Procrustes"][i] for i in ((0, 1) if source == "x" else (2, 3)))
                expected = {"Procrustes": rows}
                if full["x"].shape[1] == full["y"].shape[1]:
                    directed = full[target][full[target].any(axis=1)].astype(np.float64)
                    raw = full[source][full[source].any(axis=1)].astype(np.float64)
                    expected["Absolute"] = unit(raw - directed.mean(axis=0))
                    expected["Absolute centred"] = data.prepared(source, "center")[1]
                scored = [i for i in data.both if i not in data.anchors]
                own = index[[ids[target].index(i) for i in scored]]
                head = None
                if index.shape[1] < 50:
                    head = Softmax(index[[ids[target].index(i) for i in data.train]], [data.labels[i] for i in data.train])
                for method, translated in expected.items():
                    cosine = (translated[[ids[source].index(i) for i in scored]] * own).sum(axis=1).mean()
                    row = rivals[method, source]
                    self.compare(f"{method} {source} cosine", row["cosine"]["mean"], cosine, cosine)
                    if head:
                        predicted = head.predict(translated[[ids[source].index(i) for i in data.test]])
                        value = np.mean([data.labels[i] == label for i, label in zip(data.test, predicted)])
                        self.compare(f"{method} {source} accuracy", row["accuracy"]["mean"], value, value)

    def test_pairs(self):
        for data in self.planted():
            items = list(range(20, 200))
            spaces = {"a": data.x[items], "b": data.y[: len(items)]}
            np.savez(self.folder / "spaces.npz", **spaces)
            kept = spaces["a"].any(axis=1) & spaces["b"].any(axis=1)
            count = int(kept.sum())
            found = self.run_cli("experiment", "pairs", "spaces.npz", "--anchors", count, "--score-anchors",
                                 "--repeats", 1)
            self.assertEqual(found["left_out"], len(items) - count)
            a, b = (spaces[name][kept].astype(np.float64) for name in "ab")
            tables = {(table["method"], table["metric"]): table["mean"] for table in found["tables"]}
            u, v = unit(a - a.mean(axis=0)), unit(b - b.mean(axis=0))
            expected = {"GT": (unit(u @ u.T), unit(v @ v.T))}
            if a.shape[1] == b.shape[1]:
                expected["Absolute"] = (unit(a), unit(b))
            for method, (x, y) in expected.items():
                mrr = bounds([sorted(1 / rank for rank in rank_bounds(row, i)) for i, row in enumerate(x @ y.T)])
                self.compare(f"{method} mrr", tables[method, "mrr"][0][1], *mrr)
            k, l = (rows @ rows.T for rows in (a - a.mean(axis=0), b - b.mean(axis=0)))
            norm = np.linalg.norm(k) * np.linalg.norm(l)
            cka, chance = (k * l).sum() / norm, np.trace(k) * np.trace(l) / (count - 1) / norm
            debiased = unbiased(k, l) / np.sqrt(unbiased(k, k) * unbiased(l, l))
            for name, value in (("cka", cka), ("cka_by_chance", chance), ("cka_debiased", debiased)):
                self.compare(name, found[name][0][1], value, value)
            lists = []
            for rows in (u, v):
                cosines = rows @ rows.T
                np.fill_diagonal(cosines, -2)
                lists.append([nearest_bounds(row) for row in cosines])
            shared = bounds([(len(p[0] & q[0]) / K, min(K, len(p[1] & q[1])) / K) for p, q in zip(*lists)])
            self.compare("mutual_knn", found["mutual_knn"][0][1], *shared)
            self.assertLess(found["mutual_knn_chance_low"][0][1], K / (count - 1))
            self.assertGreater(found["mutual_knn_chance_high"][0][1], K / (count - 1))


if __name__ == "__main__":
    unittest.main()
