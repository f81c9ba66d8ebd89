#!/usr/bin/env bash
# Part of the Fusion project, under the Apache License v2.0 with LLVM Exceptions.
# SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#
# Runs all checks that look at the text of the repository: style, layout, passes, pages, names in pages.
set -euo pipefail

usage() {
  cat <<'T'
usage: tools/check-style.sh [ROOT] [--help]

Runs tools/check-style.py, check-layout.py, check-passes.py, check-operations.py, check-docs.py and check-names.py on
the repository, or on the tree ROOT. A line for each problem, as FILE:LINE: WHAT; exits 1 if there are any. Nothing
needs to be built; it takes some twenty seconds. Formatting is looked at where clang-format-22 is installed
(tools/setup.sh installs it).
T
}

root=
for argument in "$@"; do
  case $argument in
    --help | -h) usage; exit 0 ;;
    -*) printf 'check-style.sh: unknown option %s\n' "$argument" >&2; usage >&2; exit 2 ;;
    *) [[ ! $root ]] || { echo 'check-style.sh: more than one ROOT' >&2; usage >&2; exit 2; }; root=$argument ;;
  esac
done

tools=$(cd "$(dirname "${BASH_SOURCE[0]}")" && pwd)
root=${root:-$(dirname "$tools")}
[[ -d $root ]] || { printf 'check-style.sh: no folder %s\n' "$root" >&2; usage >&2; exit 2; }

status=0
for name in style layout passes operations docs names; do
  python3 "$tools/check-$name.py" "$root" || status=1
done
exit $status
