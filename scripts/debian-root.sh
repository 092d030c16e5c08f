# SPDX-License-Identifier: BSD-3-Clause
# To be sourced by scripts that try something in a fresh root of a Debian release. They define fail() TEXT [STATUS].
#
# Everything that is mounted lives in a mount namespace of its own, which ends with its command; a root is removed from outside
# and without crossing file systems. A careless rm -rf over a bound /dev would take this machine's devices.

# The name of release 12 or 13.
release_of() { # NUMBER
  case $1 in
    12) echo bookworm ;;
    13) echo trixie ;;
    *) fail "no Debian \"$1\" here; use 12 or 13" 2 ;;
  esac
}

# Ends with 77 where no root can be made.
need_roots() {
  [ "$(id -u)" = 0 ] || fail "takes root: another system's files are mounted and entered" 77
  scripts/packages.sh debian || fail "takes mmdebstrap, which makes the root" 77
  command -v mmdebstrap > /dev/null || fail "takes mmdebstrap, which makes the root" 77
  unshare --mount --propagation private true 2> /dev/null || fail "takes a mount namespace of its own, which is refused here" 77
}

# A bare root of that release with these packages, with the names and certificates of the network that this machine is in, and
# with localhost, which every installer and container writes down but no package does.
make_root() { # ROOT NUMBER PACKAGE,…
  mmdebstrap --quiet --variant=minbase --include="$3" "$(release_of "$2")" "$1" > "$1.log" 2>&1 ||
    { cat "$1.log" >&2; fail "mmdebstrap made no root of Debian $2"; }
  cp /etc/resolv.conf "$1/etc/resolv.conf"
  printf '127.0.0.1 localhost\n::1 localhost\n' > "$1/etc/hosts"
  [ ! -e "$1/etc/ssl/certs/ca-certificates.crt" ] || cp /etc/ssl/certs/ca-certificates.crt "$1/etc/ssl/certs/ca-certificates.crt"
}

# What git has of this tree (what is not committed, too), as /root/numapack.
copy_sources() { # ROOT
  mkdir -p "$1/root/numapack"
  if git rev-parse --is-inside-work-tree > /dev/null 2>&1; then
    git ls-files -z --cached --others --exclude-standard | tar --null --ignore-failed-read -cf - -T - 2> "$1.log"
  else
    tar --exclude='./build*' -cf - .
  fi | tar -xf - -C "$1/root/numapack"
}

# Runs a command in the root, from /, with nothing of this environment.
in_root() { # ROOT COMMAND…
  unshare --mount --propagation private --pid --fork --kill-child -- /bin/sh -c '
    set -eu
    root=$1
    shift
    mount -t proc proc "$root/proc"
    mount -t sysfs -o ro sysfs "$root/sys"
    mount -t tmpfs -o mode=755 tmpfs "$root/dev"
    mkdir "$root/dev/pts" "$root/dev/shm"
    mount -t devpts -o newinstance,ptmxmode=666,mode=620 devpts "$root/dev/pts"
    mount -t tmpfs -o mode=1777 tmpfs "$root/dev/shm"
    ln -s pts/ptmx "$root/dev/ptmx"
    ln -s /proc/self/fd "$root/dev/fd"
    for device in null zero full random urandom tty; do
      : > "$root/dev/$device"
      mount --bind "/dev/$device" "$root/dev/$device"
    done
    exec env -i PATH=/usr/local/sbin:/usr/local/bin:/usr/sbin:/usr/bin:/sbin:/bin HOME=/root LANG=C.UTF-8 \
      DEBIAN_FRONTEND=noninteractive NUMAPACK_TEST_DEBIAN=no chroot "$root" "$@"' in_root "$@"
}
