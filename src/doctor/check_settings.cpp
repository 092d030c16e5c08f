// SPDX-License-Identifier: BSD-3-Clause
#include "doctor/checks.hpp"

namespace numapack {

namespace {

const char* cost_of(WrongSetting::Effect effect) {
  switch (effect) {
    case WrongSetting::Effect::calls_fail:
      return "not known: BLAS's and LAPACK's names go on as if it were not set, all other calls and the "
             "command fail";
    case WrongSetting::Effect::estimates:
      return "not known: plans go by estimates";
    default:
      return "not known: it counts as not set";
  }
}

}  // namespace

void check_settings(const SystemFacts& facts, Examination& found) {
  if (!facts.wrong_settings) return skip(found, "what the environment sets", facts.wrong_settings.why_not);
  for (const WrongSetting& wrong : *facts.wrong_settings)
    found.findings.push_back({.id = "settings",
                              .severity = Severity::matters,
                              .is = wrong.variable + ": " + wrong.is + "; " + wrong.allowed,
                              .cost = cost_of(wrong.effect),
                              .source = "docs/reference/environment.md",
                              .mend = "unset " + wrong.variable});
  if (facts.wrong_settings->empty()) fine(found, "settings", "what the environment sets makes sense");
}

}  // namespace numapack
