// SPDX-License-Identifier: BSD-3-Clause
#pragma once

#include "support/c/operands.hpp"

namespace numapack::testing {

/// A call of every C function of sparse matrices.
inline Statuses call_sparse(CallOperands& x, const Shape& s) {
  const int64_t size = s.least();
  std::vector<int64_t> starts(static_cast<std::size_t>(size) + 1), columns(static_cast<std::size_t>(size));
  for (int64_t i = 0; i <= size; ++i) starts[static_cast<std::size_t>(i)] = i;
  for (int64_t i = 0; i < size; ++i) columns[static_cast<std::size_t>(i)] = size - 1 - i;
  const int64_t *const of = starts.data(), *const in = columns.data();
  Statuses statuses;
  {
    numapack_csr* csr = nullptr;
    statuses.emplace_back("scsr", numapack_scsr(&csr, size, size, 8, of, in, single(x.a)));
    statuses.emplace_back("sspmv", numapack_sspmv(csr, 1, single(x.b), 1, single(x.c)));
    statuses.emplace_back("sspmv_once", numapack_sspmv_once(size, size, 8, of, in, single(x.a), 1,
                                                            single(x.b), 1, single(x.c)));
    numapack_csr_free(csr);
  }
  {
    numapack_csr* csr = nullptr;
    statuses.emplace_back("dcsr", numapack_dcsr(&csr, size, size, 8, of, in, x.a.data()));
    statuses.emplace_back("dspmv", numapack_dspmv(csr, 1, x.b.data(), 1, x.c.data()));
    statuses.emplace_back(
        "dspmv_once", numapack_dspmv_once(size, size, 8, of, in, x.a.data(), 1, x.b.data(), 1, x.c.data()));
    numapack_csr_free(csr);
  }
  {
    numapack_csr* csr = nullptr;
    statuses.emplace_back("ccsr", numapack_ccsr(&csr, size, size, 8, of, in, x.a.data()));
    statuses.emplace_back("cspmv", numapack_cspmv(csr, x.one, x.b.data(), x.one, x.c.data()));
    statuses.emplace_back("cspmv_once", numapack_cspmv_once(size, size, 8, of, in, x.a.data(), x.one,
                                                            x.b.data(), x.one, x.c.data()));
    numapack_csr_free(csr);
  }
  {
    numapack_csr* csr = nullptr;
    statuses.emplace_back("zcsr", numapack_zcsr(&csr, size, size, 8, of, in, x.a.data()));
    statuses.emplace_back("zspmv", numapack_zspmv(csr, x.one, x.b.data(), x.one, x.c.data()));
    statuses.emplace_back("zspmv_once", numapack_zspmv_once(size, size, 8, of, in, x.a.data(), x.one,
                                                            x.b.data(), x.one, x.c.data()));
    numapack_csr_free(csr);
  }
  return statuses;
}

}  // namespace numapack::testing
