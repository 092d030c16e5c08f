// SPDX-License-Identifier: BSD-3-Clause
#pragma once

#include <complex>
#include <new>
#include <type_traits>

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

/// False if it could not be done.
template <class Body>
[[nodiscard]] bool is_done(const Body& body) {
  try {
    body();
    return true;
  } catch (const Error&) {
    return false;
  } catch (const std::bad_alloc&) {
    return false;
  }
}

/// Does it; false if it is left to the program's own BLAS: it is switched off, too small, or could not be
/// done (no memory; operands that overlap, which the standard leaves open). Nothing has been written then.
template <class T, class Body>
[[nodiscard]] bool serve(const Work& work, const Body& body) {
  Counted counted(work, type_index<T>);
  if (!settings().leaves(work) && is_done(body)) [[likely]]
    return true;
  counted.is_left();
  return false;
}

}  // namespace numapack::standard
