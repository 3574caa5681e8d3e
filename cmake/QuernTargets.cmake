# SPDX-FileCopyrightText: 2026 The Quern authors
# SPDX-License-Identifier: MIT
#
# One function per kind of target. A room's sources are all .cpp files of its folder: the folder is the room.

set(CMAKE_CXX_STANDARD 20)
set(CMAKE_CXX_STANDARD_REQUIRED ON)
set(CMAKE_CXX_EXTENSIONS OFF)
set(CMAKE_EXPORT_COMPILE_COMMANDS ON)
set(CMAKE_RUNTIME_OUTPUT_DIRECTORY "${CMAKE_BINARY_DIR}/bin")
if(NOT CMAKE_BUILD_TYPE AND NOT CMAKE_CONFIGURATION_TYPES)
  set(CMAKE_BUILD_TYPE Release CACHE STRING "Build type" FORCE)
endif()

add_library(quern_flags INTERFACE)
# Contraction off: g++ fuses a*b+c by default as soon as the target has FMA, and bits are a contract.
target_compile_options(quern_flags INTERFACE
  -ffp-contract=off -Wall -Wextra -Wpedantic -Wconversion -Wshadow -Wdouble-promotion
  $<$<BOOL:${QUERN_WERROR}>:-Werror>
  $<$<CXX_COMPILER_ID:Clang>:-Wfunction-effects>)
target_include_directories(quern_flags INTERFACE
  $<BUILD_INTERFACE:${PROJECT_SOURCE_DIR}> $<INSTALL_INTERFACE:include>)
if(QUERN_SANITIZE)
  target_compile_options(quern_flags INTERFACE -fsanitize=${QUERN_SANITIZE} -fno-omit-frame-pointer -g)
  target_link_options(quern_flags INTERFACE -fsanitize=${QUERN_SANITIZE})
endif()

# quern_room(NAME [PURE] DEPS rooms...)
# PURE rooms hold sound or control code: standard library only, no exceptions, no run-time types, -O3 in every
# optimised build (g++ 12 leaves plain mix loops unvectorised at -O2).
function(quern_room name)
  cmake_parse_arguments(ARG "PURE" "" "DEPS" ${ARGN})
  file(GLOB sources CONFIGURE_DEPENDS "*.cpp")
  file(GLOB headers CONFIGURE_DEPENDS "*.hpp")
  if(sources)
    add_library(quern_${name} STATIC ${sources} ${headers})
    target_link_libraries(quern_${name} PUBLIC quern_flags)
    set(scope PUBLIC)
    if(ARG_PURE)
      target_compile_options(quern_${name} PRIVATE -fno-exceptions -fno-rtti $<$<NOT:$<CONFIG:Debug>>:-O3>)
    endif()
  else()
    add_library(quern_${name} INTERFACE)
    target_link_libraries(quern_${name} INTERFACE quern_flags)
    set(scope INTERFACE)
  endif()
  add_library(quern::${name} ALIAS quern_${name})
  foreach(dep IN LISTS ARG_DEPS)
    target_link_libraries(quern_${name} ${scope} quern_${dep})
  endforeach()
endfunction()

# quern_test(NAME DEPS targets...): every .cpp of the folder in one GoogleTest program.
function(quern_test name)
  cmake_parse_arguments(ARG "" "" "DEPS" ${ARGN})
  file(GLOB sources CONFIGURE_DEPENDS "*.cpp")
  if(NOT sources)
    return()
  endif()
  add_executable(quern_test_${name} ${sources})
  target_link_libraries(quern_test_${name} PRIVATE ${ARG_DEPS} quern_test_support GTest::gtest_main)
  target_compile_definitions(quern_test_${name} PRIVATE QUERN_SOURCE_DIR="${PROJECT_SOURCE_DIR}"
    QUERN_TEST_DATA="${PROJECT_SOURCE_DIR}/tests/data" QUERN_BINARY_DIR="${CMAKE_BINARY_DIR}")
  gtest_discover_tests(quern_test_${name} PROPERTIES LABELS ${name} DISCOVERY_TIMEOUT 60)
endfunction()
