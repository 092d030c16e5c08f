// SPDX-License-Identifier: BSD-3-Clause
#include "peer/processes/blas_library.hpp"

#include <dlfcn.h>

#include <type_traits>

#include "base/error.hpp"
#include "numapack/numapack.h"

namespace numapack {

namespace {

constexpr const char* kPrefixes[] = {"", "scipy_"};
constexpr const char* kWideSuffixes[] = {"64_", "_64_", "_64"};  // OpenBLAS: dgemm_64_, others: dgemm_64

/// The Fortran interface; the two lengths at the end are what gfortran passes for the letters, and C ignores.
template <class T, class Integer>
using FortranGemm = void (*)(const char*, const char*, const Integer*, const Integer*, const Integer*,
                             const T*, const T*, const Integer*, const T*, const Integer*, const T*, T*,
                             const Integer*, std::size_t, std::size_t);

template <class T, class Integer>
void call(void* address, const Problem<T>& p) {
  if (p.trans_a == Transpose::conjugate || p.trans_b == Transpose::conjugate) {
    invalid("peer", "BLAS has no operation that conjugates without transposing", "use n, t or c");
  }
  const char trans_a = letter(p.trans_a), trans_b = letter(p.trans_b);
  const auto m = as_integer<Integer>(p.m), n = as_integer<Integer>(p.n), k = as_integer<Integer>(p.k);
  const auto lda = as_integer<Integer>(p.lda), ldb = as_integer<Integer>(p.ldb),
             ldc = as_integer<Integer>(p.ldc);
  reinterpret_cast<FortranGemm<T, Integer>>(address)(&trans_a, &trans_b, &m, &n, &k, &p.alpha, p.a, &lda, p.b,
                                                     &ldb, &p.beta, p.c, &ldc, 1, 1);
}

/// Returns a numapack_status.
template <class T>
int call_numapack(void* address, const Problem<T>& p) {
  using Complex = std::conditional_t<std::is_same_v<T, std::complex<float>>, decltype(&numapack_cgemm),
                                     decltype(&numapack_zgemm)>;
  using Real =
      std::conditional_t<std::is_same_v<T, float>, decltype(&numapack_sgemm), decltype(&numapack_dgemm)>;
  constexpr bool real = std::is_floating_point_v<T>;
  const auto scalar = [](const T& value) {
    if constexpr (real) {
      return value;
    } else {
      return static_cast<const void*>(&value);
    }
  };
  return reinterpret_cast<std::conditional_t<real, Real, Complex>>(address)(
      NUMAPACK_COLUMN_MAJOR, letter(p.trans_a), letter(p.trans_b), p.m, p.n, p.k, scalar(p.alpha), p.a, p.lda,
      p.b, p.ldb, scalar(p.beta), p.c, p.ldc);
}

template <class Integer>
Index solve_system(void* getrf, void* getrs, Index n_wide, double* a, double* b,
                   const std::function<void()>& factored) {
  using Getrf = void (*)(const Integer*, const Integer*, double*, const Integer*, Integer*, Integer*);
  using Getrs = void (*)(const char*, const Integer*, const Integer*, const double*, const Integer*,
                         const Integer*, double*, const Integer*, Integer*, std::size_t);
  const auto n = static_cast<Integer>(n_wide);
  std::vector<Integer> pivots(static_cast<std::size_t>(n_wide));
  Integer info = 0, one = 1;
  reinterpret_cast<Getrf>(getrf)(&n, &n, a, &n, pivots.data(), &info);
  factored();
  if (info != 0) return info;
  reinterpret_cast<Getrs>(getrs)("N", &n, &one, a, &n, pivots.data(), b, &n, &info, 1);
  return info;
}

}  // namespace

BlasLibrary::BlasLibrary(const std::vector<std::string>& paths, Names names) : names_(names) {
  std::string refusals;
  for (const std::string& path : paths) {
    // Lazy: some distributions' libraries leave symbols of threading layers open that are never called.
    handle_ = dlopen(path.c_str(), RTLD_LAZY | RTLD_LOCAL);
    if (handle_ != nullptr) {
      path_ = path;
      break;
    }
    const char* why = dlerror();
    refusals += (refusals.empty() ? "" : ", ") + std::string(why != nullptr ? why : path.c_str());
  }
  if (handle_ == nullptr) invalid("--peer", "does not load: " + refusals, "install it or give NAME=PATH");
  bool any = false;
  for (const Type type : {Type::s, Type::d, Type::c, Type::z}) {
    Routine& routine = routines_[static_cast<int>(type)];
    routine = find_routine(std::string(1, letter(type)) + "gemm");
    any = any || routine.address != nullptr;
  }
  if (!any) invalid("--peer", path_ + " has no gemm_ routine", "give the path of a BLAS library");
}

void* BlasLibrary::find(const char* symbol) const { return dlsym(handle_, symbol); }

BlasLibrary::Routine BlasLibrary::find_routine(const std::string& base) const {
  const std::string own = "numapack_" + base;
  if (names_ == Names::standard) {
    if (Routine standard = find_standard(base); standard.address != nullptr) return standard;
  }
  if (void* address = find(own.c_str())) return {address, own, Interface::numapack};
  return find_standard(base);
}

BlasLibrary::Routine BlasLibrary::find_standard(const std::string& base) const {
  for (const char* prefix : kPrefixes) {
    const std::string narrow = std::string(prefix) + base + "_";
    if (void* address = find(narrow.c_str())) return {address, narrow, Interface::fortran_32};
    for (const char* suffix : kWideSuffixes) {
      for (const std::string& wide : {prefix + base + "_" + suffix, prefix + base + suffix}) {
        if (void* address = find(wide.c_str())) return {address, wide, Interface::fortran_64};
      }
    }
  }
  return {};
}

std::string BlasLibrary::gemm_symbol(Type type) const {
  const Routine& routine = routines_[static_cast<int>(type)];
  if (routine.address == nullptr) {
    throw Error(ErrorCode::not_supported, "--peer", path_ + " has no " + letter(type) + "gemm",
                "choose another type");
  }
  return routine.symbol;
}

LibraryRoutine BlasLibrary::routine(const RoutineForm& form, Type type) const {
  LibraryRoutine found = find_routine(letter(type) + std::string(form.routine->name));
  if (found.address == nullptr)
    throw Error(ErrorCode::not_supported, "--peer", path_ + " has no " + missing(form, type),
                "choose another routine");
  return found;
}

std::string BlasLibrary::missing(const RoutineForm& form, Type type) const {
  const std::string name = letter(type) + std::string(form.routine->name);
  return find_routine(name).address == nullptr ? name : "";
}

void BlasLibrary::expect_ok(int status) const {
  if (status == NUMAPACK_OK) return;
  void* const words = find("numapack_error_message");
  throw Error(ErrorCode::invalid_argument, "peer",
              path_ + " says: " + (words != nullptr ? reinterpret_cast<const char* (*)()>(words)() : "no"),
              "choose another problem");
}

std::string BlasLibrary::version() const {
  if (void* address = find("numapack_version")) return reinterpret_cast<const char* (*)()>(address)();
  for (const char* name : {"openblas_get_config", "scipy_openblas_get_config", "openblas_get_config64_",
                           "scipy_openblas_get_config64_"}) {
    if (void* address = find(name)) return reinterpret_cast<const char* (*)()>(address)();
  }
  if (void* address = find("bli_info_get_version_str")) {
    std::string version = std::string("BLIS ") + reinterpret_cast<const char* (*)()>(address)();
    void* initialise = find("bli_init");  // without it, a BLIS_ARCH_TYPE makes the query abort
    void* query = find("bli_arch_query_id");
    void* to_text = find("bli_arch_string");
    if (initialise != nullptr && query != nullptr && to_text != nullptr) {
      reinterpret_cast<void (*)()>(initialise)();
      const int id = reinterpret_cast<int (*)()>(query)();
      version += std::string(" ") + reinterpret_cast<const char* (*)(int)>(to_text)(id);
    }
    return version;
  }
  if (void* address = find("mkl_get_version_string")) {
    std::string text(256, '\0');
    reinterpret_cast<void (*)(char*, int)>(address)(text.data(), static_cast<int>(text.size()) - 1);
    text.resize(text.find_last_not_of(std::string_view(" \0", 2)) + 1);
    return text;
  }
  return {};
}

template <class T>
void BlasLibrary::gemm(const Problem<T>& problem) const {
  const Routine& routine = routines_[static_cast<int>(type_of<T>())];
  if (routine.address == nullptr) gemm_symbol(type_of<T>());  // says what is missing
  switch (routine.interface) {
    case Interface::numapack:
      return expect_ok(call_numapack(routine.address, problem));
    case Interface::fortran_64:
      return call<T, std::int64_t>(routine.address, problem);
    case Interface::fortran_32:
      return call<T, std::int32_t>(routine.address, problem);
  }
}

bool BlasLibrary::has_solver() const {
  const Routine getrf = find_routine("dgetrf"), getrs = find_routine("dgetrs");
  return getrf.address != nullptr && getrs.address != nullptr && getrf.interface == getrs.interface;
}

std::string BlasLibrary::factor_symbol() const {
  const Routine getrf = find_routine("dgetrf");
  if (!has_solver()) {
    throw Error(ErrorCode::not_supported, "--peer", path_ + " has no dgetrf and dgetrs",
                "give the path of a library with LAPACK");
  }
  return getrf.symbol;
}

Index BlasLibrary::factor_and_solve(Index n, double* a, double* b,
                                    const std::function<void()>& factored) const {
  const Routine getrf = find_routine("dgetrf"), getrs = find_routine("dgetrs");
  if (getrf.address == nullptr || getrs.address == nullptr) factor_symbol();  // says what is missing
  if (getrf.interface == Interface::fortran_64)
    return solve_system<std::int64_t>(getrf.address, getrs.address, n, a, b, factored);
  if (getrf.interface == Interface::fortran_32)
    return solve_system<std::int32_t>(getrf.address, getrs.address, n, a, b, factored);
  std::vector<std::int64_t> pivots(static_cast<std::size_t>(n));
  std::int64_t info = 0;
  expect_ok(reinterpret_cast<decltype(&numapack_dgetrf)>(getrf.address)(NUMAPACK_COLUMN_MAJOR, n, n, a, n,
                                                                        pivots.data(), &info));
  factored();
  if (info != 0) return info;
  expect_ok(reinterpret_cast<decltype(&numapack_dgetrs)>(getrs.address)(NUMAPACK_COLUMN_MAJOR, 'N', n, 1, a,
                                                                        n, pivots.data(), b, n, &info));
  return info;
}

template void BlasLibrary::gemm(const Problem<float>&) const;
template void BlasLibrary::gemm(const Problem<double>&) const;
template void BlasLibrary::gemm(const Problem<std::complex<float>>&) const;
template void BlasLibrary::gemm(const Problem<std::complex<double>>&) const;

}  // namespace numapack
