# SPDX-FileCopyrightText: 2026 The Quern authors
# SPDX-License-Identifier: MIT
#
# QUERN_SIMD and the simd folders of rooms. Highway is used as headers, privately: nothing that is installed needs it.

set(simd_default OFF)
if(CMAKE_SYSTEM_PROCESSOR MATCHES "^(x86_64|AMD64|aarch64|wasm32)$")
  set(simd_default ON)
endif()
option(QUERN_SIMD "Vector code for SSE4, AVX2 and AVX-512, NEON, or WebAssembly's vectors (needs Highway)"
  ${simd_default})

# A folder that holds Highway's headers and nothing else: the folder they were installed in has those of the whole
# system, which a compiler for another processor must not see. They are the same for every processor.
if(QUERN_SIMD AND NOT QUERN_HIGHWAY_FOLDER)
  find_path(QUERN_HIGHWAY_INCLUDE hwy/highway.h PATHS /usr/local/include /usr/include NO_CMAKE_FIND_ROOT_PATH REQUIRED)
  file(MAKE_DIRECTORY "${PROJECT_BINARY_DIR}/highway")
  file(CREATE_LINK "${QUERN_HIGHWAY_INCLUDE}/hwy" "${PROJECT_BINARY_DIR}/highway/hwy" SYMBOLIC)
  set(QUERN_HIGHWAY_FOLDER "${PROJECT_BINARY_DIR}/highway" CACHE INTERNAL "")
endif()

# quern_simd(ROOM): adds ROOM's simd/*.cc, and the definition by which its other files know of them.
function(quern_simd name)
  if(NOT QUERN_SIMD)
    return()
  endif()
  file(GLOB sources CONFIGURE_DEPENDS "simd/*.cc" "simd/*.inl")
  target_sources(quern_${name} PRIVATE ${sources})
  target_include_directories(quern_${name} SYSTEM PRIVATE "${QUERN_HIGHWAY_FOLDER}")
  target_compile_definitions(quern_${name} PRIVATE QUERN_SIMD=1)
  # Headers declare what every target could have; a file holds one target's version of it at a time.
  set(options -Wno-unused-function)
  if(CMAKE_CXX_COMPILER_ID STREQUAL "GNU")
    # Unrolling clang does by itself. Hoisting would pull what alternatives share out of them, and apart from what it
    # is interleaved with.
    list(APPEND options -funroll-loops -fno-code-hoisting)
  endif()
  # Highway's own assertions, on in builds with sanitizers, would need its library.
  set_source_files_properties(${sources} PROPERTIES
    COMPILE_OPTIONS "${options}" COMPILE_DEFINITIONS HWY_IS_DEBUG_BUILD=0)
endfunction()
