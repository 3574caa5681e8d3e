# SPDX-FileCopyrightText: 2026 The Quern authors
# SPDX-License-Identifier: MIT
#
# QUERN_GPU: the OpenGL ES back end of life. On where libepoxy is installed for the machine that is built for.
set(gpu_default OFF)
if(NOT CMAKE_CROSSCOMPILING)
  find_package(PkgConfig QUIET)
  if(PKG_CONFIG_FOUND)
    pkg_check_modules(EPOXY QUIET IMPORTED_TARGET GLOBAL epoxy)
  endif()
  if(EPOXY_FOUND)
    set(gpu_default ON)
  endif()
endif()
option(QUERN_GPU "The automaton on a GPU, in OpenGL ES 3.0 (needs libepoxy)" ${gpu_default})
if(QUERN_GPU AND NOT TARGET PkgConfig::EPOXY)
  find_package(PkgConfig REQUIRED)
  pkg_check_modules(EPOXY REQUIRED IMPORTED_TARGET GLOBAL epoxy)
endif()
