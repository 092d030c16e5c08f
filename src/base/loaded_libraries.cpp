// SPDX-License-Identifier: BSD-3-Clause
#include "base/loaded_libraries.hpp"

#include <link.h>

#include <cstddef>

namespace numapack {

namespace {

int add_name(dl_phdr_info* info, std::size_t, void* names) {
  if (info->dlpi_name != nullptr && info->dlpi_name[0] != '\0')
    static_cast<std::vector<std::string>*>(names)->emplace_back(info->dlpi_name);
  return 0;
}

}  // namespace

std::vector<std::string> loaded_libraries() {
  std::vector<std::string> names;
  dl_iterate_phdr(&add_name, &names);
  return names;
}

}  // namespace numapack
