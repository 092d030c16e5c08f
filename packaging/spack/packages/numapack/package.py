# SPDX-License-Identifier: BSD-3-Clause
"""A Spack package: spack repo add packaging/spack; spack install numapack."""

from spack.package import *


class Numapack(CMakePackage):
    """Dense linear algebra for machines whose memory is not uniform: products, factorisations and solves on threads that are bound
    to NUMA nodes, and a complete BLAS and LAPACK on them."""

    # Until there is a release that can be fetched: spack develop, or an installed source mirror.
    version("0.2.0")
    has_code = True

    license("BSD-3-Clause")

    variant("tool", default=True, description="Build the numapack command")
    variant("blas", default=True, description="Build the complete BLAS and LAPACK (libnumapack_lp64)")

    provides("blas", "lapack", when="+blas")

    depends_on("c", type="build")
    depends_on("cxx", type="build")
    depends_on("cmake@3.25:", type="build")
    depends_on("ninja", type="build")
    depends_on("pkgconfig", type="build")
    depends_on("hwloc@2.9:")
    depends_on("numactl")
    depends_on("fmt@9:", type="build")
    depends_on("nlohmann-json@3.11:", type="build")
    depends_on("cli11@2.1:", type="build", when="+tool")
    # Held: what numapack does not have itself is linked in from these archives.
    depends_on("openblas@0.3.21: threads=none ~shared ~ilp64 +pic", type="build", when="+blas")
    depends_on("netlib-lapack@3.9: ~shared +pic", type="build", when="+blas")

    conflicts("%gcc@:11", msg="numapack is C++20 and needs GCC 12 or newer")
    conflicts("%clang@:15", msg="numapack is C++20 and needs clang 16 or newer")

    generator("ninja")

    def cmake_args(self):
        args = [
            self.define_from_variant("NUMAPACK_TOOL", "tool"),
            self.define("NUMAPACK_COMPLETE", "ON" if "+blas" in self.spec else "OFF"),
            self.define("NUMAPACK_TESTS", False),
            self.define("NUMAPACK_AARCH64_CC", ""),
        ]
        if "+blas" in self.spec:
            args += [
                self.define("NUMAPACK_HELD_BLAS", join_path(self.spec["openblas"].prefix.lib, "libopenblas.a")),
                self.define("NUMAPACK_HELD_LAPACK", join_path(self.spec["netlib-lapack"].prefix.lib, "liblapack.a")),
            ]
        return args

    @property
    def blas_libs(self):
        return find_libraries("libnumapack_lp64", root=self.prefix, shared=True, recursive=True)

    @property
    def lapack_libs(self):
        return self.blas_libs

    @property
    def blas_headers(self):
        return HeaderList(find(join_path(self.prefix.include, "numapack_blas"), "cblas.h", recursive=False))
