// SPDX-License-Identifier: BSD-3-Clause
// Batches next to loops over each library's own single call, and next to others' calls on batches where they
// have them, LIBXSMM's kernels among them.
//
// usage: batch [--only gemm|potrf|getrf] [--problems COUNT] [--sizes N,N…] [--cpu-time] [LIBRARY…]
//
// LIBRARY: a shared library with cblas_dgemm, dpotrf_ and dgetrf_, such as OpenBLAS or MKL's libmkl_rt; of
// one that has cblas_dgemm_batch_strided that is called, too; LIBXSMM 2's libxsmm.so makes a kernel for each
// size, and as many threads as numapack has share its loop. A line a size: nanoseconds a problem, the
// median of 15 rounds in which each way comes once in turn, and numapack's batch over the fastest of the
// others. Every library runs its default number of threads, set not to spin between calls. COUNT: default
// such that a way takes some milliseconds.
#include <dlfcn.h>
#include <time.h>

#include <algorithm>
#include <array>
#include <cstdio>
#include <cstdlib>
#include <cstring>
#include <functional>
#include <string>
#include <vector>

#include "base/clock.hpp"
#include "base/statistics.hpp"
#include "batch_libxsmm.hpp"
#include "numapack/numapack.h"

namespace {

using numapack::seconds_now;

struct Options {
  std::string only;
  std::int64_t problems = 0;
  bool cpu_time = false;
  std::vector<int> sizes{4, 8, 16, 32, 64, 100};
  std::vector<std::string> libraries;
};

/// Problems of order n, one behind the other.
struct Problems {
  Problems(int order, std::int64_t problems)
      : n(order),
        count(problems),
        stride(std::int64_t{order} * order),
        a(static_cast<std::size_t>(stride * count)) {
    for (std::size_t i = 0; i < a.size(); ++i) a[i] = double((i * 2654435761U) % 1000) / 1000;
    // Definite, and pivots where they are.
    for (std::int64_t i = 0; i < count; ++i)
      for (int j = 0; j < n; ++j) a[static_cast<std::size_t>(i * stride + j * (n + 1))] += 2 * n;
    b = c = a;
    pivots.resize(static_cast<std::size_t>(n * count));
    infos.resize(static_cast<std::size_t>(count));
  }
  const int n;
  const std::int64_t count, stride;
  std::vector<double> a, b, c;
  std::vector<std::int64_t> pivots, infos;
};

struct Variant {
  std::string name;
  std::function<void(Problems&)> run;
  bool is_ours = false;
};

/// What a library from outside has.
struct Library {
  explicit Library(const std::string& path)
      : name(path.substr(path.rfind('/') + 1)), handle(open(path)), libxsmm(handle) {
    const auto find = [&](const char* symbol, auto& function) {
      function = reinterpret_cast<std::remove_reference_t<decltype(function)>>(dlsym(handle, symbol));
    };
    find("cblas_dgemm", gemm);
    find("cblas_dgemm_batch_strided", gemm_batch);
    find("dpotrf_", potrf);
    find("dgetrf_", getrf);
    // As pip's OpenBLAS has them.
    if (gemm == nullptr) find("scipy_cblas_dgemm", gemm);
    if (gemm_batch == nullptr) find("scipy_cblas_dgemm_batch_strided", gemm_batch);
    if (potrf == nullptr) find("scipy_dpotrf_", potrf);
    if (getrf == nullptr) find("scipy_dgetrf_", getrf);
  }

  static void* open(const std::string& path) {
    void* const found = dlopen(path.c_str(), RTLD_NOW | RTLD_LOCAL);
    if (found != nullptr) return found;
    std::fprintf(stderr, "batch: %s\n", dlerror());
    std::exit(2);
  }

  void add_variants(const std::string& routine, std::vector<Variant>& variants) const {
    if (routine == "gemm" && libxsmm.is_there())
      variants.push_back({name + " kernel", [this](Problems& p) {
                            libxsmm.multiply(p.n, p.count, p.a.data(), p.b.data(), p.c.data(),
                                             numapack_get_num_threads());
                          }});
    if (routine == "gemm" && gemm != nullptr)
      variants.push_back({name + " loop", [this](Problems& p) {
                            for (std::int64_t i = 0; i < p.count; ++i)
                              gemm(102, 111, 111, p.n, p.n, p.n, 1, p.a.data() + i * p.stride, p.n,
                                   p.b.data() + i * p.stride, p.n, 0, p.c.data() + i * p.stride, p.n);
                          }});
    if (routine == "gemm" && gemm_batch != nullptr)
      variants.push_back({name + " batch", [this](Problems& p) {
                            const auto stride = static_cast<int>(p.stride);
                            gemm_batch(102, 111, 111, p.n, p.n, p.n, 1, p.a.data(), p.n, stride, p.b.data(),
                                       p.n, stride, 0, p.c.data(), p.n, stride, static_cast<int>(p.count));
                          }});
    if (routine == "potrf" && potrf != nullptr)
      variants.push_back({name + " loop", [this](Problems& p) {
                            int info = 0;
                            for (std::int64_t i = 0; i < p.count; ++i)
                              potrf("L", &p.n, p.c.data() + i * p.stride, &p.n, &info, 1);
                          }});
    if (routine == "getrf" && getrf != nullptr)
      variants.push_back({name + " loop", [this](Problems& p) {
                            int info = 0;
                            for (std::int64_t i = 0; i < p.count; ++i)
                              getrf(&p.n, &p.n, p.c.data() + i * p.stride, &p.n,
                                    reinterpret_cast<int*>(p.pivots.data()), &info);
                          }});
  }

  std::string name;
  void* handle;
  bench::Libxsmm libxsmm;
  void (*gemm)(int, int, int, int, int, int, double, const double*, int, const double*, int, double, double*,
               int) = nullptr;
  void (*gemm_batch)(int, int, int, int, int, int, double, const double*, int, int, const double*, int, int,
                     double, double*, int, int, int) = nullptr;
  void (*potrf)(const char*, const int*, double*, const int*, int*, std::size_t) = nullptr;
  void (*getrf)(const int*, const int*, double*, const int*, int*, int*) = nullptr;
};

void add_own_variants(const std::string& routine, std::vector<Variant>& variants) {
  constexpr numapack_layout columns = NUMAPACK_COLUMN_MAJOR;
  if (routine == "gemm") {
    variants.push_back({"batch",
                        [](Problems& p) {
                          numapack_dgemm_batch_strided(columns, 'N', 'N', p.n, p.n, p.n, 1, p.a.data(), p.n,
                                                       p.stride, p.b.data(), p.n, p.stride, 0, p.c.data(),
                                                       p.n, p.stride, p.count);
                        },
                        true});
    variants.push_back({"loop", [](Problems& p) {
                          for (std::int64_t i = 0; i < p.count; ++i)
                            numapack_dgemm(columns, 'N', 'N', p.n, p.n, p.n, 1, p.a.data() + i * p.stride,
                                           p.n, p.b.data() + i * p.stride, p.n, 0, p.c.data() + i * p.stride,
                                           p.n);
                        }});
  } else if (routine == "potrf") {
    variants.push_back({"batch",
                        [](Problems& p) {
                          numapack_dpotrf_batch_strided(columns, 'L', p.n, p.c.data(), p.n, p.stride, p.count,
                                                        p.infos.data());
                        },
                        true});
    variants.push_back({"loop", [](Problems& p) {
                          for (std::int64_t i = 0; i < p.count; ++i)
                            numapack_dpotrf(columns, 'L', p.n, p.c.data() + i * p.stride, p.n,
                                            p.infos.data());
                        }});
  } else {
    variants.push_back({"batch",
                        [](Problems& p) {
                          numapack_dgetrf_batch_strided(columns, p.n, p.n, p.c.data(), p.n, p.stride,
                                                        p.pivots.data(), p.n, p.count, p.infos.data());
                        },
                        true});
    variants.push_back({"loop", [](Problems& p) {
                          for (std::int64_t i = 0; i < p.count; ++i)
                            numapack_dgetrf(columns, p.n, p.n, p.c.data() + i * p.stride, p.n,
                                            p.pivots.data(), p.infos.data());
                        }});
  }
}

double cpu_seconds_now() {
  timespec now{};
  clock_gettime(CLOCK_PROCESS_CPUTIME_ID, &now);
  return double(now.tv_sec) + double(now.tv_nsec) * 1e-9;
}

void compare(const std::string& routine, const std::vector<Variant>& variants, int n,
             const Options& options) {
  const std::int64_t wanted = options.problems;
  const auto clock = options.cpu_time ? cpu_seconds_now : seconds_now;
  constexpr int rounds = 15;
  const double flops = 2.0 * n * n * n + 500;
  const std::int64_t count =
      wanted > 0 ? wanted : std::clamp<std::int64_t>(std::int64_t(1e8 / flops), 1000, 100000);
  Problems problems(n, count);
  std::vector<std::vector<double>> took(variants.size());
  for (int round = -1; round < rounds; ++round)
    for (std::size_t turn = 0; turn < variants.size(); ++turn) {
      const std::size_t variant = (turn + static_cast<std::size_t>(round + 1)) % variants.size();
      if (routine != "gemm") problems.c = problems.a;
      const double begun = clock();
      variants[variant].run(problems);
      if (round >= 0) took[variant].push_back((clock() - begun) * 1e9 / double(count));
    }
  std::printf("%-6s %4d %7lld", routine.c_str(), n, static_cast<long long>(count));
  double ours = 0, best = 0;
  for (std::size_t variant = 0; variant < variants.size(); ++variant) {
    const double typical =
        options.cpu_time ? *std::ranges::min_element(took[variant]) : numapack::median(took[variant]);
    std::printf(" %9.1f", typical);
    if (variants[variant].is_ours)
      ours = typical;
    else if (variant > 1)
      best = best == 0 ? typical : std::min(best, typical);
  }
  std::printf(best > 0 ? " %6.2f\n" : "      -\n", best / ours);
  std::fflush(stdout);
}

Options parse(int argc, char** argv) {
  Options options;
  for (int i = 1; i < argc; ++i) {
    const std::string word = argv[i];
    if (word == "--only" && i + 1 < argc) {
      options.only = argv[++i];
    } else if (word == "--problems" && i + 1 < argc) {
      options.problems = std::atoll(argv[++i]);
    } else if (word == "--sizes" && i + 1 < argc) {
      options.sizes.clear();
      for (char* at = argv[++i]; *at != '\0'; at += *at == ',' ? 1 : 0)
        options.sizes.push_back(static_cast<int>(std::strtol(at, &at, 10)));
    } else if (word == "--cpu-time") {
      options.cpu_time = true;
    } else if (word.starts_with("--")) {
      std::fprintf(stderr, "batch: %s is no option\n", word.c_str());
      std::exit(2);
    } else {
      options.libraries.push_back(word);
    }
  }
  return options;
}

}  // namespace

int main(int argc, char** argv) {
  setenv("KMP_BLOCKTIME", "0", 1);
  setenv("OPENBLAS_THREAD_TIMEOUT", "4", 1);
  const Options options = parse(argc, argv);
  std::vector<Library> libraries;
  libraries.reserve(options.libraries.size());
  for (const std::string& path : options.libraries) libraries.emplace_back(path);
  for (const std::string routine : {"gemm", "potrf", "getrf"}) {
    if (!options.only.empty() && options.only != routine) continue;
    std::vector<Variant> variants;
    add_own_variants(routine, variants);
    for (const Library& library : libraries) library.add_variants(routine, variants);
    std::printf("\nns a problem: d%s, n, problems; numapack's batch and loop", routine.c_str());
    for (std::size_t variant = 2; variant < variants.size(); ++variant)
      std::printf("; %s", variants[variant].name.c_str());
    std::printf("; the fastest of the others over the batch\n");
    for (const int n : options.sizes) compare(routine, variants, n, options);
  }
}
