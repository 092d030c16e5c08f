// SPDX-License-Identifier: BSD-3-Clause
#pragma once

#include <memory>
#include <string>
#include <vector>

#include "kernel/kernel.hpp"
#include "profile/document/tuned.hpp"

namespace numapack {

/// Rows with the figures that a profile has in place of their own, each for one kernel. Shapes that have them
/// must not outlive it. Immutable, hence thread-safe.
class TunedMicroarchs {
 public:
  TunedMicroarchs() = default;
  explicit TunedMicroarchs(const std::vector<TunedFigures>& tuned);

  /// The shape with its tuned row; as it is where there is none.
  KernelShape of(KernelShape shape) const;

 private:
  struct Own {
    const Microarch* instead_of;
    std::string kernel;
    std::unique_ptr<const Microarch> microarch;
  };
  std::vector<Own> microarchs_;
};

}  // namespace numapack
