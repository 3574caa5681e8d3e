# SPDX-FileCopyrightText: 2026 The Quern authors
# SPDX-License-Identifier: MIT
#
# WebAssembly with clang, wasi-libc and libc++ as Debian packages them:
#   wasi-libc libc++-22-dev-wasm32 libc++abi-22-dev-wasm32 libclang-rt-22-dev-wasm32 clang-22 lld-22
set(QUERN_CLANG_VERSION 22)

set(CMAKE_SYSTEM_NAME Generic) # cmake 3.25 knows no WASI platform
set(CMAKE_SYSTEM_PROCESSOR wasm32)
set(CMAKE_CXX_COMPILER clang++-${QUERN_CLANG_VERSION})
set(CMAKE_AR llvm-ar-${QUERN_CLANG_VERSION})
set(CMAKE_RANLIB llvm-ranlib-${QUERN_CLANG_VERSION})
set(CMAKE_CXX_COMPILER_TARGET wasm32-wasi) # Debian's folder name, which this clang calls deprecated

set(CMAKE_CXX_FLAGS_INIT "-Wno-deprecated -msimd128 -fno-exceptions -fno-rtti")
# A reactor has no main: the host calls `_initialize` once, then the exported functions.
set(CMAKE_EXE_LINKER_FLAGS_INIT "-mexec-model=reactor -Wl,--strip-all -Wl,-z,stack-size=1048576")
set(CMAKE_EXECUTABLE_SUFFIX_CXX .wasm)
set(CMAKE_EXECUTABLE_SUFFIX .wasm)
set(CMAKE_TRY_COMPILE_TARGET_TYPE STATIC_LIBRARY)

set(CMAKE_FIND_ROOT_PATH_MODE_LIBRARY ONLY)
set(CMAKE_FIND_ROOT_PATH_MODE_INCLUDE ONLY)
