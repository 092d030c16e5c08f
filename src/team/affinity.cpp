// SPDX-License-Identifier: BSD-3-Clause
#include "team/affinity.hpp"

#include <sched.h>

#include <algorithm>
#include <cerrno>
#include <memory>
#include <system_error>

#include "base/error.hpp"

namespace numapack {

namespace {

struct Free {
  void operator()(cpu_set_t* set) const { CPU_FREE(set); }
};

// A mask of any length: the kernel refuses to fill one that is shorter than its own.
struct Mask {
  explicit Mask(int least_pus)
      : bits(std::max(least_pus, 8192)), bytes(CPU_ALLOC_SIZE(bits)), set(CPU_ALLOC(bits)) {
    if (!set) throw std::bad_alloc();
    CPU_ZERO_S(bytes, set.get());
  }
  int bits;
  std::size_t bytes;
  std::unique_ptr<cpu_set_t, Free> set;
};

std::string reason(int error) { return std::generic_category().message(error); }

}  // namespace

std::string bind_this_thread(const std::vector<int>& pus) {
  if (pus.empty()) return "no hardware thread that this process may use";
  const int most = *std::max_element(pus.begin(), pus.end());
  Mask wanted(most + 1), actual(most + 1);
  for (const int pu : pus) CPU_SET_S(static_cast<std::size_t>(pu), wanted.bytes, wanted.set.get());
  if (sched_setaffinity(0, wanted.bytes, wanted.set.get()) != 0) return reason(errno);
  if (sched_getaffinity(0, actual.bytes, actual.set.get()) != 0) return reason(errno);
  // A cpuset silently cuts the mask down to what it allows.
  if (!CPU_EQUAL_S(wanted.bytes, wanted.set.get(), actual.set.get())) return "the kernel set another mask";
  return {};
}

std::vector<int> affinity_of_this_thread() {
  Mask mask(0);
  if (sched_getaffinity(0, mask.bytes, mask.set.get()) != 0) {
    throw Error(ErrorCode::system, "affinity", "cannot read the thread's mask: " + reason(errno), "");
  }
  std::vector<int> pus;
  for (int pu = 0; pu < mask.bits; ++pu) {
    if (CPU_ISSET_S(static_cast<std::size_t>(pu), mask.bytes, mask.set.get())) pus.push_back(pu);
  }
  return pus;
}

}  // namespace numapack
