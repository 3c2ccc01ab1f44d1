#!/usr/bin/env bash
# anchorscope-mpi on this machine: 1 to 4 ranks write the bytes of one process, what is wrong is said once, and a run of
# which a rank was killed ends and goes on from its checkpoint.
# Usage: tests/mpi.sh [build folder, else build/ci [DATA [more options of optimize]]]
set -uo pipefail
cd "$(dirname "$0")/.."

build=${1:-build/ci}
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

refused() { # SENTENCE ARGUMENTS…
    ranks 3 "${@:2}" >"$folder/output" 2>&1
    [ $? != 0 ] && [ "$(grep -c "$1" "$folder/output")" = 1 ]
}
check "a missing file is said once" refused "no-such.h5" optimize no-such.h5
check "a command that ranks do not share is refused" refused "Expected a command (optimize, retrieval" stitch "$data"
check "a time limit is refused" refused "time-limit" optimize "$data" --time-limit 60

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
