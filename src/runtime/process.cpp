// SPDX-License-Identifier: BSD-3-Clause
#include "runtime/process.hpp"

#include <atomic>

#include "base/error.hpp"
#include "base/limits.hpp"
#include "cpu/find_microarch.hpp"

namespace numapack {

namespace {
constinit std::atomic<bool> chosen{false};
}  // namespace

void choose_for_good() noexcept { chosen.store(true, std::memory_order_release); }

KernelShape choose_for_good(Type type) {
  choose_for_good();
  return choose_shape("", true, type);
}

void set_bits(std::string_view level) {
  microarch_of_bits(cpu_here(), level, "set_bits");
  if (chosen.load(std::memory_order_acquire) && limits_of_environment().bits != level)
    invalid("set_bits", "\"" + std::string(level) + "\" comes too late: kernels are chosen",
            "call it before the first computation");
  set_bits_of_limits(level);
}

bool read_lab_marks() noexcept {
  try {
    const LenientSettings others_say_what_is_wrong;
    return limits_of_environment().lab_marks;
  } catch (const std::exception&) {
    return false;
  }
}

}  // namespace numapack
