#!/usr/bin/env bash
# Static analysis with the checks of .clang-tidy: any finding is an error. Needs the release build and its
# generated headers, so a build (tests/run.sh) first.
# Usage: tests/tidy.sh [FILE.cpp ...]   (default: all sources of src; headers are looked at where they are included)
# All of src takes the better part of an hour on two cores: it is not part of tests/run.sh.
set -euo pipefail
cd "$(dirname "$0")/.."

tool=${CLANG_TIDY:-clang-tidy-14}
if ! command -v "$tool" >/dev/null; then
    echo "$tool is not installed (Debian 12: clang-tidy-14)." >&2
    exit 1
fi
if [ ! -e build/release/src/gui/ui_mainwindow.h ]; then
    echo "Configure and build first: cmake --preset release && cmake --build --preset release" >&2
    exit 2
fi
# clang does not know all of g++'s flags.
# Sources are joined in the release build; here every source is looked at by itself.
cmake --preset release -B build/tidy -DANCHORSCOPE_JOINED=OFF >/dev/null
sed -i -E -e 's/ -(Wno-maybe-uninitialized|Werror)\b//g' \
    -e "s#$PWD/build/tidy/#$PWD/build/release/#g" build/tidy/compile_commands.json
if [ $# -eq 0 ]; then
    # isa.cpp asks for x86-64-v3 and -v4 by name, which clang 14 does not know.
    mapfile -t files < <(find src -name '*.cpp' ! -path src/core/kernels/isa.cpp | sort)
else
    files=("$@")
fi
printf '%s\0' "${files[@]}" | xargs -0 -P "$(nproc)" -n 1 "$tool" --quiet -p build/tidy
