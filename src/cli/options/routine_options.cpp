// SPDX-License-Identifier: BSD-3-Clause
#include "cli/options/routine_options.hpp"

#include <fmt/format.h>

#include <CLI/CLI.hpp>
#include <algorithm>

#include "base/error.hpp"
#include "cli/options/quoted.hpp"

namespace numapack {

namespace {

constexpr char as_capital(char letter) {
  return letter >= 'a' && letter <= 'z' ? static_cast<char>(letter - 0x20) : letter;
}

std::string as_small(std::string text) {
  for (char& letter : text)
    if (letter >= 'A' && letter <= 'Z') letter = static_cast<char>(letter + 0x20);
  return text;
}

/// One of `allowed`, in either case.
char parse_letter(const std::string& text, const char* option, std::string_view allowed, const char* advice) {
  const char letter = text.size() == 1 ? as_capital(text[0]) : '\0';
  if (letter == '\0' || allowed.find(letter) == std::string_view::npos)
    invalid(option, quoted(text) + " is not possible", advice);
  return letter;
}

/// Which transpositions a symmetric or a Hermitian C has.
char parse_trans(const std::string& text, const BlasRoutine& routine, Type type) {
  const bool of_c = routine.is_product(), of_q = routine.is_by_q();
  if ((of_c && routine.hermitian) || (of_q && is_complex(type)))
    return parse_letter(text, "--trans", "NC", "use N or C");
  if (of_q) return parse_letter(text, "--trans", "NT", "use N or T");
  if (of_c && is_complex(type))
    return parse_letter(text, "--trans", "NT", "use N or T; herk and her2k have C");
  return parse_letter(text, "--trans", "NTC", "use N, T or C");
}

/// Of routines whose complex ones have names of their own.
std::string_view complex_name(const BlasRoutine& routine) {
  switch (routine.id) {
    case BlasName::ormqr:
      return "unmqr";
    case BlasName::orgqr:
      return "ungqr";
    case BlasName::ger:
      return "geru";
    default:
      return routine.name;
  }
}

/// "--uplo and --trans": the options of a routine's letters.
std::string letter_options(const BlasRoutine& routine) {
  std::string text;
  for (const char kind : routine.letters) {
    std::string name = letter_name(kind);
    std::replace(name.begin(), name.end(), '_', '-');
    text += (text.empty() ? "--" : kind == routine.letters.back() ? " and --" : ", --") + name;
  }
  return text;
}

}  // namespace

void add_routine_options(CLI::App& verb, RoutineOptions& options) {
  const char* const group = "Routine (of BLAS or of LAPACK; column-major)";
  const auto with_letter = [](char kind) {
    return routine_names([&](const BlasRoutine& one) { return one.has(kind); });
  };
  const auto add = [&](const char* name, std::string& value, const std::string& type,
                       const std::string& what) {
    verb.add_option(name, value, what)->group(group)->type_name(type)->capture_default_str();
  };
  std::string names = routine_names();
  std::erase(names, ' ');
  add("--routine", options.routine, "{" + names + "}",
      fmt::format("{}; also with a type's letter: dsyrk", routine_names()));
  verb.get_option("--routine")->option_text("NAME=" + options.routine);
  add("--side", options.side, "{L,R}",
      fmt::format("L or R: A is left or right of B, Q of C ({})", with_letter('s')));
  add("--uplo", options.uplo, "{L,U}",
      "L or U: the triangle that counts, of C or of A (also of potrf and potri)");
  add("--trans", options.trans, "{N,T,C}",
      fmt::format("N, T or C: op of A ({}; gemmt has --trans-a, -b)", with_letter('t')));
  add("--diag", options.diag, "{N,U}", "N or U: the triangle's diagonal is read, or counts as ones");
}

NamedRoutine parse_routine(const std::string& text) {
  const std::string name = as_small(text);
  if (const BlasRoutine* const routine = find_routine(name)) return {routine, std::nullopt};
  for (const Type type : {Type::s, Type::d, Type::c, Type::z}) {
    if (name.empty() || name[0] != letter(type)) continue;
    if (const BlasRoutine* const routine = find_routine(std::string_view(name).substr(1)))
      return {routine, type};
  }
  invalid("--routine", quoted(text) + " is no routine of level 2 or 3 or of LAPACK",
          "use " + routine_names() + ", also with s, d, c or z in front");
}

std::string routine_names(const std::function<bool(const BlasRoutine&)>& wanted) {
  std::string text;
  for (const BlasRoutine* const routine : all_routines())
    if (!wanted || wanted(*routine)) text += (text.empty() ? "" : ", ") + std::string(routine->name);
  return text;
}

RoutineForm parse_form(const RoutineOptions& options, const BlasRoutine& named, Type type,
                       const std::string& trans_a, const std::string& trans_b) {
  const BlasRoutine& routine = is_complex(type) ? *find_routine(complex_name(named)) : named;
  const auto refuse = [&](const char* advice) {
    invalid("--routine", fmt::format("there is no {}{}", letter(type), routine.name), advice);
  };
  if (routine.real && is_complex(type)) refuse("use --type s or d, or the Hermitian routine");
  if (routine.hermitian && !is_complex(type))
    refuse(routine.is_solver() ? "use --type c or z, or ormqr and orgqr"
                               : "use --type c or z, or the real routine");
  RoutineForm form{&routine, ""};
  if (form.is_gemm()) return form;
  for (const char kind : routine.letters) {
    if (kind == 's') form.letters += parse_letter(options.side, "--side", "LR", "use L or R");
    if (kind == 'u') form.letters += parse_letter(options.uplo, "--uplo", "LU", "use L or U");
    if (kind == 'd')
      form.letters += parse_letter(options.diag, "--diag", "NU", "use N or U, for a diagonal of ones");
    if (kind == 't') form.letters += parse_trans(options.trans, routine, type);
    if (kind == 'a') form.letters += parse_letter(trans_a, "--trans-a", "NTC", "use n, t or c");
    if (kind == 'b') form.letters += parse_letter(trans_b, "--trans-b", "NTC", "use n, t or c");
  }
  return form;
}

void refuse_foreign_options(const CLI::App& verb, const BlasRoutine& routine) {
  struct Owned {
    const char* option;
    bool has;
  };
  const bool is_gemm = routine.id == BlasName::gemm, is_measured = verb.get_name() == "gemm",
             by_panels = routine.id == BlasName::getrf || routine.id == BlasName::geqrf;
  for (const Owned& one : {Owned{"--side", routine.has('s')}, Owned{"--uplo", routine.has('u')},
                           Owned{"--trans", routine.has('t')}, Owned{"--diag", routine.has('d')},
                           Owned{"--trans-a", routine.has('a')}, Owned{"--trans-b", routine.has('b')}}) {
    if (!one.has && verb.count(one.option) > 0)
      invalid(one.option, std::string(routine.name) + " has none",
              routine.letters.empty() ? "leave it out" : "it has " + letter_options(routine));
  }
  for (const Owned& one :
       {Owned{"--alpha", routine.has_alpha()}, Owned{"--beta", routine.has_beta()},
        Owned{"-m", routine.has_size('m') || !routine.is_level_2()},
        Owned{"-k", !routine.is_level_2() && (routine.has_size('k') || !routine.is_of_lapack())},
        Owned{"--lda", !routine.is_vector(0)},
        Owned{"--ldb", routine.has_operand(1) && !routine.is_vector(1)},
        Owned{"--ldc", routine.has_operand(2) && !routine.is_vector(2)},
        Owned{"--row-major", is_gemm || (!is_measured && by_panels)}}) {
    if (!one.has && verb.count(one.option) > 0)
      invalid(one.option, std::string(routine.name) + " has none here", "leave it out");
  }
}

}  // namespace numapack
