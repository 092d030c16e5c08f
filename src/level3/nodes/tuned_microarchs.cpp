// SPDX-License-Identifier: BSD-3-Clause
#include "level3/nodes/tuned_microarchs.hpp"

#include <algorithm>

#include "profile/tuned_microarch.hpp"

namespace numapack {

TunedMicroarchs::TunedMicroarchs(const std::vector<TunedFigures>& tuned) {
  for (const TunedFigures& entry : tuned) {
    const Microarch* const microarch = microarch_named(entry.microarch);
    const bool known = std::any_of(microarchs_.begin(), microarchs_.end(), [&](const Own& own) {
      return own.instead_of == microarch && own.kernel == entry.kernel;
    });
    if (microarch == nullptr || known) continue;
    microarchs_.push_back({microarch, entry.kernel,
                           std::make_unique<Microarch>(*tuned_microarch(tuned, *microarch, entry.kernel))});
  }
}

KernelShape TunedMicroarchs::of(KernelShape shape) const {
  for (const Own& own : microarchs_)
    if (own.instead_of == shape.microarch && own.kernel == shape.name) shape.microarch = own.microarch.get();
  return shape;
}

}  // namespace numapack
