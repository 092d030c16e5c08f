// SPDX-License-Identifier: BSD-3-Clause
#include "machine/limits/openmp_places.hpp"

#include <dlfcn.h>

#include <algorithm>
#include <array>
#include <string>

#include "base/limits.hpp"
#include "base/loaded_libraries.hpp"

namespace numapack {
namespace {

/// A library of its own in each wheel: libgomp-a34b3233.so.1, say.
bool is_openmp(const std::string& library) {
  const std::string name = library.substr(library.rfind('/') + 1);
  const std::array starts{"libgomp", "libomp", "libiomp"};
  return std::any_of(starts.begin(), starts.end(),
                     [&](const char* start) { return name.rfind(start, 0) == 0; });
}

/// Nothing where the runtime is older than places.
std::vector<std::vector<int>> places_of(void* runtime) {
  const auto count = reinterpret_cast<int (*)()>(dlsym(runtime, "omp_get_num_places"));
  const auto size = reinterpret_cast<int (*)(int)>(dlsym(runtime, "omp_get_place_num_procs"));
  const auto list = reinterpret_cast<void (*)(int, int*)>(dlsym(runtime, "omp_get_place_proc_ids"));
  std::vector<std::vector<int>> places;
  if (count == nullptr || size == nullptr || list == nullptr) return places;
  for (int place = 0; place < count(); ++place) {
    std::vector<int>& pus = places.emplace_back(static_cast<std::size_t>(std::max(0, size(place))));
    if (!pus.empty()) list(place, pus.data());
    std::sort(pus.begin(), pus.end());
  }
  return places;
}

}  // namespace

std::vector<std::vector<int>> openmp_places() {
  std::vector<std::vector<int>> places;
  // Asking wakes a runtime, which is left asleep where it binds nothing.
  if (!may_bind_openmp_here()) return places;
  for (const std::string& library : loaded_libraries()) {
    if (!is_openmp(library)) continue;
    if (void* const runtime = dlopen(library.c_str(), RTLD_LAZY | RTLD_LOCAL | RTLD_NOLOAD)) {
      const std::vector<std::vector<int>> its = places_of(runtime);
      places.insert(places.end(), its.begin(), its.end());
      dlclose(runtime);
    }
  }
  return places;
}

std::vector<int> mask_beyond_place(const std::vector<int>& mask,
                                   const std::vector<std::vector<int>>& places) {
  if (std::find(places.begin(), places.end(), mask) == places.end()) return mask;
  std::vector<int> all;
  for (const std::vector<int>& place : places) all.insert(all.end(), place.begin(), place.end());
  std::sort(all.begin(), all.end());
  all.erase(std::unique(all.begin(), all.end()), all.end());
  return all;
}

}  // namespace numapack
