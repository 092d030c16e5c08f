// SPDX-License-Identifier: BSD-3-Clause
#pragma once

#include <dlfcn.h>

#include <filesystem>
#include <string>

namespace numapack::testing {

/// Debian's reference BLAS and LAPACK, loaded in addition to the library under test. Each resolves its own
/// names first: the reference does not call the program's BLAS.
class ReferenceLapack {
 public:
  static const ReferenceLapack& get() {
    static const ReferenceLapack reference;
    return reference;
  }

  /// Why it cannot be asked; "" if it can.
  const std::string& problem() const { return problem_; }

  void* find(const std::string& name) const { return dlsym(lapack_, name.c_str()); }

 private:
  ReferenceLapack() {
#if defined(__SANITIZE_ADDRESS__) || defined(__SANITIZE_THREAD__)
    problem_ = "sanitizers cannot have two libraries with the same names";
#else
    // LAPACK asks for a libblas.so.3, and takes the one that is there by this name.
    void* const blas = open("blas/libblas.so.3");
    lapack_ = blas == nullptr ? nullptr : open("lapack/liblapack.so.3");
    if (lapack_ == nullptr)
      problem_ = "the reference is not here (libblas3, liblapack3)";
    else if (find("dgemm_") != dlsym(blas, "dgemm_"))
      problem_ = "the reference LAPACK has another BLAS";
#endif
  }

  static void* open(const char* file) {
    std::error_code none;
    for (const auto& folder : std::filesystem::directory_iterator("/usr/lib", none))
      if (const auto path = folder.path() / file; std::filesystem::exists(path, none))
        return dlopen(path.c_str(), RTLD_NOW | RTLD_LOCAL | RTLD_DEEPBIND);
    return nullptr;
  }

  void* lapack_ = nullptr;
  std::string problem_;
};

}  // namespace numapack::testing
