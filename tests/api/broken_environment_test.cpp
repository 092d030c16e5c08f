// SPDX-License-Identifier: BSD-3-Clause
#include <gtest/gtest.h>

#include <cstdio>
#include <cstdlib>
#include <cstring>
#include <string>
#include <string_view>

#include "numapack/numapack.h"
#include "support/c/functions.hpp"

// Nothing is thrown through a C function, whatever the environment holds: an exception would end the child.
namespace numapack {
namespace {

using testing::call_functions;
using testing::CallOperands;
using testing::Shape;
constexpr int64_t order = Shape().ld;

/// Whose answer depends on the kernel, too: any status will do.
void call_the_rest(CallOperands& x) {
  numapack_matrix* matrix = nullptr;
  const numapack_status made = numapack_matrix_create(&matrix, NUMAPACK_COLUMN_MAJOR, order, order, 0,
                                                      sizeof(double), "cyclic:2", NUMAPACK_PAGES_AUTOMATIC);
  if ((made == NUMAPACK_OK) != (matrix != nullptr)) std::exit(3);
  if (made == NUMAPACK_OK && numapack_matrix_data(matrix, 0) == nullptr) std::exit(4);
  numapack_matrix_copies(matrix);
  numapack_matrix_leading(matrix);
  numapack_matrix_free(matrix);
  numapack_migrate(NUMAPACK_COLUMN_MAJOR, order, order, x.a.data(), order, sizeof(double), "first-touch",
                   nullptr, nullptr);
  if (numapack_nodes() > 64) std::exit(5);
  numapack_node_number(0);
  numapack_node_number(1 << 20);
  numapack_where(x.a.data(), order * sizeof(double), x.counts.data(), nullptr, nullptr);
  numapack_numastat(x.counts.data());
  if (std::strlen(numapack_version()) == 0) std::exit(6);
  numapack_set_num_threads(1);
  if (numapack_get_num_threads() != 1) std::exit(9);
  numapack_set_num_threads(0);
  int node = -1;
  const int nodes = numapack_get_nodes(&node, 1);
  const numapack_status chosen = numapack_set_nodes(std::to_string(node).c_str());
  if (nodes < 0 ? chosen == NUMAPACK_OK || std::strlen(numapack_error_message()) == 0
                : chosen != NUMAPACK_OK || numapack_get_nodes(nullptr, 0) != 1)
    std::exit(10);
  if (numapack_set_nodes("no list") == NUMAPACK_OK) std::exit(11);
  if ((numapack_set_nodes(nullptr) == NUMAPACK_OK) != (nodes >= 0)) std::exit(12);
}

struct Broken {
  const char* variable;
  const char* value;
  std::string_view
      must_fail;  ///< routines without the letter of the type; others may do without the variable
};

/// Ends the child: 0, or a number for what was wrong.
[[noreturn]] void call_everything(const Broken& broken) {
  setenv(broken.variable, broken.value, 1);
  CallOperands operands(order);
  numapack_release_workspace();
  if (std::strcmp(broken.variable, "NUMAPACK_NUM_THREADS") == 0 &&
      std::strstr(numapack_error_message(), broken.variable) == nullptr)
    std::exit(7);
  for (const auto& [function, status] : call_functions(operands, Shape()))
    if (status == NUMAPACK_OK && broken.must_fail.find(function.substr(1)) != std::string_view::npos) {
      std::fprintf(stderr, "%s: nothing wrong with %s=%s\n", function.c_str(), broken.variable, broken.value);
      std::exit(8);
    }
  call_the_rest(operands);
  std::exit(0);
}

class BrokenEnvironment : public ::testing::TestWithParam<Broken> {};

TEST_P(BrokenEnvironment, IsAStatusOfEachCFunction) {
  GTEST_FLAG_SET(death_test_style, "threadsafe");
  EXPECT_EXIT(call_everything(GetParam()), ::testing::ExitedWithCode(0), "");
}

constexpr const char* all_that_work =
    "gemm getrf getrs gesv geqrf ormqr unmqr orgqr ungqr gels potrf potrs posv trtri lauum";

INSTANTIATE_TEST_SUITE_P(CApi, BrokenEnvironment,
                         ::testing::Values(Broken{"NUMAPACK_NUM_THREADS", "x", all_that_work},
                                           Broken{"NUMAPACK_BIND", "x", all_that_work},
                                           Broken{"NUMAPACK_WORKSPACE", "nonsense", "gemm"},
                                           Broken{"NUMAPACK_KERNEL", "nosuch", all_that_work},
                                           Broken{"NUMAPACK_PROFILE", "/no/such", ""}),
                         [](const auto& test) { return std::string(test.param.variable); });

}  // namespace
}  // namespace numapack
