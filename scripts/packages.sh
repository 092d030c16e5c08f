#!/bin/sh
# SPDX-License-Identifier: BSD-3-Clause
# packages.sh GROUP…   groups: build, peers, complete, test, style, compilers, lab, clients, clients-heavy, bench, report, browser, python, aarch64, debian, deb, docs, shells
# Makes sure that what these groups need is there. On Debian and its kin: installs what is missing as root, names it
# otherwise. Elsewhere: prints the command that installs it.
set -eu

# What is needed, how it is recognised where it did not come as a package (command, pkg-config module, header, shared
# library, Python modules), and its name in each system's packages; "-": it has none there.
table() {
  cat << 'END'
group   recognised             apt                     dnf                      zypper                  pacman             apk
build   command:cmake          cmake                   cmake                    cmake                   cmake              cmake
build   command:ninja          ninja-build             ninja-build              ninja                   ninja              samurai
build   command:g++            g++                     gcc-c++                  gcc-c++                 gcc                g++
build   command:pkg-config     pkg-config              pkgconf-pkg-config       pkg-config              pkgconf            pkgconf
build   module:hwloc           libhwloc-dev            hwloc-devel              hwloc-devel             hwloc              hwloc-dev
build   header:numa.h          libnuma-dev             numactl-devel            libnuma-devel           numactl            numactl-dev
build   header:fmt/format.h    libfmt-dev              fmt-devel                fmt-devel               fmt                fmt-dev
build   header:CLI/CLI.hpp     libcli11-dev            cli11-devel              cli11-devel             cli11              cli11-dev
build   header:nlohmann/json.hpp nlohmann-json3-dev    json-devel               nlohmann_json-devel     nlohmann-json      nlohmann-json
build   header:perfmon/pfmlib.h libpfm4-dev            libpfm-devel             libpfm-devel            libpfm             -
peers   library:libopenblas.so libopenblas0-pthread    openblas-threads         libopenblas_pthreads0   openblas           openblas
peers   library:libblis.so     libblis4-pthread        blis-threads             -                       -                  -
complete -                     libopenblas-serial-dev  -                        -                       -                  -
complete -                     liblapack-dev           -                        -                       -                  -
complete -                     libopenblas64-serial-dev -                       -                       -                  -
complete -                     liblapack64-dev         -                        -                       -                  -
test    header:gtest/gtest.h   libgtest-dev            gtest-devel              gtest                   gtest              gtest-dev
test    header:gmock/gmock.h   libgmock-dev            gmock-devel              gmock                   gtest              gtest-dev
test    python:jsonschema     python3-jsonschema       python3-jsonschema       python3-jsonschema      python-jsonschema  py3-jsonschema
style   command:clang-format   clang-format            clang-tools-extra        clang-tools             clang              clang-extra-tools
style   command:clang-tidy-19  clang-tidy-19           -                        -                       -                  -
compilers command:clang++-19   clang-19                -                       -                  -                  -
compilers -                    libc++-19-dev           -                        -                       -                  -
lab     command:python3        python3                 python3                  python3                 python             python3
lab     command:qemu-system-x86_64  qemu-system-x86    qemu-system-x86-core     qemu-x86                qemu-system-x86    qemu-system-x86_64
lab     command:qemu-system-aarch64 qemu-system-arm    qemu-system-aarch64-core qemu-arm                qemu-system-aarch64 qemu-system-aarch64
clients python:numpy           python3-numpy           python3-numpy            python3-numpy           python-numpy       py3-numpy
clients -                      libblas3                -                        -                       -                  -
clients python:pytest          python3-pytest          python3-pytest           python3-pytest          python-pytest      py3-pytest
clients python:hypothesis      python3-hypothesis      python3-hypothesis       python3-hypothesis      python-hypothesis  py3-hypothesis
clients command:meson          meson                   meson                    meson                   meson              meson
clients -                      libblas-test            -                        -                       -                  -
clients-heavy python:scipy    python3-scipy           python3-scipy            python3-scipy           python-scipy       py3-scipy
clients-heavy command:Rscript r-base-core             R-core                   R-base                  r                  R
clients-heavy -               hpcc                    -                        -                       -                  -
clients-heavy -               scalapack-mpi-test      -                        -                       -                  -
clients-heavy command:mpirun  openmpi-bin             openmpi                  openmpi                 openmpi            openmpi
clients-heavy command:octave-cli octave                octave                   octave-cli              octave             octave
clients-heavy command:gfortran gfortran               gcc-gfortran             gcc-fortran             gcc-fortran        gfortran
clients-heavy command:git      git                     git                      git                     git                     git
clients-heavy -                libblas-dev             -                        -                       -                  -
clients-heavy -                liblapacke-dev          -                        -                       -                  -
clients-heavy -                liblapack-test          -                        -                       -                  -
clients-heavy -               environment-modules     environment-modules      -                       -                  -
clients-heavy python:venv,ensurepip python3-venv       python3                  python3                 python             python3
bench   command:python3        python3                 python3                  python3                 python             python3
bench   python:venv,ensurepip  python3-venv            python3                  python3                 python             python3
bench   python:matplotlib      python3-matplotlib      python3-matplotlib       python3-matplotlib      python-matplotlib  py3-matplotlib
python  python:venv,ensurepip  python3-venv            python3                  python3                 python             python3
python  -                      python3-dev             python3-devel            python3-devel           python             python3-dev
report  command:python3        python3                 python3                  python3                 python             python3
report  python:plotly          python3-plotly          python3-plotly           python3-plotly          python-plotly      py3-plotly
report  python:matplotlib      python3-matplotlib      python3-matplotlib       python3-matplotlib      python-matplotlib  py3-matplotlib
browser command:chromium       chromium                chromium                 chromium                chromium           chromium
browser command:chromedriver   chromium-driver         chromedriver             chromedriver            chromium           chromium-chromedriver
browser python:selenium        python3-selenium        python3-selenium         python3-selenium        python-selenium    py3-selenium
browser python:venv,ensurepip  python3-venv            python3                  python3                 python             python3
debian  command:mmdebstrap     mmdebstrap              mmdebstrap               -                       -                  -
deb     command:dpkg-shlibdeps dpkg-dev                -                        -                       -                  -
deb     command:python3        python3                 python3                  python3                 python             python3
deb     command:file           file                    file                     file                    file               file
deb     command:lintian        lintian                 -                        -                       -                  -
docs    command:python3        python3                 python3                  python3                 python             python3
docs    command:mkdocs         mkdocs                  mkdocs                   python3-mkdocs          mkdocs             mkdocs
docs    python:material        mkdocs-material         mkdocs-material          python3-mkdocs-material mkdocs-material    mkdocs-material
shells  command:zsh            zsh                     zsh                      zsh                     zsh                zsh
shells  command:fish           fish                    fish                     fish                    fish               fish
shells  command:mandoc         mandoc                  mandoc                   mandoc                  mandoc             mandoc
shells  command:man            man-db                  man-db                   man                     man-db             man-db
aarch64 -                      g++-aarch64-linux-gnu   -                        -                       -                  -
aarch64 -                      qemu-user-static        -                        -                       -                  -
aarch64 -                      libstdc++6:arm64        -                        -                       -                  -
aarch64 -                      libhwloc-dev:arm64      -                        -                       -                  -
aarch64 -                      libnuma-dev:arm64       -                        -                       -                  -
aarch64 -                      libfmt-dev:arm64        -                        -                       -                  -
aarch64 -                      libgtest-dev:arm64      -                        -                       -                  -
aarch64 -                      libgmock-dev:arm64      -                        -                       -                  -
END
}

# The system's column of the table, and its word for installing.
manager=""
for name in apt dnf zypper pacman apk; do
  tool=$name
  [ "$name" != apt ] || tool=dpkg-query
  if command -v "$tool" > /dev/null; then manager=$name && break; fi
done
case $manager in
  apt) install="apt-get install --no-install-recommends" ;;
  dnf) install="dnf install" ;;
  zypper) install="zypper install" ;;
  pacman) install="pacman -S --needed" ;;
  apk) install="apk add" ;;
  *) manager=apt install="" ;; # unknown: in Debian's names
esac

# For libraries Debian's flavours count, the one that is threaded by POSIX threads.
recognised() {
  what=${1#*:}
  case $1 in
    command:*) command -v "$what" ;;
    module:*) pkg-config --exists "$what" ;;
    header:*) printf '#if !__has_include(<%s>)\n#error\n#endif\n' "$what" | c++ -E - ;;
    library:*) [ "$install" != "apt-get install --no-install-recommends" ] && ldconfig -p | grep -q "$what" ;;
    # Debian's packages are for Debian's Python, and another one may be found first.
    python:*) [ "$install" != "apt-get install --no-install-recommends" ] && python3 -c "import $what" ;;
    *) return 1 ;;
  esac > /dev/null 2>&1
}

installed() { dpkg-query -W -f '${db:Status-Status}\n' "$1" 2> /dev/null | grep -qx installed; }

wanted=$(mktemp) log=$(mktemp)
trap 'rm -f "$wanted" "$log"' EXIT
for group in "$@"; do
  if ! table | grep -q "^$group " || [ "$group" = group ]; then
    echo "packages.sh: no group \"$group\"; use build, peers, complete, test, style, compilers, lab, clients, clients-heavy, bench, report, browser, python, aarch64, debian, deb, docs, shells" >&2
    exit 2
  fi
  table | awk -v group="$group" -v manager="$manager" '
    NR == 1 { for (i = 3; i <= NF; i++) if ($i == manager) column = i }
    $1 == group { print $2, $column, $3 }' >> "$wanted"
done

missing="" unknown=""
while read -r how package debian; do
  if recognised "$how" || { [ "$manager" = apt ] && installed "$package"; }; then continue; fi
  case " $missing $unknown " in *" $package "* | *" $debian "*) continue ;; esac
  if [ "$package" = - ]; then unknown="$unknown $debian"; else missing="$missing $package"; fi
done < "$wanted"
[ -z "$unknown" ] || echo "packages.sh: not packaged for this system, so go without or build them (Debian's names):$unknown" >&2
[ -n "$missing" ] || exit 0

# Elsewhere than on Debian things may be there in ways that are not recognised: CMake has the last word.
if [ "$manager" != apt ]; then
  echo "packages.sh: as root: $install$missing" >&2
  exit 0
elif [ -z "$install" ]; then
  echo "packages.sh: a system without dpkg, dnf, zypper, pacman and apk; these Debian packages, or the like, must be there:$missing" >&2
  exit 0
elif [ "$(id -u)" != 0 ]; then
  echo "packages.sh: missing packages:$missing" >&2
  echo "packages.sh: install them as root and start again: $install$missing" >&2
  exit 1
fi

echo "installing$missing"
export DEBIAN_FRONTEND=noninteractive
case $missing in *:arm64*) dpkg --add-architecture arm64 ;; esac
# Old package lists name files that mirrors no longer have. apt fetches everything before it unpacks anything.
# shellcheck disable=SC2086
if ! { apt-get -qq update && apt-get -qq -y install --no-install-recommends $missing; } > "$log" 2>&1; then
  reason=$(grep -m 1 'Failed to fetch' "$log" || grep -m 1 '^E: ' "$log" || tail -n 1 "$log")
  echo "packages.sh: could not install$missing: $reason" >&2
  exit 1
fi
