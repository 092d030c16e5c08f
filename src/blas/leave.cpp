// SPDX-License-Identifier: BSD-3-Clause
#include "blas/leave.hpp"

#include <dlfcn.h>

#include <algorithm>
#include <cstdio>
#include <new>
#include <string>
#include <vector>

#include "base/loaded_libraries.hpp"
#include "base/scratch.hpp"
#include "runtime/complaints.hpp"

namespace numapack::standard {

std::string file_of(const void* address) {
  Dl_info info{};
  return dladdr(address, &info) != 0 && info.dli_fname != nullptr ? info.dli_fname : "";
}

namespace {

/// This library, or a copy under another name, which would pass the call back here. The complete libraries
/// pass it to the BLAS that they contain.
bool is_numapack(const std::string& library) {
  const std::string file = library.substr(library.rfind('/') + 1);
  for (const char* const complete :
       {"libnumapack_blas3", "libnumapack_lapack3", "libnumapack_lp64", "libnumapack_ilp64"})
    if (file.starts_with(complete)) return false;
  return file.starts_with("libnumapack");
}

/// What `library`, which is loaded, has by this name itself.
void* own_symbol(const std::string& library, const std::string& name) {
  void* const handle = dlopen(library.c_str(), RTLD_LAZY | RTLD_LOCAL | RTLD_NOLOAD);
  if (handle == nullptr) return nullptr;
  void* const symbol = dlsym(handle, name.c_str());
  dlclose(handle);
  return symbol != nullptr && file_of(symbol) == library ? symbol : nullptr;
}

/// All that is loaded and is no numapack.
std::vector<std::string> other_libraries() {
  std::vector<std::string> loaded = loaded_libraries();
  std::erase_if(loaded, is_numapack);
  return loaded;
}

bool is_blas_or_lapack(const std::string& library) {
  for (const char* const name :
       {"dgemm_", "cblas_dgemm", "dgetrf_", "dgemm_64_", "cblas_dgemm64_", "dgetrf_64_"})
    for (const char* const before : {"", "scipy_"})
      if (own_symbol(library, std::string(before) + name) != nullptr) return true;
  return false;
}

/// What libraries call a function of this name: OpenBLAS has cblas_dgemm64_ for cblas_dgemm_64, wheels put
/// scipy_ before all.
std::vector<std::string> names_of(const std::string& name) {
  std::vector<std::string> names{name};
  if (name.starts_with("cblas_") && name.ends_with("_64"))
    names.push_back(name.substr(0, name.size() - 3) + "64_");
  const std::vector<std::string> plain = names;
  for (const std::string& each : plain) names.push_back("scipy_" + each);
  return names;
}

}  // namespace

void* find_handler(const char* name) noexcept try {
  for (const std::string& library : other_libraries())
    if (void* const handler = own_symbol(library, name); handler != nullptr && !is_blas_or_lapack(library))
      return handler;
  return nullptr;
} catch (const std::bad_alloc&) {
  return nullptr;
}

void* find_next(const char* name) noexcept try {
  // Nobody else: what is loaded may be this library under the name that programs link.
  if (&find_held != nullptr) return find_held(name);
  const std::vector<std::string> names = names_of(name);
  for (const std::string& wanted : names)
    if (void* const symbol = dlsym(RTLD_NEXT, wanted.c_str());
        symbol != nullptr && !is_numapack(file_of(symbol)))
      return symbol;
  for (const std::string& library : other_libraries())
    for (const std::string& wanted : names)
      if (void* const symbol = own_symbol(library, wanted)) return symbol;
  return nullptr;
} catch (const std::bad_alloc&) {
  return nullptr;
}

namespace {

/// Of this thread, and how many of them count.
constexpr int most_handed_over = 8;
constinit thread_local const void* handed_over[most_handed_over] = {};
constinit thread_local int how_many = 0;

}  // namespace

HandedOver::HandedOver(const void* what) noexcept { handed_over[how_many++] = what; }
HandedOver::~HandedOver() { --how_many; }

bool HandedOver::is_back(const void* what) noexcept {
  const void** const end = handed_over + how_many;
  return how_many == most_handed_over || std::find(handed_over, end, what) != end;
}

void keep_reason(const char* reason) noexcept {
  if (char* const text = thread_text()) std::snprintf(text, thread_text_bytes, "%s", reason);
}

void say_nobody_does(const char* name) noexcept {
  const char* const reason = thread_text();
  char line[thread_text_bytes + 256];
  std::snprintf(line, sizeof line, "%s was not done, and the program has no other BLAS that does it: %s",
                name, reason == nullptr ? "there was no memory" : reason);
  detail::complain(name, line);
}

}  // namespace numapack::standard
