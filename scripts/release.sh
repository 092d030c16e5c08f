#!/bin/sh
# SPDX-License-Identifier: BSD-3-Clause
# release.sh TAG [DIRECTORY]      default: build-release
#
# Builds what a release consists of from a tag (or any commit, to try it), and tests each part from outside this tree: the source archive is
# unpacked elsewhere, builds, installs, and a program compiles against it; the wheel is installed into empty environments and runs the Python
# tests; the Debian packages are unpacked into an empty root, or installed in a fresh one where test-deb.sh can make it.
# DIRECTORY then has the archive, the wheel, the packages and SHA256SUMS. About half an hour on two cores.
# RELEASE_PARTS="source wheel deb" chooses; exit code 1 if a part fails, and the end names parts that could not be tested here.
set -eu
cd "$(dirname "$0")/.."
fail() { echo "release.sh: $1" >&2; exit "${2:-1}"; }
[ $# -ge 1 ] && [ $# -le 2 ] || fail "use release.sh TAG [DIRECTORY]" 2
tag=$1
parts=${RELEASE_PARTS:-source wheel deb}
for part in $parts; do
  case $part in
    source | wheel | deb) ;;
    *) fail "\"$part\" is no part; use source, wheel, deb" 2 ;;
  esac
done
commit=$(git rev-parse --verify --quiet "$tag^{commit}") || fail "\"$tag\" is no tag or commit of this repository" 2
case "${2:-build-release}" in /*) out=$2 ;; *) out=$PWD/${2:-build-release} ;; esac

version=$(git show "$commit:CMakeLists.txt" | sed -n 's/^project(numapack VERSION \([0-9.]*\) .*/\1/p')
[ -n "$version" ] || fail "CMakeLists.txt of $tag has no version"
if git rev-parse --verify --quiet "refs/tags/$tag" > /dev/null; then
  [ "$tag" = "v$version" ] || fail "the tag of version $version is v$version, not $tag"
  git show "$commit:CHANGELOG.md" | grep -qx "## $version" || fail "CHANGELOG.md of $tag has no heading \"## $version\""
else
  echo "release.sh: $tag is no tag: a trial, not a release"
fi

base=$(mktemp -d "${TMPDIR:-/var/tmp}/numapack-release.XXXXXX")
trap 'rm -rf --one-file-system "$base"' EXIT
trap 'exit 130' INT TERM
mkdir -p "$out"
out=$(cd "$out" && pwd)
quietly() { "$@" > "$base/log" 2>&1 || { tail -n 60 "$base/log" >&2; fail "failed: $*"; }; }
launcher=$(command -v ccache || true)
[ -z "$launcher" ] || export CMAKE_C_COMPILER_LAUNCHER="$launcher" CMAKE_CXX_COMPILER_LAUNCHER="$launcher" CCACHE_BASEDIR="$base" CCACHE_NOHASHDIR=1
untested=""

archive=$out/numapack-$version.tar.gz
git archive --format=tar --prefix="numapack-$version/" "$commit" | gzip -n -9 > "$archive"
tar -xzf "$archive" -C "$base"
sources=$base/numapack-$version

for part in $parts; do
  start=$(date +%s)
  case $part in
    source)
      (
        cd "$sources"
        quietly cmake -S . -B "$base/build" -G Ninja -DCMAKE_BUILD_TYPE=Release -DNUMAPACK_TESTS=OFF -DNUMAPACK_COMPLETE=OFF -DNUMAPACK_AARCH64_CC=
        quietly cmake --build "$base/build" -- --quiet
        quietly cmake --install "$base/build" --prefix "$base/installed"
      )
      said=$("$base/installed/bin/numapack" --version)
      [ "$said" = "numapack $version" ] || fail "the installed command says \"$said\""
      pkgconfig=$(dirname "$(find "$base/installed" -name numapack.pc)")
      # shellcheck disable=SC2046
      quietly cc "$sources/examples/gemm.c" -o "$base/example" $(PKG_CONFIG_PATH="$pkgconfig" pkg-config --cflags --libs numapack)
      quietly env LD_LIBRARY_PATH="$pkgconfig/.." "$base/example"
      quietly "$base/installed/bin/numapack" gemm -n 64 --rounds 1 --check
      [ -s "$base/installed/share/man/man1/numapack.1" ] || fail "the archive installs no manual page"
      ;;
    wheel)
      status=0
      (cd "$sources" && WHEELS="$out" scripts/test-wheel.sh "${PYTHON:-python3}") || status=$?
      [ $status -eq 0 ] || [ $status -eq 77 ] || fail "the wheel failed"
      [ $status -eq 0 ] || untested="$untested wheel"
      ;;
    deb)
      (cd "$sources" && quietly scripts/build-deb.sh build-deb)
      cp "$sources"/build-deb/*.deb "$out"
      mkdir "$base/root"
      for package in "$out"/*_"$version"*.deb; do
        [ "$(dpkg-deb --field "$package" Version | cut -d- -f1)" = "$version" ] || fail "$package has another version"
        quietly dpkg-deb --extract "$package" "$base/root"
      done
      libraries=$(dirname "$(find "$base/root" -name 'libnumapack.so.0' | head -n 1)")
      quietly env LD_LIBRARY_PATH="$libraries" "$base/root/usr/bin/numapack" gemm -n 64 --rounds 1 --check
      status=0
      (cd "$sources" && scripts/test-deb.sh 12) || status=$?
      [ $status -eq 0 ] || [ $status -eq 77 ] || fail "the packages failed in a fresh root"
      [ $status -eq 0 ] || untested="$untested deb-in-a-fresh-root"
      ;;
  esac
  echo "$part: built and tested in $(($(date +%s) - start)) s"
done

(cd "$out" && sha256sum -- *"$version"* > SHA256SUMS && cat SHA256SUMS)
[ -z "$untested" ] || echo "not tested here:$untested"
