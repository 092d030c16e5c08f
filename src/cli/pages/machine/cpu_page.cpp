// SPDX-License-Identifier: BSD-3-Clause
#include "cli/pages/machine/cpu_page.hpp"

#include <fmt/format.h>

#include <nlohmann/json.hpp>

#include "cli/terminal/json_values.hpp"

namespace numapack {

namespace {

/// A kernel of the row, which of its figures were tuned, and when.
struct TunedPart {
  std::string kernel, part, date;
};

std::vector<TunedPart> tuned_parts(const Microarch& microarch, const Profile& profile) {
  std::vector<TunedPart> parts;
  for (const TunedBlocking& blocks : profile.tuned)
    if (microarch.has(blocks.kernel)) parts.push_back({blocks.kernel, "blocks", blocks.date});
  for (const TunedFigures& tuned : profile.tuned_figures)
    if (tuned.microarch == microarch.name) parts.push_back({tuned.kernel, tuned.part, tuned.date});
  return parts;
}

}  // namespace

std::string describe_microarch(const MicroarchChoice& choice, const CpuIdentity& cpu,
                               const Profile& profile) {
  std::string kernels;
  for (const MicroarchKernel& kernel : choice.microarch->kernels)
    kernels += fmt::format("{}{}", kernels.empty() ? "" : ", ", kernel.name);
  const std::vector<TunedPart> parts = tuned_parts(*choice.microarch, profile);
  std::string text =
      fmt::format("row      {} ({}){}\nwhy      {}\nkernels  {}\n", choice.microarch->name,
                  choice.microarch->title, parts.empty() ? "" : ", tuned", reason_text(choice, cpu), kernels);
  for (const TunedPart& tuned : parts)
    text +=
        fmt::format("tuned    {} of {}{}{}\n", tuned.part == "in_place" ? "limits of in place" : tuned.part,
                    tuned.kernel, tuned.date.empty() ? "" : ", ", tuned.date);
  return text;
}

nlohmann::json microarch_to_json(const MicroarchChoice& choice, const CpuIdentity& cpu,
                                 const Profile& profile) {
  using nlohmann::json;
  json kernels = json::array();
  for (const MicroarchKernel& kernel : choice.microarch->kernels) kernels.push_back(kernel.name);
  json tuned = json::array();
  for (const TunedPart& part : tuned_parts(*choice.microarch, profile))
    tuned.push_back({{"kernel", part.kernel}, {"part", part.part}, {"date", part.date}});
  return {{"row", choice.microarch->name},
          {"tuned", tuned},
          {"title", choice.microarch->title},
          {"why", reason_text(choice, cpu)},
          {"measured", choice.microarch->measured},
          {"assumed_from", or_null(choice.microarch->assumed_from)},
          {"kernels", kernels},
          {"vendor", or_null(cpu.vendor)},
          {"family", index_or_null(cpu.family)},
          {"model", index_or_null(cpu.model)},
          {"implementer", index_or_null(cpu.implementer)},
          {"part", index_or_null(cpu.part)}};
}

}  // namespace numapack
