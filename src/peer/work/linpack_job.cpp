// SPDX-License-Identifier: BSD-3-Clause
#include "peer/work/linpack_job.hpp"

#include <numaif.h>

#include <cerrno>
#include <charconv>
#include <nlohmann/json.hpp>
#include <system_error>
#include <vector>

#include "base/environment.hpp"
#include "base/error.hpp"
#include "memory/node_mask.hpp"

namespace numapack {

namespace {

/// The whole text as a number, or -1.
std::int64_t number(std::string_view text) {
  std::int64_t value = -1;
  const auto [end, error] = std::from_chars(text.data(), text.data() + text.size(), value);
  return error == std::errc() && end == text.data() + text.size() ? value : -1;
}

}  // namespace

ProcessPolicy parse_policy(const std::string& text, const Machine& machine) {
  if (text == "default") return {};
  if (text == "interleave") return {ProcessPolicy::Kind::interleave, 0};
  if (text.starts_with("bind:")) {
    const std::int64_t wanted = number(std::string_view(text).substr(5));
    const int node = wanted < 0 || wanted > 1 << 20 ? -1 : machine.node_by_os_index(static_cast<int>(wanted));
    if (node < 0 || !machine.nodes[static_cast<std::size_t>(node)].usable_memory) {
      std::string nodes;
      for (const Node& one : machine.nodes)
        if (one.usable_memory) nodes += (nodes.empty() ? "" : ", ") + std::to_string(one.os_index);
      invalid("--policy", "\"" + text + "\" names no node with memory", "use one of " + nodes);
    }
    return {ProcessPolicy::Kind::bind, node};
  }
  invalid("--policy", "\"" + text + "\" is no policy", "use default, interleave or bind:N");
}

std::string to_string(const ProcessPolicy& policy, const Machine& machine) {
  switch (policy.kind) {
    case ProcessPolicy::Kind::standard:
      return "default";
    case ProcessPolicy::Kind::interleave:
      return "interleave";
    case ProcessPolicy::Kind::bind:
      break;
  }
  return "bind:" + std::to_string(machine.os_index_of(policy.node));
}

void apply(const ProcessPolicy& policy, const Machine& machine) {
  if (policy.kind == ProcessPolicy::Kind::standard) return;
  const bool bind = policy.kind == ProcessPolicy::Kind::bind;
  std::vector<int> nodes;
  for (int node = 0; node < static_cast<int>(machine.nodes.size()); ++node)
    if (machine.nodes[static_cast<std::size_t>(node)].usable_memory && (!bind || node == policy.node))
      nodes.push_back(node);
  const NodeMask mask(nodes, machine);
  if (set_mempolicy(bind ? MPOL_BIND : MPOL_INTERLEAVE, mask.words.data(), mask.length()) != 0) {
    throw Error(ErrorCode::system, "--policy",
                "the kernel refuses it: " + std::generic_category().message(errno),
                "allow set_mempolicy (containers often filter it) or use default");
  }
}

std::int64_t parse_initialisation(const std::string& text) {
  if (text == "single") return 0;
  const auto nb =
      text.starts_with("cyclic:") ? parse_elements(std::string_view(text).substr(7)) : std::nullopt;
  if (nb.value_or(0) < 1)
    invalid("--init", "\"" + text + "\"", "use single or cyclic:NB with NB of 1 or more");
  return *nb;
}

std::string initialisation_name(std::int64_t nb) {
  return nb == 0 ? "single" : "cyclic:" + std::to_string(nb);
}

double LinpackJob::flops() const {
  const auto size = static_cast<double>(n);
  if (k > 0) return 2 * size * size * static_cast<double>(k);
  return 2.0 / 3 * size * size * size + 1.5 * size * size;
}

double LinpackJob::factor_flops() const {
  const auto size = static_cast<double>(n);
  return size * (size * (2.0 / 3 * size - 0.5) - 1.0 / 6);
}

double LinpackJob::bytes() const {
  const auto size = static_cast<double>(n);
  return 8 * (size * size + (k > 0 ? 2 * size * static_cast<double>(k) : 2 * size));
}

namespace {

/// Once for both ways.
template <class AnyJob>
void linpack_fields(AnyJob& job, const auto& each) {
  each("n", job.n);
  each("k", job.k);
  each("init_nb", job.init_nb);
  each("policy", job.policy.kind);
  each("policy_node", job.policy.node);
  each("threads", job.threads);
  each("seed", job.seed);
  each("lu_nb", job.lu_nb);
}

}  // namespace

void to_json(nlohmann::json& out, const LinpackJob& job) {
  linpack_fields(job, [&](const char* key, const auto& value) { out[key] = value; });
}

void from_json(const nlohmann::json& in, LinpackJob& job) {
  linpack_fields(job, [&](const char* key, auto& value) { in.at(key).get_to(value); });
}

}  // namespace numapack
