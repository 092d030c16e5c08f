// SPDX-License-Identifier: BSD-3-Clause
#include "peer/processes/known_peers.hpp"

#include <algorithm>
#include <set>

#include "base/environment.hpp"
#include "base/error.hpp"

namespace numapack {

namespace {

#if defined(__aarch64__)
constexpr const char* kLibraries = "/usr/lib/aarch64-linux-gnu/";
#else
constexpr const char* kLibraries = "/usr/lib/x86_64-linux-gnu/";
#endif

enum class Family { openblas, blis, mkl, other };

Family family_of(std::string_view text) {
  if (text.find("openblas") != std::string_view::npos) return Family::openblas;
  if (text.find("blis") != std::string_view::npos) return Family::blis;
  if (text.find("mkl") != std::string_view::npos) return Family::mkl;
  return Family::other;
}

std::vector<std::string> usual_paths(Family family) {
  const std::string libraries = kLibraries;
  switch (family) {
    case Family::openblas:
      return {libraries + "openblas-pthread/libopenblas.so.0", "libopenblas.so.0", "libopenblas.so"};
    case Family::blis:
      return {libraries + "blis-pthread/libblis.so.4", "libblis.so.4", "libblis.so"};
    case Family::mkl:
      return {"libmkl_rt.so.3", "libmkl_rt.so.2", "libmkl_rt.so"};
    case Family::other:
      break;
  }
  return {};
}

bool has_avx512() {
#if defined(__x86_64__)
  return __builtin_cpu_supports("avx512f") && __builtin_cpu_supports("avx512dq") &&
         __builtin_cpu_supports("avx512bw") && __builtin_cpu_supports("avx512vl");
#else
  return false;
#endif
}

int packages_of(const Machine& machine, const std::vector<int>& nodes) {
  std::set<int> packages;
  for (const int node : nodes.empty() ? machine.compute_nodes() : nodes) {
    for (const int core : machine.usable_cores(node)) {
      packages.insert(machine.cores[static_cast<std::size_t>(core)].package);
    }
  }
  return static_cast<int>(packages.size());
}

/// Adds a setting unless the user has one.
void prefer(Peer& peer, const char* name, const std::string& value, const std::string& because) {
  if (const auto own = environment(name)) {
    peer.remarks.push_back(std::string(name) + "=" + *own + " (yours)");
    return;
  }
  peer.environment.emplace_back(name, value);
  peer.remarks.push_back(std::string(name) + "=" + value + " (" + because + ")");
}

}  // namespace

Peer find_peer(std::string_view text, int threads, const Machine& machine, const std::vector<int>& nodes,
               const char* option) {
  Peer peer;
  constexpr std::string_view pinned = "pinned:";
  peer.pinned = text.starts_with(pinned);
  if (peer.pinned) text.remove_prefix(pinned.size());
  Family family = Family::other;
  if (const auto equals = text.find('='); equals != std::string_view::npos) {
    peer.name = text.substr(0, equals);
    const std::string path(text.substr(equals + 1));
    if (peer.name.empty() || path.empty())
      invalid(option, "\"" + std::string(text) + "\" lacks a name or a path", "use NAME=PATH");
    peer.paths = {path};
    family = family_of(peer.name);
    if (family == Family::other) family = family_of(path.substr(path.rfind('/') + 1));
  } else {
    if (text != "openblas" && text != "blis" && text != "mkl") {
      invalid(option, "\"" + std::string(text) + "\" is not a library known by name",
              "use openblas, blis, mkl or NAME=PATH");
    }
    peer.name = text;
    family = family_of(text);
    peer.paths = usual_paths(family);
  }

  if (peer.pinned) peer.name += " pinned";
  const std::string count = std::to_string(threads);
  for (const char* name : {"OMP_NUM_THREADS", "OPENBLAS_NUM_THREADS", "BLIS_NUM_THREADS", "MKL_NUM_THREADS",
                           "NUMAPACK_NUM_THREADS"}) {
    peer.environment.emplace_back(name, count);
  }
  if (family == Family::blis) {
    if (has_avx512()) {
      prefer(peer, "BLIS_ARCH_TYPE", "0",
             "skx kernels: version 0.9.0 goes by model names and takes AVX2 on newer ones");
    }
    const int packages = packages_of(machine, nodes);
    if (packages > 1 && threads % packages == 0) {
      const std::string why = "one column range a socket, its best published setting";
      prefer(peer, "BLIS_JC_NT", std::to_string(packages), why);
      prefer(peer, "BLIS_IC_NT", std::to_string(threads / packages), why);
    }
  }
  if (family == Family::mkl) {
    prefer(peer, "MKL_INTERFACE_LAYER", "LP64", "32-bit integers");
    prefer(peer, "MKL_THREADING_LAYER", "GNU", "libgomp is where there is a compiler");
    prefer(peer, "MKL_DYNAMIC", "FALSE", "exactly the threads asked for");
  }
  return peer;
}

}  // namespace numapack
