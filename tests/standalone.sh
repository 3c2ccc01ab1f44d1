#!/usr/bin/env bash
# Checks that each source and header compiles by itself, as it does where sources are not joined: syntax only, warnings
# are errors. A joined build finds in one source what another one includes.
# Usage: tests/standalone.sh            all files (10 minutes on two cores)
#        tests/standalone.sh --changed  those changed since the upstream branch, else by the last 20 commits; newest
#                                       first, half a minute at most
set -euo pipefail
cd "$(dirname "$0")/.."

cmake --preset release -B build/standalone -DANCHORSCOPE_JOINED=OFF -DANCHORSCOPE_WERROR=ON >/dev/null
# Headers made from forms; the release build has them anyway.
cmake --preset release >/dev/null
cmake --build --preset release --target forms >/dev/null

changed() {
    git diff --name-only HEAD
    git ls-files --others --exclude-standard
    if base=$(git merge-base HEAD '@{upstream}' 2>/dev/null) && [ "$base" != "$(git rev-parse HEAD)" ]; then
        git log --format= --name-only "$base..HEAD"
    else
        git log --format= --name-only -20
    fi
}

list=$(mktemp)
trap 'rm -f "$list"' EXIT
if [ "${1:-}" = --changed ]; then
    changed | awk '!seen[$0]++' >"$list"
    seconds=30
else
    git ls-files >"$list"
    seconds=
fi
/usr/bin/python3 tests/standalone.py "$list" $seconds
