// SPDX-License-Identifier: BSD-3-Clause
#include <dlfcn.h>

#include <algorithm>
#include <chrono>
#include <cstdio>
#include <cstdlib>
#include <functional>
#include <memory>
#include <string>
#include <vector>

// level12 LIBRARY OTHER…: real level 1 and 2 of one libblas.so.3 next to others', one thread, every routine
// in turn in all libraries, round by round. Prints for each routine and size the median over rounds of
// other's time / library's time.

namespace {

constexpr int rounds = 21;
constexpr double least_seconds = 2e-3;

/// A routine with its arguments, as a call of the function that a library has by that name.
struct Case {
  std::string name;
  int n;
  std::function<void(void*)> call;
};

template <class T>
struct Operands {
  std::vector<T> a, x, y;
  explicit Operands(int n, bool matrix) : a(matrix ? std::size_t(n) * n : 0), x(n), y(n) {
    for (std::size_t i = 0; i < a.size(); ++i) a[i] = T(double(i * 2654435761u % 1000) / 1e6 / n);
    for (int i = 0; i < n && matrix; ++i) a[std::size_t(i) * n + i] = T(1);
    for (int i = 0; i < n; ++i) x[i] = T(i % 7) / 7, y[i] = T(i % 5) / 5;
  }
};

template <class F>
auto as(void* function) {
  return reinterpret_cast<F*>(function);
}

template <class T>
void add(std::vector<Case>& cases, char letter) {
  static const int one = 1, band = 20, rows = 2 * band + 1;
  static const T tiny = T(1e-20), unit = T(1), negated = T(-1), zero = T(0), cosine = T(0.8), sine = T(0.6);
  const auto put = [&](const std::string& name, int n, std::function<void(void*)> call) {
    cases.push_back({name, n, std::move(call)});
  };
  const std::string l(1, letter);
  for (const int size : {1000, 100000}) {
    const auto o = std::make_shared<Operands<T>>(size, false);
    const auto n = std::make_shared<const int>(size);
    using Two = void(const int*, T*, const int*, T*, const int*);
    put(l + "axpy_", size, [=](void* f) {
      as<void(const int*, const T*, T*, const int*, T*, const int*)>(f)(n.get(), &tiny, o->x.data(), &one,
                                                                        o->y.data(), &one);
    });
    put(l + "scal_", size, [=](void* f) {
      as<void(const int*, const T*, T*, const int*)>(f)(n.get(), &negated, o->x.data(), &one);
    });
    put(l + "copy_", size, [=](void* f) { as<Two>(f)(n.get(), o->x.data(), &one, o->y.data(), &one); });
    put(l + "swap_", size, [=](void* f) { as<Two>(f)(n.get(), o->x.data(), &one, o->y.data(), &one); });
    put(l + "dot_", size, [=](void* f) {
      as<T(const int*, T*, const int*, T*, const int*)>(f)(n.get(), o->x.data(), &one, o->y.data(), &one);
    });
    using Norm = T(const int*, T*, const int*);
    put(l + "nrm2_", size, [=](void* f) { as<Norm>(f)(n.get(), o->x.data(), &one); });
    put(l + "asum_", size, [=](void* f) { as<Norm>(f)(n.get(), o->x.data(), &one); });
    put("i" + l + "amax_", size,
        [=](void* f) { as<int(const int*, T*, const int*)>(f)(n.get(), o->x.data(), &one); });
    put(l + "rot_", size, [=](void* f) {
      as<void(const int*, T*, const int*, T*, const int*, const T*, const T*)>(f)(
          n.get(), o->x.data(), &one, o->y.data(), &one, &cosine, &sine);
    });
  }
  for (const int size : {100, 1000}) {
    const auto o = std::make_shared<Operands<T>>(size, true);
    const auto n = std::make_shared<const int>(size);
    using Gemv = void(const char*, const int*, const int*, const T*, T*, const int*, T*, const int*, const T*,
                      T*, const int*);
    for (const char* const trans : {"N", "T"})
      put(l + "gemv_" + (*trans == 'T' ? " T" : ""), size, [=](void* f) {
        as<Gemv>(f)(trans, n.get(), n.get(), &unit, o->a.data(), n.get(), o->x.data(), &one, &zero,
                    o->y.data(), &one);
      });
    put(l + "ger_", size, [=](void* f) {
      as<void(const int*, const int*, const T*, T*, const int*, T*, const int*, T*, const int*)>(f)(
          n.get(), n.get(), &tiny, o->x.data(), &one, o->y.data(), &one, o->a.data(), n.get());
    });
    using Symv =
        void(const char*, const int*, const T*, T*, const int*, T*, const int*, const T*, T*, const int*);
    put(l + "symv_", size, [=](void* f) {
      as<Symv>(f)("L", n.get(), &unit, o->a.data(), n.get(), o->x.data(), &one, &zero, o->y.data(), &one);
    });
    using Spmv = void(const char*, const int*, const T*, T*, T*, const int*, const T*, T*, const int*);
    put(l + "spmv_", size, [=](void* f) {
      as<Spmv>(f)("L", n.get(), &unit, o->a.data(), o->x.data(), &one, &zero, o->y.data(), &one);
    });
    using Gbmv = void(const char*, const int*, const int*, const int*, const int*, const T*, T*, const int*,
                      T*, const int*, const T*, T*, const int*);
    put(l + "gbmv_", size, [=](void* f) {
      as<Gbmv>(f)("N", n.get(), n.get(), &band, &band, &unit, o->a.data(), &rows, o->x.data(), &one, &zero,
                  o->y.data(), &one);
    });
    using Sbmv = void(const char*, const int*, const int*, const T*, T*, const int*, T*, const int*, const T*,
                      T*, const int*);
    put(l + "sbmv_", size, [=](void* f) {
      as<Sbmv>(f)("L", n.get(), &band, &unit, o->a.data(), &rows, o->x.data(), &one, &zero, o->y.data(),
                  &one);
    });
    using Tri = void(const char*, const char*, const char*, const int*, T*, const int*, T*, const int*);
    put(l + "trmv_", size,
        [=](void* f) { as<Tri>(f)("L", "N", "U", n.get(), o->a.data(), n.get(), o->x.data(), &one); });
    put(l + "trsv_", size,
        [=](void* f) { as<Tri>(f)("L", "N", "U", n.get(), o->a.data(), n.get(), o->x.data(), &one); });
    put(l + "syr_", size, [=](void* f) {
      as<void(const char*, const int*, const T*, T*, const int*, T*, const int*)>(f)(
          "L", n.get(), &tiny, o->y.data(), &one, o->a.data(), n.get());
    });
    put(l + "syr2_", size, [=](void* f) {
      as<void(const char*, const int*, const T*, T*, const int*, T*, const int*, T*, const int*)>(f)(
          "L", n.get(), &tiny, o->y.data(), &one, o->y.data(), &one, o->a.data(), n.get());
    });
  }
}

double seconds(const Case& what, void* function) {
  using Clock = std::chrono::steady_clock;
  int count = 1;
  for (;; count *= 2) {
    const auto begin = Clock::now();
    for (int i = 0; i < count; ++i) what.call(function);
    const std::chrono::duration<double> taken = Clock::now() - begin;
    if (taken.count() >= least_seconds) return taken.count() / count;
  }
}

double median(std::vector<double> values) {
  std::nth_element(values.begin(), values.begin() + values.size() / 2, values.end());
  return values[values.size() / 2];
}

}  // namespace

int main(int argc, char** argv) {
  if (argc < 3) return std::fprintf(stderr, "level12 LIBRARY OTHER…\n"), 2;
  for (const char* const name : {"NUMAPACK", "OPENBLAS", "BLIS", "MKL", "OMP"})
    setenv((std::string(name) + "_NUM_THREADS").c_str(), "1", 1);
  std::vector<void*> libraries;
  for (int i = 1; i < argc; ++i) {
    libraries.push_back(dlopen(argv[i], RTLD_NOW | RTLD_LOCAL));
    if (libraries.back() == nullptr) return std::fprintf(stderr, "%s\n", dlerror()), 1;
  }
  std::vector<Case> cases;
  add<double>(cases, 'd');
  add<float>(cases, 's');
  for (const Case& what : cases) {
    const std::string name = what.name.substr(0, what.name.find(' '));
    std::vector<std::vector<double>> ratios(libraries.size());
    for (int round = -1; round < rounds; ++round) {
      std::vector<double> times;
      for (void* const library : libraries) times.push_back(seconds(what, dlsym(library, name.c_str())));
      // The first one warms up.
      for (std::size_t i = 1; round >= 0 && i < times.size(); ++i) ratios[i].push_back(times[i] / times[0]);
    }
    std::printf("%-8s %7d", what.name.c_str(), what.n);
    for (std::size_t i = 1; i < ratios.size(); ++i) std::printf("  %5.2f", median(ratios[i]));
    std::printf("\n");
    std::fflush(stdout);
  }
}
