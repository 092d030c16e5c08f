// SPDX-License-Identifier: BSD-3-Clause
#include <exception>

#include "base/limits.hpp"
#include "blas/counts/routine.hpp"
#include "doctor/read_parts.hpp"
#include "profile/store.hpp"
#include "runtime/complaints.hpp"

namespace numapack {

namespace {

void add(std::vector<WrongSetting>& wrong, const Complaints& complaints, WrongSetting::Effect effect) {
  for (const Error& error : complaints)
    wrong.push_back({error.where(), error.problem(), error.advice(), effect});
}

/// Why the profile that is named is not used; "": it is, or none is named.
std::string why_profile_is_not_used(const ProfileFiles& files) {
  if (files.named.empty()) return "";
  try {
    return find_profile(detect_machine(), files).ignored;
  } catch (const std::exception& error) {
    return error.what();
  }
}

}  // namespace

std::vector<WrongSetting> read_wrong_settings() {
  std::vector<WrongSetting> wrong;
  const CheckedLimits checked = checked_limits_of_environment();
  add(wrong, checked.complaints, WrongSetting::Effect::calls_fail);
  const ProfileFiles& files = checked.limits.profiles;
  if (const std::string why = why_profile_is_not_used(files); !why.empty())
    add(wrong, {unused_profile(files.named, why)}, WrongSetting::Effect::estimates);
  Complaints of_drop_in;
  const DropInLimits limits = drop_in_limits_of_environment(of_drop_in);
  try {
    standard::routines_left(limits.routines);
  } catch (const Error& error) {
    of_drop_in.push_back(error);
  }
  add(wrong, of_drop_in, WrongSetting::Effect::none);
  return wrong;
}

}  // namespace numapack
