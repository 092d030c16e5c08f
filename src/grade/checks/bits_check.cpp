// SPDX-License-Identifier: BSD-3-Clause
#include <sys/resource.h>

#include "grade/calls/call_data.hpp"
#include "grade/calls/random_call.hpp"
#include "grade/checks/check.hpp"
#include "peer/work/reference.hpp"

namespace numapack {

namespace {

double cpu_seconds(int who) {
  rusage usage{};
  getrusage(who, &usage);
  const auto seconds = [](const timeval& time) { return double(time.tv_sec) + 1e-6 * double(time.tv_usec); };
  return seconds(usage.ru_utime) + seconds(usage.ru_stime);
}

/// Up to 63 of each, which depend on the call.
std::array<Index, 3> odd_numbers(const Job& call, std::uint64_t which) {
  std::array<Index, 3> numbers{};
  for (std::size_t operand = 0; operand < 3; ++operand)
    numbers[operand] = 1 + static_cast<Index>((random_number(call.seed, 3 * which + operand) + 0.5) * 63);
  return numbers;
}

template <class T>
nlohmann::json digests_of(const Job& call, const CheckRun& run) {
  nlohmann::json said;
  CallData<T> data(call);
  data.call(run.library);
  said["digests"].push_back(data.digest());
  if (run.order.value("against_reference", false))
    said["error_over_bound"] = check_against_reference(data.job(), data.written()).error_over_bound;
  data.fill(call.form.routine->written());
  data.call(run.library);
  said["digests"].push_back(data.digest());
  for (const StorageVariant& other :
       {StorageVariant{odd_numbers(call, 1), {}}, StorageVariant{{}, odd_numbers(call, 2)}}) {
    CallData<T> elsewhere(call, other);
    elsewhere.call(run.library);
    said["digests"].push_back(elsewhere.digest());
  }
  return said;
}

}  // namespace

void check_bits(const CheckRun& run) {
  std::vector<const BlasRoutine*> routines;
  for (const auto& name : run.order.at("routines")) routines.push_back(find_routine(name.get<std::string>()));
  const auto seed = run.order.at("seed").get<std::uint64_t>(),
             calls = run.order.at("calls").get<std::uint64_t>();
  for (std::uint64_t number = 0; number < calls; ++number) {
    const Job call = random_call(seed, number, routines);
    nlohmann::json said;
    if (const std::string lacks = run.library.missing(call.form, call.call.type); !lacks.empty())
      said["lacks"] = lacks;
    else
      said = with_type(call.call.type, [&]<class T>() { return digests_of<T>(call, run); });
    said["call"] = number;
    run.say(said);
  }
  const double all = cpu_seconds(RUSAGE_SELF), own = cpu_seconds(RUSAGE_THREAD);
  run.say({{"helped", all - own > 0.01 * all}});
}

}  // namespace numapack
