// SPDX-License-Identifier: BSD-3-Clause
#pragma once

#include <gtest/gtest.h>

#include <cmath>
#include <map>
#include <sstream>
#include <string>
#include <vector>

#include "blas/faces/faces.hpp"
#include "blas/reference_lapack.hpp"
#include "blas/strewn.hpp"

namespace numapack::testing {

/// What a routine writes: for each library its own.
template <class Element>
struct Both {
  std::vector<Element> own, reference;
  explicit Both(std::vector<Element> both) : own(both), reference(std::move(both)) {}
};

inline bool is_finite(float x) { return std::isfinite(x); }
inline bool is_finite(double x) { return std::isfinite(x); }
template <class R>
bool is_finite(const std::complex<R>& x) {
  return std::isfinite(x.real()) && std::isfinite(x.imag());
}

/// Elements that one library has as numbers and the other has not, a routine.
struct Difference {
  long calls = 0, elements = 0;
  long lost = 0;  ///< not finite here, finite in the reference
  long kept = 0;  ///< the other way round
  long info = 0;  ///< calls with another info
};

/// The differences of all calls, and what the first calls with lost elements were.
struct Tally {
  std::map<std::string, Difference> routines;
  std::vector<std::string> examples;

  Difference sum() const {
    Difference all;
    for (const auto& [name, one] : routines) {
      all.calls += one.calls, all.elements += one.elements;
      all.lost += one.lost, all.kept += one.kept, all.info += one.info;
    }
    return all;
  }
};

/// Calls a routine of the library under test and of the reference with the same arguments.
template <class T>
class TwoLibraries {
 public:
  TwoLibraries(Tally& tally, std::string where) : tally_(tally), where_(std::move(where)) {}

  /// Without the type's letter. Sizes and letters by address; what is written as Both.
  template <class... Arguments>
  void call(const std::string& routine, Arguments&&... arguments) {
    routine_ = letter_of<T>() + routine;
    std::ostringstream text;
    text << routine_ << ' ' << where_;
    (describe(text, arguments), ...);
    called_ = text.str();
    ++difference().calls;
    run(dlsym(RTLD_DEFAULT, (routine_ + "_").c_str()), of_own(arguments)...);
    run(ReferenceLapack::get().find(routine_ + "_"), of_reference(arguments)...);
  }

  /// Elements for which counts(place).
  template <class Element, class Counts>
  void compare(const char* name, const Both<Element>& both, const Counts& counts) {
    long lost = 0, kept = 0;
    for (std::size_t i = 0; i < both.own.size(); ++i) {
      if (!counts(i)) continue;
      const bool own = is_finite(both.own[i]), reference = is_finite(both.reference[i]);
      ++difference().elements;
      lost += reference && !own;
      kept += own && !reference;
    }
    difference().lost += lost, difference().kept += kept;
    if (lost + kept > 0)
      note(std::string(": ") + name + ", " + std::to_string(lost) +
           " elements finite in the reference alone, " + std::to_string(kept) + " here alone");
  }
  template <class Element>
  void compare(const char* name, const Both<Element>& both) {
    compare(name, both, [](std::size_t) { return true; });
  }
  /// False if the calls say something else.
  bool same(const Both<int>& info) {
    if (info.own == info.reference) return true;
    ++difference().info;
    note(": info " + std::to_string(info.own[0]) + ", reference " + std::to_string(info.reference[0]));
    return false;
  }

 private:
  Difference& difference() { return tally_.routines[routine_]; }
  void note(const std::string& what) {
    if (tally_.examples.size() < 40) tally_.examples.push_back(called_ + what);
  }

  template <class... Arguments>
  static void run(void* function, Arguments... arguments) {
    ASSERT_NE(function, nullptr);
    // Fortran's lengths of letters come last.
    reinterpret_cast<void (*)(Arguments..., std::size_t, std::size_t, std::size_t, std::size_t)>(function)(
        arguments..., 1, 1, 1, 1);
  }

  template <class Element>
  static const Element* of_own(const Element* one) {
    return one;
  }
  template <class Element>
  static const Element* of_own(const std::vector<Element>& all) {
    return all.data();
  }
  template <class Element>
  static Element* of_own(Both<Element>& both) {
    return both.own.data();
  }
  template <class Element>
  static Element* of_reference(Both<Element>& both) {
    return both.reference.data();
  }
  template <class Argument>
  static auto of_reference(const Argument& argument) {
    return of_own(argument);
  }

  static void describe(std::ostream& to, const char* letter) { to << ' ' << *letter; }
  template <class Scalar>
  static void describe(std::ostream& to, const Scalar* scalar) {
    to << ' ' << *scalar;
  }
  template <class Matrix>
  static void describe(std::ostream&, const Matrix&) {}

  Tally& tally_;
  const std::string where_;
  std::string routine_, called_;
};

}  // namespace numapack::testing
