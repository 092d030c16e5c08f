// SPDX-License-Identifier: BSD-3-Clause
#pragma once

#include <optional>
#include <string>
#include <vector>

#include "doctor/facts.hpp"
#include "profile/document/measured.hpp"

namespace numapack {

/// `matters`: likely to cost time or results on this machine; `worth_knowing`: may, or depends on the work.
enum class Severity { matters, worth_knowing, fine };
const char* name(Severity severity);  ///< "matters", "worth knowing", "fine"

/// Times as long as without the fault; from a source that the finding names.
struct Slowdown {
  double least = 1, most = 1;
};

/// One thing that was looked at.
struct Finding {
  std::string id = {};                    ///< "numa-balancing"; docs/reference/measure/doctor.md lists them
  Severity severity = Severity::fine;     ///< of a machine for NUMA work
  std::string is = {};                    ///< what there is, with the value
  std::string cost = {};                  ///< what it is likely to cost; "" where it is fine
  std::optional<Slowdown> slowdown = {};  ///< where the source has figures
  std::string source = {};                ///< of the cost
  std::string mend = {};                  ///< a command, or what to do elsewhere; "": nothing can be done
  bool by_hand = false;                   ///< `fix` is no command
  bool root = false;                      ///< it needs root
};

/// What could not be looked at.
struct NotLookedAt {
  std::string what, why;
};

struct Examination {
  std::vector<Finding>
      findings;  ///< most severe first, else in the order of docs/reference/measure/doctor.md
  std::vector<NotLookedAt> not_looked_at;
  std::size_t count(Severity severity) const;
};

/// Judges a system for NUMA work. `profile`: measured on it, or null, and then `why_no_profile`. Costs are
/// those of a named source (this project's measurements, the kernel's documentation), else "not known". Pure.
Examination examine(
    const SystemFacts& facts, const MeasuredProfile* profile = nullptr,
    const std::string& why_no_profile = "there is no profile of this machine; numapack probe measures one");

}  // namespace numapack
