// SPDX-License-Identifier: BSD-3-Clause
#pragma once

#include <atomic>
#include <cstdint>
#include <string>
#include <tuple>
#include <type_traits>

#include "blas/settings.hpp"

namespace numapack::standard {

/// The function of this name in the BLAS that a complete library (src/blas/complete/) contains; null if that
/// has none. Defined in complete libraries only. Thread-safe.
__attribute__((weak)) void* find_held(const char* name) noexcept;

/// In a complete library find_held(). Else the first function of this name in this process that belongs to no
/// numapack: in libraries after this one, then in locally loaded ones (a wheel's BLAS, which Python loads
/// with RTLD_LOCAL), also under the names of wheels and of OpenBLAS. Null if there is none. Slow.
/// Thread-safe.
void* find_next(const char* name) noexcept;

/// The program's own function of this name, in place of the BLAS's: from a library, even a locally loaded
/// one, that has no products and no factorisations. NumPy's modules have such an xerbla_, which raises an
/// exception; they find it before their BLAS's, but after a preloaded one. Null if there is none. Slow.
/// Thread-safe.
void* find_handler(const char* name) noexcept;

/// Why this library did not do this thread's last call.
void keep_reason(const char* reason) noexcept;

/// Reports that no library runs a routine, once per process and routine, because a silent wrong answer is
/// worse.
void say_nobody_does(const char* name) noexcept;

/// LAPACK's info, its routines' last argument, when no library runs it: LAPACKE's value for a lack of memory.
inline constexpr int info_of_nobody = -1010;

/// What this thread is handing over to others: a front that has this library behind it (FlexiBLAS) hands it
/// back. Kept by value, since a program's xerbla may jump out of a call: what is forgotten then is done here
/// instead of being left.
class HandedOver {
 public:
  explicit HandedOver(const void* what) noexcept;
  ~HandedOver();
  HandedOver(const HandedOver&) = delete;
  HandedOver& operator=(const HandedOver&) = delete;

  /// Whether it is being handed over, or too much is.
  static bool is_back(const void* what) noexcept;
};

/// The file that an address was loaded from; "" if none was.
std::string file_of(const void* address);

/// The same routine in the program's BLAS, for calls that this library leaves. Thread-safe.
template <class Function>
class Left;
template <class... Arguments>
class Left<void(Arguments...)> {
 public:
  /// `own`: this library's own, for calls that settings left to the program; null: this library never runs
  /// them.
  explicit constexpr Left(const char* name, void (*own)(Arguments...) = nullptr) : name_(name), own_(own) {}

  void operator()(Arguments... arguments) {
    if (HandedOver::is_back(this)) return do_it_all_the_same(arguments...);
    void* found = found_.load(std::memory_order_relaxed);
    if (found == nullptr) {
      found = find_next(name_);
      if (found == nullptr) return do_it_all_the_same(arguments...);
      found_.store(found, std::memory_order_relaxed);
    }
    const HandedOver now(this);
    reinterpret_cast<void (*)(Arguments...)>(found)(arguments...);
  }

 private:
  void do_it_all_the_same(Arguments... arguments) {
    bool& nobody_else_does = Settings::nobody_else_does;
    if (own_ == nullptr || nobody_else_does) {
      say_nobody_does(name_);
      using Last = std::tuple_element_t<sizeof...(Arguments) - 1, std::tuple<Arguments...>>;
      if constexpr (std::is_same_v<Last, std::int32_t*> || std::is_same_v<Last, std::int64_t*>)
        *std::get<sizeof...(Arguments) - 1>(std::tie(arguments...)) = info_of_nobody;
      return;
    }
    nobody_else_does = true;
    own_(arguments...);
    nobody_else_does = false;
  }

  const char* const name_;
  void (*const own_)(Arguments...);
  std::atomic<void*> found_{nullptr};
};

}  // namespace numapack::standard
