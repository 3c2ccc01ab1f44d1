#!/bin/sh
# Objects compiled for newer processors must not define a symbol that the linker may keep for all others: weak ones of
# names that the baseline has, too. Names of the level's own (v3, v4, eigen_v3) are no danger.
# usage: symbols.sh OBJECT…
set -e
checked=0
for object in "$@"; do
    case $object in
    *kernels/v3.cpp.o | *kernels/v4.cpp.o | *kernels/densev3.cpp.o)
        checked=$((checked + 1))
        shared=$(nm -C "$object" | grep -E '^[0-9a-f]+ [uWV] ' | grep -v -E 'eigen_v3::|DW\.ref\.__gxx_personality_v0' || true)
        if [ -n "$shared" ]; then
            echo "$object defines what other objects may define, too:"
            echo "$shared"
            exit 1
        fi
        ;;
    esac
done
test "$checked" -eq 3
