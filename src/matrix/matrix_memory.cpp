// SPDX-License-Identifier: BSD-3-Clause
#include "matrix/matrix_memory.hpp"

#include <algorithm>

#include "base/error.hpp"
#include "machine/text.hpp"
#include "memory/policy.hpp"

namespace numapack {
namespace {

bool replicated(const Placement& placement) { return placement.kind == Placement::Kind::replicated; }

std::size_t chosen_page_bytes(const StoredMatrix& matrix, const Placement& placement, PageSize pages,
                              const Machine& machine) {
  const bool possible = machine.transparent_huge_pages != "never" && matrix.span() >= huge_page_bytes;
  const bool wanted =
      pages == PageSize::huge || (pages == PageSize::automatic &&
                                  huge_pages_fit(placement, matrix, machine.page_bytes, huge_page_bytes));
  return possible && wanted ? huge_page_bytes : machine.page_bytes;
}

}  // namespace

std::vector<double> bandwidth_by_home(const Profile& profile) {
  std::vector<double> best;
  for (const auto& row : profile.bandwidth_gb_per_s) {
    best.resize(std::max(best.size(), row.size()), 0);
    for (std::size_t home = 0; home < row.size(); ++home) best[home] = std::max(best[home], row[home]);
  }
  return best;
}

PlacedMatrix::PlacedMatrix(const StoredMatrix& matrix, Placement placement, PageSize pages,
                           const Machine& machine)
    : matrix_(matrix), placement_(std::move(placement)), page_bytes_(machine.page_bytes) {
  check_stored(matrix, "matrix");
  const std::size_t bytes = matrix.span();
  check_placement(placement_, replicated(placement_) ? 0 : bytes, machine);
  page_bytes_ = chosen_page_bytes(matrix, placement_, pages, machine);
  BufferOptions options;
  options.huge_pages = page_bytes_ > machine.page_bytes;
  if (!replicated(placement_)) {
    options.placement = placement_;
    buffers_.emplace_back(bytes, machine, options);
    return;
  }
  for (const int node : placement_.nodes) {
    options.placement = Placement::bind(node);
    buffers_.emplace_back(bytes, machine, options);
  }
}

int PlacedMatrix::node_of(int copy) const {
  return replicated(placement_) ? placement_.nodes.at(static_cast<std::size_t>(copy)) : -1;
}

const std::string& PlacedMatrix::policy_refused() const {
  const auto refused = std::find_if(buffers_.begin(), buffers_.end(),
                                    [](const Buffer& buffer) { return !buffer.policy_refused().empty(); });
  return refused == buffers_.end() ? buffers_.front().policy_refused() : refused->policy_refused();
}

void PlacedMatrix::fill(const std::function<void(int, const Piece&)>& write, const Workers& workers) const {
  for (int copy = 0; copy < copies(); ++copy) {
    const Buffer& buffer = buffers_[static_cast<std::size_t>(copy)];
    const MemoryState state{page_bytes_, buffer.placed_by_kernel(), true};
    if (!write && state.placed_by_kernel) continue;
    const Placement where = replicated(placement_) ? Placement::bind(node_of(copy)) : placement_;
    const WritePiece piece_of_copy = [&](const Piece& piece) { write(copy, piece); };
    distribute(buffer.data(), matrix_, where, state, write ? piece_of_copy : WritePiece(), workers);
  }
}

}  // namespace numapack
