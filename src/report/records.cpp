// SPDX-License-Identifier: BSD-3-Clause
#include "report/records.hpp"

#include <algorithm>
#include <fstream>

#include "base/error.hpp"

namespace numapack {

namespace fs = std::filesystem;

namespace {

/// Call records in the order of their beginning.
std::vector<standard::CallRecord> read_calls(const fs::path& file, std::uint64_t most) {
  std::vector<standard::CallRecord> calls;
  std::ifstream stream(file, std::ios::binary);
  standard::CallRecord call;
  while (calls.size() < most && stream.read(reinterpret_cast<char*>(&call), sizeof call))
    calls.push_back(call);
  std::erase_if(calls, [](const standard::CallRecord& each) { return each.end_ns == 0; });
  std::stable_sort(calls.begin(), calls.end(),
                   [](const auto& a, const auto& b) { return a.begin_ns < b.begin_ns; });
  return calls;
}

}  // namespace

Records read_records(const fs::path& folder) {
  Records records;
  std::error_code failed;
  fs::directory_iterator files(folder, failed);
  if (failed)
    throw Error(ErrorCode::system, folder.string(), "cannot be read: " + failed.message(),
                "leave it alone while the command runs");
  for (const fs::directory_entry& entry : files) {
    const std::string name = entry.path().filename().string();
    if (!name.starts_with(standard::record_prefix) || name.ends_with(standard::trace_suffix)) continue;
    auto process = std::make_unique<RecordedProcess>();
    std::ifstream stream(entry.path(), std::ios::binary);
    if (!stream.read(reinterpret_cast<char*>(&process->record), sizeof process->record) ||
        process->record.layout != standard::record_layout) {
      ++records.unreadable;
      continue;
    }
    const std::uint64_t kept = std::min(process->record.traced, process->record.kept);
    process->calls = read_calls(entry.path().string() + standard::trace_suffix, kept);
    records.processes.push_back(std::move(process));
  }
  std::sort(records.processes.begin(), records.processes.end(), [](const auto& a, const auto& b) {
    return std::pair(a->record.first_ns, a->record.process) <
           std::pair(b->record.first_ns, b->record.process);
  });
  return records;
}

std::string called(unsigned routine, std::size_t type) {
  std::string name = standard::routine_names.at(routine);
  // Orthogonal matrices are unitary ones where they are complex.
  if (type >= 2 && name.starts_with("or")) name.replace(0, 2, "un");
  return standard::type_letters[type] + name;
}

}  // namespace numapack
