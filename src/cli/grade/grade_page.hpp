// SPDX-License-Identifier: BSD-3-Clause
#pragma once

#include <nlohmann/json_fwd.hpp>
#include <string>
#include <vector>

#include "cli/runs/conditions.hpp"
#include "grade/grade.hpp"
#include "grade/speed.hpp"

namespace numapack {

/// What `numapack grade` has found of all its libraries.
struct ReportCards {
  std::vector<LibraryGrade> libraries;
  std::vector<Speed> speeds;
  GradeOptions options;
  Conditions conditions;
};

/// For a terminal. Pure.
std::string grade_page(const ReportCards& cards);

/// As a document (docs/reference/prove/grade.md). Pure.
nlohmann::json grade_document(const ReportCards& cards);

/// As a page of HTML, which needs no other file. Pure.
std::string grade_html(const ReportCards& cards);

/// "92 % of the peak, 1.00 of the best", or why not.
std::string speed_text(const Speed::OfLibrary& speed);

}  // namespace numapack
