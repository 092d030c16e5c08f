// SPDX-License-Identifier: BSD-3-Clause
#pragma once

#include <algorithm>
#include <optional>
#include <ostream>
#include <vector>

#include "support/guarded.hpp"
#include "support/random.hpp"
#include "support/reference.hpp"

namespace numapack::testing {

/// A random problem whose three operands each end at an inaccessible page.
template <class T>
class Operands {
 public:
  struct Sizes {
    Index m, n, k;
    Transpose trans_a = Transpose::none, trans_b = Transpose::none;
    Index slack_a = 0, slack_b = 0, slack_c = 0;  ///< leading dimension beyond the stored rows
  };

  Operands(const Sizes& sizes, T alpha, T beta, Generator& generator)
      : a_(stored(rows_a(sizes) + sizes.slack_a, rows_a(sizes), columns_a(sizes))),
        b_(stored(rows_b(sizes) + sizes.slack_b, rows_b(sizes), columns_b(sizes))),
        c_(stored(sizes.m + sizes.slack_c, sizes.m, sizes.n)),
        problem{sizes.trans_a,
                sizes.trans_b,
                sizes.m,
                sizes.n,
                sizes.k,
                alpha,
                a_.data(),
                std::max<Index>(1, rows_a(sizes) + sizes.slack_a),
                b_.data(),
                std::max<Index>(1, rows_b(sizes) + sizes.slack_b),
                beta,
                c_.data(),
                std::max<Index>(1, sizes.m + sizes.slack_c)} {
    for (const Guarded<T>* memory : {&a_, &b_, &c_})
      for (std::size_t i = 0; i < memory->size(); ++i) (*memory)[i] = random_value<T>(generator);
    before.assign(c_.data(), c_.data() + c_.size());
  }

  /// C as it was.
  void restore() { std::copy(before.begin(), before.end(), c_.data()); }

  /// "" if C is right and nothing between its columns was written. A and B stay as they were at the first
  /// check.
  std::string check() {
    for (Index j = 0; problem.m > 0 && j + 1 < problem.n; ++j)
      for (Index i = problem.m; i < problem.ldc; ++i)
        if (c_[static_cast<std::size_t>(i + j * problem.ldc)] !=
            before[static_cast<std::size_t>(i + j * problem.ldc)])
          return "written below column " + std::to_string(j);
    if (!reference_) reference_.emplace(problem);
    return reference_->compare(problem, before.data());
  }

  std::vector<T> result() const { return {c_.data(), c_.data() + c_.size()}; }
  const Guarded<T>& a() const { return a_; }
  const Guarded<T>& b() const { return b_; }
  const Guarded<T>& c() const { return c_; }

 private:
  static Index rows_a(const Sizes& s) { return transposes(s.trans_a) ? s.k : s.m; }
  static Index columns_a(const Sizes& s) { return transposes(s.trans_a) ? s.m : s.k; }
  static Index rows_b(const Sizes& s) { return transposes(s.trans_b) ? s.n : s.k; }
  static Index columns_b(const Sizes& s) { return transposes(s.trans_b) ? s.k : s.n; }
  static std::size_t stored(Index leading, Index rows, Index columns) {
    return rows == 0 || columns == 0 ? 0 : static_cast<std::size_t>(leading * (columns - 1) + rows);
  }

  Guarded<T> a_, b_, c_;
  std::optional<Reference<T>> reference_;

 public:
  Problem<T> problem;
  std::vector<T> before;
};

template <class T>
std::ostream& operator<<(std::ostream& out, const Operands<T>& operands) {
  const Problem<T>& p = operands.problem;
  return out << letter(type_of<T>()) << "gemm " << letter(p.trans_a) << letter(p.trans_b) << " m=" << p.m
             << " n=" << p.n << " k=" << p.k << " lda=" << p.lda << " ldb=" << p.ldb << " ldc=" << p.ldc
             << " alpha=" << p.alpha << " beta=" << p.beta;
}

}  // namespace numapack::testing
