// SPDX-License-Identifier: BSD-3-Clause
#include "packed/packed_traffic.hpp"

#include <fmt/format.h>

#include <algorithm>

#include "base/readable.hpp"

namespace numapack {

namespace {

double element_bytes(const PackedPlan& plan) { return double(bytes_of(plan.type)); }

/// Who works at a part, and where its panels are.
std::size_t worker_of(const PackedPlan& plan, const PackedPart& part, const PrepackedProduct& product) {
  return static_cast<std::size_t>(product.caller_only ? plan.parts.front().node : part.node);
}

/// Of an operand that has lines of what stays: down its rows (A, C where A stays), or across.
std::vector<double> by_home(const HomeSums& homes, bool down, Range lines, Range across, double element) {
  std::vector<double> bytes(homes.nodes());
  homes.add(down ? lines : across, down ? across : lines, element, bytes.data());
  return bytes;
}

void add(const std::vector<double>& bytes, std::vector<double>& to) {
  for (std::size_t home = 0; home < bytes.size(); ++home) to[home] += bytes[home];
}

/// Of shares of something by the parts' lines, what is more than their nodes have at home.
double beyond_home(const PackedPlan& plan, const PrepackedProduct& product,
                   const std::vector<double>& at_home, double line_bytes) {
  std::vector<double> share(at_home.size());
  for (const PackedPart& part : plan.parts)
    share[worker_of(plan, part, product)] += double(part.lines.size()) * line_bytes;
  double bytes = 0;
  for (std::size_t node = 0; node < share.size(); ++node) bytes += std::max(0.0, share[node] - at_home[node]);
  return bytes;
}

std::string row(const char* what, const PrepackedTraffic& step) {
  const double crossing = step.crossing();
  const std::string ratio = step.least_crossing > 0 ? fmt::format("{:.3f}", crossing / step.least_crossing)
                                                    : std::string(crossing > 0 ? "-" : "1.000");
  return fmt::format("  {:<13}  {:>11}  {:>11}  {:>11}  {:>11}  {:>11}  {}\n", what,
                     readable_bytes(step.packed.crossing()), readable_bytes(step.other.crossing()),
                     readable_bytes(step.c.crossing()), readable_bytes(crossing),
                     readable_bytes(step.least_crossing), ratio);
}

}  // namespace

PrepackedTraffic packing_step(const PackedPlan& plan, const PrepackedProduct& product, std::size_t nodes) {
  PrepackedTraffic step{Traffic(nodes), Traffic(nodes), Traffic(nodes)};
  const Range depth{0, plan.depth};
  const double element = element_bytes(plan);
  PrepackedProduct all = product;
  all.caller_only = false;  // packing is always by the parts' nodes
  for (const PackedPart& part : plan.parts)
    add(by_home(product.packed, plan.is_a, part.lines, depth, element),
        step.packed.read[static_cast<std::size_t>(part.node)]);
  step.least_crossing =
      beyond_home(plan, all, by_home(product.packed, plan.is_a, {0, plan.lines}, depth, element),
                  double(plan.depth) * element);
  return step;
}

PrepackedTraffic product_step(const PackedPlan& plan, const PrepackedProduct& product, std::size_t nodes) {
  PrepackedTraffic step{Traffic(nodes), Traffic(nodes), Traffic(nodes)};
  const Range depth{0, plan.depth}, others{0, product.others};
  const double element = element_bytes(plan);
  const std::vector<double> other = by_home(product.other, !plan.is_a, others, depth, element);
  std::vector<bool> works(nodes);
  for (const PackedPart& part : plan.parts) {
    const std::size_t node = worker_of(plan, part, product);
    step.packed.read[node][static_cast<std::size_t>(part.memory_node)] += double(part.bytes);
    const std::vector<double> c = by_home(product.c, plan.is_a, part.lines, others, element);
    add(c, step.c.read[node]);
    add(c, step.c.written[node]);
    if (works[node]) continue;
    works[node] = true;
    add(other, step.other.read[node]);
  }
  step.least_crossing =
      step.other.crossing() +
      (product.reads_c ? 2 : 1) * beyond_home(plan, product,
                                              by_home(product.c, plan.is_a, {0, plan.lines}, others, element),
                                              double(product.others) * element);
  return step;
}

std::string explain(const PackedPlan& plan, const PrepackedProduct& product, char name,
                    const Machine& machine) {
  const char* const lines = name == 'A' ? "rows" : "columns";
  const char other = name == 'A' ? 'B' : 'A';
  const std::size_t nodes = machine.nodes.size();
  std::string parts;
  for (const PackedPart& part : plan.parts) {
    parts += fmt::format("  node {}: {} {}-{}, {}", machine.os_index_of(part.node), lines, part.lines.begin,
                         part.lines.end - 1, readable_bytes(double(part.bytes)));
    parts += part.memory_node == part.node
                 ? "\n"
                 : fmt::format(" on node {}\n", machine.os_index_of(part.memory_node));
  }
  std::string text = fmt::format(
      "Plan\n  stays      op({}), {} {} of {} elements, {} packed\n  kernel     {} ({} x {} of C in "
      "registers)\n  laid out in {} kc block{} of up to {} steps, each in micro-panels of {} {}\n"
      "  products   {}\n\nWhere op({}) lies\n{}",
      name, plan.lines, lines, plan.depth, readable_bytes(double(plan.bytes())), plan.kernel.name,
      plan.kernel.mr, plan.kernel.nr, plan.kc_blocks(), plan.kc_blocks() == 1 ? "" : "s",
      std::min(plan.kc, plan.depth), plan.unit(), lines,
      product.caller_only ? "so small that the calling thread does them alone, here on the first node"
                          : fmt::format("each node its {} of C", lines),
      name, parts);
  text += fmt::format(
      "\nBytes that cross between nodes, next to the least possible for these homes\n"
      "  {:<13}  {:>11}  {:>11}  {:>11}  {:>11}  {:>11}  ratio\n",
      "", fmt::format("of {}", name), fmt::format("of {}", other), "of C", "all", "least");
  text += row("packing, once", packing_step(plan, product, nodes));
  return text + row("each product", product_step(plan, product, nodes));
}

}  // namespace numapack
