# SPDX-FileCopyrightText: 2026 The Quern authors
# SPDX-License-Identifier: MIT
#
# QUERN_SIMD and the simd folders of rooms. Highway is used as headers, privately: nothing that is installed needs it.

set(simd_default OFF)
if(CMAKE_SYSTEM_PROCESSOR MATCHES "^(x86_64|AMD64)$")
  set(simd_default ON)
endif()
option(QUERN_SIMD "Vector code for SSE4, AVX2 and AVX-512, chosen at run time (needs Highway)" ${simd_default})

# quern_simd(ROOM): adds ROOM's simd/*.cc, and the definition by which its other files know of them.
function(quern_simd name)
  if(NOT QUERN_SIMD)
    return()
  endif()
  find_package(hwy REQUIRED CONFIG)
  get_target_property(folder hwy::hwy INTERFACE_INCLUDE_DIRECTORIES)
  file(GLOB sources CONFIGURE_DEPENDS "simd/*.cc" "simd/*.inl")
  target_sources(quern_${name} PRIVATE ${sources})
  target_include_directories(quern_${name} SYSTEM PRIVATE ${folder})
  target_compile_definitions(quern_${name} PRIVATE QUERN_SIMD=1)
  # Headers declare what every target could have; a file holds one target's version of it at a time.
  set(options -Wno-unused-function)
  if(CMAKE_CXX_COMPILER_ID STREQUAL "GNU")
    list(APPEND options -funroll-loops) # clang does so by itself
  endif()
  set_source_files_properties(${sources} PROPERTIES COMPILE_OPTIONS "${options}")
endfunction()
