// SPDX-License-Identifier: BSD-3-Clause
#pragma once

#include <cxxabi.h>
#include <unistd.h>

#include "core/numpy.hpp"

namespace numapack::python {

/// Runs work() while other threads of Python run.
///
/// Where the interpreter ends meanwhile, taking the lock back ends this thread, in Pythons before 3.14 by
/// unwinding its stack, which no function of C++ on the way allows. Such a thread sleeps instead until the
/// process ends, as the newer ones have it do.
template <class Work>
void without_gil(Work&& work) {
  class Released {
   public:
    Released() : thread_(PyEval_SaveThread()) {}
    ~Released() {
      try {
        PyEval_RestoreThread(thread_);
      } catch (const abi::__forced_unwind&) {
        while (true) pause();
      }
    }
    Released(const Released&) = delete;
    Released& operator=(const Released&) = delete;

   private:
    PyThreadState* const thread_;
  };
  const Released released;
  work();
}

}  // namespace numapack::python
