// SPDX-License-Identifier: BSD-3-Clause
#include "matrix/distribute.hpp"

#include <mutex>

#include "machine/here.hpp"
#include "matrix/page_maker.hpp"
#include "matrix/work_off.hpp"
#include "memory/pages/migrate.hpp"
#include "memory/policy.hpp"
#include "memory/touch.hpp"

namespace numapack {
namespace {

/// Below this, waking others costs more than they save.
constexpr std::size_t worth_waking_bytes = 128 << 10;

class Distribution {
 public:
  Distribution(void* data, const StoredMatrix& matrix, const Placement& placement, const MemoryState& memory,
               const WritePiece& write, const Workers& workers)
      : data_(static_cast<char*>(data)),
        matrix_(matrix),
        placement_(placement),
        write_(write),
        workers_(workers),
        pages_(data, matrix, placement, memory, workers),
        by_touch_(pages_.has_wish() && has_blocks(placement)),
        pieces_(deal_pieces(placement, matrix, workers.machine, workers.layout, memory.page_bytes)) {}

  void run() {
    const bool small = matrix_.span() < worth_waking_bytes && !pages_.has_wish();
    const bool alone = workers_.teams == nullptr || small;
    if (alone || !on_teams()) on_caller();
    bring_back();
  }

 private:
  bool on_teams() {
    if (pages_.has_wish() && !pages_.make_ahead_on_teams(!write_)) return false;
    if (!write_ && pages_.has_wish()) return true;
    return work_off_own(*workers_.teams, all_threads_of(workers_.layout), pieces_,
                        [&](const Piece& piece) { do_piece(piece); });
  }

  void on_caller() {
    if (pages_.has_wish()) pages_.make_all_alone();
    if (!write_ && pages_.has_wish()) return;
    for (const auto& team : pieces_) {
      for (const Piece& piece : team) write_ ? write_(piece) : touch(piece);
    }
  }

  void do_piece(const Piece& piece) {
    if (!write_) return touch(piece);
    if (!by_touch_) return write_(piece);
    const int owner = owner_of(piece);
    // Made ahead.
    if (!has_team(owner, workers_.layout)) return write_(piece);
    // Even bound threads are elsewhere if an administrator moved them.
    const bool here = node_here(workers_.machine) == owner;
    if (!here) {
      for_each_stretch(piece,
                       [&](std::size_t begin, std::size_t end) { pages_.make_stretch(begin, end, owner); });
    }
    write_(piece);
    if (here && node_here(workers_.machine) != owner) {
      const std::lock_guard lock(strayed_mutex_);
      strayed_.push_back(piece);
    }
  }

  void touch(const Piece& piece) const {
    for_each_stretch(piece,
                     [&](std::size_t begin, std::size_t end) { make_pages(data_ + begin, end - begin); });
  }

  /// Pieces whose thread was moved to another node while it wrote them.
  void bring_back() const {
    for (const Piece& piece : strayed_) {
      for_each_stretch(piece, [&](std::size_t begin, std::size_t end) {
        move_to_node(data_ + begin, end - begin, owner_of(piece), workers_.machine);
      });
    }
  }

  int owner_of(const Piece& piece) const {
    return block_grid(placement_, matrix_).owner(piece.row, piece.column);
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

  char* data_;
  StoredMatrix matrix_;
  const Placement& placement_;
  const WritePiece& write_;
  const Workers& workers_;
  PageMaker pages_;
  bool by_touch_;
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
  Distribution(data, matrix, placement, memory, write, workers).run();
}

}  // namespace numapack
