# fusion_library(NAME SOURCES... [DEPENDS targets...] [LINK libs...])
#   One static library per directory of lib/. It sees MLIR and the project's headers and is installed and exported.
# fusion_tablegen(TARGET TD-FILE  output flags...  output flags... )
#   Runs mlir-tblgen; see include/fusion/Dialect/Fusion/IR/CMakeLists.txt.

if(FUSION_ENABLE_PCH)
  file(WRITE "${PROJECT_BINARY_DIR}/cmake/pch.cpp" "// Carries the precompiled header.\n")
  add_library(fusion_pch OBJECT "${PROJECT_BINARY_DIR}/cmake/pch.cpp")
  target_link_libraries(fusion_pch PRIVATE fusion_mlir)
  target_precompile_headers(fusion_pch PRIVATE "${PROJECT_SOURCE_DIR}/cmake/pch.h")
  if(CMAKE_CXX_COMPILER_ID MATCHES "Clang")
    set_target_properties(fusion_pch PROPERTIES PCH_INSTANTIATE_TEMPLATES ON)
  endif()
endif()

# Gives TARGET, which must link fusion_mlir, the shared precompiled header.
function(fusion_use_pch TARGET)
  if(FUSION_ENABLE_PCH)
    target_precompile_headers(${TARGET} REUSE_FROM fusion_pch)
  endif()
endfunction()

function(fusion_library NAME)
  cmake_parse_arguments(ARG "" "" "DEPENDS;LINK" ${ARGN})
  add_library(${NAME} STATIC ${ARG_UNPARSED_ARGUMENTS})
  add_library(Fusion::${NAME} ALIAS ${NAME})
  target_include_directories(${NAME} PUBLIC
    $<BUILD_INTERFACE:${PROJECT_SOURCE_DIR}/include>
    $<BUILD_INTERFACE:${PROJECT_BINARY_DIR}/include>
    $<INSTALL_INTERFACE:include>)
  target_link_libraries(${NAME} PUBLIC ${ARG_LINK} fusion_mlir)
  fusion_use_pch(${NAME})
  if(ARG_DEPENDS)
    add_dependencies(${NAME} ${ARG_DEPENDS})
  endif()
  set_property(GLOBAL APPEND PROPERTY FUSION_LIBRARIES ${NAME})
endfunction()

# fusion_tool(NAME SOURCES... LINK libs...)
function(fusion_tool NAME)
  cmake_parse_arguments(ARG "" "" "LINK" ${ARGN})
  add_executable(${NAME} ${ARG_UNPARSED_ARGUMENTS})
  target_include_directories(${NAME} PRIVATE "${PROJECT_SOURCE_DIR}/include" "${PROJECT_BINARY_DIR}/include")
  target_link_libraries(${NAME} PRIVATE ${ARG_LINK} fusion_mlir)
  # Libraries are built with -fPIC; an executable must be too, to share their precompiled header.
  set_target_properties(${NAME} PROPERTIES POSITION_INDEPENDENT_CODE OFF)
  target_compile_options(${NAME} PRIVATE -fPIC)
  fusion_use_pch(${NAME})
  set_property(GLOBAL APPEND PROPERTY FUSION_TOOLS ${NAME})
endfunction()

# fusion_test_program(NAME SOURCES... LINK libs...)
#   A program that tests run, in the folder that CMAKE_RUNTIME_OUTPUT_DIRECTORY names, and that is not installed.
function(fusion_test_program NAME)
  cmake_parse_arguments(ARG "" "" "LINK" ${ARGN})
  add_executable(${NAME} ${ARG_UNPARSED_ARGUMENTS})
  target_include_directories(${NAME} PRIVATE "${PROJECT_SOURCE_DIR}/include" "${PROJECT_BINARY_DIR}/include")
  target_link_libraries(${NAME} PRIVATE ${ARG_LINK} fusion_mlir)
  set_target_properties(${NAME} PROPERTIES POSITION_INDEPENDENT_CODE OFF)
  target_compile_options(${NAME} PRIVATE -fPIC)
  fusion_use_pch(${NAME})
  set_property(GLOBAL APPEND PROPERTY FUSION_TEST_PROGRAMS ${NAME})
endfunction()

# fusion_unittest(NAME SOURCES... LINK libs... [PLAIN])
#   A GoogleTest program in the folder's own of build/unittests/, where lit finds it by its name, which ends in Tests; one
#   for each folder. It sees MLIR unless it is PLAIN.
function(fusion_unittest NAME)
  cmake_parse_arguments(ARG "PLAIN" "" "" ${ARGN})
  if(ARG_PLAIN)
    cmake_parse_arguments(ARG "PLAIN" "" "LINK" ${ARGN})
    add_executable(${NAME} ${ARG_UNPARSED_ARGUMENTS})
    target_include_directories(${NAME} PRIVATE "${PROJECT_SOURCE_DIR}/include")
    target_link_libraries(${NAME} PRIVATE ${ARG_LINK})
    set_property(GLOBAL APPEND PROPERTY FUSION_TEST_PROGRAMS ${NAME})
  else()
    fusion_test_program(${NAME} ${ARGN})
  endif()
  target_link_libraries(${NAME} PRIVATE GTest::gtest_main)
  set_target_properties(${NAME} PROPERTIES RUNTIME_OUTPUT_DIRECTORY "${CMAKE_CURRENT_BINARY_DIR}")
endfunction()
