# SPDX-License-Identifier: BSD-3-Clause
# LinearAlgebra on numapack, by its trampoline: include("numapack.jl"), or these lines in ~/.julia/config/startup.jl.
# NUMAPACK_LIBRARY names another file.
using LinearAlgebra

let library = get(ENV, "NUMAPACK_LIBRARY", "libnumapack_ilp64.so.0")
    # BLAS and LAPACK with Julia's 64-bit integers, all names. With clear = true nothing of OpenBLAS is left.
    BLAS.lbt_forward(library; clear = true, suffix_hint = "64_")
    # What LP64 packages call, if the library of 32-bit integers is there, too.
    try
        BLAS.lbt_forward(replace(library, "ilp64" => "lp64"))
    catch
    end
end
