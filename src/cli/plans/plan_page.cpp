// SPDX-License-Identifier: BSD-3-Clause
#include "cli/plans/plan_page.hpp"

#include <fmt/core.h>

#include "base/readable.hpp"

namespace numapack {

std::string beside_least(double crossing, double least) {
  return readable_bytes(least) + (least > 0 ? fmt::format(", ratio {:.3f}", crossing / least) : "");
}

}  // namespace numapack
