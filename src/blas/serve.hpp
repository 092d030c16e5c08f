// SPDX-License-Identifier: BSD-3-Clause
#pragma once

#include <complex>
#include <new>
#include <type_traits>

#include "blas/body.hpp"
#include "blas/counts/recorder.hpp"
#include "blas/settings.hpp"
#include "numapack/error.hpp"

namespace numapack::standard {

/// The letter of an element's type, as an index into type_letters.
template <class T>
inline constexpr std::size_t type_index = std::is_same_v<T, float>                 ? 0
                                          : std::is_same_v<T, double>              ? 1
                                          : std::is_same_v<T, std::complex<float>> ? 2
                                                                                   : 3;

/// The same whatever the environment says. False if it could not be done; the reason is kept for
/// say_nobody_does().
[[nodiscard]] bool is_done_leniently(const Body& body) noexcept;

/// False if it could not be done.
template <class Function>
[[nodiscard]] bool is_done(const Function& body) {
  if (!calls_are_lenient.load(std::memory_order_relaxed)) [[likely]] {
    try {
      body();
      return true;
    } catch (const Error&) {
      look_at_settings();
    } catch (const std::bad_alloc&) {
      look_at_settings();
    }
  }
  return is_done_leniently(Body(body));
}

/// Runs the call; false if it is left to the program's own BLAS, because the routine is switched off, the
/// call is too small, or it failed (no memory; operands that overlap, which the standard leaves open).
/// Nothing has been written then.
template <class T, class Body>
[[nodiscard]] bool serve(const Work& work, const Body& body) {
  Counted counted(work, type_index<T>);
  if (!settings().leaves(work) && is_done(body)) [[likely]]
    return true;
  counted.is_left();
  return false;
}

}  // namespace numapack::standard
