#!/usr/bin/env bash
# Runs a launcher and its ranks, and ends as anchorscope-cli would: ranks.sh mpirun --quiet -np 4 anchorscope-mpi …
# A launcher whose rank was killed ends all others and hands on the signal as its own code (137 after kill -9); here
# that is one sentence and code 1. Codes: 0 done, 1 the run could not end, 2 wrong use or unreadable input, 130 and 143
# if this script itself was ended by SIGINT or SIGTERM.
set -uo pipefail
[ $# -gt 0 ] || { echo "Expected a launcher and its arguments: ranks.sh mpirun --quiet -np 4 anchorscope-mpi …" >&2; exit 2; }

"$@" &
launcher=$!
ended=0
# mpirun hands SIGTERM on to its ranks, whatever it was that ended this script.
hand_on() {
    ended=$1
    kill -TERM "$launcher" 2>/dev/null
}
trap 'hand_on 130' INT
trap 'hand_on 143' TERM
wait "$launcher"
code=$?
while kill -0 "$launcher" 2>/dev/null; do # the signal only woke the first wait
    wait "$launcher"
    code=$?
done
[ $ended -eq 0 ] || exit $ended
case $code in
0 | 1 | 2) exit $code ;;
esac
echo "anchorscope-mpi: A rank was lost (code $code of $1), so the others were ended; a run with --checkpoint goes on" \
    "when the same command is given again." >&2
exit 1
