#!/usr/bin/env bash
# run.sh PROGRAM: the program of extension/json_schema/LIBRARY.md is the one that is built here, and does what is said.
set -euo pipefail
here=$(cd "$(dirname "$0")" && pwd)
diff <(sed -n '/^```cpp$/,/^```$/p' "$here/../../extension/json_schema/LIBRARY.md" | sed '1d;$d') "$here/main.cc"
[[ -z "$("$1" <<< '{"id":1,"size":"small"}')" ]]
said=$("$1" <<< '{"id":0,"size":"Large"}')
diff - <<< "$said" <(sed -n '/^```text$/,/^```$/p' "$here/../../extension/json_schema/LIBRARY.md" | sed '1d;$d')
