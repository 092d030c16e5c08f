# SPDX-License-Identifier: BSD-3-Clause
# Debian packages, by `make deb` (scripts/build-deb.sh), which sets NUMAPACK_DEB: each component of an installation is one.
option(NUMAPACK_DEB "Add to an installation what Debian's packages have besides" OFF)
if(NOT NUMAPACK_DEB)
  return()
endif()
if(NOT TARGET numapack_lapack3 OR NOT TARGET numapack_command OR NOT CMAKE_LIBRARY_ARCHITECTURE)
  message(FATAL_ERROR "Debian packages take the command, the complete libblas.so.3 and liblapack.so.3, and a Debian")
endif()
set(NUMAPACK_PACKAGER "the numapack authors <numapack@users.noreply.github.com>" CACHE STRING "Who makes the packages")

set(folder ${CMAKE_CURRENT_BINARY_DIR}/debian)
foreach(script postinst prerm)
  configure_file(debian/${script}.in ${folder}/${script} @ONLY FILE_PERMISSIONS OWNER_READ OWNER_WRITE OWNER_EXECUTE
    GROUP_READ GROUP_EXECUTE WORLD_READ WORLD_EXECUTE)
endforeach()
configure_file(debian/triggers ${folder}/triggers COPYONLY)
configure_file(debian/shlibs.in ${folder}/shlibs @ONLY)
configure_file(debian/shlibs-blas3.in ${folder}/blas3/shlibs @ONLY)
configure_file(debian/changelog.in ${folder}/changelog.Debian @ONLY)
execute_process(COMMAND gzip -9nf ${folder}/changelog.Debian COMMAND_ERROR_IS_FATAL ANY)

set(packages libnumapack0 libnumapack-blas3 libnumapack-dev numapack)
foreach(package IN LISTS packages)
  install(FILES debian/copyright ${folder}/changelog.Debian.gz DESTINATION share/doc/${package} COMPONENT ${package})
  if(EXISTS ${PROJECT_SOURCE_DIR}/debian/${package}.lintian-overrides)
    install(FILES debian/${package}.lintian-overrides DESTINATION share/lintian/overrides RENAME ${package}
      COMPONENT ${package})
  endif()
endforeach()
set(CPACK_GENERATOR DEB)
set(CPACK_PACKAGE_NAME numapack)
set(CPACK_PACKAGE_DESCRIPTION_SUMMARY "NUMA-aware dense linear algebra")
set(CPACK_PACKAGE_CONTACT "${NUMAPACK_PACKAGER}")
set(CPACK_PACKAGING_INSTALL_PREFIX /usr)
set(CPACK_STRIP_FILES ON)
set(CPACK_COMPONENTS_ALL ${packages})
set(CPACK_COMPONENTS_GROUPING IGNORE)
set(CPACK_DEB_COMPONENT_INSTALL ON)
set(CPACK_DEBIAN_FILE_NAME DEB-DEFAULT)
set(CPACK_DEBIAN_PACKAGE_RELEASE 1)
set(CPACK_DEBIAN_PACKAGE_SECTION libs)
set(CPACK_DEBIAN_PACKAGE_PRIORITY optional)
set(CPACK_DEBIAN_PACKAGE_CONTROL_STRICT_PERMISSION ON)
# One package's libraries, found where they were built, are no dependency that dpkg-shlibdeps can name: they are below.
set(CPACK_DEBIAN_PACKAGE_SHLIBDEPS ON)
set(CPACK_DEBIAN_PACKAGE_SHLIBDEPS_PRIVATE_DIRS ${CMAKE_CURRENT_BINARY_DIR} ${CMAKE_CURRENT_BINARY_DIR}/complete)
set(same "(= ${PROJECT_VERSION}-${CPACK_DEBIAN_PACKAGE_RELEASE})")

macro(numapack_package name summary text)
  string(TOUPPER ${name} key)
  set(CPACK_DEBIAN_${key}_PACKAGE_NAME ${name})
  set(CPACK_COMPONENT_${key}_DISPLAY_NAME ${name})
  set(CPACK_COMPONENT_${key}_DESCRIPTION "${summary}\n${text}")
  set(CPACK_DEBIAN_${key}_DESCRIPTION "${summary}\n${text}")
endmacro()
numapack_package(libnumapack0 "NUMA-aware dense linear algebra - shared libraries"
  "Products, factorisations and solutions of dense matrices on machines whose\nmemory is not uniform: threads are bound to nodes, and work goes to the\nnode that has the data. With a library that can be preloaded into programs\nthat know BLAS and LAPACK only.")
set(CPACK_DEBIAN_LIBNUMAPACK0_PACKAGE_CONTROL_EXTRA ${folder}/triggers ${folder}/shlibs)

numapack_package(libnumapack-blas3 "NUMA-aware BLAS and LAPACK for all programs"
  "A complete libblas.so.3 and liblapack.so.3 for update-alternatives: what\nnumapack has is numapack's, all other routines are OpenBLAS's and those of\nthe reference LAPACK. With both in one library, also for 64-bit integers.")
set(CPACK_DEBIAN_LIBNUMAPACK-BLAS3_PACKAGE_DEPENDS "libnumapack0 ${same}")
set(CPACK_DEBIAN_LIBNUMAPACK-BLAS3_PACKAGE_PROVIDES "libblas.so.3, liblapack.so.3")
set(CPACK_DEBIAN_LIBNUMAPACK-BLAS3_PACKAGE_CONTROL_EXTRA ${folder}/postinst ${folder}/prerm ${folder}/blas3/shlibs
  ${folder}/triggers)

numapack_package(libnumapack-dev "NUMA-aware dense linear algebra - development files"
  "Headers for C and C++, the static library, and what CMake and pkg-config\nneed to find numapack.")
set(CPACK_DEBIAN_LIBNUMAPACK-DEV_PACKAGE_DEPENDS "libnumapack0 ${same}, libnumapack-blas3 ${same}, libhwloc-dev, libnuma-dev")
set(CPACK_DEBIAN_LIBNUMAPACK-DEV_PACKAGE_SECTION libdevel)

numapack_package(numapack "NUMA-aware dense linear algebra - command"
  "Shows a machine's nodes, where pages lie, what is planned for a product,\nhow fast it is and what crosses between nodes; measures all of it; runs\nprograms on numapack; emulates machines and counts every access there.")
set(CPACK_DEBIAN_NUMAPACK_PACKAGE_DEPENDS "libnumapack0 ${same}, python3")
set(CPACK_DEBIAN_NUMAPACK_PACKAGE_RECOMMENDS "libpfm4, qemu-system-x86, python3-plotly")
set(CPACK_DEBIAN_NUMAPACK_PACKAGE_SUGGESTS "qemu-system-arm, python3-matplotlib, libopenblas0-pthread, libblis4-pthread")
set(CPACK_DEBIAN_NUMAPACK_PACKAGE_SECTION math)
include(CPack)
