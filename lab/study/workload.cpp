// SPDX-License-Identifier: BSD-3-Clause
// One multiplication on the emulated machine, by any library: places A, B and C, warms up, marks one call,
// checks some elements, and prints what ran as one line of JSON. `numapack lab study` runs it.

#include <dlfcn.h>
#include <sched.h>

#include <cmath>
#include <cstdio>
#include <cstdlib>
#include <cstring>
#include <string>
#include <vector>

#include "base/environment.hpp"
#include "base/error.hpp"
#include "level3/explain/explain.hpp"
#include "level3/gemm.hpp"
#include "machine/machine.hpp"
#include "memory/buffer.hpp"
#include "memory/pages/census.hpp"
#include "numapack/lab.h"

namespace {

using namespace numapack;

struct Request {
  std::string library = "numapack";  // or the path of one with dgemm_
  Index n = 512;
  std::vector<int> nodes;
  Placement homes = Placement::bind(0);
  double beta = 1;
  bool localise = true;
  bool explain = false;
};

using Dgemm = void(const char*, const char*, const int*, const int*, const int*, const double*, const double*,
                   const int*, const double*, const int*, const double*, double*, const int*);

void bind_process(const Machine& machine, const std::vector<int>& nodes) {
  cpu_set_t cpus;
  CPU_ZERO(&cpus);
  for (const int node : nodes)
    for (const int core : machine.nodes[static_cast<std::size_t>(node)].cores)
      for (const int pu : machine.cores[static_cast<std::size_t>(core)].pus)
        CPU_SET(static_cast<std::size_t>(pu), &cpus);
  if (sched_setaffinity(0, sizeof cpus, &cpus) != 0)
    throw Error(ErrorCode::system, "nodes", "the kernel does not let this process run there", "name others");
}

Dgemm* load(const std::string& path) {
  void* const library = dlopen(path.c_str(), RTLD_NOW | RTLD_LOCAL);
  if (library == nullptr)
    throw Error(ErrorCode::not_supported, "library", std::string(dlerror()),
                "give the path of a BLAS library");
  auto* const found = reinterpret_cast<Dgemm*>(dlsym(library, "dgemm_"));
  if (found == nullptr)
    throw Error(ErrorCode::not_supported, "library", path + " has no dgemm_", "give another");
  return found;
}

/// A, B and C of one size with values that differ from element to element.
struct Operands {
  Operands(Index size, double beta_, const Machine& machine, const Placement& homes)
      : n(size),
        beta(beta_),
        a(bytes(), machine, {homes, false}),
        b(bytes(), machine, {homes, false}),
        c(bytes(), machine, {homes, false}) {
    for (Index i = 0; i < n * n; ++i) {
      a.as<double>()[i] = static_cast<double>((i * 7 + 3) % 31) - 15;
      b.as<double>()[i] = static_cast<double>((i * 5 + 1) % 29) - 14;
      c.as<double>()[i] = 1;
    }
  }
  std::size_t bytes() const { return static_cast<std::size_t>(n * n) * sizeof(double); }
  Problem<double> problem() const {
    return {Transpose::none,
            Transpose::none,
            n,
            n,
            n,
            1.0,
            a.as<double>(),
            n,
            b.as<double>(),
            n,
            beta,
            c.as<double>(),
            n};
  }
  /// Largest error among some elements after C was updated once; sums of integers are exact.
  double error() const {
    double worst = 0;
    for (Index i = 0; i < n; i += n / 13 + 1)
      for (Index j = 0; j < n; j += n / 11 + 1) {
        double sum = beta;
        for (Index p = 0; p < n; ++p) sum += a.as<double>()[i + p * n] * b.as<double>()[p + j * n];
        worst = std::max(worst, std::abs(sum - c.as<double>()[i + j * n]));
      }
    return worst;
  }
  Index n;
  double beta;
  Buffer a, b, c;
};

void multiply(const Operands& operands, Dgemm* other, const Options& options) {
  const Problem<double> p = operands.problem();
  if (other == nullptr) return gemm(p, options);
  const int n = static_cast<int>(operands.n);
  const double one = 1;
  other("N", "N", &n, &n, &n, &one, p.a, &n, p.b, &n, &p.beta, p.c, &n);
}

void print_lines(const char* name, const Traffic& traffic, const Machine& machine) {
  double read[3] = {}, written[3] = {};
  for (std::size_t i = 0; i < traffic.read.size(); ++i)
    for (std::size_t j = 0; j < traffic.read.size(); ++j) {
      const auto reach = static_cast<std::size_t>(machine.reach(static_cast<int>(i), static_cast<int>(j)));
      read[reach] += traffic.read[i][j] / 64;
      written[reach] += traffic.written[i][j] / 64;
    }
  std::printf(
      ", \"%s\": {\"reads\": {\"local\": %.0f, \"cross_die\": %.0f, \"cross_chip\": %.0f}, "
      "\"writes\": {\"local\": %.0f, \"cross_die\": %.0f, \"cross_chip\": %.0f}}",
      name, read[0], read[1], read[2], written[0], written[1], written[2]);
}

void print_homes(const Buffer& buffer, const Machine& machine) {
  const Census pages = census(buffer.data(), buffer.size(), machine);
  std::printf(", \"pages\": [");
  for (std::size_t i = 0; i < pages.by_node.size(); ++i)
    std::printf("%s%llu", i == 0 ? "" : ", ", static_cast<unsigned long long>(pages.by_node[i]));
  std::printf("]");
}

int run(const Request& request, const Machine& machine) {
  Dgemm* const other = request.library == "numapack" ? nullptr : load(request.library);
  Options options;
  options.nodes = request.nodes;
  options.localise = request.localise;
  options.collapse = false;
  {
    // Threads start and code is loaded; the data differ.
    const Operands small(request.n / 4, request.beta, machine, Placement::first_touch());
    multiply(small, other, options);
  }
  const Operands operands(request.n, request.beta, machine, request.homes);
  // The caller works, too, and is not bound: if it wakes on another node, its part's accesses are remote.
  const int before = sched_getcpu();
  NUMAPACK_LAB_START();
  multiply(operands, other, options);
  NUMAPACK_LAB_STOP();
  const int after = sched_getcpu();
  std::printf("{\"library\": \"%s\", \"n\": %lld, \"error\": %g, \"caller_cpus\": [%d, %d]",
              request.library.c_str(), static_cast<long long>(request.n), operands.error(), before, after);
  print_homes(operands.a, machine);
  if (other == nullptr) {
    const Plan plan = plan_for(operands.problem(), options);
    std::printf(", \"kernel\": \"%s\", \"grid\": [%d, %d]", plan.kernel.name, plan.grid.rows,
                plan.grid.columns);
    print_lines("plan", plan.traffic, machine);
    print_lines("bound", plan.bound, machine);
    if (request.explain) std::fprintf(stderr, "%s\n", explain(plan, machine).c_str());
  }
  std::printf("}\n");
  return operands.error() == 0 ? 0 : 1;
}

Request parse(int count, char** arguments, const Machine& machine) {
  Request request;
  for (int i = 1; i < count; ++i) {
    const std::string name = arguments[i];
    const auto value = [&] {
      if (i + 1 >= count) throw Error(ErrorCode::invalid_argument, name, "its value is missing", "give one");
      return std::string(arguments[++i]);
    };
    if (name == "--library")
      request.library = value();
    else if (name == "-n")
      request.n = std::atoll(value().c_str());
    else if (name == "--nodes")
      request.nodes = parse_list(value(), "--nodes");
    else if (name == "--homes")
      request.homes = parse_placement(value(), machine);
    else if (name == "--beta")
      request.beta = std::atof(value().c_str());
    else if (name == "--no-localise")
      request.localise = false;
    else if (name == "--explain")
      request.explain = true;
    else
      throw Error(ErrorCode::invalid_argument, name, "is not an option",
                  "use --library, -n, --nodes, --homes, --beta, --no-localise, --explain");
  }
  if (request.nodes.empty()) request.nodes = machine.compute_nodes();
  return request;
}

}  // namespace

int main(int count, char** arguments) {
  try {
    const Machine machine = detect_machine();
    const Request request = parse(count, arguments, machine);
    bind_process(machine, request.nodes);
    return run(request, machine);
  } catch (const Error& error) {
    std::fprintf(stderr, "numapack-lab-gemm: %s\n", error.what());
    return 2;
  }
}
