// SPDX-License-Identifier: BSD-3-Clause
#include "grade/calls/random_call.hpp"

#include <fmt/core.h>

#include <algorithm>
#include <cmath>

#include "peer/work/random.hpp"

namespace numapack {

namespace {

/// Numbers of one call, one after the other.
class Draw {
 public:
  Draw(std::uint64_t seed, std::uint64_t number) : seed_(seed * 0x9e3779b97f4a7c15U + number) {}

  double fraction() { return random_number(seed_, count_++) + 0.5; }
  std::size_t below(std::size_t end) {
    return std::min(end - 1, static_cast<std::size_t>(fraction() * static_cast<double>(end)));
  }
  Index size() {
    constexpr double most = 1200;
    return static_cast<Index>(std::exp(fraction() * std::log(most)));
  }
  char letter(std::string_view letters) { return letters[below(letters.size())]; }

 private:
  std::uint64_t seed_, count_ = 0;
};

std::string_view letters_for(char kind, const BlasRoutine& routine, Type type) {
  if (kind == 's') return "LR";
  if (kind == 'u') return "LU";
  if (kind == 'd') return "NU";
  // Of a product with itself, a symmetric one is not conjugated, and a Hermitian one is.
  if (kind == 't' && routine.is_product()) return routine.hermitian ? "NC" : is_complex(type) ? "NT" : "NTC";
  return "NTC";
}

}  // namespace

std::vector<const BlasRoutine*> standard_routines() {
  std::vector<const BlasRoutine*> standard;
  for (const BlasRoutine& routine : kBlasRoutines)
    if (!routine.is_of_lapack() && routine.id != BlasName::gemmt) standard.push_back(&routine);
  return standard;
}

Job random_call(std::uint64_t seed, std::uint64_t number, const std::vector<const BlasRoutine*>& routines) {
  Draw draw(seed, number);
  const BlasRoutine& routine = *routines[draw.below(routines.size())];
  constexpr Type types[] = {Type::s, Type::d, Type::c, Type::z};
  const Type type = routine.hermitian ? types[2 + draw.below(2)] : types[draw.below(4)];
  std::string letters;
  for (const char kind : routine.letters) letters += draw.letter(letters_for(kind, routine, type));
  Job job;
  job.form = {&routine, letters};
  const Index m = draw.size(), n = draw.size(), k = draw.size();
  constexpr double scalars[] = {1, 1, -0.75, 0};
  job.alpha = scalars[draw.below(3)];
  job.beta = scalars[draw.below(4)];
  job.call = product_of(job.form, type, m, n, k, job.beta != 0.0);
  job.seed = seed * 1000003 + number;
  return job;
}

std::string describe_call(const Job& call) {
  std::string text = letter(call.call.type) + std::string(call.form.routine->name);
  for (const char one : call.form.letters) text += std::string(" ") + one;
  for (const char size : call.form.routine->sizes) {
    const Call& sizes = call.call;
    text += fmt::format(" {}={}", size, size == 'm' ? sizes.m : size == 'n' ? sizes.n : sizes.k);
  }
  if (!call.form.routine->is_of_lapack()) text += fmt::format(" alpha={:g}", call.alpha.real());
  if (call.form.routine->is_product()) text += fmt::format(" beta={:g}", call.beta.real());
  return text;
}

}  // namespace numapack
