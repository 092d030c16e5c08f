// SPDX-License-Identifier: BSD-3-Clause
#pragma once

#include <CLI/CLI.hpp>
#include <string>

#include "level3/call/call.hpp"

namespace numapack {

/// What is known of A and B, and what of C is wanted, as options say it.
struct StructureOptions {
  std::string a, b, region;
};

/// Of options in --help.
inline constexpr const char* structure_group = "Structure (symm, hemm, trmm, syrk, herk and relatives)";

void add_structure_options(CLI::App& verb, StructureOptions& options);

/// Sets them in a call whose sizes and operations are known. Throws Error(invalid_argument).
void apply(const StructureOptions& options, Call& call);

}  // namespace numapack
