#!/usr/bin/python3
# SPDX-License-Identifier: GPL-3.0-or-later
"""Writes the measured tables of the pages in this folder, of ../results and of the project's README from the JSON in
results/.

    pages.py                            rewrites the tables
    pages.py --check                    changes nothing; exit code 1 if a page differs from the JSON
    pages.py --check-program CLI        measures quick results again for 45 s if sources changed; exit code 1 if one
                                        differs; writes nothing
    pages.py --measure CLI [NAME …]     runs the commands (without names all), stores their JSON, rewrites the tables

A table is written between <!-- NAME --> and <!-- end -->, where NAME is one of TABLES below. --measure needs h5py.
The commands in NOT_BUNDLED run only if they are named, in a folder that holds their files.
"""
import contextlib
import hashlib
import json
import pathlib
import re
import shlex
import subprocess
import sys
import tempfile
import time

HERE = pathlib.Path(__file__).resolve().parent
ROOT = HERE.parent.parent
WORDS = "examples/data/words.h5"
DIGITS = "examples/data/digits.h5"
EMOJI = "examples/data/emoji.h5"
GLOVE = "examples/data/glove.h5"
PIVOTS = "pivots.h5"  # make_pivots.py writes it
ROTATED = "rotated.h5"  # make_rotated.py writes it
CLASSES, SPLIT = "classes.h5", "classes.csv"  # make_classes.py writes them
FREQUENT = {"frequent.csv": range(300), "rarer.csv": range(1000, 1300)}  # words that are anchors, by rank
# Data and splits of make_classes.py: its arguments, which begin with the data that it reads
CLASS_LEVEL = {(CLASSES, SPLIT): (DIGITS, "classifier_epoch32", "ae16_seed0"),
               ("texts.h5", "texts.csv"): (EMOJI, "keywords_sentence", "keywords_glove"),
               ("pictures.h5", "pictures.csv"): (EMOJI, "pictures_nanodet", "pictures_centernet")}
TRAINED = "bottlenecks.h5", "domains.h5", "variational.h5", "far.csv", "near.csv"  # make_autoencoders.py writes them, in a minute
AGES = ",".join(f"classifier_epoch{age}" for age in ("00", "01", "02", "04", "08", "16", "32"))
TWINS = "-x ae32_seed0 -y ae32_seed1"
FAR = "-x ae32_seed0 -y classifier_epoch32"

ADAM = f"experiment retrieval {WORDS} --max-items 1000 --method adam --methods found"
AO = f"{ADAM} --ramp 0"  # as the paper reads

COMMANDS = {
    "rotated": f"experiment retrieval {ROTATED} -x space -y rotated --center none --methods gt,absolute",
    "moved": f"experiment retrieval {ROTATED} -x space -y moved --center none --methods gt,absolute",
    "moved_centred": f"experiment retrieval {ROTATED} -x space -y moved --methods gt,absolute-centred",
    "words": f"experiment retrieval {WORDS} --methods gt,seed,found,gt-canonical,procrustes,ridge",
    "words_frequent": f"experiment retrieval {WORDS} --split frequent.csv --methods gt --repeats 1",
    "words_rarer": f"experiment retrieval {WORDS} --split rarer.csv --methods gt --repeats 1",
    "words_papers": f"experiment retrieval {WORDS} --method alternating --center none --score-anchors --methods gt,seed",
    "words_adam": f"experiment retrieval {WORDS} --max-items 1000 --method adam --methods gt,seed,found",
    "adam_2000": f"experiment retrieval {WORDS} --max-items 2000 --method adam --methods gt,seed,found --repeats 1",
    "adam_5000": f"experiment retrieval {WORDS} --method adam --methods gt,seed,found --repeats 1",
    "adam_warm": f"{ADAM} --warm-start",
    "adam_plain": AO,
    "adam_eight": f"{ADAM} --seeds 8",
    "adam_five": f"{ADAM} --seeds 5",
    "adam_free": f"{AO} --free-seeds",
    "adam_permuted": f"{AO} --permute y",
    "adam_steps": f"{AO} --sinkhorn-steps 10",
    "adam_plan": f"{AO} --plan soft",
    "adam_thirty": f"{AO} --seeds 30",
    "digits_one": f"experiment retrieval {DIGITS} {TWINS} --seeds 8 --method adam --ramp 0 --methods found",
    "digits_eight": f"experiment retrieval {DIGITS} {TWINS} --seeds 8 --method adam --methods found",
    "digits_five": f"experiment retrieval {DIGITS} {TWINS} --seeds 5 --method adam --methods found",
    "words_thousand": f"experiment retrieval {WORDS} --max-items 1000 --methods gt,seed,found",
    "digits_adam": f"experiment retrieval {DIGITS} {TWINS} --method adam --methods gt,seed,found",
    "digits_adam_x": f"experiment retrieval {DIGITS} {TWINS} --method adam --optimize-side x --methods gt,seed,found",
    "stitching_twins": f"experiment stitching {DIGITS} {TWINS}",
    "stitching_far": f"experiment stitching {DIGITS} {FAR}",
    "agreeing": f"experiment stitching {DIGITS} -x classifier_epoch16 -y classifier_epoch32 "
                "--methods absolute,gt,irp,procrustes,ridge",
    "bottlenecks": "experiment pairs bottlenecks.h5 --repeats 5",
    "domains_near": "experiment stitching domains.h5 -x seed0 -y seed1 --split near.csv --methods absolute,gt,irp,ridge",
    "domains_far": "experiment stitching domains.h5 -x seed0 -y seed1 --split far.csv --methods absolute,gt,irp,ridge",
    "stitching_words": f"experiment stitching {WORDS} --methods gt,seed,found,procrustes,ridge",
    "pairs": f"experiment pairs {DIGITS} --spaces ae16_seed0,ae16_seed1,ae32_seed0,ae32_seed1,classifier_epoch32 --repeats 5",
    "counts": f"experiment anchor-count {DIGITS} {TWINS} --counts 4,8,16,32,64,128,256 --no-learned",
    "quantized": f"experiment quantization {PIVOTS} --center none --thresholds 0,0.2,0.4,0.6,0.7",
    "quantized_ward": f"experiment quantization {PIVOTS} --center none --linkage ward --thresholds 0,0.5,1,1.5,2",
    "quantized_digits": f"experiment quantization {DIGITS} -x ae16_seed0 -y ae16_seed1 --thresholds 0,0.1,0.2,0.4,0.6",
    "proxy_ages": f"experiment proxy {DIGITS} --anchors 200 --spaces {AGES}",
    "proxy_all": f"experiment proxy {DIGITS} --anchors 200",
    "reconstruction": f"experiment reconstruction {DIGITS} {TWINS} --methods absolute,gt,found,ridge,param --strip "
                      "examples/papers/reconstruction.png --force",
    "variational": "experiment reconstruction variational.h5 -x seed0 -y seed1 --methods absolute,gt,ridge",
    "translation": f"experiment translation {DIGITS} {TWINS}",
    "translation_far": f"experiment translation {DIGITS} {FAR} --omegas 1,16",
    "translation_uncut": f"experiment translation {DIGITS} {FAR} --cutoff 0 --omegas 1,16",
    "translation_square": f"experiment translation {DIGITS} {TWINS} --anchors 32 --cutoff 0 --omegas 1,16",
    "translation_words": f"experiment translation {WORDS} --omegas 1,8 --deltas 0.3,0.6,0.9",
    "learned_counts": f"experiment anchor-count {DIGITS} {TWINS} --samplers uniform",
    "learned": f"experiment learned-anchors {DIGITS} {TWINS} --anchors 100",
    "points_25": f"experiment learned-anchors {DIGITS} {TWINS} --anchors 100 --param-subset 25",
    "points_100": f"experiment learned-anchors {DIGITS} {TWINS} --anchors 100 --param-subset 100",
    "points_300": f"experiment learned-anchors {DIGITS} {TWINS} --anchors 100 --param-subset 300",
    "learned_words": f"experiment learned-anchors {WORDS} --anchors 100",
    "weak": f"experiment weak-encoder {DIGITS} -x classifier_epoch32 -y ae16_seed0 --anchors 100",
    "weak_young": f"experiment weak-encoder {DIGITS} -x classifier_epoch32 -y classifier_epoch00 --anchors 100",
    "classes": f"experiment weak-encoder {CLASSES} -x classifier_epoch32 -y ae16_seed0 --split {SPLIT} --anchors 10",
    "weak_words": f"experiment weak-encoder {WORDS} --anchors 100",
}

ALIGNED = "--methods gt --repeats 5"  # the rows are not printed, only how many matches of each run are correct
RUN = "run.ascope"  # written by the first command of two, read by the second
COMMANDS |= {f"aligned_words_{seeds}": f"experiment retrieval {WORDS} --seeds {seeds} {ALIGNED}" for seeds in (3, 5, 15)}
COMMANDS |= {f"aligned_digits_{seeds}": f"experiment retrieval {DIGITS} {FAR} --seeds {seeds} {ALIGNED}"
             for seeds in (3, 5, 15)}
COMMANDS |= {
    "verdict_words": f"optimize {WORDS} --seeds 15",
    "verdict_digits": f"optimize {DIGITS} {FAR} --seeds 15",
    "digits": f"experiment retrieval {DIGITS} {FAR} --methods gt,seed,found",
    "known_pairs": f"experiment known-pairs {DIGITS} {FAR}",
}
for name, data in (("words", WORDS), ("digits", f"{DIGITS} {FAR}")):
    COMMANDS |= {f"adapter_{name}_{map}": f"optimize {data} --seeds 15 --out {RUN}\n"
                                          f"translate {data} --session {RUN} --map {map} --adapter adapter.npz"
                 for map in ("canonical", "procrustes", "irp")}
COMMANDS["adapter_twins"] = f"translate {DIGITS} {TWINS} --anchors 300 --map canonical --adapter adapter.npz"
for name, data in (("texts", f"{EMOJI} -x keywords_glove -y keywords_sentence"),
                   ("pictures", f"{EMOJI} -x pictures_nanodet -y pictures_centernet")):
    COMMANDS |= {
        f"{name}_verdict": f"optimize {data} --seeds 15",
        f"{name}_retrieval": f"experiment retrieval {data} --methods gt,seed,found,gt-canonical,procrustes,ridge",
        f"{name}_adam": f"experiment retrieval {data} --method adam --methods gt,seed,found",
        f"{name}_stitching": f"experiment stitching {data} --methods gt,seed,found,irp,ridge,param",
        f"{name}_translation": f"experiment translation {data} --omegas 1,16 --deltas 0.3,0.6,0.9",
        f"{name}_learned": f"experiment learned-anchors {data} --anchors 100",
    }
COMMANDS |= {
    "across_stitching": f"experiment stitching {EMOJI} -x pictures_nanodet -y names_sentence --methods gt,irp,ridge",
    "across_translation": f"experiment translation {EMOJI} -x pictures_nanodet -y names_sentence --anchors 1000 "
                          "--omegas 16 --deltas 0.8",
    "weak_pictures": f"experiment weak-encoder {EMOJI} -x pictures_nanodet -y pixels --anchors 100",
    "weak_emoji": f"experiment weak-encoder {EMOJI} -x keywords_sentence -y pixels --anchors 100",
    "texts_prototypes": "experiment weak-encoder texts.h5 -x keywords_sentence -y keywords_glove --split texts.csv "
                        "--anchors 8",
    "pictures_prototypes": "experiment weak-encoder pictures.h5 -x pictures_nanodet -y pictures_centernet "
                           "--split pictures.csv --anchors 8",
    "pictures_counts": f"experiment anchor-count {EMOJI} -x pictures_nanodet -y pictures_centernet "
                       "--counts 30,100,300,700 --samplers uniform --no-learned",
    "glove_found": f"experiment stitching {GLOVE} --max-items 2000 --methods gt,seed,found",
    "glove_verdict": f"optimize {GLOVE} --max-items 2000 --seeds 15",
    "glove_retrieval": f"experiment retrieval {GLOVE} --max-items 2000 --methods gt,seed,found,gt-canonical,ridge",
    "glove_adam": f"experiment retrieval {GLOVE} --max-items 1000 --method adam --methods gt,seed,found",
    "glove_stitching": f"experiment stitching {GLOVE} --methods gt,irp,procrustes,ridge,param",
}
ORDERED = ("glove_stitching", "glove_found")  # labels whose order has a meaning, so that the mean absolute error has one
NOT_BUNDLED = {f"aligned_words20000_{seeds}": f"experiment retrieval words20000.h5 --seeds {seeds} {ALIGNED}"
               for seeds in (5, 15)}
NOT_BUNDLED["adam_20000"] = "experiment retrieval words20000.h5 --method adam --methods gt,seed,found --repeats 1"
NOT_BUNDLED["mnist"] = "experiment retrieval mnist.h5 --methods gt,seed,found"

# The quickest first; together about a minute on two cores.
QUICK = ("rotated", "moved", "moved_centred", "quantized", "quantized_ward", "words_thousand", "counts", "classes",
         "proxy_ages", "points_25", "digits_one", "stitching_twins", "adam_warm", "words_adam")
STAMP = HERE / "results" / "sources.sha256"  # of the sources that all results were measured with
SECONDS = 45
TOLERANCE = 2e-3  # instruction sets round otherwise; stale results differed by 0.008 and more

UNUSED = {"runs", "confusion", "curves_of_steps", "history", "threads", "isa", "values", "columns", "seconds",
          "predicted_seconds", "verdict_seconds", "seconds_per_correspondence"}


def slim(value):
    """Without times and single draws; numbers with six digits."""
    if isinstance(value, dict):
        return {key: slim(each) for key, each in value.items() if key not in UNUSED}
    if isinstance(value, list):
        return [slim(each) for each in value]
    return float(f"{value:.6g}") if isinstance(value, float) else value


def measured(cli, name, made):
    """What the program says now, as results/ keeps it."""
    commands = (COMMANDS | NOT_BUNDLED)[name].split("\n")
    for command in commands:  # the JSON of the last one is stored
        words = [made.get(word, word) for word in shlex.split(command)]
        if words[-2] in ("--out", "--adapter"):
            words.append("--force")
        run = subprocess.run([cli, *words, "--json"], cwd="." if name in NOT_BUNDLED else ROOT,
                             stdout=subprocess.PIPE, text=True, check=True)
    full = json.loads(run.stdout)
    for row in full["rows"] if "converged" in full else []:
        row["mrr_of_draws"] = row["mrr"]["values"]
    result = slim(full)
    result["command"] = "\n".join("anchorscope-cli " + command for command in commands)
    if name.startswith("aligned"):  # the runs are what the table prints
        result = {"command": result["command"], "items": full["items"], "right": [
            float(f"{run['right']:.6g}") for run in full["runs"]]}
    if "--split" in result["command"]:
        result["settings"]["split"] = re.search(r"--split (\S+)", result["command"]).group(1)
    if "learned-anchors" in result["command"]:  # the first and the last step of each curve
        for curve in result["curves"]:
            curve["steps"] = [curve["steps"][0], curve["steps"][-1]]
    return result


def write_split(path, ranks):
    """Words of these ranks as anchors, the most frequent word first; those from rank 1,300 on are scored."""
    import h5py

    with h5py.File(ROOT / WORDS) as words:
        ids = [word.decode() for word in words["items/id"]]
    lines = [f'"{ids[rank]}",anchor' for rank in ranks] + [f'"{word}",test' for word in ids[1300:]]
    pathlib.Path(path).write_text("\n".join(["id,part", *lines]) + "\n")


@contextlib.contextmanager
def made_files(names):
    """The files that the commands read and that are not bundled, by the names they have there."""
    with tempfile.TemporaryDirectory() as folder:
        made = {name: f"{folder}/{name}" for name in (PIVOTS, ROTATED, *sum(CLASS_LEVEL, ()), *FREQUENT, *TRAINED)}
        for file, ranks in FREQUENT.items():
            write_split(made[file], ranks)
        if any(file in (COMMANDS | NOT_BUNDLED)[name] for name in names for file in TRAINED):
            subprocess.run([sys.executable, HERE / "make_autoencoders.py", ROOT / DIGITS, *(made[file] for file in TRAINED)],
                           check=True)
        subprocess.run([sys.executable, HERE / "make_pivots.py", ROOT / WORDS, made[PIVOTS]], check=True)
        subprocess.run([sys.executable, HERE / "make_rotated.py", ROOT / DIGITS, made[ROTATED]], check=True)
        for files, (data, *spaces) in CLASS_LEVEL.items():
            subprocess.run([sys.executable, HERE / "make_classes.py", ROOT / data, *(made[file] for file in files), *spaces],
                           check=True)
        made |= {name: f"{folder}/{name}" for name in (RUN, "adapter.npz")}
        yield made


def measure(cli, names):
    cli = str(pathlib.Path(cli).resolve())
    with made_files(names or COMMANDS) as made:
        for name in names or COMMANDS:
            print(name, flush=True)
            lines = json.dumps(measured(cli, name, made), ensure_ascii=False, indent=1)
            lines = lines.replace(f"{pathlib.Path(made[RUN]).parent}/", "")
            lines = re.sub(r"\n {3,}", " ", lines)  # one line for each row of a table
            (HERE / "results" / f"{name}.json").write_text(lines + "\n")
    if not names:
        STAMP.write_text(sources_hash() + "\n")


def sources_hash():
    """Of all that the numbers depend on."""
    files = [path for path in (ROOT / "src/core").rglob("*") if path.suffix in (".h", ".cpp", ".inl")]
    digest = hashlib.sha256()
    for path in sorted(files) + [ROOT / WORDS, ROOT / DIGITS, ROOT / EMOJI, ROOT / GLOVE, HERE / "pages.py"]:
        digest.update(hashlib.sha256(path.read_bytes()).digest())
    return digest.hexdigest()


def differences(kept, now, place=""):
    """Numbers that differ by more than instruction sets do, and whatever else differs."""
    if isinstance(kept, dict) and isinstance(now, dict):
        for key in kept:  # what came later is in no table yet
            yield from differences(kept.get(key), now.get(key), f"{place}/{key}")
    elif isinstance(kept, list) and isinstance(now, list) and len(kept) == len(now):
        for i, (a, b) in enumerate(zip(kept, now)):
            yield from differences(a, b, f"{place}/{i}")
    elif isinstance(kept, (int, float)) and isinstance(now, (int, float)):
        if abs(kept - now) > TOLERANCE * max(1, abs(kept)):
            yield f"{place}: kept {kept}, now {now}"
    elif kept != now:
        yield f"{place}: kept {kept}, now {now}"


def check_program(cli):
    """Measures quick results again if anything changed that they depend on; ends with 1 where one differs."""
    if STAMP.exists() and STAMP.read_text().strip() == sources_hash():
        return print("Nothing changed since all results were measured.")
    cli, begin, stale, seen = str(pathlib.Path(cli).resolve()), time.monotonic(), [], []
    with made_files(QUICK) as made:
        for name in QUICK:
            if time.monotonic() - begin > SECONDS:
                break
            seen.append(name)
            kept, now = load(name), measured(cli, name, made)
            for each in (kept, now):
                each.pop("settings", None), each.pop("command", None)
            stale += [f"{name}{each}" for each in differences(kept, now)][:3]
    print(f"Measured again: {', '.join(seen)}. The others: pages.py --measure {cli}")
    if stale:
        sys.exit("Not what the program gives now, measure again:\n" + "\n".join(stale))


def load(name):
    return json.loads((HERE / "results" / f"{name}.json").read_text())


def figure(value, digits=3):
    """A mean and its deviation, or a number alone."""
    if isinstance(value, dict):
        if value.get("mean") is None:
            return "–"
        return figure(value["mean"], digits) + (f" ± {value['std']:.{digits}f}" if value.get("std") is not None else "")
    return "–" if value is None else f"{value:.{digits}f}"


def table(head, rows):
    return "\n".join("| " + " | ".join(str(cell) for cell in row) + " |" for row in [head, ["---"] * len(head), *rows])


def found(rows, **wanted):
    """The row with these values; an empty one if it was not measured."""
    return next((row for row in rows if all(row.get(key) == value for key, value in wanted.items())), {})


# The labels of the window (core/evaluate/representation.cpp) for the ids of the JSON.
NAMES = {"GT": "True anchors", "Seed": "Seeds only", "AO continuous": "Found, continuous",
         "AO discrete": "Found, discrete", "canonical": "Found, canonical", "GT canonical": "True, canonical",
         "Absolute": "Absolute", "Absolute centred": "Absolute, centred"}


def methods(rows, key):
    return list(dict.fromkeys(row[key] for row in rows))


def retrieval(result):
    head = ["anchors", "queries → index", "Jaccard", "MRR", "cosine", "CSLS MRR", "P@1"]
    return table(head, [[NAMES.get(row["method"], row["method"]), f"{row['source'].upper()} → {row['target'].upper()}"] + [
        figure(row[metric]) for metric in ("jaccard", "mrr", "cosine", "csls_mrr", "p_at_1")]
        for row in sorted(result["rows"], key=lambda row: row["source"])])


def readings(*results):
    """Both readings of the Jaccard index, of true anchors."""
    rows = []
    for result in results:
        for source, target in ("xy", "yx"):
            row = found(result["rows"], method="GT", source=source, target=target)
            rows.append([result["center"], f"{source.upper()} → {target.upper()}", figure(row["jaccard"]),
                         figure(row["jaccard_in_target"])])
    return table(["pre-processing", "queries → index", "Jaccard", "Jaccard in the target"], rows)


def variants(*results):
    """Found anchors with other settings, one line for each."""
    rows = []
    for result in results:
        for method in methods(result["rows"], "method"):
            rows.append([result["command"].split("--methods found")[1].replace("--ramp 0", "").strip(), NAMES[method]] + [
                figure(found(result["rows"], method=method, source=source)["mrr"]) for source in "xy"])
    return table(["option", "anchors", "MRR X → Y", "MRR Y → X"], rows)


def draws(*results):
    """MRR of each draw, as a mean over runs that find all or nothing says little."""
    rows = []
    for result in results:
        given = dict(re.findall(r"--(seeds|ramp) (\d+)", result["command"]))
        option = f"{given.get('seeds', 15)} seeds" + (", as published" if "ramp" in given else "")
        share = f"{result['converged'] * result['repeats']:.0f} of {result['repeats']}"
        for method in methods(result["rows"], "method"):
            if method == "Seed":
                continue
            for source in "xy":
                row = found(result["rows"], method=method, source=source)
                rows.append([option, share, NAMES[method], f"{source.upper()} → {'YX'['xy'.index(source)]}"] +
                            [figure(each) for each in row["mrr_of_draws"]])
    count = len(results[0]["rows"][0]["mrr_of_draws"])
    return table(["", "draws that converge", "anchors", "direction"] + [f"MRR, draw {i}" for i in range(count)],
                 rows)


def frequencies(*results):
    """True anchors that are frequent or rarer words."""
    return table(["anchors", "queries → index", "Jaccard", "MRR", "P@1"], [
        ["words {0.start:,} to {0.stop:,}".format(range(ranks.start + 1, ranks.stop)),
         f"{row['source'].upper()} → {row['target'].upper()}"] + [figure(row[score]["mean"]) for score in
                                                                 ("jaccard", "mrr", "p_at_1")]
        for ranks, result in zip(FREQUENT.values(), results) for row in result["rows"]])


def sizes(*results):
    """One draw for each number of items, in the three scores of AO's tables."""
    return table(["items", "anchors", "queries → index", "Jaccard", "MRR", "cosine"], [
        [f"{result['items']:,}", NAMES[row["method"]], f"{row['source'].upper()} → {row['target'].upper()}"] +
        [figure(row[score]["mean"]) for score in ("jaccard", "mrr", "cosine")]
        for result in results for row in result["rows"]])


def copies(*results):
    """True anchors and absolute vectors between a space and its copies."""
    rows = []
    for result in results:
        name = f"{result['settings']['y']}, {'centred' if result['center'] == 'center' else 'not centred'}"
        for method in methods(result["rows"], "method"):
            rows.append([name, NAMES[method]] + [figure(found(result["rows"], method=method, source=source)[metric])
                                                 for source in "xy" for metric in ("jaccard", "mrr")])
    return table(["Y", "anchors", "Jaccard X → Y", "MRR X → Y", "Jaccard Y → X", "MRR Y → X"], rows)


def stitching(result):
    """The vectors of one space on the classifier of the other. An arrow leads from the vectors to the classifier."""
    cells = [("x", "x"), ("x", "y"), ("y", "y"), ("y", "x")]  # trained on, tested on
    ordered = any(COMMANDS[name] in result["command"] for name in ORDERED)
    metrics = ["accuracy", "weighted_f1", "mae"] if ordered else ["accuracy", "weighted_f1"]
    head = ["accuracy; weighted F1" + ("; mean absolute error" if ordered else "") + ": vectors of → classifier of"]
    head += [f"{test.upper()} → {train.upper()}" for train, test in cells]
    rows = []
    for name in methods(result["rows"], "representation"):
        line = [NAMES.get(name, name)]
        for train, test in cells:
            row = found(result["rows"], representation=name, train_space=train, test_space=test)
            line.append("; ".join(figure(row[metric]) for metric in metrics) if row.get("possible") else "–")
        rows.append(line)
    return table(head, rows)


def pairs(result):
    """Weighted F1: a row for each method and space that a classifier was trained on, a column for each tested space."""
    spaces = result["spaces"]
    rows = []
    for method in methods(result["tables"], "method"):
        f1 = found(result["tables"], method=method, metric="weighted_f1")
        rows += [[NAMES.get(method, method), spaces[i]] + [
            figure({"mean": f1["mean"][i][j], "std": f1["std"][i][j]}) for j in range(len(spaces))]
            for i in range(len(spaces))]
    return table(["", "weighted F1: classifier of"] + [f"vectors of {space}" for space in spaces], rows)


def pair_means(result):
    """Means over all ordered pairs of different spaces that a method can be used for."""
    return table(["", "pairs", "MRR", "accuracy", "weighted F1"], [
        [NAMES.get(method, method), found(result["tables"], method=method, metric="mrr")["pairs"]] + [
            figure(found(result["tables"], method=method, metric=metric)["mean_of_pairs"])
            for metric in ("mrr", "accuracy", "weighted_f1")] for method in methods(result["tables"], "method")])


def counts(result):
    anchors = [point["anchors"] for point in result["curves"][0]["points"]]
    return table(["chosen by", "score"] + anchors, [
        [curve["sampler"], curve["metric"]] + [figure(point) for point in curve["points"]] for curve in result["curves"]])


def quantized(result):
    return table(["threshold", "clusters in X, Y", "mean of 1 − cosine", "mean Euclidean distance"], [
        [point["threshold"], f"{point['clusters_x']}, {point['clusters_y']}", figure(point["distance"]),
         figure(point["euclidean"])] for point in result["points"]])


def proxy(result):
    rows = [[point["space"], figure({"mean": point["similarity"], "std": point["similarity_std"]}),
             figure({"mean": point["accuracy"], "std": point["accuracy_std"]})] for point in result["points"]]
    text = table(["space", f"similarity to {result['reference']}", "accuracy"], rows)
    text += f"\n\nPearson's r without the reference: {figure(result['pearson'])}."
    for group in result["groups"] or []:
        if group["pearson"] is not None:
            text += f" Within {group['group']}: {figure(group['pearson'])}."
    return text


def reconstruction(result):
    cells = [("x", "x"), ("y", "x"), ("y", "y"), ("x", "y")]
    return table(["mean squared error: vectors of → decoder of", "X → X", "Y → X", "Y → Y", "X → Y"], [
        [NAMES.get(name, name)] + [figure(found(result["rows"], representation=name, encoder=e, decoder=d).get("mse"), 4)
                                   for e, d in cells] for name in methods(result["rows"], "representation")])


def grid(result, source="x", target="y"):
    cells = [cell for cell in result["grid"] if cell["source"] == source and cell["target"] == target]
    omegas = list(dict.fromkeys(cell["omega"] for cell in cells))
    head = ["δ", "anchors kept", "condition number"] + [f"cosine, ω = {omega}" for omega in omegas] + [
        f"accuracy, ω = {omega}" for omega in omegas]
    rows = []
    for delta in dict.fromkeys(cell["delta"] for cell in cells):
        of = [found(cells, delta=delta, omega=omega) for omega in omegas]
        rows.append([delta, figure(of[0]["anchors_kept"], 0), figure(of[0]["condition_number"], 1)] + [
            figure({"mean": cell[key], "std": cell[key + "_std"]}) for key in ("cosine", "accuracy") for cell in of])
    return table(head, rows)


def own_grid(result):
    return grid(result, "x", "x")


def rivals(result):
    return table(["", "cosine X → Y", "accuracy X → Y", "cosine Y → X", "accuracy Y → X"], [
        [name] + [figure(found(result["rivals"], method=name, source=source).get(key))
                  for source in "xy" for key in ("cosine", "accuracy")] for name in methods(result["rivals"], "method")])


def correlations(result):
    return table(["translation", "cosine and accuracy", "condition number and cosine", "anchors kept and cosine",
                  "condition number and anchors kept"], [
        [f"{each['source'].upper()} → {each['target'].upper()}"] + [
            figure(each[key]) for key in ("cosine_accuracy", "condition_cosine", "kept_cosine", "condition_kept")]
        for each in result["correlations"]])


def scale(result):
    points = [point for point in result["scale_invariance"] if point["target"] == "y"]
    norms = list(dict.fromkeys(point["norm"] for point in points))
    return table(["norm"] + norms, [
        [f"{head}, {label}"] + [figure(found(points, head=head, norm=norm)[key]["mean"]) for norm in norms]
        for head in methods(points, "head") for key, label in (("own", "Y's own rows"), ("translated", "X translated"))])


def norms(result):
    return table(["space", "mean norm", "deviation / mean"], [
        [each["space"].upper(), figure(each["mean"], 2), figure(each["std"] / each["mean"])] for each in result["norms"]])


def learned(result):
    rows = [[row["method"], f"{row['source'].upper()} → {row['target'].upper()}", figure(row["mrr"]),
             f"{row['target'].upper()} → {row['source'].upper()}", figure(row["accuracy"])] for row in result["rows"]]
    return table(["", "queries → index", "MRR", "vectors → classifier", "accuracy"], rows)


def points(*results):
    """Learned anchors by the number of parallel points that they are mixtures of."""
    rows = []
    for method in ("PARAM", "PARAM, closed form"):
        for result in sorted(results, key=lambda result: result["subset"]):
            row = [found(result["rows"], method=method, source=source) for source in "xy"]
            rows.append([method, result["subset"]] + [figure(each[key]) for each in row for key in ("mrr", "accuracy")])
    return table(["", "parallel points", "MRR X → Y", "accuracy Y → X", "MRR Y → X", "accuracy X → Y"], rows)


def weak(result):
    rows = [[row["representation"], f"classifier of {row['classifier'].upper()}, vectors of {row['encoder'].upper()}",
             figure(row["accuracy"]), figure(row["weighted_f1"]), figure(row["gain"])] for row in result["rows"]]
    return table(["", "classifier and vectors", "accuracy", "weighted F1", "gain over Y's own"], rows) + "\n\n" + result["sentence"]


def aligned(*results):
    """Items of Y that were matched correctly by the default method, of all but the seeds, in five draws."""
    rows = []
    for result in results:
        seeds = re.search(r"--seeds (\d+)", result["command"]).group(1)
        right = sorted(result["right"])
        rows.append([seeds, f"{result['items']:,}"] + [figure(right[i]) for i in (len(right) // 2, 0, -1)])
    return table(["seeds", "items", "matched correctly, median", "lowest draw", "highest draw"], rows)


def data_of(command):
    """The file; of emoji the spaces, because several pairs are measured."""
    file, spaces = re.search(r"(\w+)\.h5", command).group(1), re.search(r"-x (\w+) -y (\w+)", command)
    return f"{spaces.group(1)} → {spaces.group(2)}" if file == "emoji" else file


def verdicts(*results):
    return table(["data", "verdict", "estimated correct", "95% interval", "correct"], [
        [data_of(result["command"]), result["verdict"], figure((result["estimated_right"] or {}).get("value")),
         "–".join(figure(result["estimated_right"][end]) for end in ("low", "high")) if result["estimated_right"] else "–",
         figure(result["right"])] for result in results])


def adapters(*results):
    """What an adapter retains of the target model's own search, for both uses."""
    rows = []
    for result in results:
        for use, name in (("translated_queries", "new queries → old index"), ("translated_index", "old index → new queries")):
            kept = result["kept"][use]
            rows.append([result["map"], name] + [figure(kept[key], 2) for key in ("recall_at_10", "own_at_1")])
    return table(["map", "use", "recall@10", "own item first"], rows)


def learning(result):
    """recall@10 of new queries in the old index, by the number of pairs that the map is fitted on."""
    points = result["kept"]["learning"]
    return table(["pairs"] + [f"{point['pairs']:,}" for point in points],
                 [["recall@10"] + [figure(point["queries_recall_at_10"], 2) for point in points]])


def known_pairs(result):
    return table(["known pairs", "held-out pairs found", "95% interval"], [
        [point["pairs"], figure(point["found"]["mean"]), figure(point["low"]) + "–" + figure(point["high"])]
        for point in result["points"]])


def summary(words, digits, verdict_words, verdict_digits, adapter_words, adapter_digits):
    """The table of the project's README: figures that a user can act on."""
    rows = []
    for name, aligned, verdict, adapter in (
            ("words, fastText → word2vec", words, verdict_words, adapter_words),
            ("digits, autoencoder → classifier", digits, verdict_digits, adapter_digits)):
        estimate, kept = verdict["estimated_right"], adapter["kept"]["translated_queries"]
        correct = int(100 * sorted(aligned["right"])[len(aligned["right"]) // 2])  # rounded down, as in the window
        percent = [correct, f"{100 * estimate['low']:.0f}", f"{100 * estimate['high']:.0f}"]
        rows.append([name, f"{aligned['items']:,}", verdict["verdict"], f"{percent[0]}%", f"{percent[1]}–{percent[2]}%",
                     figure(kept["recall_at_10"], 2)])
    return table(["spaces", "items", "verdict", "matched correctly", "estimated without ground truth",
                  "adapter, recall@10"], rows)


TABLES = {
    "summary": ("aligned_words_15 aligned_digits_15 verdict_words verdict_digits adapter_words_canonical "
                "adapter_digits_canonical", summary),
    "verdicts": ("verdict_words verdict_digits", verdicts),
    "aligned_words": ("aligned_words_3 aligned_words_5 aligned_words_15", aligned),
    "aligned_digits": ("aligned_digits_3 aligned_digits_5 aligned_digits_15", aligned),
    "aligned_words20000": ("aligned_words20000_5 aligned_words20000_15", aligned),
    "digits": ("digits", retrieval),
    "mnist": ("mnist", retrieval),
    "adapter_words": ("adapter_words_canonical adapter_words_procrustes adapter_words_irp", adapters),
    "adapter_digits": ("adapter_digits_canonical adapter_digits_procrustes adapter_digits_irp", adapters),
    "adapter_twins": ("adapter_twins", adapters),
    "learning_words": ("adapter_words_canonical", learning),
    "learning_digits": ("adapter_digits_canonical", learning),
    "known_pairs": ("known_pairs", known_pairs),
    "copies": ("rotated moved moved_centred", copies),
    "readings": ("words words_papers", readings),
    "adam_variants": ("adam_warm adam_free adam_permuted adam_steps adam_plan", variants),
    "digits_draws": ("digits_one digits_eight digits_five", draws),
    "words_draws": ("adam_plain adam_thirty words_adam adam_eight adam_five", draws),
    "adam_sizes": ("adam_2000 adam_5000 adam_20000", sizes),
    "square": ("translation_square", grid),
    "rivals_square": ("translation_square", rivals),
    "correlations_words": ("translation_words", correlations),
    "correlations_square": ("translation_square", correlations),
    "words": ("words", retrieval),
    "words_papers": ("words_papers", retrieval),
    "frequencies": ("words_frequent words_rarer", frequencies),
    "words_adam": ("words_adam", retrieval),
    "words_thousand": ("words_thousand", retrieval),
    "digits_adam": ("digits_adam", retrieval),
    "digits_adam_x": ("digits_adam_x", retrieval),
    "stitching_twins": ("stitching_twins", stitching),
    "stitching_far": ("stitching_far", stitching),
    "stitching_words": ("stitching_words", stitching),
    "agreeing": ("agreeing", stitching),
    "bottlenecks": ("bottlenecks", pair_means),
    "domains_near": ("domains_near", stitching),
    "domains_far": ("domains_far", stitching),
    "pairs": ("pairs", pairs),
    "pair_means": ("pairs", pair_means),
    "counts": ("counts", counts),
    "quantized_ward": ("quantized_ward", quantized),
    "quantized": ("quantized", quantized),
    "quantized_digits": ("quantized_digits", quantized),
    "proxy_ages": ("proxy_ages", proxy),
    "proxy_all": ("proxy_all", proxy),
    "reconstruction": ("reconstruction", reconstruction),
    "variational": ("variational", reconstruction),
    "translation": ("translation", grid),
    "translation_own": ("translation", own_grid),
    "translation_uncut": ("translation_uncut", grid),
    "correlations": ("translation", correlations),
    "correlations_far": ("translation_uncut", correlations),
    "rivals": ("translation", rivals),
    "rivals_far": ("translation_far", rivals),
    "rivals_words": ("translation_words", rivals),
    "scale": ("translation", scale),
    "norms": ("translation", norms),
    "norms_words": ("translation_words", norms),
    "learned_counts": ("learned_counts", counts),
    "learned": ("learned", learned),
    "points": ("points_25 points_100 points_300 learned", points),
    "learned_words": ("learned_words", learned),
    "weak": ("weak", weak),
    "weak_young": ("weak_young", weak),
    "classes": ("classes", weak),
    "weak_words": ("weak_words", weak),
    "published_verdicts": ("texts_verdict glove_verdict pictures_verdict", verdicts),
    "texts_retrieval": ("texts_retrieval", retrieval),
    "pictures_retrieval": ("pictures_retrieval", retrieval),
    "glove_retrieval": ("glove_retrieval", retrieval),
    "texts_adam": ("texts_adam", draws),
    "glove_adam": ("glove_adam", draws),
    "pictures_adam": ("pictures_adam", draws),
    "texts_stitching": ("texts_stitching", stitching),
    "pictures_stitching": ("pictures_stitching", stitching),
    "across_stitching": ("across_stitching", stitching),
    "glove_stitching": ("glove_stitching", stitching),
    "glove_found": ("glove_found", stitching),
    "pictures_counts": ("pictures_counts", counts),
    "texts_prototypes": ("texts_prototypes", weak),
    "pictures_prototypes": ("pictures_prototypes", weak),
    "texts_translation": ("texts_translation", grid),
    "pictures_translation": ("pictures_translation", grid),
    "across_translation": ("across_translation", rivals),
    "texts_learned": ("texts_learned", learned),
    "pictures_learned": ("pictures_learned", learned),
    "weak_pictures": ("weak_pictures", weak),
    "weak_emoji": ("weak_emoji", weak),
}
PLACE = re.compile(r"<!-- (\w+) -->\n(?:(?!<!-- ).)*<!-- end -->\n", re.DOTALL)


def missing(text):
    """Tables of a page that were not measured."""
    return [name for name in PLACE.findall(text)
            if any(not (HERE / "results" / f"{result}.json").exists() for result in TABLES[name][0].split())]


def written(text):
    """The page with its tables as the JSON says; those that were not measured stay as they are."""
    def fill(place):
        results, of = TABLES[place.group(1)]
        if place.group(1) in missing(text):
            return place.group(0)
        measured = [load(result) for result in results.split()]
        commands = "".join(f"    {line}\n" for line in dict.fromkeys(
            line for result in measured for line in result["command"].split("\n")))
        commands = "" if of is summary else commands + "\n"  # the page of the results lists them
        return f"<!-- {place.group(1)} -->\n{commands}{of(*measured)}\n<!-- end -->\n"
    return PLACE.sub(fill, text)


def main():
    if sys.argv[1:2] == ["--check-program"]:
        return check_program(sys.argv[2])
    if sys.argv[1:2] == ["--measure"]:
        measure(sys.argv[2], sys.argv[3:])
    differ = []
    for page in [*sorted(HERE.glob("*.md")), HERE.parent / "results" / "README.md", ROOT / "README.md"]:
        text = page.read_text()
        if missing(text):
            differ.append(f"{page.name} (not measured: {', '.join(missing(text))})")
        if written(text) == text:
            continue
        differ.append(page.name)
        if sys.argv[1:2] != ["--check"]:
            page.write_text(written(text))
    if sys.argv[1:2] == ["--check"] and differ:
        sys.exit("Not what results/ says, run pages.py: " + ", ".join(differ))


if __name__ == "__main__":
    main()
