// SPDX-License-Identifier: BSD-3-Clause
#pragma once

#include <algorithm>
#include <filesystem>
#include <memory>
#include <string>
#include <vector>

#include "blas/counts/record.hpp"

namespace numapack {

/// What one process left (blas/counts/record.hpp), as it was when it was read.
struct RecordedProcess {
  standard::ProcessRecord record;
  std::vector<standard::CallRecord> calls;  ///< those that were kept, as they began, without unfinished ones
};

struct Records {
  std::vector<std::unique_ptr<const RecordedProcess>> processes;  ///< in the order of their first calls
  int unreadable = 0;  ///< files that are cut off, or of another build of the drop-in
};

/// All that lies in a folder. Throws Error(system) if that cannot be read.
Records read_records(const std::filesystem::path& folder);

/// Text of a fixed place, which a broken file may fill to the brim.
template <std::size_t size>
std::string text_of(const std::array<char, size>& text) {
  return {text.begin(), std::find(text.begin(), text.end(), '\0')};
}

/// "dgemm", "zunmqr": a routine by its type, as callers know it.
std::string called(unsigned routine, std::size_t type);

}  // namespace numapack
