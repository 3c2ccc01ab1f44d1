#!/bin/sh
# Fuzzes the parsers that run in our process: tests/fuzz/run.sh [MINUTES per target, default 1] [seconds instead: 10s].
# Needs clang with libFuzzer (Debian 12: clang-14, libfuzzer-14-dev). Stops at the first finding and keeps its input.
set -eu
root=$(cd "$(dirname "$0")/../.." && pwd)
build=$root/build/fuzz
duration=${1:-1}
case $duration in
*s) seconds=${duration%s} ;;
*) seconds=$((duration * 60)) ;;
esac
clang=${CLANG:-clang++-14}
mkdir -p "$build/objects"

flags="-std=c++20 -g -O1 -fsanitize=address,undefined -fno-sanitize-recover=undefined -fno-omit-frame-pointer
    -D_GLIBCXX_ASSERTIONS -DEIGEN_DONT_PARALLELIZE -DEIGEN_MPL2_ONLY -DANCHORSCOPE_JTHREAD -DANCHORSCOPE_SANITIZED
    -DH5_USE_110_API -DANCHORSCOPE_READER_FALLBACK=\"\" -I$root/src -I$root/tests
    $(pkg-config --cflags eigen3 hdf5 libzip)"
# What the session codec needs of the algorithms (names of methods and choices) comes from an ordinary build, as does the
# helper that makes seed frames.
core=$(find "$root"/build/*/src/core -name libcore.a -print -quit)
reader=$(find "$root"/build/*/bin -name anchorscope-reader -print -quit)
if [ -z "$core" ] || [ -z "$reader" ]; then
    echo "Build the program first: cmake --preset dev && cmake --build --preset dev" >&2
    exit 2
fi
libraries="$core $(pkg-config --libs hdf5 libzip libxxhash tbb) -lpthread"

objects=
for source in "$root"/src/io/*.cpp "$root"/src/io/formats/*.cpp "$root"/src/reader/framewriter.cpp \
    "$root"/src/core/parallel.cpp "$root"/src/core/runcontext.cpp "$root"/src/core/data/*.cpp; do
    object=$build/objects/$(basename "$source" .cpp).o
    objects="$objects $object"
    if [ ! -e "$object" ] || [ -n "$(find "$root/src" -newer "$object" \( -name '*.h' -o -path "$source" \) -print -quit)" ]; then
        $clang $flags -fsanitize=fuzzer-no-link -c "$source" -o "$object"
    fi
done
ar rcs "$build/libparsers.a" $objects
$clang $flags "$root/tests/fuzz/makeframes.cpp" -o "$build/makeframes" "$build/libparsers.a" $libraries

for target in ${TARGETS:-pairs files frame}; do
    $clang $flags -fsanitize=fuzzer "$root/tests/fuzz/fuzz_$target.cpp" -o "$build/fuzz_$target" "$build/libparsers.a" $libraries
    corpus=$build/corpus_$target
    mkdir -p "$corpus" "$build/seeds_$target"
    case $target in
    files) cp "$root"/tests/data/formats/*.np* "$root"/tests/data/formats/*.bin "$root"/tests/data/formats/*.txt \
        "$root"/tests/data/formats/*.vec "$root"/tests/data/formats/*.csv "$root"/tests/data/formats/*.tsv "$build/seeds_$target" ;;
    pairs) printf 'x_id,y_id\none,"two, or more"\n' >"$build/seeds_$target/csv"; printf 'one\tone\n' >"$build/seeds_$target/tsv"
        printf 'one 3\n x_id 0\n' >"$build/seeds_$target/muse" ;;
    frame) "$build/makeframes" "$reader" "$build/seeds_$target" "$root"/tests/data/formats/*.h5* ;;
    esac
    kept=$root/tests/fuzz/found/$target # inputs that once failed: each must pass
    [ ! -d "$kept" ] || "$build/fuzz_$target" "$kept"/* 2>/dev/null
    echo "== $target: $seconds s"
    (cd "$build" && "./fuzz_$target" -max_total_time="$seconds" -max_len=20000 -timeout=20 -rss_limit_mb=3000 \
        -print_final_stats=1 "$corpus" "seeds_$target" 2>&1 | grep -E "^==|ERROR|SUMMARY|stat::number_of_executed|Test unit|DONE|runtime error" || true)
    if [ -n "$(find "$build" -maxdepth 1 \( -name 'crash-*' -o -name 'timeout-*' -o -name 'oom-*' -o -name 'leak-*' \))" ]; then
        echo "fuzz_$target found something; its input is in $build" >&2
        exit 1
    fi
done
