// SPDX-License-Identifier: BSD-3-Clause
#include "numapack/sparse.hpp"
#include "sparse/placed_csr.hpp"

namespace numapack {

namespace {

template <class T, class I>
SparsePattern<I> pattern_of_view(const CsrView<T, I>& view) {
  return {view.rows, view.columns, view.starts, view.indices};
}

}  // namespace

template <class T>
Csr<T>::Csr(const CsrView<T, std::int32_t>& view)
    : placed_(std::make_unique<PlacedCsr<T>>(pattern_of_view(view), view.values)) {}
template <class T>
Csr<T>::Csr(const CsrView<T, std::int64_t>& view)
    : placed_(std::make_unique<PlacedCsr<T>>(pattern_of_view(view), view.values)) {}
template <class T>
Csr<T>::Csr(Csr&&) noexcept = default;
template <class T>
Csr<T>& Csr<T>::operator=(Csr&&) noexcept = default;
template <class T>
Csr<T>::~Csr() = default;

template <class T>
std::int64_t Csr<T>::rows() const {
  return placed_->plan().rows;
}
template <class T>
std::int64_t Csr<T>::columns() const {
  return placed_->plan().columns;
}
template <class T>
std::int64_t Csr<T>::elements() const {
  return placed_->plan().elements;
}
template <class T>
std::size_t Csr<T>::bytes() const {
  return placed_->bytes();
}
template <class T>
Census Csr<T>::where() const {
  return placed_->where();
}

template <class T>
std::vector<CsrPart> Csr<T>::parts() const {
  std::vector<CsrPart> parts;
  for (const SparsePart& part : placed_->plan().parts)
    parts.push_back(
        {part.node, part.rows.begin, part.rows.size(), part.elements, placed_->parts()[parts.size()].used});
  return parts;
}

template <class T>
void spmv(const Csr<T>& a, T alpha, const T* x, T beta, T* y) {
  spmv(a.placed(), alpha, x, beta, y);
}
template <class T>
void spmv(const CsrView<T, std::int32_t>& a, T alpha, const T* x, T beta, T* y) {
  spmv(pattern_of_view(a), a.values, alpha, x, beta, y);
}
template <class T>
void spmv(const CsrView<T, std::int64_t>& a, T alpha, const T* x, T beta, T* y) {
  spmv(pattern_of_view(a), a.values, alpha, x, beta, y);
}

template class Csr<float>;
template class Csr<double>;
template class Csr<std::complex<float>>;
template class Csr<std::complex<double>>;
template void spmv(const Csr<float>&, float, const float*, float, float*);
template void spmv(const Csr<double>&, double, const double*, double, double*);
template void spmv(const Csr<std::complex<float>>&, std::complex<float>, const std::complex<float>*,
                   std::complex<float>, std::complex<float>*);
template void spmv(const Csr<std::complex<double>>&, std::complex<double>, const std::complex<double>*,
                   std::complex<double>, std::complex<double>*);
template void spmv(const CsrView<float, std::int32_t>&, float, const float*, float, float*);
template void spmv(const CsrView<double, std::int32_t>&, double, const double*, double, double*);
template void spmv(const CsrView<std::complex<float>, std::int32_t>&, std::complex<float>,
                   const std::complex<float>*, std::complex<float>, std::complex<float>*);
template void spmv(const CsrView<std::complex<double>, std::int32_t>&, std::complex<double>,
                   const std::complex<double>*, std::complex<double>, std::complex<double>*);
template void spmv(const CsrView<float, std::int64_t>&, float, const float*, float, float*);
template void spmv(const CsrView<double, std::int64_t>&, double, const double*, double, double*);
template void spmv(const CsrView<std::complex<float>, std::int64_t>&, std::complex<float>,
                   const std::complex<float>*, std::complex<float>, std::complex<float>*);
template void spmv(const CsrView<std::complex<double>, std::int64_t>&, std::complex<double>,
                   const std::complex<double>*, std::complex<double>, std::complex<double>*);

}  // namespace numapack
