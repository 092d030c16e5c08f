// SPDX-License-Identifier: BSD-3-Clause
#pragma once

#include <cstdlib>
#include <string>

#include "grade/child.hpp"
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

inline ChildOptions of_command(double patience = 60) {
  ChildOptions options;
  options.program = NUMAPACK_COMMAND;
  options.patience = patience;
  return options;
}

inline Peer peer_at(const std::string& path, int threads = 2) {
  Peer peer;
  peer.name = "library";
  peer.paths = {path};
  peer.environment = {{"OMP_NUM_THREADS", std::to_string(threads)}};
  return peer;
}

}  // namespace numapack
