#!/bin/sh
# SPDX-License-Identifier: BSD-3-Clause
# build-docs.sh [COMMAND [SITE]]      default: build/numapack build/docs-site
#
# Makes the site of docs/ into SITE, with a report of each published machine if COMMAND has the verb for it. Quiet unless
# something fails; a warning of mkdocs is an error. The site works when its files are opened, without a server.
set -eu
cd "$(dirname "$0")/.."
command=${1:-build/numapack} site=${2:-build/docs-site}

fail() { echo "build-docs.sh: $1" >&2; exit 1; }
command -v mkdocs > /dev/null || fail "there is no mkdocs; scripts/packages.sh docs installs it"
mkdir -p "$site"
site=$(cd "$site" && pwd)
work=$(mktemp -d)
trap 'rm -rf "$work"' EXIT

reports=""
if [ -x "$command" ] && "$command" report --help > /dev/null 2>&1; then
  reports=$work/reports
  mkdir "$reports"
  for file in data/machines/*.json; do
    "$command" report "$file" -o "$reports/$(basename "$file" .json).html" > "$work/log" 2>&1 || fail "$file has no report: $(tail -n 1 "$work/log")"
  done
else
  echo "build-docs.sh: $command has no verb report, so the gallery has no reports" >&2
fi

python3 -B scripts/docs/source.py . "$work/source" ${reports:+"$reports"}
python3 -B scripts/docs/reference.py . --pages "$work/source"
# docs_dir is relative to the configuration.
sed "s|^docs_dir: .*|docs_dir: $work/source|; s|^  custom_dir: |&$PWD/|" mkdocs.yml > "$work/mkdocs.yml"
mkdocs build --quiet --strict --clean --config-file "$work/mkdocs.yml" --site-dir "$site" > "$work/log" 2>&1 || {
  cat "$work/log" >&2
  fail "mkdocs has something to say of the pages"
}
# A page that was opened as a file may not fetch its index, but may have it as a script. Material 8 looks for a promise of the index
# in __search, 9 for the index itself in __index.
{
  printf 'var __index = '
  cat "$site/search/search_index.json"
  printf ';\nvar __search = {index: Promise.resolve(__index)};\n'
} > "$site/search/search_index.js"
echo "$site/index.html"
