// SPDX-License-Identifier: BSD-3-Clause
#pragma once

#include <string>
#include <vector>

#include "cli/manual/words.hpp"

namespace numapack {

/// What pages have next to the words of --help.
struct ManualContext {
  std::string version, date;
  std::string docs;  ///< folder of docs/: introductions of verbs and the table of variables; "": without
};

/// The manual page of a command or verb in man(7), for section 1: ASCII, for groff and mandoc alike.
/// `command` is the whole tree, for what a page refers to. Throws Error(invalid_argument) if `docs` has no
/// table of variables.
std::string man_page(const VerbWords& verb, const VerbWords& command, const ManualContext& context);

/// Its file: "numapack-topo.1"; verbs of verbs are on their verb's page.
std::string man_page_name(const VerbWords& verb);

}  // namespace numapack
