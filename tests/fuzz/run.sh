#!/bin/sh
# Fuzzes the parsers that run in our process, with the address and undefined behaviour sanitizers.
# Usage: tests/fuzz/run.sh [DURATION]   DURATION for each target: minutes, or seconds as 10s (default: 1 minute)
#   TARGETS="words pairs" chooses targets, JOBS=2 runs two at a time.
# Needs clang with libFuzzer (Debian 12: clang-14, libclang-rt-14-dev). Ends with an error if anything was found; its
# input is then in build/fuzz. Inputs that once failed are kept in tests/fuzz/found and run first.
set -eu
root=$(cd "$(dirname "$0")/../.." && pwd)
build=$root/build/fuzz
case ${1:-1} in
*s) seconds=${1%s} ;;
*) seconds=$((${1:-1} * 60)) ;;
esac
clang=${CLANG:-clang++-14}
if ! command -v "$clang" >/dev/null; then
    echo "Fuzzing is skipped: $clang is not installed (Debian 12: clang-14, libclang-rt-14-dev)." >&2
    exit 0
fi
# What the session codec needs of the algorithms (names of methods and choices) comes from an ordinary build, as does
# the helper that makes seed frames.
for preset in ci dev release; do
    core=$root/build/$preset/src/core/libcore.a
    reader=$root/build/$preset/bin/anchorscope-reader
    [ ! -e "$core" ] || [ ! -e "$reader" ] || break
done
if [ ! -e "$core" ] || [ ! -e "$reader" ]; then
    echo "Build the program first: cmake --preset dev && cmake --build --preset dev" >&2
    exit 2
fi
mkdir -p "$build/objects"
command -v ccache >/dev/null && clang="ccache $clang"
flags="-std=c++20 -g -O1 -fsanitize=address,undefined -fno-sanitize-recover=undefined -fno-omit-frame-pointer
    -D_GLIBCXX_ASSERTIONS -DEIGEN_DONT_PARALLELIZE -DEIGEN_MPL2_ONLY -DANCHORSCOPE_JTHREAD -DANCHORSCOPE_SANITIZED
    -DH5_USE_110_API -DANCHORSCOPE_READER_FALLBACK=\"\" -I$root/src -I$root/tests
    $(pkg-config --cflags eigen3 hdf5 libzip)"
libraries="$core $(pkg-config --libs hdf5 libzip libxxhash zlib tbb) -lpthread"

jobs=$(nproc)
objects=
changed=
for source in "$root"/src/io/*/*.cpp "$root"/src/reader/framewriter.cpp "$root"/src/lessons/*.cpp \
    "$root"/src/core/parallel.cpp "$root"/src/core/runcontext.cpp "$root"/src/core/data/*.cpp; do
    object=$build/objects/$(basename "$source" .cpp).o
    objects="$objects $object"
    if [ ! -e "$object" ] || [ -n "$(find "$root/src" -newer "$object" \( -name '*.h' -o -path "$source" \) -print -quit)" ]; then
        changed="$changed -c $source -o $object"
    fi
done
[ -z "$changed" ] || printf '%s\n' $changed | xargs -n 4 -P "$jobs" $clang $flags -fsanitize=fuzzer-no-link
rm -f "$build/libparsers.a"
ar rcs "$build/libparsers.a" $objects
$clang $flags "$root/tests/fuzz/makeframes.cpp" -o "$build/makeframes" "$build/libparsers.a" $libraries

seed() { # the inputs that a target starts from
    formats=$root/tests/data/formats
    folder=$build/seeds_$1
    mkdir -p "$folder"
    case $1 in
    words) cp "$formats"/*.txt "$formats"/*.vec "$folder" ;;
    binary) cp "$formats"/*.bin "$folder" ;;
    numpy) cp "$formats"/*.np* "$folder" ;;
    tensors) cp "$formats"/*.safetensors "$formats"/*vecs "$formats"/*.faiss "$formats"/*.gz "$folder" ;;
    json)
        cp "$formats"/*.json* "$folder"
        { sed 's/tensors.tsv/t/' "$formats/projector.json" && printf '\036' && cat "$formats/tensors.tsv"; } \
            >"$folder/projector" ;;
    tables)
        cp "$formats"/*.csv "$formats"/*.tsv "$folder"
        { cat "$formats/tensors.tsv" && printf '\036' && cat "$formats/metadata.tsv"; } >"$folder/projector"
        { cat "$formats/single_vectors.tsv" && printf '\036' && cat "$formats/single_metadata.tsv"; } >"$folder/single" ;;
    pairs)
        printf 'x_id,y_id\none,"two, or more"\n' >"$folder/csv"
        printf 'one\tone\n' >"$folder/tsv"
        printf 'one 3\none 2\n x_id 0\nnobody 1\n' >"$folder/muse" ;;
    items)
        printf 'id,part\none,train\n"two, or more",test\nx_id,anchor\n' >"$folder/split"
        printf 'one\tnoun\ntwo, or more\t\n' >"$folder/labels"
        printf 'one one\none x_id\n3 1\nnobody 1\n' >"$folder/dictionary"
        printf 'space,accuracy\nalpha,0.9\nbeta,-1e-3\n' >"$folder/accuracies" ;;
    lessons) cp "$root"/examples/lessons/*.md "$folder" ;;
    frame) "$build/makeframes" "$reader" "$folder" "$formats"/*.h5* ;;
    session) "$build/makeframes" "$reader" "$folder" "$root"/tests/data/sessions/*.ascope ;;
    esac
}

targets=${TARGETS:-words binary numpy tensors json tables pairs items lessons frame session}
printf '%s\n' $targets | xargs -P "$jobs" -I'{}' $clang $flags -fsanitize=fuzzer "$root/tests/fuzz/fuzz_{}.cpp" \
    -o "$build/fuzz_{}" "$build/libparsers.a" $libraries
for target in $targets; do
    seed "$target"
    mkdir -p "$build/corpus_$target"
done

cat >"$build/one.sh" <<'ONE'
#!/bin/sh
# one.sh ROOT SECONDS TARGET: what was found once, then new trials; one line about them.
cd "$1/build/fuzz"
found="$1/tests/fuzz/found/$3"
log=log_$3
if [ -d "$found" ] && ! "./fuzz_$3" -artifact_prefix="found_$3_" "$found"/* >"$log" 2>&1; then
    tail -40 "$log"
    echo "== $3: an input that was found before fails again (log: build/fuzz/$log)"
    exit 1
fi
"./fuzz_$3" -max_total_time="$2" -max_len=20000 -timeout=20 -rss_limit_mb=3000 -artifact_prefix="found_$3_" \
    -print_final_stats=1 "corpus_$3" "seeds_$3" >"$log" 2>&1
code=$?
[ $code -eq 0 ] || grep -E -A12 'ERROR|SUMMARY|runtime error|Test unit' "$log" | head -60
echo "== $3: $(sed -n 's/^stat::number_of_executed_units: *//p' "$log") executions in $2 s, $([ $code -eq 0 ] && echo nothing found || echo "FOUND SOMETHING (log: build/fuzz/$log)")"
exit $code
ONE
chmod +x "$build/one.sh"
printf '%s\n' $targets | xargs -P "${JOBS:-1}" -n 1 "$build/one.sh" "$root" "$seconds"
