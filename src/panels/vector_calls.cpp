// SPDX-License-Identifier: BSD-3-Clause
#include "panels/vector_calls.hpp"

#include "level2/near_product.hpp"
#include "level2/trsv_steps.hpp"

namespace numapack {

namespace {

class VectorWalk {
 public:
  VectorWalk(const VectorCall& call, const Homes& homes, const CallsSetting& setting)
      : call_(call), product_(call.product), homes_(homes), calls_(setting) {}

  CallsPlan all() {
    if (call_.kind == VectorCall::Kind::solve) {
      steps_of_trsv(is_lower_in_effect(), product_.k, [this](const TrsvStep& step) { add(step); });
    } else if (product_.is_structured()) {
      add_triangle();
    } else {
      multiply(call_.routine, product_, homes_);
    }
    return calls_.plan();
  }

 private:
  Pattern pattern() const { return product_.a.pattern; }
  bool is_lower_in_effect() const { return product_.a.triangle() == Triangle::lower; }

  /// What the calling thread does to a part of A by itself, and to two vectors.
  void add_alone(std::string_view what, const HomeMap& a, double flops, double share) {
    const Range rows{0, a.rows}, columns{0, a.columns};
    calls_.add_alone(what, flops, 0, share * calls_.elsewhere(a, rows, columns));
  }

  void multiply(std::string_view routine, const Call& product, const Homes& homes) {
    const double flops = product.flops();
    if (product.n == 1 && is_near(product)) return add_alone(routine, homes.a, flops, 1);
    calls_.add_product(routine, product, homes);
  }

  /// The stored triangle of a product's A, or of C.
  void add_triangle() {
    const bool updates = call_.kind == VectorCall::Kind::update;
    const HomeMap& matrix = updates ? homes_.c : homes_.a;
    const bool lower = updates ? product_.region == MatrixType::lower : pattern().stored == Triangle::lower;
    if (is_in_one_piece(matrix.rows)) return add_alone(call_.routine, matrix, call_.flops, updates ? 1 : 0.5);
    calls_.add_pieces(call_.routine, lower ? Triangle::lower : Triangle::upper,
                      updates ? PiecesUse::update : PiecesUse::product, matrix, homes_.c, call_.flops);
  }

  void add(const TrsvStep& step) {
    const Range rows = step.out, depth = step.in;
    if (step.what == TrsvStep::What::substitute) {
      const double n = double(rows.size());
      return add_alone("substitution", homes_.a.part(rows, rows), flops_each(product_.type) / 2 * n * n, 0.5);
    }
    Call part = product_;
    part.m = rows.size(), part.n = 1, part.k = depth.size();
    part.a.pattern = {};
    part.a.leading = product_.lda();
    part.reads_c = true;
    const bool across = transposes(product_.a.op);
    multiply("gemv", part,
             {homes_.a.part(across ? depth : rows, across ? rows : depth), homes_.c.part(depth, {0, 1}),
              homes_.c.part(rows, {0, 1})});
  }

  const VectorCall& call_;
  const Call& product_;
  const Homes& homes_;
  CallsWalk calls_;
};

}  // namespace

CallsPlan plan_vector_call(const VectorCall& call, const Homes& homes, const CallsSetting& setting) {
  return VectorWalk(call, homes, setting).all();
}

}  // namespace numapack
