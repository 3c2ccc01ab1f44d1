#!/usr/bin/env bash
# Writes formats/*.pgcopy by PostgreSQL (Debian: postgresql-15), in a server of its own that is removed afterwards. Run in
# tests/data as a user whom initdb accepts (not root). pgvector is no Debian package: its send function's bytes (dimension,
# 0, numbers, all big-endian; https://github.com/pgvector/pgvector, src/vector.c) are put together by PostgreSQL's own ones.
set -euo pipefail
server=$(mktemp -d)
trap '"$bin/pg_ctl" -D "$server/data" -m immediate stop >/dev/null || true; rm -rf "$server"' EXIT
bin=/usr/lib/postgresql/15/bin
"$bin/initdb" -D "$server/data" -U me >/dev/null
"$bin/pg_ctl" -w -D "$server/data" -o "-k $server -h ''" -l "$server/log" start >/dev/null
numbers() { # numbers SEND CAST: those of row i
    for j in 0 1 2 3; do printf '||%s((i*4+%d)::%s)' "$1" "$j" "$2"; done
}
vector="int2send(4::int2)||int2send(0::int2)$(numbers float4send float4)"
rows="FROM (VALUES (0, 'wörd', 'x'), (1, 'two', 'y'), (2, '三', 'x')) t(i, word, class)"
out() { "$bin/psql" -h "$server" -U me -d postgres -qc "COPY ($1) TO STDOUT (FORMAT binary)" >"formats/$2"; }
out "SELECT word, class, i::int8 * 1000 + 5, i / 4.0::float8, i = 1, $vector $rows" vectors.pgcopy
# halfvec of 1, -0.5
out "SELECT 'item ' || i, i::int4 + 70, '\\x00020000'::bytea || '\\x3c00'::bytea || '\\xb800'::bytea $rows" halves.pgcopy
out "SELECT word, CASE WHEN i = 1 THEN NULL ELSE $vector END $rows" gaps.pgcopy
