// SPDX-License-Identifier: BSD-3-Clause
#pragma once

#include <cstdlib>
#include <string>

#include "peer/fakes.hpp"

namespace numapack {

/// The faulty library with a fault ("": none), for processes that are started while this lives.
class Fault {
 public:
  explicit Fault(const char* name) { setenv("FAULTY_BLAS", name, 1); }
  ~Fault() { unsetenv("FAULTY_BLAS"); }
  Fault(const Fault&) = delete;
  Fault& operator=(const Fault&) = delete;

  std::string library() const { return "faulty=" + fake("faulty"); }
};

}  // namespace numapack
