// SPDX-License-Identifier: BSD-3-Clause
#pragma once

#include <memory>
#include <string>
#include <variant>

#include "counters/events.hpp"

namespace numapack {

/// Why there is no number for a name, and what to do.
struct NotNamed {
  std::string why;
};

/// Numbers of events by their names.
class EventNamer {
 public:
  virtual ~EventNamer() = default;
  virtual std::variant<EventCode, NotNamed> code(const std::string& name) = 0;
};

/// libpfm, loaded from `library` when a name is first asked for; where it is not there, each answer says so.
std::unique_ptr<EventNamer> make_pfm_namer(std::string library = "libpfm.so.4");

}  // namespace numapack
