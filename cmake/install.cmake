# SPDX-License-Identifier: BSD-3-Clause
# The public face only: headers, the libraries, the command, its data, a CMake package and pkg-config files. Components
# are Debian's packages (cmake/packages.cmake).
include(CMakePackageConfigHelpers)

set(package ${CMAKE_INSTALL_LIBDIR}/cmake/numapack)
# Relative to the file itself, so that a moved or staged tree still works.
file(RELATIVE_PATH NUMAPACK_PC_PREFIX /${CMAKE_INSTALL_LIBDIR}/pkgconfig /)
string(REGEX REPLACE "/$" "" NUMAPACK_PC_PREFIX "${NUMAPACK_PC_PREFIX}")
set(library LIBRARY DESTINATION ${CMAKE_INSTALL_LIBDIR} COMPONENT libnumapack0 NAMELINK_COMPONENT libnumapack-dev)
install(TARGETS numapack numapack_static EXPORT numapackTargets ${library}
  ARCHIVE DESTINATION ${CMAKE_INSTALL_LIBDIR} COMPONENT libnumapack-dev)
install(TARGETS numapack_batch EXPORT numapackTargets ${library})
install(TARGETS numapack_blas ${library})
if(TARGET numapack_lapack3)
  include(cmake/install_complete.cmake)
endif()
install(DIRECTORY include/numapack include/numapack_blas DESTINATION ${CMAKE_INSTALL_INCLUDEDIR} COMPONENT libnumapack-dev)
set(CMAKE_INSTALL_DEFAULT_COMPONENT_NAME numapack)
if(TARGET numapack_command)
  install(TARGETS numapack_command RUNTIME DESTINATION ${CMAKE_INSTALL_BINDIR})
  install(TARGETS numapack_pin LIBRARY DESTINATION ${CMAKE_INSTALL_LIBDIR}/numapack)
  install(FILES lab/run.py DESTINATION ${CMAKE_INSTALL_DATADIR}/numapack/lab)
  install(FILES lab/guest/init DESTINATION ${CMAKE_INSTALL_DATADIR}/numapack/lab/guest)
  install(DIRECTORY lab/numapack_lab lab/machines DESTINATION ${CMAKE_INSTALL_DATADIR}/numapack/lab
    PATTERN __pycache__ EXCLUDE)
  install(FILES python/report.py DESTINATION ${CMAKE_INSTALL_DATADIR}/numapack/report)
  install(DIRECTORY python/numapack_report DESTINATION ${CMAKE_INSTALL_DATADIR}/numapack/report PATTERN __pycache__ EXCLUDE)
  if(TARGET numapack_lab)
    set(lab_libraries ${CMAKE_INSTALL_LIBDIR}/numapack/lab)
    install(TARGETS numapack_lab LIBRARY DESTINATION ${lab_libraries})
    install(TARGETS numapack_lab_gemm RUNTIME DESTINATION ${lab_libraries})
    install(TARGETS numapack_lab_calibrate numapack_lab_count RUNTIME DESTINATION ${lab_libraries}/guest)
    if(TARGET numapack_lab_guest_aarch64)
      install(DIRECTORY ${CMAKE_CURRENT_BINARY_DIR}/lab/guest-aarch64 DESTINATION ${lab_libraries}
        USE_SOURCE_PERMISSIONS)
    endif()
  endif()
endif()
if(TARGET numapack_manual)
  install(DIRECTORY ${NUMAPACK_MANUAL}/man1 DESTINATION ${CMAKE_INSTALL_MANDIR})
  install(DIRECTORY ${NUMAPACK_MANUAL}/man3 DESTINATION ${CMAKE_INSTALL_MANDIR} COMPONENT libnumapack-dev OPTIONAL)
  install(FILES ${NUMAPACK_MANUAL}/bash/numapack DESTINATION ${CMAKE_INSTALL_DATADIR}/bash-completion/completions)
  install(FILES ${NUMAPACK_MANUAL}/zsh/_numapack DESTINATION ${CMAKE_INSTALL_DATADIR}/zsh/site-functions)
  install(FILES ${NUMAPACK_MANUAL}/fish/numapack.fish DESTINATION ${CMAKE_INSTALL_DATADIR}/fish/vendor_completions.d)
endif()

install(EXPORT numapackTargets NAMESPACE numapack:: DESTINATION ${package} COMPONENT libnumapack-dev)
configure_package_config_file(cmake/numapackConfig.cmake.in numapackConfig.cmake INSTALL_DESTINATION ${package})
write_basic_package_version_file(numapackConfigVersion.cmake COMPATIBILITY SameMinorVersion)
install(FILES ${CMAKE_CURRENT_BINARY_DIR}/numapackConfig.cmake ${CMAKE_CURRENT_BINARY_DIR}/numapackConfigVersion.cmake
  DESTINATION ${package} COMPONENT libnumapack-dev)

foreach(name numapack numapack-batch)
  configure_file(cmake/${name}.pc.in ${name}.pc @ONLY)
  install(FILES ${CMAKE_CURRENT_BINARY_DIR}/${name}.pc DESTINATION ${CMAKE_INSTALL_LIBDIR}/pkgconfig
    COMPONENT libnumapack-dev)
endforeach()

# For a prefix of one's own, which is known when it is installed into; no package has it.
install(CODE "set(CMAKE_INSTALL_BINDIR ${CMAKE_INSTALL_BINDIR})\nset(CMAKE_INSTALL_LIBDIR ${CMAKE_INSTALL_LIBDIR})
set(CMAKE_INSTALL_DATADIR ${CMAKE_INSTALL_DATADIR})
configure_file(\"${PROJECT_SOURCE_DIR}/cmake/env.sh.in\" \"${CMAKE_CURRENT_BINARY_DIR}/env.sh\" @ONLY)
file(INSTALL \"${CMAKE_CURRENT_BINARY_DIR}/env.sh\" DESTINATION \"\${CMAKE_INSTALL_PREFIX}/${CMAKE_INSTALL_DATADIR}/numapack\")"
  COMPONENT prefix)

# The published machines, for plan, advise, diff and report; and the schemas of all documents.
install(DIRECTORY data/machines data/schemas DESTINATION ${CMAKE_INSTALL_DATADIR}/numapack)
