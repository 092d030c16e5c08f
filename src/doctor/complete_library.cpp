// SPDX-License-Identifier: BSD-3-Clause
#include <filesystem>

#include "doctor/checks.hpp"
#include "doctor/read_parts.hpp"

namespace numapack {

std::string find_complete_library(bool wide_integers) {
  namespace fs = std::filesystem;
  std::error_code error;
  const fs::path here = fs::read_symlink("/proc/self/exe", error).parent_path();
  const char* const name = wide_integers ? "libnumapack_ilp64.so.0" : "libnumapack_lp64.so.0";
  for (const fs::path& folder : {here, here / NUMAPACK_LIBRARIES})
    if (fs::exists(folder / name, error)) return (folder / name).lexically_normal().string();
  return "";
}

void check_complete_library(const SystemFacts& facts, Examination& found) {
  if (!facts.complete_library || !facts.complete_library_64)
    return skip(found, "the complete BLAS", facts.complete_library.why_not);
  const bool narrow = !facts.complete_library->empty(), wide = !facts.complete_library_64->empty();
  if (narrow && wide)
    return fine(found, "complete-blas",
                "the complete BLAS and LAPACK is " + *facts.complete_library + ", for 64-bit integers " +
                    *facts.complete_library_64);
  found.findings.push_back(
      {.id = "complete-blas",
       .severity = Severity::worth_knowing,
       .is = narrow
                 ? "this numapack has no complete BLAS and LAPACK for 64-bit integers: no "
                   "libnumapack_ilp64.so.0"
                 : "this numapack has no complete BLAS and LAPACK: no libblas.so.3, no libnumapack_lp64.so.0",
       .cost = "no time: programs that ask for a BLAS by these names find another one",
       .source = "docs/how-to/packages.md",
       .mend = std::string("install ") +
               (narrow ? "libopenblas64-serial-dev and liblapack64-dev"
                       : "libopenblas-serial-dev, liblapack-dev and libgfortran5") +
               " (scripts/packages.sh complete), then build numapack again",
       .by_hand = true});
}

}  // namespace numapack
