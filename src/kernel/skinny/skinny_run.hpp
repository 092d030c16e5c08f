// SPDX-License-Identifier: BSD-3-Clause
#pragma once

// Skinny products from their register loops (internal linkage, see tile.hpp).

#include "base/scratch.hpp"
#include "kernel/pack/transpose.hpp"
#include "kernel/skinny/skinny_dots.hpp"
#include "kernel/skinny/skinny_finish.hpp"
#include "kernel/skinny/skinny_streams.hpp"
#include "kernel/skinny/skinny_tiles.hpp"

namespace numapack {
namespace {

/// What is between a skinny product's operands and C, in L1.
template <class T>
class SkinnyRun {
 public:
  using R = typename Parts<T>::Real;
  using V = typename Reals<R>::V;

  explicit SkinnyRun(const SkinnyProduct<T>& product) : p_(product), finish_(product) {}

  void work() {
    const bool by_rows = p_.form == SkinnyForm::by_rows;
    if (by_rows && p_.c_along == 1 && in_one_pass()) return work_at_once();
    for (Index j = 0; j < p_.few; j += most_few) {
      now_ = static_cast<int>(p_.few - j < most_few ? p_.few - j : most_few);
      columns_ = now_ * parts;
      by_rows ? work_by_rows(j) : work_by_depth(j);
    }
  }

 private:
  static constexpr int parts = Parts<T>::count, lanes = Reals<R>::lanes;
  static constexpr int most_few = 16 / parts;  ///< at a time
  static constexpr Index large = (Index{48} << 10) / static_cast<Index>(sizeof(R)),
                         small = large / 3;  ///< reals of a buffer

  /// Columns of L at a time, for so many sums of a row: few are streams that processors follow; more sums are
  /// worth fewer passes over them (CL-148, CL-151).
  Index pass(int sums) const { return sums > 4 ? 48 : sums == 1 ? p_.together : 16; }

  /// True if L stays in the caches next to the core while columns of C pass by.
  bool in_one_pass() const {
    if (p_.longer.along != 1) return p_.k <= skinny_gathered_depth;
    return p_.k <= most_shallow_skinny ||
           p_.longer.step * p_.k * static_cast<Index>(sizeof(T)) <= most_near_skinny_bytes;
  }

  TileBlock<R, parts> tile_block(Index row, Index column) const {
    const PackSource<T>& skinny = p_.skinny;
    return {reinterpret_cast<const R*>(p_.longer.data + row),
            p_.longer.step * parts,
            (p_.rows - row) * parts,
            reinterpret_cast<const R*>(skinny.data + column * skinny.along),
            skinny.along * parts,
            skinny.step * parts};
  }

  void work_at_once() {
    // So many rows that L's are in L1 for all columns.
    const bool gathers = p_.longer.along != 1;
    constexpr Index strips = 6 * lanes;  // of two or three vectors
    const Index fit = large / 2 / p_.k, unit = gathers && fit < strips ? lanes : strips;
    const Index rows = (fit < unit ? unit : fit / unit * unit) / parts;
    for (Index i = 0; i < p_.rows; i += rows) {
      const Index height = p_.rows - i < rows ? p_.rows - i : rows;
      TileBlock<R, parts> block = tile_block(i, 0);
      block.rows = height * parts;
      if (gathers) {
        gather(i, 0, height, p_.k, large_);
        block.data = large_;
        block.leading = height * parts;
      }
      const Final<T> target{finish_, p_.c + i, p_.c_across};
      constexpr Index together = 8;
      const Index all = p_.few * parts;
      for (Index j = 0; j < all; j += together)
        add_strips(block, target, j, j + together < all ? j + together : all, 0, p_.k);
    }
  }

  void work_by_rows(Index column) {
    const bool gathers = p_.longer.along != 1;
    sums_ = large_;
    sums_leading_ = (gathers ? large : large + small) / columns_ / lanes * lanes;
    Index rows = sums_leading_ / parts;
    if (gathers && small / parts / skinny_gathered_depth < rows) rows = small / parts / skinny_gathered_depth;
    const Index depth = gathers ? skinny_gathered_depth : pass(columns_);
    for (Index i = 0; i < p_.rows; i += rows) {
      const Index height = p_.rows - i < rows ? p_.rows - i : rows;
      clear_sums(height * parts);
      TileBlock<R, parts> block = tile_block(i, column);
      block.rows = height * parts;
      const Kept<R> target{sums_, sums_leading_};
      Index s = 0;
      if constexpr (parts == 1)
        if (p_.from_memory && columns_ == 1 && !gathers)
          for (; s + streams <= p_.k; s += streams) add_streams<R>(block, s, sums_);
      for (; s < p_.k; s += depth) {
        const Index steps = p_.k - s < depth ? p_.k - s : depth;
        if (gathers) {
          gather(i, s, height, steps, small_);
          TileBlock<R, parts> gathered = block;
          gathered.data = small_;
          gathered.leading = height * parts;
          gathered.skinny += s * block.step;
          add_strips(gathered, target, 0, columns_, 0, steps);
        } else {
          const R* const next = block.data + (s + steps < p_.k ? (s + steps) * block.leading : block.rows);
          add_strips(block, target, 0, columns_, s, steps, columns_ > 2 ? next : nullptr);
        }
      }
      write_out(i, column, height);
    }
  }

  /// A block of L in columns.
  void gather(Index row, Index first, Index height, Index steps, R* to) const {
    const PackSource<T>& from = p_.longer;
    transpose(from.data + row * from.along + first, from.along, height, steps, reinterpret_cast<T*>(to),
              height);
  }

  void work_by_depth(Index column) {
    sums_ = small_;
    sums_leading_ = small / columns_ / lanes * lanes;
    const Index rows = sums_leading_ / parts;
    // The whole product's columns, because it is the depth that fixes the bits.
    const Index whole_columns = (p_.whole_few < most_few ? p_.whole_few : most_few) * parts;
    const Index depth = large / whole_columns / lanes * lanes / parts;
    for (Index i = 0; i < p_.rows; i += rows) {
      const Index height = p_.rows - i < rows ? p_.rows - i : rows;
      clear_sums(height * parts);
      for (Index s = 0; s < p_.k; s += depth) {
        const Index steps = p_.k - s < depth ? p_.k - s : depth;
        if (i == 0 || p_.k > depth) point_to_skinny(column, s, steps);
        const PackSource<T>& longer = p_.longer;
        const DotBlock<R> block{reinterpret_cast<const R*>(longer.data + i * longer.along + s),
                                longer.along * parts,
                                height,
                                steps * parts,
                                skinny_,
                                now_};
        add_by_depth<R, parts>(block, sums_, sums_leading_);
      }
      write_out(i, column, height);
    }
  }

  /// The block of the skinny operand: where it lies if it lies along K.
  void point_to_skinny(Index column, Index first, Index steps) {
    const PackSource<T>& skinny = p_.skinny;
    const T* const from = skinny.data + column * skinny.along + first * skinny.step;
    for (int j = 0; j < now_; ++j) {
      const T* const x = from + j * skinny.along;
      T* const copy = reinterpret_cast<T*>(large_) + j * steps;
      skinny_[j] = reinterpret_cast<const R*>(skinny.step == 1 ? x : copy);
      for (Index s = 0; s < steps && skinny.step != 1; ++s) copy[s] = x[s * skinny.step];
    }
  }

  void clear_sums(Index reals) {
    for (int j = 0; j < columns_; ++j)
      for (Index i = 0; i < reals; i += lanes) store(sums_ + j * sums_leading_ + i, V{});
  }

  void write_out(Index row, Index column, Index height) const {
    finish_.by_mode([&]<typename SkinnyFinish<T>::Mode mode>() { write_by<mode>(row, column, height); });
  }
  template <typename SkinnyFinish<T>::Mode mode>
  void write_by(Index row, Index column, Index height) const {
    T* const c = p_.c + row * p_.c_along + column * p_.c_across;
    if (p_.c_along != 1) return write_scattered<mode>(c, height);
    for (int j = 0; j < now_; ++j) {
      const R* const sums = sums_ + j * parts * sums_leading_;
      R* const to = reinterpret_cast<R*>(c + j * p_.c_across);
      for (Index i = 0; i < height * parts; i += lanes) {
        const Index left = height * parts - i;
        finish_.template vector<mode>(to + i, finish_.product(sums + i, sums_leading_),
                                      left < lanes ? static_cast<int>(left) : lanes);
      }
    }
  }
  /// Rows of C lie far apart: their elements are collected in vectors.
  template <typename SkinnyFinish<T>::Mode mode>
  void write_scattered(T* c, Index height) const {
    constexpr int at_once = lanes / parts;
    alignas(vector_bytes) T old[at_once] = {}, now[at_once];
    for (int j = 0; j < now_; ++j) {
      const R* const sums = sums_ + j * parts * sums_leading_;
      for (Index i = 0; i < height; i += at_once) {
        T* const to = c + i * p_.c_along + j * p_.c_across;
        const int count = height - i < at_once ? static_cast<int>(height - i) : at_once;
        if constexpr (mode != SkinnyFinish<T>::Mode::store)
          for (int e = 0; e < count; ++e) old[e] = to[e * p_.c_along];
        store(reinterpret_cast<R*>(now),
              finish_.template value<mode>(load(reinterpret_cast<const R*>(old)),
                                           finish_.product(sums + i * parts, sums_leading_)));
        for (int e = 0; e < count; ++e) to[e * p_.c_along] = now[e];
      }
    }
  }

  const SkinnyProduct<T>& p_;
  const SkinnyFinish<T> finish_;
  int now_ = 0, columns_ = 0;  ///< skinny rows at a time, and as reals
  Index sums_leading_ = 0;
  const R* skinny_[16];
  R* sums_ = nullptr;  ///< one of the buffers; the other has columns of L, or skinny rows, if they are copied
  const Scratch<R, large + small> scratch_;
  R* const large_ = scratch_.data();
  R* const small_ = large_ + large;
};

template <class T>
void skinny(const SkinnyProduct<T>& product) {
  SkinnyRun<T>(product).work();
}

}  // namespace
}  // namespace numapack
