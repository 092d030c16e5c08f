#include "matrix/distribute.hpp"

#include <sched.h>

#include <algorithm>
#include <atomic>
#include <memory>
#include <mutex>

#include "memory/migrate.hpp"
#include "memory/policy.hpp"
#include "memory/touch.hpp"

namespace numapack {
namespace {

/// Below this, waking others costs more than they save.
constexpr std::size_t worth_waking_bytes = 128 << 10;

/// Pages beside each other that belong on one node.
struct PageRun {
  std::size_t first = 0, count = 0;
  int node = -1;
};

/// Stretches of pages are made in parts, so that all threads of a team share the work.
constexpr std::size_t most_run_bytes = 4u << 20;

/// A counter for each team, each on a cache line of its own.
struct alignas(64) Counter {
  std::atomic<std::size_t> next{0};
};

class Distribution {
 public:
  Distribution(void* data, const StoredMatrix& matrix, const Placement& placement, const MemoryState& memory,
               const Workers& workers)
      : data_(static_cast<char*>(data)),
        matrix_(matrix),
        placement_(placement),
        memory_(memory),
        workers_(workers),
        node_of_pu_(nodes_of_pus(workers.machine)) {
    has_wish_ = !memory.placed_by_kernel && placement.kind != Placement::Kind::first_touch &&
                placement.kind != Placement::Kind::replicated &&
                nodes_with_memory(workers.machine).size() > 1;
    if (has_wish_) {
      map_ = page_map(placement, matrix, reinterpret_cast<std::uintptr_t>(data), memory.page_bytes);
    }
  }

  void run(const WritePiece& write) {
    const bool small = matrix_.span() < worth_waking_bytes && !has_wish_;
    alone_ = workers_.teams == nullptr || small;
    if (!alone_) alone_ = !try_on_teams(write);
    if (alone_) on_caller(write);
    bring_back();
  }

 private:
  static std::vector<int> nodes_of_pus(const Machine& machine) {
    std::vector<int> nodes;
    for (const Core& core : machine.cores) {
      for (const int pu : core.pus) {
        if (nodes.size() <= static_cast<std::size_t>(pu)) nodes.resize(static_cast<std::size_t>(pu) + 1, -1);
        nodes[static_cast<std::size_t>(pu)] = core.node;
      }
    }
    return nodes;
  }

  /// The node whose memory a first touch by this thread takes.
  int node_here() const {
    const int pu = sched_getcpu();
    return pu >= 0 && static_cast<std::size_t>(pu) < node_of_pu_.size()
               ? node_of_pu_[static_cast<std::size_t>(pu)]
               : -1;
  }

  /// By team, the pages to make before anything is written.
  std::vector<std::vector<PageRun>> runs_ahead(bool every_page) const {
    std::vector<std::vector<PageRun>> runs(workers_.layout.size());
    if (!has_wish_) return runs;
    const bool by_page = !has_blocks(placement_);
    std::vector<bool> without_team(workers_.machine.nodes.size());
    std::vector<std::size_t> team(workers_.machine.nodes.size());
    for (const int node : placement_.nodes) {
      without_team[static_cast<std::size_t>(node)] = !has_team(node, workers_.layout);
      team[static_cast<std::size_t>(node)] =
          static_cast<std::size_t>(team_for(node, workers_.machine, workers_.layout));
    }
    const std::size_t most = std::max<std::size_t>(1, most_run_bytes / map_.page_bytes);
    PageRun run;
    const auto close = [&] {
      if (run.count > 0) runs[team[static_cast<std::size_t>(run.node)]].push_back(run);
      run = {};
    };
    for (std::size_t page = 0; page < map_.node.size(); ++page) {
      const int node = map_.node[page];
      const bool ahead = node >= 0 && (every_page || by_page || map_.shared[page] ||
                                       without_team[static_cast<std::size_t>(node)]);
      if (!ahead || node != run.node || run.first + run.count != page || run.count == most) close();
      if (!ahead) continue;
      if (run.count == 0) run = {page, 0, node};
      ++run.count;
    }
    close();
    return runs;
  }

  void make(const PageRun& run) const {
    // Not before or after the matrix: the first and the last page may be only partly ours.
    const std::uintptr_t begin = map_.first_page + run.first * map_.page_bytes;
    const auto data = reinterpret_cast<std::uintptr_t>(data_);
    const std::uintptr_t from = std::max(begin, data);
    const std::uintptr_t to = std::min(begin + run.count * map_.page_bytes, data + matrix_.span());
    if (!alone_ && node_here() == run.node) {
      make_pages(data_ + (from - data), to - from);
      return;
    }
    if (!memory_.may_bind) {
      make_pages(data_ + (from - data), to - from);
      move_to_node(data_ + (from - data), to - from, run.node, workers_.machine);
      return;
    }
    // Whole ordinary pages around it: mbind wants them.
    const std::size_t page = workers_.machine.page_bytes;
    const std::uintptr_t first = from - from % page, last = (to + page - 1) / page * page;
    if (!make_pages_on(data_ + static_cast<std::ptrdiff_t>(first - data), last - first, run.node,
                       workers_.machine)) {
      make_pages(data_ + (from - data), to - from);
    }
  }

  /// The pages of a piece that belong on its node and on no other, made there by a thread that is elsewhere.
  void make_pages_of(const Piece& piece) const {
    const int node = owner_of(piece);
    for_each_stretch(piece, [&](std::size_t begin, std::size_t end) {
      const std::size_t into = reinterpret_cast<std::uintptr_t>(data_) - map_.first_page;
      const std::size_t last = (into + end - 1) / map_.page_bytes;
      for (std::size_t page = (into + begin) / map_.page_bytes; page <= last;) {
        std::size_t stop = page;
        while (stop <= last && map_.node[stop] == node) ++stop;
        if (stop > page) make({page, stop - page, node});
        page = std::max(stop, page + 1);
      }
    });
  }

  template <class F>
  void for_each_stretch(const Piece& piece, const F& f) const {
    const std::int64_t lines = matrix_.row_major ? piece.rows : piece.columns;
    const auto length = static_cast<std::size_t>(matrix_.row_major ? piece.columns : piece.rows);
    for (std::int64_t line = 0; line < lines; ++line) {
      const std::size_t begin = matrix_.row_major ? matrix_.offset(piece.row + line, piece.column)
                                                  : matrix_.offset(piece.row, piece.column + line);
      f(begin, begin + length * matrix_.element_bytes);
    }
  }

  int owner_of(const Piece& piece) const {
    return block_grid(placement_, matrix_).owner(piece.row, piece.column);
  }

  bool try_on_teams(const WritePiece& write) {
    // The deal is kept for the caller, should the teams be busy.
    pieces_ = deal_pieces(placement_, matrix_, workers_.machine, workers_.layout);
    Teams& teams = *workers_.teams;
    const auto runs = runs_ahead(!write && has_blocks(placement_));
    const std::size_t count = workers_.layout.size();
    const bool ahead = std::any_of(runs.begin(), runs.end(), [](const auto& team) { return !team.empty(); });
    if (ahead) {
      const auto counters = std::make_unique<Counter[]>(count);
      if (!teams.try_run(teams.everyone(), [&](const Seat& seat) {
            const auto team = static_cast<std::size_t>(seat.team);
            for (std::size_t at; (at = counters[team].next.fetch_add(1)) < runs[team].size();) {
              make(runs[team][at]);
            }
          })) {
        return false;
      }
    }
    if (!write && has_wish_) return true;
    const auto counters = std::make_unique<Counter[]>(count);
    return teams.try_run(teams.everyone(), [&](const Seat& seat) {
      const auto team = static_cast<std::size_t>(seat.team);
      for (std::size_t at; (at = counters[team].next.fetch_add(1)) < pieces_[team].size();) {
        do_piece(pieces_[team][at], write);
      }
    });
  }

  void do_piece(const Piece& piece, const WritePiece& write) {
    if (!write) {
      for_each_stretch(piece,
                       [&](std::size_t begin, std::size_t end) { make_pages(data_ + begin, end - begin); });
      return;
    }
    // The caller's thread is not bound, and bound ones may have been moved by an administrator.
    const bool by_touch = has_wish_ && has_blocks(placement_);
    const int wanted = by_touch ? owner_of(piece) : -1;
    const bool here = !by_touch || node_here() == wanted;
    if (!here) make_pages_of(piece);
    write(piece);
    if (by_touch && here && node_here() != wanted) {
      const std::lock_guard lock(strayed_mutex_);
      strayed_.push_back(piece);
    }
  }

  void on_caller(const WritePiece& write) {
    for (const auto& team : runs_ahead(true)) {
      for (const PageRun& run : team) make(run);
    }
    if (!write && has_wish_) return;
    if (pieces_.empty()) pieces_ = deal_pieces(placement_, matrix_, workers_.machine, workers_.layout);
    for (const auto& team : pieces_) {
      for (const Piece& piece : team) {
        if (write) {
          write(piece);
        } else {
          do_piece(piece, write);
        }
      }
    }
  }

  /// Pieces whose thread was moved to another node while it wrote them.
  void bring_back() {
    for (const Piece& piece : strayed_) {
      const int node = owner_of(piece);
      for_each_stretch(piece, [&](std::size_t begin, std::size_t end) {
        move_to_node(data_ + begin, end - begin, node, workers_.machine);
      });
    }
  }

  char* data_;
  StoredMatrix matrix_;
  const Placement& placement_;
  MemoryState memory_;
  const Workers& workers_;
  std::vector<int> node_of_pu_;
  bool has_wish_ = false, alone_ = false;
  PageMap map_;
  std::vector<std::vector<Piece>> pieces_;
  std::mutex strayed_mutex_;
  std::vector<Piece> strayed_;
};

}  // namespace

void distribute(void* data, const StoredMatrix& matrix, const Placement& placement, const MemoryState& memory,
                const WritePiece& write, const Workers& workers) {
  check_stored(matrix, "distribute");
  check_placement(placement, 0, workers.machine);
  if (matrix.rows == 0 || matrix.columns == 0) return;
  Distribution(data, matrix, placement, memory, workers).run(write);
}

}  // namespace numapack
