// SPDX-License-Identifier: BSD-3-Clause
#include "base/limits.hpp"

#include <atomic>
#include <charconv>
#include <string_view>

#include "base/environment.hpp"
#include "base/error.hpp"

namespace numapack {

namespace {

/// 1 or more; 0: it is no such number.
int number_in(std::string_view text) {
  const auto first = text.find_first_not_of(" \t");
  const auto last = text.find_last_not_of(" \t");
  text = first == std::string_view::npos ? std::string_view() : text.substr(first, last - first + 1);
  int number = 0;
  const auto [end, error] = std::from_chars(text.data(), text.data() + text.size(), number);
  return error != std::errc() || end != text.data() + text.size() || number < 1 ? 0 : number;
}

int threads_in(const char* variable, std::string_view text, std::string_view whole) {
  const int number = number_in(text);
  if (number == 0) {
    invalid(variable, "\"" + std::string(whole) + "\" is not a number of threads",
            "use 1 or more, or unset it");
  }
  return number;
}

/// What `read` gives; where complaints are kept and it complains, what is there without the variable.
template <class Value, class Read>
Value or_default(Complaints* complaints, Value otherwise, const Read& read) {
  if (complaints == nullptr) return read();
  try {
    return read();
  } catch (const Error& error) {
    complaints->push_back(error);
    return otherwise;
  }
}

int read_threads(const Variables& variables, Complaints* complaints) {
  if (const auto text = variables("NUMAPACK_NUM_THREADS")) {
    const int threads =
        or_default(complaints, 0, [&] { return threads_in("NUMAPACK_NUM_THREADS", *text, *text); });
    if (threads > 0) return threads;
  }
  // What makes no sense to the library that a variable is for is not taken for a word to this one.
  for (const char* const others : {"OPENBLAS_NUM_THREADS", "BLIS_NUM_THREADS", "MKL_NUM_THREADS"}) {
    const auto text = variables(others);
    if (const int threads = text ? number_in(*text) : 0; threads > 0) return threads;
  }
  if (const auto text = variables("OMP_NUM_THREADS")) {
    // One number for each level of nesting: only the outermost is ours.
    return or_default(complaints, 0, [&] {
      return threads_in("OMP_NUM_THREADS", std::string_view(*text).substr(0, text->find(',')), *text);
    });
  }
  return 0;
}

/// A variable that is 0 or 1.
bool read_switch(const Variables& variables, Complaints* complaints, const char* variable, bool otherwise,
                 const char* advice) {
  const auto text = variables(variable);
  if (!text) return otherwise;
  return or_default(complaints, otherwise, [&] {
    if (*text != "0" && *text != "1") invalid(variable, "\"" + *text + "\" is neither 0 nor 1", advice);
    return *text == "1";
  });
}

/// A number of 1 or more; 0: it is that, is not set, or is none.
int read_number(const Variables& variables, Complaints& complaints, const char* variable, const char* what,
                const char* advice) {
  const auto text = variables(variable);
  if (!text || *text == "0") return 0;
  return or_default(&complaints, 0, [&] {
    const int number = number_in(*text);
    if (number == 0) invalid(variable, "\"" + *text + "\" is no " + what, advice);
    return number;
  });
}

constinit thread_local int lenient_calls = 0;

/// In place of NUMAPACK_BITS. Each stays, since others may read it.
constinit std::atomic<const std::string*> bits_instead{nullptr};

Limits with_bits(Limits limits) {
  if (const std::string* const level = bits_instead.load(std::memory_order_acquire)) limits.bits = *level;
  return limits;
}

}  // namespace

Limits read_limits(const Variables& variables, Complaints* complaints) {
  Limits limits;
  limits.threads = read_threads(variables, complaints);
  limits.bind = read_switch(variables, complaints, "NUMAPACK_BIND", true,
                            "use 1 to bind threads to cores, 0 to leave them");
  if (const auto text = variables("NUMAPACK_WORKSPACE")) {
    limits.workspace =
        or_default(complaints, std::size_t{0}, [&] { return parse_bytes(*text, "NUMAPACK_WORKSPACE"); });
  }
  limits.lab_marks = read_switch(variables, complaints, "NUMAPACK_LAB", false,
                                 "use 1 to mark calls for the emulated machine, 0 not to");
  limits.checked = read_switch(variables, complaints, "NUMAPACK_CHECKED", false,
                               "use 1 to look for operands of a batch that overlap, 0 not to");
  limits.kernel = variables("NUMAPACK_KERNEL").value_or("");
  limits.cpu = variables("NUMAPACK_CPU").value_or("");
  limits.bits = variables("NUMAPACK_BITS").value_or("");
  limits.profiles = read_profile_files(variables);
  return limits;
}

ProfileFiles read_profile_files(const Variables& variables) {
  ProfileFiles files;
  files.named = variables("NUMAPACK_PROFILE").value_or("");
  if (const auto cache = variables("XDG_CACHE_HOME"); cache && cache->starts_with('/')) {
    files.cache = *cache;
  } else if (const auto home = variables("HOME"); home && home->starts_with('/')) {
    files.cache = *home + "/.cache";
  }
  return files;
}

DropInLimits read_drop_in_limits(const Variables& variables, Complaints& complaints) {
  DropInLimits limits;
  limits.routines = variables("NUMAPACK_ROUTINES").value_or("");
  limits.least_size = read_number(variables, complaints, "NUMAPACK_MIN_SIZE", "size",
                                  "use 1 or more, or unset it to leave no call to the program's own BLAS");
  limits.verbose = read_switch(variables, &complaints, "NUMAPACK_VERBOSE", false,
                               "use 1 for a line that says who serves what, 0 for none");
  limits.report = variables("NUMAPACK_REPORT").value_or("");
  limits.traced = read_number(variables, complaints, "NUMAPACK_TRACE", "number of calls",
                              "use 1 or more, or unset it to keep none");
  return limits;
}

ProgramSearch read_program_search(const Variables& variables) {
  return {variables("PATH").value_or("/usr/local/bin:/usr/bin:/bin"), variables("LD_PRELOAD").value_or(""),
          variables("TMPDIR").value_or("/tmp")};
}

std::string read_machine_source(const Variables& variables) {
  return variables("HWLOC_XMLFILE").value_or(variables("HWLOC_SYNTHETIC").value_or(""));
}

std::string read_described_machine(const Variables& variables) {
  return variables("HWLOC_XMLFILE") ? "" : read_machine_source(variables);
}

bool allows_colours(const Variables& variables) {
  return !variables("NO_COLOR") && variables("TERM").value_or("dumb") != "dumb";
}

int read_columns(const Variables& variables) { return number_in(variables("COLUMNS").value_or("")); }

bool may_bind_openmp(const Variables& variables) {
  for (const char* const name : {"OMP_PROC_BIND", "OMP_PLACES", "GOMP_CPU_AFFINITY", "KMP_AFFINITY"})
    if (variables(name)) return true;
  return false;
}

LenientSettings::LenientSettings() noexcept { ++lenient_calls; }
LenientSettings::~LenientSettings() { --lenient_calls; }
bool LenientSettings::here() noexcept { return lenient_calls > 0; }
void LenientSettings::for_good() noexcept { ++lenient_calls; }

void set_bits_of_limits(std::string_view level) {
  bits_instead.store(new std::string(level), std::memory_order_release);
}

Limits limits_of_environment() {
  Complaints nobody_hears;
  return with_bits(read_limits(environment, LenientSettings::here() ? &nobody_hears : nullptr));
}
Limits limits_of_environment(Complaints& complaints) {
  return with_bits(read_limits(environment, &complaints));
}
ProfileFiles profile_files_of_environment() { return read_profile_files(environment); }
DropInLimits drop_in_limits_of_environment() {
  Complaints nobody_hears;
  return read_drop_in_limits(environment, nobody_hears);
}
DropInLimits drop_in_limits_of_environment(Complaints& complaints) {
  return read_drop_in_limits(environment, complaints);
}
ProgramSearch program_search_of_environment() { return read_program_search(environment); }
bool may_bind_openmp_here() { return may_bind_openmp(environment); }

}  // namespace numapack
