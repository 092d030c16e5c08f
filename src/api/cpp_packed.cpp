// SPDX-License-Identifier: BSD-3-Clause
#include "numapack/packed.hpp"

#include "base/error.hpp"
#include "level3/call/routines.hpp"
#include "packed/packed.hpp"

namespace numapack {

namespace {

constexpr RoutineNames packed_gemm = RoutineNames::transposed_by_rows("gemm_packed", "m", "n", "a", "b");

}  // namespace

template <class T>
Packed<T>::Packed(Layout layout, Factor factor, Transpose op, std::int64_t rows, std::int64_t columns,
                  const T* data, std::int64_t leading)
    : layout_(layout), factor_(factor), rows_(rows), columns_(columns) {
  const bool is_row_major = is_by_rows("pack", layout);
  if (factor != Factor::a && factor != Factor::b)
    invalid("pack", "factor " + std::to_string(static_cast<int>(factor)) + " does not exist", "use a or b");
  // Row-major products are column-major ones of the transposes, in which A stands where B stood.
  const bool is_a = (factor == Factor::a) != is_row_major;
  const bool by_rows = factor == Factor::a;
  panels_ = std::make_unique<PackedOperand<T>>(is_a, op, by_rows ? rows : columns, by_rows ? columns : rows,
                                               data, leading);
}

template <class T>
Packed<T>::Packed(const Packed& like, std::unique_ptr<PackedOperand<T>> panels)
    : layout_(like.layout_),
      factor_(like.factor_),
      rows_(like.rows_),
      columns_(like.columns_),
      panels_(std::move(panels)) {}

template <class T>
Packed<T>::Packed(Packed&&) noexcept = default;
template <class T>
Packed<T>& Packed<T>::operator=(Packed&&) noexcept = default;
template <class T>
Packed<T>::~Packed() = default;

template <class T>
Packed<T> Packed<T>::copy() const {
  return Packed(*this, std::make_unique<PackedOperand<T>>(panels_->copy()));
}

template <class T>
std::size_t Packed<T>::bytes() const {
  return panels_->bytes();
}

template <class T>
Census Packed<T>::where() const {
  return panels_->where();
}

template <class T>
void gemm(const Packed<T>& packed, Transpose op, std::int64_t others, T alpha, const T* x, std::int64_t ldx,
          T beta, T* c, std::int64_t ldc) {
  const PackedPlan& plan = packed.panels().plan();
  Problem<T> problem;
  problem.names = &packed_gemm.in(packed.layout());
  problem.m = plan.is_a ? plan.lines : others;
  problem.n = plan.is_a ? others : plan.lines;
  problem.k = plan.depth;
  if (plan.is_a)
    problem.trans_b = op, problem.b = x, problem.ldb = ldx;
  else
    problem.trans_a = op, problem.a = x, problem.lda = ldx;
  problem.alpha = alpha, problem.beta = beta;
  problem.c = c, problem.ldc = ldc;
  multiply(packed.panels(), problem);
}

template class Packed<float>;
template void gemm(const Packed<float>&, Transpose, std::int64_t, float, const float*, std::int64_t, float,
                   float*, std::int64_t);
template class Packed<double>;
template void gemm(const Packed<double>&, Transpose, std::int64_t, double, const double*, std::int64_t,
                   double, double*, std::int64_t);
template class Packed<std::complex<float>>;
template void gemm(const Packed<std::complex<float>>&, Transpose, std::int64_t, std::complex<float>,
                   const std::complex<float>*, std::int64_t, std::complex<float>, std::complex<float>*,
                   std::int64_t);
template class Packed<std::complex<double>>;
template void gemm(const Packed<std::complex<double>>&, Transpose, std::int64_t, std::complex<double>,
                   const std::complex<double>*, std::int64_t, std::complex<double>, std::complex<double>*,
                   std::int64_t);

}  // namespace numapack
