#!/usr/bin/env bash
# anchorscope-mpi on this machine: 1 to 4 ranks write the bytes of one process, what is wrong is said once, and a run of
# which a rank was killed ends and goes on from its checkpoint.
# Usage: tests/mpi.sh [build folder, else build/release [DATA [more options of optimize]]]
set -uo pipefail
cd "$(dirname "$0")/.."

build=${1:-build/release}
data=${2:-examples/data/words.h5}
options=(--anchors 50 --seeds 15 --threads 1 "${@:3}")
[ $# -gt 2 ] || options+=(--max-items 600)
[ -x "$build/bin/anchorscope-mpi" ] || { echo "Expected the program at $build/bin/anchorscope-mpi; build it first." >&2; exit 2; }
export OMPI_ALLOW_RUN_AS_ROOT=1 OMPI_ALLOW_RUN_AS_ROOT_CONFIRM=1 OMPI_MCA_btl_vader_single_copy_mechanism=none
# What is found does not depend on the number of ranks, so there may be more of them than cores.
start=(mpirun --oversubscribe --bind-to none -np)
ranks() { "${start[@]}" "$1" "$build/bin/anchorscope-mpi" "${@:2}"; }
folder=$(mktemp -d)
trap 'rm -rf "$folder"' EXIT
failed=0
check() { # NAME COMMAND…
    if "${@:2}"; then
        echo "passed  $1"
    else
        echo "FAILED  $1"
        failed=1
    fi
}

"$build/bin/anchorscope-cli" optimize "$data" "${options[@]}" --correspondence "$folder/alone.csv" >/dev/null
for count in 1 2 3 4; do
    begin=$(date +%s%3N)
    ranks $count optimize "$data" "${options[@]}" --correspondence "$folder/$count.csv" >"$folder/output" 2>&1
    milliseconds=$(($(date +%s%3N) - begin))
    check "$count ranks, the bytes of one process ($milliseconds ms)" cmp "$folder/alone.csv" "$folder/$count.csv"
    check "$count ranks, one result printed" test "$(grep -c "^Settings:" "$folder/output")" = 1
done
ranks 2 optimize "$data" "${options[@]}" --correspondence "$folder/lists.csv" --partners 3 >/dev/null
"$build/bin/anchorscope-cli" optimize "$data" "${options[@]}" --correspondence "$folder/alone-lists.csv" --partners 3 >/dev/null
check "lists of partners" cmp "$folder/alone-lists.csv" "$folder/lists.csv"

retrieval=(retrieval "$data" --anchors 50 --seeds 15 --threads 1 --max-items 600)
figures() { /usr/bin/python3 -c 'import json, sys; print(json.load(sys.stdin)["rows"])'; }
scores=$("$build/bin/anchorscope-cli" "${retrieval[@]}" --json | figures)
check "retrieval, the figures of one process" test -n "$scores" -a "$scores" = "$(ranks 3 "${retrieval[@]}" --json | figures)"

# Of 200 known pairs the report on the adapter has a learning curve; HDF5 files of equal contents have equal bytes.
translation=(--pair row --max-items 1500 --anchors 200 --threads 1)
for map in irp canonical; do
    "$build/bin/anchorscope-cli" translate "$data" "${translation[@]}" --map $map --out "$folder/alone.h5" \
        --adapter "$folder/alone.npz" >"$folder/alone"
    for count in 1 2 3; do
        ranks $count translate "$data" "${translation[@]}" --map $map --out "$folder/$count.h5" \
            --adapter "$folder/$count.npz" >"$folder/output"
        check "$count ranks translate ($map), the bytes of one process" cmp "$folder/alone.h5" "$folder/$count.h5"
        check "$count ranks, the adapter" cmp "$folder/alone.npz" "$folder/$count.npz"
        check "$count ranks, what is printed" test "$(sed '$d' "$folder/alone")" = "$(sed '$d' "$folder/output")"
        rm -f "$folder/$count.h5" "$folder/$count.npz"
    done
    rm "$folder/alone.h5" "$folder/alone.npz"
done

/usr/bin/python3 - "$folder" <<'END'
import random, struct, sys
random.seed(1)
rows = [[random.gauss(0, 1) for _ in range(20)] for _ in range(3000)]
with open(sys.argv[1] + "/words.vec", "w") as text:
    text.write("3000 20\n")
    for i, row in enumerate(rows):
        text.write(f"word{i % 2990} " + " ".join(f"{value:.5f}" for value in row) + "\n")
header = "{'descr': '<f4', 'fortran_order': False, 'shape': (3000, 20), }"
header += " " * (63 - (10 + len(header)) % 64) + "\n"
with open(sys.argv[1] + "/rows.npy", "wb") as array:
    array.write(b"\x93NUMPY\x01\x00" + struct.pack("<H", len(header)) + header.encode())
    for row in rows:
        array.write(struct.pack("<20f", *row))
with open(sys.argv[1] + "/bad.vec", "w") as text:
    text.write("a 1 2 3\nb 1 2 3\nc 1 2 3\nd 1 2 3\n" * 300 + "e 1 2\n")
END
for file in words.vec rows.npy; do
    for some in "" "--sample 500" "--max-items 100"; do
        # shellcheck disable=SC2086 # an option and its value, or nothing
        "$build/bin/anchorscope-cli" convert "$folder/$file" "$folder/alone.h5" $some >/dev/null 2>"$folder/alone"
        for count in 1 2 3; do
            # shellcheck disable=SC2086
            ranks $count convert "$folder/$file" "$folder/$count.h5" $some >"$folder/output" 2>"$folder/notes"
            check "$count ranks convert $file $some, the bytes of one process" cmp "$folder/alone.h5" "$folder/$count.h5"
            check "$count ranks, the same notes, one result" \
                test "$(cat "$folder/alone")" = "$(cat "$folder/notes")" -a "$(wc -l <"$folder/output")" = 1
            rm -f "$folder/$count.h5"
        done
        rm "$folder/alone.h5"
    done
done

refused() { # SENTENCE ARGUMENTS…
    ranks 3 "${@:2}" >"$folder/output" 2>&1
    [ $? != 0 ] && [ "$(grep -c "$1" "$folder/output")" = 1 ]
}
check "a missing file is said once" refused "no-such.h5" optimize no-such.h5
check "a wrong line is said once" refused "line 1201" convert "$folder/bad.vec" "$folder/bad.h5"
check "and nothing is written" test ! -e "$folder/bad.h5"
check "a missing file of translate is said once" refused "no-such.h5" translate no-such.h5 --out "$folder/bad.npy"
check "an output that cannot be written is said once" refused "no such folder" translate "$data" --out "$folder/no/t.npy"
check "a time limit of retrieval is refused" refused "time-limit" retrieval "$data" --time-limit 60
check "a command that ranks do not share is refused" refused "stitch runs in one process: use anchorscope-cli" stitch "$data"
check "a time limit is refused" refused "time-limit" optimize "$data" --time-limit 60

# Nodes may have other files of the same name. Ranks that go on by what one of them alone has read would wait for ever.
apart() { # ARGUMENTS OF ONE RANK, ARGUMENTS OF ANOTHER
    # shellcheck disable=SC2086 # each is one word after the other
    timeout 120 "${start[@]}" 1 "$build/bin/anchorscope-mpi" $1 : -np 1 "$build/bin/anchorscope-mpi" $2
}
seen=(optimize "$data" --max-items 600 --anchors 50 --seeds 15 --threads 1)
ranks 2 "${seen[@]}" --checkpoint "$folder/seen.json" --correspondence "$folder/seen.csv" >/dev/null
apart "${seen[*]} --checkpoint $folder/seen.json --correspondence $folder/again.csv" \
    "${seen[*]} --checkpoint $folder/unseen.json --correspondence $folder/again.csv" >/dev/null
check "a checkpoint that one rank sees" cmp "$folder/seen.csv" "$folder/again.csv"
apart "translate $data --max-items 600 --threads 1" "translate $data --max-items 601 --threads 1" >"$folder/output" 2>&1
check "other data on one rank are said once" test $? != 0 -a "$(grep -c "Expected all ranks to read" "$folder/output")" = 1
"${start[@]}" 1 "$build/bin/anchorscope-mpi" translate "$data" --max-items 600 --threads 1 : \
    -np 3 "$build/bin/anchorscope-mpi" translate no-such.h5 --threads 1 >"$folder/output" 2>&1
check "a file that some ranks miss is said once" test $? != 0 -a "$(grep -c "no-such.h5" "$folder/output")" = 1

# A rank is killed as soon as the checkpoint holds something: the others end, and the next run goes on.
[ $# -gt 2 ] && larger=("${@:3}") || larger=(--max-items 2000)
slow=(--anchors 50 --seeds 15 --threads 1 "${larger[@]}" --checkpoint "$folder/kept.json" --correspondence "$folder/resumed.csv")
# As the launcher's own code says how the kernel ended the rank, the launcher runs below the script that says 1.
examples/cluster/ranks.sh "${start[@]:0:1}" --quiet "${start[@]:1}" 3 \
    "$build/bin/anchorscope-mpi" optimize "$data" "${slow[@]}" >"$folder/output" 2>&1 &
run=$!
for _ in $(seq 600); do
    [ -s "$folder/kept.json" ] && break
    kill -0 $run 2>/dev/null || break
    sleep 0.1
done
victim=$(pgrep -P "$(pgrep -P $run)" -f anchorscope-mpi | tail -1)
begin=$SECONDS
kill -9 "$victim"
wait $run
code=$?
check "after kill -9 of a rank the others end ($((SECONDS - begin)) s, exit $code)" test $code = 1 -a $((SECONDS - begin)) -le 10
check "with one sentence" test "$(cat "$folder/output")" = "$(grep "A rank was lost" "$folder/output")"
check "and no rank is left" test -z "$(pgrep -f "anchorscope-mpi optimize $data .*$folder")"
check "without a result" test ! -e "$folder/resumed.csv"
ranks 2 optimize "$data" "${slow[@]}" >"$folder/output" 2>&1
"$build/bin/anchorscope-cli" optimize "$data" --anchors 50 --seeds 15 --threads 1 "${larger[@]}" --correspondence "$folder/whole.csv" >/dev/null
check "the checkpoint goes on to the same result" cmp "$folder/whole.csv" "$folder/resumed.csv"
exit $failed
