# SPDX-FileCopyrightText: 2026 The Quern authors
# SPDX-License-Identifier: MIT
set(work "${BUILD}/package_test")
set(prefix "${work}/prefix")
set(example "${SOURCE}/examples/five_calls.cpp")
set(pool "${SOURCE}/examples/pool.cpp")
file(REMOVE_RECURSE "${work}")
file(MAKE_DIRECTORY "${work}")

execute_process(COMMAND ${CMAKE_COMMAND} --install "${BUILD}" --component Development --prefix "${prefix}"
  OUTPUT_QUIET COMMAND_ERROR_IS_FATAL ANY)

# By find_package.
execute_process(COMMAND ${CMAKE_COMMAND} -S "${SOURCE}/tests/package/consumer" -B "${work}/cmake" -G "${GENERATOR}"
  -DCMAKE_PREFIX_PATH=${prefix} -DCMAKE_CXX_COMPILER=${CXX} -DEXAMPLE=${example} -DPOOL=${pool}
  OUTPUT_QUIET COMMAND_ERROR_IS_FATAL ANY)
execute_process(COMMAND ${CMAKE_COMMAND} --build "${work}/cmake" OUTPUT_QUIET COMMAND_ERROR_IS_FATAL ANY)

# By pkg-config.
set(ENV{PKG_CONFIG_PATH} "${prefix}/${LIBDIR}/pkgconfig")
execute_process(COMMAND pkg-config --cflags --libs quern OUTPUT_VARIABLE flags
  OUTPUT_STRIP_TRAILING_WHITESPACE COMMAND_ERROR_IS_FATAL ANY)
separate_arguments(flags UNIX_COMMAND "${flags}")
execute_process(COMMAND ${CXX} "${example}" ${flags} -o "${work}/by_pkg_config" COMMAND_ERROR_IS_FATAL ANY)

# Ten seconds of stereo floats from each.
foreach(program "${work}/cmake/consumer" "${work}/by_pkg_config")
  execute_process(COMMAND "${program}" OUTPUT_FILE "${work}/out.raw" COMMAND_ERROR_IS_FATAL ANY)
  file(SIZE "${work}/out.raw" bytes)
  if(NOT bytes EQUAL 3840000)
    message(FATAL_ERROR "${program} wrote ${bytes} bytes")
  endif()
endforeach()

# One second of mono floats from the grain room alone.
execute_process(COMMAND "${work}/cmake/pool" OUTPUT_FILE "${work}/pool.raw" COMMAND_ERROR_IS_FATAL ANY)
file(SIZE "${work}/pool.raw" bytes)
if(NOT bytes EQUAL 192000)
  message(FATAL_ERROR "pool wrote ${bytes} bytes")
endif()
