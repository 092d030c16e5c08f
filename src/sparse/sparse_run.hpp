// SPDX-License-Identifier: BSD-3-Clause
#pragma once

#include <algorithm>
#include <atomic>
#include <deque>
#include <vector>

#include "runtime/process.hpp"
#include "runtime/workspace.hpp"
#include "sparse/placed_csr.hpp"
#include "team/barriers/ticket_counter.hpp"

namespace numapack {

/// One product with a matrix that stays, as data that its threads share.
template <class T>
class SparseRun {
 public:
  /// Leases each node's copy of x: throws Error(out_of_memory) before anything is written. `threads`: how
  /// many work at each part.
  SparseRun(const PlacedCsr<T>& a, T alpha, const T* x, T beta, T* y, WorkspacePool& workspaces,
            const std::vector<int>& threads, Patience patience = {},
            const SparseKernel<T>& kernel = sparse_kernel<T>(default_kernel<T>().shape.set))
      : a_(a), kernel_(kernel), alpha_(alpha), beta_(beta), x_(x), y_(y), patience_(patience) {
    for (std::size_t i = 0; i < threads.size(); ++i)
      nodes_.emplace_back(a.parts()[i], a.plan().parts[i].memory_node, threads[i], workspaces);
  }

  /// The whole share of one thread in a part. Any number of threads may come, and come late.
  void work(std::size_t part, int slot) {
    Node& node = nodes_[part];
    const T* const x = a_.plan().gathers ? gather(node) : x_;
    const int shares = static_cast<int>(node.shares.size());
    // Its own windows first, the same each time: what is in its caches from the product before is used.
    for (int i = 0; i < shares; ++i) {
      Share& share = node.shares[static_cast<std::size_t>((slot + i) % shares)];
      for (Index next = share.take(); next < share.windows.end; next = share.take())
        multiply(node, x, node.part.windows[static_cast<std::size_t>(next)]);
    }
  }

 private:
  /// A thread's windows, of which others take some when they have none left.
  struct alignas(64) Share {
    std::atomic<Index> next{0};
    Range windows;
    Index take() { return next.fetch_add(1, std::memory_order_relaxed); }
  };
  struct Node {
    Node(const PlacedPart& part_, int memory_node, int threads, WorkspacePool& workspaces)
        : part(part_),
          copy(workspaces, memory_node, static_cast<std::size_t>(part_.used) * sizeof(T)),
          sums(workspaces, memory_node, static_cast<std::size_t>(part_.pieces) * sizeof(T)),
          shares(static_cast<std::size_t>(threads)),
          piece_windows_left(part_.piece_windows) {
      const auto windows = static_cast<Index>(part.windows.size());
      for (Index i = 0; i < threads; ++i) {
        Share& share = shares[static_cast<std::size_t>(i)];
        share.windows = {windows * i / threads, windows * (i + 1) / threads};
        share.next.store(share.windows.begin, std::memory_order_relaxed);
      }
      runs.set_pieces(static_cast<std::uint32_t>(divide_up(part.runs, runs_at_once)));
    }

    const PlacedPart& part;
    const WorkspacePool::Lease copy, sums;
    std::vector<Share> shares;
    std::atomic<Index> piece_windows_left;
    TicketCounter runs;
  };
  static constexpr Index runs_at_once = 2048;

  /// Copies the elements of x that the node's rows use, with its other threads; returns the copy when it is
  /// whole.
  const T* gather(Node& node) const {
    T* const copy = static_cast<T*>(node.copy.data());
    const ColumnRun* const all = node.part.column_runs.template as<ColumnRun>();
    for (int piece = node.runs.take(); piece >= 0; piece = node.runs.take()) {
      const Index end = std::min(node.part.runs, (piece + 1) * runs_at_once);
      for (Index i = piece * runs_at_once; i < end; ++i)
        std::copy_n(x_ + all[i].from, all[i].count, copy + all[i].to);
      node.runs.finish();
    }
    node.runs.wait(patience_);
    return copy;
  }

  void multiply(Node& node, const T* x, const PlacedWindow& window) const {
    SliceProduct<T> product;
    product.slices = node.part.slices.template as<Slice>() + window.first_slice;
    product.count = window.slices;
    product.values = node.part.values.template as<T>() + window.first_value;
    product.indices = node.part.indices.template as<std::uint8_t>() + window.first_index;
    product.x = x;
    product.sums_only = window.of_pieces;
    product.alpha = alpha_, product.beta = beta_;
    product.y = window.of_pieces ? static_cast<T*>(node.sums.data()) : y_;
    kernel_.slices(product);
    if (window.of_pieces && node.piece_windows_left.fetch_sub(1, std::memory_order_acq_rel) == 1)
      finish_long_rows(node);
  }

  /// By whoever did the last of their pieces.
  void finish_long_rows(const Node& node) const {
    const T* const sums = static_cast<const T*>(node.sums.data());
    for (const LongRow& row : node.part.long_rows)
      kernel_.finish({sums + row.first_piece, row.pieces, alpha_, beta_, y_ + row.row});
  }

  const PlacedCsr<T>& a_;
  const SparseKernel<T>& kernel_;
  const T alpha_, beta_;
  const T* const x_;
  T* const y_;
  const Patience patience_;
  std::deque<Node> nodes_;
};

}  // namespace numapack
