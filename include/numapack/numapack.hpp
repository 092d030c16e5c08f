// SPDX-License-Identifier: BSD-3-Clause
#pragma once

#include "numapack/batch.hpp"
#include "numapack/error.hpp"
#include "numapack/lapack.hpp"
#include "numapack/level2.hpp"
#include "numapack/level3.hpp"
#include "numapack/library.hpp"
#include "numapack/matrix.hpp"
#include "numapack/memory.hpp"
#include "numapack/packed.hpp"
#include "numapack/placement.hpp"
#include "numapack/qr.hpp"
#include "numapack/sparse.hpp"
#include "numapack/types.hpp"
#include "numapack/views.hpp"

/// numapack: dense linear algebra for machines whose memory is not uniform. This header includes all C++
/// headers; each can be used alone as well.
///
/// Any number of threads may call at once; one of them gets the teams of bound threads, the others work
/// alone. The caller's affinity mask, memory policy and signal mask are never changed, and its pages stay
/// where they are.
///
/// Names and the order of arguments are BLAS++'s, with two exceptions: `ger` does not conjugate (BLAS++'s
/// `ger` is `gerc`, its `geru` is `ger`), and batches have MKL's arguments. LAPACK routines take the layout
/// first; LAPACK++ has column-major matrices only.
namespace numapack {}
