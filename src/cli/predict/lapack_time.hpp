// SPDX-License-Identifier: BSD-3-Clause
#pragma once

#include <algorithm>
#include <chrono>
#include <cstdint>
#include <functional>
#include <memory>
#include <vector>

#include "numapack/lapack.hpp"
#include "numapack/qr.hpp"
#include "peer/work/job.hpp"
#include "peer/work/random.hpp"

namespace numapack {

/// getrs, potrs, posv, ormqr, orgqr or gels of numapack in this process, which `gemm` does not measure:
/// random operands, and factors of them.
template <class T>
class TimedLapackCall {
 public:
  explicit TimedLapackCall(const Job& job)
      : seed_(job.seed), form_(job.form), m_(job.call.m), n_(job.call.n), k_(job.call.k) {
    switch (form_.routine->id) {
      case BlasName::getrs:
        a_ = random(0, m_ * m_), c_ = random(1, m_ * n_);
        pivots_.resize(std::size_t(m_));
        getrf(Layout::column_major, m_, m_, a_.data(), m_, pivots_.data());
        break;
      case BlasName::potrs:
      case BlasName::posv:
        a_ = random(0, m_ * m_), c_ = random(1, m_ * n_);
        // Positive definite: the diagonal is more than a row's sum.
        for (Index i = 0; i < m_; ++i) a_[std::size_t(i * (m_ + 1))] = T(2 * m_);
        if (form_.routine->id == BlasName::potrs)
          potrf(Layout::column_major, form_.uplo(), m_, a_.data(), m_);
        break;
      case BlasName::gels:
        a_ = random(0, m_ * n_), c_ = random(1, std::max(m_, n_) * k_);
        break;
      default: {
        const bool makes_q = form_.routine->id == BlasName::orgqr;
        order_ = form_.is_on_the_right() ? n_ : m_;
        a_ = random(0, order_ * (makes_q ? n_ : k_));
        if (!makes_q) c_ = random(1, m_ * n_);
        tau_.resize(std::size_t(k_));
        geqrf(Layout::column_major, order_, k_, a_.data(), order_, tau_.data());
      }
    }
  }

  /// Of one call, without those of finding its operands as they were.
  double seconds() {
    a_now_ = a_, c_now_ = c_;
    const auto begun = std::chrono::steady_clock::now();
    call();
    return std::chrono::duration<double>(std::chrono::steady_clock::now() - begun).count();
  }

 private:
  std::vector<T> random(int operand, Index elements) const {
    std::vector<T> numbers;
    for (Index i = 0; i < elements; ++i) numbers.push_back(random_element<T>(seed_, operand, i));
    return numbers;
  }
  void call() {
    T *const a = a_now_.data(), *const c = c_now_.data();
    switch (form_.routine->id) {
      case BlasName::getrs:
        return getrs(Layout::column_major, form_.trans(), m_, n_, a, m_, pivots_.data(), c, m_);
      case BlasName::gels:
        gels(Layout::column_major, form_.trans(), m_, n_, k_, a, m_, c, std::max(m_, n_));
        return;
      case BlasName::potrs:
        return potrs(Layout::column_major, form_.uplo(), m_, n_, a, m_, c, m_);
      case BlasName::posv:
        posv(Layout::column_major, form_.uplo(), m_, n_, a, m_, c, m_);
        return;
      case BlasName::orgqr:
        return orgqr(Layout::column_major, m_, n_, k_, a, m_, tau_.data());
      default:
        return ormqr(Layout::column_major, form_.side(), form_.trans(), m_, n_, k_, a, order_, tau_.data(), c,
                     m_);
    }
  }

  std::uint64_t seed_;
  RoutineForm form_;
  Index m_, n_, k_, order_ = 0;  ///< of Q
  std::vector<T> a_, c_, tau_, a_now_, c_now_;
  std::vector<std::int64_t> pivots_;
};

/// Its seconds(), of the job's type.
inline std::function<double()> timed_lapack_call(const Job& job) {
  return with_type(job.call.type, [&]<class T>() -> std::function<double()> {
    return [call = std::make_shared<TimedLapackCall<T>>(job)] { return call->seconds(); };
  });
}

}  // namespace numapack
