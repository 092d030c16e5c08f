// SPDX-License-Identifier: BSD-3-Clause
#include "runtime/complaints.hpp"

#include <atomic>
#include <exception>
#include <memory>
#include <new>

#include "base/error.hpp"
#include "cpu/find_microarch.hpp"
#include "kernel/kernel.hpp"
#include "profile/document/json.hpp"

namespace numapack {

namespace {

/// What was complained about, the last one first. Never taken apart: a child of a fork, and calls from exit
/// handlers, find it whole.
struct Said {
  std::string about;
  const Said* before;
};

constinit std::atomic<const Said*> all_said{nullptr};
constinit std::atomic<void (*)(const char*) noexcept> listening{nullptr};

bool is_said(const char* about, const Said* last) {
  for (const Said* said = last; said != nullptr; said = said->before)
    if (said->about == about) return true;
  return false;
}

/// Notes that it is said; false if it was before.
bool is_first(const char* about) {
  const Said* last = all_said.load(std::memory_order_acquire);
  if (is_said(about, last)) return false;
  auto said = std::make_unique<Said>(Said{about, last});
  while (!all_said.compare_exchange_weak(said->before, said.get(), std::memory_order_acq_rel))
    if (is_said(about, said->before)) return false;
  static_cast<void>(said.release());
  return true;
}

/// Looks at a name that the environment has, which is "" afterwards if there is no such thing.
template <class Look>
void check_name(std::string& name, Complaints& complaints, const Look& look) {
  if (name.empty()) return;
  try {
    look();
  } catch (const Error& error) {
    complaints.push_back(error);
    name.clear();
  }
}

/// What fixes the bits leaves no choice of a microarchitecture or kernel; but "fma" has the same bits by any
/// microarchitecture.
void refuse_with_bits(std::string& name, const char* variable, const std::string& level,
                      Complaints& complaints) {
  if (name.empty()) return;
  complaints.push_back(excluded_by_level(name, level, variable));
  name.clear();
}

/// What its file shows without the machine.
void complain_of_profile(const std::string& file) {
  if (file.empty() || file == "none") return;
  try {
    read_profile(file);
  } catch (const Error& error) {
    detail::complain("NUMAPACK_PROFILE", unused_profile(file, error.problem()).what());
  }
}

}  // namespace

CheckedLimits checked_limits_of_environment() {
  CheckedLimits checked;
  checked.limits = limits_of_environment(checked.complaints);
  Limits& limits = checked.limits;
  check_name(limits.cpu, checked.complaints,
             [&] { choose_microarch(cpu_here(), limits.cpu, "NUMAPACK_CPU"); });
  check_name(limits.kernel, checked.complaints, [&] { require_preferred(limits.kernel); });
  check_name(limits.bits, checked.complaints,
             [&] { microarch_of_bits(cpu_here(), limits.bits, "NUMAPACK_BITS"); });
  if (!limits.bits.empty()) {
    if (limits.bits == fma_level)
      check_name(limits.cpu, checked.complaints,
                 [&] { choose_microarch_of_fma(cpu_here(), limits.cpu, "NUMAPACK_CPU"); });
    else
      refuse_with_bits(limits.cpu, "NUMAPACK_CPU", limits.bits, checked.complaints);
    refuse_with_bits(limits.kernel, "NUMAPACK_KERNEL", limits.bits, checked.complaints);
  }
  return checked;
}

Error unused_profile(const std::string& file, const std::string& why) {
  return {ErrorCode::invalid_argument, "NUMAPACK_PROFILE",
          "\"" + file + "\" is not used, but estimates (" + why + ")",
          "use a file that numapack probe wrote on this machine, or none"};
}

namespace detail {

void complain(const char* about, const char* line) noexcept {
  const auto listener = listening.load(std::memory_order_acquire);
  if (listener == nullptr) return;
  try {
    if (!is_first(about)) return;
  } catch (const std::bad_alloc&) {
    // No memory to note it: better twice than never.
  }
  listener(line);
}

void listen_to_complaints(void (*listener)(const char* line) noexcept) noexcept {
  listening.store(listener, std::memory_order_release);
}

void complain_of(const Complaints& complaints) noexcept {
  for (const Error& error : complaints)
    complain(error.where().c_str(), (std::string(error.what()) + "; now it counts as not set").c_str());
}

bool complain_of_settings() noexcept {
  try {
    const CheckedLimits checked = checked_limits_of_environment();
    complain_of(checked.complaints);
    complain_of_profile(checked.limits.profiles.named);
    return !checked.complaints.empty();
  } catch (const std::exception&) {
    return false;  // no memory to look
  }
}

LenientCalls::LenientCalls() noexcept = default;
LenientCalls::~LenientCalls() = default;

}  // namespace detail

}  // namespace numapack
