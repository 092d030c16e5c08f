#!/bin/sh
# SPDX-License-Identifier: BSD-3-Clause
# check.sh format [FILE…] | style | prose | subject MESSAGE-FILE | subjects | since | alone BUILD
#
# What takes seconds, for `make test` and for .pre-commit-config.yaml. format: clang-format 14 over these sources, or all; status 77 where it is
# another version. style: the tests of tests/style. prose: proselint over the pages, for `make test-all`; status 77 where pip cannot fetch it.
# subject: the message of one commit has a subject of at most 72 characters, and a blank line below it. subjects: so have the commits since
# NUMAPACK_TIDY_BASE (else since this branch left its upstream, else the last one). since: prints that commit. alone: each source of src/
# changed since then is right by itself, as packages compile it, and not only with others, as a build does that reads several as one. BUILD
# has what CMake generates. Sources of one instruction set or face are left out: they are compiled alone anyway.
set -eu
cd "$(dirname "$0")/.."

subject_of() { # FILE NAME
  awk -v name="$2" '
    /^#/ { next }
    !seen { if ($0 == "") next; seen = 1; subject = $0; next }
    { below = $0; exit }
    END {
      if (subject ~ /^(fixup|squash|Merge|Revert)/) exit 0
      count = length(subject)
      if (count > 72) { printf "%s: the subject has %d characters, 72 at most: %s\n", name, count, subject; exit 1 }
      if (subject == "") { printf "%s: no subject\n", name; exit 1 }
      if (below != "") { printf "%s: the line below the subject is not blank\n", name; exit 1 }
    }' "$1" >&2
}

since() {
  base=${NUMAPACK_TIDY_BASE:-}
  [ -n "$base" ] || base=$(git merge-base HEAD '@{upstream}' 2> /dev/null) || base=HEAD
  [ "$(git rev-parse "$base")" != "$(git rev-parse HEAD)" ] || base=HEAD~1
  echo "$base"
}

case "${1:-}" in
  format)
    shift
    clang-format --version 2> /dev/null | grep -q 'version 14\.' || {
      echo "format: takes clang-format 14"
      exit 77
    }
    if [ $# -gt 0 ]; then
      clang-format --dry-run -Werror "$@"
    else
      find src include tests examples bench python \( -name '*.cpp' -o -name '*.hpp' -o -name '*.h' -o -name '*.c' \) |
        xargs clang-format --dry-run -Werror
    fi
    ;;
  style)
    for rule in tests/style/*_test.py; do
      said=$(python3 -B "$rule" 2>&1) || { echo "$said"; echo "style: $rule failed"; exit 1; }
    done
    ;;
  prose)
    # Each version finds something else.
    scripts/python-env.sh build/proselint "" proselint==0.16.0
    build/proselint/bin/python -B tests/style/proselint_test.py
    ;;
  subject) subject_of "${2:?check.sh subject MESSAGE-FILE}" "$2" ;;
  subjects)
    base=$(since)
    message=$(mktemp)
    trap 'rm -f "$message"' EXIT
    status=0
    for commit in $(git rev-list --no-merges "$base..HEAD"); do
      git log -1 --format=%B "$commit" > "$message"
      subject_of "$message" "$(git rev-parse --short "$commit")" || status=1
    done
    exit $status
    ;;
  since) since ;;
  alone)
    git diff --name-only --diff-filter=d "$(since)" -- 'src/*.cpp' | { grep -v -e ^src/kernel/ -e ^src/blas/ || true; } |
      xargs -r -P "$(nproc)" -n 1 "${CXX:-c++}" -std=c++20 -fsyntax-only -Isrc -Iinclude "-I${2:?check.sh alone BUILD}/generated" \
        -DNUMAPACK_VERSION='""' -DNUMAPACK_PUBLISHED='""' -DNUMAPACK_LIBRARIES='""' -DNUMAPACK_LAB_DATA='""' -DNUMAPACK_REPORT_DATA='""' -DNUMAPACK_LAB_LIB='""'
    ;;
  *) echo "check.sh: use format, style, prose, subject FILE, subjects, since or alone BUILD" >&2; exit 2 ;;
esac
