# Finds LLVM and MLIR 22. Everything links the shared libMLIR.so and libLLVM.so: a static libMLIR*.a beside them
# would bring a second table of TypeIDs.

find_package(MLIR 22.1 REQUIRED CONFIG HINTS /usr/lib/llvm-22)
message(STATUS "MLIR ${LLVM_PACKAGE_VERSION} in ${MLIR_DIR}")

list(APPEND CMAKE_MODULE_PATH "${MLIR_CMAKE_DIR}" "${LLVM_CMAKE_DIR}")
include(TableGen)
include(AddLLVM)
include(AddMLIR)
set(MLIR_TABLEGEN_EXE "${LLVM_TOOLS_BINARY_DIR}/mlir-tblgen")

# The one interface through which targets see LLVM and MLIR.
add_library(fusion_mlir INTERFACE)
target_include_directories(fusion_mlir SYSTEM INTERFACE
  $<BUILD_INTERFACE:${MLIR_INCLUDE_DIRS}> $<BUILD_INTERFACE:${LLVM_INCLUDE_DIRS}>)
separate_arguments(FUSION_LLVM_DEFINITIONS NATIVE_COMMAND "${LLVM_DEFINITIONS}")
list(TRANSFORM FUSION_LLVM_DEFINITIONS REPLACE "^-D" "")
target_compile_definitions(fusion_mlir INTERFACE $<BUILD_INTERFACE:${FUSION_LLVM_DEFINITIONS}>)
target_compile_options(fusion_mlir INTERFACE $<BUILD_INTERFACE:$<$<COMPILE_LANGUAGE:CXX>:-fno-exceptions>>)
target_link_libraries(fusion_mlir INTERFACE MLIR LLVM)
