#include "gemm/caller_task.hpp"

#include "gemm/few_columns.hpp"
#include "gemm/k_pieces.hpp"
#include "gemm/thread_grid.hpp"

namespace numapack {

CacheSizes caches_of_core(const Machine& machine, int core) {
  CacheSizes sizes;
  const auto share = [&](int level, std::size_t& bytes) {
    const Cache* const cache = machine.cache(level, core);
    if (cache != nullptr && cache->bytes > 0)
      bytes = cache->bytes / std::max<std::size_t>(1, cache->cores.size());
  };
  share(1, sizes.l1);
  share(2, sizes.l2);
  share(3, sizes.l3_per_core);
  return sizes;
}

NodeTask caller_task(const Shape& shape, const KernelShape& kernel, const CacheSizes& caches, int memory_node,
                     const Blocking& wanted) {
  NodeTask task;
  task.memory_node = memory_node;
  task.rows = {0, shape.m};
  task.columns = {0, shape.n};
  task.blocking = blocking_of(shape, kernel, caches, wanted);
  task.blocking.mc = balanced_mc(shape.m, task.blocking.mc, kernel.mr);
  task.blocking.mc = tall_mc(task, shape, shape.m, kernel);
  task.slab = task.blocking.kc;
  task.k_pieces = k_pieces(shape, task.blocking.kc);
  task.thin = in_pieces(choose_thin(shape, kernel), task.k_pieces);
  task.column_chunk = choose_column_chunk(shape.m, shape.n, shape.k, caches.l2, kernel, task.blocking, 1);
  task.packs_meanwhile = packs_meanwhile(task, shape, kernel);
  task.asks_for_a = leaves_room_for_a(task, shape, kernel, caches.l2);
  if (task.asks_for_a) task.blocking.mc = shallow_mc(shape.m, task.blocking.mc, task.blocking.kc, kernel);
  return task;
}

}  // namespace numapack
