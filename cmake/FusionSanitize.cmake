# FUSION_SANITIZE: clang's sanitizers for this project's code. LLVM's and MLIR's shared libraries are as they come, which
# is why vptr is left out. A finding ends the program. NDEBUG as in those libraries: without it statistics have members
# that they do not initialize. tools/sanitize.sh builds and runs the tests so.
#
# FUSION_FUZZ: coverage for libFuzzer, and address,undefined unless something else is asked for.

if(FUSION_FUZZ AND NOT FUSION_SANITIZE)
  set(FUSION_SANITIZE "address,undefined")
endif()

if(FUSION_SANITIZE)
  if(NOT CMAKE_CXX_COMPILER_ID MATCHES "Clang")
    message(FATAL_ERROR "FUSION_SANITIZE and FUSION_FUZZ need clang")
  endif()
  set(sanitizers "-fsanitize=${FUSION_SANITIZE}" -fno-sanitize=vptr -fno-sanitize-recover=all)
  add_compile_definitions(NDEBUG)
  add_compile_options(${sanitizers} -fno-omit-frame-pointer -gline-tables-only)
  add_link_options(${sanitizers})
  if(FUSION_FUZZ)
    add_compile_options(-fsanitize=fuzzer-no-link)
  endif()
  # For what stands in for a foreign library: its functions are found by name and have types of their own, which the
  # caller's declarations match in C and not in C++.
  set(FUSION_FOREIGN_FUNCTIONS -fno-sanitize=function)
else()
  # No library leaves a symbol to whoever loads it. A sanitizer's are in the program.
  set(FUSION_NO_UNDEFINED -Wl,-z,defs)
endif()
