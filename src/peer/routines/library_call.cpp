// SPDX-License-Identifier: BSD-3-Clause
#include "peer/routines/library_call.hpp"

#include <limits>
#include <tuple>
#include <type_traits>
#include <utility>

#include "base/error.hpp"
#include "numapack/numapack.h"
#include "peer/routines/vector_call.hpp"

namespace numapack {

namespace {

/// A function at an address, whose parameters are what it is given.
template <class Result, class... Arguments>
Result call_at(void* address, const std::tuple<Arguments...>& arguments) {
  return std::apply(reinterpret_cast<Result (*)(Arguments...)>(address), arguments);
}

/// The same value or type for each of so many letters.
template <std::size_t count, class Make>
auto for_letters(const Make& make) {
  return [&]<std::size_t... i>(std::index_sequence<i...>) { return std::make_tuple(make(i)...); }
  (std::make_index_sequence<count>{});
}

/// Calls each(std::integral_constant) with the number of a routine's letters.
template <class Each>
auto with_count(std::size_t letters, const Each& each) {
  if (letters == 2) return each(std::integral_constant<std::size_t, 2>{});
  if (letters == 3) return each(std::integral_constant<std::size_t, 3>{});
  return each(std::integral_constant<std::size_t, 4>{});
}

/// Calls each(arguments) with alpha and those after it: `of` makes an argument of a leading dimension.
template <class Alpha, class Beta, class T, class Leading, class Each>
auto with_operands(const RoutineProblem<T>& p, Alpha alpha, Beta beta, const Leading& of, const Each& each) {
  using In = const void*;
  const auto a = std::make_tuple(alpha, In{p.a}, of(p.lda));
  const auto c = std::make_tuple(beta, static_cast<void*>(p.c), of(p.ldc));
  if (p.form.routine->operands == "AC") return each(std::tuple_cat(a, c));
  const auto b = std::make_tuple(static_cast<void*>(p.b), of(p.ldb));
  if (p.form.routine->operands == "AB") return each(std::tuple_cat(a, b));
  return each(std::tuple_cat(a, b, c));
}

/// All by address; the lengths at the end are what gfortran passes for the letters, and C ignores. herk's
/// real numbers are the first parts of complex ones.
template <class Integer, class T>
void call_fortran(void* address, const RoutineProblem<T>& p) {
  const std::string& letters = p.form.letters;
  const std::string_view names = p.form.routine->sizes;
  const Integer sizes[2] = {as_integer<Integer>(p.size(names[0])), as_integer<Integer>(p.size(names[1]))};
  Integer leading[3];
  std::size_t used = 0;
  const auto by_address = [&](Index value) -> const Integer* {
    leading[used] = as_integer<Integer>(value);
    return &leading[used++];
  };
  with_operands(p, static_cast<const void*>(&p.alpha), static_cast<const void*>(&p.beta), by_address,
                [&](const auto& operands) {
                  with_count(letters.size(), [&](auto count) {
                    const auto all = std::tuple_cat(
                        for_letters<count()>([&](std::size_t i) { return letters.data() + i; }),
                        std::make_tuple(&sizes[0], &sizes[1]), operands,
                        for_letters<count()>([](std::size_t) { return std::size_t{1}; }));
                    call_at<void>(address, all);
                  });
                });
}

/// Letters, integers and real numbers by value, complex numbers by address.
template <class T>
int call_numapack(void* address, const RoutineProblem<T>& p) {
  const std::string& letters = p.form.letters;
  const std::string_view names = p.form.routine->sizes;
  const auto with = [&](auto alpha, auto beta) {
    return with_operands(
        p, alpha, beta, [](Index value) { return std::int64_t{value}; },
        [&](const auto& operands) {
          return with_count(letters.size(), [&](auto count) {
            const auto all = std::tuple_cat(
                std::make_tuple(NUMAPACK_COLUMN_MAJOR),
                for_letters<count()>([&](std::size_t i) { return letters[i]; }),
                std::make_tuple(std::int64_t{p.size(names[0])}, std::int64_t{p.size(names[1])}), operands);
            return int{call_at<numapack_status>(address, all)};
          });
        });
  };
  if constexpr (std::is_floating_point_v<T>) {
    return with(p.alpha, p.beta);
  } else {
    const void *const alpha = &p.alpha, *const beta = &p.beta;
    if (p.form.routine->id == BlasName::herk) return with(p.alpha.real(), p.beta.real());
    if (p.form.routine->id == BlasName::her2k) return with(alpha, p.beta.real());
    return with(alpha, beta);
  }
}

}  // namespace

template <class Integer>
Integer as_integer(Index value) {
  if (value > std::numeric_limits<Integer>::max())
    invalid("peer", std::to_string(value) + " is beyond the library's 32-bit integers", "use a 64-bit build");
  return static_cast<Integer>(value);
}

template <class T>
int call_theirs(const LibraryRoutine& theirs, const RoutineProblem<T>& problem) {
  if (problem.form.routine->is_level_2()) return call_their_vector(theirs, problem);
  switch (theirs.interface) {
    case LibraryRoutine::Interface::numapack:
      return call_numapack(theirs.address, problem);
    case LibraryRoutine::Interface::fortran_64:
      call_fortran<std::int64_t>(theirs.address, problem);
      break;
    case LibraryRoutine::Interface::fortran_32:
      call_fortran<std::int32_t>(theirs.address, problem);
      break;
  }
  return NUMAPACK_OK;
}

template std::int32_t as_integer(Index);
template std::int64_t as_integer(Index);
template int call_theirs(const LibraryRoutine&, const RoutineProblem<float>&);
template int call_theirs(const LibraryRoutine&, const RoutineProblem<double>&);
template int call_theirs(const LibraryRoutine&, const RoutineProblem<std::complex<float>>&);
template int call_theirs(const LibraryRoutine&, const RoutineProblem<std::complex<double>>&);

}  // namespace numapack
