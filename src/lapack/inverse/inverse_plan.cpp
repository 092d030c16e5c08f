// SPDX-License-Identifier: BSD-3-Clause
#include "lapack/inverse/inverse_plan.hpp"

#include <algorithm>

namespace numapack {

namespace {

class InverseWalk {
 public:
  InverseWalk(const InverseShape& shape, const HomeMap& homes, const CallsSetting& setting)
      : shape_(shape), type_(setting.type), homes_(homes), calls_(setting) {}

  CallsPlan all() {
    const auto each = [this](const InverseStep& step) { add(step); };
    if (shape_.from_lu) {
      steps_of_triangle_inverse(Triangle::upper, Side::left, shape_.n, each);
      steps_of_division(shape_.n, std::min(shape_.n, columns_of_division), each);
      if (shape_.n > 0) calls_.add_lines("interchanges", true, homes_, 2);
    } else {
      const Side close = shape_.stored == Triangle::lower ? Side::left : Side::right;
      steps_of_triangle_inverse(shape_.stored, close, shape_.n, each);
      steps_of_adjoint_product(shape_.stored, shape_.n, each);
    }
    return calls_.plan();
  }

 private:
  bool is_lower() const { return !shape_.from_lu && shape_.stored == Triangle::lower; }

  void add(const InverseStep& step) {
    const Range rows = is_lower() ? step.second : step.first, columns = is_lower() ? step.first : step.second;
    switch (step.what) {
      case InverseStep::What::invert:
        return add_unblocked("inverse in cache", step.first);
      case InverseStep::What::multiply:
        return add_unblocked("square in cache", step.first);
      case InverseStep::What::trmm:
      case InverseStep::What::trsm: {
        const Range triangle = (step.side == Side::left) == is_lower() ? step.second : step.first;
        return calls_.add_triangle(
            {type_, step.what == InverseStep::What::trsm, step.side,
             is_lower() ? Triangle::lower : Triangle::upper, rows.size(), columns.size()},
            {homes_.part(triangle, triangle), homes_.part(rows, columns)});
      }
      case InverseStep::What::rank_k:
        return add_rank_k(step, homes_.part(rows, columns));
      case InverseStep::What::divide:
        return add_division(step.first, step.second);
    }
  }

  /// By the calling thread, which reads and writes this part of the matrix.
  void add_unblocked(const char* what, Range half) {
    const double n = double(half.size());
    calls_.add_alone(what, flops_each(type_) / 6 * n * n * n, n * n,
                     2 * calls_.elsewhere(homes_, half, half));
  }

  void add_rank_k(const InverseStep& step, const HomeMap& rectangle) {
    Call call;
    call.type = type_;
    call.m = call.n = step.first.size();
    call.k = step.second.size();
    const Transpose adjoint = Transpose::conjugate_transpose;
    (is_lower() ? call.a : call.b).op = is_complex(type_) ? adjoint : Transpose::transpose;
    call.a.leading = call.b.leading = call.c.leading = shape_.n;
    call.region = is_lower() ? MatrixType::lower : MatrixType::upper;
    calls_.add_product(is_complex(type_) ? "herk" : "syrk", call,
                       {rectangle, rectangle, homes_.part(step.first, step.first)});
  }

  /// L leaves its place for workspace of the caller's node.
  void add_division(Range block, Range behind) {
    const Range all{0, shape_.n};
    calls_.add_lines("copy of L", false, homes_.part({block.begin, shape_.n}, block), 1);
    const HomeMap x = homes_.part(all, block);
    if (behind.size() > 0) {
      Call call;
      call.type = type_;
      call.m = shape_.n, call.n = block.size(), call.k = behind.size();
      call.a.leading = call.c.leading = shape_.n;
      calls_.add_product("gemm", call,
                         {homes_.part(all, behind), calls_.of_caller(behind.size(), block.size()), x});
    }
    calls_.add_triangle({type_, true, Side::right, Triangle::lower, shape_.n, block.size()},
                        {calls_.of_caller(block.size(), block.size()), x});
  }

  const InverseShape shape_;
  const Type type_;
  const HomeMap& homes_;
  CallsWalk calls_;
};

}  // namespace

CallsPlan plan_inverse(const InverseShape& shape, const HomeMap& homes, const CallsSetting& setting) {
  return InverseWalk(shape, homes, setting).all();
}

}  // namespace numapack
