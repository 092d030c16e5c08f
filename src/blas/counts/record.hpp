// SPDX-License-Identifier: BSD-3-Clause
#pragma once

#include <array>
#include <cstdint>
#include <type_traits>

#include "blas/counts/work.hpp"
#include "runtime/watch.hpp"

// What the drop-in leaves of a process in the folder that NUMAPACK_REPORT names: a file each, mapped, so that
// what a process counted is there however it ended. `numapack run --report` reads it; both are of one
// installation, and `layout` says so. Written with relaxed atomics, read when the process is gone.
namespace numapack::standard {

inline constexpr int record_nodes = watched_nodes;
inline constexpr std::size_t type_count = 4;
inline constexpr char type_letters[type_count + 1] = "sdcz";

/// Calls of one routine, type and class of sizes.
struct CallCounts {
  std::uint64_t calls = 0;        ///< done here
  std::uint64_t left = 0;         ///< to the program's own BLAS, which are counted in nothing else
  std::uint64_t nanoseconds = 0;  ///< from the call to its return, of all calls and threads
  std::uint64_t one_thread = 0;   ///< calls that went to one thread …
  std::uint64_t one_node = 0;     ///< … several of one node
  std::uint64_t some_nodes = 0;   ///< … several nodes, but not all that work
  std::uint64_t all_nodes = 0;
  double flops = 0;
  double crossing_bytes = 0;   ///< between nodes, by plan; of calls that asked where operands are
  double oblivious_bytes = 0;  ///< … by a BLAS that knows no nodes
};

struct OperandCounts {
  std::uint64_t calls = 0;  ///< that asked where operands are
  std::array<double, record_nodes> bytes_at{};
  double on_one_node_bytes = 0, interleaved_bytes = 0, divided_bytes = 0;
};

struct ProcessRecord {
  std::uint64_t layout = 0;  ///< record_layout, when the rest of what follows is there
  std::int64_t process = 0, parent = 0;
  std::array<char, 32> command{}, cpu{};
  std::array<std::int32_t, record_nodes> node_numbers{};  ///< the kernel's, of the machine's nodes
  std::int32_t nodes = 0, working_nodes = 0, threads = 0;
  std::int64_t first_ns = 0;  ///< of the first call's begin, on the monotonic clock
  std::int64_t last_ns = 0;   ///< of the last one's end
  std::uint64_t traced = 0;   ///< calls that a trace was to have
  std::uint64_t kept = 0;     ///< at most so many of them
  OperandCounts operands;
  std::array<std::array<std::array<CallCounts, size_classes>, type_count>, routine_count> counts{};
};

/// One call. `end_ns` is written last: 0 where the process ended meanwhile.
struct CallRecord {
  std::int64_t begin_ns = 0, end_ns = 0;
  std::int64_t m = 0, n = 0, k = 0;
  std::uint64_t nodes = 0;  ///< a bit for each index
  double flops = 0;
  std::int32_t thread = 0, threads = 0;
  std::uint8_t routine = 0, type = 0, by_rows = 0, left = 0;
  std::array<char, 4> letters{};
  std::array<char, 16> algorithm{};
};

static_assert(std::is_trivially_copyable_v<ProcessRecord> && std::is_trivially_copyable_v<CallRecord>);

/// Tells files of other builds apart.
inline constexpr std::uint64_t record_layout =
    (std::uint64_t{0x6e756d61} << 32) ^ (sizeof(ProcessRecord) * 131 + sizeof(CallRecord));

/// Names of files: those of calls one by one have this behind the record's.
inline constexpr const char* record_prefix = "calls-";
inline constexpr const char* trace_suffix = ".trace";

/// Calls of a trace that are mapped at a time.
inline constexpr std::uint64_t trace_chunk = 4096;

}  // namespace numapack::standard
