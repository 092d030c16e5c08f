// SPDX-License-Identifier: BSD-3-Clause
#include "numapack/matrix.hpp"

#include <algorithm>
#include <cstring>
#include <new>

#include "api/api_workers.hpp"
#include "base/error.hpp"
#include "machine/here.hpp"
#include "matrix/matrix_map.hpp"
#include "matrix/matrix_memory.hpp"
#include "memory/pages/census.hpp"
#include "memory/pages/migrate.hpp"
#include "memory/policy.hpp"

namespace numapack::detail {
namespace {

StoredMatrix stored(const Shape& shape) {
  if (shape.layout != Layout::column_major && shape.layout != Layout::row_major) {
    invalid("matrix", "layout " + std::to_string(static_cast<int>(shape.layout)) + " does not exist",
            "use 101 (row major) or 102 (column major)");
  }
  const StoredMatrix matrix{shape.rows, shape.columns, shape.leading, shape.element_bytes,
                            shape.layout == Layout::row_major};
  check_stored(matrix, "matrix");
  return matrix;
}

Placement resolved_here(const Placement& placement) {
  const Runtime& runtime = Runtime::get();
  return resolved(placement, runtime.machine(), bandwidth_by_home(runtime.profile()));
}

/// What a caller's function gets for a piece.
void hand_over(const WriteBlock& write, const Shape& whole, const StoredMatrix& matrix, void* data,
               const Piece& piece) {
  const Shape block{piece.rows, piece.columns, whole.leading, whole.element_bytes, whole.layout};
  write(block, static_cast<char*>(data) + matrix.offset(piece.row, piece.column), piece.row, piece.column);
}

}  // namespace

struct MatrixMemory::State {
  Shape shape;
  PlacedMatrix memory;
};

MatrixMemory::MatrixMemory(const Shape& shape, const MatrixOptions& options) {
  Runtime& runtime = Runtime::get();
  state_ = std::make_unique<State>(State{shape, PlacedMatrix(stored(shape), resolved_here(options.placement),
                                                             options.pages, runtime.machine())});
  if (options.make_pages) state_->memory.fill(nullptr, workers_of(runtime));
}

MatrixMemory::MatrixMemory(MatrixMemory&&) noexcept = default;
MatrixMemory& MatrixMemory::operator=(MatrixMemory&&) noexcept = default;
MatrixMemory::~MatrixMemory() = default;

int MatrixMemory::copies() const { return state_->memory.copies(); }
void* MatrixMemory::data(int copy) const { return state_->memory.data(copy); }
const Placement& MatrixMemory::placement() const { return state_->memory.placement(); }
std::size_t MatrixMemory::page_bytes() const { return state_->memory.page_bytes(); }
const std::string& MatrixMemory::policy_refused() const { return state_->memory.policy_refused(); }

int MatrixMemory::copy_here() const {
  const Machine& machine = Runtime::get().machine();
  const int here = node_here(machine);
  if (here < 0 || copies() == 1) return 0;
  const auto& from_here = machine.distances[static_cast<std::size_t>(here)];
  int best = 0;
  for (int copy = 1; copy < copies(); ++copy) {
    const auto distance = [&](int number) {
      return from_here[static_cast<std::size_t>(state_->memory.node_of(number))];
    };
    if (distance(copy) < distance(best)) best = copy;
  }
  return best;
}

Census MatrixMemory::where(int copy) const {
  return census(data(copy), state_->memory.matrix().span(), Runtime::get().machine());
}

void MatrixMemory::distribute(const WriteBlock& write) {
  state_->memory.fill(
      [&](int copy, const Piece& piece) {
        hand_over(write, state_->shape, state_->memory.matrix(), data(copy), piece);
      },
      workers_of(Runtime::get()));
}

void distribute(void* data, const Shape& shape, const Placement& placement, const WriteBlock& write) {
  const StoredMatrix matrix = stored(shape);
  const Placement wanted = resolved_here(placement);
  if (wanted.kind == Placement::Kind::replicated) {
    invalid("distribute", "one matrix cannot be replicated in place", "use Matrix with this placement");
  }
  if (data == nullptr && matrix.span() > 0) invalid("distribute", "data is a null pointer", "pass a matrix");
  Runtime& runtime = Runtime::get();
  const bool always = runtime.machine().transparent_huge_pages == "always";
  const bool huge = always && matrix.span() >= huge_page_bytes;
  numapack::distribute(
      data, matrix, wanted, {huge ? huge_page_bytes : runtime.machine().page_bytes, false, false},
      [&](const Piece& piece) { hand_over(write, shape, matrix, data, piece); }, workers_of(runtime));
}

void copy_block(const void* from, const Shape& from_shape, void* to, const Shape& to_shape) {
  const StoredMatrix source = stored(from_shape), target = stored(to_shape);
  const auto* const bytes = static_cast<const char*>(from);
  auto* const out = static_cast<char*>(to);
  const std::size_t element = source.element_bytes;
  if (source.row_major == target.row_major) {
    const auto length = static_cast<std::size_t>(target.line_elements()) * element;
    for (std::int64_t line = 0; line < target.lines(); ++line) {
      std::memcpy(out + static_cast<std::size_t>(line * target.leading) * element,
                  bytes + static_cast<std::size_t>(line * source.leading) * element, length);
    }
    return;
  }
  // A transposition in squares that fit the L1 cache both ways.
  constexpr std::int64_t square = 32;
  for (std::int64_t column = 0; column < target.columns; column += square) {
    for (std::int64_t row = 0; row < target.rows; row += square) {
      for (std::int64_t j = column; j < std::min(column + square, target.columns); ++j) {
        for (std::int64_t i = row; i < std::min(row + square, target.rows); ++i) {
          std::memcpy(out + target.offset(i, j), bytes + source.offset(i, j), element);
        }
      }
    }
  }
}

Migration migrate(void* data, const Shape& shape, const Placement& placement) {
  const Machine& machine = Runtime::get().machine();
  const StoredMatrix matrix = stored(shape);
  const Placement wanted = resolved_here(placement);
  check_placement(wanted, 0, machine);
  return numapack::migrate(
      page_map(wanted, matrix, reinterpret_cast<std::uintptr_t>(data), machine.page_bytes), machine);
}

std::string map(const void* data, const Shape& shape, int height, int width, bool colours) {
  const Machine& machine = Runtime::get().machine();
  const StoredMatrix matrix = stored(shape);
  return draw(map_of_pages(matrix, reinterpret_cast<std::uintptr_t>(data),
                           page_nodes(data, matrix.span(), machine), machine.page_bytes, height, width),
              machine, colours);
}

}  // namespace numapack::detail
