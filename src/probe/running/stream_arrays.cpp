// SPDX-License-Identifier: BSD-3-Clause
#include "probe/running/stream_arrays.hpp"

#include <numaif.h>

#include <cerrno>
#include <cstring>

#include "base/error.hpp"
#include "probe/plans/select.hpp"
#include "probe/running/bound_threads.hpp"

namespace numapack::probe {

namespace {

constexpr int policy_local = 4;  // MPOL_LOCAL, which old headers lack

Placement placement_of(const Machine& machine, const Cell& cell) {
  if (cell.placement == "membind") return Placement::bind(cell.home);
  if (cell.placement == "interleave") return Placement::interleave(memory_nodes(machine));
  return Placement::first_touch();
}

}  // namespace

StreamArrays::StreamArrays(const Machine& machine, const Cell& cell) : machine_(machine), cell_(cell) {
  BufferOptions options;
  options.placement = placement_of(machine, cell);
  options.huge_pages = cell.pages == PageKind::huge;
  for (Buffer& buffer : buffers_) {
    buffer = Buffer(cell.bytes, machine, options);
    std::string refused = buffer.policy_refused();
    if (cell.placement == "local" && mbind(buffer.data(), buffer.size(), policy_local, nullptr, 0, 0) != 0) {
      refused = std::strerror(errno);
    }
    if (refused.empty()) continue;
    if (cell.placement == "interleave" && memory_nodes(machine).size() > 1) {
      throw Error(ErrorCode::system, "placement", "the kernel refuses to interleave (" + refused + ")", "");
    }
    remarks_ = {"the kernel refuses a memory policy (" + refused + "): placed by first touch"};
    if (cell.placement != "membind") continue;
    const std::vector<int> cores = machine.usable_cores(cell.home);
    if (cores.empty()) {
      throw Error(
          ErrorCode::system, "placement",
          "the kernel refuses a memory policy (" + refused + "), and no core could touch this memory first",
          "");
    }
    run_bound({pu_of(machine, cores.front())},
              [&](int, Barrier&) { std::memset(buffer.data(), 1, buffer.size()); });
  }
}

StreamPart StreamArrays::part(std::size_t begin, std::size_t end) const {
  return {buffers_[0].as<double>(), buffers_[1].as<double>(), buffers_[2].as<double>(), begin, end};
}

void StreamArrays::initialise(const StreamPart& part) const {
  for (std::size_t i = part.begin; i < part.end; ++i) {
    part.a[i] = 1;
    part.b[i] = 2;
    part.c[i] = 0;
  }
}

Census StreamArrays::pages() const {
  Census all;
  for (const Buffer& buffer : buffers_) {
    const Census one = census(buffer.data(), buffer.size(), machine_);
    all.page_bytes = one.page_bytes;
    all.pages += one.pages;
    all.by_node.resize(one.by_node.size());
    for (std::size_t node = 0; node < one.by_node.size(); ++node) all.by_node[node] += one.by_node[node];
    all.untouched += one.untouched;
    all.huge_bytes += one.huge_bytes;
    if (!one.unavailable.empty()) all.unavailable = one.unavailable;
  }
  const bool bound = cell_.placement == "membind" && all.unavailable.empty();
  if (bound && all.by_node[static_cast<std::size_t>(cell_.home)] != all.pages) {
    throw Error(ErrorCode::system, "placement",
                std::to_string(all.by_node[static_cast<std::size_t>(cell_.home)]) + " of " +
                    std::to_string(all.pages) + " pages came to the node asked for",
                "");
  }
  return all;
}

}  // namespace numapack::probe
