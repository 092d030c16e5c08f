// SPDX-License-Identifier: BSD-3-Clause
#include "cli/options/structure_options.hpp"

#include <fmt/format.h>

#include "base/error.hpp"
#include "cli/options/quoted.hpp"

namespace numapack {

namespace {

constexpr const char* patterns_text =
    "use symmetric, hermitian, triangular or unit-triangular with -lower or -upper, the stored triangle";

Pattern parse_pattern(const std::string& text, const char* option) {
  const std::size_t dash = text.rfind('-');
  const std::string structure = text.substr(0, dash),
                    triangle = dash == text.npos ? "" : text.substr(dash + 1);
  Pattern pattern;
  if (structure == "symmetric")
    pattern.structure = Structure::symmetric;
  else if (structure == "hermitian")
    pattern.structure = Structure::hermitian;
  else if (structure == "triangular" || structure == "unit-triangular")
    pattern.structure = Structure::triangular;
  pattern.unit_diagonal = structure == "unit-triangular";
  if (pattern.is_general() || (triangle != "lower" && triangle != "upper"))
    invalid(option, quoted(text) + " is no structure", patterns_text);
  pattern.stored = triangle == "lower" ? Triangle::lower : Triangle::upper;
  return pattern;
}

void check_square(const char* option, Index rows, Index columns) {
  if (rows != columns)
    invalid(option, fmt::format("the matrix is {} x {}", rows, columns), "only square ones have a structure");
}

}  // namespace

void add_structure_options(CLI::App& verb, StructureOptions& options) {
  const char* const patterns =
      "{symmetric-lower,symmetric-upper,hermitian-lower,hermitian-upper,triangular-lower,triangular-upper,"
      "unit-triangular-lower,unit-triangular-upper}";
  verb.add_option("--structure-a", options.a,
                  "Of A: symmetric, hermitian, triangular or unit-triangular, with the stored triangle: "
                  "symmetric-lower")
      ->type_name(patterns)
      ->option_text("STRUCTURE")
      ->group(structure_group);
  verb.add_option("--structure-b", options.b, "Of B, likewise")
      ->type_name(patterns)
      ->option_text("STRUCTURE")
      ->group(structure_group);
  verb.add_option("--region", options.region, "Triangle of C that is computed: lower or upper")
      ->type_name("{lower,upper}")
      ->group(structure_group);
}

void apply(const StructureOptions& options, Call& call) {
  if (!options.a.empty()) {
    call.a.pattern = parse_pattern(options.a, "--structure-a");
    check_square("--structure-a", call.m, call.k);
  }
  if (!options.b.empty()) {
    call.b.pattern = parse_pattern(options.b, "--structure-b");
    check_square("--structure-b", call.k, call.n);
  }
  if (options.region.empty()) return;
  if (options.region != "lower" && options.region != "upper")
    invalid("--region", quoted(options.region) + " is no triangle", "use lower or upper");
  check_square("--region", call.m, call.n);
  call.region = options.region == "lower" ? MatrixType::lower : MatrixType::upper;
}

}  // namespace numapack
