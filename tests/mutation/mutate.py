#!/usr/bin/python3
# SPDX-License-Identifier: GPL-3.0-or-later
"""Draws small wrong changes, builds them as variants of one program and lists those that no test notices (tests/README.md)."""
import argparse
import collections
import concurrent.futures
import dataclasses
import hashlib
import json
import os
import pathlib
import re
import resource
import signal
import subprocess
import tempfile
import threading

import operators

ROOT = pathlib.Path(__file__).resolve().parents[2]
WORK = ROOT / "build/mutation"
TREE = WORK / "tree"  # a copy of the checkout, in which sources are rewritten and tests run
BUILD = TREE / "build/release"
MEMORY = 8 << 30
REACHED = 65536  # bytes of the file of mutants.h


def lines(*command):
    return subprocess.run(command, cwd=ROOT, check=True, capture_output=True, text=True).stdout.splitlines()


def write(path, data):
    """Writes only what differs, so that only that is compiled again."""
    if not path.is_file() or path.read_bytes() != data:
        path.parent.mkdir(parents=True, exist_ok=True)
        path.write_bytes(data)


def copy(folder, originals):
    """Updates a folder of the copy, except for the sources that mutants are drawn from."""
    for name in lines("git", "ls-files", "-co", "--exclude-standard", "--", folder):
        if (ROOT / name).is_file() and name not in originals:
            write(TREE / name, (ROOT / name).read_bytes())
            (TREE / name).chmod((ROOT / name).stat().st_mode)


def rewrite(mutants, originals):
    """Writes the sources, with the mutants that compile as far as is known."""
    for file, text in originals.items():
        own = [each for each in mutants if each.file == file and each.state != "not compiled"]
        write(TREE / file, operators.rewrite(text, own).encode())


def tests(wanted):
    """Test programs by name, as ctest describes them; scripts do not contain mutants."""
    listed = json.loads("\n".join(lines("ctest", "--test-dir", str(BUILD), "--show-only=json-v1")))
    return {each["name"]: each for each in listed["tests"] if "/tst_" in each["name"] and re.search(wanted, each["name"])}


def leave_out(mutants, originals, messages):
    """Leaves out the mutants in whose lines the compiler found an error; the number of these."""
    found = re.finditer(r"(src/[\w/]+\.cpp):(\d+):\d+:\s+(?:error|required from)", messages)
    wrong = {(match[1], int(match[2])) for match in found}
    bad = [each for each in mutants if each.state != "not compiled"
           and any((each.file, each.line + k) in wrong for k in range(each.before.count("\n") + 1))]
    if not bad:  # the compiler reports a missing return at the end of the function
        bad = [max((each for each in mutants if each.file == file and each.line <= line and each.state != "not compiled"),
                   key=lambda each: each.line, default=None) for file, line in wrong]
        bad = [each for each in bad if each]
    for each in bad:
        each.state = "not compiled"
    rewrite(mutants, originals)
    return len(bad)


def check(mutants, originals, jobs, environment):
    """Compiles each rewritten source by itself, syntax only, which takes less than a failing build of joined sources."""
    folder = TREE / "build/check"
    subprocess.run(["cmake", "-B", folder, "-DANCHORSCOPE_JOINED=OFF", "-DCMAKE_EXPORT_COMPILE_COMMANDS=ON"], cwd=TREE, check=True,
                   stdout=subprocess.DEVNULL, env=environment)
    files = {str(TREE / each.file) for each in mutants}
    commands = [each for each in json.loads((folder / "compile_commands.json").read_text()) if each["file"] in files]

    def compiled(entry):
        line = re.sub(r" -o \S+", " -fsyntax-only -w", entry["command"]).replace("/build/check/", "/build/release/")
        return subprocess.run(line, shell=True, cwd=entry["directory"], env=environment, capture_output=True, text=True).stderr

    with concurrent.futures.ThreadPoolExecutor(jobs) as pool:
        messages = "".join(pool.map(compiled, commands))
    print(f"{leave_out(mutants, originals, messages)} mutants do not compile", flush=True)


def build(mutants, originals, wanted, jobs):
    """Builds the tests with the mutants that compile."""
    environment = os.environ | {"CCACHE_BASEDIR": str(TREE), "ANCHORSCOPE_WERROR": "OFF"}  # a mutant may warn
    rewrite(mutants, originals)
    subprocess.run(["cmake", "--preset", "release"], cwd=TREE, check=True, stdout=subprocess.DEVNULL, env=environment)
    if originals:
        check(mutants, originals, jobs, environment)
    targets = [name.split("/")[-1] for name in tests(wanted)]
    while True:
        done = subprocess.run(["cmake", "--build", BUILD, "--parallel", str(jobs), "--target", *targets, "--", "-k", "0"],
                              cwd=TREE, env=environment, capture_output=True, text=True)
        if done.returncode == 0:
            return
        left_out = leave_out(mutants, originals, done.stdout)
        if left_out == 0:
            raise SystemExit(done.stdout[-4000:] + "\nThe copy does not compile, in no line of a mutant.")
        print(f"{left_out} more mutants do not compile", flush=True)


def environment_of(test, folder):
    own = next(each["value"] for each in test["properties"] if each["name"] == "ENVIRONMENT")
    folders = dict.fromkeys(["TMPDIR", "XDG_CONFIG_HOME", "XDG_DATA_HOME", "XDG_RUNTIME_DIR"], folder)
    return os.environ | dict(each.split("=", 1) for each in own) | folders


def run(test, function, mutant=0, seconds=3600.0):
    """(exit code, seconds of the processor, ids reached) of a function of a test; killed after three times the seconds."""
    with tempfile.TemporaryDirectory(dir=WORK, ignore_cleanup_errors=True) as folder:
        reached = pathlib.Path(folder, "reached")
        reached.write_bytes(bytes(REACHED))
        environment = environment_of(test, folder) | {"MUTATION_ID": str(mutant)}
        if not mutant:
            environment["MUTATION_REACHED"] = str(reached)

        def limits():
            resource.setrlimit(resource.RLIMIT_CPU, (int(3 * seconds + 5),) * 2)
            resource.setrlimit(resource.RLIMIT_AS, (MEMORY,) * 2)
            resource.setrlimit(resource.RLIMIT_CORE, (0, 0))
            os.nice(10)

        process = subprocess.Popen(test["command"] + [function], cwd=TREE, env=environment, preexec_fn=limits,
                                   start_new_session=True, stdout=subprocess.DEVNULL, stderr=subprocess.DEVNULL)
        late = threading.Timer(20 * seconds + 60, os.killpg, (process.pid, signal.SIGKILL))
        late.start()
        _, status, used = os.wait4(process.pid, 0)
        late.cancel()
        process.returncode = os.waitstatus_to_exitcode(status)
        return process.returncode, used.ru_utime + used.ru_stime, [i for i, byte in enumerate(reached.read_bytes()) if byte]


def trace(chosen, known, jobs):
    """Finds the mutants that each function of a test reaches; results of unchanged tests are kept."""
    todo = []
    for name, test in chosen.items():
        digest = hashlib.sha1((ROOT / f"tests/{name}.cpp").read_bytes()).hexdigest()
        if known.get(name, {}).get("digest") != digest:
            known[name] = {"digest": digest, "functions": {}}
            listed = subprocess.run(test["command"] + ["-functions"], cwd=TREE, env=environment_of(test, str(WORK)),
                                    capture_output=True, text=True)
            todo += [(name, function.removesuffix("()")) for function in listed.stdout.split()]
    with concurrent.futures.ThreadPoolExecutor(jobs) as pool:
        done = pool.map(lambda each: run(chosen[each[0]], each[1]), todo)
        for (name, function), (code, used, reached) in zip(todo, done):
            known[name]["functions"][function] = {"seconds": used, "reached": [] if code else reached}
            if code:
                print(f"{name} {function} fails without a mutant ({code}) and is left out", flush=True)


def examine(chosen, known, mutant, budget):
    """Runs a mutant against the functions that reach it, the fastest first, until one fails."""
    reaching = sorted((each["seconds"], name, function) for name in chosen for function, each in known[name]["functions"].items()
                      if mutant.id in each["reached"])
    mutant.state = "survived" if reaching else "not reached"
    for ran, (seconds, name, function) in enumerate(reaching):
        if budget < 0:
            mutant.state = f"survived {ran} of {len(reaching)} functions"
            break
        code, used, _ = run(chosen[name], function, mutant.id, seconds)
        budget -= used
        if code:
            mutant.state = f"noticed by {name} {function}" + (f", signal {-code}" if code < 0 else "")
            break
    print(f"{mutant.id} {mutant.file}:{mutant.line} {mutant.state}", flush=True)


def report(mutants):
    table = collections.defaultdict(collections.Counter)
    for each in mutants:
        kind = " ".join(each.state.split()[:2]) if each.state.startswith("not ") else each.state.split()[0]
        table["/".join(each.file.split("/")[1:-1])][kind] += 1
        if kind in ("survived", "not reached"):
            print(f"{each.file}:{each.line} #{each.id} {each.kind}, {each.state}\n    {each.before}\n  → {each.after}")
    columns = ["not compiled", "not reached", "noticed", "survived"]
    for module, counts in sorted(table.items()):
        print(f"{module:24} drawn {sum(counts.values()):4}", *(f"{name} {counts[name]:4}" for name in columns), sep="  ")


def main():
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("files", nargs="*", help="sources (.cpp) or folders; default: those that changed since a commit")
    parser.add_argument("--since", default="HEAD~1")
    parser.add_argument("--seed", type=int, default=1)
    parser.add_argument("--count", type=int, default=40)
    parser.add_argument("--tests", default="^(core|io|cli)/tst_", help="pattern of the tests that run")
    parser.add_argument("--ids", default="1-99999", help="only these of the mutants drawn, for example 1-50")
    parser.add_argument("--seconds", type=float, default=60, help="of the processor for each mutant")
    parser.add_argument("--jobs", type=int, default=os.cpu_count())
    parser.add_argument("--again", action="store_true", help="the last mutants, those that no test noticed, after tests changed")
    options = parser.parse_args()
    state = WORK / "state.json"
    if options.again:  # the sources stay those that the mutants were drawn from
        stored = json.loads(state.read_text())
        mutants, known, originals = [operators.Mutant(**each) for each in stored["mutants"]], stored["known"], {}
        copy("tests", originals)
    else:
        files = lines("git", *(["ls-files", "--", *options.files] if options.files else ["diff", "--name-only", options.since, "--", "src"]))
        originals = {file: (ROOT / file).read_text("utf-8") for file in files if file.endswith(".cpp")}
        offered = [each for file, text in originals.items() for each in operators.places(file, text)]
        mutants, known = operators.draw(offered, options.seed, options.count), {}
        copy(".", originals)
        write(TREE / "src" / "mutation" / "mutants.h", (ROOT / "tests/mutation/mutants.h").read_bytes())
    store = lambda: state.write_text(json.dumps({"mutants": [dataclasses.asdict(each) for each in mutants], "known": known}))
    build(mutants, originals, options.tests, options.jobs)
    store()
    chosen = tests(options.tests)
    trace(chosen, known, options.jobs)
    store()
    first, last = map(int, options.ids.split("-"))
    ours = [each for each in mutants if first <= each.id <= last]
    with concurrent.futures.ThreadPoolExecutor(options.jobs) as pool:
        left = [each for each in ours if each.state != "not compiled" and not each.state.startswith("noticed")]
        for _ in pool.map(lambda each: examine(chosen, known, each, options.seconds), left):
            store()
    report(ours)


if __name__ == "__main__":
    main()
