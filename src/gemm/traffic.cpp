#include "gemm/traffic.hpp"

#include "gemm/split.hpp"

namespace numapack {

Traffic::Traffic(std::size_t nodes) : read(nodes, std::vector<double>(nodes, 0.0)), written(read) {}

double Traffic::crossing(const Machine& machine, Reach reach) const {
  double bytes = 0;
  for (std::size_t from = 0; from < read.size(); ++from) {
    for (std::size_t home = 0; home < read.size(); ++home) {
      if (machine.reach(int(from), int(home)) == reach) bytes += read[from][home] + written[from][home];
    }
  }
  return bytes;
}

double Traffic::crossing() const {
  double bytes = 0;
  for (std::size_t from = 0; from < read.size(); ++from) {
    for (std::size_t home = 0; home < read.size(); ++home) {
      if (from != home) bytes += read[from][home] + written[from][home];
    }
  }
  return bytes;
}

Passes passes_of(const NodeTask& task, const Shape& shape) {
  Passes passes;
  if (task.k_pieces > 1 || task.thin.is_thin()) return passes;
  if (task.column_chunk > 0) passes.a = double(divide_up(task.columns.size(), task.column_chunk));
  const Index depth = task.finish_c ? task.slab : task.blocking.kc;
  if (shape.k > 0 && depth > 0) passes.c_read = passes.c_written = double(divide_up(shape.k, depth));
  if (task.streams_c && !shape.reads_c) passes.c_read -= 1;
  return passes;
}

void add_traffic(Traffic& traffic, int node, const Needs& needs, const Passes& passes) {
  auto& read = traffic.read[std::size_t(node)];
  auto& written = traffic.written[std::size_t(node)];
  for (std::size_t home = 0; home < needs.a.size(); ++home) {
    read[home] += passes.a * needs.a[home] + passes.b * needs.b[home] + passes.c_read * needs.c[home];
    written[home] += passes.c_written * needs.c[home];
  }
}

}  // namespace numapack
