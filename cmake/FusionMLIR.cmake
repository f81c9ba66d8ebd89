# Finds LLVM and MLIR 22. Everything links the shared libMLIR.so and libLLVM.so: a static libMLIR*.a beside them
# would bring a second table of TypeIDs. A target whose property FUSION_STATIC_MLIR is on links the archives, and none of
# the shared libraries, instead: python/wheel has one.

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
set(static "$<BOOL:$<TARGET_PROPERTY:FUSION_STATIC_MLIR>>") # of the library or program that is linked
target_link_libraries(fusion_mlir INTERFACE
  $<INSTALL_INTERFACE:MLIR> $<INSTALL_INTERFACE:LLVM>
  $<BUILD_INTERFACE:$<$<NOT:${static}>:MLIR>> $<BUILD_INTERFACE:$<$<NOT:${static}>:LLVM>>
  $<BUILD_INTERFACE:$<${static}:fusion_mlir_archives>>)

# All archives: lld takes the members that are needed, whatever their order.
add_library(fusion_mlir_archives INTERFACE)
file(GLOB FUSION_MLIR_ARCHIVES "${LLVM_LIBRARY_DIR}/libMLIR*.a" "${LLVM_LIBRARY_DIR}/libLLVM*.a")
list(FILTER FUSION_MLIR_ARCHIVES EXCLUDE REGEX "/libMLIR[A-Za-z]*Test")
foreach(name z zstd)
  find_library(FUSION_ARCHIVE_${name} lib${name}.a)
  if(FUSION_ARCHIVE_${name})
    list(APPEND FUSION_MLIR_ARCHIVES "${FUSION_ARCHIVE_${name}}")
  endif()
endforeach()
target_link_libraries(fusion_mlir_archives INTERFACE ${FUSION_MLIR_ARCHIVES})
