// SPDX-License-Identifier: BSD-3-Clause
#pragma once

#include <dlfcn.h>

#include <algorithm>
#include <cmath>
#include <complex>
#include <cstdint>
#include <cstdio>
#include <cstdlib>
#include <functional>
#include <limits>
#include <string>
#include <utility>
#include <vector>

namespace numapack::testing {

/// A call of a standard routine that can be repeated without an allocation: copies `given` to `out`, then
/// runs the routine on `out`.
struct RoutineCase {
  std::string name;
  std::function<std::int32_t()> call;  ///< LAPACK's info; of other routines 0
  std::function<void()> keep;
  std::function<double()> difference;  ///< of out from what was kept, over the largest element of that
  std::function<std::uint64_t(std::uint64_t)> hash;  ///< of out's bits, begun with another one's
  double tolerance = 0;
};

/// Every routine with a Fortran name, of one type and order, with 32-bit integers.
template <class T>
class EveryRoutine {
 public:
  using R = decltype(std::real(T{}));
  using Int = std::int32_t;
  static constexpr bool complex = !std::is_floating_point_v<T>;

  EveryRoutine(Int n, char letter, std::vector<RoutineCase>& all) : n_(n), letter_(letter), all_(all) {}

  void add_level2() {
    const auto x = vector(), y = vector(), a = general();
    for (const char* const trans : {"N", "T"})
      for (const Int step : {1, -2})
        add("gemv", y, [=, this](T* out) {
          call("gemv", trans, &n_, &n_, &alpha_, p(a), &n_, p(x), s(step), &beta_, out, s(step));
        });
    for (const char* const name :
         complex ? std::vector<const char*>{"geru", "gerc"} : std::vector<const char*>{"ger"})
      for (const Int step : {1, 2})
        add(name, a,
            [=, this](T* out) { call(name, &n_, &n_, &alpha_, p(x), s(step), p(y), s(-step), out, &n_); });
    for (const char* const uplo : {"L", "U"})
      for (const Int step : {1, -2}) {
        for (const char* const name :
             complex ? std::vector<const char*>{"symv", "hemv"} : std::vector<const char*>{"symv"})
          add(name, y, [=, this](T* out) {
            call(name, uplo, &n_, &alpha_, p(a), &n_, p(x), s(step), &beta_, out, s(step));
          });
        for (const char* const trans : {"N", "T", "C"})
          for (const char* const name : {"trmv", "trsv"})
            add(name, x, [=, this](T* out) { call(name, uplo, trans, "N", &n_, p(a), &n_, out, s(step)); });
        const char *const one = complex ? "her" : "syr", *const two = complex ? "her2" : "syr2";
        add(one, a, [=, this](T* out) { call(one, uplo, &n_, &real_, p(x), s(step), out, &n_); });
        add(two, a,
            [=, this](T* out) { call(two, uplo, &n_, &alpha_, p(x), s(step), p(y), s(-step), out, &n_); });
      }
  }

  void add_level3() {
    const auto a = general(), b = general(), c = general();
    for (const char* const trans : {"N", "T", "C"}) {
      add("gemm", c, [=, this](T* out) {
        call("gemm", trans, "N", &n_, &n_, &n_, &alpha_, p(a), &n_, p(b), &n_, &beta_, out, &n_);
      });
      add("gemmt", c, [=, this](T* out) {
        call("gemmt", "U", "N", trans, &n_, &n_, &alpha_, p(a), &n_, p(b), &n_, &beta_, out, &n_);
      });
    }
    for (const char* const side : {"L", "R"})
      for (const char* const uplo : {"L", "U"}) {
        for (const char* const name :
             complex ? std::vector<const char*>{"symm", "hemm"} : std::vector<const char*>{"symm"})
          add(name, c, [=, this](T* out) {
            call(name, side, uplo, &n_, &n_, &alpha_, p(a), &n_, p(b), &n_, &beta_, out, &n_);
          });
        for (const char* const trans : {"N", "C"})
          for (const char* const name : {"trmm", "trsm"})
            for (const Int lines : {n_, std::min<Int>(n_, 3)})
              add(name, c, [=, this](T* out) {
                const bool left = *side == 'L';
                call(name, side, uplo, trans, "N", left ? &n_ : s(lines), left ? s(lines) : &n_, &alpha_,
                     p(a), &n_, out, &n_);
              });
      }
    for (const char* const uplo : {"L", "U"})
      for (const char* const trans : {"N", "T"}) {
        add("syrk", c,
            [=, this](T* out) { call("syrk", uplo, trans, &n_, &n_, &alpha_, p(a), &n_, &beta_, out, &n_); });
        add("syr2k", c, [=, this](T* out) {
          call("syr2k", uplo, trans, &n_, &n_, &alpha_, p(a), &n_, p(b), &n_, &beta_, out, &n_);
        });
        if (!complex) continue;
        const char* const adjoint = *trans == 'N' ? "N" : "C";
        add("herk", c, [=, this](T* out) {
          call("herk", uplo, adjoint, &n_, &n_, &real_, p(a), &n_, &real_, out, &n_);
        });
        add("her2k", c, [=, this](T* out) {
          call("her2k", uplo, adjoint, &n_, &n_, &alpha_, p(a), &n_, p(b), &n_, &real_, out, &n_);
        });
      }
  }

  void add_lapack() {
    const auto a = general(), b = general();
    const auto pivots = keep_alive(std::vector<Int>(static_cast<std::size_t>(n_)));
    const auto lu = keep_alive(*a);
    call("getrf", &n_, &n_, p(lu), &n_, pivots->data(), &info_);
    const Int nrhs = std::min<Int>(n_, 7), wide = 2 * n_ * n_;
    const auto work = keep_alive(std::vector<T>(static_cast<std::size_t>(wide)));
    const auto own = keep_alive(std::vector<Int>(static_cast<std::size_t>(n_)));
    const Int low = std::max<Int>(1, n_ / 2);
    for (const Int columns : {n_, low}) {
      add("getrf", a, [=, this](T* out) { call("getrf", &n_, s(columns), out, &n_, own->data(), &info_); });
      add("getrf", a, [=, this](T* out) { call("getrf", s(columns), &n_, out, &n_, own->data(), &info_); });
    }
    for (const char* const trans : {"N", "T", "C"})
      for (const Int columns : {n_, nrhs})
        add("getrs", b, [=, this](T* out) {
          call("getrs", trans, &n_, s(columns), p(lu), &n_, pivots->data(), out, &n_, &info_);
        });
    const auto copy = keep_alive(*a);
    add("gesv", b, [=, this](T* out) {
      std::copy(a->begin(), a->end(), copy->begin());
      call("gesv", &n_, s(nrhs), p(copy), &n_, own->data(), out, &n_, &info_);
    });
    add("getri", lu,
        [=, this](T* out) { call("getri", &n_, out, &n_, pivots->data(), work->data(), s(wide), &info_); });
    for (const char* const uplo : {"L", "U"}) {
      add("potrf", a, [=, this](T* out) { call("potrf", uplo, &n_, out, &n_, &info_); });
      for (const char* const name : {"potri", "lauum"})
        add(name, a, [=, this](T* out) { call(name, uplo, &n_, out, &n_, &info_); });
      for (const char* const diag : {"N", "U"})
        add("trtri", lu, [=, this](T* out) { call("trtri", uplo, diag, &n_, out, &n_, &info_); });
      add("potrs", b, [=, this](T* out) { call("potrs", uplo, &n_, s(nrhs), p(a), &n_, out, &n_, &info_); });
      add("posv", b, [=, this](T* out) {
        std::copy(a->begin(), a->end(), copy->begin());
        call("posv", uplo, &n_, s(nrhs), p(copy), &n_, out, &n_, &info_);
      });
    }
    add_qr(a, b, work, wide, low);
  }

 private:
  using Matrix = std::vector<T>*;

  void add_qr(Matrix a, Matrix b, Matrix work, Int wide, Int low) {
    const auto tau = keep_alive(std::vector<T>(static_cast<std::size_t>(n_))), qr = keep_alive(*a),
               of_qr = keep_alive(std::vector<T>(static_cast<std::size_t>(n_))), copy = keep_alive(*a);
    call("geqrf", &n_, &n_, p(qr), &n_, of_qr->data(), work->data(), &wide, &info_);
    for (const Int columns : {n_, low}) {
      add("geqrf", a, [=, this](T* out) {
        call("geqrf", &n_, s(columns), out, &n_, tau->data(), work->data(), s(wide), &info_);
      });
      add("geqrf", a, [=, this](T* out) {
        call("geqrf", s(columns), &n_, out, &n_, tau->data(), work->data(), s(wide), &info_);
      });
      const char* const name = complex ? "ungqr" : "orgqr";
      add(name, qr, [=, this](T* out) {
        call(name, &n_, &n_, s(columns), out, &n_, of_qr->data(), work->data(), s(wide), &info_);
      });
    }
    for (const char* const side : {"L", "R"})
      for (const bool transposed : {false, true}) {
        const char *const name = complex ? "unmqr" : "ormqr", *const trans = !transposed ? "N"
                                                                             : complex   ? "C"
                                                                                         : "T";
        add(name, b, [=, this](T* out) {
          call(name, side, trans, &n_, &n_, s(low), p(qr), &n_, of_qr->data(), out, &n_, work->data(),
               s(wide), &info_);
        });
      }
    for (const bool transposed : {false, true})
      for (const bool high : {false, true})
        add("gels", b, [=, this](T* out) {
          std::copy(a->begin(), a->end(), copy->begin());
          call("gels",
               !transposed ? "N"
               : complex   ? "C"
                           : "T",
               high ? &n_ : s(low), high ? s(low) : &n_, s(low), p(copy), &n_, out, &n_, work->data(),
               s(wide), &info_);
        });
  }

  /// Far from singular; positive definite in the triangle that a Hermitian routine reads.
  Matrix general() {
    std::vector<T> all = random(static_cast<std::size_t>(n_) * static_cast<std::size_t>(n_));
    for (Int i = 0; i < n_; ++i)
      all[static_cast<std::size_t>(i) * static_cast<std::size_t>(n_ + 1)] = T(R(2 * n_));
    return keep_alive(std::move(all));
  }
  Matrix vector() { return keep_alive(random(2 * static_cast<std::size_t>(n_))); }
  std::vector<T> random(std::size_t count) {
    std::vector<T> all(count);
    for (T& element : all) {
      R parts[2];
      for (R& part : parts) {
        state_ = state_ * 6364136223846793005u + 1442695040888963407u;
        part = R(double(state_ >> 11) / double(std::uint64_t{1} << 52) - 1);
      }
      if constexpr (complex)
        element = T(parts[0], parts[1]);
      else
        element = parts[0];
    }
    return all;
  }

  // Whatever a call names lives as long as the program.
  template <class Kept>
  static Kept* keep_alive(Kept value) {
    return new Kept(std::move(value));
  }
  static const Int* s(Int value) {
    static const std::vector<Int>* const all = [] {
      auto* const made = new std::vector<Int>(2'000'001);
      for (std::size_t i = 0; i < made->size(); ++i) (*made)[i] = static_cast<Int>(i) - 1'000'000;
      return made;
    }();
    return &(*all)[static_cast<std::size_t>(value + 1'000'000)];
  }
  static T* p(Matrix matrix) { return matrix->data(); }

  template <class... Arguments>
  void call(const char* routine, Arguments... arguments) const {
    char name[32];
    std::snprintf(name, sizeof name, "%c%s_", letter_, routine);
    reinterpret_cast<void (*)(Arguments...)>(find(name))(arguments...);
  }
  /// Looked up once: the search may want memory.
  static void* find(const char* name) {
    static std::pair<std::string, void*> known[64];
    for (auto& [of, function] : known) {
      if (of.empty()) {
        function = dlsym(RTLD_DEFAULT, name);
        if (function == nullptr) {
          std::fprintf(stderr, "there is no %s\n", name);
          std::exit(2);
        }
        of = name;
      }
      if (of == name) return function;
    }
    std::exit(2);
  }

  template <class Call>
  void add(const char* routine, Matrix given, const Call& body) {
    auto* const out = new std::vector<T>(*given);
    auto* const kept = new std::vector<T>;
    RoutineCase one;
    one.name = letter_ + std::string(routine) + ", n = " + std::to_string(n_);
    one.call = [=, info = &info_] {
      *info = 0;
      std::copy(given->begin(), given->end(), out->begin());
      body(out->data());
      return *info;
    };
    one.keep = [=] { *kept = *out; };
    one.difference = [=] {
      double most = 0, largest = 0;
      for (std::size_t i = 0; i < out->size(); ++i) {
        largest = std::max<double>(largest, std::abs((*kept)[i]));
        const double apart = std::abs((*out)[i] - (*kept)[i]);
        if (!(apart <= most)) most = apart;  // NaN counts
      }
      return most / largest;
    };
    one.hash = [=](std::uint64_t hash) {
      const auto* const bytes = reinterpret_cast<const unsigned char*>(out->data());
      for (std::size_t i = 0; i < out->size() * sizeof(T); ++i) hash = (hash ^ bytes[i]) * 1099511628211u;
      return hash;
    };
    one.tolerance = 100 * double(n_) * double(std::numeric_limits<R>::epsilon());
    all_.push_back(std::move(one));
  }

  const Int n_;
  const char letter_;
  std::vector<RoutineCase>& all_;
  std::uint64_t state_ = 4711;
  const T alpha_ = T(R(0.75)), beta_ = T(R(-0.5));
  const R real_ = R(0.625);
  mutable Int info_ = 0;
};

}  // namespace numapack::testing
