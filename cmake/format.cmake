# SPDX-License-Identifier: BSD-3-Clause
# fmt for the library and whatever links it: declarations only, src/base/format.cpp has the functions of fmt 9. Other
# versions need others and are used header-only.
add_library(numapack_format INTERFACE)
if(fmt_VERSION VERSION_GREATER_EQUAL 9 AND fmt_VERSION VERSION_LESS 10)
  get_target_property(directories fmt::fmt-header-only INTERFACE_INCLUDE_DIRECTORIES)
  target_include_directories(numapack_format SYSTEM INTERFACE ${directories})
else()
  target_link_libraries(numapack_format INTERFACE fmt::fmt-header-only)
endif()
