// SPDX-License-Identifier: BSD-3-Clause
#include "cli/cpu_page.hpp"

#include <fmt/format.h>

#include <nlohmann/json.hpp>

namespace numapack {

std::string describe_row(const RowChoice& choice, const CpuIdentity& cpu) {
  std::string kernels;
  for (const RowKernel& kernel : choice.row->kernels)
    kernels += fmt::format("{}{}", kernels.empty() ? "" : ", ", kernel.name);
  return fmt::format("row      {} ({})\nwhy      {}\nkernels  {}\n", choice.row->name, choice.row->title,
                     reason_text(choice, cpu), kernels);
}

nlohmann::json row_to_json(const RowChoice& choice, const CpuIdentity& cpu) {
  using nlohmann::json;
  const auto text_or_null = [](const std::string& text) { return text.empty() ? json() : json(text); };
  const auto number_or_null = [](int number) { return number < 0 ? json() : json(number); };
  json kernels = json::array();
  for (const RowKernel& kernel : choice.row->kernels) kernels.push_back(kernel.name);
  return {{"row", choice.row->name},
          {"title", choice.row->title},
          {"why", reason_text(choice, cpu)},
          {"measured", choice.row->measured},
          {"assumed_from", text_or_null(choice.row->assumed_from)},
          {"kernels", kernels},
          {"vendor", text_or_null(cpu.vendor)},
          {"family", number_or_null(cpu.family)},
          {"model", number_or_null(cpu.model)},
          {"implementer", number_or_null(cpu.implementer)},
          {"part", number_or_null(cpu.part)}};
}

}  // namespace numapack
