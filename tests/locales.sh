#!/usr/bin/env bash
# All tests in each of the locales in which numbers and letters differ most (an hour for each).
# Usage: tests/locales.sh [arguments for ctest]   (after a build: cmake --build --preset tests)
set -euo pipefail
cd "$(dirname "$0")/.."
preset=${PRESET:-release}
trap 'cmake --preset "$preset" -DANCHORSCOPE_TEST_LOCALE=C.UTF-8 >/dev/null' EXIT
failed=0
for locale in de_DE.UTF-8 tr_TR.UTF-8 C; do
    if [ "$locale" != C ] && ! locale -a | grep -qix "${locale/UTF-8/utf8}"; then
        echo "The locale $locale is missing: .ci/install-packages.sh test" >&2
        exit 1
    fi
    echo "== $locale"
    cmake --preset "$preset" -DANCHORSCOPE_TEST_LOCALE="$locale" >/dev/null
    ctest --preset "$preset" -LE locale "$@" || failed=1
done
exit $failed
