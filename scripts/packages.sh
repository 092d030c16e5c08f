#!/bin/sh
# packages.sh GROUP…   groups: build, peers, test, lab, bench
# Makes sure that the Debian packages of these groups are there: installs what is missing as root, names it otherwise.
set -eu

wanted=""
for group in "$@"; do
  case $group in
    build) wanted="$wanted cmake ninja-build g++ pkg-config libhwloc-dev libnuma-dev libfmt-dev libcli11-dev nlohmann-json3-dev" ;;
    peers) wanted="$wanted libopenblas0-pthread libblis4-pthread" ;;
    lab) wanted="$wanted qemu-system-x86 qemu-system-arm python3" ;;
    bench) wanted="$wanted python3 python3-venv python3-matplotlib" ;;
    test) wanted="$wanted libgtest-dev libgmock-dev clang-format" ;;
    *) echo "packages.sh: no group \"$group\"; use build, peers, test, lab, bench" >&2; exit 2 ;;
  esac
done

if ! command -v dpkg-query > /dev/null; then
  echo "packages.sh: no dpkg here; these Debian packages, or the like, must be there:$wanted" >&2
  exit 0
fi

# A tool may come from elsewhere than its package.
have() {
  case $1 in
    cmake | g++ | pkg-config | clang-format | python3) command -v "$1" > /dev/null && return ;;
    ninja-build) command -v ninja > /dev/null && return ;;
  esac
  dpkg-query -W -f '${db:Status-Status}\n' "$1" 2> /dev/null | grep -qx installed
}

missing=""
for package in $wanted; do
  have "$package" || missing="$missing $package"
done
[ -n "$missing" ] || exit 0

if [ "$(id -u)" != 0 ]; then
  echo "packages.sh: missing packages:$missing" >&2
  echo "packages.sh: install them as root and start again: apt-get install --no-install-recommends$missing" >&2
  exit 1
fi

echo "installing$missing"
log=$(mktemp)
trap 'rm -f "$log"' EXIT
export DEBIAN_FRONTEND=noninteractive
# Old package lists name files that mirrors no longer have.
if ! { apt-get -qq update && apt-get -qq -y install --no-install-recommends $missing; } > "$log" 2>&1; then
  cat "$log" >&2
  echo "packages.sh: apt-get could not install$missing" >&2
  exit 1
fi
