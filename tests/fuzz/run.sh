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
# the helper that makes seed frames. Sources are joined there, so an object of it may hold what is compiled here, too:
# the linker takes the first.
core=$root/build/release/src/core/libcore.a
reader=$root/build/release/bin/anchorscope-reader
if [ ! -e "$core" ] || [ ! -e "$reader" ]; then
    echo "Build the program first: cmake --preset release && cmake --build --preset release" >&2
    exit 2
fi
mkdir -p "$build/objects"
flags="-std=c++20 -g1 -O1 -fsanitize=address,undefined -fno-sanitize-recover=undefined -fno-omit-frame-pointer
    -D_GLIBCXX_ASSERTIONS -DEIGEN_DONT_PARALLELIZE -DEIGEN_MPL2_ONLY -DANCHORSCOPE_JTHREAD -DANCHORSCOPE_SANITIZED
    -DH5_USE_110_API -I$root/src -I$root/tests
    $(pkg-config --cflags eigen3 hdf5 libzip)"
libraries="-Wl,--allow-multiple-definition $core $(pkg-config --libs hdf5 libzip libxxhash zlib tbb snappy libzstd liblz4 libbrotlidec) -lpthread"

# The sources of a folder are one unit, as in the release build.
join() { # join NAME SOURCE…
    name=$1
    shift
    printf '#include "%s"\n' "$@" >"$build/objects/$name.new"
    cmp -s "$build/objects/$name.new" "$build/objects/$name.cpp" || mv "$build/objects/$name.new" "$build/objects/$name.cpp"
    object=$build/objects/$name.o
    objects="$objects $object"
    if [ ! -e "$object" ] || [ -n "$(find "$root/src" "$build/objects/$name.cpp" -newer "$object" \( -name '*.h' -o -name '*.cpp' \) -print -quit)" ]; then
        changed="$changed -c $build/objects/$name.cpp -o $object"
    fi
}
objects=
changed=
for folder in "$root"/src/io/*/; do
    join "io_$(basename "$folder")" "$folder"*.cpp
done
join lessons "$root"/src/lessons/*.cpp
join core_data "$root"/src/core/data/*.cpp
for folder in columns parquet arrow; do
    join "reader_$folder" "$root"/src/reader/$folder/*.cpp
done
join others "$root"/src/reader/framewriter.cpp "$root"/src/reader/request.cpp "$root"/src/reader/statuspipe.cpp \
    "$root"/src/reader/program/opencolumns.cpp "$root"/src/core/parallel.cpp "$root"/src/core/runcontext.cpp
[ -z "$changed" ] || printf '%s\n' $changed | xargs -n 4 -P "$(nproc)" $clang $flags -fsanitize=fuzzer-no-link
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
    tensors) cp "$formats"/*.safetensors "$formats"/*vecs "$formats"/*.faiss "$formats"/*.gz "$formats"/*.pt* "$formats"/*.pgcopy "$folder" ;;
    columns) cp "$formats"/*.parquet "$formats"/*.arrow* "$formats"/*.feather "$folder" ;;
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

targets=${TARGETS:-words binary numpy tensors columns json tables pairs items lessons frame session}
printf '%s\n' $targets | xargs -P "$(nproc)" -I'{}' $clang $flags -fsanitize=fuzzer "$root/tests/fuzz/fuzz_{}.cpp" \
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
