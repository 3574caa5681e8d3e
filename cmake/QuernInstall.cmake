# SPDX-FileCopyrightText: 2026 The Quern authors
# SPDX-License-Identifier: MIT
#
# cmake --install: the engine as static libraries with headers (component Development), for find_package(quern) and
# pkg-config, and the program (component Runtime).
include(CMakePackageConfigHelpers)

set(package_folder ${CMAKE_INSTALL_LIBDIR}/cmake/quern)
configure_package_config_file(cmake/quern-config.cmake.in "${CMAKE_CURRENT_BINARY_DIR}/quern-config.cmake"
  INSTALL_DESTINATION ${package_folder})
write_basic_package_version_file("${CMAKE_CURRENT_BINARY_DIR}/quern-config-version.cmake"
  COMPATIBILITY SameMinorVersion)
# The prefix may be another one at installation than at configuration.
file(RELATIVE_PATH up_from_pkgconfig "/${CMAKE_INSTALL_LIBDIR}/pkgconfig" "/")
configure_file(cmake/quern.pc.in quern.pc @ONLY)

install(EXPORT quern-targets NAMESPACE quern:: DESTINATION ${package_folder} COMPONENT Development)
install(FILES "${CMAKE_CURRENT_BINARY_DIR}/quern-config.cmake" "${CMAKE_CURRENT_BINARY_DIR}/quern-config-version.cmake"
  DESTINATION ${package_folder} COMPONENT Development)
install(FILES "${CMAKE_CURRENT_BINARY_DIR}/quern.pc" DESTINATION ${CMAKE_INSTALL_LIBDIR}/pkgconfig
  COMPONENT Development)
if(TARGET quern)
  install(TARGETS quern COMPONENT Runtime)
endif()
