// SPDX-License-Identifier: BSD-3-Clause
#include "cli/pages/linpack_studies.hpp"

#include "base/error.hpp"

namespace numapack {

namespace {

struct Setting {
  std::string init, policy;
};

std::vector<Setting> settings_of(const LinpackRequest& request) {
  if (request.study == "sizes")
    return {{"single", "default"},
            {"cyclic:64", "default"},
            {"single", "interleave"},
            {"cyclic:64", "interleave"}};
  if (request.study == "outer")
    return {{"single", "interleave"}, {"cyclic:64", "default"}, {"single", "default"}};
  std::vector<Setting> settings;
  if (request.study == "nb") {
    for (const int nb : {8, 16, 32, 64, 128, 256, 512})
      settings.push_back({"cyclic:" + std::to_string(nb), "default"});
    return settings;
  }
  if (!request.study.empty())
    invalid("--study", "there is no \"" + request.study + "\"", "use sizes, nb or outer");
  for (const std::string& init : request.inits)
    for (const std::string& policy : request.policies) settings.push_back({init, policy});
  return settings;
}

}  // namespace

std::vector<std::vector<LinpackCase>> cases_of(const LinpackRequest& request, const Machine& machine) {
  const std::vector<Setting> settings = settings_of(request);
  std::vector<std::int64_t> sizes = request.sizes;
  if (sizes.empty()) {
    if (request.study.empty()) sizes = {2048};
    if (request.study == "sizes") sizes = {1024, 2048, 4096};
    if (request.study == "nb" || request.study == "outer") sizes = {4096};
  }
  const std::vector<std::int64_t> depths =
      request.study == "outer" ? std::vector<std::int64_t>{64, 192} : std::vector<std::int64_t>{0};
  std::vector<std::vector<LinpackCase>> groups;
  for (const std::int64_t n : sizes) {
    if (n < 1) invalid("-n", std::to_string(n) + " is no size", "use 1 or more");
    for (const std::int64_t k : depths) {
      std::vector<LinpackCase>& group = groups.emplace_back();
      for (const Setting& setting : settings) {
        for (const std::optional<Peer>& library : request.libraries) {
          LinpackCase one;
          one.peer = library;
          one.job.n = n;
          one.job.k = k;
          one.job.init_nb = parse_initialisation(setting.init);
          one.job.policy = parse_policy(setting.policy, machine);
          one.job.threads = request.threads;
          one.job.seed = request.seed;
          one.job.lu_nb = request.lu_nb;
          group.push_back(one);
        }
      }
    }
  }
  return groups;
}

}  // namespace numapack
