#include "gemm/plan_context.hpp"

#include "gemm/caller_task.hpp"
#include "kernel/choices.hpp"
#include "kernel/write_out.hpp"

namespace numapack {

Blocking tuned_blocking(const Profile& profile, std::string_view kernel) {
  for (const TunedBlocking& tuned : profile.tuned) {
    if (tuned.kernel == kernel) return {tuned.mc, tuned.kc, tuned.nc};
  }
  return {};
}

namespace {

std::size_t bytes_of_a_and_b(const Shape& shape) {
  return static_cast<std::size_t>((shape.m + shape.n) * shape.k) * shape.element_bytes();
}

}  // namespace

PlanContext::PlanContext(const Shape& shape_, const KernelShape& kernel_, const Homes& homes,
                         const Machine& machine_, const Profile& profile_, const PlanOptions& options_)
    : shape(shape_),
      kernel(kernel_),
      machine(machine_),
      profile(profile_),
      options(options_),
      nodes(machine_.nodes.size()),
      a(homes.a, transposes(shape_.trans_a)),
      b(homes.b, transposes(shape_.trans_b)),
      c(homes.c, false),
      wanted(options_.blocking.kc > 0 ? options_.blocking : tuned_blocking(profile_, kernel_.name)),
      thin(choose_thin(shape_, kernel_)),
      streams(writes_past_caches(machine_.architecture) &&
              bytes_of_a_and_b(shape_) > in_place_choice(kernel_).most_bytes),
      reach_(nodes * nodes) {
  for (std::size_t from = 0; from < nodes; ++from) {
    for (std::size_t home = 0; home < nodes; ++home) {
      reach_[from * nodes + home] = machine.reach(int(from), int(home));
    }
  }
}

const CacheSizes& PlanContext::caches_of(const Worker& worker) const {
  const auto team = std::size_t(worker.team);
  if (caches_.size() <= team) caches_.resize(team + 1);
  if (caches_[team]) return *caches_[team];
  CacheSizes sizes = caches_of_core(machine, worker.core);
  if (const Cache* l3 = machine.cache(3, worker.core); l3 != nullptr) {
    // The team shares one packed panel of B: a quarter of the L3 its threads have together, not of one core's
    // share.
    const std::size_t sharing = std::min(l3->cores.size(), std::size_t(worker.cores));
    sizes.l3_per_core = std::max(sizes.l3_per_core, sizes.l3_per_core * sharing / 4);
  }
  caches_[team] = sizes;
  return *caches_[team];
}

void PlanContext::needs_of(Range rows, Range columns, Needs& needs) const {
  for (auto* operand : {&needs.a, &needs.b, &needs.c}) operand->assign(nodes, 0.0);
  if (rows.size() <= 0 || columns.size() <= 0) return;
  const auto element = double(shape.element_bytes());
  const Range depth{0, shape.k};
  a.add(rows, depth, element, needs.a.data());
  b.add(depth, columns, element, needs.b.data());
  c.add(rows, columns, element, needs.c.data());
}

}  // namespace numapack
