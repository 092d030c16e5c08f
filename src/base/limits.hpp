// SPDX-License-Identifier: BSD-3-Clause
#pragma once

#include <cstddef>
#include <cstdint>
#include <functional>
#include <optional>
#include <string>
#include <string_view>
#include <vector>

#include "numapack/error.hpp"

namespace numapack {

/// Where variables are looked up: the value of a name, nothing if it is unset or empty. environment() is one.
using Variables = std::function<std::optional<std::string>(const char* name)>;

/// Which profile of this machine is used, and where profiles are kept.
struct ProfileFiles {
  std::string named;  ///< NUMAPACK_PROFILE: a file, or "none" for no file at all; "": the one that is kept
  std::string cache;  ///< XDG_CACHE_HOME, else .cache in HOME; "" where neither is an absolute path
};

/// How programs that are started are found, and what is preloaded into them.
struct ProgramSearch {
  std::string path;       ///< PATH, or the usual folders
  std::string preloaded;  ///< LD_PRELOAD
  std::string temporary;  ///< TMPDIR, or /tmp: for what is gone when the command is
};

/// What the environment asks of the drop-in BLAS.
struct DropInLimits {
  std::string routines;  ///< NUMAPACK_ROUTINES: of the standard, left to the program's own BLAS; "": none
  std::int64_t least_size = 0;  ///< NUMAPACK_MIN_SIZE: calls of fewer multiply-adds than its cube, too
  bool verbose = false;         ///< NUMAPACK_VERBOSE: the first call says who serves what
  std::string report;           ///< NUMAPACK_REPORT: a folder for counts of calls; "": nothing is counted
  std::int64_t traced = 0;      ///< NUMAPACK_TRACE: so many calls of each process are kept there one by one
};

/// What the environment asks of this process. Plain values, read once when the runtime starts;
/// docs/reference/environment.md has the same list for users.
struct Limits {
  int threads = 0;            ///< NUMAPACK_NUM_THREADS, else others': at most so many; 0: one a core
  bool bind = true;           ///< NUMAPACK_BIND: threads are bound to their cores
  std::size_t workspace = 0;  ///< NUMAPACK_WORKSPACE: at most so many bytes of panels and copies; 0: no limit
  bool lab_marks = false;     ///< NUMAPACK_LAB: each call marks itself for the emulated machine
  bool checked = false;       ///< NUMAPACK_CHECKED: batches are looked through for what overlaps
  std::string kernel;         ///< NUMAPACK_KERNEL: a micro-kernel or instruction set; "": the CPU's choice
  std::string cpu;            ///< NUMAPACK_CPU: a row of what CPUs choose; "": the one found
  std::string bits;  ///< NUMAPACK_BITS: CPUs that give the same bits, see microarch_of_bits(); "": this row's
  ProfileFiles profiles;
};

/// Values that make no sense, each with its variable and what is allowed.
using Complaints = std::vector<Error>;

/// All of it. Names of kernels and CPUs are checked where they are known, files where they are read; every
/// other bad value is an Error(invalid_argument) that names the variable, the value and what is allowed. With
/// `complaints` those are put there instead, and what makes no sense is as if it were not set. Pure.
Limits read_limits(const Variables& variables, Complaints* complaints = nullptr);

/// What makes no sense is always as if it were not set: a program that knows nothing of numapack must not
/// fail for it. NUMAPACK_ROUTINES is checked where routines are known. Pure.
DropInLimits read_drop_in_limits(const Variables& variables, Complaints& complaints);

ProgramSearch read_program_search(const Variables& variables);

/// The same for parts whose failure must not affect other parts. Throws nothing except bad_alloc. Pure.
ProfileFiles read_profile_files(const Variables& variables);

/// The machine that HWLOC_XMLFILE or HWLOC_SYNTHETIC substitutes for this one; "": none. Pure.
std::string read_machine_source(const Variables& variables);

/// The same if it is a description, HWLOC_SYNTHETIC's where there is no HWLOC_XMLFILE; else "". Pure.
std::string read_described_machine(const Variables& variables);

/// Whether an OpenMP runtime of this process may have bound threads to places: OMP_PROC_BIND, OMP_PLACES,
/// GOMP_CPU_AFFINITY or KMP_AFFINITY is set. Pure.
bool may_bind_openmp(const Variables& variables);

/// Whether a terminal may be sent colours: NO_COLOR is not set, and TERM is, to another one than "dumb".
/// Pure.
bool allows_colours(const Variables& variables);

/// COLUMNS: characters a line of the command's pages; 0: not set, or no such number. Pure.
int read_columns(const Variables& variables);

/// While one lives, this thread's calls treat senseless environment variables as unset: for callers that no
/// error can reach and that were informed in another way.
class LenientSettings {
 public:
  LenientSettings() noexcept;
  ~LenientSettings();
  LenientSettings(const LenientSettings&) = delete;
  LenientSettings& operator=(const LenientSettings&) = delete;

  static bool here() noexcept;
  /// For all that this thread will ever do.
  static void for_good() noexcept;
};

/// From now on limits of the environment have this in place of NUMAPACK_BITS. Thread-safe.
void set_bits_of_limits(std::string_view level);

/// The same of this process's environment; lenient where LenientSettings is.
Limits limits_of_environment();
Limits limits_of_environment(Complaints& complaints);
ProfileFiles profile_files_of_environment();
DropInLimits drop_in_limits_of_environment();
DropInLimits drop_in_limits_of_environment(Complaints& complaints);
ProgramSearch program_search_of_environment();
bool may_bind_openmp_here();

}  // namespace numapack
