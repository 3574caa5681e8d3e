# SPDX-FileCopyrightText: 2026 The Quern authors
# SPDX-License-Identifier: MIT
message(STATUS "Quern ${PROJECT_VERSION}: ${CMAKE_BUILD_TYPE}, ${CMAKE_CXX_COMPILER_ID} ${CMAKE_CXX_COMPILER_VERSION}")
foreach(option CLI TESTS BENCH FUZZ)
  message(STATUS "  QUERN_BUILD_${option} ${QUERN_BUILD_${option}}")
endforeach()
message(STATUS "  QUERN_XMA ${QUERN_XMA}  QUERN_GPU ${QUERN_GPU}")
message(STATUS "  QUERN_WERROR ${QUERN_WERROR}  QUERN_SANITIZE '${QUERN_SANITIZE}'")
