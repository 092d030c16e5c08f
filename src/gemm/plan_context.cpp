#include "gemm/plan_context.hpp"

namespace numapack {

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
      reach_(nodes * nodes) {
  for (std::size_t from = 0; from < nodes; ++from) {
    for (std::size_t home = 0; home < nodes; ++home) {
      reach_[from * nodes + home] = machine.reach(int(from), int(home));
    }
  }
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
