// SPDX-License-Identifier: BSD-3-Clause
#pragma once

#include "support/c/operands.hpp"

/// A call of every C function that c_functions.hpp has not: those that compute nothing. The process is as it
/// was afterwards. Where the kernel says nothing of pages, that is NUMAPACK_NOT_SUPPORTED.
namespace numapack::testing {

inline Statuses call_others(CallOperands& x) {
  Statuses statuses;
  const auto truth = [&statuses](const char* function, bool right) {
    statuses.emplace_back(function, right ? NUMAPACK_OK : NUMAPACK_SYSTEM);
  };
  const int nodes = numapack_nodes();
  truth("nodes", nodes >= 1);
  truth("node_number", numapack_node_number(0) >= 0);
  truth("get_nodes", numapack_get_nodes(nullptr, 0) >= 1);
  statuses.emplace_back("set_nodes", numapack_set_nodes(nullptr));
  truth("get_num_threads", numapack_get_num_threads() >= 1);
  numapack_set_num_threads(0);
  numapack_set_checked(0);
  truth("set_bits", numapack_set_bits("nonsense") == NUMAPACK_INVALID_ARGUMENT);
  statuses.emplace_back(
      "where", numapack_where(x.a.data(), x.a.size() * sizeof(double), x.counts.data(), nullptr, nullptr));
  statuses.emplace_back("numastat", numapack_numastat(x.counts.data()));
  const std::string node = std::to_string(numapack_node_number(0));
  statuses.emplace_back("migrate", numapack_migrate(NUMAPACK_COLUMN_MAJOR, 10, 10, x.a.data(), 10,
                                                    sizeof(double), node.c_str(), nullptr, nullptr));
  numapack_matrix* matrix = nullptr;
  statuses.emplace_back("matrix_create",
                        numapack_matrix_create(&matrix, NUMAPACK_COLUMN_MAJOR, 100, 100, 0, sizeof(double),
                                               "interleave", NUMAPACK_PAGES_ORDINARY));
  if (matrix != nullptr) {
    truth("matrix_data", numapack_matrix_data(matrix, 0) != nullptr);
    truth("matrix_copies", numapack_matrix_copies(matrix) == 1);
    truth("matrix_leading", numapack_matrix_leading(matrix) >= 100);
    numapack_matrix_free(matrix);
  }
  truth("csr_bytes", numapack_csr_bytes(nullptr) == 0);
  const int64_t starts[] = {0, 1}, column = 0;
  numapack_csr* csr = nullptr;
  numapack_dcsr(&csr, 1, 1, 8, starts, &column, x.one);
  statuses.emplace_back("csr_where", numapack_csr_where(csr, x.counts.data()));
  statuses.emplace_back("csr_rows", numapack_csr_rows(csr, x.counts.data(), nullptr));
  numapack_csr_free(csr);
  truth("packed_bytes", numapack_packed_bytes(nullptr) == 0);
  numapack_release_workspace();
  truth("version", numapack_version()[0] != '\0');
  truth("error_message", numapack_error_message() != nullptr);
  return statuses;
}

}  // namespace numapack::testing
