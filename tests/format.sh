#!/usr/bin/env bash
# Checks that all C++ sources are laid out as .clang-format says; with --fix lays them out so.
# Usage: tests/format.sh [--fix]   (clang-format 14: other versions lay some lines out otherwise; CLANG_FORMAT names it)
set -euo pipefail
cd "$(dirname "$0")/.."

tool=${CLANG_FORMAT:-clang-format-14}
if ! command -v "$tool" >/dev/null; then
    echo "$tool is not installed (Debian 12: clang-format-14)." >&2
    exit 1
fi
action=(--dry-run -Werror)
[ "${1:-}" != --fix ] || action=(-i)
find src tests examples \( -name '*.h' -o -name '*.cpp' -o -name '*.inl' \) -print0 | sort -z |
    xargs -0 -P "$(nproc)" -n 50 "$tool" "${action[@]}"
