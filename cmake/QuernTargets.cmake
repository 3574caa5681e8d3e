# SPDX-FileCopyrightText: 2026 The Quern authors
# SPDX-License-Identifier: MIT
#
# One function per kind of target. A room's sources are all .cpp files of its folder and of the folders in it: the folder
# is the room.

set(CMAKE_CXX_STANDARD 20)
set(CMAKE_CXX_STANDARD_REQUIRED ON)
set(CMAKE_CXX_EXTENSIONS OFF)
set(CMAKE_EXPORT_COMPILE_COMMANDS ON)
include(GNUInstallDirs)
set(CMAKE_RUNTIME_OUTPUT_DIRECTORY "${CMAKE_BINARY_DIR}/bin")
if(NOT CMAKE_BUILD_TYPE AND NOT CMAKE_CONFIGURATION_TYPES)
  set(CMAKE_BUILD_TYPE Release CACHE STRING "Build type" FORCE)
endif()


# Object files are shared between build folders and clones when ccache is there: paths are hashed relative to the tree.
find_program(QUERN_CCACHE ccache)
if(QUERN_CCACHE AND PROJECT_IS_TOP_LEVEL AND NOT CMAKE_CXX_COMPILER_LAUNCHER)
  set(CMAKE_CXX_COMPILER_LAUNCHER
    "${CMAKE_COMMAND};-E;env;CCACHE_BASEDIR=${PROJECT_SOURCE_DIR};CCACHE_NOHASHDIR=1;${QUERN_CCACHE}")
endif()

add_library(quern_flags INTERFACE)
# Contraction off: g++ fuses a*b+c by default as soon as the target has FMA, and bits are a contract.
target_compile_options(quern_flags INTERFACE
  -ffp-contract=off -Wall -Wextra -Wpedantic -Wconversion -Wshadow -Wdouble-promotion
  $<$<BOOL:${QUERN_WERROR}>:-Werror>)
if(CMAKE_CXX_COMPILER_ID STREQUAL "GNU" AND CMAKE_CXX_COMPILER_VERSION VERSION_LESS 13)
  # g++ 12 reports overlapping copies inside std::string's own operator+ (GCC bug 105651).
  target_compile_options(quern_flags INTERFACE -Wno-restrict)
endif()
if(CMAKE_CXX_COMPILER_ID STREQUAL "Clang" AND CMAKE_CXX_COMPILER_VERSION VERSION_GREATER_EQUAL 20)
  target_compile_options(quern_flags INTERFACE -Wfunction-effects)
endif()
if(CMAKE_CXX_COMPILER_ID STREQUAL "Clang")
  # libstdc++ 12's own stable_sort calls a function that it deprecates, and clang says so in our name.
  target_compile_options(quern_flags INTERFACE -Wno-deprecated-declarations)
endif()
target_include_directories(quern_flags INTERFACE "${PROJECT_SOURCE_DIR}")
if(QUERN_SANITIZE)
  # Every finding ends the program: a report that a test survives is a report nobody reads.
  target_compile_options(quern_flags INTERFACE -fsanitize=${QUERN_SANITIZE} -fno-omit-frame-pointer
    -fno-sanitize-recover=all)
  target_link_options(quern_flags INTERFACE -fsanitize=${QUERN_SANITIZE})
  if(QUERN_SANITIZE MATCHES "undefined")
    # A float that does not fit its integer is where NaN becomes a wrong index. The rooms of sound have no run-time
    # type information, so virtual-table checks cannot work.
    target_compile_options(quern_flags INTERFACE -fsanitize=float-cast-overflow -fno-sanitize=vptr)
  endif()
  target_compile_definitions(quern_flags INTERFACE _GLIBCXX_ASSERTIONS QUERN_SANITIZED)
endif()

# quern_room(NAME [PURE] DEPS rooms...)
# PURE rooms hold sound or control code: standard library only, no exceptions, no run-time types, -O3 in every
# optimised build (g++ 12 leaves plain mix loops unvectorised at -O2). They are what `cmake --install` installs.
function(quern_room name)
  cmake_parse_arguments(ARG "PURE" "" "DEPS" ${ARGN})
  file(GLOB sources CONFIGURE_DEPENDS "*.cpp" "*/*.cpp")
  file(GLOB headers CONFIGURE_DEPENDS "*.hpp" "*/*.hpp")
  add_library(quern_${name} STATIC ${sources} ${headers})
  add_library(quern::${name} ALIAS quern_${name})
  target_compile_features(quern_${name} PUBLIC cxx_std_20)
  # The flags are the house's own business; an installed room asks of its users the include path alone.
  target_link_libraries(quern_${name} PUBLIC $<BUILD_INTERFACE:quern_flags>)
  target_include_directories(quern_${name} PUBLIC $<INSTALL_INTERFACE:${CMAKE_INSTALL_INCLUDEDIR}>)
  foreach(dep IN LISTS ARG_DEPS)
    target_link_libraries(quern_${name} PUBLIC quern_${dep})
  endforeach()
  if(ARG_PURE)
    target_compile_options(quern_${name} PRIVATE -fno-exceptions -fno-rtti $<$<NOT:$<CONFIG:Debug>>:-O3>)
    set_target_properties(quern_${name} PROPERTIES EXPORT_NAME ${name})
    install(TARGETS quern_${name} EXPORT quern-targets COMPONENT Development)
    install(FILES ${headers} DESTINATION ${CMAKE_INSTALL_INCLUDEDIR}/quern/${name} COMPONENT Development)
  endif()
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
  # Most of the build's time is spent on tests, whose own code need not be fast: the rooms they call are.
  target_compile_options(quern_test_${name} PRIVATE $<$<CONFIG:Release>:-O1>)
  gtest_discover_tests(quern_test_${name} NO_PRETTY_VALUES PROPERTIES LABELS ${name} DISCOVERY_TIMEOUT 60)
endfunction()
